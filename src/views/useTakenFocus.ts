import { useEffect, type RefObject } from 'react';
import { useStageView, useStageViewStore } from './SimulationContext.tsx';

/** A picture that is fetched first comes within so many frames, or is not waited for. */
const MOST_FRAMES = 120;

/** Who came to this picture by key stands in it: on the first of `selector` inside `root`, as soon as that is there. */
export function useTakenFocus(root: RefObject<HTMLElement | null>, selector: string, isThere = true): void {
  const view = useStageViewStore();
  const takesFocus = useStageView((state) => state.takesFocus);
  useEffect(() => {
    if (!isThere || !takesFocus) return undefined;
    let request = 0;
    let framesLeft = MOST_FRAMES;
    const takeIt = () => {
      const stop = root.current?.querySelector<HTMLElement>(selector) ?? null;
      framesLeft -= 1;
      if (stop === null && framesLeft > 0) {
        request = requestAnimationFrame(takeIt);
        return;
      }
      view.setState({ takesFocus: false });
      stop?.focus();
    };
    takeIt();
    return () => cancelAnimationFrame(request);
  }, [isThere, takesFocus, root, selector, view]);
}
