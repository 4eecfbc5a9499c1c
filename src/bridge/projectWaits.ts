import { Broker } from '../engine/broker/Broker.ts';
import { isInflight } from '../engine/broker/isrState.ts';
import { Producer } from '../engine/client/producer/Producer.ts';
import type { Cluster } from '../engine/cluster/Cluster.ts';
import { controllerOf } from '../engine/cluster/ledger.ts';
import { MICROS_PER_MILLI } from '../shared/units.ts';
import type { WaitView } from './frame.ts';
import { processStateOf } from './projectEntities.ts';

const MOST_WAITS = 200;

const NOTHING: Omit<WaitView, 'key' | 'who' | 'what' | 'sinceUs'> = {
  partition: null,
  broker: null,
  correlationId: null,
  requiredOffset: null,
  currentOffset: null,
  attempt: null,
  error: null,
  endsUs: null,
};

/** Who waits for what, most pressing kinds first. */
export function projectWaits(cluster: Cluster): WaitView[] {
  const waits: WaitView[] = [];
  for (const node of cluster.state.nodes) {
    if (node instanceof Producer) waits.push(...producerWaits(node, cluster.nowUs));
    else if (node instanceof Broker) waits.push(...brokerWaits(node, cluster));
  }
  return waits.slice(0, MOST_WAITS);
}

function producerWaits(producer: Producer, nowUs: number): WaitView[] {
  const waits: WaitView[] = [];
  for (const [partition, queue] of producer.accumulator.queues) {
    const head = queue[0];
    if (!head) continue;
    const leader = producer.metadata.leaderOf(partition);
    const who = producer.name;
    if (!leader)
      waits.push({
        ...NOTHING,
        key: `${who}/metadata/${partition}`,
        who,
        what: 'ProducerForMetadata',
        partition,
        sinceUs: head.createdUs,
      });
    const retryUs = head.waitingSinceUs + head.backoffMs * MICROS_PER_MILLI;
    if (head.attempts > 0 && retryUs > nowUs) {
      const { attempts: attempt, lastError: error, waitingSinceUs: sinceUs } = head;
      waits.push({
        ...NOTHING,
        key: `${who}/retry/${partition}`,
        who,
        what: 'ProducerRetry',
        partition,
        attempt,
        error,
        sinceUs,
        endsUs: retryUs,
      });
    }
  }
  for (const request of producer.network.inFlight.values()) {
    if (request.request.kind !== 'ProduceRequest') continue;
    const { correlationId, broker, sentAtUs: sinceUs } = request;
    const partition = request.request.partitions[0]?.topicPartition ?? null;
    const endsUs = producer.network.timesOutUs(request);
    waits.push({
      ...NOTHING,
      key: `${producer.name}/response/${correlationId}`,
      who: producer.name,
      what: 'ProducerForResponse',
      partition,
      broker,
      correlationId,
      sinceUs,
      endsUs,
    });
  }
  return waits;
}

function brokerWaits(broker: Broker, cluster: Cluster): WaitView[] {
  const waits: WaitView[] = [];
  const contact = controllerOf(cluster)?.contacts.get(broker.id);
  const registration = controllerOf(cluster)?.image.brokers.get(broker.id);
  const state = processStateOf(broker);
  const base = { ...NOTHING, who: broker.name, broker: broker.id };
  if (contact && registration?.fenced === false && broker.process === null) {
    const endsUs = contact.lastContactUs + (controllerOf(cluster)?.config.sessionTimeoutUs ?? 0);
    waits.push({
      ...base,
      key: `${broker.name}/fencing`,
      what: 'FencingOfBroker',
      sinceUs: contact.lastContactUs,
      endsUs,
    });
  }
  if (state === 'starting')
    waits.push({ ...base, key: `${broker.name}/start`, what: 'BrokerStart', sinceUs: broker.powerSinceUs });
  if (state === 'stopping')
    waits.push({
      ...base,
      key: `${broker.name}/stop`,
      what: 'ControlledShutdown',
      sinceUs: broker.powerSinceUs,
    });
  const { process } = broker;
  if (!process) return waits;
  for (const delayed of process.replicas.produces.parked.values()) {
    for (const { topicPartition: partition, requiredOffset } of delayed.partitions) {
      if (requiredOffset < 0) continue;
      const { correlationId } = delayed.replyTo;
      const currentOffset = broker.partitions.get(partition)?.log.highWatermark ?? null;
      waits.push({
        ...base,
        key: `${broker.name}/produce/${delayed.id}`,
        what: 'ProduceForHighWatermark',
        partition,
        correlationId,
        requiredOffset,
        currentOffset,
        sinceUs: delayed.parkedAtUs,
        endsUs: delayed.timesOutUs,
      });
    }
  }
  for (const partition of broker.partitions.values()) {
    if (!partition.leader || !isInflight(partition.leader.isrState)) continue;
    const sinceUs = process.replicas.alterPartition.askedSinceUs ?? cluster.nowUs;
    waits.push({
      ...base,
      key: `${broker.name}/isr/${partition.topicPartition}`,
      what: 'IsrChange',
      partition: partition.topicPartition,
      sinceUs,
    });
  }
  for (const delayed of process.replicas.fetches.parked.values()) {
    const { replicaId } = delayed.params;
    const asked = process.replicas.firstAsked(delayed);
    const who = cluster.node(delayed.replyTo.source).name;
    const what = replicaId < 0 ? 'ConsumerFetch' : 'FollowerFetch';
    waits.push({
      ...base,
      who,
      key: `${broker.name}/fetch/${delayed.id}`,
      what,
      partition: asked?.topicPartition ?? null,
      correlationId: delayed.replyTo.correlationId,
      requiredOffset: asked?.fetchOffset ?? null,
      sinceUs: delayed.parkedAtUs,
      endsUs: delayed.timesOutUs,
    });
  }
  return waits;
}
