import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { useMessages } from '../ui/messages.tsx';

export const SHEET_RESTS = ['peek', 'half', 'full'] as const;
export type SheetRest = (typeof SHEET_RESTS)[number];

export interface SheetHandleProps {
  readonly rest: SheetRest;
  readonly onRest: (rest: SheetRest) => void;
  /** While a finger drags: how far from where it took hold, in px, up is positive; null when it lets go. */
  readonly onDrag: (upwards: number | null) => void;
}

/** A drag shorter than this is a press. */
const PRESS_PX = 6;
/** A drag this long goes one rest on. */
const STEP_PX = 48;

/** The grip of the sheet: drag it, press it, or use the arrow keys. */
export function SheetHandle({ rest, onRest, onDrag }: SheetHandleProps) {
  const m = useMessages().app.sheet;
  const takenAt = useRef<number | null>(null);
  const moved = useRef(false);

  const go = (steps: number) => {
    const at = SHEET_RESTS.indexOf(rest) + steps;
    onRest(SHEET_RESTS[Math.max(0, Math.min(SHEET_RESTS.length - 1, at))] ?? rest);
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    takenAt.current = event.clientY;
    moved.current = false;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (takenAt.current === null) return;
    const upwards = takenAt.current - event.clientY;
    moved.current ||= Math.abs(upwards) > PRESS_PX;
    if (moved.current) onDrag(upwards);
  };
  const letGo = (event: PointerEvent) => {
    if (takenAt.current === null) return;
    const upwards = takenAt.current - event.clientY;
    takenAt.current = null;
    onDrag(null);
    if (moved.current && Math.abs(upwards) >= STEP_PX)
      go(Math.sign(upwards) * (Math.abs(upwards) > 260 ? 2 : 1));
  };

  return (
    <button
      type="button"
      aria-label={m.handle(m.rests[rest])}
      className="flex h-8 w-full shrink-0 touch-none items-center justify-center outline-offset-[-4px]! rounded-t-[18px] pointer-coarse:h-11"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={() => {
        takenAt.current = null;
        onDrag(null);
      }}
      onClick={() => {
        if (!moved.current) onRest(rest === 'half' ? 'full' : rest === 'full' ? 'peek' : 'half');
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        go(event.key === 'ArrowUp' ? 1 : -1);
      }}
    >
      <span aria-hidden="true" className="h-1 w-9 rounded-full bg-line-strong" />
    </button>
  );
}

export interface SheetState {
  readonly rest: SheetRest;
  readonly setRest: (rest: SheetRest) => void;
  readonly drag: number | null;
  readonly handle: ReactNode;
}

export function useSheet(first: SheetRest): SheetState {
  const [rest, setRest] = useState<SheetRest>(first);
  const [drag, setDrag] = useState<number | null>(null);
  return { rest, setRest, drag, handle: <SheetHandle rest={rest} onRest={setRest} onDrag={setDrag} /> };
}
