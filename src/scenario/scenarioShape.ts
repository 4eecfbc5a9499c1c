import { LIMITS } from './limits.ts';
import { KAFKA_VERSIONS, type CommandKind } from './Scenario.ts';
import type * as File from './ScenarioFile.ts';
import {
  integer,
  listOf,
  nullable,
  objectShape,
  optional,
  required,
  type Field,
  type Shape,
} from './shape.ts';
import { QUEUE_BROKER } from './queue/queueShape.ts';
import { OUTSIDE_PROCESSING, STORES } from './outside/outsideShape.ts';
import { PARTITIONER, WORKLOAD_EXTRAS } from './workload/workloadShape.ts';

/** Most that a node id, an epoch or a count of Kafka can be. */
export const INT_MAX = 2_147_483_647;
const SEED_MAX = 4_294_967_295;
/** Offsets beyond this would not be exact. */
const OFFSET_MAX = 1_000_000_000_000_000;
const RECORDS_AT_ONCE = 1_000_000;
const KEYS_MAX = 1_000_000_000;
const DISK_FACTOR_MAX = 100_000;
/** Percent. Beyond this nothing gets through in any time that a test has. */
const LOSS_MAX = 90;
/** Parts per million: a tenth of a second in each second. */
const DRIFT_MAX = 100_000;
const VERSION = 1;

const TIME: Shape = { kind: 'quantity', of: 'time' };
const FINE_TIME: Shape = { kind: 'quantity', of: 'fine time' };
const NODE_ID = integer(0, INT_MAX);
const EPOCH = integer(0, INT_MAX);
const OFFSET = integer(0, OFFSET_MAX);
const REPLICAS = listOf(NODE_ID, { distinct: true });
const RACK = nullable({ kind: 'text', form: 'text', pattern: '^[^\\u0000-\\u001f]+$', longest: 100 });
const CLIENT_ID: Shape = { kind: 'text', form: 'client.id', pattern: '^[^\\u0000-\\u001f]+$', longest: 100 };
const TOPIC_NAME: Shape = {
  kind: 'text',
  form: 'topic name',
  pattern: '^(?!\\.{1,2}$)[a-zA-Z0-9._-]+$',
  longest: 249,
};
const TOPIC_PARTITION: Shape = {
  kind: 'text',
  form: 'partition',
  pattern: '^[a-zA-Z0-9._-]+-[0-9]+$',
  longest: 260,
};
const NODE_NAME: Shape = {
  kind: 'text',
  form: 'text',
  pattern: '^(broker|controller|producer|consumer|store|queueBroker|publisher|queueConsumer):.+$',
  longest: 120,
};
const BETWEEN = listOf(NODE_NAME, { exactly: 2 });
const TEXT: Shape = { kind: 'text', form: 'text', pattern: '', longest: 1000 };
const TITLE: Shape = { kind: 'text', form: 'title', pattern: '^[^\\u0000-\\u001f]+$', longest: 200 };
const DESCRIPTION: Shape = { kind: 'text', form: 'description', pattern: '', longest: 2000 };
const WEB_ADDRESS: Shape = {
  kind: 'text',
  form: 'web address',
  pattern: '^https://[^\\s\\u0000-\\u001f]+$',
  longest: 500,
};
const configs = (place: 'topic' | 'broker' | 'producer' | 'consumer'): Shape => ({ kind: 'configs', place });

const NETWORK = objectShape<File.FileNetwork>('How long messages take between nodes.', {
  latency: optional(TIME, 'One way, inside a rack and where a node has no rack. Default 0.25ms.'),
  latencyAcrossRacks: optional(
    TIME,
    'One way, between two racks. Default 0.5ms, or `latency` where that is longer.',
  ),
  bandwidth: optional({ kind: 'quantity', of: 'bandwidth' }, 'Of each link, each way. Default 10Gbit/s.'),
  links: optional(
    listOf(
      objectShape<File.FileLink>('What differs for one pair of nodes, both ways.', {
        between: required(BETWEEN, 'Two of broker:ID, controller:ID, producer:ID, consumer:ID.'),
        latency: optional(TIME, 'One way.'),
        bandwidth: optional({ kind: 'quantity', of: 'bandwidth' }, 'Each way.'),
      }),
    ),
    'Pairs of nodes whose link differs from the rest.',
  ),
});

