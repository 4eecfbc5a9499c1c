import { isRetriable } from '../../network/retriableErrors.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import { clientError } from './ClientError.ts';
import type { ClientError } from './ClientError.ts';

/** What ends a producer for good, wherever it comes from. */
const FATAL: ReadonlySet<string> = new Set([
  'CLUSTER_AUTHORIZATION_FAILED',
  'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
  'PRODUCER_FENCED',
  'UNSUPPORTED_VERSION',
  'INVALID_PRODUCER_ID_MAPPING',
]);

/** Exceptions of the client that the protocol knows by another name, all of them retriable. */
const OWN_RETRIABLE: ReadonlySet<string> = new Set(['TimeoutException', 'BufferExhaustedException']);

/**
 * What a record that could not be sent means for the transaction that it belongs to (T21): that it must be aborted, or that the producer is
 * done. An error that might have passed has passed too late, and so has a state that the coordinator did not expect: then the
 * application is told to abort (KIP-1050). Kafka: `TransactionManager.maybeTransitionToErrorState` (4.2).
 */
export function failedBatchError(error: string): { readonly isFatal: boolean; readonly error: ClientError } {
  if (FATAL.has(error)) return { isFatal: true, error: clientError(error) };
  const isTooLate = OWN_RETRIABLE.has(error) || isRetriable(error as KafkaError);
  return {
    isFatal: false,
    error:
      isTooLate || error === 'INVALID_TXN_STATE'
        ? clientError('TRANSACTION_ABORTABLE', error)
        : clientError(error),
  };
}
