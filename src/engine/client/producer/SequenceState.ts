import type { Epoch, TopicPartition } from '../../../shared/units.ts';
import { bumpedProducerEpoch, incrementSequence, lastSequence } from './sequence.ts';
import type { ProducerBatch } from './ProducerBatch.ts';

interface PartitionSequence {
  producerEpoch: Epoch;
  nextSequence: number;
  /** Sequence of the last acknowledged record; −1 before the first. */
  lastAcked: number;
}

/**
 * Producer id, epoch and sequence numbers of an idempotent producer (ID1, ID2, ID8). Kafka: `TransactionManager`, without its
 * transactions.
 */
export class SequenceState {
  producerId = -1;
  producerEpoch: Epoch = -1;
  private readonly partitions = new Map<TopicPartition, PartitionSequence>();
  /** Partitions on which a batch expired whose fate is unknown (ID10). */
  private readonly unresolved = new Set<TopicPartition>();

  get hasProducerId(): boolean {
    return this.producerId >= 0;
  }

  assigned(producerId: number, producerEpoch: Epoch): void {
    this.producerId = producerId;
    this.producerEpoch = producerEpoch;
  }

  /** Numbers a batch that is drained for the first time. */
  number(batch: ProducerBatch, hasInFlight: boolean): void {
    const state = this.stateOf(batch.topicPartition);
    if (state.producerEpoch !== this.producerEpoch && !hasInFlight) {
      state.producerEpoch = this.producerEpoch;
      state.nextSequence = 0;
      state.lastAcked = -1;
    }
    batch.sequence = {
      producerId: this.producerId,
      producerEpoch: state.producerEpoch,
      baseSequence: state.nextSequence,
    };
    state.nextSequence = incrementSequence(state.nextSequence, batch.count);
  }

  hasStaleEpoch(topicPartition: TopicPartition): boolean {
    const state = this.partitions.get(topicPartition);
    return state !== undefined && state.producerEpoch !== this.producerEpoch;
  }

  isUnresolved(topicPartition: TopicPartition): boolean {
    return this.unresolved.has(topicPartition);
  }

  /** Whether the batch is the one that the broker must see next. */
  isNext(batch: ProducerBatch): boolean {
    const state = this.stateOf(batch.topicPartition);
    return (
      batch.sequence !== null &&
      batch.sequence.baseSequence === (state.lastAcked < 0 ? 0 : incrementSequence(state.lastAcked, 1))
    );
  }

  acked(batch: ProducerBatch): void {
    if (batch.sequence === null) return;
    const state = this.stateOf(batch.topicPartition);
    if (state.producerEpoch !== batch.sequence.producerEpoch) return;
    state.lastAcked = Math.max(state.lastAcked, lastSequence(batch.sequence.baseSequence, batch.count));
  }

  /** A batch that had been sent expired: nobody knows whether it was stored (ID10). */
  expired(batch: ProducerBatch): void {
    if (batch.sequence !== null) this.unresolved.add(batch.topicPartition);
  }

  /**
   * Once nothing of a partition is in flight: go on if its sequence has no gap, else raise the epoch and start from 0 (ID8,
   * ID10). Returns whether the epoch was raised.
   */
  resolve(hasInFlight: (topicPartition: TopicPartition) => boolean): boolean {
    let isBumped = false;
    for (const topicPartition of [...this.unresolved]) {
      if (hasInFlight(topicPartition)) continue;
      this.unresolved.delete(topicPartition);
      const state = this.stateOf(topicPartition);
      const expected = state.lastAcked < 0 ? 0 : incrementSequence(state.lastAcked, 1);
      if (expected !== state.nextSequence) isBumped = true;
    }
    if (isBumped) this.bump();
    return isBumped;
  }

  /** Raises the epoch locally, without asking anybody (KIP-360). */
  bump(): void {
    const next = bumpedProducerEpoch(this.producerEpoch);
    if (next === null) this.producerId = -1;
    else this.producerEpoch = next;
  }

  /** Numbers the batches of a partition anew from 0 under the current epoch. */
  renumber(topicPartition: TopicPartition, batches: readonly ProducerBatch[]): void {
    const state = this.stateOf(topicPartition);
    state.producerEpoch = this.producerEpoch;
    state.nextSequence = 0;
    state.lastAcked = -1;
    for (const batch of batches) {
      batch.sequence = {
        producerId: this.producerId,
        producerEpoch: this.producerEpoch,
        baseSequence: state.nextSequence,
      };
      state.nextSequence = incrementSequence(state.nextSequence, batch.count);
    }
  }

  private stateOf(topicPartition: TopicPartition): PartitionSequence {
    let state = this.partitions.get(topicPartition);
    if (!state) {
      state = { producerEpoch: this.producerEpoch, nextSequence: 0, lastAcked: -1 };
      this.partitions.set(topicPartition, state);
    }
    return state;
  }
}
