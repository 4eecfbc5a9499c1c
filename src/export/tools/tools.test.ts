import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GroupResult } from '../../shared/GroupResult.ts';
import type { ElectionAnswer, ElectionResult } from '../../shared/RunQuestions.ts';
import type { TransactionsResult } from '../../shared/TransactionsResult.ts';
import { configsDescribe } from './kafkaConfigs.ts';
import { consumerGroupsDescribe, assignmentText } from './kafkaConsumerGroups.ts';
import { featuresDescribe } from './kafkaFeatures.ts';
import { getOffsets, reassignmentsList } from './kafkaGetOffsets.ts';
import { logDirsDescribe } from './kafkaLogDirs.ts';
import { leaderElection } from './kafkaLeaderElection.ts';
import { quorumDescribe } from './kafkaMetadataQuorum.ts';
import { quotasDescribe } from './kafkaQuotas.ts';
import { shareGroupsDescribe } from './kafkaShareGroups.ts';
import { transactionsTool } from './kafkaTransactions.ts';
import type { ToolPartition } from './ToolInput.ts';

/** What Kafka 4.2.2 printed. Addresses have names here, so that columns stay as wide as they were. */
function printed(name: string): string {
  return readFileSync(join(import.meta.dirname, `../../../test/tools/kafka-4.2.2/${name}.txt`), 'utf8')
    .replaceAll('localhost:29092  (1)', 'broker-1:9092  (1)  ')
    .replaceAll(/\/127\.0\.0\.1 {5} (\S+)/g, (_, client: string) => `${`/${client}`.padEnd(15)} ${client}`);
}

const B = 'inst-b-0a73feaf-74fa-416b-85a6-1edbb48708e6';
const A = 'a-1-ac60294c-fff5-4543-8fd3-be957a2ca035';
const W1 = '2tosna73S_-aPlHbWcO_hA';
const W2 = 'm8V_1A0sSSa8bzV0_RLVTQ';

function offset(currentOffset: number | null, logEndOffset: number, consumerId: string | null) {
  const lag = currentOffset === null ? null : logEndOffset - currentOffset;
  return { currentOffset, logEndOffset, lag, consumerId };
}

const BILLING: GroupResult = {
  type: 'Classic',
  groupState: 'Stable',
  coordinator: 1,
  groupEpoch: 2,
  assignorName: 'range',
  members: [
    {
      memberId: B,
      groupInstanceId: 'inst-b',
      clientId: 'b-1',
      memberEpoch: 2,
      assignment: ['orders-0', 'orders-1'],
    },
    { memberId: A, groupInstanceId: null, clientId: 'a-1', memberEpoch: 2, assignment: ['orders-2'] },
  ],
  offsets: { 'orders-0': offset(25, 41, B), 'orders-1': offset(25, 42, B), 'orders-2': offset(0, 62, A) },
};
const LEDGER: GroupResult = {
  type: 'Consumer',
  groupState: 'Stable',
  coordinator: 1,
  groupEpoch: 2,
  assignmentEpoch: 2,
  assignorName: 'uniform',
  members: [member(W1, 'worker-1', ['orders-0', 'orders-1']), member(W2, 'worker-2', ['orders-2'])],
  offsets: { 'orders-0': offset(25, 41, W1), 'orders-1': offset(0, 42, W1), 'orders-2': offset(25, 62, W2) },
};
const SHARE: GroupResult = {
  type: 'Share',
  groupState: 'Stable',
  coordinator: 1,
  groupEpoch: 2,
  assignorName: 'simple',
  members: [member('dJ_wt9clTzqh-LtC-OU7ag', 'sharer', ['orders-0', 'orders-1', 'orders-2'])],
  offsets: {
    'orders-0': { currentOffset: null, logEndOffset: 41, lag: null, consumerId: null },
    'orders-1': { currentOffset: null, logEndOffset: 42, lag: null, consumerId: null },
    'orders-2': { currentOffset: 70, logEndOffset: 72, lag: 2, consumerId: null },
  },
};
const EMPTY: GroupResult = {
  ...BILLING,
  groupState: 'Empty',
  assignorName: null,
  members: [],
  offsets: {
    'orders-0': offset(25, 41, null),
    'orders-1': offset(25, 42, null),
    'orders-2': offset(0, 137, null),
  },
};

