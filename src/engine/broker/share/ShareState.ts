import type { Offset } from '../../../shared/units.ts';
import type { InFlightBatch } from './InFlightBatch.ts';
import type { RecordState } from './InFlightState.ts';

/**
 * The records of a share partition that are in flight, and where they begin and end. Frozen: a decision makes another one. Kafka: the
 * fields of `SharePartition` (4.2).
 */
export interface ShareState {
  /** SPSO: everything before it is done with. */
  readonly startOffset: Offset;
  /** SPEO: the last offset that was ever acquired; the next one to be while nothing is in flight. */
  readonly endOffset: Offset;
  /** In the order of their offsets. */
  readonly batches: readonly InFlightBatch[];
  /** What a new leader found between the batches it read: acquired before and never said, so to be delivered once more. */
  readonly gap: GapWindow | null;
}

/** Kafka: `GapWindow`. */
export interface GapWindow {
  /** SPEO as it was read; another one, and there are no gaps left to look for. */
  readonly endOffset: Offset;
  /** Before this nothing is missing any more. */
  readonly gapStartOffset: Offset;
}

/** Records as the share coordinator keeps them. Kafka: `PersisterStateBatch` (4.2). */
export interface StateBatch {
  readonly firstOffset: Offset;
  readonly lastOffset: Offset;
  readonly deliveryState: Exclude<RecordState, 'ACQUIRED'>;
  readonly deliveryCount: number;
}

/** What a member was given: told with the records. */
export interface AcquiredRecords {
  readonly firstOffset: Offset;
  readonly lastOffset: Offset;
  readonly deliveryCount: number;
}

/** The gap window, while it has something to say. */
export function activeGap({ gap, endOffset }: ShareState): GapWindow | null {
  return gap?.endOffset === endOffset ? gap : null;
}

/** Nothing in flight, or the start has moved beyond all that was. */
function isSpent({ batches, startOffset }: ShareState): boolean {
  const last = batches.at(-1);
  return !last || startOffset > last.lastOffset;
}

/** How many offsets are between SPSO and SPEO; those that are done with too. Kafka: `numInFlightRecords`. */
export function inFlightCount({ batches, startOffset, endOffset }: ShareState): number {
  return batches.length === 0 ? 0 : endOffset - startOffset + 1;
}

/** The first offset that nobody was ever given. */
export function nextNewOffset(state: ShareState): Offset {
  return isSpent(state) ? state.endOffset : state.endOffset + 1;
}

/** Place of the last batch that begins at or before an offset; −1: there is none. */
export function floorIndex(batches: readonly InFlightBatch[], offset: Offset): number {
  let low = 0;
  let high = batches.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((batches[middle] as InFlightBatch).firstOffset <= offset) low = middle + 1;
    else high = middle - 1;
  }
  return high;
}
