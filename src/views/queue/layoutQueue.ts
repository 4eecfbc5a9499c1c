import type { QueueClientView, QueuedMessageView, QueueView } from '../../bridge/frame.ts';
import type { Offset } from '../../shared/units.ts';

/** Places of a queue, or offsets of a log, that a strip has. */
export const STRIP_CELLS = 48;

/** More would leave no room for the log, which stands between the two. */
const MOST_DRAWN = 2;

/** Queues that somebody consumes, of many those that hold most, in their own order; and some of the rest. */
export function queuesToDraw(
  queues: readonly QueueView[],
  clients: readonly Pick<QueueClientView, 'queue'>[],
): { readonly consumed: readonly QueueView[]; readonly rest: readonly QueueView[] } {
  const isConsumed = ({ name }: QueueView) => clients.some(({ queue }) => queue === name);
  const heldBy = ({ readyCount, unackedCount }: QueueView) => readyCount + unackedCount;
  const fullest = queues
    .filter(isConsumed)
    .sort((a, b) => heldBy(b) - heldBy(a))
    .slice(0, MOST_DRAWN);
  return {
    consumed: queues.filter((queue) => fullest.includes(queue)),
    rest: queues.filter((queue) => !isConsumed(queue)).slice(0, MOST_DRAWN),
  };
}

export type CellState = 'gone' | 'unacked' | 'ready' | 'kept' | 'none';

export interface QueueCell {
  readonly place: number;
  readonly state: CellState;
  readonly redelivered: boolean;
}

export interface QueueLane {
  readonly cells: readonly QueueCell[];
  /** Places before the first cell; all that stood there is gone. */
  readonly before: number;
  /** Held messages behind the last cell. */
  readonly after: number;
}

/** Places of a queue: up to its newest, or from its oldest message on where more wait than a strip has cells. */
export function layoutQueue({ enqueued, messages }: Pick<QueueView, 'enqueued' | 'messages'>): QueueLane {
  const held = new Map<number, QueuedMessageView>(messages.map((message) => [message.place, message]));
  const oldest = messages.reduce((least, { place }) => Math.min(least, place), enqueued);
  const first = Math.max(0, Math.min(oldest, enqueued - STRIP_CELLS));
  const cells = Array.from({ length: STRIP_CELLS }, (_, i): QueueCell => {
    const place = first + i;
    const message = held.get(place);
    const state =
      message === undefined
        ? place < enqueued
          ? 'gone'
          : 'none'
        : message.consumer === ''
          ? 'ready'
          : 'unacked';
    return { place, state, redelivered: message?.redelivered ?? false };
  });
  return { cells, before: first, after: Math.max(0, enqueued - first - STRIP_CELLS) };
}

export interface LogReader {
  readonly name: string;
  /** Next offset to be read. */
  readonly offset: Offset;
}

export interface LogLane {
  readonly cells: readonly { readonly offset: Offset; readonly state: CellState }[];
  /** Records in front of the first cell. */
  readonly before: number;
  /** Readers by the cell that they read next; those further back stand at the first. */
  readonly marks: readonly { readonly cell: number; readonly names: readonly string[] }[];
}

/** The newest offsets of a log, and who reads where. */
export function layoutLog(logStart: Offset, logEnd: Offset, readers: readonly LogReader[]): LogLane {
  const first = Math.max(logStart, logEnd - STRIP_CELLS);
  const byCell = new Map<number, string[]>();
  for (const { name, offset } of readers) {
    const cell = Math.min(STRIP_CELLS, Math.max(0, offset - first));
    byCell.set(cell, [...(byCell.get(cell) ?? []), name]);
  }
  return {
    cells: Array.from({ length: STRIP_CELLS }, (_, i) => ({
      offset: first + i,
      state: first + i < logEnd ? ('kept' as const) : ('none' as const),
    })),
    before: first - logStart,
    marks: [...byCell].sort(([a], [b]) => a - b).map(([cell, names]) => ({ cell, names })),
  };
}
