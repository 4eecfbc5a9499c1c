import { describe, expect, test } from 'vitest';
import {
  ClusterTestContext,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  produceRequest,
  producer,
} from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;

function isrStateOf(cluster: ClusterTestContext, broker = 1) {
  return cluster.replica(broker).leader?.isrState;
}

function alterPartitions(cluster: ClusterTestContext): number {
  return cluster.onTheWire('AlterPartitionRequest').length;
}

describe('shrinking', () => {
  test('[I2] [I3] over 24 seeds a follower that does not fetch is removed 30.001 to 45 s after it last was caught up', () => {
    const afterMs = Array.from({ length: 24 }, (_, seed) => {
      const cluster = new ClusterTestContext({
        seed,
        producers: [producer('p', { acks: '1' }, '5/s')],
      });
      cluster.runUntil(2000 + seed * 613).cutLink('broker:1', 'broker:3');
      const caughtUpUs = () => cluster.replica(1).leader?.followers.get(3)?.lastCaughtUpUs ?? 0;
      cluster.runFor(1000);
      const lastMs = caughtUpUs() / 1000;
      const { timeUs } = cluster.until('IsrShrunk');
      expect(caughtUpUs() / 1000).toBe(lastMs);
      return timeUs / 1000 - lastMs;
    });
    for (const ms of afterMs) {
      expect(ms).toBeGreaterThan(30_000);
      expect(ms).toBeLessThan(45_001);
    }
    expect(Math.max(...afterMs) - Math.min(...afterMs)).toBeGreaterThan(8000);
  }, 30_000);

  test('[I6] while a shrink is pending the laggard still holds the HW back; it moves when the controller has confirmed', () => {
    const cluster = new ClusterTestContext({ ...FAST, configs: { 'replica.lag.time.max.ms': 4000 } });
    cluster.runUntil(1000).cutLink('broker:1', 'broker:3');
    cluster.produce(1, produceRequest(1));
    cluster.untilTrue(() => isrStateOf(cluster)?.kind === 'PendingShrinkIsr');
    expect(isrStateOf(cluster)).toEqual({
      kind: 'PendingShrinkIsr',
      isr: [1, 2, 3],
      outOfSyncReplicaIds: [3],
    });
    expect(cluster.ends(2).leo).toBe(1);
    cluster.until('IsrShrunk');
    expect(cluster.ends(1).hw).toBe(0);
    cluster.until('HighWatermarkAdvanced', { role: 'leader', to: 1 });
    expect(isrStateOf(cluster)).toEqual({ kind: 'CommittedPartitionState', isr: [1, 2] });
    expect(cluster.replica(1).leader?.partitionEpoch).toBe(1);
    expect(cluster.registration()).toMatchObject({ isr: [1, 2], leaderEpoch: 0, partitionEpoch: 1 });
  });

  test('[I10] shrink and expand raise the partition epoch only; a change of leader raises both', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      configs: { 'replica.lag.time.max.ms': 4000 },
      initial: { leaderEpoch: 4, partitionEpoch: 9 },
    });
    cluster.runUntil(1000).cutLink('broker:1', 'broker:3');
    cluster.produce(1, produceRequest(1));
    cluster.until('IsrShrunk');
    expect(cluster.registration()).toMatchObject({ leaderEpoch: 4, partitionEpoch: 10 });
    cluster.mendLink('broker:1', 'broker:3').until('IsrExpanded');
    expect(cluster.registration()).toMatchObject({ leaderEpoch: 4, partitionEpoch: 11 });
    cluster.kill(1).until('LeaderElected');
    expect(cluster.registration()).toMatchObject({ leaderEpoch: 5, partitionEpoch: 12 });
  });
});

