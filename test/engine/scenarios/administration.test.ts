import { describe, expect, test } from 'vitest';
import type { CommandBody } from '../../../src/scenario/Scenario.ts';
import {
  ClusterTestContext,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  produceRequest,
  TOPIC,
} from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: 0, brokerStart: '1s' } } as const;
const ALL = [1, 2, 3];

type CreateTopic = Extract<CommandBody, { kind: 'CreateTopic' }>;
const create = (topic: string, how: Partial<CreateTopic> = {}): CreateTopic => ({
  kind: 'CreateTopic',
  topic,
  partitions: -1,
  replicationFactor: -1,
  replicas: null,
  configs: {},
  ...how,
});
const reassign = (replicas: readonly number[] | null, partition = PARTITION): CommandBody => ({
  kind: 'AlterPartitionReassignments',
  reassignments: [{ partition, replicas }],
});
const elect = (electionType: 'PREFERRED' | 'UNCLEAN', partitions: readonly string[] | null): CommandBody => ({
  kind: 'ElectLeaders',
  electionType,
  partitions,
});

/** Error of the one request that was refused. */
function refusal(cluster: ClusterTestContext) {
  const [row, ...more] = cluster.facts('AdminRequestFailed');
  expect(more).toEqual([]);
  return row?.event;
}

