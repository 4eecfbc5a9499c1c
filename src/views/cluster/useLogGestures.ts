import { useEffect, type RefObject } from 'react';
import type { LogFrame, MovedLogs } from '../log/moveWindow.ts';
import { isWholeInSight, panLogsBy, zoomLogsAt } from '../log/moveWindow.ts';
import { pointIn } from '../canvas/pointIn.ts';
import { useStageViewStore } from '../SimulationContext.tsx';

/** Pixels of the wheel for twice as near. */
const PIXELS_TO_DOUBLE = 240;
/** A pinch on a touchpad comes as a wheel with Ctrl, in far smaller numbers. */
const PINCH_TO_DOUBLE = 60;
const PIXELS_A_LINE = 16;
/** The last turn of the wheel that brings all into sight leads no farther by itself. */
const FARTHER_FROM = 0.8;
/** A press that moves less is a press. */
const DRAG_FROM = 6;
/** The click that ends a drag comes at once. */
const CLICK_WITHIN_MS = 400;

/**
 * The wheel and a pinch bring the logs nearer or farther at the place that is pointed at; a drag and the wheel sideways move
 * along them.
 */
export function useLogGestures(
  target: RefObject<HTMLElement | null>,
  logs: RefObject<LogFrame | null>,
  /** To a picture of more, when the whole of the logs is in sight and somebody goes on; left out: there is none. */
  onFarther?: () => void,
): void {
  const view = useStageViewStore();
  useEffect(() => {
    const element = target.current;
    if (element === null) return undefined;
    const move = (how: (frame: LogFrame) => MovedLogs) => {
      if (logs.current === null) return;
      const moved = how(logs.current);
      logs.current = moved.frame;
      view.setState(moved.view);
    };
    const placeOf = ({ clientX }: { readonly clientX: number }) =>
      pointIn(element, { clientX, clientY: 0 }).x;

    /** How far somebody went on beyond the whole of the logs, in doublings. */
    let beyond = 0;
    const zoomAt = (x: number, doublings: number) => {
      const isBeyond =
        onFarther !== undefined && doublings < 0 && logs.current !== null && isWholeInSight(logs.current);
      beyond = isBeyond ? beyond - doublings : 0;
      if (beyond < FARTHER_FROM) move((frame) => zoomLogsAt(frame, x, doublings));
      else onFarther?.();
    };
    const onWheel = (event: WheelEvent) => {
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : PIXELS_A_LINE;
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const along = event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (isSideways ? along === 0 : event.deltaY === 0) return;
      event.preventDefault();
      if (isSideways) {
        move((frame) => panLogsBy(frame, -along * lines));
        return;
      }
      const doublings = -(event.deltaY * lines) / (event.ctrlKey ? PINCH_TO_DOUBLE : PIXELS_TO_DOUBLE);
      zoomAt(placeOf(event), doublings);
    };

    /** Pointers that are down, where they were last. */
    const down = new Map<number, { x: number; y: number }>();
    let pressedAt = 0;
    let isDragging = false;
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      if (down.size === 0) {
        pressedAt = event.clientX;
        isDragging = false;
      }
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const onMove = (event: PointerEvent) => {
      const before = down.get(event.pointerId);
      if (before === undefined) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      if (other === undefined) {
        if (!isDragging && Math.abs(now.x - pressedAt) < DRAG_FROM) return;
        move((frame) => panLogsBy(frame, now.x - before.x));
      } else {
        const apart = (a: typeof now) => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y));
        const middle = (now.x + other.x) / 2;
        const doublings = Math.log2(apart(now) / apart(before));
        zoomAt(placeOf({ clientX: middle }), doublings);
        move((frame) => panLogsBy(frame, (now.x - before.x) / 2));
      }
      down.set(event.pointerId, now);
      if (!isDragging) element.setPointerCapture(event.pointerId);
      isDragging = true;
    };
    let draggedAt = -Infinity;
    const onUp = (event: PointerEvent) => {
      if (!down.delete(event.pointerId) || down.size > 0 || !isDragging) return;
      draggedAt = event.timeStamp;
    };
    /** What was dragged was not pressed. */
    const onClick = (event: MouseEvent) => {
      const isEndOfDrag = isDragging && event.timeStamp - draggedAt < CLICK_WITHIN_MS;
      isDragging = false;
      if (!isEndOfDrag) return;
      event.stopPropagation();
      event.preventDefault();
    };

    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    element.addEventListener('click', onClick, { capture: true });
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
      element.removeEventListener('click', onClick, { capture: true });
    };
  }, [target, logs, view, onFarther]);
}