const TIMES = objectShape<File.FileTimes>(
  'How long work takes. These are not configs of Kafka but hardware.',
  {
    request: optional(TIME, 'An I/O thread on one request. Default 20us.'),
    requestPerKiB: optional(FINE_TIME, 'More for each KiB of it. Default 1us.'),
    networkThread: optional(
      TIME,
      'A network thread on each request that it reads and each answer that it writes. Default 0.',
    ),
    networkThreadPerKiB: optional(FINE_TIME, 'More for each KiB of it. Default 0.'),
    append: optional(TIME, 'One append to a log. Default 10us.'),
    appendPerKiB: optional(FINE_TIME, 'More for each KiB of it. Default 0.5us.'),
    fsync: optional(TIME, 'One flush to the disk. Default 5ms.'),
    brokerStart: optional(TIME, 'From the start of the process of a broker until it registers. Default 2s.'),
    pageCacheExpire: optional(
      TIME,
      'Age at which the operating system writes a dirty page by itself. Default 30s.',
    ),
    recoveryPerMiB: optional(
      TIME,
      'A recovery thread on each MiB of a log that it checks after an unclean stop. Default 2ms.',
    ),
    remoteCopyPerMiB: optional(TIME, 'Copying a segment to remote storage, for each MiB. Default 10ms.'),
    remoteRead: optional(TIME, 'Until a read from remote storage is answered. Default 50ms.'),
  },
);

const INITIAL = objectShape<File.FileInitial>('Where a partition stands at time 0.', {
  leader: optional(
    integer(-1, INT_MAX),
    'Broker id; -1: no leader. Default: the first replica that is in the ISR and runs.',
  ),
  leaderEpoch: optional(EPOCH, 'Default 0.'),
  partitionEpoch: optional(EPOCH, 'Default 0.'),
  isr: optional(REPLICAS, 'Default: the replicas that run, without those in `elr`.'),
  elr: optional(REPLICAS, 'Eligible leader replicas (KIP-966). Default none.'),
  lastKnownElr: optional(REPLICAS, 'Default none.'),
  logStartOffset: optional(OFFSET, 'Default 0.'),
  records: optional(
    OFFSET,
    'Records from the log start offset to the log end offset of the leader. Default 0.',
  ),
  from: optional(
    { kind: 'quantity', of: 'negative time' },
    'Timestamp of the first of them, zero or negative. Default 0.',
  ),
  highWatermark: optional(OFFSET, 'Default: what every replica in ISR and ELR has.'),
  replicas: optional(
    {
      kind: 'map',
      keys: 'number',
      of: objectShape<File.FileReplica>('Where this replica stands.', {
        logEndOffset: optional(OFFSET, 'Default: as the leader.'),
        highWatermark: optional(
          OFFSET,
          'As this replica knows it. Default: as the leader, at most its own log end offset.',
        ),
      }),
    },
    'Broker id to where its replica stands, for replicas that stand elsewhere than the leader.',
  ),
});

const TOPIC = objectShape<File.FileTopic>('A topic.', {
  name: required(TOPIC_NAME),
  partitions: optional(integer(1, LIMITS.partitions), 'How many. Default 1.'),
  'replication.factor': optional(
    integer(1, LIMITS.brokers),
    'Default 1, or the length of the lists in `replicas`.',
  ),
  replicas: optional(
    { kind: 'map', keys: 'number', of: REPLICAS },
    'Partition to broker ids, preferred leader first. Partitions left out are placed round robin over the brokers of this file.',
  ),
  configs: optional(configs('topic'), 'Topic configs.'),
  initial: optional({ kind: 'map', keys: 'number', of: INITIAL }, 'Partition to where it stands at time 0.'),
});

