import { Broker } from '../engine/broker/Broker.ts';
import { activeProducers } from '../engine/broker/describeProducers.ts';
import type { Cluster } from '../engine/cluster/Cluster.ts';
import { controllerOf, replicasOf } from '../engine/cluster/ledger.ts';
import type {
  DescribedProducer,
  DescribedTransaction,
  TransactionsResult,
} from '../shared/TransactionsResult.ts';
import { millisFromMicros } from '../shared/units.ts';
import type { Millis } from '../shared/units.ts';

/** Default of `find-hanging --max-transaction-timeout`, minutes. Kafka: `TransactionsCommand.FindHangingTransactionsCommand` (4.2). */
const MAX_TRANSACTION_TIMEOUT_MS: Millis = 15 * 60_000;

/** What `kafka-transactions.sh` finds out now; null where there are no transactions. */
export function describeTransactions(
  cluster: Cluster,
  maxTransactionTimeoutMs: Millis = MAX_TRANSACTION_TIMEOUT_MS,
): TransactionsResult | null {
  const transactions = transactionsOf(cluster);
  const producers = producersOf(cluster);
  if (transactions.length + producers.length === 0) return null;
  const nowMs = millisFromMicros(cluster.nowUs);
  return {
    transactions,
    producers,
    hanging: producers.filter((producer) =>
      isHanging(producer, transactions, nowMs, maxTransactionTimeoutMs),
    ),
  };
}

function transactionsOf({ state: { nodes } }: Cluster): DescribedTransaction[] {
  const found: DescribedTransaction[] = [];
  for (const node of nodes) {
    if (!(node instanceof Broker) || !node.process) continue;
    for (const shard of node.process.coordinators.transactions.runtime.shards.values()) {
      if (shard.status !== 'ACTIVE') continue;
      for (const { transactionalId, current } of shard.state.transactions.values())
        found.push({
          transactionalId,
          coordinator: node.id,
          producerId: current.producerId,
          producerEpoch: current.producerEpoch,
          transactionState: current.txnState,
          transactionTimeoutMs: current.txnTimeoutMs,
          transactionStartTimeMs: current.txnStartTimestamp,
          partitions: current.topicPartitions,
        });
    }
  }
  return found.sort((a, b) => (a.transactionalId < b.transactionalId ? -1 : 1));
}

/** As the leaders answer; who leads not is not asked. */
function producersOf(cluster: Cluster): DescribedProducer[] {
  return [...(controllerOf(cluster)?.image.partitions.values() ?? [])].flatMap(
    ({ topicPartition, registration: { leader } }) => {
      const log = replicasOf(cluster, topicPartition).get(leader)?.log;
      if (!log?.producers.transactions) return [];
      return activeProducers(log).map((producer) => ({ topicPartition, ...producer }));
    },
  );
}

/**
 * An open transaction is hanging when it is older than any may be, and no coordinator will ever end it: none knows its producer, or the
 * one that does has no such partition to end.
 */
function isHanging(
  { topicPartition, producerId, currentTxnStartOffset, lastTimestamp }: DescribedProducer,
  transactions: readonly DescribedTransaction[],
  nowMs: Millis,
  maxTransactionTimeoutMs: Millis,
): boolean {
  if (currentTxnStartOffset < 0 || nowMs - lastTimestamp <= maxTransactionTimeoutMs) return false;
  const known = transactions.find((one) => one.producerId === producerId);
  return !known?.partitions.includes(topicPartition);
}
