import type { Bytes, Millis, Offset } from '../../shared/units.ts';
import { endOffsetOf, NO_TIMESTAMP } from './RecordBatch.ts';
import type { StoredBatch } from './RecordBatch.ts';

/** An entry of a `.index` file: the last offset of a batch, and where that batch begins in the `.log` file. */
export interface OffsetIndexEntry {
  readonly offset: Offset;
  readonly position: Bytes;
}

/** An entry of a `.timeindex` file: the largest timestamp so far, and the last offset of the batch that has it. */
export interface TimeIndexEntry {
  readonly timestampMs: Millis;
  readonly offset: Offset;
}

/** Both sparse indexes of a segment. Never changed once made. */
export interface SegmentIndexes {
  readonly offsetIndex: readonly OffsetIndexEntry[];
  readonly timeIndex: readonly TimeIndexEntry[];
}

export const NO_INDEXES: SegmentIndexes = Object.freeze({
  offsetIndex: Object.freeze([]),
  timeIndex: Object.freeze([]),
});

/**
 * Whether a batch is given an index entry (SG1): more than index.interval.bytes were written since the last entry, not counting
 * the batch itself, so that the first batch of a segment never has one. Kafka: `LogSegment.append` (4.2, per batch since
 * KAFKA-18035).
 */
export function getsIndexEntry(bytesSinceLastEntry: Bytes, indexIntervalBytes: Bytes): boolean {
  return bytesSinceLastEntry > indexIntervalBytes;
}

/** Whether a time index takes an entry: only a timestamp later than that of its last one. Kafka: `TimeIndex.maybeAppend`. */
export function getsTimeIndexEntry(timestampMs: Millis, lastTimestampMs: Millis | null): boolean {
  return timestampMs !== NO_TIMESTAMP && (lastTimestampMs === null || timestampMs > lastTimestampMs);
}

/**
 * The indexes that the batches of a segment lead to. `known` are entries that stand for the batches before the one numbered
 * `from`; after these the count of bytes begins anew, as it does after a truncation and after a start of the broker.
 */
export function buildIndexes(
  batches: readonly StoredBatch[],
  indexIntervalBytes: Bytes,
  known: SegmentIndexes = NO_INDEXES,
  from = 0,
): SegmentIndexes {
  const offsetIndex = [...known.offsetIndex];
  const timeIndex = [...known.timeIndex];
  let position = 0;
  let bytesSinceLastEntry = 0;
  let largest: TimeIndexEntry | null = null;
  batches.forEach((batch, i) => {
    const offset = endOffsetOf(batch) - 1;
    if (largest === null || batch.maxTimestampMs > largest.timestampMs)
      largest = { timestampMs: batch.maxTimestampMs, offset };
    if (i >= from) {
      if (getsIndexEntry(bytesSinceLastEntry, indexIntervalBytes)) {
        offsetIndex.push({ offset, position });
        addTimeEntry(timeIndex, largest);
        bytesSinceLastEntry = 0;
      }
      bytesSinceLastEntry += batch.sizeBytes;
    }
    position += batch.sizeBytes;
  });
  return { offsetIndex, timeIndex };
}

/** A segment that is closed gets a last time entry with its largest timestamp. Kafka: `LogSegment.onBecomeInactiveSegment`, `close`. */
export function withLastTimeEntry(indexes: SegmentIndexes, largest: TimeIndexEntry | null): SegmentIndexes {
  const timeIndex = [...indexes.timeIndex];
  if (largest !== null) addTimeEntry(timeIndex, largest);
  return { offsetIndex: indexes.offsetIndex, timeIndex };
}

/** What a truncation to `endOffset` leaves. Kafka: `OffsetIndex.truncateTo`, `TimeIndex.truncateTo`. */
export function truncateIndexes(indexes: SegmentIndexes, endOffset: Offset): SegmentIndexes {
  return {
    offsetIndex: indexes.offsetIndex.filter(({ offset }) => offset < endOffset),
    timeIndex: indexes.timeIndex.filter(({ offset }) => offset < endOffset),
  };
}

function addTimeEntry(timeIndex: TimeIndexEntry[], entry: TimeIndexEntry): void {
  if (getsTimeIndexEntry(entry.timestampMs, timeIndex.at(-1)?.timestampMs ?? null)) timeIndex.push(entry);
}
