import type { Epoch } from '../../../shared/units.ts';

const MAX_SEQUENCE = 0x7fffffff;
const MAX_PRODUCER_EPOCH = 0x7fff;

/** The sequence `count` records after another; 2147483647 is followed by 0 (ID2). Kafka: `DefaultRecordBatch.incrementSequence`. */
export function incrementSequence(sequence: number, count: number): number {
  return sequence > MAX_SEQUENCE - count ? count - (MAX_SEQUENCE - sequence) - 1 : sequence + count;
}

/** The sequence `count` records before another (ID2). Kafka: `DefaultRecordBatch.decrementSequence`. */
export function decrementSequence(sequence: number, count: number): number {
  return sequence < count ? MAX_SEQUENCE - (count - sequence) + 1 : sequence - count;
}

/** The sequence of the last record of a batch (ID2). */
export function lastSequence(baseSequence: number, recordCount: number): number {
  return incrementSequence(baseSequence, recordCount - 1);
}

export type OutOfOrderAction =
  | 'retry'
  /** Raise the producer epoch, number the partition's batches in flight from 0, and retry. */
  | 'bumpEpochAndRetry'
  /** Abortable error of a transactional producer. */
  | 'fail';

export interface OutOfOrderBatch {
  readonly transactional: boolean;
  /** Its base sequence follows the last acknowledged one. */
  readonly isNextSequence: boolean;
  /** It was numbered anew since it was sent. */
  readonly sequenceHasBeenReset: boolean;
  /** An earlier batch of the partition expired in flight and its fate is not known (ID10). */
  readonly hasUnresolvedSequence: boolean;
  /** It is the batch right after that one. */
  readonly followsUnresolvedSequence: boolean;
}

/**
 * What a producer does about OUT_OF_ORDER_SEQUENCE_NUMBER (ID8): retry as long as an earlier batch may still fill the gap,
 * else the sequence is broken. Kafka: `TransactionManager.canRetry` (4.2, KIP-360).
 */
export function outOfOrderAction(batch: OutOfOrderBatch): OutOfOrderAction {
  if (!batch.hasUnresolvedSequence && (batch.sequenceHasBeenReset || !batch.isNextSequence)) return 'retry';
  if (batch.transactional) return 'fail';
  return !batch.hasUnresolvedSequence || batch.followsUnresolvedSequence ? 'bumpEpochAndRetry' : 'retry';
}

/**
 * The epoch after one that an idempotent producer raises by itself, or null when 32767 is reached and it needs a new
 * producer id (ID8). Kafka: `TransactionManager.bumpIdempotentProducerEpoch` (4.2).
 */
export function bumpedProducerEpoch(producerEpoch: Epoch): Epoch | null {
  return producerEpoch === MAX_PRODUCER_EPOCH ? null : producerEpoch + 1;
}
