import { describe, expect, test } from 'vitest';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  produceRequest,
  producer,
  TOPIC,
} from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;
const AT_ONCE = { 'linger.ms': 0 } as const;

/** acks=all that is refused, as the second replica is down and two are asked for. */
function refusing(configs: Record<string, string | number | boolean> = {}, seed = 1): ClusterTestContext {
  return new ClusterTestContext({
    ...FAST,
    seed,
    stopped: [2, 3],
    minIsr: 2,
    initial: { isr: [1] },
    producers: [producer('p', { acks: 'all', ...AT_ONCE, ...configs })],
  }).runUntil(1000);
}

function retries(cluster: ClusterTestContext) {
  return cluster.facts('ProduceRetried').map(({ event, timeUs }) => ({ ...event, timeMs: timeUs / 1000 }));
}

describe('back-off', () => {
  test('[RT1] 100 ms, doubled up to a second, give or take a fifth, over 12 seeds', () => {
    const waits: number[][] = Array.from({ length: 8 }, () => []);
    for (let seed = 1; seed <= 12; seed++) {
      const cluster = refusing({}, seed).send('p').runFor(8000);
      retries(cluster)
        .slice(0, 8)
        .forEach(({ backoffMs }, i) => waits[i]?.push(backoffMs));
    }
    [100, 200, 400, 800, 1000, 1000, 1000, 1000].forEach((baseMs, i) => {
      for (const ms of waits[i] ?? []) {
        expect(ms).toBeGreaterThanOrEqual(0.8 * baseMs - 1);
        expect(ms).toBeLessThanOrEqual(Math.min(1000, 1.2 * baseMs));
      }
      expect(waits[i]).toHaveLength(12);
    });
    expect(new Set(waits[0]).size).toBeGreaterThan(6);
  }, 20_000);

  test('[RT1] a batch is sent again when its back-off is over, not before', () => {
    const cluster = refusing().send('p');
    cluster.until('ProduceRetried');
    const failedMs = cluster.nowMs;
    const [first] = retries(cluster);
    cluster.until('ProduceRefused');
    expect(cluster.nowMs - failedMs).toBe((first?.backoffMs ?? 0) + 1);
  });

  test('[RT1] [RT6] the back-off is skipped when the leader has changed: told by the error, it goes there at once', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: '1', ...AT_ONCE })],
    });
    cluster.runUntil(1000).cutLink('broker:1', 'controller:101').until('LeaderElected');
    cluster.mendLink('broker:1', 'controller:101').until('BecameFollower', { broker: 1 });
    cluster.send('p').until('ProduceRetried', { error: 'NOT_LEADER_OR_FOLLOWER' });
    const hintedMs = cluster.nowMs;
    expect(cluster.facts('LeaderLearned', { client: 'producer:p', leader: 2 })).toHaveLength(1);
    cluster.untilTrue(() => cluster.onTheWire('MetadataRequest').length > 0, 0.1);
    cluster.until('RecordsAcknowledged');
    // A connection, and a request; no tenth of a second. And metadata are asked for all the same.
    expect(cluster.nowMs - hintedMs).toBeLessThanOrEqual(6);
    expect(retries(cluster)[0]?.backoffMs).toBeGreaterThan(70);
  });
});