function member(memberId: string, clientId: string, assignment: readonly string[]) {
  return {
    memberId,
    groupInstanceId: null,
    clientId,
    memberEpoch: 2,
    assignment,
    targetAssignment: assignment,
  };
}

const BOTH = [
  ['billing', BILLING],
  ['ledger-group', LEDGER],
] as const;
const ONE = [['billing', EMPTY]] as const;
const SHARED = [['share-1', SHARE]] as const;

describe('kafka-consumer-groups.sh', () => {
  test.each([
    ['groups-offsets', consumerGroupsDescribe.offsets(BOTH)],
    ['groups-members', consumerGroupsDescribe.members(BOTH)],
    ['groups-members-verbose', consumerGroupsDescribe.membersVerbose(BOTH)],
    ['groups-state', consumerGroupsDescribe.state(BOTH)],
    ['groups-empty', consumerGroupsDescribe.offsets(ONE)],
    ['groups-empty-members', consumerGroupsDescribe.members(ONE)],
    ['groups-empty-state', consumerGroupsDescribe.state(ONE)],
  ])('%s', (name, text) => {
    expect(text).toBe(printed(name));
  });

  test('verbose, with leader epochs and the epochs of the group', () => {
    const b = 'inst-b-24da613d-c614-4ae4-b2a2-52614a1e4165';
    const a = 'a-1-15ac029e-7987-4409-ac63-a244bfa9843b';
    const [w1, w2] = ['g_Z5c2l_QG-7fAxbUE5V9Q', 'UnsicZeYT42w37-ZurDTVQ'];
    const at = (leaderEpoch: number | null, current: number | null, who: string) => ({
      ...offset(current, 40, who),
      leaderEpoch,
    });
    const [first, second] = BILLING.members;
    const groups = [
      [
        'billing',
        {
          ...BILLING,
          members: [
            { ...first!, memberId: b },
            { ...second!, memberId: a },
          ],
          offsets: { 'orders-0': at(null, null, b), 'orders-1': at(0, 25, b), 'orders-2': at(0, 25, a) },
        },
      ],
      [
        'ledger-group',
        {
          ...LEDGER,
          members: [member(w1, 'worker-1', ['orders-0', 'orders-1']), member(w2, 'worker-2', ['orders-2'])],
          offsets: { 'orders-0': at(null, 0, w1), 'orders-1': at(0, 25, w1), 'orders-2': at(0, 25, w2) },
        },
      ],
    ] as const;
    expect(consumerGroupsDescribe.offsetsVerbose(groups)).toBe(printed('groups-offsets-verbose'));
    expect(consumerGroupsDescribe.stateVerbose(groups)).toBe(printed('groups-state-verbose'));
  });

  test('namesTopicsInTheirOrderAndGrowsWithTheirNames', () => {
    expect(assignmentText(['z-1', 'a-10', 'a-2', 'z-0'])).toBe('a:2,10;z:0,1');
    const long = { ...EMPTY, offsets: { 'a-topic-with-a-long-name-3': offset(1, 2, null) } };
    const [, head, row] = consumerGroupsDescribe.offsets([['g', long]]).split('\n');
    expect(head).toMatch(/^GROUP {11}TOPIC {20}PARTITION/);
    expect(row).toMatch(/^g {15}a-topic-with-a-long-name 3 {10}1 /);
  });
});

describe('kafka-share-groups.sh', () => {
  test.each([
    ['share-offsets', shareGroupsDescribe.offsets(SHARED)],
    ['share-members-verbose', shareGroupsDescribe.membersVerbose(SHARED)],
    ['share-state', shareGroupsDescribe.state(SHARED)],
  ])('%s', (name, text) => {
    expect(text).toBe(printed(name));
  });
});

const TRANSACTIONS: TransactionsResult = {
  transactions: [
    transaction('pay-tx-1', 1, 0, 'Ongoing', 1796057076820, ['orders-0']),
    transaction('other-transactional-id', 2, 1, 'CompleteCommit', 1796057076975, []),
  ],
  producers: [
    {
      topicPartition: 'orders-0',
      producerId: 0,
      producerEpoch: 0,
      coordinatorEpoch: -1,
      lastSequence: 39,
      lastTimestamp: 1796057076341,
      currentTxnStartOffset: -1,
    },
    {
      topicPartition: 'orders-0',
      producerId: 1,
      producerEpoch: 0,
      coordinatorEpoch: -1,
      lastSequence: 0,
      lastTimestamp: 1796057076784,
      currentTxnStartOffset: 40,
    },
  ],
  hanging: [],
};

