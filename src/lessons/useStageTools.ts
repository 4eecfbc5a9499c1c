import { useSyncExternalStore } from 'react';

/** The stage leaves a place for a lesson's knobs in its tool bar: the element with this attribute. */
const SELECTOR = '[data-stage-tools]';

/** That element, as soon as the stage has drawn it; null while there is none. */
export function useStageTools(): Element | null {
  return useSyncExternalStore(subscribe, () => document.querySelector(SELECTOR));
}

function subscribe(onChange: () => void): () => void {
  // The stage changes all the time; once its place is found there is nothing more to look for.
  const observer = new MutationObserver(() => {
    if (document.querySelector(SELECTOR) === null) return;
    observer.disconnect();
    onChange();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
