import { Broker } from '../engine/broker/Broker.ts';
import { maximalIsr } from '../engine/broker/isrState.ts';
import type { Partition } from '../engine/broker/Partition.ts';
import { Consumer } from '../engine/client/consumer/Consumer.ts';
import { Producer } from '../engine/client/producer/Producer.ts';
import { controllerOf, replicasOf } from '../engine/cluster/ledger.ts';
import type { Cluster } from '../engine/cluster/Cluster.ts';
import type { Controller } from '../engine/controller/Controller.ts';
import { minIsrOf } from '../engine/controller/ReplicationControl.ts';
import type { PartitionRegistration } from '../engine/metadata/PartitionRegistration.ts';
import type { FaultyLink } from '../engine/network/Network.ts';
import type { PartitionEntry } from '../engine/metadata/MetadataImage.ts';
import type { Scenario } from '../scenario/Scenario.ts';
import { MICROS_PER_MILLI } from '../shared/units.ts';
import type {
  BrokerProcessState,
  BrokerView,
  ConsumerView,
  EntityView,
  InFlightProduce,
  LinkView,
  NodeFaultsView,
  PartitionView,
  ProducerView,
  ReplicaView,
} from './frame.ts';

const SHOWN_BATCHES = 256;

/** The whole cluster as plain data for pictures. */
export function projectEntities(cluster: Cluster, scenario: Scenario): EntityView[] {
  const controller = controllerOf(cluster);
  if (!controller) return [];
  const views: EntityView[] = [
    {
      kind: 'cluster',
      key: 'cluster',
      activeController: controller.nodeId,
      kafkaVersion: scenario.kafkaVersion,
      eligibleLeaderReplicas: controller.config.eligibleLeaderReplicas,
      metadataLogEndOffset: controller.log.highWatermark,
    },
  ];
  for (const { nodeId } of scenario.controllers)
    views.push({
      kind: 'controller',
      key: `controller:${nodeId}`,
      nodeId,
      active: nodeId === controller.nodeId,
      ...faultsOf(cluster, `controller:${nodeId}`),
    });
  for (const node of cluster.state.nodes) {
    if (node instanceof Broker) views.push(brokerView(node, controller, cluster));
    else if (node instanceof Producer) views.push(producerView(node, cluster));
    else if (node instanceof Consumer) views.push(consumerView(node, cluster));
  }
  for (const entry of controller.image.partitions.values()) {
    const replicas = replicasOf(cluster, entry.topicPartition);
    views.push(partitionView(entry, controller, replicas));
    for (const replica of replicas.values()) views.push(replicaView(replica, cluster));
  }
  for (const link of cluster.state.network.faultyLinks()) views.push(linkView(cluster, link));
  return views;
}

export function processStateOf(broker: Broker): BrokerProcessState {
  if (broker.power !== 'on') return broker.power;
  const state = broker.process?.lifecycle.state;
  if (state === undefined || state === 'STARTING' || state === 'RECOVERY') return 'starting';
  return state === 'PENDING_CONTROLLED_SHUTDOWN' ? 'stopping' : 'running';
}

function brokerView(broker: Broker, controller: Controller, cluster: Cluster): BrokerView {
  const registration = controller.image.brokers.get(broker.id);
  const contact = controller.contacts.get(broker.id);
  const fenced = registration?.fenced ?? true;
  let leaderCount = 0;
  for (const { registration: partition } of controller.image.partitions.values())
    if (partition.leader === broker.id) leaderCount += 1;
  return {
    kind: 'broker',
    key: broker.name,
    nodeId: broker.id,
    rack: broker.rack,
    process: processStateOf(broker),
    sinceUs: broker.powerSinceUs,
    fenced,
    inControlledShutdown: registration?.inControlledShutdown ?? false,
    brokerEpoch: registration?.brokerEpoch ?? -1,
    lastHeartbeatUs: Math.max(0, contact?.lastContactUs ?? 0),
    sessionEndsUs: fenced || !contact ? null : contact.lastContactUs + controller.config.sessionTimeoutUs,
    requestQueueSize: Math.min(broker.process?.requests.waiting.length ?? 0, broker.config.queuedMaxRequests),
    busyIoThreads: broker.process?.requests.busy.size ?? 0,
    ioThreads: broker.config.numIoThreads,
    leaderCount,
    diskFactor: broker.diskFactor,
    hasDiskFailed: broker.hasDiskFailed,
    ...faultsOf(cluster, broker.name),
  };
}

function partitionView(
  entry: PartitionEntry,
  controller: Controller,
  replicas: ReadonlyMap<number, Partition>,
): PartitionView {
  const { topicPartition, topic, partition, registration } = entry;
  const effectiveMinIsr = minIsrOf(controller, entry);
  const minIsr = Number(
    controller.image.topicConfig(topic, 'min.insync.replicas') ?? controller.config.minInsyncReplicas,
  );
  const last =
    registration.leader >= 0
      ? registration.leader
      : (registration.lastKnownElr[0] ?? registration.isr[0] ?? registration.elr[0]);
  return {
    kind: 'partition',
    key: `partition:${topicPartition}`,
    name: topicPartition,
    topic,
    partition,
    leader: registration.leader,
    leaderEpoch: registration.leaderEpoch,
    partitionEpoch: registration.partitionEpoch,
    replicas: registration.replicas,
    isr: registration.isr,
    elr: registration.elr,
    lastKnownElr: registration.lastKnownElr,
    ...reassignmentOf(registration),
    recovery: registration.recovery,
    minIsr,
    effectiveMinIsr,
    highWatermark: (last === undefined ? undefined : replicas.get(last)?.knownHighWatermark) ?? 0,
    configs: Object.fromEntries(controller.image.topicConfigs.get(topic) ?? []),
  };
}

