import { describe, expect, test } from 'vitest';
import type { CommandBody } from '../../../src/scenario/Scenario.ts';
import type { FileConsumer } from '../../../src/scenario/ScenarioFile.ts';
import { describeGroups } from '../../../src/engine/cluster/describeGroups.ts';
import { GroupConsumer } from '../../../src/engine/client/consumer/group/GroupConsumer.ts';
import { ClusterTestContext, type ClusterOptions } from '../ClusterTestContext.ts';

const FAST = {
  'offsets.topic.num.partitions': 1,
  'offsets.topic.replication.factor': 1,
  'group.initial.rebalance.delay.ms': 0,
};

const MEMBER: FileConsumer = {
  'client.id': 'reader',
  configs: { 'auto.offset.reset': 'earliest', 'group.id': 'g' },
  subscribe: ['orders'],
};
const MODERN: FileConsumer = {
  ...MEMBER,
  configs: { 'auto.offset.reset': 'earliest', 'group.id': 'g', 'group.protocol': 'consumer' },
};
const ALONE: FileConsumer = {
  'client.id': 'reader',
  configs: { 'auto.offset.reset': 'earliest' },
  assign: ['orders-0', 'orders-1'],
};

/** A hundred records in the first of two partitions, and who reads them. */
function reading(consumer: FileConsumer, setup: Partial<ClusterOptions> = {}): ClusterTestContext {
  return new ClusterTestContext({
    brokers: 1,
    replicas: [1],
    partitions: 2,
    initial: { records: 100 },
    configs: FAST,
    consumers: [consumer],
    lawInterval: Infinity,
    ...setup,
  });
}

const READER = { consumer: 'reader', partitions: ['orders-0'] } as const;
const seek = (to: 'beginning' | 'end' | 'offset' | 'timestamp', value = 0): CommandBody => ({
  kind: 'Seek',
  ...READER,
  to,
  value,
});

function delivered(cluster: ClusterTestContext, partition: string, from = 0): number[] {
  return cluster
    .facts('RecordsDelivered', { partition })
    .slice(from)
    .flatMap(({ event: { baseOffset, count } }) => Array.from({ length: count }, (_, i) => baseOffset + i));
}

const SORTS = [
  ['without a group', ALONE],
  ['of a classic group', MEMBER],
  ['of a group of KIP-848', MODERN],
] as const;

describe.each(SORTS)('[consumer-seek] a consumer %s', (_, sort) => {
  test('goes where it is told, by offset, to an end, and by time', () => {
    const cluster = reading(sort).runUntil(4000);
    expect(cluster.consumer('reader').partitionOf('orders-0')?.position).toBe(100);
    const steps = [
      [seek('offset', 40), 60],
      [seek('beginning'), 100],
      [seek('offset', 99), 1],
      [seek('end'), 0],
      [seek('timestamp', 0), 100],
    ] as const;
    for (const [command, again] of steps) {
      const before = cluster.facts('RecordsDelivered', { partition: 'orders-0' }).length;
      cluster.do(command).runFor(1000);
      expect([command, delivered(cluster, 'orders-0', before).length]).toEqual([command, again]);
      expect(cluster.consumer('reader').partitionOf('orders-0')?.position).toBe(100);
    }
  });

  test('[consumer-pause] a paused partition keeps its place, and goes on with all that it missed', () => {
    const cluster = reading(sort, {
      producers: [{ 'client.id': 'p', workload: { topic: 'orders', arrivals: { constant: '20/s' } } }],
    }).runUntil(4000);
    cluster.do({ kind: 'PausePartitions', ...READER }).runFor(500);
    const { position } = cluster.consumer('reader').partitionOf('orders-0') ?? { position: -1 };
    const other = cluster.consumer('reader').partitionOf('orders-1')?.position ?? 0;
    cluster.runFor(2000);
    expect(cluster.consumer('reader').partitionOf('orders-0')?.position).toBe(position);
    expect(cluster.consumer('reader').partitionOf('orders-1')?.position).toBeGreaterThan(other);
    cluster.do({ kind: 'ResumePartitions', ...READER }).runFor(1500);
    const offsets = delivered(cluster, 'orders-0');
    expect(offsets).toEqual(offsets.map((_one, i) => i));
    expect(offsets.length).toBeGreaterThan(position);
  });
});

