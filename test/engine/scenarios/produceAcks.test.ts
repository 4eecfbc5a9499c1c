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

const FAST = { network: ONE_MS_LINKS, times: NO_WORK } as const;

function errorOf(answer: ReturnType<ClusterTestContext['produce']>): string | undefined {
  return answer?.[0]?.error;
}

/** Leader 1 whose followers cannot fetch. */
function withoutFollowers(minIsr = 1): ClusterTestContext {
  return new ClusterTestContext({ ...FAST, minIsr })
    .runUntil(100)
    .cutLink('broker:1', 'broker:2')
    .cutLink('broker:1', 'broker:3');
}

describe('the decision table of acks', () => {
  test('[A2] [A6] not leader: acks=0 has its connection closed, acks=1 and all hear NOT_LEADER_OR_FOLLOWER', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(100);
    for (const acks of [1, -1] as const) {
      const answer = cluster.produce(2, produceRequest(acks));
      expect(answer).toEqual([
        {
          topicPartition: PARTITION,
          error: 'NOT_LEADER_OR_FOLLOWER',
          baseOffset: -1,
          currentLeader: { leader: 1, leaderEpoch: 0 },
        },
      ]);
    }
    expect(cluster.closesConnection()).toBe(false);
    expect(cluster.produce(2, produceRequest(0), 1)).toBeNull();
    expect(cluster.closesConnection()).toBe(true);
    for (const id of [1, 2, 3]) expect(cluster.ends(id).leo).toBe(0);
  });

  test('[A2] a partition that the broker has never heard of is UNKNOWN_TOPIC_OR_PARTITION', () => {
    const cluster = new ClusterTestContext(FAST).runUntil(100);
    expect(errorOf(cluster.produce(1, produceRequest(1, {}, ['nothing-0'])))).toBe(
      'UNKNOWN_TOPIC_OR_PARTITION',
    );
  });

  test('[A2] [A1] ISR below the minimum on arrival: 0 and 1 are appended, all is refused and not appended', () => {
    const cluster = new ClusterTestContext({ ...FAST, stopped: [2, 3], minIsr: 2, initial: { isr: [1] } });
    cluster.runUntil(100);
    expect(cluster.produce(1, produceRequest(0), 1)).toBeNull();
    expect(cluster.closesConnection()).toBe(false);
    expect(cluster.ends(1)).toEqual({ leo: 1, hw: 0 });
    expect(cluster.produce(1, produceRequest(1))).toMatchObject([{ error: 'NONE', baseOffset: 1 }]);
    expect(errorOf(cluster.produce(1, produceRequest(-1)))).toBe('NOT_ENOUGH_REPLICAS');
    expect(cluster.ends(1)).toEqual({ leo: 2, hw: 0 });
    expect(cluster.facts('ProduceRefused')).toMatchObject([{ event: { isrSize: 1, minIsr: 2 } }]);
  });

  test('[A1] a minimum above the number of replicas asks for all of them', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 2, minIsr: 3 }).runUntil(100);
    expect(errorOf(cluster.produce(1, produceRequest(-1)))).toBe('NONE');
  });

  test('[A2] normal: acks=0 is never answered, acks=1 at once, acks=all when the HW has passed', () => {
    const cluster = withoutFollowers();
    expect(cluster.produce(1, produceRequest(0), 500)).toBeNull();
    const askedMs = cluster.nowMs;
    expect(cluster.produce(1, produceRequest(1))).toMatchObject([{ error: 'NONE', baseOffset: 1 }]);
    expect(cluster.nowMs - askedMs).toBe(1);
    expect(cluster.ends(1)).toEqual({ leo: 2, hw: 0 });
    cluster.mendLink('broker:1', 'broker:2').mendLink('broker:1', 'broker:3').runFor(1500);
    expect(cluster.produce(1, produceRequest(-1))).toMatchObject([{ error: 'NONE', baseOffset: 2 }]);
    expect(cluster.ends(1)).toEqual({ leo: 3, hw: 3 });
  });

  test('[A2] [A4] [H2] the ISR falls below the minimum after the append: the HW stands still, REQUEST_TIMED_OUT, the record stays', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 2, minIsr: 2 }).runUntil(100).kill(2);
    const askedMs = cluster.nowMs;
    const answer = cluster.produce(1, produceRequest(-1, {}, [PARTITION], 15_000));
    expect(errorOf(answer)).toBe('REQUEST_TIMED_OUT');
    expect(cluster.nowMs - askedMs).toBe(15_001);
    expect(cluster.registration().isr).toEqual([1]);
    expect(cluster.ends(1)).toEqual({ leo: 1, hw: 0 });
    expect(errorOf(cluster.produce(1, produceRequest(-1)))).toBe('NOT_ENOUGH_REPLICAS');
  });

  test('[A2] [M2] the leader steps down while a request is parked: NOT_LEADER_OR_FOLLOWER with the new leader, and the record may stay', () => {
    const cluster = withoutFollowers().stop(1);
    const answer = cluster.produce(1, produceRequest(-1));
    expect(answer).toMatchObject([
      { error: 'NOT_LEADER_OR_FOLLOWER', baseOffset: -1, currentLeader: { leader: 2, leaderEpoch: 1 } },
    ]);
    expect(cluster.ends(1).leo).toBe(1);
    expect(cluster.facts('ProduceParked')).toHaveLength(1);
  });

  test('[A2] [A4] the timeout of the request passes: REQUEST_TIMED_OUT, and the record stays', () => {
    const cluster = withoutFollowers();
    const askedMs = cluster.nowMs;
    expect(errorOf(cluster.produce(1, produceRequest(-1, {}, [PARTITION], 4000)))).toBe('REQUEST_TIMED_OUT');
    expect(cluster.nowMs - askedMs).toBe(4001);
    expect(cluster.ends(1)).toEqual({ leo: 1, hw: 0 });
  });
});

