import { describe, expect, test } from 'vitest';
import { controllerOf } from '../../../src/engine/cluster/ledger.ts';
import type { FollowerState } from '../../../src/engine/raft/RaftState.ts';
import vectors from '../../vectors/vectors-1.json';
import { ClusterTestContext, NO_WORK, ONE_MS_LINKS, PARTITION, producer } from '../ClusterTestContext.ts';
import type { ClusterOptions } from '../ClusterTestContext.ts';

const TIMES = { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } as const;
const THREE = { network: ONE_MS_LINKS, times: TIMES, controllers: [101, 102, 103] } as const;
const OTHERS = [102, 103] as const;

/** Two followers of controller 101 whose last good fetches were so long before now, with the next ones not answered any more. */
function lastFetches(cluster: ClusterTestContext, beforeMs: Readonly<Record<number, number>>): void {
  for (const [id, ms] of Object.entries(beforeMs)) {
    const { state } = cluster.controllerNode(Number(id)).raft;
    expect(state?.kind).toBe('Follower');
    (state as FollowerState).fetchEndsUs = (cluster.nowMs - ms + 2000) * 1000;
  }
}

function until(cluster: ClusterTestContext, controller: number, kind: string, limitMs = 20_000): number {
  cluster.untilTrue(() => cluster.quorumState(controller) === kind, limitMs);
  return cluster.nowMs;
}

/** Kinds of the records in a controller's log from an offset on. */
function kindsFrom(cluster: ClusterTestContext, controller: number, offset: number): string[] {
  const { log } = cluster.controllerNode(controller).raft;
  return log.read(offset, log.endOffset).map(({ record }) => record.kind);
}

function isolate(cluster: ClusterTestContext, controller: number, from: readonly number[]): void {
  for (const other of from) cluster.cutLink(`controller:${controller}`, `controller:${other}`);
}

describe('a settled quorum', () => {
  test('[Q1] the first controller leads from time 0 with everybody following, and nobody changes that', () => {
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 1 }).runUntil(20_000);
    expect([101, 102, 103].map((id) => cluster.quorumState(id))).toEqual(['Leader', 'Follower', 'Follower']);
    expect(cluster.facts('QuorumStateChanged')).toEqual([]);
    expect(cluster.activeController).toBe(101);
  });

  test('[Q3] [Q9] [Q10] a record is gathered for 25 ms, and counts once the first follower has flushed it', () => {
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 1 }).runUntil(5000);
    const { raft } = cluster.controllerNode(101);
    cluster.untilTrue(() => raft.nextWriteOffset > raft.log.endOffset);
    const decidedMs = cluster.nowMs;
    const offset = raft.nextWriteOffset - 1;
    cluster.untilTrue(() => raft.log.endOffset > offset);
    expect(cluster.nowMs - decidedMs).toBe(25);
    const flushedAt = new Map<number, number>();
    cluster.untilTrue(() => {
      for (const id of OTHERS)
        if (cluster.controllerNode(id).raft.log.flushedOffset > offset && !flushedAt.has(id))
          flushedAt.set(id, cluster.nowMs);
      return raft.committedEnd > offset;
    });
    // It must be flushed here too, and on the faster of the two.
    const fastest = Math.min(...flushedAt.values());
    expect(raft.log.flushedOffset).toBeGreaterThan(offset);
    expect(cluster.nowMs).toBeCloseTo(Math.max(fastest + 1, decidedMs + 30), 3);
    // The brokers' parked fetches are answered with it at once.
    cluster.runFor(1.1);
    for (const id of [1, 2, 3]) expect(cluster.broker(id).image.lastOffset).toBe(offset);
  });

  test('[Q9] with 4.0 brokers hear of a commit only with the next record, since 4.1 at once', () => {
    const lagMs = (['4.0', '4.2'] as const).map((kafkaVersion) => {
      const cluster = new ClusterTestContext({ ...THREE, kafkaVersion, elr: false }).runUntil(5000);
      const { raft } = cluster.controllerNode(101);
      const end = raft.committedEnd;
      cluster.untilTrue(() => raft.committedEnd > end);
      const committedMs = cluster.nowMs;
      cluster.untilTrue(() => cluster.broker(1).image.lastOffset >= end);
      return cluster.nowMs - committedMs;
    });
    expect(lagMs[0]).toBeGreaterThan(400);
    expect(lagMs[0]).toBeLessThan(520);
    expect(lagMs[1]).toBeCloseTo(1, 1);
  });

  test('[Q12] an idle leader writes a NoOp record every 500 ms, and all logs are one', () => {
    const cluster = new ClusterTestContext(THREE).runUntil(3000);
    const end = cluster.controllerNode(101).raft.log.endOffset;
    cluster.runUntil(8000);
    expect(kindsFrom(cluster, 101, end)).toEqual(Array<string>(10).fill('NoOpRecord'));
    for (const id of OTHERS)
      expect(cluster.controllerNode(id).raft.log.entries).toEqual(
        cluster.controllerNode(101).raft.log.entries,
      );
    expect(kindsFrom(cluster, 102, 0).slice(0, 3)).toEqual([
      'LeaderChangeMessage',
      'FeatureLevelRecord',
      'RegisterBrokerRecord',
    ]);
  });

  test('[Q12] [Q14] so does its successor', () => {
    const cluster = new ClusterTestContext(THREE).runUntil(3000).killController(101);
    const { event } = cluster.until('ControllerActivated');
    const successor = event.controller;
    cluster.runFor(11_000);
    const end = cluster.controllerNode(successor).raft.log.endOffset;
    cluster.runFor(5000);
    expect(kindsFrom(cluster, successor, end)).toEqual(Array<string>(10).fill('NoOpRecord'));
  });

  test('[Q1] a quorum of one leads itself again as soon as it starts', () => {
    const cluster = new ClusterTestContext({ ...THREE, controllers: [101] })
      .runUntil(3000)
      .killController(101);
    cluster.runFor(3000).startController(101);
    const { timeUs } = cluster.until('ControllerActivated', { controller: 101 });
    expect(timeUs / 1000).toBeCloseTo(7005, 1);
    expect(cluster.controllerNode(101).raft.epoch).toBe(2);
    cluster.runFor(10_000);
    expect(cluster.facts('BrokerFenced')).toEqual([]);
  });
});

