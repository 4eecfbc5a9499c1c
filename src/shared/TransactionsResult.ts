import type { BrokerId, Epoch, Millis, Offset, TopicPartition } from './units.ts';

/** What `kafka-transactions.sh` prints of a cluster (KIP-664). */
export interface TransactionsResult {
  /** `list`, with what `describe` adds, in the order of the ids. */
  readonly transactions: readonly DescribedTransaction[];
  /** `describe-producers`, of each partition that knows a producer with a transaction, open or ended. */
  readonly producers: readonly DescribedProducer[];
  /** `find-hanging`. */
  readonly hanging: readonly DescribedProducer[];
}

export interface DescribedTransaction {
  readonly transactionalId: string;
  readonly coordinator: BrokerId;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly transactionState: string;
  readonly transactionTimeoutMs: Millis;
  /** −1: none was begun. */
  readonly transactionStartTimeMs: Millis;
  readonly partitions: readonly TopicPartition[];
}

export interface DescribedProducer {
  readonly topicPartition: TopicPartition;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly lastSequence: number;
  readonly lastTimestamp: Millis;
  readonly coordinatorEpoch: Epoch;
  readonly currentTxnStartOffset: Offset;
}