describe('who is waited for', () => {
  test('[A3] [I6] acks=all waits for a member that stalls, though enough others have the record, until it is fenced', () => {
    const cluster = new ClusterTestContext({ ...FAST, minIsr: 2 }).runUntil(100).kill(3);
    const killedMs = cluster.nowMs;
    expect(errorOf(cluster.produce(1, produceRequest(-1)))).toBe('NONE');
    expect(cluster.ends(2).leo).toBe(1);
    const waitedMs = cluster.nowMs - killedMs;
    expect(waitedMs).toBeGreaterThan(7000);
    expect(waitedMs).toBeLessThan(10_200);
    expect(cluster.registration().isr).toEqual([1, 2]);
  });

  test('[A3] [I3] a member that is alive but does not fetch is waited for until it lags, and then until the controller has it', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      minIsr: 2,
      configs: { 'replica.lag.time.max.ms': 6000 },
    });
    cluster.runUntil(1000).cutLink('broker:1', 'broker:3');
    const askedMs = cluster.nowMs;
    expect(errorOf(cluster.produce(1, produceRequest(-1)))).toBe('NONE');
    expect(cluster.nowMs - askedMs).toBeGreaterThan(5500);
    expect(cluster.nowMs - askedMs).toBeLessThan(9100);
    expect(cluster.facts('IsrShrunk')).toMatchObject([{ event: { removed: [3] } }]);
  });

  test('[A3] acks=all needs every member, not min.insync.replicas many: with the default lag it outlasts the request', () => {
    const cluster = new ClusterTestContext({ ...FAST, minIsr: 2 });
    cluster.runUntil(1000).cutLink('broker:1', 'broker:3');
    expect(errorOf(cluster.produce(1, produceRequest(-1)))).toBe('REQUEST_TIMED_OUT');
    expect(cluster.ends(2).leo).toBe(1);
  });

  test('[A5] a request is parked as a whole: the partition that failed keeps its error until the others are done', () => {
    const cluster = new ClusterTestContext({ ...FAST, partitions: 2 }).runUntil(100).kill(3);
    const askedMs = cluster.nowMs;
    const answer = cluster.produce(1, produceRequest(-1, {}, [PARTITION, 'nothing-0', 'orders-1']));
    expect(answer?.map(({ error }) => error)).toEqual(['NONE', 'UNKNOWN_TOPIC_OR_PARTITION', 'NONE']);
    expect(cluster.nowMs - askedMs).toBeGreaterThan(7000);
  });

  test('[A5] [F5] one answer to a parked fetch carries what one request brought to several partitions', () => {
    const cluster = new ClusterTestContext({ ...FAST, partitions: 3, brokers: 2 }).runUntil(100);
    const askedMs = cluster.nowMs;
    const partitions = ['orders-0', 'orders-1', 'orders-2'];
    expect(
      cluster.produce(1, produceRequest(-1, {}, partitions))?.every(({ error }) => error === 'NONE'),
    ).toBe(true);
    // There, one round trip of the follower, and no more.
    expect(cluster.nowMs - askedMs).toBe(3);
  });

  test('[A4] the client’s own timer began before the hop, so it gives up before the broker answers', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 2,
      minIsr: 2,
      producers: [producer('p', { acks: 'all' })],
    });
    cluster.runUntil(1000).cutLink('broker:1', 'broker:2').send('p');
    const parked = cluster.until('ProduceParked');
    const given = cluster.until('Disconnected', { client: 'producer:p', reason: 'RequestTimedOut' });
    const answered = cluster.until('ProduceTimedOut');
    expect(answered.timeUs - parked.timeUs).toBe(30_000_000);
    expect(answered.timeUs - given.timeUs).toBe(1000);
    expect(cluster.until('ProduceRetried').event.error).toBe('REQUEST_TIMED_OUT');
  });
});

