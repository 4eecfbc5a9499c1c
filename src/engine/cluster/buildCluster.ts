import { oneText } from '../kernel/oneText.ts';
import { Broker } from '../broker/Broker.ts';
import type { BrokerConfig } from '../broker/BrokerConfig.ts';
import { logConfig } from '../broker/logConfig.ts';
import { nextLogDir } from '../broker/logDirs.ts';
import { Partition } from '../broker/Partition.ts';
import { Consumer } from '../client/consumer/Consumer.ts';
import { GroupConsumer } from '../client/consumer/group/GroupConsumer.ts';
import type { OutsideSpec } from '../client/consumer/outside/OutsideSpec.ts';
import { ProcessedRecords } from '../client/consumer/ProcessedRecords.ts';
import { ShareConsumer } from '../client/consumer/share/ShareConsumer.ts';
import { clientNames } from '../client/network/clientNames.ts';
import type { ClientNames } from '../client/network/clientNames.ts';
import { Outputs } from '../client/producer/output/Outputs.ts';
import { Producer } from '../client/producer/Producer.ts';
import { Controller } from '../controller/Controller.ts';
import { EventQueue } from '../kernel/EventQueue.ts';
import { hashText } from '../kernel/hash.ts';
import { MetadataImage } from '../metadata/MetadataImage.ts';
import type { MetadataRecord } from '../metadata/records.ts';
import { Network, pairKey } from '../network/Network.ts';
import type { Directory, Node } from '../node/Node.ts';
import type { RaftConfig } from '../raft/RaftConfig.ts';
import { RaftObserver } from '../raft/RaftObserver.ts';
import { kafkaRules } from '../rules/kafkaRules.ts';
import type { Rules } from '../rules/Rules.ts';
import { RemoteLogs } from '../storage/RemoteLogs.ts';
import { endOffsetOf } from '../storage/RecordBatch.ts';
import { shouldRollSegment } from '../storage/shouldRollSegment.ts';
import type { LogConfig } from '../storage/LogConfig.ts';
import { initialBatches, UnifiedLog } from '../storage/UnifiedLog.ts';
import type { ConsumerSpec, PartitionSpec, ProducerSpec, Scenario } from '../../scenario/Scenario.ts';
import { queueNodeNames } from '../../shared/queueNodeNames.ts';
import { expectPresent } from '../../shared/assert.ts';
import { millisFromMicros } from '../../shared/units.ts';
import type { BrokerId, NodeIndex, Offset, TopicPartition } from '../../shared/units.ts';
import { Cluster } from './Cluster.ts';
import {
  brokerConfigOf,
  consumerConfigOf,
  controllerConfigOf,
  groupConfigOf,
  producerConfigOf,
} from './configs.ts';
import { queueNodesOf } from './queueNodes.ts';
import { shareApplicationOf, shareConsumerConfigOf } from './shareConfigs.ts';
import { forwardShapesOf, outsideOf, producerOf, storeOf } from './outside.ts';
import { callTimesOf, workloadShapeOf } from './workloads.ts';

/** Epoch of the quorum in which the first controller leads. */
const FIRST_EPOCH = 1;