test('[consumer-seek] by time it begins with the first record that is no older, or at the end', () => {
  const cluster = reading(ALONE, {
    initial: {},
    producers: [
      { 'client.id': 'p', workload: { topic: 'orders', partition: 0, arrivals: { constant: '10/s' } } },
    ],
  }).runUntil(5000);
  const before = cluster.facts('RecordsDelivered').length;
  cluster.do(seek('timestamp', 3000)).runFor(200);
  const [sought] = cluster.facts('OffsetReset', { partition: 'orders-0' }).slice(-1);
  // Ten a second from the start on.
  expect(sought?.event.to).toBe(30);
  expect(delivered(cluster, 'orders-0', before)[0]).toBe(30);
  cluster.do(seek('timestamp', 60_000)).runFor(200);
  const [late] = cluster.facts('OffsetReset', { partition: 'orders-0' }).slice(-1);
  expect(late?.event.to).toBeGreaterThan(50);
});

test('[consumer-seek] offsetsForTimes() of a partition that nobody leads keeps the application, and throws at last', () => {
  const cluster = reading(
    {
      ...ALONE,
      configs: {
        'auto.offset.reset': 'earliest',
        'default.api.timeout.ms': 4000,
        'request.timeout.ms': 2000,
      },
    },
    { brokers: 1 },
  ).runUntil(2000);
  cluster.do({ kind: 'KillBroker', broker: 1 }).do(seek('timestamp', 0)).runFor(3900);
  expect(cluster.facts('ConsumerFailed')).toEqual([]);
  cluster.runFor(200);
  expect(cluster.facts('ConsumerFailed').map(({ event }) => event.error)).toEqual(['TimeoutException']);
});

test('[consumer-pause] what was fetched for a paused partition stays, and a seek throws it away', () => {
  const cluster = reading({
    ...MEMBER,
    configs: { ...MEMBER.configs, 'max.poll.records': 10 },
    processing: { perRecord: '50ms' },
  });
  cluster.until('RecordsDelivered', { partition: 'orders-0' });
  cluster.do({ kind: 'PausePartitions', ...READER }).runFor(3000);
  const consumer = cluster.consumer('reader');
  const position = consumer.partitionOf('orders-0')?.position ?? 0;
  expect(position).toBe(10);
  expect(consumer.fetched.some(({ topicPartition }) => topicPartition === 'orders-0')).toBe(true);
  const fetches = consumer.partitionOf('orders-0')?.source;
  expect(fetches).toBeNull();
  cluster.do(seek('offset', 70)).runFor(1000);
  expect(consumer.fetched.some(({ topicPartition }) => topicPartition === 'orders-0')).toBe(false);
  cluster.do({ kind: 'ResumePartitions', ...READER }).runFor(8000);
  const offsets = delivered(cluster, 'orders-0');
  expect(offsets.slice(0, 11)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 70]);
});

test('[consumer-pause] an eager rebalance forgets that a partition is paused, a cooperative one does not', () => {
  const paused = (strategy: string): boolean => {
    const configs = {
      'auto.offset.reset': 'earliest',
      'group.id': 'g',
      'partition.assignment.strategy': `org.apache.kafka.clients.consumer.${strategy}`,
    };
    const consumers: FileConsumer[] = ['reader', 'second'].map((id) => ({
      'client.id': id,
      configs,
      subscribe: ['orders'],
    }));
    const cluster = reading(MEMBER, { consumers });
    cluster.runFor(1);
    cluster.do({ kind: 'CloseClient', client: 'consumer:second' }).runUntil(6000);
    const keeps = cluster.consumer('reader').partitions.map(({ topicPartition }) => topicPartition);
    expect(keeps).toEqual(['orders-0', 'orders-1']);
    cluster.do({ kind: 'PausePartitions', consumer: 'reader', partitions: null });
    cluster.do({ kind: 'StartClient', client: 'consumer:second' }).runFor(9000);
    const left = cluster.consumer('reader').partitions;
    expect(left).toHaveLength(1);
    return left[0]?.paused !== undefined;
  };
  expect([paused('RangeAssignor'), paused('CooperativeStickyAssignor')]).toEqual([false, true]);
});

