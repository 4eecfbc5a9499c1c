import { RECORD_BATCH_OVERHEAD } from '../../storage/recordBatchSize.ts';
import type { Bytes } from '../../../shared/units.ts';
import { sliceRecords } from './BatchRecords.ts';
import { estimatedBatchBytes } from './compression/compressionRatio.ts';
import type { ProducerCompression } from './compression/ProducerCompression.ts';
import type { ProducerBatch } from './ProducerBatch.ts';
import { incrementSequence } from './sequence.ts';

/**
 * How large the parts of a batch may be that was too large for the broker (RT7): `batch.size`, as if a compression had been guessed
 * too well; what was split before and is still too large is halved. Kafka: `RecordAccumulator.splitAndReenqueue` (4.2).
 */
export function splitTargetBytes(
  batch: Pick<ProducerBatch, 'isSplit' | 'sizeBytes'>,
  batchSizeBytes: Bytes,
): Bytes {
  return batch.isSplit ? Math.floor(batch.sizeBytes / 2) : batchSizeBytes;
}

/**
 * The records of a batch in as many batches as they need, at least one record in each, in their order (RT7). The parts count as never
 * sent, keep the time of creation, and share the sequence that the whole had; their memory is not of the pool.
 * Kafka: `ProducerBatch.split` (4.2).
 *
 * Simplified: all records of a batch count as equally large.
 */
export function splitBatch(
  batch: ProducerBatch,
  targetBytes: Bytes,
  compression?: ProducerCompression,
): ProducerBatch[] {
  const { compressed } = batch;
  const recordsBytes = compressed?.uncompressedBytes ?? batch.sizeBytes - RECORD_BATCH_OVERHEAD;
  // Nobody knows yet what the parts come to either: they are filled by what the codec is now expected to do.
  const countedBytes = compression
    ? estimatedBatchBytes(recordsBytes, compression.expectedRatio) - RECORD_BATCH_OVERHEAD
    : recordsBytes;
  const fitting = Math.floor(((targetBytes - RECORD_BATCH_OVERHEAD) * batch.count) / countedBytes);
  const most = Math.max(1, fitting);
  const parts: ProducerBatch[] = [];
  for (let first = 0; first < batch.count; first += most) {
    const count = Math.min(most, batch.count - first);
    const partBytes = bytesUpTo(first + count) - bytesUpTo(first);
    const part = compression ? { ...compression.open(), uncompressedBytes: partBytes } : null;
    parts.push({
      ...batch,
      firstOrdinal: batch.firstOrdinal + first,
      count,
      records: batch.records && sliceRecords(batch.records, first, first + count),
      sizeBytes: part
        ? estimatedBatchBytes(partBytes, part.estimatedRatio)
        : RECORD_BATCH_OVERHEAD + partBytes,
      ...(part && { compressed: part }),
      attempts: 0,
      backoffMs: 0,
      lastError: null,
      sequence: batch.sequence && {
        ...batch.sequence,
        baseSequence: incrementSequence(batch.sequence.baseSequence, first),
      },
      isSplit: true,
      pooledBytes: 0,
    });
  }
  return parts;

  function bytesUpTo(records: number): Bytes {
    return Math.floor((recordsBytes * records) / batch.count);
  }
}
