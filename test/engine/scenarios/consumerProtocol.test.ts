import { expect, test } from 'vitest';
import {
  consumerGroupState,
  type ConsumerGroup,
} from '../../../src/engine/broker/coordinator/group/modern/ConsumerGroup.ts';
import { GroupConsumer } from '../../../src/engine/client/consumer/group/GroupConsumer.ts';
import { expectPresent } from '../../../src/shared/assert.ts';
import type { FileConfigs, FileConsumer } from '../../../src/scenario/ScenarioFile.ts';
import { parseScenario } from '../../../src/scenario/parseScenario.ts';
import { ClusterTestContext, NO_WORK, ONE_MS_LINKS, producer, TOPIC } from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: 0, brokerStart: '1s' } } as const;

function member(clientId: string, configs: FileConfigs = {}): FileConsumer {
  return {
    'client.id': clientId,
    configs: {
      'group.id': 'g',
      'group.protocol': 'consumer',
      'auto.offset.reset': 'earliest',
      ...configs,
    },
    subscribe: [TOPIC],
  };
}

class GroupCluster {
  readonly cluster: ClusterTestContext;
  readonly members: readonly string[];

  constructor(
    members: readonly FileConsumer[],
    options: { readonly partitions?: number; readonly brokers?: number; readonly rate?: string } = {},
  ) {
    const { brokers = 1, partitions = 6, rate } = options;
    this.members = members.map((consumer) => consumer['client.id']);
    this.cluster = new ClusterTestContext({
      ...FAST,
      brokers,
      partitions,
      replicas: Array.from({ length: brokers }, (_, i) => i + 1),
      configs: {
        'offsets.topic.num.partitions': 1,
        'offsets.topic.replication.factor': brokers,
        'auto.leader.rebalance.enable': 'false',
      },
      producers: [producer('p', { 'linger.ms': 0 }, rate)],
      consumers: members,
      lawInterval: 500,
    });
    for (const client of this.members.slice(1))
      this.cluster.do({ kind: 'KillClient', client: `consumer:${client}` });
  }

  start(client: string): this {
    this.cluster.do({ kind: 'StartClient', client: `consumer:${client}` });
    return this;
  }

  consumer(clientId: string): GroupConsumer {
    const node = this.cluster.run.cluster.state.nodes.find(({ name }) => name === `consumer:${clientId}`);
    return node instanceof GroupConsumer ? node : expect.fail(`no ${clientId}`);
  }

  /** What each member may read now. */
  owned(): string[][] {
    return this.members.map((clientId) => {
      const consumer = this.consumer(clientId);
      return consumer.isRunning()
        ? consumer.partitions.map(({ topicPartition }) => topicPartition).sort()
        : [];
    });
  }

  /** Looks every 100 ms that nobody reads what another does. */
  runUntil(ms: number): this {
    while (this.cluster.nowMs < ms) {
      this.cluster.runFor(Math.min(100, ms - this.cluster.nowMs));
      const all = this.owned().flat();
      if (new Set(all).size !== all.length)
        expect.fail(`two owners at ${this.cluster.nowMs}: ${JSON.stringify(this.owned())}`);
    }
    return this;
  }

  /** As the broker that leads the group's partition has it. */
  get group(): ConsumerGroup {
    for (const { nodeId } of this.cluster.scenario.brokers) {
      const shard = this.cluster
        .broker(nodeId)
        .process?.coordinators.groups.shards.get('__consumer_offsets-0');
      const group = shard?.state.consumerGroups.get('g');
      if (shard?.status === 'ACTIVE' && group) return group;
    }
    return expect.fail('no coordinator has the group');
  }
}

test('[consumer-group-heartbeat] [consumer-membership] three members that come one after the other get 4, 4 and 3 of 11 partitions', () => {
  const group = new GroupCluster([member('a'), member('b'), member('c')], { partitions: 11 });
  group.runUntil(1000);
  group.start('b').runUntil(2000);
  group.start('c').runUntil(30_000);
  expect(consumerGroupState(group.group)).toBe('Stable');
  expect(
    group
      .owned()
      .map(({ length }) => length)
      .sort(),
  ).toEqual([3, 4, 4]);
  expect(group.owned().flat().length).toBe(11);
  expect(group.consumer('a').coordinator.membership?.heartbeats.intervalMs).toBe(5000);
});

test('[consumer-group-heartbeat] [consumer-membership] partitions move one by one, the others are read on, and no record is read twice or lost', () => {
  const group = new GroupCluster([member('a'), member('b')], { rate: '20/s' });
  group.runUntil(12_000);
  const [before] = group.owned();
  expect(before?.length).toBe(6);
  group.start('b').runUntil(13_000);
  // The newcomer waits for what the other has not given up.
  expect(group.owned().map(({ length }) => length)).toEqual([6, 0]);
  expect(consumerGroupState(group.group)).toBe('Reconciling');
  group.runUntil(30_000);
  expect(group.owned().map(({ length }) => length)).toEqual([3, 3]);
  expect(consumerGroupState(group.group)).toBe('Stable');
  group.cluster.do({ kind: 'CloseClient', client: 'consumer:a' });
  group.runUntil(45_000);
  expect(group.owned().map(({ length }) => length)).toEqual([0, 6]);
  group.cluster.do({ kind: 'PauseWorkload', producer: 'p' });
  group.runUntil(50_000);
  const leo = group
    .owned()
    .flat()
    .reduce((sum, name) => sum + group.cluster.ends(1, name).hw, 0);
  expect(leo).toBeGreaterThan(800);
  expect(group.consumer('a').deliveredCount + group.consumer('b').deliveredCount).toBe(leo);
});

