import type { Epoch, Millis } from '../../../shared/units.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import { isEpochExhausted, NO_PRODUCER_EPOCH } from './TransactionMetadata.ts';
import type { TxnTransitMetadata } from './TransactionMetadata.ts';
import type { TransactionState } from './TransactionState.ts';

/** The producer id and epoch that a producer says it has (KIP-360). */
export interface ProducerIdAndEpoch {
  readonly producerId: number;
  readonly producerEpoch: Epoch;
}

/**
 * `fence`: the open transaction is aborted under a raised epoch, and the client asks again; `rotate`: another producer id at
 * epoch 0; `increment`: the next epoch, or the same one for who missed the answer.
 */
export type InitProducerIdDecision =
  | { readonly kind: 'refuse'; readonly error: KafkaError }
  | { readonly kind: 'fence' }
  | { readonly kind: 'rotate' }
  | { readonly kind: 'increment' };

/**
 * What InitProducerId does to a transactional.id that is known (T6, T7, T8). Only a producer that names no id of its own, or the
 * one that is stored, or the one before whose epochs ran out, is let in. Kafka:
 * `TransactionCoordinator.prepareInitProducerIdTransit` (4.2).
 *
 * Errors: CONCURRENT_TRANSACTIONS while a transition is pending or markers are under way, PRODUCER_FENCED. A recovering
 * producer with an old epoch of an exhausted id makes Kafka's code fail: UNKNOWN_SERVER_ERROR.
 */
export function decideInitProducerId(
  current: TxnTransitMetadata,
  pendingState: TransactionState | null,
  expected: ProducerIdAndEpoch | null,
): InitProducerIdDecision {
  if (pendingState !== null) return refuse('CONCURRENT_TRANSACTIONS');
  if (expected !== null && !mayContinue(current, expected)) return refuse('PRODUCER_FENCED');
  switch (current.txnState) {
    case 'PrepareCommit':
    case 'PrepareAbort':
      return refuse('CONCURRENT_TRANSACTIONS');
    case 'Ongoing':
      return { kind: 'fence' };
    case 'Empty':
    case 'CompleteCommit':
    case 'CompleteAbort': {
      if (!isEpochExhausted(current.producerEpoch)) return { kind: 'increment' };
      const isCurrent = expected === null || expected.producerEpoch === current.producerEpoch;
      return isCurrent ? { kind: 'rotate' } : refuse('UNKNOWN_SERVER_ERROR');
    }
    case 'Dead':
    case 'PrepareEpochFence':
      throw new Error(`${current.txnState} is no state to rest in`);
  }
}

function refuse(error: KafkaError): InitProducerIdDecision {
  return { kind: 'refuse', error };
}

function mayContinue(
  current: TxnTransitMetadata,
  { producerId, producerEpoch }: ProducerIdAndEpoch,
): boolean {
  if (current.producerEpoch === NO_PRODUCER_EPOCH || producerId === current.producerId) return true;
  return producerId === current.prevProducerId && isEpochExhausted(producerEpoch);
}

/** What InitProducerId says of itself, before anything of the id is looked at. */
export interface InitProducerIdFields {
  readonly transactionalId: string;
  readonly transactionTimeoutMs: Millis;
  readonly enable2Pc: boolean;
  readonly keepPreparedTxn: boolean;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
}

/**
 * Whether a request with a transactional.id is in order (T9). Kafka: `KafkaApis.handleInitProducerIdRequest`,
 * `TransactionCoordinator.handleInitProducerId` (4.2).
 *
 * Errors, in this order: INVALID_REQUEST, TRANSACTIONAL_ID_AUTHORIZATION_FAILED (two-phase commit without leave of the broker),
 * UNSUPPORTED_VERSION (KIP-939 is not finished), INVALID_TRANSACTION_TIMEOUT.
 */
export function validateInitProducerId(
  request: InitProducerIdFields,
  transactionMaxTimeoutMs: Millis,
  twoPhaseCommitEnable: boolean,
): KafkaError {
  const { enable2Pc, transactionTimeoutMs } = request;
  if ((request.producerId === -1) !== (request.producerEpoch === -1)) return 'INVALID_REQUEST';
  if (request.transactionalId === '') return 'INVALID_REQUEST';
  if (enable2Pc && !twoPhaseCommitEnable) return 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED';
  if (request.keepPreparedTxn) return 'UNSUPPORTED_VERSION';
  const isValidTimeout = transactionTimeoutMs > 0 && transactionTimeoutMs <= transactionMaxTimeoutMs;
  return enable2Pc || isValidTimeout ? 'NONE' : 'INVALID_TRANSACTION_TIMEOUT';
}
