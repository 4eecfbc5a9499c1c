import { Broker, RETENTION_TIMER } from '../engine/broker/Broker.ts';
import { maximalIsr } from '../engine/broker/isrState.ts';
import type { LeaderRole, Partition } from '../engine/broker/Partition.ts';
import { Consumer } from '../engine/client/consumer/Consumer.ts';
import { GroupConsumer } from '../engine/client/consumer/group/GroupConsumer.ts';
import { Producer } from '../engine/client/producer/Producer.ts';
import type { Transactions } from '../engine/client/producer/transactions/Transactions.ts';
import {
  activeControllerOf,
  controllerOf,
  controllersOf,
  replicasByPartition,
} from '../engine/cluster/ledger.ts';
import type { Cluster } from '../engine/cluster/Cluster.ts';
import type { Controller } from '../engine/controller/Controller.ts';
import { minIsrOf } from '../engine/controller/ReplicationControl.ts';
import type { PartitionRegistration } from '../engine/metadata/PartitionRegistration.ts';
import type { FaultyLink } from '../engine/network/Network.ts';
import type { PartitionEntry } from '../engine/metadata/MetadataImage.ts';
import type { UnifiedLog } from '../engine/storage/UnifiedLog.ts';
import type { Scenario } from '../scenario/Scenario.ts';
import { expectPresent } from '../shared/assert.ts';
import { MICROS_PER_MILLI } from '../shared/units.ts';
import type { BrokerId, TopicPartition } from '../shared/units.ts';
import type {
  TransactionView,
  BrokerProcessState,
  BrokerView,
  ConsumerView,
  GroupMemberView,
  ControllerView,
  EntityKey,
  EntityView,
  InFlightProduce,
  LinkView,
  MetadataLogView,
  NodeFaultsView,
  PartitionView,
  ProducerView,
  ReplicaView,
} from './frame.ts';
import { quorumOf } from './describeQuorum.ts';
import { isEqualData } from './isEqualData.ts';
import { projectGroups } from './projectGroups.ts';
import { METADATA_LOG_KEY, projectMetadataTail } from './projectMetadataTail.ts';
import { projectQueues } from './projectQueues.ts';
import { projectShares } from './projectShares.ts';
import { projectStorage } from './projectStorage.ts';
import { projectStores } from './projectStores.ts';
import { projectTransactions } from './projectTransactions.ts';

const SHOWN_BATCHES = 256;
const NO_CONFIGS: PartitionView['configs'] = {};
const NO_REPLICAS: ReadonlyMap<number, Partition> = new Map();

/**
 * The whole cluster as plain data for pictures. What a view of `before` still says as it is may be in the new one too. Of replicas only
 * those of `watched` partitions are there; null: all.
 */
export function projectEntities(
  cluster: Cluster,
  scenario: Scenario,
  before: ReadonlyMap<EntityKey, EntityView> = new Map(),
  watched: ReadonlySet<TopicPartition> | null = null,
): EntityView[] {
  const controller = controllerOf(cluster);
  if (!controller) return [];
  const views: EntityView[] = [
    {
      kind: 'cluster',
      key: 'cluster',
      activeController: activeControllerOf(cluster)?.nodeId ?? -1,
      kafkaVersion: scenario.kafkaVersion,
      eligibleLeaderReplicas: controller.config.eligibleLeaderReplicas,
      metadataLogEndOffset: controller.raft.committedEnd,
      ...configsOf(controller.image.clusterConfigs),
    },
  ];
  views.push(projectMetadataTail(controller, knownMetadataLog(before)));
  const active = activeControllerOf(cluster);
  for (const each of controllersOf(cluster)) views.push(controllerView(each, each === active, cluster));
  const leaderCounts = countLeaders(controller);
  const brokers = new Map<number, Broker>();
  for (const node of cluster.state.nodes) {
    if (node instanceof Broker) {
      brokers.set(node.id, node);
      views.push(brokerView(node, controller, leaderCounts.get(node.id) ?? 0, cluster));
    } else if (node instanceof Producer) views.push(producerView(node, cluster));
    else if (node instanceof Consumer) views.push(consumerView(node, cluster));
  }
  const replicasBy = replicasByPartition(cluster);
  const topics = new Map<string, TopicSettings>();
  for (const entry of controller.image.partitions.values()) {
    const replicas = replicasBy.get(entry.topicPartition) ?? NO_REPLICAS;
    let topic = topics.get(entry.topic);
    if (topic === undefined) topics.set(entry.topic, (topic = topicSettings(entry, controller)));
    const keys = keysOf(entry.topicPartition);
    const view = partitionView(keys.partition, entry, topic, replicas, before.get(keys.partition));
    const shares = projectShares(entry.topicPartition, brokers.get(view.leader), cluster.directory.names);
    views.push(shares === undefined ? view : { ...view, shares });
    if (watched?.has(entry.topicPartition) === false) continue;
    for (const replica of replicas.values()) {
      const key = replicaKeyOf(keys, replica);
      const broker = expectPresent(brokers.get(replica.broker), 'the broker of a replica');
      views.push(replicaView(key, replica, broker, cluster.nowUs, before.get(key)));
    }
  }
  for (const group of projectGroups(cluster)) views.push(group);
  if (scenario.stores) for (const view of projectStores(cluster, scenario)) views.push(view);
  if (scenario.queueBrokers) for (const view of projectQueues(cluster)) views.push(view);
  for (const link of cluster.state.network.faultyLinks()) views.push(linkView(cluster, link));
  return views;
}

