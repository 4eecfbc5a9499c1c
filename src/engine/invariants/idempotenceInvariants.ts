import { Broker } from '../broker/Broker.ts';
import { Producer } from '../client/producer/Producer.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import type { RecordBatch } from '../storage/RecordBatch.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { BrokerId, TopicPartition } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import type { RunHistory } from './RunHistory.ts';

/**
 * A leader stores no record of an idempotent producer behind a copy of it, as far as Kafka promises that: not under one
 * producer epoch, not under two producer ids, and not after the producer heard of success. Nor does it store one behind a
 * later one of the same epoch.
 *
 * What is left is real. A batch that comes back with an error when its delivery.timeout.ms is over fails with retries left
 * (`Sender.canRetry`, `failBatch`), so the producer raises its epoch and numbers what else is in flight of the partition anew
 * (`TransactionManager.bumpIdempotentProducerEpoch`, KIP-360); a leader that has stored one of those, and whose answer was
 * lost, cannot recognise it under the new epoch.
 */
export function idempotentRecordsAreStoredOnce(history: RunHistory): Invariant {
  return {
    name: 'IdempotentRecordsAreStoredOnce',
    check(cluster) {
      for (const row of history.rows) {
        if (row.kind !== 'RecordsAppended' || row.role !== 'leader') continue;
        const log = logOf(cluster, row.broker, row.partition);
        if (!log || log.logEndOffset <= row.baseOffset) continue;
        const index = log.indexOf(row.baseOffset);
        const batch = log.batchAt(index);
        if (batch.producerId < 0 || batch.origin < 0) continue;
        const broken = compareWithEarlier(batch, index, log, row.partition, cluster);
        if (broken !== null) return `${row.partition} on broker ${row.broker}: ${broken}`;
      }
      return null;
    },
  };
}

/** Looks back as far as there is anything that could be a copy. */
function compareWithEarlier(
  batch: RecordBatch,
  index: number,
  log: UnifiedLog,
  topicPartition: TopicPartition,
  cluster: Cluster,
): string | null {
  const end = batch.firstOrdinal + batch.count;
  let isNewest = true;
  for (let i = index - 1; i >= 0; i--) {
    const earlier = log.batchAt(i);
    if (earlier.origin !== batch.origin) continue;
    const isSameEpoch =
      earlier.producerId === batch.producerId && earlier.producerEpoch === batch.producerEpoch;
    if (isNewest && isSameEpoch && earlier.firstOrdinal > batch.firstOrdinal)
      return `record ${batch.firstOrdinal} stands behind ${earlier.firstOrdinal} of one producer epoch`;
    isNewest = false;
    const isCopy = earlier.firstOrdinal < end && batch.firstOrdinal < earlier.firstOrdinal + earlier.count;
    if (!isCopy) {
      if (log.ordinals.duplicates === 0) return null;
      continue;
    }
    const first = Math.max(earlier.firstOrdinal, batch.firstOrdinal);
    if (isSameEpoch) return `record ${first} is stored twice under one producer epoch`;
    if (earlier.producerId !== batch.producerId)
      return `record ${first} is stored under producer id ${earlier.producerId} and under ${batch.producerId}`;
    const producer = cluster.node(batch.origin);
    const acked = producer instanceof Producer ? producer.outcomes.acked.get(topicPartition) : undefined;
    if (acked?.has(first) === true) return `record ${first} is stored again after its acknowledgement`;
  }
  return null;
}

function logOf(cluster: Cluster, broker: BrokerId, topicPartition: TopicPartition): UnifiedLog | null {
  const index = cluster.directory.brokers.get(broker);
  const node = index === undefined ? null : cluster.node(index);
  return node instanceof Broker ? (node.partitions.get(topicPartition)?.log ?? null) : null;
}