describe('topics', () => {
  test('[L8] [hosted-logs] a created topic is placed by the controller, led and written to', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(500);
    cluster.do(create('fresh', { partitions: 4, replicationFactor: 2 }));
    expect(cluster.facts('TopicCreated')[0]?.event).toMatchObject({ partitions: 4, replicationFactor: 2 });
    for (let n = 0; n < 4; n++) {
      const { replicas, isr, leader, leaderEpoch, partitionEpoch } = cluster.registration(`fresh-${n}`);
      expect([replicas.length, isr, leader, leaderEpoch, partitionEpoch]).toEqual([
        2,
        replicas,
        replicas[0],
        0,
        0,
      ]);
    }
    expect(new Set([0, 1, 2].map((n) => cluster.registration(`fresh-${n}`).leader)).size).toBe(3);
    cluster.runFor(100);
    const { leader, replicas } = cluster.registration('fresh-0');
    expect(cluster.facts('LogCreated', { partition: 'fresh-0' }).length).toBe(2);
    const [answer] = cluster.produce(leader, produceRequest(-1, {}, ['fresh-0'])) ?? [];
    expect(answer).toMatchObject({ error: 'NONE', baseOffset: 0 });
    expect(replicas.map((broker) => cluster.ends(broker, 'fresh-0').leo)).toEqual([1, 1]);
  });

  test('[P1] replicas of a partition stand in different racks', () => {
    const racks = { 1: 'a', 2: 'a', 3: 'b', 4: 'b', 5: 'c', 6: 'c' } as const;
    const cluster = new ClusterTestContext({ ...FAST, brokers: 6, racks, replicas: [1] }).runUntil(100);
    cluster.do(create('wide', { partitions: 12, replicationFactor: 3 }));
    for (let n = 0; n < 12; n++) {
      const { replicas } = cluster.registration(`wide-${n}`);
      expect(new Set(replicas.map((broker) => racks[broker as keyof typeof racks])).size).toBe(3);
    }
  });

  test('[L8] only active replicas of an assignment by hand are in the ISR; with none it is refused', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(100);
    cluster.kill(2).until('BrokerFenced', { broker: 2 });
    cluster.do(create('fresh', { replicas: [[2, 3, 1]] }));
    expect(cluster.registration('fresh-0')).toMatchObject({
      replicas: [2, 3, 1],
      isr: [3, 1],
      leader: 3,
      elr: [],
    });
    cluster.do(create('other', { replicas: [[1], [2]] }));
    expect(refusal(cluster)).toMatchObject({ request: 'CreateTopics', error: 'INVALID_REPLICA_ASSIGNMENT' });
    expect(cluster.controller.image.topics.has('other')).toBe(false);
  });

  test('[P2] more replicas than brokers are refused, and nothing is created', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(100);
    cluster.do(create('fresh', { partitions: 1, replicationFactor: 4 }));
    expect(refusal(cluster)).toMatchObject({
      error: 'INVALID_REPLICATION_FACTOR',
      message:
        'Unable to replicate the partition 4 time(s): The target replication factor of 4 cannot be reached because only 3 broker(s) are registered.',
    });
    expect(cluster.controller.image.topics.has('fresh')).toBe(false);
  });

  test('[topic-changes] [hosted-logs] a deleted topic leaves no logs, also not on a broker that was down', () => {
    const cluster = new ClusterTestContext({ ...FAST, initial: { records: 5 } }).runUntil(100);
    cluster.stop(3).until('BrokerStopped');
    cluster.do({ kind: 'DeleteTopic', topic: TOPIC }).runFor(100);
    expect(ALL.map((broker) => cluster.broker(broker).partitions.has(PARTITION))).toEqual([
      false,
      false,
      true,
    ]);
    expect(cluster.produce(1, produceRequest(1))?.[0]?.error).toBe('UNKNOWN_TOPIC_OR_PARTITION');

    cluster.do(create(TOPIC, { replicas: [[1, 2, 3]], configs: { 'min.insync.replicas': '2' } }));
    cluster.startBroker(3).until('LogDeleted', { broker: 3 });
    cluster.until('IsrExpanded', { added: [3] });
    expect(ALL.map((broker) => cluster.ends(broker).leo)).toEqual([0, 0, 0]);
    expect(cluster.controller.image.topicConfig(TOPIC, 'min.insync.replicas')).toBe('2');
    cluster.do({ kind: 'DeleteTopic', topic: 'nowhere' });
    expect(refusal(cluster)?.error).toBe('UNKNOWN_TOPIC_OR_PARTITION');
  });

  test('[topic-changes] records of a deleted topic are expired, not lost', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [
        { 'client.id': 'p', configs: { acks: 'all' }, workload: { topic: TOPIC, arrivals: null, key: null } },
      ],
    }).runUntil(100);
    cluster.send('p', 3).runFor(1000);
    expect(cluster.ledger()).toMatchObject({ committed: 3, acked: 3 });
    cluster.do({ kind: 'DeleteTopic', topic: TOPIC });
    expect(cluster.ledger()).toMatchObject({ lost: 0, lostAfterAck: 0, committed: 0 });
    cluster.runFor(100);
    expect(cluster.ledger()).toMatchObject({ lost: 0, lostAfterAck: 0, committed: 0, failed: 0 });
  });

  test('[topic-changes] added partitions take the replication factor of the first, and clients find them', () => {
    const cluster = new ClusterTestContext({ ...FAST, replicas: [1, 2] }).runUntil(100);
    cluster.do({ kind: 'CreatePartitions', topic: TOPIC, count: 3, replicas: null }).runFor(100);
    expect(cluster.registration('orders-2').replicas.length).toBe(2);
    const { leader } = cluster.registration('orders-1');
    expect(cluster.produce(leader, produceRequest(-1, {}, ['orders-1']))?.[0]?.error).toBe('NONE');
    const metadata = cluster.ask(1, { kind: 'MetadataRequest', topics: [TOPIC] });
    expect(metadata?.kind === 'MetadataResponse' && metadata.topics[0]?.partitions.length).toBe(3);
    cluster.do({ kind: 'CreatePartitions', topic: TOPIC, count: 3, replicas: null });
    expect(refusal(cluster)).toMatchObject({
      error: 'INVALID_PARTITIONS',
      message: 'Topic already has 3 partition(s).',
    });
  });
});