function transaction(
  transactionalId: string,
  producerId: number,
  producerEpoch: number,
  transactionState: string,
  transactionStartTimeMs: number,
  partitions: readonly string[],
) {
  const transactionTimeoutMs = 600_000;
  return {
    transactionalId,
    coordinator: 1,
    producerId,
    producerEpoch,
    transactionState,
    transactionTimeoutMs,
    transactionStartTimeMs,
    partitions,
  };
}

describe('kafka-transactions.sh', () => {
  test.each([
    ['txn-list', transactionsTool.list(TRANSACTIONS)],
    ['txn-describe', transactionsTool.describe(TRANSACTIONS, 'pay-tx-1', 1796057076820 + 52343)],
    [
      'txn-describe2',
      transactionsTool.describe(TRANSACTIONS, 'other-transactional-id', 1796057076975 + 54210),
    ],
    ['txn-producers', transactionsTool.describeProducers(TRANSACTIONS, 'orders-0')],
  ])('%s', (name, text) => {
    expect(text).toBe(printed(name));
  });
});

test('kafka-configs.sh', () => {
  const cluster = { 'background.threads': '8', 'min.insync.replicas': '1' };
  const topic = { 'retention.ms': '600000', 'min.insync.replicas': '1' };
  expect(configsDescribe.topic('orders', topic, cluster, {})).toBe(printed('configs-topic'));
  const defaults = { 'log.cleaner.threads': '1' };
  expect(configsDescribe.broker(1, { 'log.cleaner.threads': '2' }, cluster, {}, defaults)).toBe(
    printed('configs-broker'),
  );
  expect(configsDescribe.cluster(cluster)).toBe(printed('configs-default'));
});

test('kafka-log-dirs.sh', () => {
  const replicas = [
    { partition: 'orders-0', sizeBytes: 815, offsetLag: 0 },
    { partition: 'orders-1', sizeBytes: 897, offsetLag: 0 },
    { partition: 'orders-2', sizeBytes: 6909, offsetLag: 0 },
  ];
  const broker = {
    nodeId: 1,
    isRunning: true,
    configs: {},
    logDirs: [{ path: '/data', hasFailed: false, replicas }],
  };
  expect(logDirsDescribe([broker])).toBe(printed('log-dirs'));
  expect(logDirsDescribe([{ ...broker, isRunning: false }])).toContain('{"brokers":[],"version":1}');
  const failed = { ...broker, logDirs: [{ path: '/data', hasFailed: true, replicas }] };
  expect(logDirsDescribe([failed])).toContain(
    '"partitions":[],"error":"org.apache.kafka.common.errors.KafkaStorageException"',
  );
});

const PARTITIONS: readonly ToolPartition[] = [129, 41, 42].map((highWatermark, i) => ({
  topic: 'orders',
  partition: [2, 0, 1][i] ?? 0,
  leader: 1,
  replicas: [1],
  isr: [1],
  elr: [],
  lastKnownElr: [],
  logStartOffset: 0,
  highWatermark,
  listed: {
    maxTimestamp: highWatermark - 2,
    earliestLocal: 30,
    latestTiered: -1,
    earliestPendingUpload: 0,
  },
}));