/** The world that a scenario describes, at its time 0, with nothing started. */
export function buildCluster(scenario: Scenario, rules: Rules = kafkaRules): Cluster {
  const names = nodeNames(scenario);
  const directory = buildDirectory(scenario, names);
  const records = bootstrapRecords(scenario);
  const nodes: Node[] = [];
  const controllerConfig = controllerConfigOf(scenario);
  const voters = scenario.controllers.map(({ nodeId }) => nodeId);
  const leaderId = firstLeader(scenario);
  for (const nodeId of voters) {
    const controller = new Controller(nodeId, voters, controllerConfig);
    controller.bootstrap(records, FIRST_EPOCH, leaderId);
    nodes.push(controller);
  }
  for (const spec of scenario.brokers) {
    const config = brokerConfigOf(scenario, spec);
    // A broker that was never part of the cluster knows nothing of it.
    const isNew = spec.state === 'new';
    const image = isNew ? new MetadataImage() : imageOf(records);
    const end = isNew ? 0 : records.length;
    const observer = observerOf(spec.nodeId, voters, leaderId, end, controllerConfig.raft);
    const partitions = partitionsOf(scenario, spec.nodeId, image, config);
    const startsRunning = spec.state === 'running';
    nodes.push(new Broker(spec.nodeId, spec.rack, config, image, observer, partitions, startsRunning));
  }
  const bootstrap = Object.freeze<BrokerId[]>(
    scenario.brokers.filter((broker) => broker.state !== 'new').map((broker) => broker.nodeId),
  );
  for (const spec of scenario.producers) {
    const shape = workloadShapeOf(spec, scenario.seed);
    const arrivals = callTimesOf(spec, scenario.seed);
    const names = namesOf(spec, scenario);
    const servers = names ? Object.freeze(names.bootstrap) : bootstrap;
    const config = producerConfigOf(spec.configs);
    const version = scenario.features['transaction.version'];
    const producer = new Producer(spec.clientId, config, shape, arrivals, servers, version);
    if (names) producer.network.nameBrokers(Object.freeze(names.misnamed));
    const user = consumerWithProducer(scenario, spec.clientId);
    if (user) producer.outputs = new Outputs();
    const forwards = user && shape ? forwardShapesOf(user, shape) : null;
    if (forwards !== null && forwards.size > 0) producer.forwardsTo(forwards);
    nodes.push(producer);
  }
  const hasMeaning = scenario.producers.some(({ workload }) => workload?.transfers !== undefined);
  for (const spec of scenario.consumers) {
    const consumer = workingConsumerOf(spec, bootstrap, scenario, names);
    if (hasMeaning) consumer.tally = new ProcessedRecords();
    nodes.push(consumer);
  }
  for (const spec of scenario.stores ?? []) nodes.push(storeOf(spec));
  for (const node of queueNodesOf(scenario.queueBrokers ?? [], names, scenario.seed)) nodes.push(node);
  return new Cluster(scenario.seed, directory, rules, {
    nodes,
    network: buildNetwork(scenario, directory),
    rngs: new Map(),
    queue: new EventQueue(),
    held: [],
    paused: new Map(),
    backlog: new Map(),
    deferred: [],
    letIn: new Map(),
    clocks: new Map(),
    remoteLogs: new RemoteLogs(),
    nowUs: 0,
    handledAtInstant: 0,
    eventCount: 0,
    skippedEvents: 0,
    beats: 0,
    beatsAtLastRow: 0,
    lastRowUs: 0,
    nextSeq: 1,
    nextCorrelationId: 1,
    faults: new Map(),
    appliedCommands: 0,
  });
}

/** One that works on records as long as its application is said to. */
function workingConsumerOf(
  spec: ConsumerSpec,
  bootstrap: readonly BrokerId[],
  { seed, kafkaVersion }: Scenario,
  names: readonly string[],
): Consumer {
  const consumer = consumerOf(spec, bootstrap, kafkaVersion, outsideOf(spec, names, seed));
  const { perRecordUs, spread, failures } = spec;
  if (spread !== undefined || failures)
    consumer.processing.vary(
      Object.freeze({
        perRecordUs,
        isExponential: spread === 'exponential',
        failingPerMillion: Math.round((failures?.percent ?? 0) * PER_MILLION_OF_PERCENT),
        retries: failures?.retries ?? 0,
        backoffUs: failures?.backoffUs ?? 0,
        drawSeed: hashText(`${spec.clientId}/work`, seed),
      }),
    );
  return consumer;
}