describe('failover', () => {
  test('[Q5] [Q6] [Q7] vector raft-failover: the later timer wins when logs are equal', () => {
    const vector = vectors.scenarios.list.find((one) => one.id === 'raft-failover')!;
    const { setup, winner } = vector as unknown as {
      setup: {
        last_good_fetch: { B: number; C: number };
        leader_dies_at: number;
        voters: string[];
        equal_logs: boolean;
      };
      winner: string;
    };
    const steps = vector.expect as unknown as readonly { t: number; B?: string; C?: string }[];
    expect([setup.voters, setup.equal_logs]).toEqual([['A', 'B', 'C'], true]);
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 1 }).runUntil(5200);
    const { last_good_fetch: fetched, leader_dies_at: diesAt } = setup;
    lastFetches(cluster, { 102: -fetched.B, 103: -fetched.C });
    cluster.killController(101);
    const zeroMs = cluster.nowMs - diesAt;

    expect(until(cluster, 103, 'Prospective') - zeroMs).toBe(steps[0]?.t);
    expect(steps[0]?.C).toBe('Prospective, B refuses pre-vote');
    cluster.until('VoteAnswered', {
      controller: 102,
      candidate: 103,
      preVote: true,
      granted: false,
      reason: 'HasFetchedFromLeader',
    });

    expect(until(cluster, 102, 'Prospective') - zeroMs).toBe(steps[1]?.t);
    expect(steps[1]?.B).toBe('Prospective, C grants, B becomes Candidate then Leader');
    cluster.until('VoteAnswered', { controller: 103, candidate: 102, preVote: true, granted: true });
    cluster.until('VoteAnswered', {
      controller: 103,
      candidate: 102,
      preVote: false,
      granted: true,
      epoch: 2,
    });
    const { timeUs } = cluster.until('ControllerActivated');
    expect(winner).toBe('B');
    expect(cluster.activeController).toBe(102);
    // Two round trips of 2 ms after the timer.
    expect(timeUs / 1000 - zeroMs).toBe((steps[1]?.t ?? 0) + 4);
  });

  test('[Q5] over 30 seeds a killed leader is replaced 1.4 s to a few election timeouts later, mostly within 2.1 s', () => {
    const afterMs = Array.from({ length: 30 }, (_, i) => {
      const cluster = new ClusterTestContext({ controllers: [101, 102, 103], seed: i + 1, lawInterval: 64 });
      cluster.runUntil(4000 + i * 41).killController(101);
      const killedMs = cluster.nowMs;
      return cluster.until('ControllerActivated').timeUs / 1000 - killedMs;
    });
    for (const ms of afterMs) expect(ms).toBeGreaterThan(1400);
    for (const ms of afterMs) expect(ms).toBeLessThan(9000);
    expect(afterMs.filter((ms) => ms < 2100).length).toBeGreaterThanOrEqual(20);
  }, 60_000);

  test('[Q4] the new leader starts its epoch with a LeaderChange record, and exposes nothing before it is committed', () => {
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 1 }).runUntil(5200).killController(101);
    const end = cluster.controllerNode(102).raft.log.endOffset;
    cluster.untilTrue(() => OTHERS.some((id) => cluster.quorumState(id) === 'Leader'));
    const leader = OTHERS.find((id) => cluster.quorumState(id) === 'Leader')!;
    const { raft } = cluster.controllerNode(leader);
    expect(raft.highWatermark).toBe(null);
    cluster.untilTrue(() => raft.highWatermark !== null);
    expect(raft.highWatermark).toBeGreaterThan(end);
    expect(raft.log.entries.at(end)).toMatchObject({
      epoch: 2,
      record: { kind: 'LeaderChangeMessage', leaderId: leader },
    });
  });

  test('[Q14] failover restarts every session: a broker that died just before is fenced 9 to 10.1 s after the activation', () => {
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 16 }).runUntil(5200).kill(3).runFor(100);
    const killedMs = cluster.nowMs;
    cluster.killController(101);
    const activated = cluster.until('ControllerActivated').timeUs / 1000;
    const fenced = cluster.until('BrokerFenced', { broker: 3 }).timeUs / 1000;
    expect(fenced - activated).toBeGreaterThanOrEqual(9000);
    expect(fenced - activated).toBeLessThanOrEqual(10_126);
    expect(fenced - killedMs).toBeGreaterThan(10_400);
    // Those that live find the new controller, and stay.
    cluster.runFor(12_000);
    expect(cluster.facts('BrokerFenced')).toHaveLength(1);
    expect(cluster.registration()).toMatchObject({ isr: [1, 2] });
  });

  test('[Q14] [B1] heartbeats, ISR changes and producer ids go to the new controller', () => {
    const cluster = new ClusterTestContext({ ...THREE, producers: [producer('p', { acks: 'all' }, '20/s')] });
    cluster.runUntil(5200).kill(3).runFor(100).killController(101);
    cluster.until('ControllerActivated');
    cluster.until('BrokerFenced', { broker: 3 });
    cluster.startBroker(3).until('BrokerUnfenced', { broker: 3 });
    cluster.until('IsrExpanded', { isr: [1, 2, 3] });
    expect(cluster.ledger()).toMatchObject({ lost: 0, failed: 0 });
  });

  test('[Q14] a controller that is not active answers NOT_CONTROLLER', () => {
    const cluster = new ClusterTestContext(THREE).runUntil(3000);
    const { cluster: world } = cluster.run;
    const standby = world.directory.controllers.get(102)!;
    const broker = world.directory.brokers.get(1)!;
    world.act(broker, () =>
      world.request(standby, { kind: 'AllocateProducerIdsRequest', brokerId: 1, brokerEpoch: 1 }),
    );
    cluster.untilTrue(() => cluster.onTheWire('AllocateProducerIdsResponse').length > 0);
    expect(cluster.onTheWire('AllocateProducerIdsResponse')[0]?.rpc.error).toBe('NOT_CONTROLLER');
  });

  test('[Q5] a follower that returns from a short cut disturbs nobody: its pre-vote is refused, its epoch stays', () => {
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 1 }).runUntil(5000);
    cluster.cutLink('controller:101', 'controller:103').runFor(10_000);
    expect(cluster.facts('VoteAnswered', { granted: true })).toEqual([]);
    expect(
      cluster.facts('VoteAnswered', { controller: 102, reason: 'HasFetchedFromLeader' }).length,
    ).toBeGreaterThan(1);
    cluster.mendLink('controller:101', 'controller:103').runFor(5000);
    expect([101, 102, 103].map((id) => cluster.controllerNode(id).raft.epoch)).toEqual([1, 1, 1]);
    expect(cluster.quorumState(103)).toBe('Follower');
    expect(cluster.activeController).toBe(101);
  });

  test('[Q7] a vote is written down before it is given, and outlives the process', () => {
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 1 }).runUntil(5200).killController(101);
    cluster.until('VoteAnswered', { preVote: false, granted: true });
    const [voter, candidate] = cluster
      .facts('VoteAnswered', { preVote: false, granted: true })
      .map(({ event }) => [event.controller, event.candidate])[0]!;
    expect(cluster.controllerNode(voter!).raft.quorumState).toMatchObject({
      epoch: cluster.controllerNode(voter!).raft.epoch,
      votedId: candidate,
    });
    cluster.killController(voter!).startController(voter!).runFor(1001);
    expect(cluster.controllerNode(voter!).raft.quorumState.votedId ?? candidate).toBe(candidate);
  });

  test('[Q7] a killed leader that starts again is Resigned in its old epoch, and follows the new one', () => {
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 1 })
      .runUntil(5200)
      .killController(101)
      .startController(101);
    cluster.until('QuorumStateChanged', { controller: 101 });
    expect(cluster.quorumState(101)).toBe('Resigned');
    cluster.until('QuorumStateChanged', { controller: 101, state: 'Follower' });
    cluster.runFor(3000);
    const end = cluster.controller.raft.committedEnd;
    cluster.runFor(1000);
    expect(cluster.controllerNode(101).image.lastOffset).toBeGreaterThanOrEqual(end - 1);
    expect(cluster.activeController).not.toBe(101);
  });
});

