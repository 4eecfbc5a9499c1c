import type { KafkaError } from '../../protocol/Errors.ts';
import type { Micros, Offset } from '../../../shared/units.ts';
import { runsOf, withStates, type InFlightBatch } from './InFlightBatch.ts';
import {
  acknowledgeError,
  changed,
  changing,
  renewed,
  stateAfter,
  stateWhenGivenBack,
  givenBack,
  type AcknowledgeType,
  type DeliveryLimits,
  type RecordState,
} from './InFlightState.ts';
import { floorIndex, type ShareState, type StateBatch } from './ShareState.ts';

/** Records that a member acknowledges alike. */
export interface AcknowledgementRange {
  readonly firstOffset: Offset;
  readonly lastOffset: Offset;
  readonly type: AcknowledgeType;
}

/** What changed, and is to be written: until that is done it only counts for who would want the records. */
export interface Changes {
  readonly state: ShareState;
  readonly written: readonly StateBatch[];
}

/**
 * What a member says of records it has (SH4). One that it does not have, and none of it counts. What lies before SPSO has been settled
 * without it, and is passed over. Kafka: `SharePartition.acknowledge` (4.2).
 *
 * Errors: INVALID_RECORD_STATE; INVALID_REQUEST for offsets that nobody ever acquired.
 */
export function acknowledgeRecords(
  before: ShareState,
  memberId: string,
  ranges: readonly AcknowledgementRange[],
  nowUs: Micros,
  limits: DeliveryLimits,
): Changes | Extract<KafkaError, 'INVALID_RECORD_STATE' | 'INVALID_REQUEST'> {
  const batches = [...before.batches];
  const written: StateBatch[] = [];
  for (const { firstOffset, lastOffset, type } of ranges) {
    if (lastOffset < before.startOffset) continue;
    let place = floorIndex(batches, firstOffset);
    if (place < 0 && firstOffset < before.startOffset) place = floorIndex(batches, before.startOffset);
    if (place < 0) return 'INVALID_RECORD_STATE';
    const end = floorIndex(batches, lastOffset);
    const known = (batches[end] as InFlightBatch).lastOffset;
    if (known < firstOffset || known < lastOffset) return 'INVALID_REQUEST';
    for (; place <= end; place++) {
      const batch = batches[place] as InFlightBatch;
      if (batch.lastOffset < before.startOffset) continue;
      const from = Math.max(firstOffset, before.startOffset);
      for (const run of runsOf(batch, from, lastOffset)) {
        const error = acknowledgeError(run.state, memberId);
        if (error !== 'NONE') return error;
        if (type !== 'RENEW')
          write(
            written,
            run.firstOffset,
            run.lastOffset,
            stateAfter(type, run.state.deliveryCount, limits),
            run.state.deliveryCount,
          );
      }
      batches[place] = withStates(batch, from, lastOffset, (state) =>
        type === 'RENEW'
          ? renewed(state, nowUs, limits)
          : changing(state, stateAfter(type, state.deliveryCount, limits)),
      );
    }
  }
  return { state: Object.freeze({ ...before, batches: Object.freeze(batches) }), written };
}

/** A member's share session has ended: all that it has is given back. Kafka: `SharePartition.releaseAcquiredRecords` (4.2). */
export function releaseRecords(before: ShareState, memberId: string, limits: DeliveryLimits): Changes {
  const written: StateBatch[] = [];
  const batches = before.batches.map((batch) => {
    let next = batch;
    for (const run of runsOf(batch, batch.firstOffset, batch.lastOffset)) {
      if (acknowledgeError(run.state, memberId) !== 'NONE') continue;
      for (const part of splitAt(run.firstOffset, run.lastOffset, before.startOffset)) {
        const state = part.isBefore ? 'ARCHIVED' : stateWhenGivenBack(run.state.deliveryCount, limits);
        write(written, part.first, part.last, state, run.state.deliveryCount);
        next = withStates(next, part.first, part.last, (known) => changing(known, state));
      }
    }
    return next;
  });
  return { state: Object.freeze({ ...before, batches: Object.freeze(batches) }), written };
}

/**
 * Acquisition locks that have ended: the records can be had by others at once, whether that can be written or not (SH3). What is just
 * being acknowledged is left to that. Kafka: `releaseAcquisitionLockOnTimeout` (4.2).
 */
export function expireLocks(before: ShareState, nowUs: Micros, limits: DeliveryLimits): Changes {
  const written: StateBatch[] = [];
  const batches = before.batches.map((batch) => {
    if (batch.state && batch.state.lockEndsUs > nowUs) return batch;
    let next = batch;
    for (const run of runsOf(batch, batch.firstOffset, batch.lastOffset)) {
      const { state, lockEndsUs, before: ongoing, deliveryCount } = run.state;
      if (state !== 'ACQUIRED' || ongoing !== null || lockEndsUs > nowUs) continue;
      const after = givenBack(run.state, limits);
      write(written, run.firstOffset, run.lastOffset, after.state, deliveryCount);
      next = withStates(next, run.firstOffset, run.lastOffset, () => after);
    }
    return next;
  });
  return { state: Object.freeze({ ...before, batches: Object.freeze(batches) }), written };
}

/** When the next lock ends; Infinity: nobody has any. */
export function nextLockEndUs({ batches }: ShareState): Micros {
  let next = Infinity;
  for (const { state, offsets } of batches) {
    if (state) {
      if (state.state === 'ACQUIRED') next = Math.min(next, state.lockEndsUs);
      continue;
    }
    for (const known of offsets ?? [])
      if (known.state === 'ACQUIRED') next = Math.min(next, known.lockEndsUs);
  }
  return next;
}

/** What was being written is written, or cannot be. */
export function settleChanges(
  state: ShareState,
  written: readonly StateBatch[],
  isWritten: boolean,
  nowUs: Micros,
  limits: DeliveryLimits,
): ShareState {
  const batches = [...state.batches];
  for (const { firstOffset, lastOffset } of written) {
    let place = Math.max(0, floorIndex(batches, firstOffset));
    for (; place < batches.length; place++) {
      const batch = batches[place] as InFlightBatch;
      if (batch.firstOffset > lastOffset) break;
      batches[place] = withStates(batch, firstOffset, lastOffset, (known) =>
        changed(known, isWritten, nowUs, limits),
      );
    }
  }
  return Object.freeze({ ...state, batches: Object.freeze(batches) });
}

function write(
  written: StateBatch[],
  firstOffset: Offset,
  lastOffset: Offset,
  deliveryState: RecordState,
  deliveryCount: number,
): void {
  if (deliveryState !== 'ACQUIRED') written.push({ firstOffset, lastOffset, deliveryState, deliveryCount });
}

function splitAt(first: Offset, last: Offset, at: Offset) {
  if (last < at) return [{ first, last, isBefore: true }];
  if (first >= at) return [{ first, last, isBefore: false }];
  return [
    { first, last: at - 1, isBefore: true },
    { first: at, last, isBefore: false },
  ];
}