/** With a group or without one. */
function consumerOf(
  spec: ConsumerSpec,
  bootstrap: readonly BrokerId[],
  kafkaVersion: string,
  outside: OutsideSpec | null,
): Consumer {
  const { clientId, assign, perRecordUs, output } = spec;
  const config = consumerConfigOf(spec.configs);
  if (spec.share) {
    const subscribed = Object.freeze([...spec.subscribe].sort());
    const share = shareConsumerConfigOf(spec.configs, kafkaVersion);
    return new ShareConsumer(
      clientId,
      config,
      share,
      subscribed,
      bootstrap,
      shareApplicationOf(spec, spec.share),
    );
  }
  const group = groupConfigOf(spec.configs);
  if (!group) {
    const topics = Object.freeze([...new Set(assign.map(topicOf))]);
    return new Consumer(clientId, config, assign, topics, bootstrap, perRecordUs);
  }
  const subscribe = Object.freeze([...spec.subscribe].sort());
  const topics = subscribe.length > 0 ? subscribe : Object.freeze([...new Set(assign.map(topicOf))]);
  const commit = COMMIT_CALLS[spec.commit ?? 'none'];
  const application = Object.freeze({
    perRecordUs,
    commit,
    commitsBefore: spec.commitWhen === 'before',
    workers: spec.workers,
    ...(spec.heartbeats === 'eventLoop' && { sharesLoop: true as const }),
    ...(spec.commitEvery !== undefined && { commitEvery: spec.commitEvery }),
    ...(output && { output: Object.freeze({ restartAfterUs: output.restartAfterUs }) }),
    ...(outside && { outside }),
  });
  return new GroupConsumer(clientId, config, group, { subscribe, assign }, topics, bootstrap, application);
}

const PER_MILLION_OF_PERCENT = 10_000;

/** The consumer whose process a producer is part of. */
function consumerWithProducer({ consumers }: Scenario, producer: string): ConsumerSpec | undefined {
  return consumers.find((spec) => producerOf(spec) === producer);
}

const COMMIT_CALLS = { none: 'none', commitSync: 'sync', commitAsync: 'async' } as const;

/** What the names on a producer's machine lead to; null: any name leads to whom it should. */
function namesOf({ hosts, configs }: ProducerSpec, scenario: Scenario): ClientNames | null {
  if (!hosts) return null;
  const brokers = scenario.brokers
    .filter(({ state }) => state !== 'new')
    .map(({ nodeId, configs: own }) => ({
      broker: nodeId,
      listeners: own['listeners'] ?? null,
      advertised: own['advertised.listeners'] ?? null,
    }));
  // The scenario was validated: a bootstrap server leads somewhere, if not to an open port.
  return clientNames(hosts, configs['bootstrap.servers'] ?? '', brokers) ?? { bootstrap: [], misnamed: [] };
}

/** Topic of a `topic-partition`. */
export function topicOf(topicPartition: TopicPartition): string {
  return topicPartition.slice(0, topicPartition.lastIndexOf('-'));
}

function nodeNames(scenario: Scenario): string[] {
  return [
    ...scenario.controllers.map((spec) => `controller:${spec.nodeId}`),
    ...scenario.brokers.map((spec) => `broker:${spec.nodeId}`),
    ...scenario.producers.map((spec) => `producer:${spec.clientId}`),
    ...scenario.consumers.map((spec) => `consumer:${spec.clientId}`),
    ...(scenario.stores ?? []).map((spec) => `store:${spec.name}`),
    ...queueNodeNames(scenario.queueBrokers),
  ];
}

function buildDirectory(scenario: Scenario, names: readonly string[]): Directory {
  const brokers = new Map<BrokerId, NodeIndex>();
  const brokerIds = new Map<NodeIndex, BrokerId>();
  for (const { nodeId } of scenario.brokers) {
    const index = names.indexOf(`broker:${nodeId}`);
    brokers.set(nodeId, index);
    brokerIds.set(index, nodeId);
  }
  const controllers = new Map<BrokerId, NodeIndex>();
  const controllerIds = new Map<NodeIndex, BrokerId>();
  const companions = new Map<NodeIndex, NodeIndex>();
  for (const { nodeId } of scenario.controllers) {
    const index = names.indexOf(`controller:${nodeId}`);
    controllers.set(nodeId, index);
    controllerIds.set(index, nodeId);
    const broker = brokers.get(nodeId);
    if (broker === undefined) continue;
    companions.set(broker, index);
    companions.set(index, broker);
  }
  for (const spec of scenario.consumers) {
    const own = producerOf(spec);
    if (own === null) continue;
    const consumer = names.indexOf(`consumer:${spec.clientId}`);
    const producer = names.indexOf(`producer:${own}`);
    companions.set(consumer, producer);
    companions.set(producer, consumer);
  }
  return { names, brokers, brokerIds, controllers, controllerIds, companions };
}

