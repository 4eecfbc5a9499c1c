import { Broker } from '../broker/Broker.ts';
import { Producer } from '../client/producer/Producer.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import { incrementSequence } from '../client/producer/sequence.ts';
import { lastSequenceOf } from '../storage/RecordBatch.ts';
import type { RecordBatch } from '../storage/RecordBatch.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import { millisFromMicros } from '../../shared/units.ts';
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
      for (const { partition, broker, log, index, batch } of numberedAppends(history, cluster)) {
        if (batch.origin < 0) continue;
        const broken = compareWithEarlier(batch, index, log, partition, cluster);
        if (broken !== null) return `${partition} on broker ${broker}: ${broken}`;
      }
      return null;
    },
  };
}

/**
 * What a leader stores of an idempotent producer begins where the last batch of the same producer epoch in its log ended: no
 * sequence number is left out (ID5). A producer of which the log says nothing may begin anywhere, and so may one that has not
 * written for producer.id.expiration.ms: the broker may have forgotten it (ID3).
 */
export function sequencesFollowOneAnother(history: RunHistory): Invariant {
  return {
    name: 'SequencesFollowOneAnother',
    check(cluster) {
      for (const { partition, broker, log, index, batch } of numberedAppends(history, cluster)) {
        const last = newestOf(batch.producerId, index, log);
        if (last?.producerEpoch !== batch.producerEpoch) continue;
        if (mayBeForgotten(last, broker, cluster)) continue;
        const expected = incrementSequence(lastSequenceOf(last), 1);
        if (batch.baseSequence !== expected)
          return `${partition} on broker ${broker}: sequence ${batch.baseSequence} of producer id ${batch.producerId} is stored, ${expected} comes next`;
      }
      return null;
    },
  };
}

/** A leader that is sent the newest batch of a producer again knows it, and refuses it not as out of order (ID4). */
export function newestBatchesAreRecognised(history: RunHistory): Invariant {
  return {
    name: 'NewestBatchesAreRecognised',
    check(cluster) {
      for (const row of history.rows) {
        if (row.kind !== 'ProduceRefused' || row.error !== 'OUT_OF_ORDER_SEQUENCE_NUMBER') continue;
        const log = logOf(cluster, row.broker, row.partition);
        const producer = producerOf(cluster, row.producer);
        const sent = producer?.sent.get(row.correlationId);
        const batch = sent?.find(({ topicPartition }) => topicPartition === row.partition);
        if (!log || !batch?.sequence || batch.sequenceHasBeenReset) continue;
        const { producerId, producerEpoch, baseSequence } = batch.sequence;
        const newest = newestOf(producerId, log.batchCount, log);
        const isStored =
          newest?.producerEpoch === producerEpoch &&
          newest.baseSequence === baseSequence &&
          newest.count === batch.count;
        if (isStored)
          return `${row.partition} on broker ${row.broker}: refuses sequence ${baseSequence} of ${row.producer}, which it has stored last`;
      }
      return null;
    },
  };
}

interface Append {
  readonly partition: TopicPartition;
  readonly broker: BrokerId;
  readonly log: UnifiedLog;
  readonly index: number;
  readonly batch: RecordBatch;
}

/** What leaders stored in this step of producers that number their batches, and where it stands. */
function numberedAppends(history: RunHistory, cluster: Cluster): Append[] {
  return history.rows.flatMap((row) => {
    if (row.kind !== 'RecordsAppended' || row.role !== 'leader') return [];
    const { partition, broker, baseOffset } = row;
    const log = logOf(cluster, broker, partition);
    if (!log || log.logEndOffset <= baseOffset) return [];
    const index = log.indexOf(baseOffset);
    const batch = log.batchAt(index);
    // What a coordinator writes for a transaction has no numbers.
    const isNumbered = batch.producerId >= 0 && batch.baseSequence >= 0 && !batch.marker;
    return isNumbered ? [{ partition, broker, log, index, batch }] : [];
  });
}

/** The newest batch of records of a producer before an index of a log. */
function newestOf(producerId: number, before: number, log: UnifiedLog): RecordBatch | null {
  for (let i = before - 1; i >= 0; i--) {
    const batch = log.batchAt(i);
    if (batch.producerId === producerId && !batch.marker) return batch;
  }
  return null;
}

function mayBeForgotten(last: RecordBatch, broker: BrokerId, cluster: Cluster): boolean {
  const index = cluster.directory.brokers.get(broker);
  const node = index === undefined ? null : cluster.node(index);
  if (index === undefined || !(node instanceof Broker)) return false;
  const clockMs = millisFromMicros(cluster.nowUs) + cluster.clockOffsetOf(index);
  return clockMs - last.maxTimestampMs >= node.config.producerIdExpirationMs;
}

function producerOf(cluster: Cluster, clientId: string): Producer | null {
  return (
    (cluster.state.nodes.find((node) => node instanceof Producer && node.clientId === clientId) as
      Producer | undefined) ?? null
  );
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
