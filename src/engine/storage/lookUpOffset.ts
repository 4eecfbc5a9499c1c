import type { Bytes, Millis, Offset } from '../../shared/units.ts';
import { lookUpIndex } from './indexLookup.ts';
import type { IndexLookup } from './indexLookup.ts';
import { endOffsetOf, recordTimestampMs } from './RecordBatch.ts';
import type { StoredBatch } from './RecordBatch.ts';
import type { OffsetIndexEntry, SegmentIndexes, TimeIndexEntry } from './segmentIndexes.ts';
import { OFFSET_INDEX_ENTRY_BYTES, TIME_INDEX_ENTRY_BYTES } from './shouldRollSegment.ts';

/** A segment as a look-up reads it: its batches in order, and its two indexes. */
export interface SegmentFiles {
  readonly baseOffset: Offset;
  readonly batches: readonly StoredBatch[];
  readonly indexes: SegmentIndexes;
}

/** A batch header that was read on the way, and where it stands in the `.log` file. */
export interface ScannedBatch {
  readonly batch: StoredBatch;
  readonly position: Bytes;
}

/** How an offset is found in a segment, step by step. */
export interface OffsetLookup {
  readonly target: Offset;
  readonly index: IndexLookup;
  /** Where the scan of the log begins: the entry that was found, or the beginning of the segment. */
  readonly entry: OffsetIndexEntry;
  /** Headers read from there on, the last of them the batch that was found. */
  readonly scanned: readonly ScannedBatch[];
  /** null: the segment ends before the target. */
  readonly found: ScannedBatch | null;
}

/**
 * Finds the batch that holds an offset, or the first after it (SG2): the floor entry of the offset index, and from its position
 * on one batch header after the other until one ends at or after the target. Kafka: `LogSegment.translateOffset` (4.2).
 */
export function lookUpOffset(segment: SegmentFiles, target: Offset): OffsetLookup {
  const { offsetIndex } = segment.indexes;
  const index = lookUpIndex(
    offsetIndex.map(({ offset }) => offset),
    target,
    OFFSET_INDEX_ENTRY_BYTES,
  );
  const entry = offsetIndex[index.slot] ?? { offset: segment.baseOffset, position: 0 };
  const scanned: ScannedBatch[] = [];
  let found: ScannedBatch | null = null;
  for (const read of batchesFrom(segment, entry.position)) {
    scanned.push(read);
    if (endOffsetOf(read.batch) <= target) continue;
    found = read;
    break;
  }
  return { target, index, entry, scanned, found };
}

/** A record by its offset and time. */
export interface TimestampAndOffset {
  readonly timestampMs: Millis;
  readonly offset: Offset;
}

/** How a timestamp is found in a segment, step by step. */
export interface TimestampLookup {
  readonly targetMs: Millis;
  readonly index: IndexLookup;
  /** Entry of the time index; with a timestamp of −1 when all are later. */
  readonly timeEntry: TimeIndexEntry;
  /** Where the offset index sends the scan for that entry's offset. */
  readonly offsetIndex: IndexLookup;
  readonly entry: OffsetIndexEntry;
  readonly scanned: readonly ScannedBatch[];
  readonly found: TimestampAndOffset | null;
}

/**
 * Finds the first record of a segment at or after a time, and not before `startOffset` (SG4): the floor entry of the time index,
 * for its offset the floor entry of the offset index, and from there on record by record. With times out of order this is the
 * lowest offset of all that fit. Kafka: `LogSegment.findOffsetByTimestamp`, `FileRecords.searchForTimestamp` (4.2).
 *
 * `timestampsOf` gives the times of a batch's records by their place in it, −1 or undefined where the cleaner took one out; without
 * it they are spread evenly, as of a batch of which nothing else is kept.
 */
