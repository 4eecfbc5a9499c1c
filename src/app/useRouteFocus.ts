import { useEffect, useRef } from 'react';
import { MAIN_ID } from '../ui/SkipLink.tsx';

/** How long a page that is still arriving is waited for. */
const PATIENCE_MS = 5000;

/**
 * Moves the focus to the main heading when the page changes, so that a screen reader says where it is. Not on the first page of a
 * visit (the browser reads that by itself), and not when the reader has moved on before the heading came.
 */
export function useRouteFocus(page: string): void {
  const previous = useRef<string | null>(null);
  useEffect(() => {
    const isFirst = previous.current === null;
    if (previous.current === page) return undefined;
    previous.current = page;
    if (isFirst) return undefined;
    window.scrollTo(0, 0);
    return focusHeadingWhenThere();
  }, [page]);
}

function focusHeadingWhenThere(): (() => void) | undefined {
  const focusBefore = document.activeElement;
  const tryIt = (): boolean => {
    const moved = document.activeElement !== focusBefore && document.activeElement !== document.body;
    if (moved) return true;
    const heading = document.querySelector<HTMLElement>(`#${MAIN_ID} h1`);
    // While a page is fetched, React keeps the one before, out of sight.
    if (heading === null || heading.getClientRects().length === 0) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (tryIt()) return undefined;
  const observer = new MutationObserver(() => {
    if (tryIt()) stop();
  });
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