describe('expanding', () => {
  /** Follower 3 is out of the ISR and behind. */
  function behind(): ClusterTestContext {
    const cluster = new ClusterTestContext({ ...FAST, configs: { 'replica.lag.time.max.ms': 4000 } });
    cluster.runUntil(1000).cutLink('broker:1', 'broker:3');
    cluster.produce(1, produceRequest(1));
    cluster.until('IsrShrunk');
    return cluster.runFor(1000);
  }

  test('[I6] while an expand is pending the newcomer already holds the HW back', () => {
    const cluster = behind().mendLink('broker:1', 'broker:3');
    cluster.untilTrue(() => isrStateOf(cluster)?.kind === 'PendingExpandIsr');
    expect(isrStateOf(cluster)).toEqual({ kind: 'PendingExpandIsr', isr: [1, 2], newInSyncReplicaId: 3 });
    // The newcomer goes silent again, and only the pending ISR keeps the watermark from passing it.
    cluster.cutLink('broker:1', 'broker:3');
    cluster.produce(1, produceRequest(1));
    cluster.runFor(10);
    expect(isrStateOf(cluster)?.kind).toBe('PendingExpandIsr');
    expect(cluster.ends(2).leo).toBe(2);
    expect(cluster.ends(1)).toEqual({ leo: 2, hw: 1 });
  });

  test('[I5] a follower joins once it has reached the HW and the start of the leader’s epoch', () => {
    const cluster = behind();
    expect(cluster.ends(1)).toEqual({ leo: 1, hw: 1 });
    cluster.mendLink('broker:1', 'broker:3');
    cluster.untilTrue(() => cluster.replica(1).leader?.followers.get(3)?.logEndOffset === 1);
    expect(isrStateOf(cluster)?.kind).toBe('PendingExpandIsr');
    cluster.until('IsrExpanded', { isr: [1, 2, 3] });
  });

  test('[I4] a broker that is leaving is not taken back, though its fetches go on', () => {
    const cluster = new ClusterTestContext({ ...FAST, partitions: 1 }).runUntil(1000).stop(1);
    cluster.until('BecameFollower', { broker: 1, leader: 2 });
    // It goes on to fetch from the new leader until it may go.
    cluster.untilTrue(() => (cluster.replica(2).leader?.followers.get(1)?.logEndOffset ?? -1) >= 0);
    cluster.until('BrokerStopped');
    expect(cluster.facts('IsrExpanded')).toEqual([]);
    expect(cluster.registration().isr).toEqual([2, 3]);
  });

  test('[I4] [I9] an AlterPartition that names an earlier life of a broker is INELIGIBLE_REPLICA, and the leader goes back to what it had', () => {
    const cluster = behind().mendLink('broker:1', 'broker:3');
    cluster.untilTrue(() => isrStateOf(cluster)?.kind === 'PendingExpandIsr');
    // The request is on the wire; what it names is changed at the controller before it arrives.
    const registration = cluster.brokerRegistration(3);
    cluster.controller.image.brokers.set(3, { ...registration, brokerEpoch: registration.brokerEpoch + 1 });
    expect(cluster.until('AlterPartitionFailed').event.error).toBe('INELIGIBLE_REPLICA');
    expect(isrStateOf(cluster)).toEqual({ kind: 'CommittedPartitionState', isr: [1, 2] });
    cluster.controller.image.brokers.set(3, registration);
    cluster.until('IsrExpanded', { isr: [1, 2, 3] });
  });
});