describe('elections', () => {
  test('[L4] [L1] ElectLeaders PREFERRED gives leadership back, and says where it cannot or need not', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(100);
    cluster.stop(1).until('BrokerStopped');
    expect(cluster.leader).toBe(2);
    cluster.do(elect('PREFERRED', [PARTITION]));
    expect(refusal(cluster)).toMatchObject({ resource: PARTITION, error: 'PREFERRED_LEADER_NOT_AVAILABLE' });
    cluster.startBroker(1).until('IsrExpanded', { added: [1] });
    cluster.do(elect('PREFERRED', null));
    expect(cluster.registration()).toMatchObject({ leader: 1, leaderEpoch: 2, isr: [2, 3, 1] });
    expect(cluster.facts('LeaderElected').at(-1)?.event).toMatchObject({ leader: 1, clean: true });

    cluster.do(elect('PREFERRED', [PARTITION, 'orders-7']));
    expect(cluster.facts('AdminRequestFailed').map(({ event }) => event.error)).toEqual([
      'PREFERRED_LEADER_NOT_AVAILABLE',
      'ELECTION_NOT_NEEDED',
      'UNKNOWN_TOPIC_OR_PARTITION',
    ]);
    cluster.do(elect('PREFERRED', null));
    expect(cluster.facts('AdminRequestFailed').length).toBe(3);
  });

  test('[L7] [L4] leaderships come back at the next tick of 300 s, not before', () => {
    const cluster = new ClusterTestContext({ ...FAST, partitions: 2, lawInterval: 200 }).runUntil(100);
    cluster.stop(1).until('BrokerStopped');
    cluster.startBroker(1).until('IsrExpanded', { added: [1], partition: 'orders-1' });
    cluster.runUntil(299_999);
    expect([cluster.registration('orders-0').leader, cluster.registration('orders-1').leader]).toEqual([
      2, 2,
    ]);
    cluster.runUntil(300_000);
    expect([cluster.registration('orders-0').leader, cluster.registration('orders-1').leader]).toEqual([
      1, 1,
    ]);
    cluster.runFor(100);
    expect(cluster.replica(1).leader?.leaderEpoch).toBe(2);
  });

  test('[L7] with auto.leader.rebalance.enable=false they stay, and the period is a config', () => {
    const run = (configs: Record<string, string | number | boolean>) => {
      const cluster = new ClusterTestContext({ ...FAST, configs, lawInterval: 200 }).runUntil(100);
      cluster.stop(1).until('BrokerStopped');
      cluster.startBroker(1).until('IsrExpanded', { added: [1] });
      return cluster.runUntil(60_000).leader;
    };
    expect(run({ 'leader.imbalance.check.interval.seconds': 20 })).toBe(1);
    expect(
      run({ 'leader.imbalance.check.interval.seconds': 20, 'auto.leader.rebalance.enable': false }),
    ).toBe(2);
  });

  test('[L5] switched on while nobody leads, unclean election comes with the next pass of its task', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      elr: false,
      configs: { 'unclean.leader.election.interval.ms': 30_000 },
    });
    stopAllButTheLast(cluster);
    cluster.alterTopic({ 'unclean.leader.election.enable': 'true' });
    cluster.runUntil(29_999);
    expect(cluster.leader).toBe(-1);
    cluster.runUntil(30_000);
    expect(cluster.registration()).toMatchObject({ leader: 2, isr: [2], recovery: 'RECOVERING' });
  });

  test('[L5] [dynamic-configs] the cluster-wide config counts where the topic has none', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      elr: false,
      configs: { 'unclean.leader.election.interval.ms': 30_000 },
    });
    stopAllButTheLast(cluster);
    cluster.do({ kind: 'AlterClusterConfigs', configs: { 'unclean.leader.election.enable': 'true' } });
    cluster.runUntil(60_000);
    expect(cluster.leader).toBe(2);
  });

  test('[L5] [L1] ElectLeaders UNCLEAN elects at once, whatever the config says', () => {
    const cluster = new ClusterTestContext({ ...FAST, elr: false });
    stopAllButTheLast(cluster);
    cluster.do(elect('UNCLEAN', [PARTITION]));
    expect(cluster.registration()).toMatchObject({ leader: 2, isr: [2], recovery: 'RECOVERING' });
    expect(cluster.facts('LeaderElected').at(-1)?.event.clean).toBe(false);
    cluster.do(elect('UNCLEAN', [PARTITION]));
    expect(refusal(cluster)?.error).toBe('ELECTION_NOT_NEEDED');
  });

  test('[L5] with nobody alive even an unclean election finds nobody', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 1, elr: false }).runUntil(100);
    cluster.stop(1).until('BrokerStopped');
    cluster.do(elect('UNCLEAN', [PARTITION]));
    expect(refusal(cluster)?.error).toBe('ELIGIBLE_LEADERS_NOT_AVAILABLE');
  });
});

/** The ISR shrinks to broker 1, which then stops; 2 is back and may not lead. Some 13 s. */
function stopAllButTheLast(cluster: ClusterTestContext): void {
  cluster.runUntil(100);
  cluster.stop(3).until('BrokerStopped', { broker: 3 });
  cluster.stop(2).until('BrokerStopped', { broker: 2 });
  cluster.kill(1).until('PartitionOffline');
  cluster.startBroker(2).until('BrokerUnfenced', { broker: 2 });
  expect(cluster.leader).toBe(-1);
}

