import type { Offset } from '../../../shared/units.ts';
import { isAcquirable } from './InFlightState.ts';
import { activeGap, inFlightCount, nextNewOffset, type ShareState } from './ShareState.ts';

/**
 * Where the next fetch of a share partition reads: at the first record that was given back, or in the first gap, else behind all that
 * was ever acquired (SH5). Kafka: `SharePartition.nextFetchOffset` (4.2), which remembers whether it has to look; here it always does.
 */
export function nextFetchOffset(state: ShareState): Offset {
  const gap = activeGap(state);
  let gapStart = gap?.gapStartOffset ?? Infinity;
  const next = nextNewOffset(state);
  if (next === state.endOffset) return next;
  for (const batch of state.batches) {
    if (gap) {
      if (batch.firstOffset > gapStart) return gapStart;
      gapStart = Math.max(batch.lastOffset + 1, gapStart);
    }
    if (batch.state) {
      if (isAcquirable(batch.state)) return batch.firstOffset;
      continue;
    }
    const place = batch.offsets?.findIndex(isAcquirable) ?? -1;
    if (place >= 0) return batch.firstOffset + place;
  }
  return next;
}

/**
 * Whether anybody can be given anything: something was given back, or fewer records than `group.share.partition.max.record.locks` are
 * in flight (SH6). Kafka: `SharePartition.canAcquireRecords` (4.2).
 */
export function canAcquireRecords(state: ShareState, maxRecordLocks: number): boolean {
  return nextFetchOffset(state) !== state.endOffset + 1 || inFlightCount(state) < maxRecordLocks;
}