describe('resignation', () => {
  test('[Q8] a leader that is stopped hands over within a few round trips, and waits for the next one', () => {
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 1 }).runUntil(5200).stopController(101);
    const stoppedMs = cluster.nowMs;
    const activated = cluster.until('ControllerActivated').timeUs / 1000;
    expect(activated - stoppedMs).toBe(5);
    const { timeUs } = cluster.until('ControllerStopped', { controller: 101 });
    expect(timeUs / 1000 - activated).toBe(1);
    expect(cluster.quorumState(101)).toBe(null);
    cluster.runFor(12_000);
    expect(cluster.facts('BrokerFenced')).toEqual([]);
  });

  test('[Q8] a follower that is stopped ends at once, and two of three go on', () => {
    const cluster = new ClusterTestContext(THREE).runUntil(5200).stopController(103);
    expect(cluster.quorumState(103)).toBe(null);
    const end = cluster.controllerNode(101).raft.committedEnd;
    cluster.runFor(5000);
    expect(cluster.activeController).toBe(101);
    expect(cluster.controllerNode(101).raft.committedEnd).toBeGreaterThan(end + 5);
  });

  test('[Q8] [Q11] [Q14] a partitioned leader resigns 3 s after the last fetches that it answered; what it did not commit vanishes', () => {
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 1 }).runUntil(5200);
    isolate(cluster, 101, OTHERS);
    const cutMs = cluster.nowMs;
    cluster.runFor(500);
    const old = cluster.controllerNode(101);
    cluster.alterTopic({ 'min.insync.replicas': '2' });
    expect(old.image.topicConfigs.get('orders')?.get('min.insync.replicas')).toBe('2');
    const resigned = cluster.until('ControllerResigned', { controller: 101 });
    // A fetch that was parked at the cut is answered, and counted, with the next record: up to 525 ms later.
    expect(resigned.timeUs / 1000 - cutMs).toBeGreaterThan(3000);
    expect(resigned.timeUs / 1000 - cutMs).toBeLessThanOrEqual(3526);
    expect(resigned.event.uncommitted).toBeGreaterThan(0);
    expect(old.image.topicConfigs.get('orders')?.get('min.insync.replicas')).not.toBe('2');
    cluster.untilTrue(() => cluster.activeController !== null);
    for (const id of OTHERS) cluster.mendLink('controller:101', `controller:${id}`);
    cluster.until('MetadataTruncated', { controller: 101, reason: 'DivergingEpoch' });
    cluster.runFor(3000);
    expect(cluster.controllerNode(101).raft.log.epochs.entries).toEqual(
      cluster.controller.raft.log.epochs.entries,
    );
    expect(cluster.controllerNode(101).image.topicConfigs).toEqual(cluster.controller.image.topicConfigs);
    expect(cluster.controller.image.topicConfigs.get('orders')?.get('min.insync.replicas')).not.toBe('2');
  });

  test('[Q3] [Q14] a leader that a majority has left counts no more, though it takes itself for active and no other is', () => {
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 1 }).runUntil(5200);
    isolate(cluster, 101, OTHERS);
    cluster.alterTopic({ 'min.insync.replicas': '2' });
    const { controller: successor } = cluster.until('ControllerActivated').event;
    const old = cluster.controllerNode(101);
    expect(old.isActive).toBe(true);
    expect(cluster.activeController).toBe(successor);
    cluster.killController(successor);
    expect(old.isActive).toBe(true);
    expect(cluster.activeController).toBe(null);
    const known = controllerOf(cluster.run.cluster);
    expect(known?.isActive).toBe(false);
    expect(known?.image.topicConfigs.get('orders')?.get('min.insync.replicas')).not.toBe('2');
  });

  test('[A2] a leader cut off from the controllers keeps serving acks=1 until it is replaced, and loses what it took after', () => {
    const cluster = new ClusterTestContext({
      ...THREE,
      lawInterval: 16,
      producers: [producer('p', { acks: '1', 'enable.idempotence': false }, '50/s')],
    }).runUntil(5200);
    for (const id of [101, 102, 103]) cluster.cutLink('broker:1', `controller:${id}`);
    cluster.until('LeaderElected', { leader: 2 });
    cluster.runFor(1000);
    for (const id of [101, 102, 103]) cluster.mendLink('broker:1', `controller:${id}`);
    cluster.until('LogTruncated', { broker: 1 });
    cluster.runFor(5000);
    expect(cluster.facts('LogTruncated', { broker: 1 }).length).toBeGreaterThan(0);
    expect(cluster.leader).toBe(2);
  });
});

