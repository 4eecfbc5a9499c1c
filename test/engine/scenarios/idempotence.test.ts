import { describe, expect, test } from 'vitest';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  produceRequest,
  producer,
} from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;
const PID = 7000;

/** One batch of a producer that a test plays itself. */
function batch(baseSequence: number, count = 1, producerEpoch = 0) {
  return produceRequest(1, { producerId: PID, producerEpoch, baseSequence, count });
}

function answersOf(cluster: ClusterTestContext, broker = 1) {
  return (baseSequence: number, count = 1, producerEpoch = 0) => {
    const [answer] = cluster.produce(broker, batch(baseSequence, count, producerEpoch)) ?? [];
    return answer?.error === 'NONE' ? answer.baseOffset : answer?.error;
  };
}

describe('identity', () => {
  test('[ID1] ids come in blocks of 1000 a broker, and the first who asks is told COORDINATOR_LOAD_IN_PROGRESS', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 2 }).runUntil(2000);
    const ask = (broker: number) => cluster.ask(broker, { kind: 'InitProducerIdRequest' });
    // The probe itself has taken the first id of a block.
    const block = (id: number) => Math.floor(id / 1000);
    const probe = cluster.facts('ProducerIdAssigned')[0]?.event.producerId ?? -1;
    const other = [1, 2].find((broker) => ask(broker)?.kind !== 'InitProducerIdResponse');
    expect(other).toBeUndefined();
    cluster.runFor(200);
    const ids = [1, 2].map((broker) => {
      const answer = ask(broker);
      return answer?.kind === 'InitProducerIdResponse' && answer.error === 'NONE' ? answer.producerId : -1;
    });
    expect(ids.map(block).sort()).toEqual([0, 1]);
    expect(block(probe)).toBe(0);
    const [again] = [ask(1)].map((answer) => (answer?.kind === 'InitProducerIdResponse' ? answer : null));
    expect(again).toMatchObject({ error: 'NONE', producerId: (ids[0] ?? 0) + 1, producerEpoch: 0 });
  });

  test('[ID1] a client that is told so asks again after retry.backoff.ms, and sends nothing before it has an id', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      producers: [producer('p', { acks: 'all', 'linger.ms': 0 })],
    });
    const answers = () => cluster.onTheWire('InitProducerIdResponse').map(({ rpc }) => rpc.error);
    cluster.send('p').untilTrue(() => answers().includes('COORDINATOR_LOAD_IN_PROGRESS'));
    const toldMs = cluster.nowMs + 1;
    cluster.until('ProducerIdAssigned');
    expect(cluster.nowMs - toldMs).toBe(102);
    expect(cluster.ends(1).leo).toBe(0);
    cluster.until('RecordsAcknowledged');
  });

  test('[ID1] [ID11] a producer that starts again has another id', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      producers: [producer('p', { acks: 'all' })],
    }).runUntil(1000);
    cluster.send('p').until('RecordsAcknowledged');
    cluster
      .do({ kind: 'RestartProducer', producer: 'p', configs: {} })
      .runFor(1000)
      .send('p')
      .until('RecordsAcknowledged');
    const own = cluster.facts('ProducerIdAssigned', { producer: 'p' }).map(({ event }) => event.producerId);
    expect(new Set(own).size).toBe(2);
    expect(cluster.batchesIn(1).map(({ producerId, baseSequence }) => [producerId, baseSequence])).toEqual(
      own.map((id) => [id, 0]),
    );
  });
});

