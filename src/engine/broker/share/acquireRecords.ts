import { endOffsetOf, type StoredBatch } from '../../storage/RecordBatch.ts';
import type { Micros, Offset } from '../../../shared/units.ts';
import { inFlightBatch, perOffset, stateAt, type InFlightBatch } from './InFlightBatch.ts';
import {
  acquired,
  archived,
  isAcquirable,
  settled,
  type DeliveryLimits,
  type InFlightState,
} from './InFlightState.ts';
import { activeGap, floorIndex, inFlightCount, type AcquiredRecords, type ShareState } from './ShareState.ts';

/** Delivery counts from this on are delivered with care, where the limit is low. Kafka: `MINIMUM_THROTTLE_RECORDS_DELIVERY_LIMIT`. */
const LEAST_THROTTLED_COUNT = 2;

/** `share.acquire.mode`. */
export type ShareAcquireMode = 'batch_optimized' | 'record_limit';

export interface AcquireInput {
  readonly memberId: string;
  readonly mode: ShareAcquireMode;
  /** `max.poll.records` of the member, less what the same answer gives it of other partitions. */
  readonly maxRecords: number;
  /** How many records a range that is told has at least, where batches allow it. */
  readonly batchSize: number;
  /** Where the log was read. */
  readonly fetchOffset: Offset;
  /** What was read there. */
  readonly read: readonly StoredBatch[];
  /** group.share.partition.max.record.locks */
  readonly maxRecordLocks: number;
  /** Records that were delivered often come in smaller numbers, and at last alone. Kafka: from 4.2 on. */
  readonly throttlesDelivery?: boolean;
  readonly limits: DeliveryLimits;
  readonly nowUs: Micros;
}

export interface Acquisition {
  readonly state: ShareState;
  readonly records: readonly AcquiredRecords[];
}

/**
 * Gives a member what may be given of the records that were read: what was given back, and what nobody ever had, up to the locks that
 * a share partition may hold (SH1, SH2, SH6). New records are taken by whole batches of the log, so that more than was asked for may
 * come, unless the member wants a strict limit (`share.acquire.mode`). Kafka: `SharePartition.acquire` (4.2).
 */
export function acquireRecords(state: ShareState, input: AcquireInput): Acquisition {
  const first = input.read[0];
  const last = input.read.at(-1);
  const nothing: Acquisition = { state, records: [] };
  if (!first || !last || input.maxRecords <= 0 || endOffsetOf(last) - 1 < state.startOffset) return nothing;
  const room = roomToAcquire(state, input, endOffsetOf(last) - 1);
  if (room.maxRecords <= 0) return nothing;
  const work = new Work(archiveStale(state, input.fetchOffset, first.baseOffset), input);
  work.take(first.baseOffset, room.lastOffset, room.maxRecords);
  return work.result();
}

/** Kafka: `lastOffsetAndMaxRecordsToAcquire`: when all locks are taken, what was given back can still be had. */
function roomToAcquire(
  state: ShareState,
  { maxRecords, maxRecordLocks, fetchOffset }: AcquireInput,
  lastOffset: Offset,
): { readonly lastOffset: Offset; readonly maxRecords: number } {
  const free = Math.min(maxRecords, maxRecordLocks - inFlightCount(state));
  if (free > 0) return { lastOffset, maxRecords: free };
  const { endOffset } = state;
  if (fetchOffset > endOffset) return { lastOffset, maxRecords: free };
  return {
    lastOffset: Math.min(lastOffset, endOffset),
    maxRecords: Math.min(maxRecords, endOffset - fetchOffset + 1),
  };
}

/** What the log has no more, between where it was asked for and what it begins with: the cleaner took it. Kafka: `maybeArchiveStaleBatches`. */
function archiveStale(state: ShareState, fetchOffset: Offset, baseOffset: Offset): ShareState {
  if (state.batches.length === 0 || fetchOffset >= baseOffset) return state;
  return archiveAvailable(state, fetchOffset, baseOffset);
}