describe('timeouts', () => {
  test('[RT2] a batch ends at exactly delivery.timeout.ms after its creation, on its way or in the queue', () => {
    const queued = refusing().send('p');
    const createdMs = queued.nowMs;
    queued.runUntil(createdMs + 119_999.9);
    expect(queued.facts('RecordsFailed')).toEqual([]);
    queued.runUntil(createdMs + 120_000);
    expect(queued.facts('RecordsFailed')).toMatchObject([{ event: { error: 'TimeoutException' } }]);

    const onItsWay = new ClusterTestContext({
      ...FAST,
      producers: [
        producer('p', { acks: 'all', 'request.timeout.ms': 90_000, 'delivery.timeout.ms': 100_000 }),
      ],
    }).runUntil(1000);
    onItsWay.cutLink('producer:p', 'broker:1').send('p').runFor(80_000).send('p');
    const secondMs = onItsWay.nowMs;
    onItsWay.runUntil(secondMs + 99_999);
    expect(onItsWay.facts('RecordsFailed')).toHaveLength(1);
    onItsWay.runUntil(secondMs + 100_000);
    expect(onItsWay.facts('RecordsFailed')).toHaveLength(2);
  }, 20_000);

  test('[RT3] one request that times out closes the connection, and every other on it fails with it', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: '1', ...AT_ONCE, 'request.timeout.ms': 5000 })],
    }).runUntil(1000);
    cluster
      .cutLink('producer:p', 'broker:1')
      .send('p')
      .runFor(2000)
      .send('p')
      .runFor(1000)
      .send('p')
      .runFor(1000);
    const sentMs = cluster.nowMs - 4000;
    cluster.until('Disconnected', { client: 'producer:p' });
    expect(cluster.nowMs - sentMs).toBe(5000);
    cluster.runFor(0);
    expect(retries(cluster).map(({ error, timeMs }) => [error, timeMs])).toEqual(
      Array.from({ length: 3 }, () => ['REQUEST_TIMED_OUT', sentMs + 5000]),
    );
  });

  test('[RT3] a broker that closes the connection fails all in flight with NETWORK_EXCEPTION', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: 'all', ...AT_ONCE })],
    }).runUntil(1000);
    cluster.cutLink('broker:1', 'broker:2').send('p').runFor(20).send('p').runFor(20).kill(1).runFor(2);
    expect(retries(cluster).map(({ error }) => error)).toEqual(['NETWORK_EXCEPTION', 'NETWORK_EXCEPTION']);
  });

  test('[RT4] the number of retries is not what ends them, unless it is set', () => {
    const unlimited = refusing().send('p').runFor(119_000);
    expect(retries(unlimited).length).toBeGreaterThan(100);
    expect(unlimited.facts('RecordsFailed')).toEqual([]);
    const limited = refusing({ retries: 2 }).send('p').runFor(5000);
    expect(retries(limited)).toHaveLength(2);
    expect(limited.facts('RecordsFailed')).toMatchObject([{ event: { error: 'NOT_ENOUGH_REPLICAS' } }]);
    const none = refusing({ retries: 0 }).send('p').runFor(5000);
    expect(retries(none)).toEqual([]);
    expect(none.facts('RecordsFailed')).toMatchObject([{ event: { error: 'NOT_ENOUGH_REPLICAS' } }]);
  }, 20_000);

  test('[RT3] a machine that goes dark answers nothing, so the client learns it by the timeout alone', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      minIsr: 2,
      producers: [producer('p', { acks: 'all', ...AT_ONCE })],
    }).runUntil(1000);
    cluster.cutPower(1).send('p');
    const sentMs = cluster.nowMs;
    cluster.until('RecordsAcknowledged');
    expect(cluster.facts('Disconnected', { client: 'producer:p' })).toMatchObject([
      { event: { broker: 1, reason: 'RequestTimedOut' } },
    ]);
    expect(cluster.nowMs - sentMs).toBeGreaterThan(30_000);
    expect(cluster.nowMs - sentMs).toBeLessThan(30_300);
  });
});