test('kafka-get-offsets.sh and kafka-reassign-partitions.sh --list', () => {
  expect(getOffsets(PARTITIONS, 'latest')).toBe(printed('get-offsets'));
  expect(getOffsets(PARTITIONS, 'max-timestamp')).toBe('orders:0:39\norders:1:40\norders:2:127\n');
  expect(getOffsets(PARTITIONS, 'earliest-local')).toBe('orders:0:30\norders:1:30\norders:2:30\n');
  expect(getOffsets(PARTITIONS, 'latest-tiered')).toBe('');
  expect(getOffsets(PARTITIONS, 'earliest-pending-upload')).toBe('orders:0:0\norders:1:0\norders:2:0\n');
  expect(reassignmentsList(PARTITIONS)).toBe(printed('reassign-list'));
  const [first] = PARTITIONS;
  const wide = Array.from({ length: 11 }, (_, partition) => ({
    ...first!,
    topic: 'wide',
    partition,
    highWatermark: 0,
  }));
  expect(getOffsets(wide, 'latest')).toBe(printed('get-offsets-wide'));
  // Two of three have no leader; the tool says so first, after a minute.
  const sole = [null, 0, null].map((highWatermark, partition) => ({
    ...first!,
    topic: 'sole',
    partition,
    highWatermark,
  }));
  expect(getOffsets(sole, 'latest')).toBe(
    printed('get-offsets-leaderless-err') + printed('get-offsets-leaderless'),
  );
  // Of a partition without records nothing is printed.
  const latest = [-1, 28, -1].map((maxTimestamp, partition) => ({
    ...first!,
    partition,
    listed: { ...first!.listed!, maxTimestamp },
  }));
  expect(getOffsets(latest, 'max-timestamp')).toBe(printed('get-offsets-max-timestamp'));
  expect(
    reassignmentsList([{ ...first!, replicas: [3, 1], addingReplicas: [3], removingReplicas: [1] }]),
  ).toBe('Current partition reassignments:\norders-2: replicas: 3,1. adding: 3. removing: 1.\n');
});

test('kafka-features.sh', () => {
  expect(featuresDescribe('4.2', {}, 353)).toBe(printed('features'));
  expect(featuresDescribe('4.0', {}, 9)).toContain(
    'Feature: eligible.leader.replicas.version\tSupportedMinVersion: 0\tSupportedMaxVersion: 1\tFinalizedVersionLevel: 0\t',
  );
  expect(featuresDescribe('9.9', {}, 9)).toBeNull();
});

test('kafka-metadata-quorum.sh', () => {
  const replica = {
    logEndOffset: 66,
    lag: 0,
    lastFetchTimestamp: 1796057052055,
    lastCaughtUpTimestamp: 1796057052055,
  };
  const quorum = {
    leaderId: 1,
    leaderEpoch: 1,
    highWatermark: 64,
    maxFollowerLag: 0,
    maxFollowerLagTimeMs: 0,
    currentVoters: [1],
    currentObservers: [],
    replication: [{ nodeId: 1, status: 'Leader' as const, ...replica }],
  };
  expect(quorumDescribe.status(quorum, 1).split('\n').slice(1)).toEqual([
    'LeaderId:               1',
    'LeaderEpoch:            1',
    'HighWatermark:          64',
    'MaxFollowerLag:         0',
    'MaxFollowerLagTimeMs:   0',
    'CurrentVoters:          [{"id": 1, "endpoints": ["CONTROLLER://controller-1:9093"]}]',
    'CurrentObservers:       []',
    '',
  ]);
  expect(quorumDescribe.replication(quorum, 1)).toBe(
    'NodeId\tDirectoryId           \tLogEndOffset\tLag\tLastFetchTimestamp\tLastCaughtUpTimestamp\tStatus\t\n' +
      '1     \tAAAAAAAAAAAAAAAAAAAAAA\t66          \t0  \t1796057052055     \t1796057052055        \tLeader\t\n',
  );
});

describe('kafka-configs.sh of quotas and groups', () => {
  const quota = (user: string | null, clientId: string | null, key: string, value: number) => ({
    user,
    clientId,
    key,
    value,
  });
  const QUOTAS = [
    quota('<default>', null, 'request_percentage', 200),
    quota(null, 'app', 'producer_byte_rate', 100_000),
    quota(null, 'app', 'controller_mutation_rate', 10),
    quota(null, '<default>', 'consumer_byte_rate', 5e10),
    quota('ann', 'app', 'request_percentage', 12.5),
    quota('ann', '<default>', 'producer_byte_rate', 7),
    quota('<default>', '<default>', 'producer_byte_rate', 8),
    quota('ann', null, 'request_percentage', 12.25),
    quota('ann', null, 'controller_mutation_rate', 0.5),
    quota('ann', null, 'producer_byte_rate', 1024),
    quota('ann', null, 'consumer_byte_rate', 2048),
    quota('bob', null, 'producer_byte_rate', 12_345_678),
    quota(null, 'b-2', 'producer_byte_rate', 10_485_760),
  ];
  test.each([
    ['quota-users', quotasDescribe(QUOTAS, 'users')],
    ['quota-clients', quotasDescribe(QUOTAS, 'clients')],
    ['quota-users-clients', quotasDescribe(QUOTAS, 'users-clients')],
    [
      'quota-user-ann',
      quotasDescribe(
        QUOTAS.filter(({ user }) => user === 'ann'),
        'users',
      ),
    ],
  ])('%s', (name, text) => {
    expect(text).toBe(printed(name));
  });

  test('configs of groups, also of those without any', () => {
    const configs = { 'consumer.session.timeout.ms': '50000', 'consumer.heartbeat.interval.ms': '6000' };
    expect(configsDescribe.group('ledger-group', configs)).toBe(printed('configs-group'));
    expect(
      configsDescribe.group('ledger-group', configs) +
        configsDescribe.group('billing', {}) +
        configsDescribe.group('sharers', {
          'share.record.lock.duration.ms': '15000',
          'share.auto.offset.reset': 'earliest',
        }),
    ).toBe(printed('configs-groups'));
  });
});