describe('AlterPartition', () => {
  test('[I7] one request at a time carries all partitions that wait', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      partitions: 4,
      configs: { 'replica.lag.time.max.ms': 4000 },
    });
    cluster.runUntil(1000).cutLink('broker:1', 'broker:3');
    cluster.produce(
      1,
      produceRequest(
        1,
        {},
        [0, 1, 2, 3].map((i) => `orders-${i}`),
      ),
    );
    cluster.untilTrue(() => alterPartitions(cluster) > 0);
    // The first one to be found leaves at once, and the rest together when it is answered.
    const sizes: number[] = [];
    let last = -1;
    cluster.untilTrue(() => {
      const [request] = cluster.onTheWire('AlterPartitionRequest');
      expect(alterPartitions(cluster)).toBeLessThanOrEqual(1);
      if (request && request.correlationId !== last) {
        last = request.correlationId;
        sizes.push(request.rpc.partitions.length);
      }
      return cluster.facts('IsrShrunk').length === 4;
    });
    expect(sizes).toEqual([1, 3]);
  });

  test('[I7] [I8] a request that gets no answer is sent again, and an answer that is too late is not taken', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      configs: { 'replica.lag.time.max.ms': 4000, 'broker.session.timeout.ms': 120_000 },
    });
    cluster.runUntil(1000).cutLink('broker:1', 'broker:3').cutLink('broker:1', 'controller:101');
    cluster.produce(1, produceRequest(1));
    cluster.untilTrue(() => isrStateOf(cluster)?.kind === 'PendingShrinkIsr');
    cluster.runFor(35_000);
    const held = () =>
      cluster.run.cluster.state.held.filter(
        ({ payload }) => payload.kind === 'Envelope' && payload.rpc.kind === 'AlterPartitionRequest',
      );
    expect(held()).toHaveLength(2);
    expect(cluster.ends(1).hw).toBe(0);
    // Both get through. The first one changes the ISR, the second finds the partition epoch moved on.
    cluster.mendLink('broker:1', 'controller:101').until('IsrShrunk');
    cluster.runFor(1000);
    expect(isrStateOf(cluster)).toEqual({ kind: 'CommittedPartitionState', isr: [1, 2] });
    expect(cluster.registration()).toMatchObject({ isr: [1, 2], partitionEpoch: 1 });
    expect(cluster.ends(1).hw).toBe(1);
  });

  test('[I8] [I9] a leader that was deposed meanwhile is FENCED, stays as it is, and is told by the metadata', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      configs: { 'replica.lag.time.max.ms': 4000 },
    });
    cluster.runUntil(1000).cutLink('broker:1', 'controller:101');
    cluster.runFor(500).cutLink('broker:1', 'broker:3');
    cluster.produce(1, produceRequest(1));
    cluster.untilTrue(() => isrStateOf(cluster)?.kind === 'PendingShrinkIsr');
    cluster.until('LeaderElected', { leader: 2 });
    expect(isrStateOf(cluster)?.kind).toBe('PendingShrinkIsr');
    cluster.mendLink('broker:1', 'controller:101');
    cluster.until('BecameFollower', { broker: 1 });
    cluster.runFor(1000);
    expect(cluster.facts('AlterPartitionFailed', { broker: 1 }).map(({ event }) => event.error)).toEqual([
      'FENCED_LEADER_EPOCH',
    ]);
    expect(cluster.replica(1).leader).toBeNull();
  });

  test('[I8] a change of the partition overtakes an expand: the refusal is waited out, and the follower joins all the same', () => {
    // Every instant at which broker 2 can be fenced while the leader asks for broker 3, one after the other.
    for (let delayMs = 0; delayMs <= 36; delayMs += 3) {
      const cluster = new ClusterTestContext({
        ...FAST,
        configs: { 'replica.lag.time.max.ms': 4000 },
      });
      cluster.runUntil(1000).cutLink('broker:1', 'broker:3');
      cluster.produce(1, produceRequest(1));
      cluster.until('IsrShrunk');
      cluster.runFor(1000).stop(2).runFor(delayMs);
      cluster.mendLink('broker:1', 'broker:3').runFor(2000);
      cluster.produce(1, produceRequest(1));
      cluster.runFor(3000);
      expect(cluster.registration().isr, `${delayMs} ms`).toEqual([1, 3]);
      expect(isrStateOf(cluster), `${delayMs} ms`).toEqual({ kind: 'CommittedPartitionState', isr: [1, 3] });
    }
  });
});

describe('grace', () => {
  test('[M1] [I2] a fresh leader gives each ISR member the full lag time, even one that is dead', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      configs: { 'replica.lag.time.max.ms': 4000 },
    });
    cluster.runUntil(1000).kill(1).until('LeaderElected', { leader: 2 });
    cluster.kill(3).until('BecameLeader', { broker: 2 });
    const follower = cluster.replica(2).leader?.followers.get(3);
    expect(follower).toMatchObject({ logEndOffset: -1, lastCaughtUpUs: cluster.run.cluster.nowUs });
    cluster.produce(2, produceRequest(1));
    expect(
      cluster.until('IsrShrunk', { removed: [3] }).timeUs - (follower?.lastCaughtUpUs ?? 0),
    ).toBeGreaterThan(4_000_000);
  });

  test('[H1] [I4] a caught-up replica outside the ISR holds the HW back, so that it can come in', () => {
    const cluster = new ClusterTestContext({ ...FAST, stopped: [3], initial: { isr: [1, 2] } });
    cluster.runUntil(1000).startBroker(3);
    // Held from the moment on at which it fetches at the leader's end.
    cluster.untilTrue(() => isrStateOf(cluster)?.kind === 'PendingExpandIsr');
    cluster.produce(1, produceRequest(1));
    cluster.untilTrue(() => cluster.ends(1).hw === 1);
    expect(cluster.ends(3).leo).toBe(1);
    expect(cluster.replica(1, PARTITION).leader?.followers.get(3)?.logEndOffset).toBe(1);
  });
});