const SIZE: Shape = { kind: 'quantity', of: 'size' };
const BYTES_PER_SECOND = SIZE;
const DISK = objectShape<File.FileDisk>('The disk under a log directory.', {
  logDir: optional(TEXT, 'As in log.dirs. Default: the first of them.'),
  capacity: required(
    SIZE,
    'What the logs in it may take. A write that finds no room takes the directory offline.',
  ),
});
const QUOTA_ENTITY = {
  user: optional(CLIENT_ID, 'Whose; <default>: of each user without one. There is only the user ANONYMOUS.'),
  'client-id': optional(CLIENT_ID, 'Of which client.id; <default>: of each without one.'),
};
const quotaValues = (of: (shape: Shape) => Shape) => ({
  producer_byte_rate: optional(of(BYTES_PER_SECOND), 'Bytes a second that a broker takes.'),
  consumer_byte_rate: optional(of(BYTES_PER_SECOND), 'Bytes a second that a broker gives.'),
  request_percentage: optional(of(integer(1, INT_MAX)), 'Percent of one thread of a broker.'),
  controller_mutation_rate: optional(of(integer(1, INT_MAX)), 'Partitions created or deleted a second.'),
});
const QUOTA = objectShape<File.FileQuota>('A client quota; it binds on each broker by itself.', {
  ...QUOTA_ENTITY,
  ...quotaValues((shape) => shape),
});

const TRANSACTION = objectShape<File.FileTransaction>(
  'What the application does with transactions: begin, send, end, over and over. Needs a transactional.id.',
  {
    records: optional(
      integer(1, RECORDS_AT_ONCE),
      'Records of each. Default: as many as come while it lasts; either this or `lasts` must be given.',
    ),
    lasts: optional(TIME, 'Ended so long after its begin, once it has its records. Default 0: at once.'),
    abortEvery: optional(integer(1, KEYS_MAX), 'Every so many-th is aborted. Default: none.'),
    restartAfter: optional(
      TIME,
      'After an error that only closing can follow, a new process starts so long later. Default: never.',
    ),
  },
);

const WORKLOAD = objectShape<File.FileWorkload>('What the application hands to send().', {
  topic: required(TOPIC_NAME),
  partition: optional(nullable(integer(0, LIMITS.partitions)), 'Default null: the partitioner chooses.'),
  arrivals: WORKLOAD_EXTRAS.arrivals,
  key: optional(
    nullable({ ...TEXT, about: '' }),
    'Default null: no key. {n} in it becomes 0, 1, … keys − 1, in turn.',
  ),
  keys: optional(integer(1, KEYS_MAX), 'How many keys a key with {n} makes.'),
  valueBytes: optional({ kind: 'quantity', of: 'size' }, 'Size of a value. Default 100.'),
  tombstoneEvery: optional(
    nullable(integer(1, KEYS_MAX)),
    'Every so many-th record has a key and no value: a tombstone. Default null: none.',
  ),
  start: optional(TIME, 'When the first record comes. Default 0.'),
  end: optional(nullable(TIME), 'No record from here on. Default null: never.'),
  keyList: WORKLOAD_EXTRAS.keyList,
  keyPick: WORKLOAD_EXTRAS.keyPick,
  valueBytesMost: WORKLOAD_EXTRAS.valueBytesMost,
  headers: WORKLOAD_EXTRAS.headers,
  compressibility: WORKLOAD_EXTRAS.compressibility,
  values: WORKLOAD_EXTRAS.values,
  eventTime: WORKLOAD_EXTRAS.eventTime,
  transfers: WORKLOAD_EXTRAS.transfers,
  transaction: optional(
    nullable(TRANSACTION),
    'Default null: only what BeginTransaction, CommitTransaction and AbortTransaction commands have it do.',
  ),
});

