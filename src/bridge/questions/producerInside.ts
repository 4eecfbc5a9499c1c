import { Producer } from '../../engine/client/producer/Producer.ts';
import type { ProducerBatch } from '../../engine/client/producer/ProducerBatch.ts';
import { lastSequence } from '../../engine/client/producer/sequence.ts';
import type { Cluster } from '../../engine/cluster/Cluster.ts';
import { controllerOf, replicasOf } from '../../engine/cluster/ledger.ts';
import { COMPRESSION_TYPES } from '../../shared/Codec.ts';
import type { BatchInside, PartitionInside, ProducerInside } from '../../shared/RunQuestions.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, TopicPartition } from '../../shared/units.ts';

/** What a producer holds, and what the leaders remember of it (S1–S4, ID2, ID3); null: there is no such producer. */
export function producerInside(cluster: Cluster, clientId: string): ProducerInside | null {
  const producer = cluster.state.nodes.find(
    (node): node is Producer => node instanceof Producer && node.clientId === clientId,
  );
  if (!producer) return null;
  const { config, sequences, accumulator, network } = producer;
  const inFlight = inFlightByPartition(producer);
  const requests = new Map<BrokerId, number>();
  for (const { broker } of network.inFlight.values()) requests.set(broker, (requests.get(broker) ?? 0) + 1);
  const partitions = new Set<TopicPartition>([...accumulator.partitions, ...inFlight.keys()]);
  const inside = [...partitions].map((partition) =>
    partitionInside(cluster, producer, partition, inFlight.get(partition) ?? []),
  );
  const held = [...accumulator.queues.values()].flat();
  for (const batches of producer.sent.values()) held.push(...batches);
  return {
    producerId: sequences.producerId,
    producerEpoch: sequences.producerEpoch,
    lingerUs: config['linger.ms'] * MICROS_PER_MILLI,
    batchSizeBytes: config['batch.size'],
    maxInFlight: config['max.in.flight.requests.per.connection'],
    compression: COMPRESSION_TYPES.find((type) => type === config['compression.type']) ?? 'none',
    bufferBytes: config['buffer.memory'],
    bufferHeldBytes: held.reduce((sum, { pooledBytes }) => sum + pooledBytes, 0),
    blockedSinceUs: producer.blockedSinceUs,
    requests: [...requests].map(([broker, count]) => ({ broker, count })),
    partitions: inside.sort((a, b) => compareNames(a.partition, b.partition)),
  };
}

function inFlightByPartition(producer: Producer): ReadonlyMap<TopicPartition, readonly BatchInside[]> {
  const found = new Map<TopicPartition, BatchInside[]>();
  for (const request of producer.network.inFlight.values())
    for (const batch of producer.sent.get(request.correlationId) ?? []) {
      const { correlationId, sentAtUs } = request;
      const batches = found.get(batch.topicPartition) ?? [];
      batches.push({
        ...batchInside(batch),
        untilUs: producer.network.timesOutUs(request),
        request: { correlationId, sentAtUs },
      });
      found.set(batch.topicPartition, batches);
    }
  return found;
}

function partitionInside(
  cluster: Cluster,
  producer: Producer,
  partition: TopicPartition,
  inFlight: readonly BatchInside[],
): PartitionInside {
  const sequences = producer.isIdempotent ? producer.sequences.sequencesOf(partition) : null;
  const lingerUs = producer.config['linger.ms'] * MICROS_PER_MILLI;
  return {
    partition,
    leader: producer.metadata.leaderOf(partition)?.leader ?? -1,
    nextSequence: sequences?.nextSequence ?? null,
    lastAckedSequence: sequences?.lastAcked ?? null,
    waiting: (producer.accumulator.queues.get(partition) ?? []).map((batch) => ({
      ...batchInside(batch),
      untilUs:
        batch.attempts === 0
          ? batch.createdUs + lingerUs
          : batch.waitingSinceUs + batch.backoffMs * MICROS_PER_MILLI,
      request: null,
    })),
    inFlight,
    remembered: rememberedOf(cluster, partition, producer.sequences.producerId),
  };
}

function batchInside(batch: ProducerBatch): Omit<BatchInside, 'untilUs' | 'request'> {
  const { sequence, count } = batch;
  return {
    records: count,
    sizeBytes: batch.sizeBytes,
    limitBytes: batch.pooledBytes,
    createdUs: batch.createdUs,
    attempts: batch.attempts,
    firstSequence: sequence?.baseSequence ?? null,
    lastSequence: sequence ? lastSequence(sequence.baseSequence, count) : null,
  };
}

function rememberedOf(
  cluster: Cluster,
  partition: TopicPartition,
  producerId: number,
): PartitionInside['remembered'] {
  const leader = controllerOf(cluster)?.image.partitions.get(partition)?.registration.leader ?? -1;
  const entry = replicasOf(cluster, partition).get(leader)?.log.producers.entryOf(producerId);
  if (!entry) return null;
  return {
    broker: leader,
    producerEpoch: entry.producerEpoch,
    batches: entry.batches.map((batch) => ({
      firstSequence: batch.baseSequence,
      lastSequence: batch.lastSequence,
      baseOffset: batch.baseOffset,
    })),
  };
}

/** `orders-9` before `orders-10`. */
function compareNames(a: TopicPartition, b: TopicPartition): number {
  const [topicA, numberA] = parted(a);
  const [topicB, numberB] = parted(b);
  if (topicA !== topicB) return topicA < topicB ? -1 : 1;
  return numberA - numberB;
}

function parted(name: TopicPartition): readonly [topic: string, partition: number] {
  const dash = name.lastIndexOf('-');
  return [name.slice(0, dash), Number(name.slice(dash + 1))];
}
