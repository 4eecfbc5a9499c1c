import { describe, expect, test } from 'vitest';
import { FORMULAS } from '../../src/formulas/formulas.ts';
import type { FileConsumer, FileProcessing } from '../../src/scenario/ScenarioFile.ts';
import { groupsCommandLag, recordsLag, timeLagMs } from '../../src/shared/consumerLag.ts';
import {
  ClusterTestContext,
  NO_WORK,
  PARTITION,
  producer,
  TOPIC,
  type ClusterOptions,
} from './ClusterTestContext.ts';
import { confidenceOf, mean, TimeMean, within } from './theoryMeasures.ts';

// What theory says of readers and of handlers, against what a run comes to; each within the tolerance that stands beside it.

const PERCENT = 0.01;
const US = 1_000_000;
const OPTIONS: ClusterOptions = {
  lawInterval: Infinity,
  brokers: 1,
  replicas: [1],
  network: { latency: '10us' },
  times: NO_WORK,
  configs: {
    'metadata.max.idle.interval.ms': 60_000,
    'broker.heartbeat.interval.ms': 30_000,
    'broker.session.timeout.ms': 120_000,
  },
};
const AT_ONCE = { acks: '1', 'enable.idempotence': false, 'linger.ms': 0 } as const;

function worker(processing: FileProcessing, configs: FileConsumer['configs'] = {}): FileConsumer {
  return {
    'client.id': 'worker',
    configs: { 'auto.offset.reset': 'earliest', ...configs },
    assign: [PARTITION],
    processing,
  };
}

function poisson(perSecond: number) {
  const workload = { topic: TOPIC, arrivals: { poisson: `${perSecond}/s` }, key: null };
  return {
    'client.id': 'app',
    configs: { ...AT_ONCE, 'max.in.flight.requests.per.connection': 100_000 },
    workload,
  };
}

describe('littles-law: what is in a queue is what comes a second times how long it stays, within a hundredth', () => {
  test('in the request queue of a broker with one I/O thread, and before it in the sockets', () => {
    const serviceMs = 1;
    const cluster = new TimeMean({
      ...OPTIONS,
      brokerConfigs: { 1: { 'num.io.threads': 1 } },
      times: { ...NO_WORK, request: serviceMs },
      producers: Array.from({ length: 10 }, (_, i) => ({ ...poisson(60), 'client.id': `app-${i}` })),
    });
    const { requests } = cluster.broker(1).process!;
    const waiting = cluster.over(
      1000,
      11_000,
      () => requests.waiting.length + requests.unreadRequests().length,
    );
    const acknowledged = cluster.facts('RecordsAcknowledged').filter(({ timeUs }) => timeUs >= US);
    const waits = acknowledged.map(({ event }) => event.latencyMs - serviceMs - 0.02);
    within(waiting, (waits.length / 10) * (mean(waits) / 1000), PERCENT, 'requests waiting');
  });

  test('[consumer-processing] in the fetch buffer and at the handler of a consumer', () => {
    const perRecordMs = 2;
    const cluster = new TimeMean({
      ...OPTIONS,
      producers: [poisson(400)],
      consumers: [worker({ perRecord: '2ms' }, { 'max.poll.records': 5 })],
    });
    const consumer = cluster.consumer('worker');
    const came: number[] = [];
    const went: number[] = [];
    let end = 0;
    const note = (times: number[], upTo: number): void => {
      while (times.length < upTo) times.push(cluster.run.cluster.nowUs);
    };
    const [fromMs, toMs] = [1000, 21_000];
    const buffered = cluster.over(fromMs, toMs, () => {
      const { position } = consumer.partitions[0]!;
      const last = consumer.fetched.at(-1)?.batches.at(-1);
      end = Math.max(end, position, last ? last.baseOffset + last.count : 0);
      note(came, end);
      note(went, position);
      return end - position;
    });
    const taken = went.flatMap((us, n) => (us >= fromMs * 1000 ? [us - came[n]!] : []));
    const seconds = (toMs - fromMs) / 1000;
    within(buffered, (taken.length / seconds) * (mean(taken) / US), PERCENT, 'records buffered');

    // At work is one record, or none: as many on the average as come a second times how long each takes.
    const busyBefore = consumer.processing.busyUs(cluster.run.cluster.nowUs);
    cluster.runUntil(toMs + 20_000);
    const busy = (consumer.processing.busyUs(cluster.run.cluster.nowUs) - busyBefore) / (20 * US);
    const done = cluster
      .facts('RecordsDelivered')
      .filter(({ timeUs }) => timeUs > toMs * 1000)
      .reduce((sum, { event }) => sum + event.count, 0);
    within(busy, (done / 20) * (perRecordMs / 1000), PERCENT, 'records at work');
  });
});

