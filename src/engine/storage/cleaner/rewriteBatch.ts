import { keepRecords, maxTimestampOf, sizeOfContents } from '../BatchContents.ts';
import type { BatchContents } from '../BatchContents.ts';
import { contentSize, RECORD_BATCH_OVERHEAD } from '../recordBatchSize.ts';
import { packedRecords } from '../format/packedRecords.ts';
import type { CompressRecords } from '../format/packedRecords.ts';
import type { RecordBatch } from '../RecordBatch.ts';
import type { RetainedBatch } from './retainBatch.ts';

/**
 * The batch that the cleaner writes in place of one: base offset, last offset, sequence and leader epoch are those it had (CL5), so that no
 * offset ever moves. Size and largest timestamp are those of the records that stay; an empty batch is a header, and keeps its
 * largest timestamp. Where the times of the records are not what decided it (LogAppendTime), it keeps it too. Kafka:
 * `MemoryRecords.buildRetainedRecordsInto`, `DefaultRecordBatch.writeEmptyHeader` (4.2).
 */
export function rewriteBatch<Batch extends RecordBatch>(
  batch: Batch,
  retained: RetainedBatch,
  compress: CompressRecords,
): Batch {
  if (retained.isOriginal) return batch;
  const before = batch.contents ?? (batch.marker ? contentsOfMarker(batch) : contentsOfKeyless(batch));
  const contents = keepRecords(before, retained.kept, retained.deleteHorizonMs);
  const ownTimestampMs = maxTimestampOf(before) === batch.maxTimestampMs ? maxTimestampOf(contents) : null;
  return {
    ...batch,
    contents,
    sizeBytes: packedSizeBytes(batch, contents, compress) ?? cleanedSizeBytes(batch, before, contents),
    maxTimestampMs: ownTimestampMs ?? batch.maxTimestampMs,
    ...atDefaultLevel(batch),
    ...keptCoordinatorRecords(batch, retained.kept),
  };
}

/** The cleaner packs with the codec of the batch and knows nothing of its level (`Compression.of`). */
function atDefaultLevel({ compression }: RecordBatch): Pick<RecordBatch, 'compression'> {
  if (compression?.level === undefined) return {};
  const { level: _, ...packing } = compression;
  return { compression: Object.freeze(packing) };
}

/** Of a batch in an internal topic: what the records say that stay. */
function keptCoordinatorRecords(
  { coordinatorRecords }: RecordBatch,
  kept: readonly number[],
): Pick<RecordBatch, 'coordinatorRecords'> {
  if (!coordinatorRecords) return {};
  return { coordinatorRecords: Object.freeze(kept.flatMap((i) => coordinatorRecords[i] ?? [])) };
}

/** Real records are compressed anew; null: they are none, or not compressed. */
function packedSizeBytes(
  { compression, values, firstOrdinal }: RecordBatch,
  contents: BatchContents,
  compress: CompressRecords,
): number | null {
  if (!compression || !values) return null;
  if (contents.keys.length === 0) return RECORD_BATCH_OVERHEAD;
  const records = packedRecords({ type: compression.type }, { contents, firstOrdinal, values }, compress);
  return RECORD_BATCH_OVERHEAD + records.length;
}

/** A batch that is compressed by a ratio shrinks as its records do uncompressed. */
function cleanedSizeBytes(batch: RecordBatch, before: BatchContents, after: BatchContents): number {
  const rawBytes = sizeOfContents(before) - RECORD_BATCH_OVERHEAD;
  const leftBytes = sizeOfContents(after) - RECORD_BATCH_OVERHEAD;
  const stored = batch.sizeBytes - RECORD_BATCH_OVERHEAD;
  return RECORD_BATCH_OVERHEAD + (rawBytes === 0 ? 0 : Math.round((stored * leftBytes) / rawBytes));
}

/** The record of a control batch: a key of 4 bytes, a value of 6 (RB7). */
function contentsOfMarker({ maxTimestampMs }: RecordBatch): BatchContents {
  return {
    keys: [null],
    contentBytes: [contentSize({ keyBytes: 4, valueBytes: 6 })],
    timestampDeltasMs: [0],
    baseTimestampMs: maxTimestampMs,
    tombstones: [],
    offsetDeltas: null,
    deleteHorizonMs: null,
  };
}

/** Of a batch without keys nothing is kept of its records: they count as equally large. */
function contentsOfKeyless({ count, sizeBytes, maxTimestampMs }: RecordBatch): BatchContents {
  const contentBytes = Math.floor((sizeBytes - RECORD_BATCH_OVERHEAD) / count);
  return {
    keys: new Array<null>(count).fill(null),
    contentBytes: new Array<number>(count).fill(contentBytes),
    timestampDeltasMs: new Array<number>(count).fill(0),
    baseTimestampMs: maxTimestampMs,
    tombstones: [],
    offsetDeltas: null,
    deleteHorizonMs: null,
  };
}
