/**
 * Defaults of Apache Kafka 4.2 for the configs that the model knows, under Kafka's own names and in Kafka's own units: ms
 * where the name ends in `.ms`, bytes where it ends in `.bytes`. Kafka: `ServerLogConfigs`, `ServerConfigs`,
 * `ReplicationConfigs`, `KRaftConfigs`, `QuorumConfig`, `MetadataLogConfig`, `TransactionLogConfig`,
 * `TransactionStateManagerConfig`, `GroupCoordinatorConfig`, `LogConfig`, `ProducerConfig`, `ConsumerConfig` (4.2).
 */

/** Java's Long.MAX_VALUE, Kafka's word for never; as a number it is 2^63. */
const LONG_MAX = 2 ** 63;
/** Java's Integer.MAX_VALUE. */
const INT_MAX = 2_147_483_647;

/** A config value as Kafka's properties file would hold it, typed. null is Kafka's null. */
export type ConfigValue = number | boolean | string | null;

/** The union of a default's literal widened to its type, so that other values may take its place. */
export type Widened<T> = T extends number
  ? number
  : T extends boolean
    ? boolean
    : T extends string
      ? string
      : T;

/** A set of configs shaped like one of the defaults below, every name present. */
export type Configs<T> = { readonly [K in keyof T]: Widened<T[K]> };