describe('reassignment', () => {
  const FOUR = { ...FAST, brokers: 4, replicas: ALL, initial: { records: 20 } };

  test('[reassignment] [I10] a replica moves: both are there until the new one is in sync, then the old one goes', () => {
    const cluster = new ClusterTestContext(FOUR).runUntil(100);
    cluster.do(reassign([1, 2, 4]));
    expect(cluster.registration()).toMatchObject({
      replicas: [1, 2, 4, 3],
      addingReplicas: [4],
      removingReplicas: [3],
      isr: ALL,
      leaderEpoch: 0,
      partitionEpoch: 1,
    });
    cluster.until('ReassignmentCompleted');
    const after = cluster.registration();
    expect(after).toMatchObject({
      replicas: [1, 2, 4],
      isr: [1, 2, 4],
      leader: 1,
      leaderEpoch: 1,
      partitionEpoch: 2,
    });
    expect([after.addingReplicas, after.removingReplicas]).toEqual([undefined, undefined]);
    cluster.until('LogDeleted', { broker: 3 });
    expect(cluster.ends(4).leo).toBe(20);
    expect(cluster.broker(3).partitions.has(PARTITION)).toBe(false);
    cluster.runFor(2000);
    expect(cluster.produce(1, produceRequest(-1))?.[0]?.error).toBe('NONE');
    expect([1, 2, 4].map((broker) => cluster.ends(broker).leo)).toEqual([21, 21, 21]);
  });

  test('[I9] [reassignment] a leader whose own ISR change completes its removal is told NEW_LEADER_ELECTED', () => {
    const cluster = new ClusterTestContext(FOUR).runUntil(100);
    cluster.do(reassign([2, 3, 4]));
    cluster.until('AlterPartitionFailed', { broker: 1, error: 'NEW_LEADER_ELECTED' });
    expect(cluster.registration()).toMatchObject({
      replicas: [2, 3, 4],
      leader: 2,
      leaderEpoch: 1,
      isr: [2, 3, 4],
    });
    cluster.until('LogDeleted', { broker: 1 });
    cluster.runFor(1000);
    expect(cluster.produce(2, produceRequest(-1))?.[0]?.error).toBe('NONE');
  });

  test('[reassignment] fewer replicas are complete at once, more once they are in sync', () => {
    const cluster = new ClusterTestContext(FOUR).runUntil(100);
    cluster.do(reassign([2, 1]));
    expect(cluster.facts('ReassignmentCompleted').length).toBe(1);
    expect(cluster.registration()).toMatchObject({
      replicas: [2, 1],
      isr: [1, 2],
      leader: 1,
      leaderEpoch: 1,
    });
    cluster.runFor(500).do(reassign([2, 1, 3, 4]));
    expect(cluster.registration()).toMatchObject({ addingReplicas: [3, 4], leaderEpoch: 1 });
    cluster.until('ReassignmentCompleted');
    expect(cluster.registration()).toMatchObject({ replicas: [2, 1, 3, 4], leaderEpoch: 1 });
    expect(ALL.map((broker) => cluster.ends(broker).leo)).toEqual([20, 20, 20]);
  });

  test('[reassignment] another order changes the preferred leader, not the leader', () => {
    const cluster = new ClusterTestContext(FOUR).runUntil(100);
    cluster.do(reassign([3, 2, 1]));
    expect(cluster.registration()).toMatchObject({
      replicas: [3, 2, 1],
      leader: 1,
      leaderEpoch: 0,
      partitionEpoch: 1,
    });
    cluster.do(elect('PREFERRED', null));
    expect(cluster.leader).toBe(3);
  });

  test('[reassignment-revert] cancelled, it goes back to what was, and the newcomer deletes what it has', () => {
    const cluster = new ClusterTestContext({ ...FOUR, stopped: [4] }).runUntil(100);
    cluster.do(reassign([1, 2, 4])).runFor(1000);
    expect(cluster.registration().addingReplicas).toEqual([4]);
    cluster.do(reassign(null));
    expect(cluster.facts('ReassignmentCancelled')[0]?.event).toMatchObject({ replicas: [1, 2, 3] });
    expect(cluster.facts('ReassignmentCompleted')).toEqual([]);
    expect(cluster.registration()).toMatchObject({ replicas: [1, 2, 3], isr: ALL, leaderEpoch: 1 });
    cluster.do(reassign(null));
    expect(refusal(cluster)?.error).toBe('NO_REASSIGNMENT_IN_PROGRESS');
  });

  test('[reassignment] another target replaces the one under way', () => {
    const cluster = new ClusterTestContext({ ...FOUR, brokers: 5, stopped: [4] }).runUntil(100);
    cluster.do(reassign([1, 2, 4])).runFor(1000);
    cluster.do(reassign([1, 2, 5]));
    expect(cluster.registration()).toMatchObject({
      replicas: [1, 2, 5, 3, 4],
      addingReplicas: [5],
      removingReplicas: [3, 4],
    });
    cluster.until('ReassignmentCompleted');
    expect(cluster.registration()).toMatchObject({ replicas: [1, 2, 5], isr: [1, 2, 5] });
  });

  test('[reassignment] what names no broker, an unknown one or one twice is INVALID_REPLICA_ASSIGNMENT', () => {
    const cluster = new ClusterTestContext(FOUR).runUntil(100);
    for (const replicas of [[], [1, 9], [1, 1]]) cluster.do(reassign(replicas));
    cluster.do(reassign([1], 'orders-5')).do(reassign([1], 'nowhere-0'));
    expect(cluster.facts('AdminRequestFailed').map(({ event }) => event.error)).toEqual([
      'INVALID_REPLICA_ASSIGNMENT',
      'INVALID_REPLICA_ASSIGNMENT',
      'INVALID_REPLICA_ASSIGNMENT',
      'UNKNOWN_TOPIC_OR_PARTITION',
      'UNKNOWN_TOPIC_OR_PARTITION',
    ]);
    expect(cluster.registration().partitionEpoch).toBe(0);
  });
});