describe('active-consumers: min(members, partitions) read, and the others idle', () => {
  const PARTITIONS = 4;
  const members = (count: number, protocol: string): FileConsumer[] =>
    Array.from({ length: count }, (_, i) => ({
      'client.id': `worker-${i}`,
      configs: { 'group.id': 'workers', 'group.protocol': protocol },
      subscribe: [TOPIC],
    }));

  test.each(['classic', 'consumer'].flatMap((protocol) => [1, 4, 7].map((count) => ({ protocol, count }))))(
    '[consumer-assignor-range] [server-assignor-uniform] $count members of group.protocol=$protocol, exactly',
    ({ protocol, count }) => {
      const cluster = new ClusterTestContext({
        ...OPTIONS,
        partitions: PARTITIONS,
        configs: {
          ...OPTIONS.configs,
          'offsets.topic.num.partitions': 1,
          'offsets.topic.replication.factor': 1,
        },
        producers: [producer('app', AT_ONCE, '40/s')],
        consumers: members(count, protocol),
      }).runUntil(30_000);
      const active = cluster.scenario.consumers.filter(
        ({ clientId }) => cluster.consumer(clientId).partitions.length > 0,
      );
      const reading = new Set(cluster.facts('RecordsDelivered').map(({ event }) => event.consumer));
      for (const { clientId } of active) expect(reading.has(clientId), clientId).toBe(true);
      expect(active.length).toBe(
        FORMULAS['active-consumers'].compute({ members: count, partitions: PARTITIONS }),
      );
    },
  );
});

describe('utilisation: one handler, Poisson arrivals, exponential times (M/M/1)', () => {
  const SERVICE_MS = 10;
  const SEEDS = [1, 2, 3, 4, 5];
  const FROM_MS = 5000;
  const TO_MS = 65_000;

  test.each([50, 70])(
    '[consumer-processing] %i records a second of 10 ms each stay for 1 / (μ − λ), within the confidence interval',
    (rate) => {
      const runs = SEEDS.map((seed) => {
        const cluster = new ClusterTestContext({
          ...OPTIONS,
          seed,
          producers: [poisson(rate)],
          consumers: [
            worker({ perRecord: `${SERVICE_MS}ms`, spread: 'exponential' }, { 'max.poll.records': 1 }),
          ],
        }).runUntil(FROM_MS);
        const { processing } = cluster.consumer('worker');
        const before = processing.busyUs(cluster.run.cluster.nowUs);
        cluster.runUntil(TO_MS);
        const busy = processing.busyUs(cluster.run.cluster.nowUs) - before;
        const appended = cluster
          .facts('RecordsAppended', { role: 'leader' })
          .flatMap(({ timeUs, event }) => Array.from({ length: event.count }, () => timeUs));
        const waits = cluster
          .facts('RecordsDelivered')
          .filter(({ timeUs }) => timeUs >= FROM_MS * 1000)
          .map(({ timeUs, event }) => (timeUs - appended[event.baseOffset]!) / 1000);
        return { load: busy / ((TO_MS - FROM_MS) * 1000), staysMs: mean(waits) + SERVICE_MS };
      });
      const load = (rate * SERVICE_MS) / 1000;
      const stays = runs.map(({ staysMs }) => staysMs);
      const expected = 1000 / (1000 / SERVICE_MS - rate);
      const interval = confidenceOf(stays);
      // Beside the interval 2 % for the way of a fetch.
      expect(Math.abs(mean(stays) - expected)).toBeLessThan(interval + 2 * PERCENT * expected);
      // Wide enough to hold anything it would say nothing: with equal times they would wait half as long.
      expect(interval).toBeLessThan((expected - SERVICE_MS) / 2);
      within(mean(runs.map((run) => run.load)), load, 5 * PERCENT, 'utilisation');
    },
  );
});

