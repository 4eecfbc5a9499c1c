import type { KafkaError } from '../../protocol/Errors.ts';

/**
 * What a client is told when a record could not be written to the log of its coordinator (T3). Kafka:
 * `TransactionStateManager.appendTransactionToLog` (4.2).
 */
export function coordinatorErrorOfAppend(error: KafkaError): KafkaError {
  switch (error) {
    case 'UNKNOWN_TOPIC_OR_PARTITION':
    case 'NOT_ENOUGH_REPLICAS':
    case 'NOT_ENOUGH_REPLICAS_AFTER_APPEND':
    case 'REQUEST_TIMED_OUT':
      return 'COORDINATOR_NOT_AVAILABLE';
    case 'NOT_LEADER_OR_FOLLOWER':
    case 'KAFKA_STORAGE_ERROR':
      return 'NOT_COORDINATOR';
    case 'MESSAGE_TOO_LARGE':
    case 'RECORD_LIST_TOO_LARGE':
      return 'UNKNOWN_SERVER_ERROR';
    default:
      return error;
  }
}