describe('no majority', () => {
  const options: ClusterOptions = {
    ...THREE,
    minIsr: 1,
    lawInterval: 16,
    producers: [producer('p', { acks: 'all', 'delivery.timeout.ms': 120_000 }, '10/s')],
  };

  test('[Q13] two of three controllers down: nothing is decided, acks=all goes on; then a follower dies and the HW is stuck', () => {
    const cluster = new ClusterTestContext(options).runUntil(5200).killController(102).killController(103);
    cluster.runFor(30_000);
    expect(cluster.activeController).toBe(null);
    const before = cluster.ledger().acked;
    cluster.runFor(10_000);
    expect(cluster.ledger().acked - before).toBeGreaterThan(95);
    expect(cluster.facts('BrokerFenced')).toEqual([]);

    cluster.kill(3).runFor(1000);
    const { hw } = cluster.ends(1);
    cluster.until('ProduceTimedOut', {}, 60_000);
    expect(cluster.facts('ProduceRetried', { error: 'REQUEST_TIMED_OUT' }).length).toBeGreaterThan(0);
    expect(cluster.ends(1).hw).toBe(hw);
    expect(cluster.registration()).toMatchObject({ isr: [1, 2, 3], partitionEpoch: 0 });
    expect(cluster.facts('BrokerFenced')).toEqual([]);

    // A majority again: the dead broker is fenced, and everything goes on.
    cluster.startController(102).until('BrokerFenced', { broker: 3 });
    cluster.runFor(3000);
    expect(cluster.ends(1).hw).toBeGreaterThan(hw);
    expect(cluster.registration()).toMatchObject({ isr: [1, 2] });
  }, 30_000);

  test('[Q13] the ISR change that a leader asked for meanwhile is made when there is a controller again', () => {
    const cluster = new ClusterTestContext(options)
      .runUntil(5200)
      .killController(102)
      .killController(103)
      .kill(3);
    cluster.runFor(60_000);
    expect(cluster.registration().isr).toEqual([1, 2, 3]);
    cluster.startController(103).until('IsrShrunk', { isr: [1, 2] });
    cluster.runFor(2000);
    expect(cluster.ledger()).toMatchObject({ lost: 0 });
  }, 30_000);

  test('[Q13] a lost majority makes no flood of requests', () => {
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 1024 }).runUntil(5200);
    cluster.killController(101).killController(102).runFor(10_000);
    const before = cluster.run.cluster.state.eventCount;
    cluster.runFor(20_000);
    expect((cluster.run.cluster.state.eventCount - before) / 20).toBeLessThan(800);
  });
});

