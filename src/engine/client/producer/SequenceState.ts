import type { SelfCloning } from '../../kernel/cloneState.ts';
import { UNDEFINED_EPOCH } from '../../../shared/units.ts';
import type { Epoch, TopicPartition } from '../../../shared/units.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import type { Rules } from '../../rules/Rules.ts';
import { incrementSequence, lastSequence } from './sequence.ts';
import type { ProducerBatch } from './ProducerBatch.ts';

const NO_PRODUCER_ID = -1;
const NONE_ACKED = -1;

interface PartitionSequence {
  producerId: number;
  producerEpoch: Epoch;
  nextSequence: number;
  /** Sequence of the last acknowledged record; NONE_ACKED before the first. */
  lastAcked: number;
}

/** Batches of a partition that were sent and are not settled, lowest sequence first: in flight, or put back for a retry. */
export type InFlightBatches = (topicPartition: TopicPartition) => readonly ProducerBatch[];

/**
 * Producer id, epoch and sequence numbers of an idempotent producer (ID1, ID2, ID8–ID10). Kafka: `TransactionManager`,
 * `TxnPartitionMap` (4.2, KIP-360), without their transactions.
 *
 * A partition's sequence is broken when a batch failed for good, or when the broker says that one is missing which nobody is
 * still sending. Then the producer raises its epoch by itself, and numbers what is not settled of that partition anew from 0;
 * other partitions follow once nothing of theirs is in flight.
 */
export class SequenceState implements SelfCloning {
  producerId = NO_PRODUCER_ID;
  producerEpoch: Epoch = UNDEFINED_EPOCH;
  private readonly partitions = new Map<TopicPartition, PartitionSequence>();
  /** Partitions of which a batch expired that had been sent, and the sequence after it: nobody knows whether it was stored. */
  private readonly unresolved = new Map<TopicPartition, number>();
  /** Partitions whose sequence is broken. */
  private readonly broken = new Set<TopicPartition>();

  /** For checkpoints. */
  shareOrClone(): SequenceState {
    const copy = new SequenceState();
    copy.producerId = this.producerId;
    copy.producerEpoch = this.producerEpoch;
    for (const [topicPartition, state] of this.partitions) {
      const { producerId, producerEpoch, nextSequence, lastAcked } = state;
      copy.partitions.set(topicPartition, { producerId, producerEpoch, nextSequence, lastAcked });
    }
    for (const [topicPartition, sequence] of this.unresolved) copy.unresolved.set(topicPartition, sequence);
    for (const topicPartition of this.broken) copy.broken.add(topicPartition);
    return copy;
  }

  get hasProducerId(): boolean {
    return this.producerId !== NO_PRODUCER_ID;
  }

  get identity(): { readonly producerId: number; readonly producerEpoch: Epoch } {
    return { producerId: this.producerId, producerEpoch: this.producerEpoch };
  }

  /** Whether `maybeBumpEpoch` may have something to do. */
  get isInDoubt(): boolean {
    return this.broken.size > 0 || this.unresolved.size > 0;
  }

  assigned(producerId: number, producerEpoch: Epoch): void {
    this.producerId = producerId;
    this.producerEpoch = producerEpoch;
  }

  /** Numbers a batch that is drained for the first time. */
  number(batch: ProducerBatch, hasInFlight: () => boolean): void {
    const { topicPartition } = batch;
    if (this.hasStaleEpoch(topicPartition) && !hasInFlight()) this.startAtBeginning(topicPartition, []);
    const state = this.stateOf(topicPartition);
    const { producerId, producerEpoch } = this;
    batch.sequence = { producerId, producerEpoch, baseSequence: state.nextSequence };
    state.nextSequence = incrementSequence(state.nextSequence, batch.count);
  }

  /** Whether the partition still counts under an older epoch or id. */
  hasStaleEpoch(topicPartition: TopicPartition): boolean {
    const { producerId, producerEpoch } = this.stateOf(topicPartition);
    return producerId !== this.producerId || producerEpoch !== this.producerEpoch;
  }

  isUnresolved(topicPartition: TopicPartition): boolean {
    return this.unresolved.has(topicPartition);
  }

  acked(batch: ProducerBatch): void {
    if (batch.sequence === null) return;
    const state = this.stateOf(batch.topicPartition);
    state.lastAcked = Math.max(state.lastAcked, lastSequence(batch.sequence.baseSequence, batch.count));
  }

  /** Whether a batch that was answered with an error is sent again; may find that its partition's sequence is broken (ID8). */
  canRetry(batch: ProducerBatch, error: KafkaError, rules: Rules, transactional = false): boolean {
    const { topicPartition, sequence } = batch;
    if (error !== 'OUT_OF_ORDER_SEQUENCE_NUMBER' || sequence === null) return rules.isRetriable(error);
    const action = rules.outOfOrderAction({
      transactional,
      isNextSequence: this.isNextSequence(topicPartition, sequence.baseSequence),
      sequenceHasBeenReset: batch.sequenceHasBeenReset,
      hasUnresolvedSequence: this.isUnresolved(topicPartition),
      followsUnresolvedSequence: this.unresolved.get(topicPartition) === sequence.baseSequence,
    });
    if (action === 'bumpEpochAndRetry') this.broken.add(topicPartition);
    return action !== 'fail';
  }