/** Who leads the quorum when the scenario begins. */
function firstLeader(scenario: Scenario): BrokerId {
  return expectPresent(scenario.controllers[0], 'a controller').nodeId;
}

function observerOf(
  broker: BrokerId,
  voters: readonly BrokerId[],
  leaderId: BrokerId,
  endOffset: Offset,
  raft: RaftConfig,
): RaftObserver {
  const { requestTimeoutUs, retryBackoffUs } = raft;
  const config = Object.freeze({ requestTimeoutUs, retryBackoffUs });
  const observer = new RaftObserver(broker, voters, FIRST_EPOCH, leaderId, config);
  observer.bootstrap(endOffset);
  return observer;
}

function buildNetwork(scenario: Scenario, { names, companions }: Directory): Network {
  const { network } = scenario;
  const racks = names.map((name) => rackOf(scenario, name));
  const links = new Map<number, { readonly latencyUs?: number; readonly bandwidthBitsPerSecond?: number }>();
  for (const link of network.links) {
    const [a, b] = link.between.map((name) => names.indexOf(name)) as [number, number];
    if (a >= 0 && b >= 0) links.set(pairKey(a, b, names.length), link);
  }
  // Two roles of one process talk over the loopback.
  for (const [a, b] of companions) links.set(pairKey(a, b, names.length), { latencyUs: 0 });
  const { latencyUs, latencyAcrossRacksUs, bandwidthBitsPerSecond } = network;
  return new Network(
    Object.freeze({
      nodeCount: names.length,
      seed: scenario.seed,
      racks,
      latencyUs,
      latencyAcrossRacksUs,
      bandwidthBitsPerSecond,
      links,
    }),
  );
}

function rackOf(scenario: Scenario, name: string): string | null {
  const broker = scenario.brokers.find(
    ({ nodeId }) => `broker:${nodeId}` === name || `controller:${nodeId}` === name,
  );
  const producer = scenario.producers.find((spec) => `producer:${spec.clientId}` === name);
  const consumer =
    scenario.consumers.find((spec) => `consumer:${spec.clientId}` === name) ??
    (producer && consumerWithProducer(scenario, producer.clientId));
  if (consumer && producerOf(consumer) !== null) return consumer.rack;
  const store = scenario.stores?.find((spec) => `store:${spec.name}` === name);
  return broker?.rack ?? producer?.rack ?? consumer?.rack ?? store?.rack ?? null;
}

/** The metadata log as it stands when the scenario begins. */
function bootstrapRecords(scenario: Scenario): MetadataRecord[] {
  const voters = scenario.controllers.map(({ nodeId }) => nodeId);
  const records: MetadataRecord[] = [
    { kind: 'LeaderChangeMessage', leaderId: firstLeader(scenario), voters, grantingVoters: voters },
  ];
  const level = scenario.features['eligible.leader.replicas.version'];
  records.push({ kind: 'FeatureLevelRecord', name: 'eligible.leader.replicas.version', level });
  const transactions = scenario.features['transaction.version'];
  if (transactions !== undefined)
    records.push({ kind: 'FeatureLevelRecord', name: 'transaction.version', level: transactions });
  for (const [name, value] of Object.entries(scenario.configs))
    records.push({ kind: 'ConfigRecord', topic: null, name, value });
  for (const { groupId: group, configs } of scenario.groups ?? [])
    for (const [name, value] of Object.entries(configs))
      records.push({ kind: 'ConfigRecord', topic: null, group, name, value });
  for (const { user, clientId, quotas } of scenario.quotas)
    for (const [key, value] of quotas)
      records.push({ kind: 'ClientQuotaRecord', entity: { user, clientId }, key, value });
  for (const spec of scenario.brokers) {
    if (spec.state === 'new') continue;
    const broker = spec.nodeId;
    const brokerEpoch = records.length;
    records.push({
      kind: 'RegisterBrokerRecord',
      broker,
      incarnationId: `broker:${broker}/1`,
      brokerEpoch,
      rack: spec.rack,
    });
    if (spec.state === 'running')
      records.push({ kind: 'BrokerRegistrationChangeRecord', broker, brokerEpoch, fenced: false });
  }
  for (const topic of scenario.topics) {
    records.push({ kind: 'TopicRecord', topic: topic.name });
    for (const [name, value] of Object.entries(topic.configs))
      records.push({ kind: 'ConfigRecord', topic: topic.name, name, value });
    topic.partitions.forEach((spec, partition) => {
      const { leader, leaderEpoch, partitionEpoch, isr, elr, lastKnownElr } = spec.initial;
      const registration = {
        replicas: spec.replicas,
        isr,
        elr,
        lastKnownElr,
        leader,
        leaderEpoch,
        partitionEpoch,
        recovery: 'RECOVERED' as const,
      };
      records.push({ kind: 'PartitionRecord', topic: topic.name, partition, registration });
    });
  }
  return records;
}

