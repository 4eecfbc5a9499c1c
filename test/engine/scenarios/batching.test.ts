import { describe, expect, test } from 'vitest';
import type { ProduceRequest } from '../../../src/engine/protocol/requests.ts';
import { ClusterTestContext, NO_WORK, ONE_MS_LINKS, producer, TOPIC } from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;

function withProducer(
  configs: Record<string, string | number | boolean>,
  partitions = 1,
): ClusterTestContext {
  return new ClusterTestContext({
    ...FAST,
    brokers: 1,
    partitions,
    producers: [producer('p', { acks: '1', ...configs })],
  }).runUntil(1000);
}

/** Every produce request that leaves from here on, in order, until nothing has left for a while. */
function requests(cluster: ClusterTestContext, forMs: number): { timeMs: number; rpc: ProduceRequest }[] {
  const seen = new Map<number, { timeMs: number; rpc: ProduceRequest }>();
  const untilMs = cluster.nowMs + forMs;
  while (cluster.nowMs < untilMs) {
    for (const { correlationId, sentAtUs, rpc } of cluster.onTheWire('ProduceRequest'))
      if (!seen.has(correlationId)) seen.set(correlationId, { timeMs: sentAtUs / 1000, rpc });
    cluster.runFor(0.25);
  }
  return [...seen.values()];
}

describe('when a batch leaves', () => {
  test('[S3] after linger.ms, counted from its first record', () => {
    const cluster = withProducer({});
    const beganMs = cluster.nowMs;
    cluster.send('p').runFor(2).send('p').runFor(2).send('p');
    const [first, ...rest] = requests(cluster, 20);
    expect(first?.timeMs).toBe(beganMs + 5);
    expect(first?.rpc.partitions[0]?.batch.count).toBe(3);
    expect(rest).toEqual([]);
  });

  test('[S3] [S1] at once when it is full: a second one opens behind it', () => {
    const two = withProducer({ 'linger.ms': 1000 });
    const beganMs = two.nowMs;
    two.send('p', 149);
    const [full, rest] = requests(two, 1100);
    expect([full?.timeMs, full?.rpc.partitions[0]?.batch.count]).toEqual([beganMs, 148]);
    expect([rest?.timeMs, rest?.rpc.partitions[0]?.batch.count]).toEqual([beganMs + 1000, 1]);
  });

  // Its buffer is as large as the record might have needed, which is some bytes more than it did.
  test('[S3] [S1] a record that is larger than batch.size does not fill its batch, which waits for linger.ms', () => {
    const one = withProducer({ 'linger.ms': 1000, 'batch.size': 100 });
    const sentMs = one.nowMs;
    one.send('p');
    expect(requests(one, 1100)[0]?.timeMs).toBe(sentMs + 1000);
  });

  test('[S3] at once when buffer memory is exhausted, and when the producer closes', () => {
    const full = withProducer(
      { 'linger.ms': 60_000, 'delivery.timeout.ms': 120_000, 'buffer.memory': 32_768 },
      1,
    );
    full.send('p', 400).runFor(50);
    // 16 KiB each: two are open or full, the third finds no memory until the first is acknowledged.
    expect(full.ends(1).leo).toBeGreaterThanOrEqual(148);
    const closing = withProducer({ 'linger.ms': 60_000, 'delivery.timeout.ms': 120_000 });
    closing.send('p', 3).runFor(50);
    expect(closing.ends(1).leo).toBe(0);
    closing.do({ kind: 'RestartProducer', producer: 'p', configs: {} }).runFor(10);
    expect(closing.ends(1).leo).toBe(3);
  });
});

describe('what a request takes along', () => {
  test('[S4] one batch per partition: eight batches of one partition are eight requests, five at a time', () => {
    const cluster = withProducer({ 'linger.ms': 0, 'batch.size': 100 });
    cluster.send('p', 8);
    expect(cluster.producer('p').sent.size).toBe(5);
    const sent = requests(cluster, 50);
    expect(sent).toHaveLength(8);
    expect(sent.every(({ rpc }) => rpc.partitions.length === 1)).toBe(true);
    expect(cluster.recordsIn(1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('[S3] [S4] one ready partition takes along what else is queued for its leader', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      partitions: 4,
      producers: [
        {
          'client.id': 'p',
          configs: { acks: '1', 'linger.ms': 1000, 'batch.size': 500 },
          workload: { topic: TOPIC, arrivals: null, key: 'k{n}', keys: 12 },
        },
      ],
    }).runUntil(1000);
    cluster.send('p', 20);
    const [first] = requests(cluster, 10);
    expect(first?.rpc.partitions.length).toBeGreaterThan(1);
    const names = first?.rpc.partitions.map(({ topicPartition }) => topicPartition) ?? [];
    expect(new Set(names).size).toBe(names.length);
  });

  test('[S4] max.request.size ends a request, but the first batch always goes', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      partitions: 4,
      producers: [
        {
          'client.id': 'p',
          configs: { acks: '1', 'linger.ms': 5, 'max.request.size': 300 },
          workload: { topic: TOPIC, arrivals: null, key: 'k{n}', keys: 12 },
        },
      ],
    }).runUntil(1000);
    cluster.send('p', 12);
    const sent = requests(cluster, 60);
    expect(sent.length).toBeGreaterThanOrEqual(3);
    for (const { rpc } of sent) {
      const bytes = rpc.partitions.reduce((sum, { batch }) => sum + batch.sizeBytes, 0);
      expect(rpc.partitions.length === 1 || bytes <= 300).toBe(true);
    }
    // And the round goes on where it was left.
    const first = sent.map(({ rpc }) => rpc.partitions[0]?.topicPartition);
    expect(new Set(first).size).toBe(sent.length);
    expect(cluster.ledger()).toMatchObject({ acked: 12, failed: 0 });
  });
});

