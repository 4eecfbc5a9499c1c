import { useEffect, type RefObject } from 'react';
import { useStageViewStore } from '../SimulationContext.tsx';
import { zoomed } from './zoom.ts';

/** Pixels of the wheel for twice as near. */
const PIXELS_TO_DOUBLE = 240;
/** A pinch on a touchpad comes as a wheel with Ctrl, in far smaller numbers. */
const PINCH_TO_DOUBLE = 60;

/** The wheel over the picture, and a pinch on it, bring the logs nearer or farther. */
export function useWheelZoom(target: RefObject<HTMLElement | null>): void {
  const view = useStageViewStore();
  useEffect(() => {
    const element = target.current;
    if (element === null) return undefined;
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY === 0) return;
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : PIXELS_A_LINE;
      const doublings = -(event.deltaY * lines) / (event.ctrlKey ? PINCH_TO_DOUBLE : PIXELS_TO_DOUBLE);
      view.setState(({ zoom }) => ({ zoom: zoomed(zoom, doublings) }));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [target, view]);
}

const PIXELS_A_LINE = 16;
