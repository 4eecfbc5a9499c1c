import {
  contentSize,
  hasRoomFor,
  singleRecordUpperBound,
  sizedRecord,
} from '../../storage/recordBatchSize.ts';
import type { RecordContentSize } from '../../storage/recordBatchSize.ts';
import type { Bytes, Millis } from '../../../shared/units.ts';

/** Sizes of a record that do not depend on its place, worked out once for all records alike. */
export interface RecordShape {
  /** Key, value and headers with their lengths. */
  readonly contentBytes: Bytes;
  /** What a producer reserves to be sure that one such record fits (S2). */
  readonly upperBoundBytes: Bytes;
}

export function shapeOf(content: RecordContentSize): RecordShape {
  return { contentBytes: contentSize(content), upperBoundBytes: singleRecordUpperBound(content) };
}

export interface OpenBatch {
  readonly count: number;
  readonly sizeBytes: Bytes;
  readonly firstTimestampMs: Millis;
}

/** Bytes that one more record adds to the batch (RB5). */
export function nextRecordBytes(batch: OpenBatch, shape: RecordShape, timestampMs: Millis): Bytes {
  return sizedRecord(batch.count, timestampMs - batch.firstTimestampMs, shape.contentBytes);
}

/** Whether the open batch takes a record of so many bytes (S1), with the memory that it has. */
export function fitsRecord(batch: OpenBatch, recordBytes: Bytes, writeLimitBytes: Bytes): boolean {
  return hasRoomFor(batch.count, batch.sizeBytes, recordBytes, writeLimitBytes);
}