export const BROKER_DEFAULTS = {
  // Topics without a setting of their own
  'num.partitions': 1,
  'default.replication.factor': 1,
  'auto.create.topics.enable': true,
  'min.insync.replicas': 1,
  'unclean.leader.election.enable': false,
  'message.max.bytes': 1_048_588,
  'compression.type': 'producer',
  'compression.gzip.level': -1,
  // Log
  'log.cleanup.policy': 'delete',
  'log.segment.bytes': 1_073_741_824,
  'log.roll.hours': 168,
  'log.retention.hours': 168,
  'log.retention.bytes': -1,
  'log.retention.check.interval.ms': 300_000,
  'log.segment.delete.delay.ms': 60_000,
  'log.index.interval.bytes': 4096,
  'log.index.size.max.bytes': 10_485_760,
  'log.flush.interval.messages': LONG_MAX,
  'log.flush.scheduler.interval.ms': LONG_MAX,
  'log.flush.offset.checkpoint.interval.ms': 60_000,
  'log.flush.start.offset.checkpoint.interval.ms': 60_000,
  'log.cleaner.enable': true,
  'log.cleaner.threads': 1,
  'log.cleaner.backoff.ms': 15_000,
  'log.cleaner.dedupe.buffer.size': 134_217_728,
  'log.cleaner.io.buffer.load.factor': 0.9,
  'log.cleaner.io.max.bytes.per.second': Number.MAX_VALUE,
  'log.message.timestamp.type': 'CreateTime',
  'num.recovery.threads.per.data.dir': 2,
  'remote.log.storage.system.enable': false,
  'remote.log.manager.task.interval.ms': 30_000,
  // Replication
  'replica.lag.time.max.ms': 30_000,
  'replica.fetch.wait.max.ms': 500,
  'replica.fetch.min.bytes': 1,
  'replica.fetch.max.bytes': 1_048_576,
  'replica.fetch.response.max.bytes': 10_485_760,
  'replica.fetch.backoff.ms': 1000,
  'replica.socket.timeout.ms': 30_000,
  'replica.high.watermark.checkpoint.interval.ms': 5000,
  'replica.selector.class': null,
  'num.replica.fetchers': 1,
  'fetch.max.bytes': 57_671_680,
  'max.incremental.fetch.session.cache.slots': 1000,
  // Broker lifecycle
  'broker.heartbeat.interval.ms': 2000,
  'broker.session.timeout.ms': 9000,
  'initial.broker.registration.timeout.ms': 60_000,
  'controlled.shutdown.enable': true,
  // Leadership, read by the controller
  'auto.leader.rebalance.enable': true,
  'leader.imbalance.check.interval.seconds': 300,
  'unclean.leader.election.interval.ms': 300_000,
  // Requests
  'request.timeout.ms': 30_000,
  'num.io.threads': 8,
  'num.network.threads': 3,
  'queued.max.requests': 500,
  'quota.window.num': 11,
  'quota.window.size.seconds': 1,
  'replication.quota.window.num': 11,
  'replication.quota.window.size.seconds': 1,
  // Transactions
  'transaction.max.timeout.ms': 900_000,
  'transactional.id.expiration.ms': 604_800_000,
  'transaction.abort.timed.out.transaction.cleanup.interval.ms': 10_000,
  'transaction.remove.expired.transaction.cleanup.interval.ms': 3_600_000,
  'transaction.state.log.num.partitions': 50,
  'transaction.state.log.replication.factor': 3,
  'transaction.state.log.min.isr': 2,
  'transaction.state.log.segment.bytes': 104_857_600,
  'transaction.partition.verification.enable': true,
  'transaction.two.phase.commit.enable': false,
  'producer.id.expiration.ms': 86_400_000,
  'producer.id.expiration.check.interval.ms': 600_000,
  'add.partitions.to.txn.retry.backoff.ms': 20,
  'add.partitions.to.txn.retry.backoff.max.ms': 100,
  // Groups
  'offsets.topic.num.partitions': 50,
  'offsets.topic.replication.factor': 3,
  'offsets.topic.segment.bytes': 104_857_600,
  'offsets.commit.timeout.ms': 5000,
  'offsets.retention.minutes': 10_080,
  'offsets.retention.check.interval.ms': 600_000,
  'offset.metadata.max.bytes': 4096,
  'group.coordinator.append.linger.ms': -1,
  'group.initial.rebalance.delay.ms': 3000,
  'group.min.session.timeout.ms': 6000,
  'group.max.session.timeout.ms': 1_800_000,
  'group.max.size': INT_MAX,
  'group.consumer.session.timeout.ms': 45_000,
  'group.consumer.min.session.timeout.ms': 45_000,
  'group.consumer.max.session.timeout.ms': 60_000,
  'group.consumer.heartbeat.interval.ms': 5000,
  'group.consumer.min.heartbeat.interval.ms': 5000,
  'group.consumer.max.heartbeat.interval.ms': 15_000,
  'group.consumer.max.size': INT_MAX,
  'group.share.delivery.count.limit': 5,
  'group.share.partition.max.record.locks': 2000,
  'group.share.record.lock.duration.ms': 30_000,
  'group.share.session.timeout.ms': 45_000,
  'group.share.heartbeat.interval.ms': 5000,
  'group.share.max.size': 200,
  'group.share.max.share.sessions': 2000,
  'share.coordinator.append.linger.ms': -1,
  'share.coordinator.snapshot.update.records.per.snapshot': 500,
  'share.coordinator.state.topic.min.isr': 2,
  'share.coordinator.state.topic.num.partitions': 50,
  'share.coordinator.state.topic.replication.factor': 3,
  'share.coordinator.state.topic.segment.bytes': 104_857_600,
  'share.coordinator.write.timeout.ms': 5000,
} as const satisfies Record<string, ConfigValue>;

export const CONTROLLER_DEFAULTS = {
  'controller.quorum.election.timeout.ms': 1000,
  'controller.quorum.fetch.timeout.ms': 2000,
  'controller.quorum.election.backoff.max.ms': 1000,
  'controller.quorum.append.linger.ms': 25,
  'controller.quorum.request.timeout.ms': 2000,
  'controller.quorum.retry.backoff.ms': 20,
  'controller.quota.window.num': 11,
  'controller.quota.window.size.seconds': 1,
  'metadata.max.idle.interval.ms': 500,
  'metadata.log.max.record.bytes.between.snapshots': 20_971_520,
  'metadata.log.max.snapshot.interval.ms': 3_600_000,
  'metadata.max.retention.bytes': 104_857_600,
  'metadata.max.retention.ms': 604_800_000,
} as const satisfies Record<string, ConfigValue>;