/** Records between two offsets, the second excluded, that nobody has are archived. Kafka: `archiveRecords`. */
export function archiveAvailable(state: ShareState, from: Offset, to: Offset): ShareState {
  return archiveWhere(state, from, to, (known) => known.state === 'AVAILABLE');
}

export function archiveWhere(
  state: ShareState,
  from: Offset,
  to: Offset,
  isMeant: (known: InFlightState) => boolean,
): ShareState {
  const batches = state.batches.map((batch) => {
    const { firstOffset, lastOffset, state: all } = batch;
    if (firstOffset >= to || lastOffset < from) return batch;
    if (all && !isMeant(all)) return batch;
    if (all && firstOffset >= from && lastOffset < to)
      return inFlightBatch(firstOffset, lastOffset, archived(all));
    const { offsets } = perOffset(batch);
    const next = (offsets ?? []).map((known, i) =>
      firstOffset + i >= from && firstOffset + i < to && isMeant(known) ? archived(known) : known,
    );
    return Object.freeze({ firstOffset, lastOffset, state: null, offsets: Object.freeze(next) });
  });
  return Object.freeze({ ...state, batches: Object.freeze(batches) });
}

/** One acquisition under way. */
class Work {
  private readonly batches: InFlightBatch[];
  private readonly records: AcquiredRecords[] = [];
  private count = 0;
  private state: ShareState;
  private readonly input: AcquireInput;

  constructor(state: ShareState, input: AcquireInput) {
    this.state = state;
    this.input = input;
    this.batches = [...state.batches];
  }

  result(): Acquisition {
    const state = Object.freeze({ ...this.state, batches: Object.freeze(this.batches) });
    return { state, records: this.records };
  }

  take(readFrom: Offset, lastOffset: Offset, mostRecords: number): void {
    const { batches } = this;
    let base = readFrom;
    let place = floorIndex(batches, base);
    const floor = batches[place];
    if (!floor) base = Math.max(base, this.state.startOffset);
    else if (floor.lastOffset >= base) base = floor.firstOffset;
    if (!floor || floor.lastOffset < readFrom) place += 1;
    let most = mostRecords;
    if (!batches[place] || (batches[place] as InFlightBatch).firstOffset > lastOffset) {
      this.takeNew(base, lastOffset, most);
      return;
    }
    const throttled = throttledCount(this.input);
    let gapStart = base;
    let lastSeen = base - 1;
    for (; place < batches.length && this.count < most; place++) {
      let batch = batches[place] as InFlightBatch;
      if (batch.firstOffset > lastOffset) break;
      if (activeGap(this.state)) {
        if (gapStart < batch.firstOffset) {
          const before = batches.length;
          this.takeNew(gapStart, batch.firstOffset - 1, most - this.count);
          place += batches.length - before;
          batch = batches[place] as InFlightBatch;
        }
        gapStart = batch.lastOffset + 1;
        if (this.count >= most) break;
      }
      lastSeen = batch.lastOffset;
      const isThrottled = highestAcquirable(batch, readFrom, lastOffset) >= throttled;
      if (isThrottled && this.count > 0) {
        most = 0;
        break;
      }
      const taken = this.takeKnown(place, readFrom, lastOffset, most - this.count, isThrottled);
      if (isThrottled && taken > 0) {
        most = 0;
        break;
      }
    }
    lastSeen = Math.max(lastSeen, lastKnownUpTo(batches, lastOffset));
    if (this.count < most && lastSeen < lastOffset) this.takeNew(lastSeen + 1, lastOffset, most - this.count);
    const end = this.records.at(-1);
    if (end) this.moveGap(end.lastOffset + 1);
  }