function reassignmentOf({
  addingReplicas,
  removingReplicas,
}: PartitionRegistration): Pick<PartitionView, 'addingReplicas' | 'removingReplicas'> {
  return {
    ...(addingReplicas === undefined ? {} : { addingReplicas }),
    ...(removingReplicas === undefined ? {} : { removingReplicas }),
  };
}

function replicaView(replica: Partition, cluster: Cluster): ReplicaView {
  const { nowUs } = cluster;
  const node = cluster.node(cluster.directory.brokers.get(replica.broker) ?? -1);
  const replicas = node instanceof Broker ? node.process?.replicas : undefined;
  const { log, role, leader } = replica;
  const batches: number[] = [];
  for (let i = Math.max(0, log.batchCount - SHOWN_BATCHES); i < log.batchCount; i++)
    batches.push(log.batchAt(i).baseOffset, log.batchAt(i).count);
  return {
    kind: 'replica',
    key: `replica:${replica.topicPartition}@${replica.broker}`,
    partition: replica.topicPartition,
    broker: replica.broker,
    role: role?.kind ?? 'offline',
    leaderEpoch: role?.leaderEpoch ?? log.latestEpoch(),
    logStartOffset: log.logStartOffset,
    highWatermark: replica.knownHighWatermark,
    logEndOffset: log.logEndOffset,
    flushedOffset: log.pageCache.flushedOffset(nowUs),
    batches,
    epochs: log.epochs.entries.map(({ epoch, startOffset }) => ({ epoch, startOffset })),
    maximalIsr: leader ? maximalIsr(leader.isrState) : null,
    followers: leader
      ? [...leader.followers].map(([broker, state]) => ({
          broker,
          logEndOffset: state.logEndOffset,
          lastCaughtUpUs: Math.max(state.lastCaughtUpUs, replicas?.quietFetchUs(replica, broker) ?? 0),
        }))
      : null,
  };
}

function producerView(producer: Producer, cluster: Cluster): ProducerView {
  const { config, network } = producer;
  const inFlight: InFlightProduce[] = [];
  let oldestUs = Infinity;
  for (const request of network.inFlight.values()) {
    for (const batch of producer.sent.get(request.correlationId) ?? []) {
      oldestUs = Math.min(oldestUs, batch.createdUs);
      const { correlationId, broker, sentAtUs } = request;
      inFlight.push({
        correlationId,
        broker,
        partition: batch.topicPartition,
        records: batch.count,
        attempt: batch.attempts,
        sentAtUs,
        timesOutUs: network.timesOutUs(request),
      });
    }
  }
  let accumulatedRecords = 0;
  let retryAtUs: number | null = null;
  let retryAttempt = 0;
  let lastError: string | null = null;
  for (const queue of producer.accumulator.queues.values()) {
    for (const batch of queue) {
      accumulatedRecords += batch.count;
      oldestUs = Math.min(oldestUs, batch.createdUs);
      const readyUs = batch.waitingSinceUs + batch.backoffMs * MICROS_PER_MILLI;
      if (batch.attempts === 0 || readyUs <= cluster.nowUs || (retryAtUs !== null && readyUs >= retryAtUs))
        continue;
      retryAtUs = readyUs;
      retryAttempt = batch.attempts;
      lastError = batch.lastError;
    }
  }
  return {
    kind: 'producer',
    key: producer.name,
    clientId: producer.clientId,
    rack: null,
    running: producer.isRunning() && !producer.isClosing,
    process: producer.isClosing ? 'closing' : producer.state,
    ...faultsOf(cluster, producer.name),
    paused: producer.arrivals.paused,
    acks: config.acks,
    idempotent: producer.isIdempotent,
    producerId: producer.sequences.producerId,
    producerEpoch: producer.sequences.producerEpoch,
    maxInFlight: config['max.in.flight.requests.per.connection'],
    inFlight,
    accumulatedRecords,
    retryAtUs,
    retryAttempt,
    lastError,
    deliveryEndsUs:
      oldestUs === Infinity ? null : oldestUs + config['delivery.timeout.ms'] * MICROS_PER_MILLI,
    acked: producer.outcomes.ackedCount,
    failed: producer.outcomes.failedCount,
    configs: Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)])),
  };
}

function consumerView(consumer: Consumer, cluster: Cluster): ConsumerView {
  return {
    kind: 'consumer',
    key: consumer.name,
    clientId: consumer.clientId,
    rack: null,
    positions: consumer.partitions.map(({ topicPartition, position, highWatermark }) => ({
      partition: topicPartition,
      position,
      highWatermark,
    })),
    delivered: consumer.deliveredCount,
    process: consumer.state,
    stalledSinceUs: consumer.stalledSinceUs,
    ...faultsOf(cluster, consumer.name),
  };
}

function linkView(cluster: Cluster, link: FaultyLink): LinkView {
  const { a, b, cut, slow, sinceUs, slowness } = link;
  const between = [cluster.node(a).name, cluster.node(b).name] as const;
  return {
    kind: 'link',
    key: `link:${between.join('~')}`,
    between,
    cut,
    slow,
    sinceUs,
    slowness: slowness && {
      latencyUs: slowness.latencyUs,
      jitterUs: slowness.jitterUs,
      bandwidthBitsPerSecond: slowness.bandwidthBitsPerSecond,
      lossPercent: slowness.lossPercent,
    },
  };
}

/** Controllers that the directory does not have stand for others, and nothing befalls them. */
function faultsOf(cluster: Cluster, name: string): NodeFaultsView {
  const index = cluster.directory.names.indexOf(name);
  return {
    pausedSinceUs: cluster.state.paused.get(index)?.sinceUs ?? null,
    clockOffsetMs: cluster.clockOffsetOf(index),
  };
}
