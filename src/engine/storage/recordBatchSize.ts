import type { Bytes, Millis } from '../../shared/units.ts';

/** Size of a batch without its records (RB1). */
export const RECORD_BATCH_OVERHEAD: Bytes = 61;
/** The most that a record's fields of variable length take, apart from those of key, value and headers (S2). */
export const MAX_RECORD_OVERHEAD: Bytes = 21;

export interface HeaderSize {
  readonly keyBytes: Bytes;
  /** null for a null value. */
  readonly valueBytes: Bytes | null;
}

/** What the size of a record depends on beside its place in the batch. */
export interface RecordContentSize {
  /** null for a null key, which is not an empty one. */
  readonly keyBytes: Bytes | null;
  /** null for a tombstone. */
  readonly valueBytes: Bytes | null;
  readonly headers?: readonly HeaderSize[];
}

export interface RecordInBatch extends RecordContentSize {
  /** To the batch's first record. */
  readonly timestampDeltaMs: Millis;
}

/**
 * Bytes of an integer as a zig-zag varint or varlong (RB4): 1 for -64 to 63, 2 for -8192 to 8191, and so on.
 * Kafka: `ByteUtils.sizeOfVarint`, `sizeOfVarlong`. Exact for all safe integers.
 */
export function varintLength(value: number): Bytes {
  if (value >= -64 && value < 64) return 1;
  if (value >= -8192 && value < 8192) return 2;
  let zigZag = value < 0 ? -2 * value - 1 : 2 * value;
  let length = 1;
  while (zigZag >= 128) {
    zigZag = Math.floor(zigZag / 128);
    length++;
  }
  return length;
}

/** Bytes of key, value and headers with their lengths (RB5). Kafka: `DefaultRecord.sizeOf`. */
export function contentSize({ keyBytes, valueBytes, headers = [] }: RecordContentSize): Bytes {
  let size = fieldSize(keyBytes) + fieldSize(valueBytes) + varintLength(headers.length);
  for (const header of headers) size += fieldSize(header.keyBytes) + fieldSize(header.valueBytes);
  return size;
}

function fieldSize(bytes: Bytes | null): Bytes {
  return bytes === null ? varintLength(-1) : varintLength(bytes) + bytes;
}

/**
 * Bytes of one record of a v2 batch, uncompressed (RB4, RB5). Kafka: `DefaultRecord.sizeInBytes` (4.2).
 *
 * @param offsetDelta place in the batch, from 0.
 */
export function recordSize(offsetDelta: number, record: RecordInBatch): Bytes {
  return sizedRecord(offsetDelta, record.timestampDeltaMs, contentSize(record));
}

/** The same, with the size of key, value and headers known already. */
export function sizedRecord(offsetDelta: number, timestampDeltaMs: Millis, contentBytes: Bytes): Bytes {
  const attributes = 1;
  const body = attributes + varintLength(timestampDeltaMs) + varintLength(offsetDelta) + contentBytes;
  return varintLength(body) + body;
}

/** Bytes of a v2 batch, uncompressed (RB5). Kafka: `DefaultRecordBatch.sizeInBytes`; 0 without records. */
export function batchSize(records: readonly RecordInBatch[]): Bytes {
  if (records.length === 0) return 0;
  return records.reduce(
    (size, record, offsetDelta) => size + recordSize(offsetDelta, record),
    RECORD_BATCH_OVERHEAD,
  );
}

/**
 * The buffer that a producer asks for to be sure that one record fits (S2). Kafka:
 * `DefaultRecordBatch.estimateBatchSizeUpperBound` (4.2).
 */
export function singleRecordUpperBound(content: RecordContentSize): Bytes {
  return upperBoundOf(contentSize(content));
}

/** The same, with the size of key, value and headers known already. */
export function upperBoundOf(contentBytes: Bytes): Bytes {
  return RECORD_BATCH_OVERHEAD + MAX_RECORD_OVERHEAD + contentBytes;
}

/**
 * Whether an open batch takes one more record (S1): the first always, others while the sum stays within the batch's buffer. That has
 * `batch.size`, or the upper bound of the first record where this is larger, so that a small second one may fit behind a large
 * first. Kafka: `MemoryRecordsBuilder.hasRoomFor` (4.2), without compression.
 */
export function hasRoomFor(
  recordCount: number,
  currentSizeBytes: Bytes,
  nextRecordBytes: Bytes,
  writeLimitBytes: Bytes,
): boolean {
  return recordCount === 0 || currentSizeBytes + nextRecordBytes <= writeLimitBytes;
}

/** How many records of one size and one timestamp a batch takes, and how large it then is (S1). */
export function fitEqualRecords(
  content: RecordContentSize,
  batchSizeBytes: Bytes,
): { readonly recordCount: number; readonly sizeBytes: Bytes } {
  const record: RecordInBatch = { ...content, timestampDeltaMs: 0 };
  let sizeBytes = RECORD_BATCH_OVERHEAD;
  let recordCount = 0;
  let nextBytes = recordSize(0, record);
  while (hasRoomFor(recordCount, sizeBytes, nextBytes, batchSizeBytes)) {
    sizeBytes += nextBytes;
    recordCount++;
    nextBytes = recordSize(recordCount, record);
  }
  return { recordCount, sizeBytes };
}