  /** Of a batch in flight, all at once if it lies within what was read and is all to be had; else offset by offset. */
  private takeKnown(place: number, from: Offset, to: Offset, most: number, isThrottled: boolean): number {
    const batch = this.batches[place] as InFlightBatch;
    const { firstOffset, lastOffset, state } = batch;
    const { memberId, limits, nowUs, mode } = this.input;
    if (state && !isAcquirable(state)) return 0;
    const isWhole = firstOffset >= from && lastOffset <= to;
    const exceeds = mode === 'record_limit' && lastOffset - firstOffset + 1 > most;
    if (state && isWhole && !exceeds && !isThrottled) {
      const taken = acquired(state.deliveryCount, memberId, nowUs, limits);
      this.batches[place] = inFlightBatch(firstOffset, lastOffset, taken);
      this.tell({ firstOffset, lastOffset, deliveryCount: taken.deliveryCount });
      return lastOffset - firstOffset + 1;
    }
    return this.takeOffsets(place, from, to, most);
  }

  /** The closer a record is to the limit, the fewer come with it; on its last delivery it comes alone (SH8). */
  private takeOffsets(place: number, from: Offset, to: Offset, most: number): number {
    const batch = perOffset(this.batches[place] as InFlightBatch);
    const { firstOffset, lastOffset } = batch;
    const offsets = [...(batch.offsets ?? [])];
    const { memberId, limits, nowUs, mode } = this.input;
    const limit = limits.deliveryCountLimit;
    const throttled = throttledCount(this.input);
    const isCareful = throttled < Infinity && limit > 2;
    const found: AcquiredRecords[] = [];
    let mostThrottled = Infinity;
    for (let offset = Math.max(from, firstOffset); offset <= Math.min(to, lastOffset); offset++) {
      const known = offsets[offset - firstOffset] as InFlightState;
      if (!isAcquirable(known)) continue;
      const { deliveryCount } = known;
      if (isCareful && deliveryCount === limit - 1 && found.length > 0) break;
      if (deliveryCount >= throttled && mostThrottled === Infinity)
        mostThrottled = Math.max(1, offsets.length >> (deliveryCount - throttled + 1));
      const taken = acquired(deliveryCount, memberId, nowUs, limits);
      offsets[offset - firstOffset] = taken;
      found.push({ firstOffset: offset, lastOffset: offset, deliveryCount: taken.deliveryCount });
      if (isCareful && taken.deliveryCount === limit) break;
      if (mode === 'record_limit' && found.length === most) break;
      if (found.length === mostThrottled) break;
    }
    this.batches[place] = Object.freeze({
      firstOffset,
      lastOffset,
      state: null,
      offsets: Object.freeze(offsets),
    });
    for (const records of joined(found)) this.tell(records);
    return found.length;
  }

  /** Records that nobody ever had, by whole batches of the log. Kafka: `acquireNewBatchRecords`. */
  private takeNew(from: Offset, to: Offset, most: number): void {
    const { state, batches, input } = this;
    const isStrict = input.mode === 'record_limit';
    const first = batches.length === 0 ? Math.max(from, state.endOffset) : from;
    let last = to;
    if (most < last - first + 1) {
      last = endOfBatchAt(input.read, first + most - 1);
      if (activeGap(state)) last = Math.min(last, to);
    }
    if (last < first) return;
    const ranges = isStrict ? [{ first, last }] : rangesOf(input.read, first, last, input.batchSize);
    for (const range of ranges) {
      const taken = acquired(0, input.memberId, input.nowUs, input.limits);
      const strictEnd = range.first + most - 1;
      const isCut = isStrict && range.last > strictEnd;
      const batch = isCut
        ? cutBatch(range.first, range.last, strictEnd, taken)
        : inFlightBatch(range.first, range.last, taken);
      batches.splice(floorIndex(batches, range.first) + 1, 0, batch);
      this.tell({ firstOffset: range.first, lastOffset: isCut ? strictEnd : range.last, deliveryCount: 1 });
    }
    this.state = {
      ...state,
      startOffset: batches[0]?.firstOffset === first ? Math.max(state.startOffset, first) : state.startOffset,
      endOffset: Math.max(state.endOffset, last),
    };
    this.moveGap((this.records.at(-1)?.lastOffset ?? last) + 1);
  }