describe('disks', () => {
  test('[Q7] [Q10] a kill keeps what was written; power takes what was not flushed, and nothing committed is ever lost', () => {
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 1 }).runUntil(5200);
    for (let round = 0; round < 6; round++) {
      for (const controller of [101, 102, 103]) cluster.do({ kind: 'CutControllerPower', controller });
      cluster.runFor(100 + round * 7);
      for (const controller of [101, 102, 103]) cluster.startController(controller);
      cluster.until('ControllerActivated');
      cluster.runFor(1700 + round * 13);
    }
    expect(cluster.registration()).toMatchObject({ isr: [1, 2, 3] });
  }, 30_000);

  test('[Q10] what the leader had gathered and not written is gone with its process', () => {
    const cluster = new ClusterTestContext({ ...THREE, lawInterval: 1 }).runUntil(5200);
    cluster.alterTopic({ 'min.insync.replicas': '2' });
    const { raft } = cluster.controllerNode(101);
    expect(raft.nextWriteOffset).toBeGreaterThan(raft.log.endOffset);
    cluster.killController(101).until('ControllerActivated');
    expect(cluster.controller.image.topicConfigs.get('orders')?.get('min.insync.replicas')).not.toBe('2');
  });
});

describe('combined roles', () => {
  const combined = { ...THREE, controllers: [1, 2, 3], lawInterval: 8 } as const;

  test('[combined-roles] one process: a kill of the broker kills the controller, a start starts both', () => {
    const cluster = new ClusterTestContext(combined).runUntil(5200).kill(1);
    expect(cluster.quorumState(1)).toBe(null);
    expect(cluster.broker(1).isRunning()).toBe(false);
    cluster.until('ControllerActivated');
    cluster.until('LeaderElected', { leader: 2, previousLeader: 1 });
    cluster.do({ kind: 'StartController', controller: 1 });
    cluster.until('BrokerUnfenced', { broker: 1 });
    expect(cluster.quorumState(1)).toBe('Follower');
    cluster.until('IsrExpanded');
    expect(cluster.registration().isr).toEqual([2, 3, 1]);
  });

  test('[combined-roles] a clean stop moves the leaderships first, then the controller resigns', () => {
    const cluster = new ClusterTestContext(combined).runUntil(5200).stopController(1);
    const stopped = cluster.until('BrokerStopped', { broker: 1 });
    const [resigned] = cluster.facts('ControllerResigned', { controller: 1 });
    const ended = cluster.until('ControllerStopped', { controller: 1 });
    expect(resigned?.timeUs).toBe(stopped.timeUs);
    expect(ended.timeUs / 1000 - stopped.timeUs / 1000).toBeLessThan(20);
    expect(cluster.facts('BrokerFenced', { broker: 1 })).toHaveLength(1);
    expect(cluster.leader).toBe(2);
  });

  test('[combined-roles] the broker applies what the controller of its process has heard to be committed', () => {
    const cluster = new ClusterTestContext(combined).runUntil(5200);
    cluster.alterTopic({ 'min.insync.replicas': '2' });
    cluster.runFor(60);
    for (const id of [1, 2, 3]) {
      expect(cluster.broker(id).image.topicConfig('orders', 'min.insync.replicas')).toBe('2');
      expect(cluster.broker(id).image.lastOffset).toBe(cluster.controllerNode(id).raft.committedEnd - 1);
    }
  });

  test('[combined-roles] a cut between two processes cuts all that they say to each other', () => {
    const cluster = new ClusterTestContext(combined).runUntil(5200).cutLink('broker:1', 'broker:2');
    const { network, nodes } = cluster.run.cluster.state;
    const cutPairs = () =>
      nodes.flatMap((_a, a) => nodes.filter((_b, b) => a < b && network.isCut(a, b))).length;
    expect(cutPairs()).toBe(4);
    cluster.mendLink('controller:1', 'broker:2');
    expect(cutPairs()).toBe(0);
  });
});

test('[Q1] going back to a checkpoint in the middle of an election gives the same future', () => {
  const cluster = new ClusterTestContext({ ...THREE, lawInterval: 64 }).runUntil(5200).killController(101);
  cluster.until('QuorumStateChanged');
  const world = cluster.run.cluster;
  const checkpoint = world.checkpoint();
  const digest = world.digest();
  cluster.runUntil(12_000);
  const after = world.digest();
  world.restore(checkpoint);
  expect(world.digest()).toBe(digest);
  while (cluster.run.step(12_000_000));
  world.idleUntil(12_000_000);
  expect(world.digest()).toBe(after);
  expect(cluster.registration(PARTITION).leader).toBe(1);
});
