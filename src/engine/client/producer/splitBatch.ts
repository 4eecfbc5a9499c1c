import {
  hasRoomFor,
  RECORD_BATCH_OVERHEAD,
  sizedRecord,
  upperBoundOf,
} from '../../storage/recordBatchSize.ts';
import type { Bytes, Millis } from '../../../shared/units.ts';
import { sliceRecords } from './BatchRecords.ts';
import type { BatchRecords } from './BatchRecords.ts';
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

/** Some of a batch's records that stay together. */
interface Share {
  readonly first: number;
  readonly count: number;
  /** Of the records, as they are before a codec. */
  readonly recordsBytes: Bytes;
  readonly records: BatchRecords | null;
  readonly firstTimestampMs: Millis;
  readonly maxTimestampMs: Millis;
}

/**
 * The records of a batch in as many batches as they need, at least one record in each, in their order (RT7). The parts count as never
 * sent, keep the time of creation, and share the sequence that the whole had; their memory is not of the pool.
 * Kafka: `ProducerBatch.split` (4.2).
 */
export function splitBatch(
  batch: ProducerBatch,
  targetBytes: Bytes,
  compression?: ProducerCompression,
): ProducerBatch[] {
  // Nobody knows yet what the parts come to either: they are filled by what the codec is now expected to do.
  const counted = (recordsBytes: Bytes): Bytes =>
    compression
      ? estimatedBatchBytes(recordsBytes, compression.expectedRatio)
      : RECORD_BATCH_OVERHEAD + recordsBytes;
  const shares = batch.records
    ? sharesOfRecords(batch, batch.records, targetBytes, counted)
    : equalShares(batch, targetBytes, counted);
  return shares.map(({ first, recordsBytes, ...share }) => {
    const part = compression ? { ...compression.open(), uncompressedBytes: recordsBytes } : null;
    return {
      ...batch,
      ...share,
      firstOrdinal: batch.firstOrdinal + first,
      sizeBytes: counted(recordsBytes),
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
    };
  });
}

/** Record by record, each for as long as it has room; a part has room for its first record at least. */
function sharesOfRecords(
  batch: ProducerBatch,
  records: BatchRecords,
  targetBytes: Bytes,
  counted: (recordsBytes: Bytes) => Bytes,
): Share[] {
  const { contentBytes, timestampDeltasMs } = records;
  const shares: Share[] = [];
  for (let first = 0; first < batch.count;) {
    const startMs = timestampDeltasMs[first] ?? 0;
    const limitBytes = Math.max(targetBytes, upperBoundOf(contentBytes[first] ?? 0));
    let count = 0;
    let recordsBytes = 0;
    let maxMs = startMs;
    for (let i = first; i < batch.count; i++) {
      const deltaMs = timestampDeltasMs[i] ?? 0;
      const next = sizedRecord(count, deltaMs - startMs, contentBytes[i] ?? 0);
      if (!hasRoomFor(count, counted(recordsBytes), next, limitBytes)) break;
      recordsBytes += next;
      maxMs = Math.max(maxMs, deltaMs);
      count += 1;
    }
    shares.push({
      first,
      count,
      recordsBytes,
      records: sliceRecords(records, first, first + count),
      firstTimestampMs: batch.firstTimestampMs + startMs,
      maxTimestampMs: batch.firstTimestampMs + maxMs,
    });
    first += count;
  }
  return shares;
}

/** Simplified: records of which nothing is kept count as equally large, and each part has the times of all. */
function equalShares(
  batch: ProducerBatch,
  targetBytes: Bytes,
  counted: (recordsBytes: Bytes) => Bytes,
): Share[] {
  const { compressed, count: all, firstTimestampMs, maxTimestampMs } = batch;
  const recordsBytes = compressed?.uncompressedBytes ?? batch.sizeBytes - RECORD_BATCH_OVERHEAD;
  const bytesUpTo = (records: number): Bytes => Math.floor((recordsBytes * records) / all);
  const countedBytes = counted(recordsBytes) - RECORD_BATCH_OVERHEAD;
  const most = Math.max(1, Math.floor(((targetBytes - RECORD_BATCH_OVERHEAD) * all) / countedBytes));
  const shares: Share[] = [];
  for (let first = 0; first < all; first += most) {
    const count = Math.min(most, all - first);
    const bytes = bytesUpTo(first + count) - bytesUpTo(first);
    shares.push({ first, count, recordsBytes: bytes, records: null, firstTimestampMs, maxTimestampMs });
  }
  return shares;
}
