import type { KafkaError } from '../../protocol/Errors.ts';

/** Retriable, and a sign that the client's metadata is old: `InvalidMetadataException`. */
const METADATA_ERRORS: ReadonlySet<string> = new Set([
  'UNKNOWN_TOPIC_OR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_OR_FOLLOWER',
  'NETWORK_EXCEPTION',
  'KAFKA_STORAGE_ERROR',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_TOPIC_ID',
  'INCONSISTENT_TOPIC_ID',
]);

/** Retriable with the metadata at hand: other subclasses of `RetriableException`. */
const OTHER_RETRIABLE_ERRORS: ReadonlySet<string> = new Set([
  'CORRUPT_MESSAGE',
  'REQUEST_TIMED_OUT',
  'COORDINATOR_LOAD_IN_PROGRESS',
  'COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR',
  'NOT_ENOUGH_REPLICAS',
  'NOT_ENOUGH_REPLICAS_AFTER_APPEND',
  'NOT_CONTROLLER',
  'CONCURRENT_TRANSACTIONS',
  'UNKNOWN_LEADER_EPOCH',
  'OFFSET_NOT_AVAILABLE',
  'UNSTABLE_OFFSET_COMMIT',
]);

/**
 * Whether the same request may succeed later (RT5). Kafka: `RetriableException` (4.2). How often is decided by time alone
 * (RT2, RT4). OUT_OF_ORDER_SEQUENCE_NUMBER is not among them, see `outOfOrderAction`.
 */
export function isRetriable(error: KafkaError): boolean {
  return METADATA_ERRORS.has(error) || OTHER_RETRIABLE_ERRORS.has(error);
}

/**
 * Whether the client also asks for new metadata (RT5, RT8). Kafka: `InvalidMetadataException` (4.2), asked by `Sender`. A
 * leader hint in the same answer does not make that superfluous (RT6).
 */
export function needsMetadataRefresh(error: KafkaError): boolean {
  return METADATA_ERRORS.has(error);
}