export function lookUpTimestamp(
  segment: SegmentFiles,
  targetMs: Millis,
  startOffset: Offset,
  timestampsOf?: (batch: StoredBatch) => readonly (Millis | undefined)[] | undefined,
): TimestampLookup {
  const { timeIndex, offsetIndex } = segment.indexes;
  const index = lookUpIndex(
    timeIndex.map(({ timestampMs }) => timestampMs),
    targetMs,
    TIME_INDEX_ENTRY_BYTES,
  );
  const timeEntry = timeIndex[index.slot] ?? { timestampMs: -1, offset: segment.baseOffset };
  const lookup = lookUpIndex(
    offsetIndex.map(({ offset }) => offset),
    Math.max(timeEntry.offset, startOffset),
    OFFSET_INDEX_ENTRY_BYTES,
  );
  const entry = offsetIndex[lookup.slot] ?? { offset: segment.baseOffset, position: 0 };
  const scanned: ScannedBatch[] = [];
  let found: TimestampAndOffset | null = null;
  for (const read of batchesFrom(segment, entry.position)) {
    scanned.push(read);
    found = firstRecordAt(read.batch, targetMs, startOffset, timestampsOf?.(read.batch));
    if (found) break;
  }
  return { targetMs, index, timeEntry, offsetIndex: lookup, entry, scanned, found };
}

/** How the record with the latest timestamp of a segment is found, step by step. */
export interface MaxTimestampLookup {
  /** The latest timestamp, and the last offset of the first batch that has it: the segment knows both. */
  readonly latest: TimestampAndOffset;
  readonly index: IndexLookup;
  readonly entry: OffsetIndexEntry;
  readonly scanned: readonly ScannedBatch[];
  /** null: the cleaner took the record that had it. */
  readonly found: TimestampAndOffset | null;
}

/**
 * Finds the first record of a segment with its latest timestamp (SG6): the offset index for the batch that brought it, and in that
 * batch record by record. Kafka: `UnifiedLog.fetchOffsetByTimestamp` of `MAX_TIMESTAMP`, `RecordBatch.offsetOfMaxTimestamp` (4.2).
 *
 * @param timestampsOf as of `lookUpTimestamp`.
 */
export function lookUpMaxTimestamp(
  segment: SegmentFiles,
  timestampsOf?: (batch: StoredBatch) => readonly (Millis | undefined)[] | undefined,
): MaxTimestampLookup | null {
  const [first, ...rest] = segment.batches;
  if (first === undefined) return null;
  const newest = rest.reduce(
    (best, batch) => (batch.maxTimestampMs > best.maxTimestampMs ? batch : best),
    first,
  );
  const latest = { timestampMs: newest.maxTimestampMs, offset: endOffsetOf(newest) - 1 };
  const { offsetIndex } = segment.indexes;
  const index = lookUpIndex(
    offsetIndex.map(({ offset }) => offset),
    latest.offset,
    OFFSET_INDEX_ENTRY_BYTES,
  );
  const entry = offsetIndex[index.slot] ?? { offset: segment.baseOffset, position: 0 };
  const scanned: ScannedBatch[] = [];
  for (const read of batchesFrom(segment, entry.position)) {
    scanned.push(read);
    if (read.batch.maxTimestampMs !== latest.timestampMs) continue;
    const found = firstRecordAt(
      read.batch,
      latest.timestampMs,
      read.batch.baseOffset,
      timestampsOf?.(read.batch),
    );
    return { latest, index, entry, scanned, found };
  }
  return { latest, index, entry, scanned, found: null };
}

/** The first record of a batch at or after a time and an offset; null: there is none. */
export function firstRecordAt(
  batch: StoredBatch,
  targetMs: Millis,
  startOffset: Offset,
  timestamps: readonly (Millis | undefined)[] | undefined,
): TimestampAndOffset | null {
  if (batch.maxTimestampMs < targetMs) return null;
  const { baseOffset } = batch;
  for (let offset = Math.max(baseOffset, startOffset); offset < endOffsetOf(batch); offset++) {
    const place = offset - baseOffset;
    const timestampMs = timestamps ? timestamps[place] : recordTimestampMs(batch, place);
    if (timestampMs !== undefined && timestampMs >= targetMs) return { timestampMs, offset };
  }
  return null;
}

function batchesFrom(segment: SegmentFiles, from: Bytes): ScannedBatch[] {
  const found: ScannedBatch[] = [];
  let position = 0;
  for (const batch of segment.batches) {
    if (position >= from) found.push({ batch, position });
    position += batch.sizeBytes;
  }
  return found;
}