test('[consumer-group-heartbeat] a member that is killed is out 45 s after its last heartbeat', () => {
  const group = new GroupCluster([member('a'), member('b')]);
  group.runUntil(1000);
  group.start('b').runUntil(20_000);
  const lastHeard = expectPresent(group.consumer('a').coordinator.membership, 'a member').memberEpoch;
  expect(lastHeard).toBe(2);
  group.cluster.do({ kind: 'KillClient', client: 'consumer:a' });
  const { timeUs, event } = group.cluster.until('GroupStateChanged', { group: 'g' });
  expect(event).toMatchObject({ state: 'Assigning', members: 1, generation: 3 });
  expect(event.reason).toContain('the member session expired');
  expect(timeUs / 1000).toBeGreaterThan(20_000 + 39_000);
  expect(timeUs / 1000).toBeLessThanOrEqual(20_000 + 45_100);
  group.cluster.runFor(6000);
  expect(group.owned().map(({ length }) => length)).toEqual([0, 6]);
});

test('[consumer-group-heartbeat] a static member that restarts has its partitions back without a rebalance', () => {
  const group = new GroupCluster([
    member('a', { 'group.instance.id': 'one' }),
    member('b', { 'group.instance.id': 'two' }),
  ]);
  group.runUntil(1000);
  group.start('b').runUntil(20_000);
  const before = group.owned();
  const { groupEpoch } = group.group;
  group.cluster.do({ kind: 'CloseClient', client: 'consumer:b' });
  group.runUntil(23_000);
  expect(group.owned()).toEqual([before[0], []]);
  group.start('b').runUntil(30_000);
  expect(group.owned()).toEqual(before);
  expect(group.group.groupEpoch).toBe(groupEpoch);
  expect(consumerGroupState(group.group)).toBe('Stable');
});

test('[consumer-group-records] a new coordinator reads the group from the log, and nobody loses anything', () => {
  const group = new GroupCluster([member('a'), member('b')], { brokers: 2, rate: '5/s' });
  group.runUntil(3000);
  group.start('b').runUntil(25_000);
  const before = { owned: group.owned(), epoch: group.group.groupEpoch };
  const coordinator = expectPresent(group.consumer('a').coordinator.channel.node, 'a coordinator');
  group.cluster.kill(coordinator);
  group.runUntil(60_000);
  expect(group.consumer('a').coordinator.channel.node).toBe(3 - coordinator);
  expect(group.owned()).toEqual(before.owned);
  expect(group.group.groupEpoch).toBe(before.epoch);
  expect(consumerGroupState(group.group)).toBe('Stable');
});

test('[consumer-group-heartbeat] a classic member is refused while members of the consumer protocol are in, and the other way round', () => {
  const classic = { ...member('k'), configs: { 'group.id': 'g', 'auto.offset.reset': 'earliest' } };
  const first = new GroupCluster([member('a'), classic]);
  first.runUntil(3000);
  first.start('k').runUntil(5000);
  expect(first.cluster.run.cluster.state.nodes.find(({ name }) => name === 'consumer:k')?.isRunning()).toBe(
    false,
  );
  expect(first.owned()[0]?.length).toBe(6);

  const second = new GroupCluster([classic, member('a')]);
  second.runUntil(8000);
  second.start('a').runUntil(10_000);
  expect(second.consumer('a').isRunning()).toBe(false);
  expect(second.owned()[0]?.length).toBe(6);
});

test('[consumer-protocol-configs] configs that the coordinator decides of are refused, as ConsumerConfig refuses them', () => {
  const problemsOf = (configs: FileConfigs): string[] => {
    const parsed = parseScenario({
      highwater: 1,
      brokers: [{ 'node.id': 1 }],
      topics: [{ name: TOPIC }],
      consumers: [{ ...member('a'), configs: { 'group.id': 'g', ...configs } }],
    });
    return parsed.ok ? [] : parsed.problems.map(({ code }) => code);
  };
  const modern = { 'group.protocol': 'consumer' };
  expect(problemsOf(modern)).toEqual([]);
  expect(problemsOf({ ...modern, 'session.timeout.ms': 10_000 })).toEqual(['config-conflict']);
  expect(problemsOf({ ...modern, 'heartbeat.interval.ms': 1000 })).toEqual(['config-conflict']);
  expect(
    problemsOf({
      ...modern,
      'partition.assignment.strategy': 'org.apache.kafka.clients.consumer.RangeAssignor',
    }),
  ).toEqual(['config-conflict']);
  expect(problemsOf({ 'group.remote.assignor': 'uniform' })).toEqual(['config-conflict']);
  expect(problemsOf({ ...modern, 'group.remote.assignor': 'uniform' })).toEqual([]);
});
