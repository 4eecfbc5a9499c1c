import type { TransactionState } from './TransactionState.ts';
import type { TxnTransitMetadata } from './TransactionMetadata.ts';

/**
 * What a transition that was written breaks; null when it is one that may be completed (T2): it is the one that was prepared, the
 * producer is the same or one epoch on, and no partition got lost. Kafka ends the broker at any such violation
 * (`TransactionMetadata.completeTransitionTo`, 4.2).
 */
export function violatedTransition(
  current: TxnTransitMetadata,
  pendingState: TransactionState | null,
  transit: TxnTransitMetadata,
): string | null {
  const { txnState } = transit;
  if (pendingState !== txnState)
    return `${txnState} is completed and ${pendingState ?? 'nothing'} is pending`;
  const isSameTimeout = current.txnTimeoutMs === transit.txnTimeoutMs;
  const valid = ((): boolean => {
    switch (txnState) {
      case 'Empty':
        return (
          (current.producerEpoch === transit.producerEpoch || isEpochBump(current, transit)) &&
          transit.topicPartitions.length === 0 &&
          transit.txnStartTimestamp === -1
        );
      case 'Ongoing':
        return (
          isValidProducer(current, transit) &&
          current.topicPartitions.every((one) => transit.topicPartitions.includes(one)) &&
          isSameTimeout
        );
      case 'PrepareCommit':
      case 'PrepareAbort':
        return (
          isValidProducer(current, transit) &&
          hasSamePartitions(current, transit) &&
          isSameTimeout &&
          (current.txnStartTimestamp === transit.txnStartTimestamp || mayAbortNothing(current, transit))
        );
      case 'CompleteCommit':
      case 'CompleteAbort':
        return isValidProducer(current, transit) && isSameTimeout && transit.txnStartTimestamp !== -1;
      // Those are never completed: one is followed by PrepareAbort, the other by forgetting the id.
      case 'PrepareEpochFence':
      case 'Dead':
        return false;
    }
  })();
  return valid ? null : `the transition to ${txnState} does not fit what it started from`;
}

/** An abort of what was never begun sets its own start (KIP-890). */
function mayAbortNothing(current: TxnTransitMetadata, transit: TxnTransitMetadata): boolean {
  const isResting = ['Empty', 'CompleteCommit', 'CompleteAbort'].includes(current.txnState);
  return transit.txnState === 'PrepareAbort' && transit.clientTransactionVersion === 2 && isResting;
}

function hasSamePartitions(current: TxnTransitMetadata, transit: TxnTransitMetadata): boolean {
  return (
    current.topicPartitions.length === transit.topicPartitions.length &&
    current.topicPartitions.every((one) => transit.topicPartitions.includes(one))
  );
}

function isEpochBump(current: TxnTransitMetadata, transit: TxnTransitMetadata): boolean {
  if (transit.producerEpoch === current.producerEpoch + 1) return true;
  return transit.producerEpoch === 0 && transit.producerId !== current.producerId;
}

function isValidProducer(current: TxnTransitMetadata, transit: TxnTransitMetadata): boolean {
  const { txnState } = transit;
  if (transit.clientTransactionVersion === 2) {
    const isComplete = txnState === 'CompleteCommit' || txnState === 'CompleteAbort';
    if (isComplete && transit.producerEpoch === 0)
      return (
        transit.lastProducerEpoch === current.lastProducerEpoch &&
        transit.prevProducerId === current.producerId
      );
    if (txnState === 'PrepareCommit' || txnState === 'PrepareAbort')
      return transit.lastProducerEpoch === current.producerEpoch && transit.producerId === current.producerId;
  }
  return transit.producerEpoch === current.producerEpoch && transit.producerId === current.producerId;
}
