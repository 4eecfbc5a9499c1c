import { expect, test } from 'vitest';
import { en } from '../../i18n/en/index.ts';
import type { TraceEvent, TraceKind } from '../../shared/traceEvents.ts';
import { describeTraceEvent } from './describeTraceEvent.ts';

const P = 'payments-0';

/** One fact of every kind: a new kind fails to compile here until it has a sentence and an example. */
const EXAMPLES: { readonly [K in TraceKind]: Extract<TraceEvent, { kind: K }> } = {
  CommandApplied: { kind: 'CommandApplied', command: 'KillBroker', target: 'broker:2' },
  BrokerStarted: { kind: 'BrokerStarted', broker: 1 },
  BrokerKilled: { kind: 'BrokerKilled', broker: 2 },
  PowerLost: { kind: 'PowerLost', broker: 2 },
  ControlledShutdownStarted: { kind: 'ControlledShutdownStarted', broker: 3 },
  BrokerStopped: { kind: 'BrokerStopped', broker: 3 },
  ControllerStarted: { kind: 'ControllerStarted', controller: 101 },
  ControllerKilled: { kind: 'ControllerKilled', controller: 101 },
  ControllerPowerLost: { kind: 'ControllerPowerLost', controller: 101 },
  ControllerStopped: { kind: 'ControllerStopped', controller: 101 },
  QuorumStateChanged: {
    kind: 'QuorumStateChanged',
    controller: 102,
    state: 'Follower',
    epoch: 3,
    leader: 103,
  },
  VoteAnswered: {
    kind: 'VoteAnswered',
    controller: 102,
    candidate: 103,
    epoch: 2,
    preVote: true,
    granted: false,
    reason: 'HasFetchedFromLeader',
  },
  ControllerActivated: { kind: 'ControllerActivated', controller: 103, epoch: 3 },
  ControllerResigned: { kind: 'ControllerResigned', controller: 101, epoch: 1, uncommitted: 2 },
  MetadataTruncated: {
    kind: 'MetadataTruncated',
    controller: 101,
    from: 52,
    to: 50,
    reason: 'DivergingEpoch',
  },
  ProducerStarted: { kind: 'ProducerStarted', producer: 'pay-api', acks: 'all', idempotent: true },
  ProducerClosed: { kind: 'ProducerClosed', producer: 'pay-api' },
  ConsumerStarted: { kind: 'ConsumerStarted', consumer: 'ledger-1' },
  ConsumerClosed: { kind: 'ConsumerClosed', consumer: 'ledger-1' },
  ClientDied: { kind: 'ClientDied', client: 'producer:pay-api', cause: 'killed' },
  ConsumerStalled: { kind: 'ConsumerStalled', consumer: 'ledger-1' },
  ConsumerUnstalled: { kind: 'ConsumerUnstalled', consumer: 'ledger-1' },
  ProcessPaused: { kind: 'ProcessPaused', node: 'broker:1', forMs: 12_000 },
  ProcessResumed: { kind: 'ProcessResumed', node: 'broker:1', pausedForMs: 12_000 },
  DiskFailed: { kind: 'DiskFailed', broker: 1 },
  BrokerHalted: { kind: 'BrokerHalted', broker: 1 },
  DiskReplaced: { kind: 'DiskReplaced', broker: 1 },
  DiskSlowed: { kind: 'DiskSlowed', broker: 1, factor: 100 },
  DiskMended: { kind: 'DiskMended', broker: 1 },
  ClockSet: { kind: 'ClockSet', node: 'producer:pay-api', offsetMs: -3000, driftPpm: 200 },
  BrokerRegistered: { kind: 'BrokerRegistered', broker: 2, brokerEpoch: 1024, cleanShutdown: false },
  BrokerRegistrationRefused: {
    kind: 'BrokerRegistrationRefused',
    broker: 2,
    error: 'DUPLICATE_BROKER_REGISTRATION',
  },
  BrokerFenced: { kind: 'BrokerFenced', broker: 2, silentForMs: 9204 },
  BrokerUnfenced: { kind: 'BrokerUnfenced', broker: 2 },
  BrokerInControlledShutdown: { kind: 'BrokerInControlledShutdown', broker: 3 },
  LeaderElected: {
    kind: 'LeaderElected',
    partition: P,
    leader: 2,
    previousLeader: 1,
    leaderEpoch: 8,
    clean: false,
  },
  PartitionOffline: { kind: 'PartitionOffline', partition: P, previousLeader: 1, leaderEpoch: 8 },
  IsrShrunk: { kind: 'IsrShrunk', partition: P, isr: [1], removed: [2, 3], elr: [2] },
  IsrExpanded: { kind: 'IsrExpanded', partition: P, isr: [1, 2], added: [2], elr: [] },
  AlterPartitionFailed: {
    kind: 'AlterPartitionFailed',
    partition: P,
    broker: 1,
    error: 'FENCED_LEADER_EPOCH',
  },
  ConfigAltered: { kind: 'ConfigAltered', resource: 'payments', name: 'min.insync.replicas', value: '1' },
  ConfigRemoved: { kind: 'ConfigRemoved', resource: 'broker:2', name: 'min.insync.replicas' },
  TopicCreated: { kind: 'TopicCreated', topic: 'payments', partitions: 6, replicationFactor: 3 },
  TopicDeleted: { kind: 'TopicDeleted', topic: 'payments' },
  PartitionsCreated: { kind: 'PartitionsCreated', topic: 'payments', added: 2, partitions: 8 },
  ReassignmentStarted: {
    kind: 'ReassignmentStarted',
    partition: P,
    replicas: [2, 3, 4],
    adding: [4],
    removing: [1],
  },
  ReassignmentCompleted: { kind: 'ReassignmentCompleted', partition: P, replicas: [2, 3, 4] },
  ReassignmentCancelled: { kind: 'ReassignmentCancelled', partition: P, replicas: [1, 2, 3] },
  BrokerUnregistered: { kind: 'BrokerUnregistered', broker: 3 },
  AdminRequestFailed: {
    kind: 'AdminRequestFailed',
    request: 'CreateTopics',
    resource: 'payments',
    error: 'TOPIC_ALREADY_EXISTS',
    message: "Topic 'payments' already exists.",
  },
  LogCreated: { kind: 'LogCreated', partition: P, broker: 4 },
  LogDeleted: { kind: 'LogDeleted', partition: P, broker: 1 },
  LogDirFailed: { kind: 'LogDirFailed', broker: 2, logDir: '/data/1' },
  BecameLeader: { kind: 'BecameLeader', partition: P, broker: 2, leaderEpoch: 8, startOffset: 2040 },
  BecameFollower: { kind: 'BecameFollower', partition: P, broker: 3, leader: 2, leaderEpoch: 8 },
  RecordsAppended: {
    kind: 'RecordsAppended',
    partition: P,
    broker: 1,
    role: 'leader',
    baseOffset: 1486,
    count: 4,
    leaderEpoch: 7,
  },
  HighWatermarkAdvanced: {
    kind: 'HighWatermarkAdvanced',
    partition: P,
    broker: 1,
    role: 'leader',
    from: 1478,
    to: 1482,
  },
  LogTruncated: { kind: 'LogTruncated', partition: P, broker: 1, from: 826, to: 808, reason: 'PowerLost' },
  FetchFailed: { kind: 'FetchFailed', partition: P, broker: 2, leader: 1, error: 'NOT_LEADER_OR_FOLLOWER' },
  ProduceRefused: {
    kind: 'ProduceRefused',
    partition: P,
    broker: 1,
    producer: 'pay-api',
    correlationId: 3123,
    error: 'NOT_ENOUGH_REPLICAS',
    isrSize: 1,
    minIsr: 2,
  },
  ProduceParked: {
    kind: 'ProduceParked',
    partition: P,
    broker: 1,
    producer: 'pay-api',
    correlationId: 3121,
    requiredOffset: 1486,
  },
  ProduceTimedOut: {
    kind: 'ProduceTimedOut',
    partition: P,
    broker: 1,
    producer: 'pay-api',
    correlationId: 3121,
    requiredOffset: 1486,
  },
  DuplicateBatchFound: {
    kind: 'DuplicateBatchFound',
    partition: P,
    broker: 1,
    producer: 'pay-api',
    baseOffset: 1482,
    count: 4,
  },
  RecordsAcknowledged: {
    kind: 'RecordsAcknowledged',
    producer: 'pay-api',
    partition: P,
    count: 4,
    baseOffset: 1478,
    latencyMs: 3.4,
  },
  RecordsFailed: { kind: 'RecordsFailed', producer: 'pay-api', partition: P, count: 1, error: 'TIMEOUT' },
  ProduceRetried: {
    kind: 'ProduceRetried',
    producer: 'pay-api',
    partition: P,
    count: 4,
    attempt: 5,
    error: 'NOT_ENOUGH_REPLICAS',
    backoffMs: 800,
  },
  BatchSplit: {
    kind: 'BatchSplit',
    producer: 'pay-api',
    partition: P,
    count: 30,
    sizeBytes: 3331,
    parts: 3,
  },
  ProducerIdAssigned: { kind: 'ProducerIdAssigned', producer: 'pay-api', producerId: 4001, producerEpoch: 0 },
  RecordsDelivered: {
    kind: 'RecordsDelivered',
    consumer: 'ledger-1',
    partition: P,
    baseOffset: 1478,
    count: 4,
  },
  OffsetReset: { kind: 'OffsetReset', consumer: 'ledger-1', partition: P, from: 1490, to: 1482 },
  ReadReplicaChanged: {
    kind: 'ReadReplicaChanged',
    consumer: 'ledger-1',
    partition: P,
    broker: 2,
    reason: 'PreferredReadReplica',
  },
  ClientQuotaAltered: {
    kind: 'ClientQuotaAltered',
    entity: 'client-id pay-api',
    key: 'producer_byte_rate',
    value: 1_000_000,
  },
  ClientThrottled: {
    kind: 'ClientThrottled',
    client: 'producer:pay-api',
    broker: 1,
    quota: 'producer_byte_rate',
    throttleMs: 2100,
  },
  LeaderLearned: {
    kind: 'LeaderLearned',
    client: 'producer:pay-api',
    partition: P,
    leader: 2,
    leaderEpoch: 8,
  },
  Disconnected: { kind: 'Disconnected', client: 'broker:3', broker: 1, reason: 'ConnectionClosed' },
  LinkCut: { kind: 'LinkCut', between: ['broker:1', 'broker:3'] },
  LinkCutOneWay: { kind: 'LinkCutOneWay', between: ['broker:1', 'controller:101'] },
  LinkSlowed: { kind: 'LinkSlowed', between: ['broker:1', 'controller:101'], oneWay: false },
  LinkMended: { kind: 'LinkMended', between: ['broker:1', 'broker:3'] },
  RpcLost: { kind: 'RpcLost', rpc: 'Fetch', source: 'broker:3', target: 'broker:1', correlationId: 88_410 },
  InvariantBroken: {
    kind: 'InvariantBroken',
    invariant: 'LeaderHighWatermarkNeverFalls',
    detail: '61 236 to 61 204',
  },
};

const sentences = Object.values(EXAMPLES).map(
  (event) => [event.kind, describeTraceEvent(en, event)] as const,
);

test.each(sentences)('%s has a sentence that ends', (_kind, sentence) => {
  expect(sentence).toMatch(/\.$/);
  expect(sentence).not.toMatch(/undefined|NaN|\[object/);
  // Kafka's terms: a record is no message, a broker no node.
  expect(sentence).not.toMatch(/\bmessage|\bnode\b|!/i);
});

test('saysTheSameAsEver', () => {
  expect(Object.fromEntries(sentences)).toMatchSnapshot();
});

test('neverTranslatesAnErrorName', () => {
  for (const event of Object.values(EXAMPLES)) {
    if ('error' in event) expect(describeTraceEvent(en, event)).toContain(event.error);
  }
});
