import type { Epoch, Millis, TopicPartition } from '../../../shared/units.ts';
import { isValidTransition } from './TransactionState.ts';
import type { TransactionState } from './TransactionState.ts';
import { violatedTransition } from './violatedTransition.ts';

export const NO_PRODUCER_ID = -1;
export const NO_PRODUCER_EPOCH: Epoch = -1;
/** The largest producer epoch there is. No client ever gets it: it is kept for fencing. */
export const MAX_PRODUCER_EPOCH: Epoch = 32_767;

/**
 * What the client speaks when it moves a transaction on: with 2 its epoch is raised at every end of one (KIP-890). Kafka's levels
 * 0 and 1 of `transaction.version` are one for a client.
 */
export type ClientTransactionVersion = 0 | 2;

/** All that a coordinator knows of a transactional.id at one moment. Frozen. Kafka: `TxnTransitMetadata` (4.2). */
export interface TxnTransitMetadata {
  readonly producerId: number;
  /** Before the last transition; another one after an epoch ran out. */
  readonly prevProducerId: number;
  /** What the producer was told to go on with, while markers under the old one are still under way; −1: none. */
  readonly nextProducerId: number;
  readonly producerEpoch: Epoch;
  /** What the producer may still name when it missed the answer to its last request; −1: none. */
  readonly lastProducerEpoch: Epoch;
  readonly txnTimeoutMs: Millis;
  readonly txnState: TransactionState;
  /** In the order in which they were added. */
  readonly topicPartitions: readonly TopicPartition[];
  /** When the first partition was added; −1: none was since the last InitProducerId. */
  readonly txnStartTimestamp: Millis;
  readonly txnLastUpdateTimestamp: Millis;
  readonly clientTransactionVersion: ClientTransactionVersion;
}

/**
 * A transactional.id in the cache of its coordinator: what is replicated, and what is to become of it. While a transition is
 * pending no other begins. Kafka: `TransactionMetadata` (4.2).
 */
export class TransactionMetadata {
  readonly transactionalId: string;
  /** What the log says, but for partitions whose marker is written: those are struck off as the answers come. */
  current: TxnTransitMetadata;
  /** Into which state a transition is under way; null: none is. */
  pendingState: TransactionState | null = null;
  /** A fence could not be written: the next one raises the epoch no further (transaction.version 0 and 1). */
  hasFailedEpochFence = false;

  constructor(transactionalId: string, current: TxnTransitMetadata) {
    this.transactionalId = transactionalId;
    this.current = current;
  }

  get state(): TransactionState {
    return this.current.txnState;
  }

  get isPending(): boolean {
    return this.pendingState !== null;
  }

  /** Begins a transition: until it is completed or given up, it is the only one. */
  prepareTransitionTo(transit: TxnTransitMetadata): TxnTransitMetadata {
    if (this.pendingState !== null || !isValidTransition(this.state, transit.txnState))
      throw new Error(`${this.transactionalId}: ${this.state} to ${transit.txnState} is no transition`);
    this.pendingState = transit.txnState;
    return transit;
  }

  /** The transition is replicated. */
  completeTransitionTo(transit: TxnTransitMetadata): void {
    const violation = violatedTransition(this.current, this.pendingState, transit);
    if (violation !== null) throw new Error(`${this.transactionalId}: ${violation}`);
    this.current = transit;
    this.pendingState = null;
  }

  /** The marker of this partition is written. */
  removePartition(topicPartition: TopicPartition): void {
    const topicPartitions = this.current.topicPartitions.filter((other) => other !== topicPartition);
    this.current = Object.freeze({ ...this.current, topicPartitions });
  }
}

/** Whether an epoch is the last but one there is: the last one is kept for fencing (T8). */
export function isEpochExhausted(producerEpoch: Epoch): boolean {
  return producerEpoch >= MAX_PRODUCER_EPOCH - 1;
}
