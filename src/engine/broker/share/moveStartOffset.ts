import type { Offset } from '../../../shared/units.ts';
import { stateAt, type InFlightBatch } from './InFlightBatch.ts';
import { isTerminal, type InFlightState } from './InFlightState.ts';
import { activeGap, floorIndex, type ShareState } from './ShareState.ts';

function isDone({ state, before }: InFlightState): boolean {
  return isTerminal(state) && before === null;
}

/**
 * SPSO moves behind the records at the front that are accepted or archived, and no further (SH7); batches that lie wholly before it
 * are forgotten. When all are done with nothing is in flight any more, and the next record to be acquired is both SPSO and SPEO.
 * Kafka: `SharePartition.maybeUpdateCachedStateAndOffsets` (4.2).
 */
export function moveStartOffset(state: ShareState): ShareState {
  const { batches, startOffset } = state;
  const floor = batches[floorIndex(batches, startOffset)];
  // A gap at the front is still to be acquired.
  if (!floor || !isDone(stateAt(floor, Math.min(startOffset, floor.lastOffset)))) return state;
  const last = lastDoneOffset(state);
  if (last === null) return state;
  const lastBatch = batches.at(-1) as InFlightBatch;
  if (last === lastBatch.lastOffset)
    return Object.freeze({
      startOffset: last + 1,
      endOffset: last + 1,
      batches: Object.freeze([]),
      gap: null,
    });
  const place = floorIndex(batches, last);
  const isWhole = (batches[place] as InFlightBatch).lastOffset === last;
  let next = Math.max(startOffset, last + 1);
  if (isWhole) {
    next = Math.max(startOffset, batches[place + 1]?.firstOffset ?? 0);
    const gap = activeGap(state);
    if (gap) next = Math.min(gap.gapStartOffset, next);
  }
  return Object.freeze({
    ...state,
    startOffset: Math.max(startOffset, next),
    batches: Object.freeze(batches.slice(isWhole ? place + 1 : place)),
  });
}

/** The last of the records from the front on that are all done with; null: the first is not. */
function lastDoneOffset(state: ShareState): Offset | null {
  const gap = activeGap(state);
  let last: Offset | null = null;
  for (const batch of state.batches) {
    if (gap && batch.lastOffset >= gap.gapStartOffset) return last;
    if (batch.state) {
      if (!isDone(batch.state)) return last;
      last = batch.lastOffset;
      continue;
    }
    const open = batch.offsets?.findIndex((known) => !isDone(known)) ?? 0;
    if (open === -1) last = batch.lastOffset;
    else return open > 0 ? batch.firstOffset + open - 1 : last;
  }
  return last;
}

/** How many records from SPSO on are done with. Kafka: `deliveryCompleteCount` (4.2). */
export function deliveryCompleteCount({ batches, startOffset }: ShareState): number {
  let count = 0;
  for (const { firstOffset, lastOffset, state, offsets } of batches) {
    if (state) count += isTerminal(state.state) ? lastOffset - Math.max(firstOffset, startOffset) + 1 : 0;
    else
      offsets?.forEach((known, i) => {
        if (isTerminal(known.state) && firstOffset + i >= startOffset) count += 1;
      });
  }
  return count;
}
