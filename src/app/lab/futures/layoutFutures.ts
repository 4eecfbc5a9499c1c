import type { Micros } from '../../../shared/units.ts';
import type { Future, Futures } from '../../../state/futures/Future.ts';
import { forkTimeUs } from '../../../state/futures/futures.ts';

/** One line of the picture. Numbers in CSS pixels. */
export interface FutureLine {
  readonly id: string;
  readonly y: number;
  /** Where it leaves its origin; null: it begins at the start. */
  readonly forkX: number | null;
  /** Row of the origin; its own where it has none. */
  readonly originY: number;
  readonly endX: number;
  /** Deeds of its own. */
  readonly deedXs: readonly number[];
}

export interface FuturesLayout {
  readonly lines: readonly FutureLine[];
  readonly height: number;
}

export const ROW_HEIGHT = 32;
/** For a finger. */
export const TOUCH_ROW_HEIGHT = 44;
/** Of the open one where it is the timeline. */
export const TIMELINE_HEIGHT = 46;
const TIMELINE_Y = 24;

/** A row for each future, its line from where it leaves its origin to where it was left. */
export function layoutFutures(
  futures: Futures,
  x: (timeUs: Micros) => number,
  isDocked = false,
  rowHeight = ROW_HEIGHT,
): FuturesLayout {
  const list = isDocked ? openFirst(futures) : futures.list;
  const above = isDocked ? TIMELINE_HEIGHT - rowHeight : 0;
  const rowOf = new Map(list.map(({ id }, index) => [id, index]));
  const middle = (row: number) =>
    isDocked && row === 0 ? TIMELINE_Y : above + row * rowHeight + rowHeight / 2;
  const lines = list.map((future, row): FutureLine => {
    const forkUs = forkTimeUs(futures, future);
    const originRow = future.origin === null ? undefined : rowOf.get(future.origin);
    return {
      id: future.id,
      y: middle(row),
      forkX: forkUs === null ? null : x(forkUs),
      originY: middle(originRow ?? row),
      endX: x(Math.max(future.instant.timeUs, forkUs ?? 0)),
      deedXs: deedsOfItsOwn(future, forkUs).map((timeUs) => x(timeUs)),
    };
  });
  return { lines, height: above + list.length * rowHeight };
}

/** The open one is the timeline, and stands first. */
export function openFirst({ list, open }: Futures): readonly Future[] {
  return [...list.filter(({ id }) => id === open), ...list.filter(({ id }) => id !== open)];
}

function deedsOfItsOwn({ commands }: Future, forkUs: Micros | null): Micros[] {
  return commands.map(({ atUs }) => atUs).filter((atUs) => forkUs === null || atUs >= forkUs);
}