  private tell(records: AcquiredRecords): void {
    this.records.push(records);
    this.count += records.lastOffset - records.firstOffset + 1;
  }

  /** Kafka: `maybeUpdatePersisterGapWindowStartOffset`. */
  private moveGap(to: Offset): void {
    const { state } = this;
    const { gap } = state;
    if (!gap) return;
    const isActive = gap.endOffset === state.endOffset && to <= gap.endOffset;
    this.state = { ...state, gap: isActive ? Object.freeze({ ...gap, gapStartOffset: to }) : null };
  }
}

/** A batch of which only the front is taken; the rest waits, and counts as delivered never. */
function cutBatch(first: Offset, last: Offset, takenTo: Offset, taken: InFlightState): InFlightBatch {
  const rest = settled('AVAILABLE', 0);
  const offsets = Array.from({ length: last - first + 1 }, (_, i) => (first + i <= takenTo ? taken : rest));
  return Object.freeze({
    firstOffset: first,
    lastOffset: last,
    state: null,
    offsets: Object.freeze(offsets),
  });
}

/** Half the limit. Kafka: `throttleRecordsDeliveryLimit` (4.2). */
function throttledCount({ throttlesDelivery = true, limits }: AcquireInput): number {
  if (!throttlesDelivery) return Infinity;
  return Math.max(LEAST_THROTTLED_COUNT, Math.ceil(limits.deliveryCountLimit / 2));
}

/** The highest delivery count of what could be had of a batch. */
function highestAcquirable(batch: InFlightBatch, from: Offset, to: Offset): number {
  if (batch.state) return isAcquirable(batch.state) ? batch.state.deliveryCount : 0;
  let highest = 0;
  for (let offset = Math.max(from, batch.firstOffset); offset <= Math.min(to, batch.lastOffset); offset++) {
    const known = stateAt(batch, offset);
    if (isAcquirable(known)) highest = Math.max(highest, known.deliveryCount);
  }
  return highest;
}

function lastKnownUpTo(batches: readonly InFlightBatch[], offset: Offset): Offset {
  return batches[floorIndex(batches, offset)]?.lastOffset ?? -1;
}

/** Where the batch of the log that holds an offset ends; the offset itself when none does. Kafka: `lastOffsetFromBatchWithRequestOffset`. */
function endOfBatchAt(read: readonly StoredBatch[], offset: Offset): Offset {
  const batch = read.filter(({ baseOffset }) => baseOffset <= offset).at(-1);
  return batch && offset < endOffsetOf(batch) ? endOffsetOf(batch) - 1 : offset;
}

/** Ranges of at least `batchSize` records that end where batches of the log do. Kafka: `createBatches`. */
function rangesOf(
  read: readonly StoredBatch[],
  first: Offset,
  last: Offset,
  batchSize: number,
): { readonly first: Offset; readonly last: Offset }[] {
  const ranges: { first: Offset; last: Offset }[] = [];
  let from = first;
  if (last - first + 1 > batchSize)
    for (const { baseOffset } of read) {
      if (baseOffset > last) break;
      if (baseOffset - from < batchSize) continue;
      ranges.push({ first: from, last: baseOffset - 1 });
      from = baseOffset;
    }
  ranges.push({ first: from, last });
  return ranges;
}

/** Offsets that follow one another with the same count are told as one. Kafka: `accumulateAcquiredRecords`. */
function joined(found: readonly AcquiredRecords[]): AcquiredRecords[] {
  const records: AcquiredRecords[] = [];
  for (const next of found) {
    const last = records.at(-1);
    if (last?.lastOffset === next.firstOffset - 1 && last.deliveryCount === next.deliveryCount)
      records[records.length - 1] = { ...last, lastOffset: next.lastOffset };
    else records.push(next);
  }
  return records;
}
