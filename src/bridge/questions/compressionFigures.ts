import { CODECS } from '../../codecs/codecs.ts';
import { diskBatchSize } from '../../engine/storage/format/batchBytes.ts';
import { buildBatch } from '../../engine/storage/format/buildBatch.ts';
import { compressBatch } from '../../engine/storage/format/compressBatch.ts';
import { compressedRecordBytes } from '../../engine/storage/compressedSize.ts';
import { RECORD_BATCH_OVERHEAD } from '../../engine/storage/recordBatchSize.ts';
import { COMPRESSION_TYPES } from '../../shared/Codec.ts';
import type { CompressedSizes, CompressionFigures } from '../../shared/RunQuestions.ts';
import { utf8Bytes } from '../../shared/utf8.ts';

type CompressingType = CompressionFigures['type'];

/** A batch of these values without keys, all of one millisecond, under each codec (RB9, CM2). */
export function compressionFigures(values: readonly string[]): readonly CompressionFigures[] {
  if (values.length === 0) return [];
  return COMPRESSION_TYPES.flatMap((type) =>
    type === 'none' ? [] : [{ type, all: sizesOf(values, type), first: sizesOf(values.slice(0, 1), type) }],
  );
}

function sizesOf(values: readonly string[], type: CompressingType): CompressedSizes {
  const batch = buildBatch({
    baseOffset: 0,
    partitionLeaderEpoch: 0,
    records: values.map((value, offset) => ({
      offset,
      timestampMs: 0,
      key: null,
      value: utf8Bytes(value),
    })),
  });
  const originalBytes = diskBatchSize(batch) - RECORD_BATCH_OVERHEAD;
  return {
    records: values.length,
    originalBytes,
    compressedBytes: diskBatchSize(compressBatch(batch, CODECS[type])) - RECORD_BATCH_OVERHEAD,
    assumedBytes: compressedRecordBytes(type, originalBytes),
  };
}
