import { compressedRecordBytes } from '../storage/compressedSize.ts';
import type { BatchCompression, CompressingType } from '../storage/compressedSize.ts';
import { packedRecords } from '../storage/format/packedRecords.ts';
import type { CompressRecords } from '../storage/format/packedRecords.ts';
import { RECORD_BATCH_OVERHEAD } from '../storage/recordBatchSize.ts';
import type { RecordBatch } from '../storage/RecordBatch.ts';

/**
 * A batch as the log of its topic keeps it (RB9): with the producer's codec, or with that of the topic's `compression.type`, for which
 * the broker unpacks it and packs it again. Kafka: `LogValidator.validateMessagesAndAssignOffsets`, `BrokerCompressionType` (4.2).
 *
 * Simplified: that takes a broker no time.
 *
 * @param topicType `producer`, `uncompressed`, or a codec.
 */
export function storedCompression(
  batch: RecordBatch,
  topicType: string,
  compress: CompressRecords,
): RecordBatch {
  // Of nearly every topic: the batch is not even looked at.
  if (topicType === 'producer') return batch;
  const target = topicType === 'uncompressed' ? 'none' : topicType;
  if (target === (batch.compression?.type ?? 'none')) return batch;
  const { compression, ...plain } = batch;
  const uncompressedBytes = compression?.uncompressedBytes ?? batch.sizeBytes - RECORD_BATCH_OVERHEAD;
  if (target === 'none') return { ...plain, sizeBytes: RECORD_BATCH_OVERHEAD + uncompressedBytes };
  const type = target as CompressingType;
  const stored: BatchCompression = { ...compression, type, uncompressedBytes };
  const { contents, values, firstOrdinal } = batch;
  const recordBytes =
    contents && values
      ? packedRecords(type, { contents, values, firstOrdinal }, compress).length
      : compressedRecordBytes(type, uncompressedBytes, compression?.payload);
  return { ...plain, sizeBytes: RECORD_BATCH_OVERHEAD + recordBytes, compression: Object.freeze(stored) };
}