test('[consumer-pause] a checkpoint knows what is paused, and what is to be looked up', () => {
  const test = reading(MEMBER)
    .runUntil(4000)
    .do({ kind: 'PausePartitions', ...READER })
    .do(seek('end'));
  const { cluster } = test.run;
  const digest = cluster.digest();
  const checkpoint = cluster.checkpoint();
  test
    .runFor(50)
    .do({ kind: 'ResumePartitions', ...READER })
    .runFor(50);
  cluster.restore(checkpoint);
  expect(cluster.digest()).toBe(digest);
  expect(test.consumer('reader').partitionOf('orders-0')).toMatchObject({ paused: {}, resetTo: -1 });
});

test('[consumer-seek] what is not its own it cannot seek, and learns it', () => {
  const cluster = reading({ ...ALONE, assign: ['orders-1'] }).runUntil(2000);
  cluster.do(seek('offset', 5)).runFor(100);
  expect(cluster.facts('ConsumerCallFailed').map(({ event }) => event)).toMatchObject([
    { call: 'seek', partition: 'orders-0', error: 'IllegalStateException' },
  ]);
  expect(cluster.consumer('reader').isRunning()).toBe(true);
});

test('[commit-offsets] commitSync() with offsets of its own says what the group begins with', () => {
  const cluster = reading({
    ...MEMBER,
    configs: { ...MEMBER.configs, 'enable.auto.commit': false },
  }).runUntil(4000);
  cluster
    .do({ kind: 'CommitOffsets', consumer: 'reader', offsets: [{ partition: 'orders-0', offset: 33 }] })
    .runFor(500);
  const committed = cluster.facts('OffsetCommitted').map(({ event }) => [event.partition, event.offset]);
  expect(committed).toEqual([['orders-0', 33]]);
  cluster.do({ kind: 'CloseClient', client: 'consumer:reader' }).until('ConsumerClosed');
  const before = cluster.facts('RecordsDelivered').length;
  cluster.do({ kind: 'StartClient', client: 'consumer:reader' }).runFor(5000);
  expect(delivered(cluster, 'orders-0', before)[0]).toBe(33);
});

describe('[commit-per-record]', () => {
  const works = (commit: 'commitSync' | 'commitAsync', commitEvery?: number): ClusterTestContext =>
    reading(
      {
        ...MEMBER,
        configs: {
          ...MEMBER.configs,
          'enable.auto.commit': false,
          'max.poll.records': 20,
          'session.timeout.ms': 6000,
        },
        processing: { perRecord: '10ms', commit, ...(commitEvery !== undefined && { commitEvery }) },
      },
      {
        initial: {},
        producers: [
          {
            'client.id': 'p',
            workload: { topic: 'orders', partition: 0, arrivals: { constant: '1000/s' }, end: '100ms' },
          },
        ],
      },
    );
  const commitsOf = (cluster: ClusterTestContext): number[] =>
    cluster.facts('OffsetCommitted', { partition: 'orders-0' }).map(({ event }) => event.offset);

  test.each(['commitSync', 'commitAsync'] as const)('%s after each record, and each tenth', (commit) => {
    expect(commitsOf(works(commit, 1).runUntil(9000))).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(commitsOf(works(commit, 10).runUntil(9000))).toEqual(
      Array.from({ length: 10 }, (_, i) => 10 * (i + 1)),
    );
  });

  test('a member that is killed has at most one record done again, where one a poll has up to twenty', () => {
    const again = (commitEvery?: number): number => {
      const cluster = works('commitSync', commitEvery);
      const done = () => cluster.consumer('reader').processedCount(cluster.run.cluster.nowUs);
      // In the midst of a poll.
      cluster.untilTrue(() => done() >= 20).runFor(105);
      expect(done()).toBeLessThan(40);
      cluster.do({ kind: 'KillClient', client: 'consumer:reader' });
      cluster.do({ kind: 'StartClient', client: 'consumer:reader' }).runFor(10_000);
      const reader = cluster.consumer('reader');
      return reader instanceof GroupConsumer ? reader.reprocessedCount : -1;
    };
    const [each, poll] = [again(1), again()];
    expect(each).toBeLessThanOrEqual(1);
    expect(poll).toBeGreaterThan(each);
    expect(poll).toBeLessThanOrEqual(20);
  });
});