describe('configs', () => {
  test('[R7] a cluster-wide minimum clears every ELR, even if it is the value that was', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      partitions: 2,
      configs: { 'min.insync.replicas': 2 },
      minIsr: 2,
    });
    cluster.runUntil(100);
    cluster.stop(3).until('BrokerStopped');
    cluster.stop(2).until('BrokerStopped', { broker: 2 });
    expect([0, 1].map((n) => cluster.registration(`orders-${n}`).elr)).toEqual([[2], [2]]);
    cluster.do({ kind: 'AlterClusterConfigs', configs: { 'min.insync.replicas': '2' } });
    expect([0, 1].map((n) => cluster.registration(`orders-${n}`).elr)).toEqual([[], []]);
    expect(cluster.registration()).toMatchObject({ leaderEpoch: 0, partitionEpoch: 3, isr: [1] });
  });

  test('[R7] with ELR on no broker has a minimum of its own, and the cluster keeps one', () => {
    const cluster = new ClusterTestContext({ ...FAST, configs: { 'min.insync.replicas': 2 } }).runUntil(100);
    cluster.do({ kind: 'AlterBrokerConfigs', broker: 1, configs: { 'min.insync.replicas': '1' } });
    cluster.do({ kind: 'AlterClusterConfigs', configs: {}, remove: ['min.insync.replicas'] });
    expect(cluster.facts('AdminRequestFailed').map(({ event }) => event)).toMatchObject([
      { error: 'INVALID_CONFIG', resource: 'broker:1' },
      { error: 'INVALID_CONFIG', resource: 'cluster' },
    ]);
    expect(cluster.controller.image.clusterConfigs.get('min.insync.replicas')).toBe('2');
  });

  test('[R7] [dynamic-configs] with ELR off a broker’s own minimum binds what it leads, and goes away again', () => {
    const cluster = new ClusterTestContext({ ...FAST, elr: false }).runUntil(100);
    cluster.do({ kind: 'AlterTopicConfigs', topic: TOPIC, configs: {}, remove: ['min.insync.replicas'] });
    cluster.do({ kind: 'AlterBrokerConfigs', broker: 1, configs: { 'min.insync.replicas': '3' } });
    cluster.stop(3).until('BrokerStopped');
    cluster.runFor(100);
    expect(cluster.produce(1, produceRequest(-1))?.[0]?.error).toBe('NOT_ENOUGH_REPLICAS');
    cluster
      .do({ kind: 'AlterBrokerConfigs', broker: 1, configs: {}, remove: ['min.insync.replicas'] })
      .runFor(100);
    expect(cluster.facts('ConfigRemoved', { resource: 'broker:1' }).length).toBe(1);
    expect(cluster.produce(1, produceRequest(-1))?.[0]?.error).toBe('NONE');
  });

  test('[dynamic-configs] throttles are stored, of topics and of brokers', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(100);
    cluster.alterTopic({
      'leader.replication.throttled.replicas': '0:1',
      'follower.replication.throttled.replicas': '*',
    });
    cluster.do({
      kind: 'AlterBrokerConfigs',
      broker: 2,
      configs: { 'leader.replication.throttled.rate': '1000' },
    });
    cluster.runFor(100);
    const { image } = cluster.broker(3);
    expect(image.topicConfig(TOPIC, 'leader.replication.throttled.replicas')).toBe('0:1');
    expect(image.brokerConfigs.get(2)?.get('leader.replication.throttled.rate')).toBe('1000');
    cluster.do({ kind: 'AlterTopicConfigs', topic: 'nowhere', configs: { 'min.insync.replicas': '1' } });
    expect(refusal(cluster)).toMatchObject({
      request: 'IncrementalAlterConfigs',
      error: 'UNKNOWN_TOPIC_OR_PARTITION',
    });
  });
});

