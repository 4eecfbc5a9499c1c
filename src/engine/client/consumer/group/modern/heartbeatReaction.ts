import type { KafkaError } from '../../../../protocol/Errors.ts';

/** What an answer to a ConsumerGroupHeartbeat leads to, beside a back-off. */
export type HeartbeatReaction =
  /** All is well. */
  | 'goesOn'
  /** It tries again when the back-off has passed. */
  | 'retries'
  /** It looks for the coordinator, and tries again at once. */
  | 'looksForCoordinator'
  /** It is out: it gives all up and joins again. */
  | 'fenced'
  /** The application is told, and the member does nothing more. */
  | 'fatal';

/** Kafka: `AbstractHeartbeatRequestManager.onErrorResponse`, `ConsumerHeartbeatRequestManager` (4.2). */
export function heartbeatReaction(error: KafkaError): HeartbeatReaction {
  switch (error) {
    case 'NONE':
      return 'goesOn';
    case 'COORDINATOR_LOAD_IN_PROGRESS':
      return 'retries';
    case 'NOT_COORDINATOR':
    case 'COORDINATOR_NOT_AVAILABLE':
      return 'looksForCoordinator';
    case 'FENCED_MEMBER_EPOCH':
    case 'UNKNOWN_MEMBER_ID':
      return 'fenced';
    default:
      return 'fatal';
  }
}

/** The exception that poll() throws for a fatal error. */
export function exceptionOf(error: KafkaError): string {
  const words = error.toLowerCase().split('_');
  return `${words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}Exception`;
}