describe('[group-configs] dynamic configs of a group', () => {
  test('a new heartbeat interval reaches a member with its next heartbeat, and a refused one nobody', () => {
    const cluster = reading(MODERN).runUntil(6000);
    const intervalMs = (): number => {
      const reader = cluster.consumer('reader');
      return reader instanceof GroupConsumer
        ? (reader.coordinator.membership?.heartbeats.intervalMs ?? -1)
        : -1;
    };
    expect(intervalMs()).toBe(5000);
    const alter = (ms: string): CommandBody => ({
      kind: 'AlterGroupConfigs',
      group: 'g',
      configs: { 'consumer.heartbeat.interval.ms': ms },
    });
    cluster.do(alter('4000')).runFor(100);
    expect(cluster.facts('AdminRequestFailed').map(({ event }) => event)).toMatchObject([
      { resource: 'group:g', error: 'INVALID_CONFIG' },
    ]);
    cluster.do(alter('12000')).runFor(200);
    expect(intervalMs()).toBe(5000);
    cluster.runFor(5000);
    expect(intervalMs()).toBe(12_000);
    cluster
      .do({ kind: 'AlterGroupConfigs', group: 'g', configs: {}, remove: ['consumer.heartbeat.interval.ms'] })
      .runFor(13_000);
    expect(intervalMs()).toBe(5000);
  });
});

describe('[share-group-admin] a share group', () => {
  const WORKER: FileConsumer = {
    'client.id': 'worker',
    configs: { 'group.id': 'workers' },
    subscribe: ['orders'],
    share: {},
  };
  const SHARED: Partial<ClusterOptions> = {
    partitions: 1,
    configs: {
      ...FAST,
      'share.coordinator.state.topic.num.partitions': 1,
      'share.coordinator.state.topic.replication.factor': 1,
      'share.coordinator.state.topic.min.isr': 1,
    },
    groups: [{ 'group.id': 'workers', configs: { 'share.auto.offset.reset': 'earliest' } }],
  };
  const alter: CommandBody = {
    kind: 'AlterShareGroupOffsets',
    group: 'workers',
    offsets: [{ partition: 'orders-0', offset: 90 }],
  };

  test('begins where an admin client says once nobody is in it, is forgotten topic by topic, and deleted', () => {
    const cluster = reading(WORKER, SHARED).runUntil(9000);
    const handled = (): number => cluster.consumer('worker').processedCount(0);
    expect(handled()).toBe(100);
    cluster.do(alter).runFor(500);
    expect(cluster.facts('AdminRequestFailed').map(({ event }) => event.error)).toEqual(['NON_EMPTY_GROUP']);
    cluster.do({ kind: 'CloseClient', client: 'consumer:worker' }).runFor(2000);
    cluster.do(alter).runFor(500);
    expect(describeGroups(cluster.run.cluster)['workers']).toMatchObject({
      type: 'Share',
      groupState: 'Empty',
      members: [],
      offsets: { 'orders-0': { currentOffset: 90, logEndOffset: 100, lag: 10, consumerId: null } },
    });
    expect(cluster.facts('ShareOffsetAltered').map(({ event }) => event)).toMatchObject([
      { group: 'workers', partition: 'orders-0', offset: 90 },
    ]);
    cluster.do({ kind: 'StartClient', client: 'consumer:worker' }).runFor(8000);
    expect(handled()).toBe(110);
    cluster.do({ kind: 'CloseClient', client: 'consumer:worker' }).runFor(2000);
    cluster.do({ kind: 'DeleteShareGroupOffsets', group: 'workers', topics: ['orders'] }).runFor(500);
    cluster.do({ kind: 'StartClient', client: 'consumer:worker' }).runFor(13_000);
    expect(handled()).toBe(210);
    cluster.do({ kind: 'CloseClient', client: 'consumer:worker' }).runFor(2000);
    cluster.do({ kind: 'DeleteGroups', groups: ['workers', 'nobody'] }).runFor(500);
    expect(cluster.facts('GroupDeleted').map(({ event }) => event.group)).toEqual(['workers']);
    expect(cluster.facts('AdminRequestFailed').map(({ event }) => event.error)).toEqual([
      'NON_EMPTY_GROUP',
      'GROUP_ID_NOT_FOUND',
    ]);
  });
});