export const TOPIC_DEFAULTS = {
  'cleanup.policy': 'delete',
  'compression.type': 'producer',
  'delete.retention.ms': 86_400_000,
  'file.delete.delay.ms': 60_000,
  'flush.messages': LONG_MAX,
  'flush.ms': LONG_MAX,
  'index.interval.bytes': 4096,
  'local.retention.bytes': -2,
  'local.retention.ms': -2,
  'max.compaction.lag.ms': LONG_MAX,
  'max.message.bytes': 1_048_588,
  'message.timestamp.after.max.ms': 3_600_000,
  'message.timestamp.before.max.ms': LONG_MAX,
  'message.timestamp.type': 'CreateTime',
  'min.cleanable.dirty.ratio': 0.5,
  'min.compaction.lag.ms': 0,
  'min.insync.replicas': 1,
  'retention.bytes': -1,
  'retention.ms': 604_800_000,
  'segment.bytes': 1_073_741_824,
  'segment.index.bytes': 10_485_760,
  'segment.jitter.ms': 0,
  'segment.ms': 604_800_000,
  'unclean.leader.election.enable': false,
} as const satisfies Record<string, ConfigValue>;

export const PRODUCER_DEFAULTS = {
  acks: 'all',
  'batch.size': 16_384,
  'buffer.memory': 33_554_432,
  'compression.type': 'none',
  'connections.max.idle.ms': 540_000,
  'delivery.timeout.ms': 120_000,
  'enable.idempotence': true,
  'linger.ms': 5,
  'max.block.ms': 60_000,
  'max.in.flight.requests.per.connection': 5,
  'max.request.size': 1_048_576,
  'metadata.max.age.ms': 300_000,
  'metadata.max.idle.ms': 300_000,
  'metadata.recovery.strategy': 'rebootstrap',
  'partitioner.adaptive.partitioning.enable': true,
  'partitioner.availability.timeout.ms': 0,
  'partitioner.ignore.keys': false,
  'reconnect.backoff.max.ms': 1000,
  'reconnect.backoff.ms': 50,
  'request.timeout.ms': 30_000,
  retries: INT_MAX,
  'retry.backoff.max.ms': 1000,
  'retry.backoff.ms': 100,
  'transaction.timeout.ms': 60_000,
} as const satisfies Record<string, ConfigValue>;

export const CONSUMER_DEFAULTS = {
  'auto.commit.interval.ms': 5000,
  'auto.offset.reset': 'latest',
  'client.rack': '',
  'connections.max.idle.ms': 540_000,
  'default.api.timeout.ms': 60_000,
  'enable.auto.commit': true,
  'fetch.max.bytes': 52_428_800,
  'fetch.max.wait.ms': 500,
  'fetch.min.bytes': 1,
  'group.protocol': 'classic',
  /** Classic protocol only. */
  'heartbeat.interval.ms': 3000,
  'isolation.level': 'read_uncommitted',
  'max.partition.fetch.bytes': 1_048_576,
  'max.poll.interval.ms': 300_000,
  'max.poll.records': 500,
  'metadata.max.age.ms': 300_000,
  'metadata.recovery.strategy': 'rebootstrap',
  'reconnect.backoff.max.ms': 1000,
  'reconnect.backoff.ms': 50,
  'request.timeout.ms': 30_000,
  'retry.backoff.max.ms': 1000,
  'retry.backoff.ms': 100,
  /** Classic protocol only. */
  'session.timeout.ms': 45_000,
  /** Share consumers only. */
  'share.acknowledgement.mode': 'implicit',
  'share.acquire.mode': 'batch_optimized',
} as const satisfies Record<string, ConfigValue>;