describe('kafka-leader-election.sh', () => {
  const NOT_NEEDED = 'ELECTION_NOT_NEEDED';
  const NO_PREFERRED = 'PREFERRED_LEADER_NOT_AVAILABLE';
  const NO_ELIGIBLE = 'ELIGIBLE_LEADERS_NOT_AVAILABLE';
  const results = (
    topic: string,
    preferred: readonly ElectionAnswer[],
    unclean: readonly ElectionAnswer[] = preferred.map(() => NOT_NEEDED),
  ): ElectionResult[] =>
    preferred.map((answer, partition) => ({
      topic,
      partition,
      preferred: answer,
      unclean: unclean[partition] ?? NOT_NEEDED,
    }));
  /** What the tool writes on its standard error is behind it. */
  const failing = (text: string, count: number) => `${text}${count} replica(s) could not be elected\n`;

  test('names those that it moves, and of all asked nobody that needs no election', () => {
    const orders = results('orders', [NOT_NEEDED, NOT_NEEDED, 'NONE']);
    expect(leaderElection('PREFERRED', orders, 'all')).toBe(printed('elect-preferred'));
    expect(leaderElection('PREFERRED', orders.slice(0, 2), 'all')).toBe('');
    expect(leaderElection('PREFERRED', orders.slice(0, 1), 'some')).toBe(printed('elect-not-needed'));
  });

  test('says of each that failed why, in the order of Java’s hash tables', () => {
    // Broker 2 of three is down.
    const orders = results('orders', [NOT_NEEDED, NO_PREFERRED, NOT_NEEDED]);
    const sole = results('sole', [NO_PREFERRED, NOT_NEEDED, NO_PREFERRED]);
    const duo = results('duo', [NO_PREFERRED, NO_PREFERRED, NO_PREFERRED]);
    const wide = results(
      'wide',
      Array.from({ length: 11 }, (_, i) => ([1, 3, 8, 9].includes(i) ? NO_PREFERRED : NOT_NEEDED)),
    );
    expect(leaderElection('PREFERRED', [...sole.slice(0, 1), ...orders], 'some')).toBe(
      failing(printed('elect-preferred-many'), 2),
    );
    expect(leaderElection('PREFERRED', [...sole, ...orders, ...duo, ...wide], 'all')).toBe(
      failing(printed('elect-preferred-all-failed'), 10),
    );
    const each = [...results('orders', [NOT_NEEDED, 'NONE', NO_PREFERRED]), ...results('sole', [NOT_NEEDED])];
    expect(leaderElection('PREFERRED', each, 'some')).toBe(failing(printed('elect-preferred-each'), 1));
  });

  test('of an unclean election as well', () => {
    const none = (length: number) => Array.from({ length }, (): ElectionAnswer => NOT_NEEDED);
    const all = [
      ...results('sole', none(3), [NOT_NEEDED, NO_ELIGIBLE, NOT_NEEDED]),
      ...results(
        'wide',
        none(11),
        Array.from({ length: 11 }, (_, i) => ([2, 4, 7].includes(i) ? NO_ELIGIBLE : NOT_NEEDED)),
      ),
      ...results('duo', none(3), ['NONE', NOT_NEEDED, 'NONE']),
    ];
    expect(leaderElection('UNCLEAN', all, 'all')).toBe(failing(printed('elect-unclean-all'), 4));
  });
});
