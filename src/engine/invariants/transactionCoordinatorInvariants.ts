import { Broker } from '../broker/Broker.ts';
import type { TxnTransitMetadata } from '../broker/transaction/TransactionMetadata.ts';
import type { TransactionLogValue } from '../storage/CoordinatorRecord.ts';
import type { Invariant } from './Invariant.ts';

/**
 * A coordinator of transactions goes by nothing that it wrote itself and that is not replicated (T2, T14): no marker leaves, and
 * nobody is answered, before the outcome is safe.
 */
export const transactionsGoByWhatIsReplicated: Invariant = {
  name: 'TransactionsGoByWhatIsReplicated',
  check(cluster) {
    for (const node of cluster.state.nodes) {
      if (!(node instanceof Broker) || !node.process) continue;
      const { runtime } = node.process.coordinators.transactions;
      for (const { topicPartition, leaderEpoch, state } of runtime.shards.values()) {
        const log = node.partitions.get(topicPartition)?.log;
        if (!log || log.highWatermark >= log.logEndOffset) continue;
        for (let i = log.batchCount - 1; i >= 0; i--) {
          const batch = log.batchAt(i);
          if (batch.baseOffset < log.highWatermark || batch.leaderEpoch !== leaderEpoch) break;
          for (const record of batch.coordinatorRecords ?? []) {
            if (record.kind !== 'TransactionLog' || record.value === null) continue;
            const known = state.transactions.get(record.key.transactionalId);
            if (known && says(record.value, known.current))
              return `${known.transactionalId} is ${known.state} on broker ${node.id} by offset ${batch.baseOffset} of ${topicPartition}, with high watermark ${log.highWatermark}`;
          }
        }
      }
    }
    return null;
  },
};

/** A transition always has a later time, another state or more partitions than the one before. */
function says(value: TransactionLogValue, current: TxnTransitMetadata): boolean {
  return (
    value.transactionStatus === current.txnState &&
    value.producerEpoch === current.producerEpoch &&
    value.transactionLastUpdateTimestampMs === current.txnLastUpdateTimestamp &&
    value.transactionPartitions.length === current.topicPartitions.length
  );
}

/**
 * A marker that is on its way is of the end that its coordinator has decided: of this epoch, and of no transaction that is open (T14,
 * T16).
 */
export const markersAreOfDecidedEnds: Invariant = {
  name: 'MarkersAreOfDecidedEnds',
  check(cluster) {
    for (const node of cluster.state.nodes) {
      if (!(node instanceof Broker) || !node.process) continue;
      const { markers, runtime } = node.process.coordinators.transactions;
      for (const pending of markers.withPendingMarkers.values()) {
        const shard = runtime.shards.get(pending.logPartition);
        if (shard?.status !== 'ACTIVE' || shard.leaderEpoch !== pending.coordinatorEpoch) continue;
        const known = shard.state.transactions.get(pending.transactionalId);
        const decided = pending.result === 'COMMIT' ? 'PrepareCommit' : 'PrepareAbort';
        if (known?.state !== decided || known.current.producerEpoch !== pending.producerEpoch)
          return `broker ${node.id} sends ${pending.result} markers of epoch ${pending.producerEpoch} for ${pending.transactionalId}, which is ${known?.state ?? 'unknown'} in epoch ${known?.current.producerEpoch ?? -1}`;
      }
    }
    return null;
  },
};