function knownMetadataLog(before: ReadonlyMap<EntityKey, EntityView>): MetadataLogView | undefined {
  const known = before.get(METADATA_LOG_KEY);
  return known?.kind === 'metadataLog' ? known : undefined;
}

/** Keys of a partition and of its replicas by broker. */
interface KeysOfPartition {
  readonly partition: EntityKey;
  readonly replicas: Map<BrokerId, EntityKey>;
}

/** Each made once, and found by name: what they are keys of is other objects after every return to a checkpoint. */
const KEYS = new Map<TopicPartition, KeysOfPartition>();

function keysOf(topicPartition: TopicPartition): KeysOfPartition {
  let keys = KEYS.get(topicPartition);
  if (keys === undefined) {
    keys = { partition: `partition:${topicPartition}`, replicas: new Map() };
    KEYS.set(topicPartition, keys);
  }
  return keys;
}

function replicaKeyOf({ replicas }: KeysOfPartition, { topicPartition, broker }: Partition): EntityKey {
  let key = replicas.get(broker);
  if (key === undefined) {
    key = `replica:${topicPartition}@${broker}`;
    replicas.set(broker, key);
  }
  return key;
}

export function processStateOf(broker: Broker): BrokerProcessState {
  if (broker.power !== 'on') return broker.power;
  const state = broker.process?.lifecycle.state;
  if (state === undefined || state === 'STARTING' || state === 'RECOVERY') return 'starting';
  return state === 'RUNNING' ? 'running' : 'stopping';
}

function controllerView(controller: Controller, active: boolean, cluster: Cluster): ControllerView {
  const { nodeId, name, power, powerSinceUs, raft } = controller;
  const quorum = quorumOf(controller, cluster.nowUs);
  return {
    kind: 'controller',
    key: name,
    nodeId,
    active,
    process: power !== 'on' ? power : raft.state === null ? 'starting' : 'running',
    sinceUs: powerSinceUs,
    raftState: raft.state?.kind ?? null,
    epoch: raft.epoch,
    leader: raft.leaderId ?? -1,
    logEndOffset: raft.log.endOffset,
    highWatermark: raft.highWatermark ?? -1,
    ...(quorum ? { quorum } : {}),
    ...faultsOf(cluster, name),
  };
}

function countLeaders(controller: Controller): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { registration } of controller.image.partitions.values())
    counts.set(registration.leader, (counts.get(registration.leader) ?? 0) + 1);
  return counts;
}

function brokerView(
  broker: Broker,
  controller: Controller,
  leaderCount: number,
  cluster: Cluster,
): BrokerView {
  const registration = controller.image.brokers.get(broker.id);
  const contact = controller.contacts.get(broker.id);
  const fenced = registration?.fenced ?? true;
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
    busyIoThreads: broker.process?.requests.busyCount ?? 0,
    ioThreads: broker.config.numIoThreads,
    leaderCount,
    diskFactor: broker.diskFactor,
    hasDiskFailed: broker.hasDiskFailed,
    logDirs: logDirsOf(broker),
    retentionCheck: retentionCheckOf(broker),
    ...configsOf(controller.image.brokerConfigs.get(broker.id)),
    ...faultsOf(cluster, broker.name),
  };
}