describe('acks=0', () => {
  test('[A6] [RT8] an error closes the connection, and only that makes the client look for the new leader', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: '0', 'linger.ms': 0 })],
    });
    cluster.runUntil(1000);
    // Leadership moves away from a broker that lives on, and the client is not told.
    cluster.cutLink('broker:1', 'controller:101').until('LeaderElected');
    cluster.mendLink('broker:1', 'controller:101').until('BecameFollower', { broker: 1 });
    cluster.send('p');
    expect(cluster.facts('RecordsAcknowledged')).toMatchObject([{ event: { baseOffset: -1, latencyMs: 0 } }]);
    cluster.until('Disconnected', { client: 'producer:p', reason: 'ConnectionClosed' });
    expect(cluster.until('LeaderLearned').event).toMatchObject({
      client: 'producer:p',
      leader: 2,
      leaderEpoch: 1,
    });
    cluster.send('p').runFor(1000);
    expect(cluster.ledger()).toMatchObject({ produced: 2, acked: 2, committed: 1, lostAfterAck: 1 });
  });
});

describe('what is on disk', () => {
  const records = (count: number) => ({ count, sizeBytes: 100 * count });

  test('[A7] a record that was acknowledged lies in the page cache, and is lost with the power', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 1 }).runUntil(1000);
    cluster.produce(1, produceRequest(-1, records(5)));
    cluster.runFor(29_000).cutPower(1);
    expect(cluster.ends(1)).toEqual({ leo: 0, hw: 0 });
    expect(cluster.facts('LogTruncated')).toMatchObject([{ event: { from: 5, to: 0, reason: 'PowerLost' } }]);
  });

  test('[A7] what the operating system has written by itself survives', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 1 }).runUntil(1000);
    cluster.produce(1, produceRequest(-1, records(5)));
    cluster.runFor(31_000).produce(1, produceRequest(-1, records(2)));
    cluster.cutPower(1);
    expect(cluster.ends(1).leo).toBe(5);
  });

  test('[A8] [A7] a kill keeps the page cache; a clean stop flushes it', () => {
    const killed = new ClusterTestContext({ ...FAST, brokers: 1 }).runUntil(1000);
    killed.produce(1, produceRequest(-1, records(5)));
    killed.kill(1);
    expect(killed.ends(1).leo).toBe(5);
    killed.cutPower(1);
    expect(killed.ends(1).leo).toBe(0);

    const stopped = new ClusterTestContext({ ...FAST, brokers: 1 }).runUntil(1000);
    stopped.produce(1, produceRequest(-1, records(5)));
    stopped.stop(1).until('BrokerStopped');
    stopped.cutPower(1);
    expect(stopped.ends(1)).toEqual({ leo: 5, hw: 5 });
  });

  test('[A7] [R6] replication, not the disk, is what keeps an acknowledged record', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      minIsr: 2,
      producers: [producer('p', { acks: 'all' })],
      consumers: [consumer('c')],
    });
    cluster.runUntil(1000).send('p', 3).until('RecordsAcknowledged');
    cluster.cutPower(1).runFor(12_000).startBroker(1).runFor(20_000);
    expect(cluster.ledger()).toMatchObject({ committed: 3, lostAfterAck: 0, read: 3 });
    expect(cluster.registration()).toMatchObject({ leader: 2, isr: [2, 3, 1] });
    for (const id of [1, 2, 3]) expect(cluster.ends(id)).toEqual({ leo: 3, hw: 3 });
  });
});
