import { describe, expect, test } from 'vitest';
import { hashedInt } from '../../src/engine/kernel/hash.ts';
import type { FileConfigs, FileProducer } from '../../src/scenario/ScenarioFile.ts';
import { ClusterTestContext, NO_WORK, TOPIC, type ClusterOptions } from './ClusterTestContext.ts';
import { confidenceOf, mean, TimeMean, within } from './theoryMeasures.ts';

// What theory says of a running cluster, against what a run comes to; each within the tolerance that stands beside it.

const PERCENT = 0.01;
const NO_LAWS = { lawInterval: 1_000_000 } as const;

function sender(
  configs: FileConfigs,
  workload: Partial<NonNullable<FileProducer['workload']>>,
): FileProducer {
  return { 'client.id': 'app', configs, workload: { topic: TOPIC, ...workload } };
}

describe('in-flight-ceiling: throughput is at most requests in flight times their bytes by the round trip', () => {
  const throughput = (inFlight: number, latencyMs: number): { measured: number; ceiling: number } => {
    const configs = { 'max.in.flight.requests.per.connection': inFlight };
    const cluster = new ClusterTestContext({
      ...NO_LAWS,
      brokers: 1,
      replicas: [1],
      network: { latency: latencyMs },
      times: NO_WORK,
      producers: [sender(configs, { arrivals: { constant: '20000/s' }, valueBytes: 1000 })],
    }).runUntil(1000);
    const { log } = cluster.replica(1);
    const first = log.batchCount;
    cluster.runUntil(4000);
    let bytes = 0;
    for (let i = first; i < log.batchCount; i++) bytes += log.batchAt(i).sizeBytes;
    const batchBytes = bytes / (log.batchCount - first);
    return { measured: bytes / 3, ceiling: (inFlight * batchBytes * 1000) / (2 * latencyMs) };
  };

  // 1 %: the bytes themselves take their time on the wire.
  test.each([
    [5, 20],
    [1, 10],
  ])('[S4] [S5] %i in flight over %i ms, within a hundredth', (inFlight, latencyMs) => {
    const { measured, ceiling } = throughput(inFlight, latencyMs);
    within(measured, ceiling, PERCENT, 'bytes a second');
    expect(measured).toBeLessThanOrEqual(ceiling);
  });
});

describe('acks-latency: what an acknowledgement waits for', () => {
  // The producer is 2 ms away from the leader, its followers 3 and 9 ms.
  const latencyMs = (acks: string): number => {
    const links = [
      { between: ['producer:app', 'broker:1'], latency: '2ms' },
      { between: ['broker:1', 'broker:2'], latency: '3ms' },
      { between: ['broker:1', 'broker:3'], latency: '9ms' },
    ];
    const times = { ...NO_WORK, append: '1ms' };
    const cluster = new ClusterTestContext({
      ...NO_LAWS,
      network: { links },
      times,
      producers: [sender({ acks, 'linger.ms': 0 }, { arrivals: { constant: '10/s' }, start: '1s' })],
    }).runUntil(11_000);
    const [, ...acknowledged] = cluster.facts('RecordsAcknowledged');
    return mean(acknowledged.map(({ event }) => event.latencyMs));
  };

  test('[A2] [A6] acks=0: nothing; acks=1: the round trip and the append, within a hundredth', () => {
    expect(latencyMs('0')).toBe(0);
    within(latencyMs('1'), 2 * 2 + 1, PERCENT, 'acks=1');
  });

  test('[A2] [H2] acks=all: that, and the slowest of the ISR fetching twice, within a hundredth', () => {
    within(latencyMs('all'), 2 * 2 + 1 + (2 * 9 + 1), PERCENT, 'acks=all');
  });
});

describe('duplicates: each lost acknowledgement writes a record once more', () => {
  const TRIALS = 150;
  const PER_MILLE = 300;
  const RETRIES = 3;

  /** Copies of each of the trials' records; their acknowledgements are lost by the seed. */
  function copies(idempotent: boolean): number[] {
    const cluster = new ClusterTestContext({
      ...NO_LAWS,
      brokers: 1,
      replicas: [1],
      producers: [
        sender(
          {
            acks: 'all',
            'enable.idempotence': idempotent,
            retries: RETRIES,
            'linger.ms': 0,
            'request.timeout.ms': 500,
            'max.in.flight.requests.per.connection': 1,
          },
          {},
        ),
      ],
    }).runUntil(1000);
    let draw = 0;
    const lost = (): boolean => hashedInt(11, 5, draw++, 1000) < PER_MILLE;
    const found: number[] = [];
    for (let trial = 0; trial < TRIALS; trial++) {
      const before = cluster.ends(1).leo;
      cluster.send('app');
      for (let attempt = 0; attempt <= RETRIES; attempt++) {
        // A duplicate is found out without being appended.
        const arrived = attempt > 0 && idempotent ? 'DuplicateBatchFound' : 'RecordsAppended';
        cluster.until(arrived);
        if (!lost()) break;
        // What is on its way is held, and the connection it belongs to ends before it is let go.
        cluster.cutLink('broker:1', 'producer:app');
        cluster.until('Disconnected', { reason: 'RequestTimedOut' });
        cluster.mendLink('broker:1', 'producer:app');
      }
      cluster.runFor(700);
      found.push(cluster.ends(1).leo - before);
    }
    return found;
  }

  test('[RT3] without idempotence as many copies as the formula says, within three standard errors', () => {
    const p = PER_MILLE / 1000;
    const found = copies(false);
    const expected = (1 - p ** (RETRIES + 1)) / (1 - p);
    const deviation = Math.sqrt(mean(found.map((count) => (count - mean(found)) ** 2)));
    expect(Math.abs(mean(found) - expected)).toBeLessThan((3 * deviation) / Math.sqrt(TRIALS));
    const share = found.filter((count) => count > 1).length / TRIALS;
    expect(Math.abs(share - p)).toBeLessThan(3 * Math.sqrt((p * (1 - p)) / TRIALS));
  });

  test('[ID4] with it exactly one each', () => {
    expect(new Set(copies(true))).toEqual(new Set([1]));
  });
});

