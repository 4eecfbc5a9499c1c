import type { BrokerConfig } from '../broker/BrokerConfig.ts';
import type { GroupCoordinatorConfig } from '../broker/coordinator/GroupCoordinatorConfig.ts';
import type { TransactionCoordinatorConfig } from '../broker/transaction/TransactionCoordinatorConfig.ts';
import type { ConsumerConfig } from '../client/consumer/ConsumerConfig.ts';
import type { GroupConfig } from '../client/consumer/group/GroupConfig.ts';
import { resolveProducerConfig } from '../client/producer/producerConfig.ts';
import type { GivenProducerConfig, ProducerConfig } from '../client/producer/producerConfig.ts';
import type { ControllerConfig } from '../controller/Controller.ts';
import {
  BROKER_DEFAULTS,
  CONSUMER_DEFAULTS,
  CONTROLLER_DEFAULTS,
  PRODUCER_DEFAULTS,
} from '../protocol/configDefaults.ts';
import type { ConfigValue } from '../protocol/configDefaults.ts';
import type { RaftConfig } from '../raft/RaftConfig.ts';
import type { BrokerSpec, ConfigMap, Scenario } from '../../scenario/Scenario.ts';
import { DEFAULT_ASSIGNORS, parseAssignors } from '../../shared/assignorNames.ts';
import { logDirsOf } from '../../shared/logDirsOf.ts';
import { parseOffsetReset } from '../../shared/offsetReset.ts';
import { shareGroupConfigOf } from './shareConfigs.ts';
import { MICROS_PER_MILLI, MICROS_PER_SECOND } from '../../shared/units.ts';

/** Not a config: `KafkaRaftManager` gives its client this. */
const RAFT_FETCH_MAX_WAIT_US = 500 * MICROS_PER_MILLI;
/** Not a config: Kafka's consumers allow a hundred requests on a connection. */
const CONSUMER_MAX_IN_FLIGHT = 100;
const MILLIS_PER_SECOND = 1000;
const MILLIS_PER_MINUTE = 60_000;
const CONTROLLER_REQUEST_TIMEOUT_US = 30_000 * MICROS_PER_MILLI;

/** Reads configs out of Kafka's text values, with Kafka's defaults. */
export class Reader {
  private readonly given: ConfigMap;
  private readonly defaults: Readonly<Record<string, ConfigValue>>;

  constructor(given: ConfigMap, defaults: Readonly<Record<string, ConfigValue>>) {
    this.given = given;
    this.defaults = defaults;
  }

  number(name: string): number {
    return Number(this.given[name] ?? this.defaults[name]);
  }

  /** Of a config without a default. */
  numberOr(name: string, otherwise: number): number {
    return this.given[name] === undefined ? otherwise : Number(this.given[name]);
  }

  micros(name: string): number {
    return this.number(name) * MICROS_PER_MILLI;
  }

  isTrue(name: string): boolean {
    return String(this.given[name] ?? this.defaults[name]) === 'true';
  }

  /** Empty for Kafka's null. */
  optionalText(name: string): string {
    return String(this.given[name] ?? this.defaults[name] ?? '');
  }

  text(name: string): string {
    return String(this.given[name] ?? this.defaults[name]);
  }
}