function imageOf(records: readonly MetadataRecord[]): MetadataImage {
  const image = new MetadataImage();
  for (const record of records) image.replay(record);
  return image;
}

function partitionsOf(
  scenario: Scenario,
  broker: BrokerId,
  image: MetadataImage,
  config: BrokerConfig,
): Map<TopicPartition, Partition> {
  const partitions = new Map<TopicPartition, Partition>();
  for (const topic of scenario.topics) {
    topic.partitions.forEach((spec, index) => {
      if (!spec.replicas.includes(broker)) return;
      const topicPartition = oneText(`${topic.name}-${index}`);
      const log = initialLog(spec, broker, logConfig(topic.name, broker, image, config), config);
      const topicId = image.topicIds.get(topic.name) ?? -1;
      const logDir = nextLogDir(config.logDirs, partitions.values());
      partitions.set(
        topicPartition,
        new Partition(topicPartition, topic.name, broker, log, { topicId, logDir }),
      );
    });
  }
  return partitions;
}

/** The records that stand in the log at the start, in the segments that they would have been written to; none has a roll jitter. */
function initialLog(
  spec: PartitionSpec,
  broker: BrokerId,
  config: LogConfig,
  { pageCacheExpireUs }: BrokerConfig,
): UnifiedLog {
  const { initial } = spec;
  const own = initial.replicas.get(broker);
  const logEndOffset = own?.logEndOffset ?? initial.logEndOffset;
  const { indexIntervalBytes, segmentIndexBytes: maxIndexBytes } = config;
  const segment = { indexIntervalBytes, maxIndexBytes, rollJitterMs: 0 };
  const log = new UnifiedLog(initial.logStartOffset, pageCacheExpireUs, undefined, segment);
  for (const batch of initialBatches(
    initial.logStartOffset,
    logEndOffset,
    batchBoundaries(initial),
    initial.leaderEpoch,
    millisFromMicros(initial.fromUs),
  )) {
    const { sizeBytes, maxTimestampMs } = batch;
    const lastOffset = endOffsetOf(batch) - 1;
    if (shouldRollSegment(log.activeSegment, config, sizeBytes, maxTimestampMs, lastOffset, 0))
      log.roll(0, segment);
    log.append(batch, 0);
  }
  log.pageCache.flushAll(log.logEndOffset);
  // The broker flushed each segment when it rolled the next.
  log.recoveryPoint.write(log.activeSegment.baseOffset);
  log.highWatermark = Math.min(own?.highWatermark ?? initial.highWatermark, log.logEndOffset);
  return log;
}

/** Offsets at which some replica ends or is committed: there a batch must end in every log, for replicas copy whole batches. */
function batchBoundaries(initial: PartitionSpec['initial']): readonly number[] {
  const ends = [initial.logEndOffset, initial.highWatermark];
  for (const replica of initial.replicas.values()) ends.push(replica.logEndOffset, replica.highWatermark);
  return ends;
}
