import { isRetriable } from '../../network/retriableErrors.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import { clientError, kafkaException } from './ClientError.ts';
import type { ClientError } from './ClientError.ts';

export type TransactionalRequestKind =
  | 'FindCoordinator'
  | 'InitProducerId'
  | 'AddPartitionsToTxn'
  | 'AddOffsetsToTxn'
  | 'TxnOffsetCommit'
  | 'EndTxn';

export type TransactionalReaction =
  /** What was asked for is so. */
  | { readonly kind: 'done' }
  /** The same again. */
  | { readonly kind: 'retry' }
  /** The same again, and after 20 ms should nothing have been added yet (KAFKA-5482). */
  | { readonly kind: 'retrySoon' }
  /** The same again from whoever is the coordinator now. */
  | { readonly kind: 'lookUp' }
  /** The transaction can only be aborted. */
  | { readonly kind: 'abortable'; readonly error: ClientError }
  /** The same where the producer's epoch can be raised for it, else fatal. */
  | { readonly kind: 'abortableIfPossible'; readonly error: ClientError }
  /** The producer can only be closed. */
  | { readonly kind: 'fatal'; readonly error: ClientError };

const DONE: TransactionalReaction = { kind: 'done' };
const RETRY: TransactionalReaction = { kind: 'retry' };
const RETRY_SOON: TransactionalReaction = { kind: 'retrySoon' };
const LOOK_UP: TransactionalReaction = { kind: 'lookUp' };

/** Errors that a transactional.id, or who uses it, cannot recover from; each kind of request knows some of them by name. */
const FATAL_BY_NAME: Readonly<Record<TransactionalRequestKind, readonly KafkaError[]>> = {
  FindCoordinator: ['TRANSACTIONAL_ID_AUTHORIZATION_FAILED'],
  InitProducerId: [],
  AddPartitionsToTxn: [
    'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
    'INVALID_TXN_STATE',
    'INVALID_PRODUCER_ID_MAPPING',
  ],
  AddOffsetsToTxn: [
    'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
    'INVALID_TXN_STATE',
    'INVALID_PRODUCER_ID_MAPPING',
  ],
  TxnOffsetCommit: ['TRANSACTIONAL_ID_AUTHORIZATION_FAILED'],
  EndTxn: ['TRANSACTIONAL_ID_AUTHORIZATION_FAILED', 'INVALID_TXN_STATE', 'INVALID_PRODUCER_ID_MAPPING'],
};

/**
 * What a transactional producer makes of the error of an answer (T21). That its epoch is old tells it from every coordinator that it was
 * fenced. Kafka: the handlers of `TransactionManager` (4.2). Of answers with an error for each partition this is one of them.
 *
 * @param isAbort an EndTxn that aborts: an abort that would have to be aborted is fatal.
 */
export function transactionalReaction(
  request: TransactionalRequestKind,
  error: KafkaError,
  isAbort = false,
): TransactionalReaction {
  if (error === 'NONE') return DONE;
  const asksCoordinator = request !== 'FindCoordinator';
  if (asksCoordinator && (error === 'NOT_COORDINATOR' || error === 'COORDINATOR_NOT_AVAILABLE'))
    return LOOK_UP;
  if (request === 'TxnOffsetCommit' && error === 'REQUEST_TIMED_OUT') return LOOK_UP;
  if (request === 'AddPartitionsToTxn' && error === 'CONCURRENT_TRANSACTIONS') return RETRY_SOON;
  if (isRetriable(error)) return RETRY;
  if (asksCoordinator && (error === 'INVALID_PRODUCER_EPOCH' || error === 'PRODUCER_FENCED'))
    return fatal(clientError('PRODUCER_FENCED'));
  if (FATAL_BY_NAME[request].includes(error)) return fatal(clientError(error));
  if (error === 'TRANSACTION_ABORTABLE')
    return request === 'EndTxn' && isAbort
      ? fatal(kafkaException(error))
      : { kind: 'abortable', error: clientError(error) };
  switch (request) {
    case 'InitProducerId':
      return error === 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED'
        ? { kind: 'abortable', error: clientError(error) }
        : fatal(kafkaException(error));
    case 'AddPartitionsToTxn':
      return error === 'UNKNOWN_PRODUCER_ID' ? ifPossible(error) : abortable(kafkaException(error));
    case 'AddOffsetsToTxn':
    case 'EndTxn':
      return error === 'UNKNOWN_PRODUCER_ID' ? ifPossible(error) : fatal(kafkaException(error));
    case 'TxnOffsetCommit':
      if (error === 'FENCED_INSTANCE_ID') return abortable(clientError(error));
      if (error === 'UNKNOWN_MEMBER_ID' || error === 'ILLEGAL_GENERATION')
        return abortable(clientError('CommitFailedException', error));
      return fatal(kafkaException(error));
    case 'FindCoordinator':
      return fatal(kafkaException(error));
  }
}

function fatal(error: ClientError): TransactionalReaction {
  return { kind: 'fatal', error };
}

function abortable(error: ClientError): TransactionalReaction {
  return { kind: 'abortable', error };
}

function ifPossible(error: KafkaError): TransactionalReaction {
  return { kind: 'abortableIfPossible', error: clientError(error) };
}
