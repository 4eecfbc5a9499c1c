import { describe, expect, test } from 'vitest';
import { CONSUMER_DEFAULTS } from '../../../src/engine/protocol/configDefaults.ts';
import type { FileQuota } from '../../../src/scenario/ScenarioFile.ts';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  producer,
} from '../ClusterTestContext.ts';
import type { ClusterOptions } from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;

function clusterWith(quotas: readonly FileQuota[], options: ClusterOptions = {}): ClusterTestContext {
  return new ClusterTestContext({
    ...FAST,
    brokers: 1,
    quotas,
    producers: [producer('p', { acks: '1', 'linger.ms': 0, 'batch.size': 100_000 })],
    ...options,
  }).runUntil(1000);
}

describe('client quotas', () => {
  test('[QT3] a producer over its rate is answered at once, told how long it is muted, and waits that long', () => {
    const cluster = clusterWith([{ 'client-id': 'p', producer_byte_rate: 1000 }]);
    // One request of b bytes at a rate of 1000 B/s over 10 s: (b / 10 − 1000) / 1000 × 10 000 = b − 10 000 ms.
    cluster.send('p', 110);
    const sizeBytes = cluster.onTheWire('ProduceRequest')[0]?.sizeBytes ?? 0;
    expect(sizeBytes).toBeGreaterThan(11_000);
    const sentMs = cluster.nowMs;
    const { event } = cluster.until('ClientThrottled');
    expect(event).toEqual({
      kind: 'ClientThrottled',
      client: 'producer:p',
      broker: 1,
      quota: 'producer_byte_rate',
      throttleMs: sizeBytes - 10_000,
    });
    expect(cluster.onTheWire('ProduceResponse')).toMatchObject([
      { rpc: { throttleTimeMs: event.throttleMs } },
    ]);
    cluster.until('RecordsAcknowledged');
    expect(cluster.nowMs - sentMs).toBe(2);
    // What it sends now stays with it until the throttle time is over.
    cluster.send('p');
    const row = cluster.until('RecordsAppended');
    expect(row.timeUs / 1000 - sentMs).toBe(3 + event.throttleMs);
    expect(cluster.facts('ClientThrottled', { broker: 1 }).length).toBeGreaterThan(0);
  });

  test('[QT3] within the quota nothing happens, and another client is not held up', () => {
    const cluster = clusterWith([{ 'client-id': 'p', producer_byte_rate: 100_000 }]);
    cluster.send('p', 100).runFor(1000);
    expect(cluster.facts('ClientThrottled')).toEqual([]);
    expect(cluster.ends(1).leo).toBe(100);
  });

  test('[QT3] with acks=0 there is no answer to tell it: the broker just stops reading', () => {
    const cluster = clusterWith([{ 'client-id': 'p', producer_byte_rate: 1000 }], {
      producers: [producer('p', { acks: '0', 'linger.ms': 0, 'batch.size': 100_000 })],
    });
    cluster.send('p', 110);
    const throttled = cluster.until('ClientThrottled');
    cluster.send('p').runFor(5);
    // It was sent, and lies unread.
    expect(cluster.broker(1).process?.requests.unreadRequests()).toHaveLength(1);
    expect(cluster.broker(1).process?.requests.muted.size).toBe(1);
    const appended = cluster.until('RecordsAppended', { count: 1 });
    expect((appended.timeUs - throttled.timeUs) / 1000).toBe(throttled.event.throttleMs);
  });

  test('[QT4] over its rate a consumer gets an empty answer; a batch larger than the quota’s window it never gets', () => {
    const cluster = clusterWith([{ 'client-id': 'c', consumer_byte_rate: 2000 }], {
      initial: { records: 2000 },
      consumers: [consumer('c', { 'max.partition.fetch.bytes': 15_000 })],
    });
    // Batches of 110 kB go out whole, whatever the limits: the quota is over at once.
    const { event } = cluster.until('ClientThrottled');
    expect(event.quota).toBe('consumer_byte_rate');
    const [answer] = cluster.onTheWire('FetchResponse');
    expect(answer?.rpc).toMatchObject({ error: 'NONE', partitions: [], throttleTimeMs: event.throttleMs });
    cluster.runFor(200_000);
    expect(cluster.position('c')).toBe(0);
    expect(cluster.facts('RecordsDelivered')).toEqual([]);
  });

  test('[QT4] a fetch is cut to what the quota lets through at once, so that a consumer gets on', () => {
    const cluster = clusterWith([{ 'client-id': 'c', consumer_byte_rate: 2000 }], {
      consumers: [consumer('c')],
      producers: [producer('p', { acks: '1', 'linger.ms': 0, 'batch.size': 1000 })],
    });
    expect(CONSUMER_DEFAULTS['fetch.max.bytes']).toBeGreaterThan(20_000);
    cluster.cutLink('broker:1', 'consumer:c').send('p', 600).runFor(500);
    cluster.mendLink('broker:1', 'consumer:c');
    cluster.untilTrue(() => cluster.position('c') === 600, 120_000);
    const bytes = cluster.batchesIn(1).reduce((sum, batch) => sum + batch.sizeBytes, 0);
    const perSecond = (bytes * 1000) / (cluster.nowMs - 1500);
    expect(bytes).toBeGreaterThan(60_000);
    expect(perSecond).toBeLessThan(3000);
    expect(perSecond).toBeGreaterThan(1000);
    // A throttled fetch leaves its session as it was.
    expect(cluster.broker(1).process?.replicas.sessions.size).toBe(1);
    expect(cluster.onTheWire('FetchRequest').every(({ rpc }) => rpc.sessionEpoch > 1)).toBe(true);
    expect(cluster.facts('ClientThrottled', { quota: 'consumer_byte_rate' }).length).toBeGreaterThan(1);
  });

  test('[QT6] request_percentage counts the time of the threads, and mutes for a second at most', () => {
    const cluster = clusterWith([{ 'client-id': 'p', request_percentage: 1 }], {
      times: { ...NO_WORK, request: '20ms', fsync: '5ms' },
      producers: [producer('p', { acks: '1', 'linger.ms': 0 }, '50/s')],
    });
    cluster.runFor(20_000);
    const throttled = cluster.facts('ClientThrottled', { quota: 'request_percentage' });
    expect(throttled.length).toBeGreaterThan(3);
    expect(Math.max(...throttled.map(({ event }) => event.throttleMs))).toBe(1000);
  });

  test('[QT2] a quota of all clients is each one’s own; AlterClientQuotas changes and removes it', () => {
    const cluster = clusterWith([{ 'client-id': '<default>', producer_byte_rate: 1000 }]);
    cluster.send('p', 110).until('ClientThrottled');
    cluster.runFor(20_000);
    const before = cluster.facts('ClientThrottled').length;
    cluster.do({
      kind: 'AlterClientQuotas',
      user: null,
      clientId: '<default>',
      quotas: [['producer_byte_rate', null]],
    });
    cluster.runFor(1000).send('p', 1000).runFor(1000);
    expect(cluster.facts('ClientThrottled')).toHaveLength(before);
    expect(cluster.ends(1).leo).toBe(1110);
    expect(cluster.facts('ClientQuotaAltered')).toMatchObject([
      { event: { entity: 'client-id <default>', key: 'producer_byte_rate', value: null } },
    ]);
    // A quota of its own comes before that of all.
    const set = (clientId: string, value: number) =>
      cluster.do({
        kind: 'AlterClientQuotas',
        user: null,
        clientId,
        quotas: [['producer_byte_rate', value]],
      });
    set('<default>', 1);
    set('p', 1_000_000);
    cluster.runFor(15_000).send('p', 100).runFor(100);
    expect(cluster.facts('ClientThrottled')).toHaveLength(before);
  });

  test('[QT3] brokers are never throttled', () => {
    const cluster = clusterWith(
      [{ 'client-id': '<default>', request_percentage: 1, consumer_byte_rate: 1 }],
      {
        brokers: 3,
        times: { ...NO_WORK, request: '1ms' },
      },
    );
    for (let i = 0; i < 50; i++) cluster.send('p').runFor(20);
    expect(cluster.ends(3, PARTITION).leo).toBe(50);
    expect(cluster.facts('ClientThrottled').every(({ event }) => event.client.startsWith('producer:'))).toBe(
      true,
    );
  });
});