function logDirsOf({ config, failedLogDirs, disks }: Broker): BrokerView['logDirs'] {
  return config.logDirs.map((path) => {
    const room = disks.get(path);
    return {
      path,
      hasFailed: failedLogDirs.has(path),
      capacityBytes: room?.capacityBytes ?? null,
      isFull: room?.isFull ?? false,
    };
  });
}

function retentionCheckOf({ timers, config }: Broker): BrokerView['retentionCheck'] {
  const nextUs = timers.atUs(RETENTION_TIMER);
  return nextUs === null ? null : { nextUs, intervalUs: config.retentionCheckIntervalUs };
}

function configsOf(configs: ReadonlyMap<string, string> | undefined): {
  readonly configs?: Readonly<Record<string, string>>;
} {
  return configs === undefined || configs.size === 0 ? {} : { configs: Object.fromEntries(configs) };
}

/** What holds for all partitions of a topic. */
interface TopicSettings {
  readonly configs: PartitionView['configs'];
  readonly minIsr: number;
  readonly effectiveMinIsr: number;
}

function topicSettings(entry: PartitionEntry, controller: Controller): TopicSettings {
  const { image, config } = controller;
  const configs = image.topicConfigs.get(entry.topic);
  return {
    configs: configs === undefined ? NO_CONFIGS : Object.fromEntries(configs),
    minIsr: Number(image.topicConfig(entry.topic, 'min.insync.replicas') ?? config.minInsyncReplicas),
    effectiveMinIsr: minIsrOf(controller, entry),
  };
}