  /** The broker refused a batch for good, so its numbers are never used (ID8). */
  failed(batch: ProducerBatch): void {
    if (batch.sequence !== null) this.broken.add(batch.topicPartition);
  }

  /** A batch that had been sent, and was to be sent again, expired: nobody knows whether it was stored (ID10). */
  expired(batch: ProducerBatch): void {
    if (batch.sequence === null) return;
    const { topicPartition } = batch;
    const next = lastSequence(batch.sequence.baseSequence, batch.count) + 1;
    this.unresolved.set(topicPartition, Math.max(next, this.unresolved.get(topicPartition) ?? 0));
  }

  /**
   * Once nothing of a partition with an expired batch is in flight, it shows whether its sequence has a gap (ID10). If one has,
   * or is broken otherwise, the epoch is raised, without asking anybody.
   */
  maybeBumpEpoch(inFlight: InFlightBatches, rules: Rules): void {
    for (const topicPartition of this.resolveGaps(inFlight)) this.broken.add(topicPartition);
    if (this.broken.size === 0) return;
    const next = rules.bumpedProducerEpoch(this.producerEpoch);
    if (next === null) this.assigned(NO_PRODUCER_ID, UNDEFINED_EPOCH);
    else this.producerEpoch = next;
    for (const topicPartition of this.broken) {
      this.startAtBeginning(topicPartition, inFlight(topicPartition));
      this.unresolved.delete(topicPartition);
    }
    this.broken.clear();
  }

  /** Which partitions with an expired batch and nothing in flight have a gap; none of those is in doubt any more (ID10). */
  resolveGaps(inFlight: InFlightBatches): readonly TopicPartition[] {
    const gaps: TopicPartition[] = [];
    for (const topicPartition of [...this.unresolved.keys()]) {
      if (inFlight(topicPartition).length > 0) continue;
      this.unresolved.delete(topicPartition);
      if (!this.isNextSequence(topicPartition, this.stateOf(topicPartition).nextSequence))
        gaps.push(topicPartition);
    }
    return gaps;
  }

  /** All partitions count from 0 again: the epoch was raised by the coordinator. Kafka: `TransactionManager.resetSequenceNumbers`. */
  reset(): void {
    this.partitions.clear();
    this.unresolved.clear();
  }

  /**
   * The broker refused a batch of a transaction for good: those after it take its numbers, so that they are not refused as well. Kafka:
   * `TxnPartitionEntry.adjustSequencesDueToFailedBatch` (4.2).
   */
  closeGapOf({ topicPartition, sequence, count }: ProducerBatch, inFlight: readonly ProducerBatch[]): void {
    const state = this.partitions.get(topicPartition);
    if (!state || sequence === null || state.nextSequence < count) return;
    state.nextSequence -= count;
    for (const batch of inFlight) {
      if (!batch.sequence || batch.sequence.baseSequence < sequence.baseSequence) continue;
      const baseSequence = batch.sequence.baseSequence - count;
      if (baseSequence < 0) return;
      batch.sequence = { ...batch.sequence, baseSequence };
      batch.sequenceHasBeenReset = true;
    }
  }

  /** The sequence of the partition's next batch, and the last that was acknowledged; null before the first batch. */
  sequencesOf(topicPartition: TopicPartition): {
    readonly nextSequence: number;
    readonly lastAcked: number | null;
  } | null {
    const state = this.partitions.get(topicPartition);
    if (!state) return null;
    const { nextSequence, lastAcked } = state;
    return { nextSequence, lastAcked: lastAcked === NONE_ACKED ? null : lastAcked };
  }

  /** Whether it follows the last one that was acknowledged: nothing is missing before it. */
  isNextSequence(topicPartition: TopicPartition, sequence: number): boolean {
    return sequence - this.stateOf(topicPartition).lastAcked === 1;
  }

  private startAtBeginning(topicPartition: TopicPartition, inFlight: readonly ProducerBatch[]): void {
    const { producerId, producerEpoch } = this;
    let nextSequence = 0;
    for (const batch of inFlight) {
      batch.sequence = { producerId, producerEpoch, baseSequence: nextSequence };
      batch.sequenceHasBeenReset = true;
      nextSequence = incrementSequence(nextSequence, batch.count);
    }
    this.partitions.set(topicPartition, { producerId, producerEpoch, nextSequence, lastAcked: NONE_ACKED });
  }

  private stateOf(topicPartition: TopicPartition): PartitionSequence {
    let state = this.partitions.get(topicPartition);
    if (!state) {
      state = {
        producerId: NO_PRODUCER_ID,
        producerEpoch: UNDEFINED_EPOCH,
        nextSequence: 0,
        lastAcked: NONE_ACKED,
      };
      this.partitions.set(topicPartition, state);
    }
    return state;
  }
}
