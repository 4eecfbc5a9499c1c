import { RECORD_BATCH_OVERHEAD } from '../../../storage/recordBatchSize.ts';
import type { Bytes } from '../../../../shared/units.ts';

/** What a producer thinks of a topic and a codec of which it has seen no batch yet. */
export const INITIAL_RATIO = 1;
/** Java counts in floats here: numbers of 24 bits. */
const IMPROVING_STEP = Math.fround(0.005);
const DETERIORATE_STEP = Math.fround(0.05);
const ESTIMATION_FACTOR = Math.fround(1.05);

/**
 * The ratio to expect after a batch came to another (CM1): worse news counts at once and more than it says, better news in small
 * steps. Kafka: `CompressionRatioEstimator.updateEstimation` (4.2).
 *
 * @param observed bytes of a batch's records, compressed by uncompressed.
 */
export function updatedRatio(estimate: number, observed: number): number {
  const seen = Math.fround(observed);
  if (seen > estimate) return Math.max(Math.fround(estimate + DETERIORATE_STEP), seen);
  if (seen < estimate) return Math.max(Math.fround(estimate - IMPROVING_STEP), seen);
  return estimate;
}

/** The ratio to expect after a batch turned out too large for the broker (RT7). Kafka: `RecordAccumulator.splitAndReenqueue` (4.2). */
export function ratioAfterSplit(observed: number): number {
  return Math.max(INITIAL_RATIO, Math.fround(observed));
}

/**
 * How large a batch counts as while it takes records (CM1): nobody knows what they come to before it is closed. Kafka:
 * `MemoryRecordsBuilder.estimatedBytesWritten` (4.2).
 */
export function estimatedBatchBytes(uncompressedBytes: Bytes, ratio: number): Bytes {
  const estimate = Math.fround(Math.fround(uncompressedBytes * ratio) * ESTIMATION_FACTOR);
  return RECORD_BATCH_OVERHEAD + Math.floor(estimate);
}
