import type { Micros } from '../../shared/units.ts';

/** Where an instant stands on an axis of time, and which instant stands at a place. */
export interface TimeScale {
  readonly endUs: Micros;
  readonly x: (timeUs: Micros) => number;
  readonly timeAt: (x: number) => Micros;
}

/** From 0 to `endUs` on `width` pixels, of which `margin` are left free at either end. */
export function createTimeScale(width: number, endUs: Micros, margin = 0): TimeScale {
  const room = Math.max(1, width - 2 * margin);
  return {
    endUs,
    x: (timeUs) => margin + (room * Math.min(timeUs, endUs)) / endUs,
    timeAt: (x) => Math.round((Math.min(room, Math.max(0, x - margin)) / room) * endUs),
  };
}

/** As fine as an eye sees a line go: what moves with the time is written anew when it stands elsewhere, and not with every frame. */
export function toHalfPixel(x: number): number {
  return Math.round(x * 2) / 2;
}

/** Where a key leads on an axis of time; null: it is none of its keys. A step is a two hundredth of the axis. */
export function timeForKey(
  key: string,
  at: { readonly timeUs: Micros; readonly endUs: Micros; readonly exploredUs: Micros },
): Micros | null {
  const step = at.endUs / 200;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return at.timeUs + step;
    case 'ArrowLeft':
    case 'ArrowDown':
      return at.timeUs - step;
    case 'PageUp':
      return at.timeUs + 10 * step;
    case 'PageDown':
      return at.timeUs - 10 * step;
    case 'Home':
      return 0;
    case 'End':
      return at.exploredUs;
    default:
      return null;
  }
}
