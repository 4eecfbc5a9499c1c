import { hasRoomFor, recordSize } from '../../storage/recordBatchSize.ts';
import type { RecordContentSize } from '../../storage/recordBatchSize.ts';
import type { Bytes, Millis } from '../../../shared/units.ts';

/** Sizes of key and value: all that a record's size depends on besides its place. */
export type RecordShape = RecordContentSize;

interface OpenBatch {
  readonly count: number;
  readonly sizeBytes: Bytes;
  readonly firstTimestampMs: Millis;
}

/** Size of the batch with one more record (RB5). */
export function grownSize(batch: OpenBatch, shape: RecordShape, timestampMs: Millis): Bytes {
  return (
    batch.sizeBytes +
    recordSize(batch.count, { ...shape, timestampDeltaMs: timestampMs - batch.firstTimestampMs })
  );
}

/** Whether the open batch takes one more record (S1). */
export function fitsRecord(
  batch: OpenBatch,
  shape: RecordShape,
  timestampMs: Millis,
  batchSizeBytes: Bytes,
): boolean {
  const next = grownSize(batch, shape, timestampMs) - batch.sizeBytes;
  return hasRoomFor(batch.count, batch.sizeBytes, next, batchSizeBytes);
}