describe('threads and request times', () => {
  const timesOf = (cluster: ClusterTestContext, name: string) =>
    cluster.broker(1).process?.meters.requests.get(name);

  test('[RQ1] the parts of a request’s time, by type', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 2,
      minIsr: 2,
      times: { ...NO_WORK, request: '3ms' },
      producers: [producer('p', { acks: 'all', 'linger.ms': 0 })],
      consumers: [consumer('c')],
    }).runUntil(1000);
    cluster.send('p').until('RecordsAcknowledged');
    const produce = timesOf(cluster, 'Produce');
    expect(produce).toMatchObject({
      requests: { count: 1 },
      requestQueueTime: { sumMs: 0 },
      localTime: { sumMs: 3 },
      // The follower’s answer there, its next fetch back, 3 ms of a thread for it.
      remoteTime: { sumMs: 1 + 1 + 3 },
      throttleTime: { sumMs: 0 },
      responseQueueTime: { sumMs: 0 },
      responseSendTime: { sumMs: 0 },
      totalTime: { sumMs: 8 },
    });
    cluster.runFor(3000);
    const followers = timesOf(cluster, 'FetchFollower');
    expect(timesOf(cluster, 'FetchConsumer')?.requests.count).toBeGreaterThan(5);
    expect((followers?.remoteTime.sumMs ?? 0) / (followers?.requests.count ?? 1)).toBeGreaterThan(300);
    expect(cluster.broker(1).process?.replicas.fetches.size).toBe(2);
  });

  test('[RQ2] one network thread reads and sends one thing after the other', () => {
    const story = (threads: number) => {
      const cluster = new ClusterTestContext({
        ...FAST,
        brokers: 1,
        configs: { 'num.network.threads': threads },
        times: { ...NO_WORK, networkThread: '10ms' },
        producers: ['p0', 'p1', 'p2'].map((id) => producer(id, { acks: '1', 'linger.ms': 0 })),
      }).runUntil(3000);
      const beganMs = cluster.nowMs;
      for (const id of ['p0', 'p1', 'p2']) cluster.send(id);
      for (let i = 0; i < 3; i++) cluster.until('RecordsAcknowledged');
      return cluster.nowMs - beganMs;
    };
    // There and back 2 ms; three requests are read in a row, then three answers sent.
    expect(story(1)).toBe(62);
    expect(story(3)).toBe(22);
  });

  test('[RQ3] a full queue stops the network threads, until an I/O thread takes a request', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      configs: { 'num.io.threads': 1, 'num.network.threads': 1, 'queued.max.requests': 1 },
      times: { ...NO_WORK, request: '50ms' },
      producers: ['p0', 'p1', 'p2', 'p3'].map((id) => producer(id, { acks: '1', 'linger.ms': 0 })),
    }).runUntil(5000);
    for (const id of ['p0', 'p1', 'p2', 'p3']) cluster.send(id);
    cluster.runFor(10);
    const process = cluster.broker(1).process;
    expect(process?.requests.busyCount).toBe(1);
    expect(process?.requests.waiting).toHaveLength(1);
    expect(process?.network.blocked.size).toBe(1);
    expect(process?.network.receiving()).toHaveLength(2);
    for (let i = 0; i < 4; i++) cluster.until('RecordsAcknowledged');
    expect(process?.network.blocked.size).toBe(0);
    // Who was held up at the thread waited in the queue by Kafka’s count: it had been read already.
    expect(timesOf(cluster, 'Produce')?.requestQueueTime.sumMs).toBeGreaterThan(150);
  });
});