describe('brokers', () => {
  test('[new-brokers] a new broker joins when it is started, and takes replicas from then on', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 4, fresh: [4] }).runUntil(100);
    expect(cluster.controller.image.brokers.has(4)).toBe(false);
    cluster.do(reassign([1, 2, 4]));
    expect(refusal(cluster)?.error).toBe('INVALID_REPLICA_ASSIGNMENT');
    cluster.startBroker(4).until('BrokerUnfenced', { broker: 4 });
    cluster.do(reassign([1, 2, 4])).until('ReassignmentCompleted');
    expect(cluster.registration()).toMatchObject({ replicas: [1, 2, 4], isr: [1, 2, 4] });
  });

  test('[unregister-broker] an unregistered broker leads nothing and is unknown, until it is started anew', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(100);
    cluster.do({ kind: 'UnregisterBroker', broker: 1 });
    expect(cluster.registration()).toMatchObject({ replicas: ALL, leader: 2, isr: [2, 3], leaderEpoch: 1 });
    expect(cluster.controller.image.brokers.has(1)).toBe(false);
    cluster.runFor(20_000);
    expect(cluster.registration().isr).toEqual([2, 3]);
    cluster.do({ kind: 'UnregisterBroker', broker: 1 });
    expect(refusal(cluster)?.error).toBe('BROKER_ID_NOT_REGISTERED');
    cluster
      .kill(1)
      .startBroker(1)
      .until('IsrExpanded', { added: [1] });
  });

  test('[B8] a failed log directory takes only its own partitions offline, and they fail over at once', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      partitions: 2,
      brokerConfigs: { 1: { 'log.dirs': '/data/1,/data/2' } },
      initial: { records: 5 },
    }).runUntil(100);
    cluster.do({ kind: 'FailLogDir', broker: 1, logDir: '/data/1' });
    expect(cluster.produce(1, produceRequest(1))?.[0]?.error).toBe('KAFKA_STORAGE_ERROR');
    cluster.runFor(200);
    expect(cluster.registration('orders-0')).toMatchObject({ leader: 2, isr: [2, 3], leaderEpoch: 1 });
    expect(cluster.registration('orders-1')).toMatchObject({ leader: 1, isr: ALL, leaderEpoch: 0 });
    expect(cluster.brokerRegistration(1).fenced).toBe(false);
    expect(cluster.facts('LeaderElected').length).toBe(1);
    // It is no candidate for that partition any more, not even unclean, and not after a restart.
    cluster
      .kill(1)
      .startBroker(1)
      .until('IsrExpanded', { partition: 'orders-1', added: [1] });
    expect(cluster.brokerRegistration(1).offlineReplicas).toEqual(['orders-0']);
    expect(cluster.registration('orders-0').isr).toEqual([2, 3]);
    cluster.do({ kind: 'FailLogDir', broker: 1, logDir: '/data/2' }).until('BrokerFenced', { broker: 1 });
    expect(cluster.broker(1).power).toBe('killed');
    cluster.startBroker(1).untilTrue(() => cluster.broker(1).power === 'killed');
  });

  test('[B8] a process that stands still notices a failed log directory when it goes on, and one that is killed never does', () => {
    const start = (): ClusterTestContext =>
      new ClusterTestContext({
        ...FAST,
        partitions: 2,
        brokerConfigs: { 1: { 'log.dirs': '/data/1,/data/2' } },
        initial: { records: 5 },
      }).runUntil(100);
    const fail = { kind: 'FailLogDir', broker: 1, logDir: '/data/1' } as const;
    const pause = { kind: 'PauseProcess', node: 'broker:1', forUs: null } as const;

    const resumed = start().do(pause).do(fail).runFor(200);
    expect(resumed.facts('LogDirFailed')).toEqual([]);
    expect(resumed.registration('orders-0').leader).toBe(1);
    resumed.do({ kind: 'ResumeProcess', node: 'broker:1' });
    expect(resumed.facts('LogDirFailed')).toMatchObject([{ event: { broker: 1, logDir: '/data/1' } }]);
    resumed.runFor(200);
    expect(resumed.registration('orders-0')).toMatchObject({ leader: 2, isr: [2, 3] });
    expect(resumed.registration('orders-1').leader).toBe(1);

    const killed = start().do(pause).do(fail).kill(1);
    expect(killed.broker(1).offlineReplicas()).toEqual(['orders-0']);
    killed.startBroker(1).until('IsrExpanded', { partition: 'orders-1', added: [1] });
    expect(killed.brokerRegistration(1).offlineReplicas).toEqual(['orders-0']);
  });
});