export function brokerConfigOf(scenario: Scenario, spec: BrokerSpec): BrokerConfig {
  const read = new Reader({ ...scenario.configs, ...spec.configs }, BROKER_DEFAULTS);
  const own = new Reader(spec.configs, BROKER_DEFAULTS);
  const { requestUs, requestPerKiBUs, appendUs, appendPerKiBUs, fsyncUs, brokerStartUs } = scenario.times;
  const { networkThreadUs, networkThreadPerKiBUs } = scenario.times;
  const logDirs = logDirsOf({ ...scenario.configs, ...spec.configs });
  return Object.freeze({
    heartbeatIntervalUs: read.micros('broker.heartbeat.interval.ms'),
    controlledShutdownEnable: read.isTrue('controlled.shutdown.enable'),
    minInsyncReplicas: own.number('min.insync.replicas'),
    ...('compression.type' in spec.configs && { compressionType: own.text('compression.type') }),
    ...('compression.gzip.level' in spec.configs && { gzipLevel: own.text('compression.gzip.level') }),
    messageMaxBytes: own.number('message.max.bytes'),
    replicaLagTimeMaxMs: read.number('replica.lag.time.max.ms'),
    replicaFetchWaitMaxMs: read.number('replica.fetch.wait.max.ms'),
    replicaFetchMinBytes: read.number('replica.fetch.min.bytes'),
    replicaFetchMaxBytes: read.number('replica.fetch.max.bytes'),
    replicaFetchResponseMaxBytes: read.number('replica.fetch.response.max.bytes'),
    replicaFetchBackoffUs: read.micros('replica.fetch.backoff.ms'),
    replicaSocketTimeoutUs: read.micros('replica.socket.timeout.ms'),
    highWatermarkCheckpointIntervalUs: read.micros('replica.high.watermark.checkpoint.interval.ms'),
    producerIdExpirationMs: read.number('producer.id.expiration.ms'),
    producerIdExpirationCheckIntervalUs: read.micros('producer.id.expiration.check.interval.ms'),
    fetchMaxBytes: read.number('fetch.max.bytes'),
    maxIncrementalFetchSessionCacheSlots: read.number('max.incremental.fetch.session.cache.slots'),
    replicaSelectorClass: read.optionalText('replica.selector.class'),
    numIoThreads: read.number('num.io.threads'),
    numNetworkThreads: read.number('num.network.threads'),
    queuedMaxRequests: read.number('queued.max.requests'),
    quotaWindow: Object.freeze({
      samples: read.number('quota.window.num'),
      windowMs: read.number('quota.window.size.seconds') * 1000,
    }),
    replicationQuotaWindow: Object.freeze({
      samples: read.number('replication.quota.window.num'),
      windowMs: read.number('replication.quota.window.size.seconds') * 1000,
    }),
    replicationThrottledRate: Object.freeze({
      leader: read.numberOr('leader.replication.throttled.rate', Infinity),
      follower: read.numberOr('follower.replication.throttled.rate', Infinity),
    }),
    networkThreadUs,
    networkThreadPerKiBUs,
    controllerRequestTimeoutUs: CONTROLLER_REQUEST_TIMEOUT_US,
    requestUs,
    requestPerKiBUs,
    appendUs,
    appendPerKiBUs,
    fsyncUs,
    brokerStartUs,
    pageCacheExpireUs: scenario.times.pageCacheExpireUs,
    retentionCheckIntervalUs: read.micros('log.retention.check.interval.ms'),
    logStartCheckpointIntervalUs: read.micros('log.flush.start.offset.checkpoint.interval.ms'),
    ownLogConfigs: Object.freeze(
      Object.fromEntries(Object.entries(spec.configs).filter(([name]) => name.startsWith('log.'))),
    ),
    recoveryPointCheckpointIntervalUs: read.micros('log.flush.offset.checkpoint.interval.ms'),
    flushSchedulerIntervalUs: read.micros('log.flush.scheduler.interval.ms'),
    recoveryThreadsPerDataDir: read.number('num.recovery.threads.per.data.dir'),
    recoveryPerMiBUs: scenario.times.recoveryPerMiBUs,
    hasRemoteStorage: read.isTrue('remote.log.storage.system.enable'),
    remoteTaskIntervalUs: read.micros('remote.log.manager.task.interval.ms'),
    remoteCopyPerMiBUs: scenario.times.remoteCopyPerMiBUs,
    remoteReadUs: scenario.times.remoteReadUs,
    diskCapacities: Object.freeze(
      spec.disks.map(({ logDir, capacityBytes }) =>
        Object.freeze({ logDir: logDir ?? logDirs[0] ?? '', capacityBytes }),
      ),
    ),
    logDirs,
    groups: groupCoordinatorConfigOf(read, scenario),
    verification: Object.freeze({
      isDormant: true as const,
      isEnabled: read.isTrue('transaction.partition.verification.enable'),
      retryBackoffUs: read.micros('add.partitions.to.txn.retry.backoff.ms'),
      retryTimeoutUs: Math.min(
        read.micros('add.partitions.to.txn.retry.backoff.max.ms'),
        read.micros('request.timeout.ms'),
      ),
    }),
    transactions: transactionCoordinatorConfigOf(read, scenario),
  });
}

function transactionCoordinatorConfigOf(read: Reader, scenario: Scenario): TransactionCoordinatorConfig {
  return Object.freeze({
    isDormant: true,
    transactionMaxTimeoutMs: read.number('transaction.max.timeout.ms'),
    transactionalIdExpirationMs: read.number('transactional.id.expiration.ms'),
    abortTimedOutIntervalUs: read.micros('transaction.abort.timed.out.transaction.cleanup.interval.ms'),
    removeExpiredIntervalUs: read.micros('transaction.remove.expired.transaction.cleanup.interval.ms'),
    twoPhaseCommitEnable: read.isTrue('transaction.two.phase.commit.enable'),
    transactionVersion: scenario.features['transaction.version'] ?? 2,
  });
}

