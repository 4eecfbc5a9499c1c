import { Producer } from '../client/producer/Producer.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Epoch, Micros, TopicPartition } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import type { RunHistory } from './RunHistory.ts';

/** What passes by itself, as far as a producer is told of it. */
const PASSING: ReadonlySet<string> = new Set([
  'NOT_LEADER_OR_FOLLOWER',
  'LEADER_NOT_AVAILABLE',
  'UNKNOWN_TOPIC_OR_PARTITION',
  'UNKNOWN_LEADER_EPOCH',
  'FENCED_LEADER_EPOCH',
  'NOT_ENOUGH_REPLICAS',
  'NOT_ENOUGH_REPLICAS_AFTER_APPEND',
  'REQUEST_TIMED_OUT',
  'NETWORK_EXCEPTION',
]);

interface SentBatch {
  readonly topicPartition: TopicPartition;
  readonly createdUs: Micros;
  readonly count: number;
  readonly attempts: number;
}

/**
 * A producer gives a batch up for an error that passes by itself only when its retries are used up or its delivery.timeout.ms is
 * over (RT1, RT2).
 */
export function producersRetryWhileTheyMay(history: RunHistory): Invariant {
  const sent = new Map<string, readonly SentBatch[]>();
  return {
    name: 'ProducersRetryWhileTheyMay',
    check(cluster) {
      let broken: string | null = null;
      for (const row of history.rows) {
        if (row.kind !== 'RecordsFailed' || !PASSING.has(row.error)) continue;
        const producer = cluster.state.nodes.find(
          (node) => node instanceof Producer && node.clientId === row.producer,
        );
        if (!(producer instanceof Producer)) continue;
        const { retries, 'delivery.timeout.ms': timeoutMs } = producer.config;
        const mayRetry = ({ createdUs, attempts }: SentBatch): boolean =>
          cluster.nowUs - createdUs < timeoutMs * MICROS_PER_MILLI && attempts <= retries;
        const candidates = (sent.get(row.producer) ?? []).filter(
          ({ topicPartition, count }) => topicPartition === row.partition && count === row.count,
        );
        if (candidates.length > 0 && candidates.every(mayRetry))
          broken = `${row.producer} gives up ${row.count} records of ${row.partition} for ${row.error}`;
      }
      for (const node of cluster.state.nodes) {
        if (!(node instanceof Producer)) continue;
        if (node.sent.size === 0) sent.delete(node.clientId);
        else sent.set(node.clientId, [...node.sent.values()].flat().map(copyOf));
      }
      return broken;
    },
  };
}

/** A batch changes when it comes back. */
function copyOf({ topicPartition, createdUs, count, attempts }: SentBatch): SentBatch {
  return { topicPartition, createdUs, count, attempts };
}

/**
 * An idempotent producer that hears that a batch is out of order, and has no earlier one of the partition to fill the gap, sends
 * it again only under another epoch (ID8): under the same one no leader would ever take it.
 *
 * Not where a later one was acknowledged before (a leader that did not know the producer took it for the first): then it is sent
 * again until it expires (`TransactionManager.canRetry`). Nor where it has given up a batch under this epoch: one that expires on its first way leaves no mark (`Sender.sendProducerData`
 * marks what is in retry), so that those behind it are sent again until they expire too.
 */
export function brokenSequencesAreMended(history: RunHistory): Invariant {
  const refused = new Map<string, string>();
  const givenUp = new Map<string, Epoch>();
  return {
    name: 'BrokenSequencesAreMended',
    check(cluster) {
      for (const row of history.rows) {
        if (row.kind !== 'ProduceRefused' && row.kind !== 'ProduceRetried' && row.kind !== 'RecordsFailed')
          continue;
        if (row.kind !== 'RecordsFailed' && row.error !== 'OUT_OF_ORDER_SEQUENCE_NUMBER') continue;
        const producer = cluster.state.nodes.find(
          (node) => node instanceof Producer && node.clientId === row.producer,
        );
        if (!(producer instanceof Producer)) continue;
        const key = `${row.producer}/${row.partition}`;
        if (row.kind === 'RecordsFailed') {
          givenUp.set(key, producer.sequences.producerEpoch);
          continue;
        }
        const unsettled = [...producer.sent.values()]
          .flat()
          .concat(producer.accumulator.queues.get(row.partition) ?? [])
          .filter(({ topicPartition }) => topicPartition === row.partition);
        let oldest = unsettled[0];
        for (const batch of unsettled) if (oldest && batch.firstOrdinal < oldest.firstOrdinal) oldest = batch;
        if (!oldest?.sequence || oldest.sequenceHasBeenReset) continue;
        const { producerId, producerEpoch, baseSequence } = oldest.sequence;
        if (givenUp.get(key) === producerEpoch) continue;
        if (!producer.sequences.isNextSequence(row.partition, baseSequence)) continue;
        const name = `${producerId}/${producerEpoch}/${baseSequence}`;
        if (row.kind === 'ProduceRetried') {
          // Another may have come back, and the oldest be still under way.
          const isBack = producer.accumulator.queues.get(row.partition)?.includes(oldest) === true;
          if (isBack && oldest.attempts === row.attempt && oldest.lastError === row.error)
            refused.set(key, name);
          continue;
        }
        const sent = producer.sent.get(row.correlationId);
        if (sent?.includes(oldest) === true && refused.get(key) === name)
          return `${row.partition}: ${row.producer} sent sequence ${baseSequence} again under epoch ${producerEpoch}, for which it was refused before`;
      }
      return null;
    },
  };
}
