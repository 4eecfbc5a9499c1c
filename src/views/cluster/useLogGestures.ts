import { useEffect, type RefObject } from 'react';
import type { LogFrame, MovedLogs } from '../log/moveWindow.ts';
import { panLogsBy, zoomLogsAt } from '../log/moveWindow.ts';
import { useStageViewStore } from '../SimulationContext.tsx';

/** Pixels of the wheel for twice as near. */
const PIXELS_TO_DOUBLE = 240;
/** A pinch on a touchpad comes as a wheel with Ctrl, in far smaller numbers. */
const PINCH_TO_DOUBLE = 60;
const PIXELS_A_LINE = 16;
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
      clientX - element.getBoundingClientRect().left;

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
      move((frame) => zoomLogsAt(frame, placeOf(event), doublings));
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
        move((frame) => zoomLogsAt(frame, placeOf({ clientX: middle }), doublings));
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
  }, [target, logs, view]);
}