const VERDICT: Shape = { kind: 'choice', values: ['accept', 'release', 'reject'] };
const SHARE = objectShape<File.FileShare>(
  'A share consumer (KIP-932), and what its application does with records that fail. Needs share.acknowledgement.mode explicit for any.',
  {
    failEvery: optional(integer(1, KEYS_MAX), 'Every so many-th record that it gets fails. Default: none.'),
    failThen: optional(VERDICT, 'What it says of such a record. Default release.'),
    poison: optional(
      listOf(
        objectShape<File.FilePoison>('A record that gives trouble whenever it is delivered.', {
          partition: required(TOPIC_PARTITION, 'As jobs-0.'),
          offset: required(OFFSET),
          takes: optional(TIME, 'How long the application is at it. Default: as for any other.'),
          then: optional(VERDICT, 'What it says of it then. Default release.'),
        }),
        { most: 100 },
      ),
      'Records that give trouble. Default: none.',
    ),
    renewEvery: optional(TIME, 'While it works on a record it renews the lock so often. Default: never.'),
  },
);

const GROUP_CONFIGS = objectShape<File.FileGroupConfigs>('What differs from the defaults.', {
  'consumer.session.timeout.ms': optional(
    integer(1, INT_MAX),
    'Of members of the consumer protocol. Default: group.consumer.session.timeout.ms.',
  ),
  'consumer.heartbeat.interval.ms': optional(
    integer(1, INT_MAX),
    'What they are told. Default: group.consumer.heartbeat.interval.ms.',
  ),
  'share.auto.offset.reset': optional(
    { kind: 'text', form: 'text', pattern: '^(earliest|latest|by_duration:.+)$', longest: 60 },
    'Where a share partition begins: earliest, latest or by_duration:PT1H. Default latest.',
  ),
  'share.isolation.level': optional(
    { kind: 'choice', values: ['read_uncommitted', 'read_committed'] },
    'Default read_uncommitted.',
  ),
  'share.record.lock.duration.ms': optional(
    integer(1000, 3_600_000),
    'How long a member may keep a record. Default: group.share.record.lock.duration.ms.',
  ),
  'share.session.timeout.ms': optional(integer(1, INT_MAX), 'Default: group.share.session.timeout.ms.'),
  'share.heartbeat.interval.ms': optional(integer(1, INT_MAX), 'Default: group.share.heartbeat.interval.ms.'),
});
const PARTITION_OFFSETS = listOf(
  objectShape<File.FilePartitionOffset>('An offset of a partition.', {
    partition: required(TOPIC_PARTITION, 'As payments-0.'),
    offset: required(OFFSET),
  }),
  { most: 1000 },
);