function groupCoordinatorConfigOf(read: Reader, scenario: Scenario): GroupCoordinatorConfig {
  return Object.freeze({
    isDormant: true,
    offsetsTopicPartitions: read.number('offsets.topic.num.partitions'),
    offsetsTopicReplicationFactor: read.number('offsets.topic.replication.factor'),
    offsetsTopicSegmentBytes: read.number('offsets.topic.segment.bytes'),
    transactionTopicPartitions: read.number('transaction.state.log.num.partitions'),
    transactionTopicReplicationFactor: read.number('transaction.state.log.replication.factor'),
    transactionTopicMinIsr: read.number('transaction.state.log.min.isr'),
    transactionTopicSegmentBytes: read.number('transaction.state.log.segment.bytes'),
    offsetCommitTimeoutUs: read.micros('offsets.commit.timeout.ms'),
    appendLingerMs: read.number('group.coordinator.append.linger.ms'),
    offsetsRetentionMs: read.number('offsets.retention.minutes') * MILLIS_PER_MINUTE,
    offsetsRetentionCheckIntervalUs: read.micros('offsets.retention.check.interval.ms'),
    offsetMetadataMaxBytes: read.number('offset.metadata.max.bytes'),
    groupInitialRebalanceDelayUs: read.micros('group.initial.rebalance.delay.ms'),
    groupMinSessionTimeoutMs: read.number('group.min.session.timeout.ms'),
    groupMaxSessionTimeoutMs: read.number('group.max.session.timeout.ms'),
    groupMaxSize: read.number('group.max.size'),
    consumerGroupSessionTimeoutMs: read.number('group.consumer.session.timeout.ms'),
    consumerGroupHeartbeatIntervalMs: read.number('group.consumer.heartbeat.interval.ms'),
    consumerGroupMaxSize: read.number('group.consumer.max.size'),
    uniformAssignorOf40: scenario.kafkaVersion === '4.0',
    shareStateTopicPartitions: read.number('share.coordinator.state.topic.num.partitions'),
    shareStateTopicReplicationFactor: read.number('share.coordinator.state.topic.replication.factor'),
    shareStateTopicMinIsr: read.number('share.coordinator.state.topic.min.isr'),
    shareStateTopicSegmentBytes: read.number('share.coordinator.state.topic.segment.bytes'),
    share: shareGroupConfigOf(read, scenario),
  });
}

export function controllerConfigOf(scenario: Scenario): ControllerConfig {
  const broker = new Reader(scenario.configs, BROKER_DEFAULTS);
  const controller = new Reader(scenario.configs, CONTROLLER_DEFAULTS);
  return Object.freeze({
    sessionTimeoutUs: broker.micros('broker.session.timeout.ms'),
    maxIdleIntervalUs: controller.micros('metadata.max.idle.interval.ms'),
    startUs: scenario.times.brokerStartUs,
    raft: raftConfigOf(scenario),
    eligibleLeaderReplicas: scenario.features['eligible.leader.replicas.version'] === 1,
    // Cluster-wide values stand in the metadata; what is left when they are removed are Kafka's own.
    minInsyncReplicas: BROKER_DEFAULTS['min.insync.replicas'],
    uncleanLeaderElection: BROKER_DEFAULTS['unclean.leader.election.enable'],
    numPartitions: broker.number('num.partitions'),
    defaultReplicationFactor: broker.number('default.replication.factor'),
    autoLeaderRebalance: broker.isTrue('auto.leader.rebalance.enable'),
    leaderImbalanceCheckIntervalUs:
      broker.number('leader.imbalance.check.interval.seconds') * MICROS_PER_SECOND,
    uncleanElectionIntervalUs: broker.micros('unclean.leader.election.interval.ms'),
    mutationQuotaWindow: Object.freeze({
      samples: controller.number('controller.quota.window.num'),
      windowMs: controller.number('controller.quota.window.size.seconds') * MILLIS_PER_SECOND,
    }),
  });
}