describe('metadata', () => {
  test('[RT5] [RT8] an error that old metadata may explain asks for new ones, NOT_ENOUGH_REPLICAS does not', () => {
    const cluster = refusing().send('p');
    let asked = 0;
    let last = -1;
    for (let i = 0; i < 4000; i++) {
      cluster.runFor(0.5);
      for (const { source, correlationId } of cluster.onTheWire('MetadataRequest')) {
        const name = cluster.run.cluster.directory.names[source];
        if (name !== 'producer:p' || correlationId === last) continue;
        last = correlationId;
        asked += 1;
      }
    }
    expect(retries(cluster).length).toBeGreaterThan(3);
    expect(asked).toBe(0);
    cluster.kill(1);
    cluster.untilTrue(() => cluster.onTheWire('ApiVersionsRequest').length > 0, 2000);
  });

  test('[RT8] a producer that works asks again after metadata.max.age.ms', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      producers: [producer('p', { acks: '1', 'metadata.max.age.ms': 40_000 })],
    }).runUntil(1000);
    const learnedMs = (cluster.facts('LeaderLearned', { client: 'producer:p' })[0]?.timeUs ?? 0) / 1000;
    const asked = () =>
      cluster
        .onTheWire('MetadataRequest')
        .some(({ source }) => cluster.run.cluster.directory.names[source] === 'producer:p');
    cluster.untilTrue(asked);
    expect(cluster.nowMs - learnedMs).toBe(40_000);
  });

  test('[RT8] [RT1] while the answers tell nothing new, the pause between two requests grows to a second', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: '1', ...AT_ONCE })],
    }).runUntil(1000);
    cluster.kill(1).send('p');
    const times: number[] = [];
    let last = -1;
    const producerName = (source: number) => cluster.run.cluster.directory.names[source];
    while (cluster.nowMs < 7000) {
      cluster.runFor(0.5);
      for (const { source, correlationId } of cluster.onTheWire('MetadataRequest')) {
        if (producerName(source) !== 'producer:p' || correlationId === last) continue;
        last = correlationId;
        times.push(cluster.nowMs);
      }
    }
    const pauses = times.slice(1).map((ms, i) => ms - (times[i] ?? 0));
    expect(pauses.length).toBeGreaterThanOrEqual(5);
    expect(pauses.length).toBeLessThan(16);
    expect(pauses[0]).toBeLessThan(260);
    expect(pauses.at(-1)).toBeGreaterThan(780);
  });

  test.each([
    ['rebootstrap', true],
    ['none', false],
  ] as const)(
    '[rebootstrap] brokers that the last answer did not name: with %s a client finds them: %s',
    (strategy, finds) => {
      const configs = { 'metadata.recovery.strategy': strategy, 'metadata.max.age.ms': 500 };
      const cluster = new ClusterTestContext({
        ...FAST,
        topicConfigs: { 'unclean.leader.election.enable': true },
        producers: [producer('p', { acks: '1', ...AT_ONCE, ...configs }, '20/s')],
        consumers: [consumer('c', configs)],
      }).runUntil(1000);
      cluster.stop(3).until('BrokerStopped');
      cluster.stop(2).until('BrokerStopped');
      // By now the answers name broker 1 alone.
      cluster.runFor(3000).kill(1).until('PartitionOffline');
      cluster.startBroker(2).until('LeaderElected', { leader: 2 });
      cluster.runFor(5000);
      for (const client of ['producer:p', 'consumer:c'])
        expect(cluster.facts('LeaderLearned', { client, leader: 2 })).toHaveLength(finds ? 1 : 0);
    },
  );

  test('[RT6] the leader epoch that a client believes only moves forward, though brokers learn at different times', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      producers: [producer('p', { acks: '1', ...AT_ONCE, 'metadata.max.age.ms': 700 }, '20/s')],
      consumers: [consumer('c', { 'metadata.max.age.ms': 900 })],
    });
    // Broker 3 hears nothing more of the cluster, and goes on answering what it knows.
    cluster.runUntil(2000).cutLink('broker:3', 'controller:101').runFor(500).stop(1).runFor(25_000);
    for (const client of ['producer:p', 'consumer:c']) {
      const epochs = cluster.facts('LeaderLearned', { client }).map(({ event }) => event.leaderEpoch);
      expect(epochs).toEqual([...epochs].sort((a, b) => a - b));
      expect(epochs.at(-1)).toBe(1);
    }
    expect(cluster.ask(3, { kind: 'MetadataRequest', topics: [TOPIC] })).toMatchObject({
      topics: [{ partitions: [{ topicPartition: PARTITION, leader: 1, leaderEpoch: 0 }] }],
    });
  });

  test('[RT6] [RT8] a consumer that is told the new leader reads there at once', () => {
    const cluster = new ClusterTestContext({ ...FAST, consumers: [consumer('c')] }).runUntil(1000);
    cluster.cutLink('broker:1', 'controller:101').until('LeaderElected');
    cluster.mendLink('broker:1', 'controller:101').until('BecameFollower', { broker: 1 });
    const beganMs = cluster.nowMs;
    expect(
      cluster.until('LeaderLearned', { client: 'consumer:c', leader: 2 }).timeUs / 1000 - beganMs,
    ).toBeLessThan(3);
    cluster.produce(2, produceRequest(1));
    cluster.until('RecordsDelivered');
    expect(cluster.nowMs - beganMs).toBeLessThan(20);
  });
});

describe('closing under an outage', () => {
  test('[RT2] a restarted producer first sends or gives up what it holds, and its next records have their whole time', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      producers: [producer('p', { acks: '1' }, '1/s')],
    }).runUntil(2500);
    cluster
      .kill(1)
      .runFor(5000)
      .do({ kind: 'RestartProducer', producer: 'p', configs: { 'linger.ms': '20' } });
    const closedMs = cluster.until('ProducerClosed').timeUs / 1000;
    expect(closedMs).toBeGreaterThan(120_000);
    const failedWhileClosing = cluster.facts('RecordsFailed').length;
    cluster.startBroker(1).runFor(20_000);
    expect(cluster.facts('RecordsFailed')).toHaveLength(failedWhileClosing);
    expect(cluster.ledger().acked).toBeGreaterThan(100);
  }, 20_000);

  test('[S2] a blocked send() waits max.block.ms, and the next call begins to wait only then', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      stopped: [1],
      initial: { leader: -1 },
      producers: [producer('p', { acks: '1', 'max.block.ms': 3000 }, '100/s')],
    }).runUntil(10_000);
    const failed = cluster.facts('RecordsFailed').map(({ timeUs, event }) => [timeUs / 1000, event.error]);
    expect(failed).toEqual([3000, 6000, 9000].map((ms) => [ms, 'TimeoutException']));
  });
});
