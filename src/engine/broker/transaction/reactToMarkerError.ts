import type { KafkaError } from '../../protocol/Errors.ts';

/**
 * `done`: the partition needs no marker any more; `retry`: the marker is sent again, to who leads by then; `cancel`: another
 * coordinator or another epoch of the producer has taken over, and this transaction is sent no more; `fail`: no leader answers so.
 */
export type MarkerReaction = 'done' | 'retry' | 'cancel' | 'fail';

/**
 * What the coordinator makes of a leader's answer to WriteTxnMarkers for one partition (T15). Kafka:
 * `TransactionMarkerRequestCompletionHandler` (4.2).
 */
export function reactToMarkerError(error: KafkaError): MarkerReaction {
  switch (error) {
    case 'NONE':
    case 'UNSUPPORTED_FOR_MESSAGE_FORMAT':
    case 'UNSUPPORTED_VERSION':
      return 'done';
    case 'UNKNOWN_TOPIC_OR_PARTITION':
    case 'NOT_LEADER_OR_FOLLOWER':
    case 'NOT_ENOUGH_REPLICAS':
    case 'NOT_ENOUGH_REPLICAS_AFTER_APPEND':
    case 'REQUEST_TIMED_OUT':
    case 'KAFKA_STORAGE_ERROR':
      return 'retry';
    case 'INVALID_PRODUCER_EPOCH':
    case 'TRANSACTION_COORDINATOR_FENCED':
      return 'cancel';
    default:
      return 'fail';
  }
}