export function raftConfigOf(scenario: Scenario): RaftConfig {
  const read = new Reader(scenario.configs, CONTROLLER_DEFAULTS);
  return Object.freeze({
    electionTimeoutUs: read.micros('controller.quorum.election.timeout.ms'),
    fetchTimeoutUs: read.micros('controller.quorum.fetch.timeout.ms'),
    electionBackoffMaxUs: read.micros('controller.quorum.election.backoff.max.ms'),
    appendLingerUs: read.micros('controller.quorum.append.linger.ms'),
    requestTimeoutUs: read.micros('controller.quorum.request.timeout.ms'),
    retryBackoffUs: read.micros('controller.quorum.retry.backoff.ms'),
    fetchMaxWaitUs: RAFT_FETCH_MAX_WAIT_US,
    fsyncUs: scenario.times.fsyncUs,
    highWatermarkAnswersFetches: scenario.kafkaVersion !== '4.0',
    snapshots: Object.freeze({
      maxBytesBetween: read.number('metadata.log.max.record.bytes.between.snapshots'),
      maxIntervalUs: read.micros('metadata.log.max.snapshot.interval.ms'),
      maxRetentionBytes: read.number('metadata.max.retention.bytes'),
      maxRetentionMs: read.number('metadata.max.retention.ms'),
    }),
  });
}

/** The configs a producer runs with. The scenario was validated, so a ConfigException cannot come up here. */
export function producerConfigOf(configs: ConfigMap): ProducerConfig {
  const resolved = resolveProducerConfig(typedProducerConfigs(configs));
  if ('error' in resolved) throw new Error(`${resolved.error.config}: ${resolved.error.message}`);
  return Object.freeze(resolved.config);
}

/** Text values as the types that the producer's own defaults have. */
export function typedProducerConfigs(configs: ConfigMap): GivenProducerConfig {
  const typed: Record<string, ConfigValue> = {};
  for (const [name, value] of Object.entries(configs)) {
    const standard: unknown = (PRODUCER_DEFAULTS as Readonly<Record<string, ConfigValue>>)[name];
    if (typeof standard === 'number') typed[name] = Number(value);
    else if (typeof standard === 'boolean') typed[name] = value === 'true';
    else typed[name] = value;
  }
  return typed;
}

/** What a consumer with a group reads besides; null without one. */
export function groupConfigOf(configs: ConfigMap): GroupConfig | null {
  const read = new Reader(configs, CONSUMER_DEFAULTS);
  const groupId = read.optionalText('group.id');
  if (groupId === '') return null;
  const assignors = read.optionalText('partition.assignment.strategy');
  return Object.freeze({
    groupId,
    groupInstanceId: read.optionalText('group.instance.id') || null,
    groupProtocol: read.optionalText('group.protocol') === 'consumer' ? 'consumer' : 'classic',
    remoteAssignor: read.optionalText('group.remote.assignor') || null,
    sessionTimeoutMs: read.number('session.timeout.ms'),
    heartbeatIntervalMs: read.number('heartbeat.interval.ms'),
    maxPollIntervalMs: read.number('max.poll.interval.ms'),
    enableAutoCommit: read.isTrue('enable.auto.commit'),
    autoCommitIntervalMs: read.number('auto.commit.interval.ms'),
    defaultApiTimeoutMs: read.number('default.api.timeout.ms'),
    assignors: Object.freeze([...(parseAssignors(assignors) ?? DEFAULT_ASSIGNORS)]),
  });
}

export function consumerConfigOf(configs: ConfigMap): ConsumerConfig {
  const read = new Reader(configs, CONSUMER_DEFAULTS);
  return Object.freeze({
    autoOffsetReset: parseOffsetReset(read.text('auto.offset.reset')) ?? 'latest',
    fetchMaxWaitMs: read.number('fetch.max.wait.ms'),
    fetchMinBytes: read.number('fetch.min.bytes'),
    fetchMaxBytes: read.number('fetch.max.bytes'),
    maxPartitionFetchBytes: read.number('max.partition.fetch.bytes'),
    maxPollRecords: read.number('max.poll.records'),
    requestTimeoutMs: read.number('request.timeout.ms'),
    reconnectBackoffMs: read.number('reconnect.backoff.ms'),
    reconnectBackoffMaxMs: read.number('reconnect.backoff.max.ms'),
    maxInFlightRequests: CONSUMER_MAX_IN_FLIGHT,
    retryBackoffMs: read.number('retry.backoff.ms'),
    retryBackoffMaxMs: read.number('retry.backoff.max.ms'),
    metadataMaxAgeMs: read.number('metadata.max.age.ms'),
    rebootstraps: read.text('metadata.recovery.strategy') === 'rebootstrap',
    clientRack: read.optionalText('client.rack'),
    ...(configs['default.api.timeout.ms'] !== undefined && {
      defaultApiTimeoutMs: read.number('default.api.timeout.ms'),
    }),
    ...(read.text('isolation.level') === 'read_committed' && { isolationLevel: 'READ_COMMITTED' as const }),
  });
}
