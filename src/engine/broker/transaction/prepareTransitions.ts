import type { Epoch, Millis, TopicPartition } from '../../../shared/units.ts';
import { NO_PRODUCER_EPOCH, NO_PRODUCER_ID } from './TransactionMetadata.ts';
import type { ClientTransactionVersion, TxnTransitMetadata } from './TransactionMetadata.ts';

// What each transition makes of what is known of a transactional.id. Kafka: `TransactionMetadata.prepare…` (4.2).

/** A transactional.id that nobody has used before: the InitProducerId that made it raises its epoch to 0. */
export function newTransaction(producerId: number, txnTimeoutMs: Millis, nowMs: Millis): TxnTransitMetadata {
  return Object.freeze({
    producerId,
    prevProducerId: NO_PRODUCER_ID,
    nextProducerId: NO_PRODUCER_ID,
    producerEpoch: NO_PRODUCER_EPOCH,
    lastProducerEpoch: NO_PRODUCER_EPOCH,
    txnTimeoutMs,
    txnState: 'Empty',
    topicPartitions: [],
    txnStartTimestamp: -1,
    txnLastUpdateTimestamp: nowMs,
    clientTransactionVersion: 0 as const,
  });
}

/**
 * Locks the producer of an open transaction out: its epoch counts no more (T6). Where such a fence could not be written before
 * (`hasFailedEpochFence`) its epoch was never given out, and serves again.
 */
export function prepareFenceProducerEpoch(
  current: TxnTransitMetadata,
  hasFailedEpochFence: boolean,
): TxnTransitMetadata {
  const producerEpoch = hasFailedEpochFence ? current.producerEpoch : current.producerEpoch + 1;
  return transit(current, { txnState: 'PrepareEpochFence', producerEpoch });
}

/**
 * Whose epoch an InitProducerId gives out (T6, T7). Without an expected epoch a new instance begins, with the next one. A
 * producer that recovers (KIP-360) names its own: the current one is raised; the one before means that it missed the answer,
 * which it gets again; any other is fenced (null).
 */
export function prepareIncrementProducerEpoch(
  current: TxnTransitMetadata,
  txnTimeoutMs: Millis,
  expectedProducerEpoch: Epoch | null,
  nowMs: Millis,
): TxnTransitMetadata | null {
  const { producerEpoch, lastProducerEpoch } = current;
  const begun = { ...EMPTY, txnTimeoutMs, txnLastUpdateTimestamp: nowMs };
  const bumped = { ...begun, producerEpoch: producerEpoch + 1 };
  if (expectedProducerEpoch === null)
    return transit(current, { ...bumped, lastProducerEpoch: NO_PRODUCER_EPOCH });
  if (producerEpoch === NO_PRODUCER_EPOCH || expectedProducerEpoch === producerEpoch)
    return transit(current, { ...bumped, lastProducerEpoch: producerEpoch });
  return expectedProducerEpoch === lastProducerEpoch ? transit(current, begun) : null;
}

/** Another producer id in place of one whose epochs ran out (T8). */
export function prepareProducerIdRotation(
  current: TxnTransitMetadata,
  producerId: number,
  txnTimeoutMs: Millis,
  recordLastEpoch: boolean,
  nowMs: Millis,
): TxnTransitMetadata {
  const lastProducerEpoch = recordLastEpoch ? current.producerEpoch : NO_PRODUCER_EPOCH;
  const change = { producerId, producerEpoch: 0, lastProducerEpoch, txnTimeoutMs };
  return transit(current, { ...EMPTY, ...change, txnLastUpdateTimestamp: nowMs });
}

/** Partitions join the transaction; the first ones begin it, and its time runs from then on (T10, T20). */
export function prepareAddPartitions(
  current: TxnTransitMetadata,
  added: readonly TopicPartition[],
  clientTransactionVersion: ClientTransactionVersion,
  nowMs: Millis,
): TxnTransitMetadata {
  const isOpen = current.txnState === 'Ongoing';
  const news = added.filter((one) => !current.topicPartitions.includes(one));
  return transit(current, {
    txnState: 'Ongoing',
    topicPartitions: [...current.topicPartitions, ...news],
    txnStartTimestamp: isOpen ? current.txnStartTimestamp : nowMs,
    txnLastUpdateTimestamp: nowMs,
    clientTransactionVersion,
  });
}

/**
 * The outcome is decided (T14). From transaction.version 2 on it also raises the epoch, and the markers carry the raised one (T16);
 * `nextProducerId` is what the producer goes on with when that was the last epoch (T8).
 */
export function prepareAbortOrCommit(
  current: TxnTransitMetadata,
  txnState: 'PrepareCommit' | 'PrepareAbort',
  clientTransactionVersion: ClientTransactionVersion,
  nextProducerId: number,
  noPartitionAdded: boolean,
  nowMs: Millis,
): TxnTransitMetadata {
  const { producerEpoch } = current;
  const bump =
    clientTransactionVersion === 2
      ? { producerEpoch: producerEpoch + 1, lastProducerEpoch: producerEpoch }
      : {};
  return transit(current, {
    ...bump,
    txnState,
    // An abort of nothing has no start of its own.
    txnStartTimestamp: noPartitionAdded ? nowMs : current.txnStartTimestamp,
    nextProducerId,
    txnLastUpdateTimestamp: nowMs,
    clientTransactionVersion,
  });
}

/** All markers are written. A producer that got a new id starts it at epoch 0 (T8). */
export function prepareComplete(current: TxnTransitMetadata, nowMs: Millis): TxnTransitMetadata {
  const { nextProducerId } = current;
  const isRotated = current.clientTransactionVersion === 2 && nextProducerId !== NO_PRODUCER_ID;
  return transit(current, {
    ...(isRotated ? { producerId: nextProducerId, producerEpoch: 0 } : {}),
    txnState: current.txnState === 'PrepareCommit' ? 'CompleteCommit' : 'CompleteAbort',
    nextProducerId: NO_PRODUCER_ID,
    topicPartitions: [],
    txnLastUpdateTimestamp: nowMs,
  });
}

/** The id is about to be forgotten (T5). */
export function prepareDead(current: TxnTransitMetadata): TxnTransitMetadata {
  return transit(current, { txnState: 'Dead', topicPartitions: [] });
}

const EMPTY = { txnState: 'Empty', topicPartitions: [], txnStartTimestamp: -1 } as const;

function transit(current: TxnTransitMetadata, change: Partial<TxnTransitMetadata>): TxnTransitMetadata {
  return Object.freeze({ ...current, prevProducerId: current.producerId, ...change });
}