describe('what is too large', () => {
  test('[S2] a record beyond max.request.size or buffer.memory fails at send(), one beyond batch.size does not', () => {
    for (const [configs, error] of [
      [{ 'max.request.size': 5000 }, 'RecordTooLargeException'],
      [{ 'buffer.memory': 5000, 'batch.size': 1000 }, 'RecordTooLargeException'],
      [{ 'batch.size': 1000 }, null],
    ] as const) {
      const cluster = new ClusterTestContext({
        ...FAST,
        brokers: 1,
        producers: [
          {
            'client.id': 'p',
            configs: { acks: '1', ...configs },
            workload: { topic: TOPIC, arrivals: null, valueBytes: 6000 },
          },
        ],
      }).runUntil(1000);
      cluster.send('p', 2).runFor(100);
      expect(cluster.facts('RecordsFailed').map(({ event }) => event.error)).toEqual(
        error === null ? [] : [error, error],
      );
      expect(cluster.ledger()).toMatchObject({ produced: 2, failed: error === null ? 0 : 2 });
    }
  });
});

describe('which partition', () => {
  test('[PP1] [PP2] a key decides, over all partitions of the topic, and partitioner.ignore.keys takes that away', () => {
    const withKeys = (ignore: boolean) => {
      const cluster = new ClusterTestContext({
        ...FAST,
        brokers: 1,
        partitions: 6,
        producers: [
          {
            'client.id': 'p',
            configs: { acks: '1', 'partitioner.ignore.keys': ignore },
            workload: { topic: TOPIC, arrivals: null, key: '21' },
          },
        ],
      }).runUntil(1000);
      for (let i = 0; i < 40; i++) cluster.send('p', 150).runFor(20);
      return Array.from({ length: 6 }, (_, i) => cluster.ends(1, `orders-${i}`).leo);
    };
    // murmur2('21') is 1173551340 once it is positive, and that modulo 6 is 0.
    expect(withKeys(false)).toEqual([6000, 0, 0, 0, 0, 0]);
    expect(withKeys(true).filter((leo) => leo > 0).length).toBeGreaterThan(2);
  });

  test('[PP5] [PP6] without a key a producer stays with a partition for a batch’s worth, and then draws anew', () => {
    const cluster = withProducer({ 'linger.ms': 0 }, 3);
    for (let i = 0; i < 400; i++) cluster.send('p').runFor(5);
    const runs: [string, number][] = [];
    for (const { event } of cluster.facts('RecordsAppended', { role: 'leader' })) {
      const last = runs.at(-1);
      if (last?.[0] === event.partition) last[1] += event.count;
      else runs.push([event.partition, event.count]);
    }
    // One record a batch of 170 bytes, so 97 of them; drawing the same partition again makes a run a multiple.
    for (const [, count] of runs.slice(0, -1)) expect(count % 97).toBe(0);
    expect(runs.length).toBeGreaterThan(1);
  });

  test('[PP6] adaptive partitioning keeps away from a partition whose queue is long; switched off it does not', () => {
    const share = (adaptive: boolean): number => {
      const cluster = new ClusterTestContext({
        network: ONE_MS_LINKS,
        times: FAST.times,
        brokers: 2,
        replicas: [1],
        partitions: 2,
        seed: 5,
        producers: [
          producer('p', {
            acks: '1',
            'batch.size': 1000,
            'linger.ms': 0,
            'max.in.flight.requests.per.connection': 1,
            'partitioner.adaptive.partitioning.enable': adaptive,
          }),
        ],
      }).runUntil(1000);
      // Both partitions get a queue; then one of them is not emptied.
      const { queues } = cluster.producer('p').accumulator;
      for (let i = 0; i < 30; i++) cluster.send('p', 8).runFor(6);
      cluster.kill(1);
      cluster.send('p', 4000).runFor(1);
      const sizes = ['orders-0', 'orders-1'].map((name) => queues.get(name)?.length ?? 0);
      return Math.abs((sizes[0] ?? 0) - (sizes[1] ?? 0)) / ((sizes[0] ?? 0) + (sizes[1] ?? 0));
    };
    expect(share(true)).toBeLessThan(0.02);
    expect(share(false)).toBeGreaterThan(share(true));
  });
});