describe('littles-law: what is in a queue is what comes a second times how long it stays, within a hundredth', () => {
  test('[S3] in the accumulator, in records', () => {
    const latencyMs = 1;
    const options = {
      ...NO_LAWS,
      brokers: 1,
      replicas: [1],
      network: { latency: latencyMs, bandwidth: '1000Gbit/s' },
      times: NO_WORK,
      producers: [sender({ 'linger.ms': 20 }, { arrivals: { poisson: '1000/s' }, valueBytesMost: 400 })],
    };
    const cluster = new TimeMean(options);
    // When send() is called for each record, in ms: asked of a workload that nobody takes from.
    const { arrivals } = new ClusterTestContext(options).producer('app');
    const calls = Array.from({ length: 14_000 }, (_, n) => arrivals.timeOf(n) / 1000);
    const producer = cluster.producer('app');
    const inQueue = cluster.over(2000, 12_000, () => {
      let records = 0;
      for (const { batches } of producer.accumulator.queued)
        for (const { count } of batches) records += count;
      return records;
    });
    // How long each record stayed: from its call, which the workload tells, to the request that took it along.
    const waits: number[] = [];
    for (const { timeUs, event } of cluster.facts('RecordsAppended', { role: 'leader' }))
      for (let n = event.baseOffset; n < event.baseOffset + event.count; n++)
        if (timeUs >= 2_000_000) waits.push(timeUs / 1000 - latencyMs - calls[n]!);
    within(inQueue, (waits.length / 10) * (mean(waits) / 1000), PERCENT, 'records waiting');
  });

  test('[A2] in the purgatory, in requests that wait for followers', () => {
    const latencyMs = 3;
    const cluster = new TimeMean({
      ...NO_LAWS,
      network: { latency: latencyMs },
      times: NO_WORK,
      producers: [sender({ acks: 'all', 'linger.ms': 0 }, { arrivals: { poisson: '300/s' } })],
    });
    const manager = cluster.broker(1).process!.replicas;
    const parked = cluster.over(2000, 12_000, () => manager.produces.size);
    const starts = new Map<number, number>();
    for (const { timeUs, event } of cluster.facts('ProduceParked')) starts.set(event.requiredOffset, timeUs);
    const waits: number[] = [];
    for (const { timeUs, event } of cluster.facts('RecordsAcknowledged', { producer: 'app' })) {
      const answeredUs = timeUs - latencyMs * 1000;
      const start = starts.get(event.baseOffset + event.count);
      if (start !== undefined && answeredUs >= 2_000_000 && answeredUs < 12_000_000)
        waits.push(answeredUs - start);
    }
    within(parked, (waits.length / 10) * (mean(waits) / 1_000_000), PERCENT, 'requests parked');
  });
});

// What a broker does for one kind of request takes the time that `times.request` says: what it costs is what it is, and no law draws it. So one
// I/O thread is M/D/1; an application's handler, whose records take drawn times, is the M/M/1 of theoryOfConsumers.test.ts.
describe('waiting for one handler: Poisson arrivals, equal service times (Pollaczek and Khinchine)', () => {
  const SERVICE_MS = 1;
  const LATENCY_MS = 1;
  const OPTIONS: ClusterOptions = {
    ...NO_LAWS,
    brokers: 1,
    replicas: [1],
    brokerConfigs: { 1: { 'num.io.threads': 1 } },
    network: { latency: LATENCY_MS },
    times: { ...NO_WORK, request: SERVICE_MS },
  };
  const SEEDS = [1, 2, 3, 4, 5];

  test.each([600])(
    '%i requests a second of 1 ms each wait as long as theory says, within the confidence interval',
    (rate) => {
      const configs = {
        acks: '1',
        'enable.idempotence': false,
        'linger.ms': 0,
        'max.in.flight.requests.per.connection': 100_000,
      };
      const means = SEEDS.map((seed) => {
        const producers = [sender(configs, { arrivals: { poisson: `${rate}/s` }, start: '1s' })];
        const cluster = new ClusterTestContext({ ...OPTIONS, seed, producers }).runUntil(11_000);
        const acknowledged = cluster.facts('RecordsAcknowledged').filter(({ timeUs }) => timeUs > 3_000_000);
        return mean(acknowledged.map(({ event }) => event.latencyMs)) - 2 * LATENCY_MS - SERVICE_MS;
      });
      const load = (rate * SERVICE_MS) / 1000;
      const expected = (load * SERVICE_MS) / (2 * (1 - load));
      const interval = confidenceOf(means);
      // Beside the interval 2 % for what else goes through the handler.
      expect(Math.abs(mean(means) - expected)).toBeLessThan(interval + 0.02 * expected);
      // An M/M/1 queue, where they would wait twice as long, is far outside.
      expect(interval).toBeLessThan(expected / 2);
    },
  );
});