describe('head-of-line: records that fail block all behind them', () => {
  test('[consumer-processing] 1 / (t + p·n·d) records a second, within three standard errors', () => {
    const [records, share, retries, perRecordMs, delayMs] = [40_000, 0.05, 3, 10, 200];
    const cluster = new ClusterTestContext({
      ...OPTIONS,
      initial: { records },
      consumers: [
        worker({
          perRecord: perRecordMs,
          // A retry takes the back-off, and the work once more.
          failures: { percent: share * 100, retries, backoff: delayMs - perRecordMs },
        }),
      ],
    });
    const { processing } = cluster.consumer('worker');
    while (cluster.consumer('worker').processedCount(cluster.run.cluster.nowUs) < records)
      cluster.runFor(10_000);
    const seconds = processing.busyUs(cluster.run.cluster.nowUs) / US;
    const expected = 1000 / (perRecordMs + share * retries * delayMs);
    const spread = (Math.sqrt(records * share * (1 - share)) * retries * delayMs) / 1000 / seconds;
    within(records / seconds, expected, 3 * spread, 'records a second');
    expect(expected).toBe(25);
    expect(3 * spread).toBeLessThan(5 * PERCENT);
  });
});

describe('recovery-time: lag ÷ (μ − λ)', () => {
  const [LAG, LAMBDA] = [10_000, 500];
  /** What a poll and a linger time leave over at any time is less. */
  const CAUGHT_UP = 500;
  /** When so little is left, in seconds; null: not within a minute. */
  const recovery = (perRecordUs: number): number | null => {
    const cluster = new ClusterTestContext({
      ...OPTIONS,
      initial: { records: LAG },
      producers: [producer('app', { 'linger.ms': 20 }, `${LAMBDA}/s`)],
      consumers: [worker({ perRecord: `${perRecordUs}us` }, { 'max.poll.records': 50 })],
    });
    const consumer = cluster.consumer('worker');
    for (let ms = 100; ms <= 60_000; ms += 100) {
      cluster.runUntil(ms);
      const lag = cluster.ends(1).hw - consumer.processedCount(cluster.run.cluster.nowUs);
      if (lag <= CAUGHT_UP) return ms / 1000;
    }
    return null;
  };

  test.each([
    { perRecordUs: 1000, seconds: (LAG - CAUGHT_UP) / (1000 - LAMBDA) },
    { perRecordUs: 1250, seconds: (LAG - CAUGHT_UP) / (800 - LAMBDA) },
  ])(
    '[consumer-processing] $seconds s at $perRecordUs µs a record, within a fiftieth',
    ({ perRecordUs, seconds }) => {
      within(recovery(perRecordUs) ?? Infinity, seconds, 2 * PERCENT, 'seconds');
    },
  );

  test('never where the work takes longer than the records are apart', () => {
    expect(recovery(2000)).toBe(null);
  });
});

test('[lag] lag: what may be read less what is committed; and how old the next record is, at the pace of arrivals', () => {
  const group = { 'group.id': 'readers', 'enable.auto.commit': false, 'auto.offset.reset': 'earliest' };
  const cluster = new ClusterTestContext({
    ...OPTIONS,
    configs: { ...OPTIONS.configs, 'offsets.topic.num.partitions': 1, 'offsets.topic.replication.factor': 1 },
    producers: [producer('app', AT_ONCE, '10/s')],
    consumers: [
      { 'client.id': 'worker', configs: group, subscribe: [TOPIC], processing: { commit: 'commitSync' } },
    ],
  }).runUntil(20_050);
  cluster.run.insert({ kind: 'StallConsumer', consumer: 'worker' });
  cluster.runUntil(30_050);
  const { log } = cluster.replica(1);
  const { groups } = cluster.broker(1).process!.coordinators;
  const [shard] = groups.shards.values();
  const committed = shard?.state.offsets.get('readers', PARTITION)?.offset ?? null;
  const progress = {
    logStartOffset: 0,
    logEndOffset: log.logEndOffset,
    highWatermark: log.highWatermark,
    lastStableOffset: log.lastStableOffset,
    position: cluster.position('worker'),
    committed,
  };
  // Ten seconds at ten a second.
  expect(groupsCommandLag(progress)).toBe(100);
  expect(recordsLag(progress, 'read_uncommitted')).toBe(100);
  const next = log.batchAt(log.indexOf(committed ?? 0));
  within(timeLagMs(next.maxTimestampMs, cluster.nowMs), 10_000, PERCENT, 'ms that the next record is old');
});
