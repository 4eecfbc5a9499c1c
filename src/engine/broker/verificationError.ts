import type { KafkaError } from '../protocol/Errors.ts';

/** Version of a produce request from which on the leader adds partitions to transactions (transaction.version 2, KIP-890). */
const FIRST_THAT_ADDS = 12;
/** Up to this version clients know nothing of TRANSACTION_ABORTABLE. */
const LAST_WITH_DEFAULT_ERROR = 10;
/** What a leader takes a request for that says no version. */
const DEFAULT_VERSION = 11;

/** Whether the partition is added to the transaction, or only looked for in it. Kafka: `TransactionSupportedOperation.ADD_PARTITION`. */
export function addsPartitions(apiVersion = DEFAULT_VERSION): boolean {
  return apiVersion >= FIRST_THAT_ADDS;
}

/**
 * What the producer hears of an error that the transaction coordinator, or the way to it, gave the leader (T11). That nobody could be
 * asked is told as NOT_ENOUGH_REPLICAS: every client sends again upon that, and asks for no new metadata. Kafka:
 * `AddPartitionsToTxnManager.AddPartitionsToTxnHandler`, `ReplicaManager.handleProduceAppend` (4.2).
 */
export function verificationError(error: KafkaError, apiVersion = DEFAULT_VERSION): KafkaError {
  switch (error) {
    case 'PRODUCER_FENCED':
      return 'INVALID_PRODUCER_EPOCH';
    case 'TRANSACTION_ABORTABLE':
      return apiVersion <= LAST_WITH_DEFAULT_ERROR ? 'INVALID_TXN_STATE' : error;
    case 'NETWORK_EXCEPTION':
    case 'COORDINATOR_LOAD_IN_PROGRESS':
    case 'COORDINATOR_NOT_AVAILABLE':
    case 'NOT_COORDINATOR':
      return 'NOT_ENOUGH_REPLICAS';
    case 'CONCURRENT_TRANSACTIONS':
      return addsPartitions(apiVersion) ? error : 'NOT_ENOUGH_REPLICAS';
    default:
      return error;
  }
}
