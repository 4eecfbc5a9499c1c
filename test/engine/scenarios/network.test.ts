import { describe, expect, test } from 'vitest';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  produceRequest,
  producer,
} from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;

describe('connections', () => {
  test('[request-queue] [S5] a broker works on one request of a connection at a time: while one is parked, the next stay unread', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 2,
      producers: [producer('p', { acks: 'all', 'linger.ms': 0 })],
    }).runUntil(1000);
    cluster.cutLink('broker:1', 'broker:2');
    for (let i = 0; i < 4; i++) cluster.send('p').runFor(5);
    expect(cluster.ends(1).leo).toBe(1);
    expect(cluster.broker(1).process?.requests.unreadRequests()).toHaveLength(3);
    // Another connection is not held up.
    expect(cluster.produce(1, produceRequest(1))).toMatchObject([{ error: 'NONE', baseOffset: 1 }]);
    cluster.mendLink('broker:1', 'broker:2').runFor(100);
    expect(cluster.recordsIn(1)).toEqual([0, null, 1, 2, 3]);
  });

  test('[A6] what is still on a connection that the broker has closed is not read', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      network: { ...ONE_MS_LINKS, links: [{ between: ['producer:p', 'broker:1'], latency: '30ms' }] },
      producers: [producer('p', { acks: '0', 'linger.ms': 0 })],
    }).runUntil(1000);
    cluster.cutLink('broker:1', 'controller:101').until('LeaderElected');
    cluster.mendLink('broker:1', 'controller:101').until('BecameFollower', { broker: 1 });
    for (let i = 0; i < 4; i++) cluster.send('p').runFor(5);
    cluster.runFor(2000).send('p').runFor(1000);
    expect(cluster.facts('ProduceRefused')).toHaveLength(1);
    expect(cluster.facts('Disconnected', { client: 'producer:p' })).toHaveLength(1);
    expect(cluster.ledger()).toMatchObject({ produced: 5, committed: 1, lostAfterAck: 4 });
  });

  test('a cut link loses nothing: what was sent arrives when it is mended, in the order in which it left', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: '1', 'linger.ms': 0 })],
    }).runUntil(1000);
    cluster.cutLink('producer:p', 'broker:1');
    for (let i = 0; i < 4; i++) cluster.send('p').runFor(500);
    expect(cluster.ends(1).leo).toBe(0);
    cluster.mendLink('producer:p', 'broker:1').runFor(10);
    expect(cluster.recordsIn(1)).toEqual([0, 1, 2, 3]);
    expect(cluster.ledger()).toMatchObject({ acked: 4, duplicated: 0 });
    expect(cluster.facts('Disconnected')).toEqual([]);
  });

  test('[killed-and-powerless] [RT3] [B2] a connection does not outlive the process at its other end', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      producers: [producer('p', { acks: '1', 'linger.ms': 0 })],
      consumers: [consumer('c')],
    }).runUntil(1000);
    cluster.kill(1).send('p').runFor(20_000).startBroker(1).until('RecordsAcknowledged');
    const reasons = new Set(cluster.facts('Disconnected').map(({ event }) => event.reason));
    expect([...reasons].sort()).toEqual(['ConnectionClosed', 'ConnectionRefused']);
    // The consumer comes back too; whether before or after the producer is a matter of two back-offs.
    cluster.runFor(2000);
    expect(cluster.facts('RecordsDelivered', { consumer: 'c' })).toMatchObject([{ event: { count: 1 } }]);
  });
});

describe('metadata', () => {
  test('[L1] [B4] brokers act on a decision one linger, one flush and one flight after it', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(1000).kill(1);
    const decided = cluster.until('LeaderElected').timeUs;
    for (const broker of [2, 3]) {
      const kind = broker === 2 ? 'BecameLeader' : 'BecameFollower';
      const [row] = cluster.facts(kind, { broker }).filter(({ timeUs }) => timeUs > decided);
      expect(row).toBeUndefined();
    }
    cluster.runFor(25 + 5 + 1);
    expect(cluster.facts('BecameLeader', { broker: 2 })).toMatchObject([{ timeUs: decided + 31_000 }]);
    expect(cluster.facts('BecameFollower', { broker: 3, leader: 2 })).toMatchObject([
      { timeUs: decided + 31_000 },
    ]);
  });

  test('[metadata-for-clients] [H6] [RT6] a broker that has not heard answers as before: clients see what it knows', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(1000);
    cluster.cutLink('broker:3', 'controller:101').runFor(500).stop(1).until('BecameLeader', { broker: 2 });
    const leaderAt = (broker: number) => {
      const answer = cluster.ask(broker, { kind: 'MetadataRequest', topics: ['orders'] });
      return answer?.kind === 'MetadataResponse' ? answer.topics[0]?.partitions[0]?.leader : undefined;
    };
    expect([leaderAt(2), leaderAt(3)]).toEqual([2, 1]);
    expect(cluster.produce(3, produceRequest(1, {}, [PARTITION]))).toMatchObject([
      { error: 'NOT_LEADER_OR_FOLLOWER', currentLeader: { leader: 1, leaderEpoch: 0 } },
    ]);
  });

  test('[broker-start] [B2] a restarted broker does not act on what its disk remembers of an earlier life', () => {
    const cluster = new ClusterTestContext({ ...FAST, minIsr: 1 }).runUntil(1000);
    cluster.kill(1).startBroker(1);
    // Its copy of the metadata still says that it leads.
    cluster.until('BrokerRegistered', { broker: 1 });
    expect(cluster.facts('BecameLeader', { broker: 1 })).toHaveLength(1);
    cluster.until('BecameFollower', { broker: 1 });
    expect(cluster.leader).toBe(2);
  });
});

describe('what has still to be sent', () => {
  const NARROW = { latencyUs: null, jitterUs: 0, bandwidthBitsPerSecond: 80_000, lossPercent: 0 } as const;
  const MBYTE = { count: 1, sizeBytes: 1_000_000 };

  /** How long the wire from the leader to a follower has still to send. */
  function backlogUs(cluster: ClusterTestContext): number {
    const { directory, state, nowUs } = cluster.run.cluster;
    const [leader = -1, follower = -1] = [directory.brokers.get(1), directory.brokers.get(3)];
    return state.network.freeAtUsOf(leader, follower) - nowUs;
  }

  function narrow(): ClusterTestContext {
    const cluster = new ClusterTestContext(FAST).runUntil(1000);
    cluster.do({ kind: 'SlowLink', between: ['broker:1', 'broker:3'], ...NARROW });
    cluster.produce(1, produceRequest(1, MBYTE));
    return cluster.untilTrue(() => backlogUs(cluster) > 90_000_000);
  }

  test('[wire-backlog] goes with its connection: each new one of a follower begins with an empty socket', () => {
    const cluster = narrow();
    // An answer takes 100 s, and the follower gives each up after 30 s.
    cluster.runFor(200_000);
    expect(cluster.facts('FetchFailed', { broker: 3, error: 'IOException' }).length).toBeGreaterThan(4);
    expect(backlogUs(cluster)).toBeLessThanOrEqual(100_100_000);
    expect(cluster.ends(3).leo).toBe(0);
  });

  test('[wire-backlog] over a narrow link is sent at full speed when that is mended', () => {
    const cluster = narrow();
    cluster.mendLink('broker:1', 'broker:3').runFor(20);
    expect(cluster.ends(3).leo).toBe(1);
    expect(cluster.facts('FetchFailed')).toEqual([]);
  });
});