const BROKER_COMMAND = { broker: required(NODE_ID) };
const CONTROLLER_COMMAND = { controller: required(NODE_ID) };
const LINK_COMMAND = {
  between: required(BETWEEN, 'Two of broker:ID, controller:ID, producer:ID, consumer:ID.'),
  direction: optional(
    { kind: 'choice', values: ['both', 'forward'] },
    'Default both. forward: only what the first sends to the second.',
  ),
};
const NODE = required(NODE_NAME, 'broker:ID, controller:ID, producer:ID or consumer:ID.');
const CLIENT_COMMAND = {
  client: required(
    { kind: 'text', form: 'text', pattern: '^(producer|consumer|publisher|queueConsumer):.+$', longest: 120 },
    'producer:ID or consumer:ID; publisher:ID or queueConsumer:ID of a queue broker.',
  ),
};
const CONSUMER_COMMAND = { consumer: required(CLIENT_ID) };
const ASSIGNED_COMMAND = {
  ...CONSUMER_COMMAND,
  partitions: optional(
    listOf(TOPIC_PARTITION, { distinct: true }),
    'As payments-0. Default: all that it is assigned then.',
  ),
};
const ASSIGNMENTS = listOf(listOf(NODE_ID));
const REMOVE = optional(
  listOf({ kind: 'text', form: 'text', pattern: '^[a-z0-9.]+$', longest: 100 }, { distinct: true }),
  'Names of configs that are not to be set any more.',
);
const ANY_TOPIC: Shape = {
  kind: 'text',
  form: 'text',
  pattern: '^[^\\u0000-\\u001f]*$',
  longest: 300,
  about: 'What Kafka refuses as a name is refused when the command comes.',
};
const COUNT_OR_DEFAULT = integer(-1, LIMITS.partitions);
const COMMANDS: Readonly<Record<CommandKind, Readonly<Record<string, Field>>>> = {
  KillBroker: BROKER_COMMAND,
  StopBroker: BROKER_COMMAND,
  StartBroker: BROKER_COMMAND,
  CutPower: {
    broker: optional(NODE_ID, 'The machine of one broker.'),
    rack: optional(
      { kind: 'text', form: 'text', pattern: '^[^\\u0000-\\u001f]+$', longest: 100 },
      'Instead: all machines of a rack, of brokers and of clients.',
    ),
  },
  KillController: CONTROLLER_COMMAND,
  StopController: CONTROLLER_COMMAND,
  StartController: CONTROLLER_COMMAND,
  CutControllerPower: CONTROLLER_COMMAND,
  PauseProcess: {
    node: NODE,
    for: optional(TIME, 'It goes on by itself then. Default: not before ResumeProcess.'),
  },
  ResumeProcess: { node: NODE },
  FailDisk: BROKER_COMMAND,
  ReplaceDisk: BROKER_COMMAND,
  SlowDisk: {
    broker: required(NODE_ID),
    factor: required(integer(2, DISK_FACTOR_MAX), 'Appends and flushes take so many times longer.'),
  },
  MendDisk: BROKER_COMMAND,
  ResetConnections: { between: LINK_COMMAND.between },
  CutLink: LINK_COMMAND,
  MendLink: LINK_COMMAND,
  SlowLink: {
    ...LINK_COMMAND,
    latency: optional(TIME, 'One way, in place of what the link has.'),
    jitter: optional(TIME, 'Each message takes up to this much longer. Default 0.'),
    bandwidth: optional({ kind: 'quantity', of: 'bandwidth' }, 'Each way, in place of what the link has.'),
    lossPercent: optional(integer(0, LOSS_MAX), 'Of 100 packets so many are sent again. Default 0.'),
  },
  SetClock: {
    node: NODE,
    offset: optional(
      { kind: 'quantity', of: 'negative time' },
      'How far it is ahead; negative: behind. Default 0.',
    ),
    driftPpm: optional(
      integer(-DRIFT_MAX, DRIFT_MAX),
      'Microseconds that it gains in each second from now on. Default 0.',
    ),
  },
  KillClient: CLIENT_COMMAND,
  CloseClient: CLIENT_COMMAND,
  StartClient: CLIENT_COMMAND,
  StallConsumer: CONSUMER_COMMAND,
  UnstallConsumer: CONSUMER_COMMAND,
  Seek: {
    ...ASSIGNED_COMMAND,
    to: required({ kind: 'choice', values: ['beginning', 'end', 'offset', 'timestamp'] }),
    value: optional(
      integer(0, OFFSET_MAX),
      'The offset; with timestamp, ms since the start: the first record that is no older, or the end. Default 0.',
    ),
  },
  PausePartitions: ASSIGNED_COMMAND,
  ResumePartitions: ASSIGNED_COMMAND,
  CommitOffsets: {
    ...CONSUMER_COMMAND,
    offsets: required(PARTITION_OFFSETS, 'What commitSync() is given.'),
  },
  AlterGroupConfigs: {
    group: required(TEXT, 'group.id.'),
    configs: optional(GROUP_CONFIGS),
    remove: REMOVE,
  },
  DeleteGroups: { groups: required(listOf(TEXT, { distinct: true }), 'group.id of each.') },
  AlterShareGroupOffsets: {
    group: required(TEXT, 'group.id of a share group that nobody is in.'),
    offsets: required(PARTITION_OFFSETS, 'Where it begins.'),
  },
  DeleteShareGroupOffsets: {
    group: required(TEXT, 'group.id of a share group that nobody is in.'),
    topics: required(listOf(TOPIC_NAME, { distinct: true })),
  },
  AlterTopicConfigs: { topic: required(TOPIC_NAME), configs: required(configs('topic')), remove: REMOVE },
  AlterBrokerConfigs: {
    broker: required(NODE_ID),
    configs: optional(configs('broker'), 'Dynamic configs of this broker alone.'),
    remove: REMOVE,
  },
  AlterClusterConfigs: {
    configs: optional(configs('broker'), 'Dynamic configs of all brokers.'),
    remove: REMOVE,
  },
  CreateTopic: {
    topic: required(ANY_TOPIC),
    partitions: optional(COUNT_OR_DEFAULT, 'Default -1: num.partitions.'),
    'replication.factor': optional(COUNT_OR_DEFAULT, 'Default -1: default.replication.factor.'),
    replicas: optional(ASSIGNMENTS, 'Broker ids of each partition, in place of both numbers.'),
    configs: optional(configs('topic'), 'Topic configs.'),
  },
  DeleteTopic: { topic: required(ANY_TOPIC) },
  CreatePartitions: {
    topic: required(ANY_TOPIC),
    count: required(integer(0, LIMITS.partitions), 'How many there are to be.'),
    replicas: optional(ASSIGNMENTS, 'Broker ids of each new one.'),
  },
  ElectLeaders: {
    electionType: required({ kind: 'choice', values: ['PREFERRED', 'UNCLEAN'] }),
    partitions: optional(listOf(TOPIC_PARTITION, { distinct: true }), 'As payments-0. Default: all.'),
  },
  AlterPartitionReassignments: {
    reassignments: required(
      listOf(
        objectShape<File.FileReassignment>('Where the replicas of a partition go.', {
          partition: required(TOPIC_PARTITION),
          replicas: required(
            nullable(listOf(NODE_ID)),
            'Broker ids, preferred leader first; null cancels the reassignment under way.',
          ),
        }),
      ),
    ),
  },
  UnregisterBroker: BROKER_COMMAND,
  DeleteRecords: {
    partition: required(TOPIC_PARTITION, 'As payments-0.'),
    offset: required(integer(-1, OFFSET_MAX), 'All records before it; -1: before the high watermark.'),
  },
  ResetOffsets: {
    group: required(TEXT, 'group.id of a group that nobody is in.'),
    partitions: optional(
      listOf(TOPIC_PARTITION, { distinct: true }),
      'As payments-0. Default: all that it has committed.',
    ),
    to: required({
      kind: 'choice',
      values: ['earliest', 'latest', 'current', 'offset', 'shift-by', 'by-duration'],
    }),
    value: optional(
      integer(-OFFSET_MAX, OFFSET_MAX),
      'The offset; by how much it is shifted; how many ms ago, with by-duration. Default 0.',
    ),
  },
  FailLogDir: {
    broker: required(NODE_ID),
    logDir: optional(TEXT, 'Default: the first of log.dirs.'),
  },
  AlterClientQuotas: {
    ...QUOTA_ENTITY,
    quotas: required(
      objectShape<File.FileQuotaValues>('What changes; null: removed.', quotaValues(nullable)),
    ),
  },
  ResizeDisk: {
    broker: required(NODE_ID),
    logDir: optional(TEXT, 'Default: the first of log.dirs.'),
    capacity: optional(SIZE, 'What the logs in it may take. Default: room without end.'),
  },
  RestartProducer: { producer: required(CLIENT_ID), configs: optional(configs('producer'), 'What changes.') },
  PauseWorkload: { producer: required(CLIENT_ID) },
  ResumeWorkload: { producer: required(CLIENT_ID) },
  BeginTransaction: { producer: required(CLIENT_ID) },
  CommitTransaction: { producer: required(CLIENT_ID) },
  AbortTransaction: { producer: required(CLIENT_ID) },
  KillQueueBroker: { queueBroker: required(CLIENT_ID) },
  StartQueueBroker: { queueBroker: required(CLIENT_ID) },
  PublishMessages: {
    publisher: required(CLIENT_ID),
    count: required(integer(1, RECORDS_AT_ONCE)),
  },
  SendRecords: { producer: required(CLIENT_ID), count: required(integer(1, RECORDS_AT_ONCE)) },
};

