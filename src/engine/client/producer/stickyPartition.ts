import { assert } from '../../../shared/assert.ts';
import type { Bytes } from '../../../shared/units.ts';

export type StickySwitch = 'keep' | 'switch' | 'force';

/**
 * Whether a producer leaves the partition it sticks to (PP5): once `batch.size` bytes went there it switches at the next
 * batch boundary, at twice that wherever it is. Asked after each append, and at a boundary before the next one, when the
 * last batch of the queue is gone or has just been closed for want of room: the record then goes to the new partition.
 * Kafka: `BuiltInPartitioner.updatePartitionInfo` (4.2, KIP-794).
 *
 * @param producedBytes growth of the partition's batches since the partition was chosen, batch headers included.
 * @param allBatchesFull no batch of the partition's queue can take another record; true for an empty queue.
 */
export function stickySwitch(
  producedBytes: Bytes,
  batchSizeBytes: Bytes,
  allBatchesFull: boolean,
): StickySwitch {
  if (producedBytes >= batchSizeBytes && allBatchesFull) return 'switch';
  return producedBytes >= 2 * batchSizeBytes ? 'force' : 'keep';
}

/**
 * The next partition, uniform over those with a leader, or over all if none has one (PP6). It may be the same again.
 * Kafka: `BuiltInPartitioner.nextPartition` (4.2).
 *
 * @param drawn a random integer from 0 to 2^31 - 1.
 */
export function uniformPartition(
  drawn: number,
  availablePartitions: readonly number[],
  partitionCount: number,
): number {
  assert(partitionCount > 0, 'a topic has partitions');
  if (availablePartitions.length === 0) return drawn % partitionCount;
  return availablePartitions[drawn % availablePartitions.length]!;
}

/**
 * Running sums of the partitions' weights, each (longest queue + 1) - own queue, or null where the choice is uniform (PP6):
 * fewer than two partitions, or queues of equal length with none excluded. Kafka:
 * `BuiltInPartitioner.updatePartitionLoadStats` (4.2). Only asked once every partition of the topic has had a batch.
 *
 * @param queueSizes batches queued, of each partition that has a leader and is not excluded as too slow (PP7).
 * @param partitionCount partitions of the topic that had a batch.
 */
export function cumulativeWeights(queueSizes: readonly number[], partitionCount: number): number[] | null {
  const longest = Math.max(0, ...queueSizes);
  const noneExcluded = queueSizes.length === partitionCount;
  if (queueSizes.length < 1 || partitionCount < 2) return null;
  if (noneExcluded && queueSizes.every((size) => size === longest)) return null;

  let sum = 0;
  return queueSizes.map((size) => (sum += longest + 1 - size));
}

/**
 * The partition that a draw falls on, by weight (PP6). Kafka: `BuiltInPartitioner.nextPartition` (4.2).
 *
 * @param drawn a random integer from 0 to 2^31 - 1.
 * @param partitions the partition behind each of the cumulative weights.
 */
export function weightedPartition(
  drawn: number,
  cumulative: readonly number[],
  partitions: readonly number[],
): number {
  const total = cumulative.at(-1);
  assert(total !== undefined && partitions.length === cumulative.length, 'every weight has its partition');
  const target = drawn % total;
  return partitions[cumulative.findIndex((end) => end > target)]!;
}

/** A partition with batches queued, by its place among the available ones. */
export interface QueuedPartition {
  readonly place: number;
  readonly size: number;
}

/**
 * The same choice where most queues are empty: null where it is uniform, else the place of the partition among the available
 * ones. Costs what the queued ones cost, however many partitions there are.
 *
 * @param queued those with batches, in rising order of place.
 * @param partitionCount partitions of the topic that had a batch.
 */
export function placeByLoad(
  drawn: number,
  availableCount: number,
  partitionCount: number,
  queued: readonly QueuedPartition[],
): number | null {
  if (availableCount < 1 || partitionCount < 2) return null;
  let longest = 0;
  let total = 0;
  for (const { size } of queued) {
    longest = Math.max(longest, size);
    total -= size;
  }
  const areEqual =
    queued.length === 0 || (queued.length === availableCount && queued.every(({ size }) => size === longest));
  if (availableCount === partitionCount && areEqual) return null;
  const emptyWeight = longest + 1;
  total += availableCount * emptyWeight;
  let target = drawn % total;
  let place = 0;
  for (const { place: next, size } of queued) {
    const before = (next - place) * emptyWeight;
    if (target < before) break;
    target -= before;
    if (target < emptyWeight - size) return next;
    target -= emptyWeight - size;
    place = next + 1;
  }
  return place + Math.floor(target / emptyWeight);
}
