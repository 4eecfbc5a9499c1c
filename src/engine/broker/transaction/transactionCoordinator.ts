import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import { TRANSACTION_STATE_TOPIC } from '../coordinator/internalTopics.ts';
import { beginMarkers, completeOperation } from './completeTransition.ts';
import {
  ABORT_TIMER,
  abortTimedOutTransactions,
  EXPIRY_TIMER,
  removeExpiredTransactionalIds,
  watchExpiry,
  watchTimeouts,
} from './scans.ts';
import { APPEND_RETRY_TIMER, wakeSender } from './sendMarkers.ts';
import { TransactionContext } from './TransactionContext.ts';
import type { TransactionKind } from './TransactionContext.ts';
import { transitOfRecord } from './transactionLogRecord.ts';
import { TransactionMetadata } from './TransactionMetadata.ts';

/**
 * The coordinator of transactional.ids: what it writes takes effect when it is replicated, and until then other requests for the id
 * have to wait (T2). Kafka: `TransactionCoordinator`, `TransactionStateManager` (4.2).
 */
export const TRANSACTION_COORDINATOR: TransactionKind = {
  topic: TRANSACTION_STATE_TOPIC,
  timerPrefix: 'coordinator/transaction/',
  loaderThreads: 1,
  reloadsUnderNewEpoch: true,
  runtimeOf: (process) => process.coordinators.transactions.runtime,
  newState: (topicPartition) => ({ topicPartition, transactions: new Map() }),
  // Every write says itself for how long it waits.
  writeTimeoutUs: ({ transactions }) => transactions.transactionMaxTimeoutMs * MICROS_PER_MILLI,
  appendLingerUs: () => 0,
  noteCommitted: () => undefined,
  replay: ({ transactions }, record) => {
    if (record.kind !== 'TransactionLog') return;
    const { transactionalId } = record.key;
    if (record.value === null) transactions.delete(transactionalId);
    else
      transactions.set(
        transactionalId,
        new TransactionMetadata(transactionalId, transitOfRecord(record.value)),
      );
  },
  replayMarker: () => undefined,
  revert: () => undefined,
  loaded: (shard, host) => {
    const context = new TransactionContext(TRANSACTION_COORDINATOR, host);
    const all = [...shard.state.transactions.values()];
    if (all.length > 0) watchExpiry(context);
    if (all.some(({ state }) => state === 'Ongoing')) watchTimeouts(context);
    // What its predecessor had decided and not carried out (T4).
    for (const metadata of all)
      if (metadata.state === 'PrepareCommit' || metadata.state === 'PrepareAbort')
        beginMarkers(context, shard, metadata, () => undefined);
  },
  unloaded: ({ topicPartition }, { process }) =>
    process.coordinators.transactions.markers.removeMarkersForTxnTopicPartition(topicPartition),
  onTimer: (key, host) => {
    const context = new TransactionContext(TRANSACTION_COORDINATOR, host);
    if (key === ABORT_TIMER) abortTimedOutTransactions(context);
    else if (key === EXPIRY_TIMER) removeExpiredTransactionalIds(context);
    else if (key === APPEND_RETRY_TIMER) wakeSender(context);
  },
  complete: (operation, error, shard, host) =>
    completeOperation(new TransactionContext(TRANSACTION_COORDINATOR, host), shard, operation, error),
};