describe('on the broker', () => {
  test('[ID7] [ID4] [ID3] the last five batches are known: a resend is a success with the first offset, an older one out of order', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 1, initial: { records: 100 } }).runUntil(500);
    const send = answersOf(cluster);
    expect([0, 1, 2, 3, 4, 5, 6].map((sequence) => send(sequence))).toEqual([
      100, 101, 102, 103, 104, 105, 106,
    ]);
    expect(send(2)).toBe(102);
    expect([1, 0].map((sequence) => send(sequence))).toEqual([
      'OUT_OF_ORDER_SEQUENCE_NUMBER',
      'OUT_OF_ORDER_SEQUENCE_NUMBER',
    ]);
    expect(cluster.ends(1).leo).toBe(107);
    expect(send(7)).toBe(107);
    expect(cluster.facts('DuplicateBatchFound')).toMatchObject([{ event: { baseOffset: 102, count: 1 } }]);
  });

  test('[ID4] both ends must match: a part of a known batch is no duplicate', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 1 }).runUntil(500);
    const send = answersOf(cluster);
    expect(send(0, 10)).toBe(0);
    expect(send(0, 5)).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
    expect(send(0, 10)).toBe(0);
  });

  test('[ID7] [ID5] older epoch refused, newer one from 0 only, a gap refused, an unknown producer taken with any sequence', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 1 }).runUntil(500);
    const send = answersOf(cluster);
    expect(send(41, 1, 3)).toBe(0);
    expect(send(42, 1, 2)).toBe('INVALID_PRODUCER_EPOCH');
    expect(send(44, 1, 3)).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
    expect(send(42, 1, 4)).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
    expect(send(0, 1, 4)).toBe(1);
    expect(send(43, 1, 3)).toBe('INVALID_PRODUCER_EPOCH');
  });

  test('[ID2] [ID5] after 2147483647 comes 0', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 1 }).runUntil(500);
    const send = answersOf(cluster);
    expect(send(2_147_483_645, 3)).toBe(0);
    expect(send(0)).toBe(3);
  });

  test('[ID6] [ID4] a follower rebuilds the state from what it copies: the resend after a failover is found', () => {
    const cluster = new ClusterTestContext({ ...FAST, minIsr: 2 }).runUntil(500);
    const send = answersOf(cluster);
    expect([send(0, 4), send(4, 2)]).toEqual([0, 4]);
    cluster.runFor(100).stop(1).until('BecameLeader', { broker: 2 });
    expect(answersOf(cluster, 2)(4, 2)).toBe(4);
    expect(answersOf(cluster, 2)(6)).toBe(6);
  });

  test('[ID3] a clean stop keeps one batch of each producer, and producer.id.expiration.ms forgets it all', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      configs: { 'producer.id.expiration.ms': 60_000 },
    }).runUntil(500);
    const send = answersOf(cluster);
    for (const sequence of [0, 1, 2]) send(sequence);
    cluster.stop(1).runFor(10_000).startBroker(1).until('BecameLeader', { broker: 1 });
    cluster.runFor(100);
    expect(send(2)).toBe(2);
    expect(send(1)).toBe('OUT_OF_ORDER_SEQUENCE_NUMBER');
    // The check runs every ten minutes.
    cluster.runFor(660_000);
    expect(send(77)).toBe(3);
  }, 20_000);

  test('[ID3] [ID5] what a loss of power took is forgotten with it', () => {
    const cluster = new ClusterTestContext({ ...FAST, brokers: 1 }).runUntil(500);
    const send = answersOf(cluster);
    for (const sequence of [0, 1, 2]) send(sequence);
    cluster.cutPower(1).runFor(10_000).startBroker(1).until('BecameLeader', { broker: 1 });
    cluster.runFor(100);
    expect(send(3)).toBe(0);
  });
});

