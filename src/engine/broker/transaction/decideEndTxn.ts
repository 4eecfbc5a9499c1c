import type { Epoch } from '../../../shared/units.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import type { KnownTransaction } from './decideAddPartitions.ts';
import { isEpochExhausted, MAX_PRODUCER_EPOCH } from './TransactionMetadata.ts';
import type { ClientTransactionVersion, TxnTransitMetadata } from './TransactionMetadata.ts';

/** Who wants a transaction ended, and how. */
export interface EndTxnFields {
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly committed: boolean;
  /** false: the coordinator itself, which fences. */
  readonly isFromClient: boolean;
  readonly clientTransactionVersion: ClientTransactionVersion;
}

/**
 * `answer`: nothing is written, and the client hears `error`; NONE is the answer to a request that came again. `prepare`: the
 * outcome is written. Then `isEpochFence` says that the epoch was raised for a fence, `noPartitionAdded` that nothing was ever
 * begun, and `needsProducerId` that the epoch which is raised now is the last one.
 */
export type EndTxnDecision =
  | { readonly kind: 'answer'; readonly error: KafkaError }
  | {
      readonly kind: 'prepare';
      readonly nextState: 'PrepareCommit' | 'PrepareAbort';
      readonly isEpochFence: boolean;
      readonly noPartitionAdded: boolean;
      readonly needsProducerId: boolean;
    };

/**
 * What becomes of a request to end a transaction (T17). From transaction.version 2 on, an epoch that is one behind means that the
 * client missed the answer, and an abort of nothing is taken and raises the epoch; before, the epoch must be the one that is stored
 * and the state says whether the request came before. Kafka: `TransactionCoordinator.endTransaction`, `endTransactionWithTV1` (4.2).
 *
 * Errors: INVALID_PRODUCER_ID_MAPPING, CONCURRENT_TRANSACTIONS, PRODUCER_FENCED, INVALID_TXN_STATE.
 */
export function decideEndTxn(known: KnownTransaction, asked: EndTxnFields): EndTxnDecision {
  if (known === null) return answer('INVALID_PRODUCER_ID_MAPPING');
  const isEpochFence = known.pendingState === 'PrepareEpochFence';
  const isPending = known.pendingState !== null && !isEpochFence;
  return asked.clientTransactionVersion === 2
    ? decideRaising(known.current, isPending, isEpochFence, asked)
    : decideKeeping(known.current, isPending, isEpochFence, asked);
}

/** transaction.version 2: every end raises the epoch. */
function decideRaising(
  current: TxnTransitMetadata,
  isPending: boolean,
  isEpochFence: boolean,
  asked: EndTxnFields,
): EndTxnDecision {
  const { producerEpoch, txnState } = current;
  const isAnsweredBefore = !isEpochFence && producerEpoch === asked.producerEpoch + 1;
  const isAnsweredWithNewId =
    !isEpochFence &&
    current.prevProducerId === asked.producerId &&
    asked.producerEpoch === MAX_PRODUCER_EPOCH - 1 &&
    producerEpoch === 0;

  const isValidEpoch = ((): boolean => {
    if (isEpochFence) return mayFence(producerEpoch, asked);
    if (txnState === 'PrepareCommit' || txnState === 'PrepareAbort') return isAnsweredBefore;
    const isCurrent = asked.producerEpoch === producerEpoch;
    if (txnState === 'CompleteCommit' || txnState === 'CompleteAbort')
      return isAnsweredBefore || isAnsweredWithNewId || isCurrent;
    return isCurrent;
  })();

  // First, as the producer may be using an id that it was told and that is not stored yet.
  if (isPending) return answer('CONCURRENT_TRANSACTIONS');
  if (current.producerId !== asked.producerId && !isAnsweredWithNewId)
    return answer('INVALID_PRODUCER_ID_MAPPING');
  if (!isValidEpoch) return answer('PRODUCER_FENCED');

  const isRetry = isAnsweredBefore || isAnsweredWithNewId;
  const prepare = (
    nextState: 'PrepareCommit' | 'PrepareAbort',
    noPartitionAdded: boolean,
  ): EndTxnDecision => ({
    kind: 'prepare',
    nextState,
    isEpochFence,
    noPartitionAdded,
    needsProducerId: !isEpochFence && isEpochExhausted(producerEpoch),
  });
  switch (txnState) {
    case 'Ongoing':
      return prepare(asked.committed ? 'PrepareCommit' : 'PrepareAbort', false);
    case 'PrepareCommit':
      return answer(asked.committed ? 'CONCURRENT_TRANSACTIONS' : 'INVALID_TXN_STATE');
    case 'PrepareAbort':
      return answer(asked.committed ? 'INVALID_TXN_STATE' : 'CONCURRENT_TRANSACTIONS');
    case 'CompleteCommit':
      if (asked.committed) return answer(isRetry ? 'NONE' : 'INVALID_TXN_STATE');
      return isRetry ? answer('INVALID_TXN_STATE') : prepare('PrepareAbort', true);
    case 'CompleteAbort':
      if (asked.committed) return answer('INVALID_TXN_STATE');
      return isRetry ? answer('NONE') : prepare('PrepareAbort', true);
    case 'Empty':
      return asked.committed ? answer('INVALID_TXN_STATE') : prepare('PrepareAbort', true);
    case 'Dead':
    case 'PrepareEpochFence':
      throw new Error(`${txnState} is no state to rest in`);
  }
}

/** transaction.version 0 and 1: the epoch is one for all transactions of a producer. */
function decideKeeping(
  current: TxnTransitMetadata,
  isPending: boolean,
  isFencePending: boolean,
  asked: EndTxnFields,
): EndTxnDecision {
  const { txnState } = current;
  if (current.producerId !== asked.producerId) return answer('INVALID_PRODUCER_ID_MAPPING');
  if (!mayFence(current.producerEpoch, asked)) return answer('PRODUCER_FENCED');
  if (isPending) return answer('CONCURRENT_TRANSACTIONS');
  switch (txnState) {
    case 'Ongoing': {
      const nextState = asked.committed ? 'PrepareCommit' : 'PrepareAbort';
      const isEpochFence = isFencePending && nextState === 'PrepareAbort';
      return { kind: 'prepare', nextState, isEpochFence, noPartitionAdded: false, needsProducerId: false };
    }
    case 'PrepareCommit':
      return answer(asked.committed ? 'CONCURRENT_TRANSACTIONS' : 'INVALID_TXN_STATE');
    case 'PrepareAbort':
      return answer(asked.committed ? 'INVALID_TXN_STATE' : 'CONCURRENT_TRANSACTIONS');
    case 'CompleteCommit':
      return answer(asked.committed ? 'NONE' : 'INVALID_TXN_STATE');
    case 'CompleteAbort':
      return answer(asked.committed ? 'INVALID_TXN_STATE' : 'NONE');
    case 'Empty':
      return answer('INVALID_TXN_STATE');
    case 'Dead':
    case 'PrepareEpochFence':
      throw new Error(`${txnState} is no state to rest in`);
  }
}

/** A client must name the epoch that is stored; the coordinator comes with a higher one, or the same if that never got out. */
function mayFence(producerEpoch: Epoch, asked: EndTxnFields): boolean {
  return asked.isFromClient ? asked.producerEpoch === producerEpoch : asked.producerEpoch >= producerEpoch;
}

function answer(error: KafkaError): EndTxnDecision {
  return { kind: 'answer', error };
}