/** One deed. Links keep lists of these. */
export const COMMAND_SHAPE: Shape = {
  kind: 'variant',
  about: 'A deed: the only input after the start.',
  tag: 'kind',
  shared: {
    at: required(TIME, 'When. Alone: before every event of that instant.'),
    after: optional(integer(0, LIMITS.eventsPerRun), 'How many events of that instant come before it.'),
    repeat: optional(
      objectShape<File.FileRepeat>('The same deed again, at even distances.', {
        every: required(TIME, 'From one time to the next.'),
        times: required(integer(2, LIMITS.commands), 'How often in all, the first time among them.'),
      }),
      'Default: once.',
    ),
  },
  options: COMMANDS,
};

/** The whole file. Order of keys is the order in which they are printed. */
export const SCENARIO_SHAPE: Shape = objectShape<File.ScenarioFile>(
  'A scenario of Highwater, the simulator of Apache Kafka.',
  {
    highwater: required({ kind: 'choice', values: [VERSION] }, 'Version of this format.'),
    $schema: optional(TEXT, 'For editors; has no meaning.'),
    title: optional(TITLE, 'What a person calls it.'),
    description: optional(DESCRIPTION, 'What happens in it and why, for a person.'),
    sources: optional(
      listOf(
        objectShape<File.FileSource>('Where a scenario comes from.', {
          title: required(TITLE),
          url: optional(WEB_ADDRESS, 'Its address: https://…'),
        }),
        { most: LIMITS.sources },
      ),
      'Where it comes from.',
    ),
    openAt: optional(TIME, 'The instant that a page shows first. Default 0: the start.'),
    'kafka.version': optional({ kind: 'choice', values: KAFKA_VERSIONS }, 'Default 4.2.'),
    seed: optional(integer(0, SEED_MAX), 'Of every random choice. Default 1.'),
    until: optional(TIME, 'Where a run without a page ends.'),
    features: optional(
      objectShape<File.FileFeatures>('Feature levels of the cluster.', {
        'eligible.leader.replicas.version': optional(
          { kind: 'choice', values: [0, 1] },
          'Default: 0 with Kafka 4.0, else 1.',
        ),
        'share.version': optional(
          { kind: 'choice', values: [0, 1] },
          'Share groups (KIP-932). Default: 1 from Kafka 4.2 on, else 0.',
        ),
        'transaction.version': optional(
          { kind: 'choice', values: [0, 1, 2] },
          'KIP-890. Default 2: each end of a transaction raises the epoch, and leaders add partitions to it.',
        ),
      }),
    ),
    configs: optional(configs('broker'), 'Cluster-wide dynamic broker configs.'),
    network: optional(NETWORK),
    times: optional(TIMES),
    controllers: optional(
      listOf(objectShape<File.FileController>('A controller.', { 'node.id': required(NODE_ID) }), {
        most: LIMITS.controllers,
      }),
      'Voters of the quorum; the first leads at time 0. The id of a broker makes one process of both roles. Default: one, with the lowest id from 101 on that no broker has.',
    ),
    brokers: optional(
      listOf(
        objectShape<File.FileBroker>('A broker.', {
          'node.id': required(NODE_ID),
          'broker.rack': optional(RACK, 'Default null: none.'),
          state: optional(
            { kind: 'choice', values: ['running', 'stopped', 'new'] },
            'At the start; a new one is no part of the cluster before it is started. Default running.',
          ),
          configs: optional(configs('broker'), 'Of this broker alone.'),
          disks: optional(listOf(DISK), 'Disks with an end. Default: each has room without end.'),
        }),
        { most: LIMITS.brokers },
      ),
    ),
    topics: optional(listOf(TOPIC)),
    quotas: optional(listOf(QUOTA), 'Client quotas at the start.'),
    groups: optional(
      listOf(
        objectShape<File.FileGroup>('A group with configs of its own (kafka-configs --entity-type groups).', {
          'group.id': required(CLIENT_ID),
          configs: optional(GROUP_CONFIGS),
        }),
        { most: LIMITS.clients },
      ),
      'Groups with configs of their own.',
    ),
    producers: optional(
      listOf(
        objectShape<File.FileProducer>('A Java-like producer.', {
          'client.id': required(CLIENT_ID),
          rack: optional(RACK, 'Where it stands. Default null: in no rack.'),
          configs: optional(configs('producer'), 'What differs from the defaults.'),
          workload: optional(nullable(WORKLOAD), 'Default null: none.'),
          hosts: optional(
            listOf(
              objectShape<File.FileHost>('A name that the machine of the client can resolve.', {
                name: required(TEXT, 'As in advertised.listeners and bootstrap.servers, without the port.'),
                broker: required(NODE_ID, 'The broker that it leads to.'),
              }),
              { most: LIMITS.brokers },
            ),
            'All names that its machine knows; needs bootstrap.servers. Default: it knows every name.',
          ),
          partitioner: optional(PARTITIONER, 'In place of Java’s choice by key. Default: Java’s.'),
        }),
        { most: LIMITS.clients },
      ),
    ),
    consumers: optional(
      listOf(
        objectShape<File.FileConsumer>('A Java-like consumer.', {
          'client.id': required(CLIENT_ID),
          rack: optional(RACK, 'Where it stands. Default null: in no rack.'),
          configs: optional(configs('consumer'), 'What differs from the defaults.'),
          assign: optional(listOf(TOPIC_PARTITION, { distinct: true }), 'Partitions, as payments-0.'),
          subscribe: optional(
            listOf(TOPIC_NAME, { distinct: true }),
            'In place of assign: topics that it reads as a member of the group group.id.',
          ),
          processing: optional(
            objectShape<File.FileProcessing>('What the application does with what it reads.', {
              perRecord: optional(TIME, 'How long it takes for one record. Default 0.'),
              commit: optional(
                { kind: 'choice', values: ['commitSync', 'commitAsync'] },
                'What it calls for the records of each poll(). Default: nothing; enable.auto.commit decides.',
              ),
              commitWhen: optional(
                { kind: 'choice', values: ['before', 'after'] },
                'Whether it commits before or after it works on them. Default after.',
              ),
              commitEvery: optional(
                integer(1, KEYS_MAX),
                'It commits when it has done with so many records, and those alone, counted over the polls. Needs commit. Default: with each poll(), all that it returned.',
              ),
              workers: optional(
                integer(1, LIMITS.workers),
                'Threads that it hands records to, and polls on; what they have not done counts as done to a commit. Default 0: it works on them itself.',
              ),
              heartbeats: optional(
                { kind: 'choice', values: ['background', 'eventLoop'] },
                'Where heartbeats come from: background, a thread of their own; eventLoop, the loop of its handler (asyncio, Node.js), whose work keeps them, fetches and commits waiting. Needs group.id. Default background.',
              ),
              spread: optional(
                { kind: 'choice', values: ['constant', 'exponential'] },
                'How the times of records differ; exponential has the mean perRecord. Default constant.',
              ),
              failures: optional(
                objectShape<File.FileProcessingFailures>(
                  'Records that fail at first, and are tried again in place, while nothing else goes on.',
                  {
                    percent: required(integer(1, 100), 'How many of a hundred, by the seed.'),
                    retries: optional(integer(1, 100), 'The last one succeeds. Default 3.'),
                    backoff: optional(TIME, 'Before each retry. Default 1s.'),
                  },
                ),
              ),
              output: optional(
                objectShape<File.FileOutput>(
                  'Consume–process–produce: when the records of a poll() are done, a producer of the same process sends one for each. With a transactional.id they are one transaction, and so are the offsets of the group; set enable.auto.commit to false then.',
                  {
                    producer: required(
                      CLIENT_ID,
                      'client.id of the producer. Its workload says where to, and has neither arrivals nor transaction.',
                    ),
                    restartAfter: optional(
                      TIME,
                      'After an error that only closing can follow, a new process starts so long later. Default: never.',
                    ),
                  },
                ),
              ),
              ...OUTSIDE_PROCESSING,
            }),
          ),
          share: optional(SHARE, 'It is a KafkaShareConsumer: a member of the share group group.id.'),
        }),
        { most: LIMITS.clients },
      ),
    ),
    queueBrokers: optional(
      listOf(QUEUE_BROKER, { most: LIMITS.brokers }),
      'Not Kafka: brokers of queues, with their clients. Default: none.',
    ),
    stores: STORES,
    commands: optional(listOf(COMMAND_SHAPE, { most: LIMITS.commands })),
  },
);