describe('AlterPartition', () => {
  test('[I9] each fault has its error, end to end', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(100);
    const topicId = cluster.controller.image.topicIds.get(TOPIC) ?? -1;
    const askFor = (broker: number, change: Record<string, unknown>): string => {
      const item = {
        topicPartition: PARTITION,
        topicId,
        leaderEpoch: 0,
        partitionEpoch: 0,
        newIsr: [1, 2].map((brokerId) => ({ brokerId, brokerEpoch: -1 })),
        recovery: 'RECOVERED' as const,
        ...change,
      };
      const answer = cluster.askController({
        kind: 'AlterPartitionRequest',
        brokerId: broker,
        brokerEpoch: cluster.brokerRegistration(broker).brokerEpoch,
        partitions: [item],
      });
      return answer?.kind === 'AlterPartitionResponse'
        ? (answer.partitions[0]?.error ?? answer.error)
        : 'no answer';
    };
    const members = (...ids: number[]) => ids.map((brokerId) => ({ brokerId, brokerEpoch: -1 }));
    expect(askFor(1, { topicId: topicId + 1 })).toBe('UNKNOWN_TOPIC_ID');
    expect(askFor(1, { topicPartition: 'orders-9' })).toBe('UNKNOWN_TOPIC_OR_PARTITION');
    expect(askFor(1, { leaderEpoch: 1 })).toBe('NOT_CONTROLLER');
    expect(askFor(1, { partitionEpoch: 1 })).toBe('NOT_CONTROLLER');
    expect(askFor(2, {})).toBe('INVALID_REQUEST');
    expect(askFor(1, { newIsr: members(1, 9) })).toBe('INVALID_REQUEST');
    expect(askFor(1, { newIsr: members(2, 3) })).toBe('INVALID_REQUEST');
    expect(askFor(1, { newIsr: [...members(1), { brokerId: 2, brokerEpoch: 999 }] })).toBe(
      'INELIGIBLE_REPLICA',
    );
    expect(cluster.registration().partitionEpoch).toBe(0);
    expect(askFor(1, { newIsr: members(1, 2) })).toBe('NONE');
    expect(cluster.registration()).toMatchObject({ isr: [1, 2], partitionEpoch: 1 });
    expect(askFor(1, { newIsr: members(1) })).toBe('INVALID_UPDATE_VERSION');
    cluster.stop(1).until('BrokerStopped');
    expect(askFor(2, { leaderEpoch: 0, partitionEpoch: 2 })).toBe('FENCED_LEADER_EPOCH');
  });
});