describe('on the client', () => {
  /** A producer far from its leader, so that several batches are on their way. */
  function far(configs: Record<string, string | number | boolean> = {}): ClusterTestContext {
    return new ClusterTestContext({
      times: FAST.times,
      network: {
        ...ONE_MS_LINKS,
        links: [{ between: ['producer:p', 'broker:1'], latency: '100ms' }],
      },
      brokers: 1,
      producers: [producer('p', { acks: 'all', 'linger.ms': 0, ...configs })],
      consumers: [consumer('c')],
    }).runUntil(3000);
  }

  test('[ID8] a gap that nobody can fill: the client raises its epoch by itself, numbers all that is on its way from 0, and loses nothing', () => {
    const cluster = far();
    cluster.send('p').until('RecordsAcknowledged');
    for (let i = 0; i < 4; i++) cluster.send('p').runFor(10);
    // The broker forgets the newest batch of the producer, as if its log had lost it.
    const { producerId } = cluster.producer('p').sequences;
    const entry = cluster.replica(1).log.producers.entryOf(producerId);
    entry?.batches.splice(0);
    cluster.runFor(3000);
    expect(cluster.producer('p').sequences).toMatchObject({ producerId, producerEpoch: 1 });
    const errors = new Set(cluster.facts('ProduceRefused').map(({ event }) => event.error));
    expect([...errors]).toEqual(['OUT_OF_ORDER_SEQUENCE_NUMBER']);
    expect(cluster.batchesIn(1).map((one) => [one.producerEpoch, one.baseSequence])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [1, 2],
      [1, 3],
    ]);
    expect(cluster.recordsIn(1)).toEqual([0, 1, 2, 3, 4]);
    expect(cluster.ledger()).toMatchObject({ failed: 0, lost: 0, duplicated: 0, outOfOrder: 0, acked: 5 });
    expect(cluster.facts('ProducerIdAssigned', { producer: 'p' })).toHaveLength(1);
  });

  test('[ID10] [RT2] a batch that expired after it was sent leaves its sequence in doubt: the producer stops, and then raises its epoch', () => {
    const cluster = far({ 'request.timeout.ms': 3000, 'delivery.timeout.ms': 8000 });
    cluster.send('p').until('RecordsAcknowledged');
    cluster.cutLink('producer:p', 'broker:1').send('p', 2).runFor(1000).send('p', 3);
    cluster.until('RecordsFailed', { producer: 'p' });
    expect(cluster.producer('p').sequences.producerEpoch).toBe(0);
    cluster.until('RecordsFailed', { producer: 'p' });
    cluster.runFor(1);
    expect(cluster.producer('p').sequences.producerEpoch).toBe(1);
    cluster.mendLink('producer:p', 'broker:1').runFor(5000).send('p').until('RecordsAcknowledged');
    expect(cluster.batchesIn(1).at(-1)).toMatchObject({ producerEpoch: 1, baseSequence: 0 });
    const { failed, storedThoughFailed, duplicated, acked } = cluster.runFor(5000).ledger();
    expect({ acked, duplicated, all: failed + storedThoughFailed }).toEqual({
      acked: 2,
      duplicated: 0,
      all: 5,
    });
  });

  test('[S5] [ID9] with max.in.flight 1 a partition waits for each batch; with 5 there are five on the way', () => {
    for (const inFlight of [1, 5]) {
      const cluster = far({ 'max.in.flight.requests.per.connection': inFlight, 'batch.size': 200 });
      cluster.send('p', 8).runFor(50);
      expect(cluster.producer('p').sent.size).toBe(inFlight);
      cluster.runFor(5000);
      expect(cluster.recordsIn(1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(cluster.batchesIn(1)).toHaveLength(8);
    }
  });

  test('[ID9] over seeds of kills and restarts nothing is stored twice or out of order, and nothing acknowledged is lost', () => {
    // For the sake of time four; with `test:all` ten.
    const seeds = process.env['HIGHWATER_TEST_ALL'] === '1' ? 10 : 4;
    for (let seed = 1; seed <= seeds; seed++) {
      const cluster = new ClusterTestContext({
        seed,
        minIsr: 2,
        partitions: 2,
        producers: [
          producer('p', { acks: 'all', 'request.timeout.ms': 4000, 'delivery.timeout.ms': 60_000 }, '60/s'),
        ],
      }).runUntil(2000 + seed * 113);
      cluster
        .kill(1 + (seed % 3))
        .runFor(14_000)
        .startBroker(1 + (seed % 3))
        .runFor(8000);
      cluster
        .kill(1 + ((seed + 1) % 3))
        .runFor(12_000)
        .startBroker(1 + ((seed + 1) % 3))
        .runFor(12_000);
      cluster.do({ kind: 'PauseWorkload', producer: 'p' }).runFor(15_000);
      expect(cluster.ledger(), `seed ${seed}`).toMatchObject({
        lost: 0,
        failed: 0,
        inFlight: 0,
        duplicated: 0,
        outOfOrder: 0,
      });
    }
  }, 60_000);
});
