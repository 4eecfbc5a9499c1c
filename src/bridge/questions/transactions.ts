import { Broker } from '../../engine/broker/Broker.ts';
import type { Cluster } from '../../engine/cluster/Cluster.ts';
import { controllerOf, replicasOf } from '../../engine/cluster/ledger.ts';
import type {
  CoordinatedTransaction,
  TransactionBatchView,
  TransactionLogView,
} from '../../shared/RunQuestions.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { TopicPartition } from '../../shared/units.ts';
import { transactionBatchKind } from '../projectTransactions.ts';

/** Every transactional.id as the broker knows it that coordinates it (T1, T2), by name. */
export function coordinatedTransactions(cluster: Cluster): readonly CoordinatedTransaction[] {
  const found: CoordinatedTransaction[] = [];
  for (const node of cluster.state.nodes) {
    if (!(node instanceof Broker) || !node.process) continue;
    for (const { state } of node.process.coordinators.transactions.runtime.shards.values())
      for (const { transactionalId, current, pendingState } of state.transactions.values())
        found.push({
          transactionalId,
          coordinator: node.id,
          partition: state.topicPartition,
          state: current.txnState,
          pendingState,
          producerId: current.producerId,
          producerEpoch: current.producerEpoch,
          timeoutMs: current.txnTimeoutMs,
          startedUs: current.txnStartTimestamp < 0 ? null : current.txnStartTimestamp * MICROS_PER_MILLI,
          partitions: current.topicPartitions,
        });
  }
  return found.sort((a, b) => (a.transactionalId < b.transactionalId ? -1 : 1));
}

/** The newest batches of a partition in its leader's log, with what became of their transactions (RB7, T24). */
export function transactionLog(
  cluster: Cluster,
  partition: TopicPartition,
  limit: number,
): TransactionLogView | null {
  const leader = controllerOf(cluster)?.image.partitions.get(partition)?.registration.leader ?? -1;
  const log = replicasOf(cluster, partition).get(leader)?.log;
  if (!log) return null;
  const before = Math.max(0, log.batchCount - limit);
  const batches: TransactionBatchView[] = [];
  /** By producer id: what the next marker of each says, which is that of all its records before. */
  const endings = new Map<number, 'committed' | 'aborted'>();
  for (let i = log.batchCount - 1; i >= before; i--) {
    const batch = log.batchAt(i);
    const { baseOffset, count, producerId, producerEpoch, marker } = batch;
    if (marker) endings.set(producerId, marker.type === 'COMMIT' ? 'committed' : 'aborted');
    batches.push({
      baseOffset,
      count,
      producerId,
      producerEpoch,
      what: transactionBatchKind(batch, endings.get(producerId)),
    });
  }
  return {
    broker: leader,
    logEndOffset: log.logEndOffset,
    highWatermark: log.highWatermark,
    lastStableOffset: log.lastStableOffset,
    batches: batches.reverse(),
    before,
  };
}
