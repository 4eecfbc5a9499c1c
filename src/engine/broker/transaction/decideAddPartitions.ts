import type { Epoch, TopicPartition } from '../../../shared/units.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import type { TxnTransitMetadata } from './TransactionMetadata.ts';
import type { TransactionState } from './TransactionState.ts';

/** A transactional.id as the coordinator has it; null: it does not know it. */
export type KnownTransaction = {
  readonly current: TxnTransitMetadata;
  readonly pendingState: TransactionState | null;
} | null;

/** Who wants what in a transaction. */
export interface PartitionsOfTransaction {
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly partitions: readonly TopicPartition[];
}

/**
 * Whether partitions are written into a transaction (T10, T11). They are not when all of them are in it: then NONE is the answer at
 * once. Kafka: `TransactionCoordinator.handleAddPartitionsToTransaction` (4.2).
 *
 * Errors, in this order: INVALID_PRODUCER_ID_MAPPING, CONCURRENT_TRANSACTIONS (a transition is pending: it may be the one that
 * gives the producer its new id), INVALID_PRODUCER_ID_MAPPING, PRODUCER_FENCED, CONCURRENT_TRANSACTIONS (markers are under way).
 */
export function decideAddPartitions(
  known: KnownTransaction,
  asked: PartitionsOfTransaction,
): { readonly write: boolean; readonly error: KafkaError } {
  if (known === null) return answer('INVALID_PRODUCER_ID_MAPPING');
  if (known.pendingState !== null) return answer('CONCURRENT_TRANSACTIONS');
  const { current } = known;
  const error = errorOfProducer(current, asked);
  if (error !== 'NONE') return answer(error);
  const isIn = asked.partitions.every((one) => current.topicPartitions.includes(one));
  return current.txnState === 'Ongoing' && isIn ? answer('NONE') : { write: true, error: 'NONE' };
}

/**
 * Whether partitions are in a transaction, for a leader that is about to append to one of them (T10). A pending transition is not
 * looked at: the leader checks once more when it appends. Kafka: `TransactionCoordinator.handleVerifyPartitionsInTransaction` (4.2).
 *
 * Errors: as for adding; TRANSACTION_ABORTABLE for a partition that is not in it (KIP-890, KIP-1050).
 */
export function verifyPartitions(
  known: KnownTransaction,
  asked: PartitionsOfTransaction,
): readonly { readonly topicPartition: TopicPartition; readonly error: KafkaError }[] {
  const error = known === null ? 'INVALID_PRODUCER_ID_MAPPING' : errorOfProducer(known.current, asked);
  const errorOf = (topicPartition: TopicPartition): KafkaError => {
    if (error !== 'NONE') return error;
    return known?.current.topicPartitions.includes(topicPartition) ? 'NONE' : 'TRANSACTION_ABORTABLE';
  };
  return asked.partitions.map((topicPartition) => ({ topicPartition, error: errorOf(topicPartition) }));
}

function errorOfProducer(current: TxnTransitMetadata, asked: PartitionsOfTransaction): KafkaError {
  if (current.producerId !== asked.producerId) return 'INVALID_PRODUCER_ID_MAPPING';
  if (current.producerEpoch !== asked.producerEpoch) return 'PRODUCER_FENCED';
  const { txnState } = current;
  return txnState === 'PrepareCommit' || txnState === 'PrepareAbort' ? 'CONCURRENT_TRANSACTIONS' : 'NONE';
}

function answer(error: KafkaError): { readonly write: boolean; readonly error: KafkaError } {
  return { write: false, error };
}
