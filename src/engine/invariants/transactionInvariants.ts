import { Broker } from '../broker/Broker.ts';
import { Consumer } from '../client/consumer/Consumer.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import { replicasOf } from '../cluster/ledger.ts';
import { offsetDeltaOf, recordCountOf } from '../storage/BatchContents.ts';
import { endOffsetOf } from '../storage/RecordBatch.ts';
import type { RecordBatch } from '../storage/RecordBatch.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { Offset, TopicPartition } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import type { RunHistory } from './RunHistory.ts';

/** What is stable is replicated, and in the log (T24). */
export const lastStableOffsetsAreOrdered: Invariant = {
  name: 'LastStableOffsetsAreOrdered',
  check(cluster) {
    for (const node of cluster.state.nodes) {
      if (!(node instanceof Broker)) continue;
      for (const { log, topicPartition } of node.partitions.values()) {
        if (!log.producers.transactions) continue;
        const stable = cluster.rules.lastStableOffset(log);
        if (stable > log.highWatermark || stable < log.logStartOffset)
          return `${topicPartition} on broker ${node.id}: last stable offset ${stable} with high watermark ${log.highWatermark}, log start ${log.logStartOffset}`;
      }
    }
    return null;
  },
};

/**
 * Between two places of a consumer's position the application gets every record that its isolation.level lets it see, and no
 * other (T27): no marker; with read_committed only records without a transaction, and those of transactions that a COMMIT marker has
 * ended. Not where a disk lost records, nor where the cleaner has been: there nobody can say any more what stood there.
 */
export function readersSeeWhatTheirIsolationAllows(history: RunHistory): Invariant {
  return {
    name: 'ReadersSeeWhatTheirIsolationAllows',
    check(cluster) {
      for (const [key, { consumer: clientId, partition, from, count }] of deliveries(history)) {
        const consumer = consumerOf(clientId, cluster);
        const to = consumer?.partitionOf(partition)?.position ?? -1;
        if (!consumer || to < from) continue;
        const visible = visibleTo(consumer, partition, from, to, cluster);
        if (visible !== null && count !== visible)
          return `${key}: ${count} records were delivered from ${from} to ${to}, and ${visible} may be seen`;
      }
      return null;
    },
  };
}

interface Delivery {
  readonly consumer: string;
  readonly partition: TopicPartition;
  /** Where the position was before. */
  readonly from: Offset;
  count: number;
}

/** What was handed out in this step. */
function deliveries(history: RunHistory): ReadonlyMap<string, Delivery> {
  const found = new Map<string, Delivery>();
  for (const row of history.rows) {
    if (row.kind !== 'RecordsDelivered') continue;
    const { consumer, partition, baseOffset: from, count } = row;
    const key = `${consumer} at ${partition}`;
    const known = found.get(key);
    if (known) known.count += count;
    else found.set(key, { consumer, partition, from, count });
  }
  return found;
}

function consumerOf(clientId: string, cluster: Cluster): Consumer | null {
  for (const node of cluster.state.nodes)
    if (node instanceof Consumer && node.clientId === clientId) return node;
  return null;
}

/** How many records of a stretch a consumer may see; null: nobody can say any more, or there are no transactions. */
function visibleTo(
  consumer: Consumer,
  topicPartition: TopicPartition,
  from: Offset,
  to: Offset,
  cluster: Cluster,
): number | null {
  const logs = [...replicasOf(cluster, topicPartition).values()].map(({ log }) => log);
  if (logs.some((log) => log.isForgiven || log.cleanerCheckpoint !== null)) return null;
  // Who knows most: a replica that is behind may have the records, and not yet the marker.
  let log: UnifiedLog | null = null;
  for (const one of logs)
    if (
      one.logStartOffset <= from &&
      one.highWatermark >= to &&
      one.highWatermark > (log?.highWatermark ?? -1)
    )
      log = one;
  if (!log?.producers.transactions) return null;
  return visibleRecords(log, from, to, consumer.config.isolationLevel === 'READ_COMMITTED');
}

function visibleRecords(log: UnifiedLog, from: Offset, to: Offset, isCommitted: boolean): number {
  let count = 0;
  for (let i = log.indexOf(from); i < log.batchCount; i++) {
    const batch = log.batchAt(i);
    if (batch.baseOffset >= to) break;
    if (batch.marker || (isCommitted && !isOfCommitted(log, i, batch))) continue;
    for (let record = 0; record < recordCountOf(batch); record++) {
      const offset = batch.baseOffset + offsetDeltaOf(batch, record);
      if (offset >= from && offset < to) count += 1;
    }
  }
  return count;
}

/** Whether a batch belongs to no transaction, or to one that its next marker has committed. */
function isOfCommitted(log: UnifiedLog, index: number, batch: RecordBatch): boolean {
  if (batch.isTransactional !== true) return true;
  for (let i = index + 1; i < log.batchCount; i++) {
    const later = log.batchAt(i);
    if (later.producerId !== batch.producerId || !later.marker) continue;
    return later.marker.type === 'COMMIT' && endOffsetOf(later) <= log.logEndOffset;
  }
  return false;
}