/** The view as it was, if nothing of it is another now. */
function partitionView(
  key: EntityKey,
  entry: PartitionEntry,
  { configs, minIsr, effectiveMinIsr }: TopicSettings,
  replicas: ReadonlyMap<number, Partition>,
  before: EntityView | undefined,
): PartitionView {
  const { topicPartition, topic, partition, registration } = entry;
  const { leader, leaderEpoch, partitionEpoch, isr, elr, lastKnownElr, recovery } = registration;
  const last = leader >= 0 ? leader : (lastKnownElr[0] ?? isr[0] ?? elr[0]);
  const highWatermark = (last === undefined ? undefined : replicas.get(last)?.knownHighWatermark) ?? 0;
  const known = before?.kind === 'partition' ? before : null;
  if (
    known?.highWatermark === highWatermark &&
    known.isr === isr &&
    known.replicas === registration.replicas &&
    known.elr === elr &&
    known.lastKnownElr === lastKnownElr &&
    known.leader === leader &&
    known.leaderEpoch === leaderEpoch &&
    known.partitionEpoch === partitionEpoch &&
    known.recovery === recovery &&
    known.addingReplicas === registration.addingReplicas &&
    known.removingReplicas === registration.removingReplicas &&
    known.minIsr === minIsr &&
    known.effectiveMinIsr === effectiveMinIsr &&
    known.shares === undefined &&
    isEqualData(known.configs, configs)
  )
    return known;
  return {
    kind: 'partition',
    key,
    name: topicPartition,
    topic,
    partition,
    leader,
    leaderEpoch,
    partitionEpoch,
    replicas: registration.replicas,
    isr,
    elr,
    lastKnownElr,
    ...reassignmentOf(registration),
    recovery,
    minIsr,
    effectiveMinIsr,
    highWatermark,
    configs,
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

/** The view as it was, if nothing of it is another now: by far the most replicas of a large cluster are at rest. */
function replicaView(
  key: EntityKey,
  replica: Partition,
  on: Broker,
  nowUs: number,
  before: EntityView | undefined,
): ReplicaView {
  const { log, role, leader } = replica;
  const known = before?.kind === 'replica' ? before : null;
  const flushedOffset = log.pageCache.flushedOffset(nowUs);
  const batches = known && isStillTrue(known.batches, log) ? known.batches : shownBatches(log);
  const leaderEpoch = role?.leaderEpoch ?? log.latestEpoch();
  const highWatermark = replica.knownHighWatermark;
  const storage = projectStorage(replica, on, known?.storage);
  const transactions = projectTransactions(log, known?.transactions);
  if (
    known?.batches === batches &&
    known.storage === storage &&
    known.transactions === transactions &&
    known.role === (role?.kind ?? 'offline') &&
    known.leaderEpoch === leaderEpoch &&
    known.logStartOffset === log.logStartOffset &&
    known.highWatermark === highWatermark &&
    known.logEndOffset === log.logEndOffset &&
    known.flushedOffset === flushedOffset &&
    isEqualData(known.epochs, log.epochs.entries) &&
    isStillLed(known, leader)
  )
    return known;
  return {
    kind: 'replica',
    key,
    partition: replica.topicPartition,
    broker: replica.broker,
    role: role?.kind ?? 'offline',
    leaderEpoch,
    logStartOffset: log.logStartOffset,
    highWatermark,
    logEndOffset: log.logEndOffset,
    flushedOffset,
    batches,
    epochs: log.epochs.entries.map(({ epoch, startOffset }) => ({ epoch, startOffset })),
    storage,
    maximalIsr: leader ? maximalIsr(leader.isrState) : null,
    followers: leader
      ? [...leader.followers].map(([broker, state]) => ({
          broker,
          logEndOffset: state.logEndOffset,
          lastCaughtUpUs: state.lastCaughtUpUs,
        }))
      : null,
    ...(transactions && { transactions }),
  };
}

function isStillLed(known: ReplicaView, leader: LeaderRole | null): boolean {
  if (!leader) return known.followers === null;
  const { followers } = known;
  if (followers?.length !== leader.followers.size) return false;
  if (!isEqualData(known.maximalIsr, maximalIsr(leader.isrState))) return false;
  let i = 0;
  for (const [broker, state] of leader.followers) {
    const follower = followers[i++];
    if (
      follower?.broker !== broker ||
      follower.logEndOffset !== state.logEndOffset ||
      follower.lastCaughtUpUs !== state.lastCaughtUpUs
    )
      return false;
  }
  return true;
}

function shownBatches(log: UnifiedLog): number[] {
  const batches: number[] = [];
  for (let i = Math.max(0, log.batchCount - SHOWN_BATCHES); i < log.batchCount; i++) {
    const { baseOffset, count } = log.batchAt(i);
    batches.push(baseOffset, count);
  }
  return batches;
}

/** Most logs of a large cluster are as they were in the frame before. */
function isStillTrue(batches: readonly number[], log: UnifiedLog): boolean {
  const first = Math.max(0, log.batchCount - SHOWN_BATCHES);
  if (batches.length !== 2 * (log.batchCount - first)) return false;
  for (let i = batches.length / 2 - 1; i >= 0; i--) {
    const { baseOffset, count } = log.batchAt(first + i);
    if (batches[2 * i] !== baseOffset || batches[2 * i + 1] !== count) return false;
  }
  return true;
}

function transactionView({ manager, application }: Transactions): TransactionView {
  return {
    transactionalId: manager.config.transactionalId,
    state: manager.state,
    waitsIn: application.awaited?.call ?? null,
    coordinator: manager.coordinator ?? -1,
    partitions: [...manager.partitions],
    error: manager.lastError?.name ?? null,
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
    ...(producer.transactions && { transaction: transactionView(producer.transactions) }),
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
    ...(consumer instanceof GroupConsumer ? { group: groupMemberView(consumer) } : {}),
    process: consumer.state,
    stalledSinceUs: consumer.stalledSinceUs,
    ...pausedOf(consumer),
    ...faultsOf(cluster, consumer.name),
  };
}

function pausedOf({ partitions }: Consumer): Pick<ConsumerView, 'paused'> {
  const paused = partitions.filter((one) => one.paused).map(({ topicPartition }) => topicPartition);
  return paused.length === 0 ? {} : { paused };
}

function groupMemberView({ coordinator, group }: GroupConsumer): GroupMemberView {
  const { generation, memberState, isLeader, channel, committed } = coordinator;
  return {
    groupId: group.groupId,
    instanceId: group.groupInstanceId,
    memberId: generation.memberId,
    generation: generation.generationId,
    state: memberState,
    isLeader,
    coordinator: channel.node ?? -1,
    committed: [...committed].map(([partition, offset]) => ({ partition, offset })),
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
