import { compressedRecordBytes, packingOf } from '../storage/compressedSize.ts';
import type { BatchCompression, CompressingType } from '../storage/compressedSize.ts';
import { packedRecords } from '../storage/format/packedRecords.ts';
import type { CompressRecords } from '../storage/format/packedRecords.ts';
import { RECORD_BATCH_OVERHEAD } from '../storage/recordBatchSize.ts';
import type { RecordBatch } from '../storage/RecordBatch.ts';
import type { PartitionConfig } from './partitionConfig.ts';

/**
 * A batch as the log of its topic keeps it (RB9): with the producer's codec, or with that of the topic's `compression.type`, for which
 * the broker unpacks it and packs it again. Kafka: `LogValidator.validateMessagesAndAssignOffsets`, `BrokerCompressionType` (4.2).
 *
 * Simplified: that takes a broker no time.
 *
 * @param config `compressionType` is `producer`, `uncompressed`, or a codec; a level matters only where the producer used another codec.
 */
export function storedCompression(
  batch: RecordBatch,
  { compressionType, gzipLevel }: Pick<PartitionConfig, 'compressionType' | 'gzipLevel'>,
  compress: CompressRecords,
): RecordBatch {
  // Of nearly every topic: the batch is not even looked at.
  if (compressionType === 'producer') return batch;
  const target = compressionType === 'uncompressed' ? 'none' : compressionType;
  if (target === (batch.compression?.type ?? 'none')) return batch;
  const { compression, ...plain } = batch;
  const uncompressedBytes = compression?.uncompressedBytes ?? batch.sizeBytes - RECORD_BATCH_OVERHEAD;
  if (target === 'none') return { ...plain, sizeBytes: RECORD_BATCH_OVERHEAD + uncompressedBytes };
  const packing = packingOf(target as CompressingType, gzipLevel);
  const payload = compression?.payload;
  const stored: BatchCompression = { ...packing, uncompressedBytes, ...(payload && { payload }) };
  const { contents, values, firstOrdinal } = batch;
  const recordBytes =
    contents && values
      ? packedRecords(packing, { contents, values, firstOrdinal }, compress).length
      : compressedRecordBytes(packing.type, uncompressedBytes, payload);
  return { ...plain, sizeBytes: RECORD_BATCH_OVERHEAD + recordBytes, compression: Object.freeze(stored) };
}
