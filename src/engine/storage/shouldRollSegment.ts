import { NO_TIMESTAMP } from './RecordBatch.ts';
import type { LogConfig } from './LogConfig.ts';
import type { Bytes, Millis, Offset } from '../../shared/units.ts';

/** Bytes of an entry of an offset index: a relative offset and a position, 4 bytes each. */
export const OFFSET_INDEX_ENTRY_BYTES: Bytes = 8;
/** Bytes of an entry of a time index: a timestamp (8) and a relative offset (4). */
export const TIME_INDEX_ENTRY_BYTES: Bytes = 12;

export const MAX_RELATIVE_OFFSET = 2_147_483_647;

/** What of an active segment decides whether it takes another append. */
export interface RollState {
  readonly baseOffset: Offset;
  readonly sizeBytes: Bytes;
  /** Largest timestamp of its first batch: the age of a segment counts from there. `NO_TIMESTAMP` while it is empty. */
  readonly firstBatchMaxTimestampMs: Millis;
  readonly rollJitterMs: Millis;
  readonly offsetIndexEntries: number;
  readonly timeIndexEntries: number;
  /** segment.index.bytes when the segment was made. */
  readonly maxIndexBytes: Bytes;
}

/**
 * Whether a segment is closed and a new one begun before an append (SG3): it would grow beyond segment.bytes, it spans more
 * than segment.ms of record time (less its jitter), an index is full, or the offset no longer fits in 32 bits. Exactly at a
 * limit it does not roll. Nothing else ever rolls a segment but retention: on a quiet topic the active one stays.
 *
 * `sizeBytes`, `maxTimestampMs` and `lastOffset` are of all that is to be appended, on a follower of the whole slice that one
 * fetch brought. `segmentAgeMs` is how long ago the segment was made by the broker's clock; it counts only where the first batch has no
 * timestamp. Kafka: `LogSegment.shouldRoll`, `OffsetIndex.isFull`, `TimeIndex.isFull` (4.2).
 */
export function shouldRollSegment(
  segment: RollState,
  config: Pick<LogConfig, 'segmentBytes' | 'segmentMs'>,
  sizeBytes: Bytes,
  maxTimestampMs: Millis,
  lastOffset: Offset,
  segmentAgeMs: Millis,
): boolean {
  if (segment.sizeBytes > config.segmentBytes - sizeBytes) return true;
  if (segment.sizeBytes > 0) {
    const first = segment.firstBatchMaxTimestampMs;
    const waitedMs = first === NO_TIMESTAMP ? segmentAgeMs : maxTimestampMs - first;
    if (waitedMs > config.segmentMs - segment.rollJitterMs) return true;
  }
  return (
    isOffsetIndexFull(segment.offsetIndexEntries, segment.maxIndexBytes) ||
    isTimeIndexFull(segment.timeIndexEntries, segment.maxIndexBytes) ||
    !fitsRelativeOffset(segment.baseOffset, lastOffset)
  );
}

export function isOffsetIndexFull(entries: number, maxIndexBytes: Bytes): boolean {
  return entries >= maxEntries(maxIndexBytes, OFFSET_INDEX_ENTRY_BYTES);
}

/** One slot is kept for the entry that a segment gets as it is closed. */
export function isTimeIndexFull(entries: number, maxIndexBytes: Bytes): boolean {
  return entries >= maxEntries(maxIndexBytes, TIME_INDEX_ENTRY_BYTES) - 1;
}

export function maxEntries(maxIndexBytes: Bytes, entryBytes: Bytes): number {
  return Math.floor(maxIndexBytes / entryBytes);
}

/** An index keeps offsets as 32 bits above the segment's base (`LogSegment.canConvertToRelativeOffset`). */
export function fitsRelativeOffset(baseOffset: Offset, offset: Offset): boolean {
  return offset >= baseOffset && offset - baseOffset <= MAX_RELATIVE_OFFSET;
}
