import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Broker } from '../../../src/engine/broker/Broker.ts';
import { allInvariants } from '../../../src/engine/invariants/allInvariants.ts';
import { wholeStateOf } from '../../../src/engine/cluster/quiet/QuietTime.ts';
import { Run } from '../../../src/engine/cluster/Run.ts';
import { computeFates } from '../../../src/engine/cluster/ledger.ts';
import { parseScenario } from '../../../src/scenario/parseScenario.ts';
import type { Scenario } from '../../../src/scenario/Scenario.ts';
import type { TraceEvent } from '../../../src/shared/traceEvents.ts';
import type { ScenarioFile } from '../../../src/scenario/ScenarioFile.ts';

const SECOND_US = 1_000_000;
/** Of 400 s, whichever instants are looked at. */
const LEAPT_AT_LEAST_US = 40 * SECOND_US;

/** Clusters that nobody uses, or hardly anybody. */
const SHAPES: Readonly<Record<string, Partial<ScenarioFile>>> = {
  'three brokers and a controller': { controllers: [{ 'node.id': 101 }] },
  'three brokers and three controllers': {
    controllers: [{ 'node.id': 101 }, { 'node.id': 102 }, { 'node.id': 103 }],
  },
  'one server of both roles': {
    controllers: [{ 'node.id': 1 }],
    brokers: [{ 'node.id': 1 }],
    topics: [{ name: 'orders', partitions: 2, replicas: { '0': [1], '1': [1] } }],
  },
  'brokers with clients that have nothing to do': {
    controllers: [{ 'node.id': 101 }, { 'node.id': 102 }, { 'node.id': 103 }],
    producers: [
      { 'client.id': 'idle', configs: { 'metadata.max.age.ms': 90_000 }, workload: null },
      {
        'client.id': 'seldom',
        workload: { topic: 'orders', arrivals: { constant: '0.008/s' }, key: null },
      },
    ],
    consumers: [
      { 'client.id': 'reader', configs: { 'metadata.max.age.ms': 70_000 }, assign: ['orders-0', 'orders-1'] },
      { 'client.id': 'other', configs: { 'fetch.max.wait.ms': 700 }, assign: ['orders-1'] },
    ],
  },
  'brokers with compacted topics': {
    controllers: [{ 'node.id': 101 }],
    topics: [
      {
        name: 'orders',
        partitions: 2,
        replicas: { '0': [1, 2, 3], '1': [2, 3, 1] },
        configs: { 'cleanup.policy': 'compact' },
      },
    ],
    producers: [
      {
        'client.id': 'seldom',
        workload: { topic: 'orders', arrivals: { constant: '0.01/s' }, key: 'k{n}', keys: 2 },
      },
    ],
  },
  'brokers in racks far from each other': {
    controllers: [{ 'node.id': 101 }],
    brokers: [1, 2, 3].map((id) => ({ 'node.id': id, 'broker.rack': `rack-${id % 2}` })),
    network: { latency: '0.3ms', latencyAcrossRacks: '2ms' },
  },
  'three servers of both roles': {
    controllers: [{ 'node.id': 1 }, { 'node.id': 2 }, { 'node.id': 3 }],
  },
  'members of groups of both protocols that do not commit': {
    controllers: [{ 'node.id': 101 }],
    configs: {
      'num.io.threads': 12,
      'offsets.topic.num.partitions': 3,
      'offsets.retention.check.interval.ms': 60_000,
    },
    producers: [
      {
        'client.id': 'seldom',
        workload: { topic: 'orders', arrivals: { constant: '0.008/s' }, key: null },
      },
    ],
    consumers: ['classic', 'classic', 'consumer', 'consumer'].map((protocol, i) => ({
      'client.id': `member-${i}`,
      configs: {
        'group.id': protocol,
        'group.protocol': protocol,
        'enable.auto.commit': false,
        'metadata.max.age.ms': 70_000 + 10_000 * i,
      },
      subscribe: ['orders'],
    })),
  },
  'workers, members of a share group, and a member that has nothing to read or to commit': {
    controllers: [{ 'node.id': 101 }],
    configs: {
      'num.io.threads': 12,
      'offsets.topic.num.partitions': 3,
      'share.coordinator.state.topic.num.partitions': 3,
    },
    topics: [
      { name: 'orders', partitions: 3, replicas: { '0': [1, 2, 3], '1': [2, 3, 1], '2': [3, 1, 2] } },
      { name: 'single', replicas: { '0': [2, 3, 1] } },
    ],
    producers: [
      {
        'client.id': 'seldom',
        workload: { topic: 'orders', arrivals: { constant: '0.008/s' }, key: null },
      },
    ],
    consumers: [
      { 'client.id': 'worker', assign: ['orders-0'], processing: { perRecord: '40ms' } },
      {
        'client.id': 'employer',
        configs: { 'group.id': 'employers', 'enable.auto.commit': false },
        subscribe: ['orders'],
        processing: { perRecord: '200ms', workers: 2 },
      },
      ...['share-0', 'share-1'].map((clientId, i) => ({
        'client.id': clientId,
        configs: { 'group.id': 'sharers', 'metadata.max.age.ms': 80_000 + 10_000 * i },
        subscribe: ['orders'],
        processing: { perRecord: '10ms' },
        share: {},
      })),
      ...['active', 'standby'].map((clientId) => ({
        'client.id': clientId,
        configs: { 'group.id': 'pair', 'enable.auto.commit': clientId === 'standby' },
        subscribe: ['single'],
      })),
    ],
  },
  'members of groups of both protocols that commit once a minute': {
    controllers: [{ 'node.id': 101 }],
    configs: { 'num.io.threads': 12, 'offsets.topic.num.partitions': 3 },
    producers: [
      {
        'client.id': 'seldom',
        workload: { topic: 'orders', arrivals: { constant: '0.008/s' }, key: null },
      },
    ],
    consumers: ['classic', 'classic', 'consumer', 'consumer'].map((protocol, i) => ({
      'client.id': `member-${i}`,
      configs: { 'group.id': protocol, 'group.protocol': protocol, 'auto.commit.interval.ms': 60_000 },
      subscribe: ['orders'],
    })),
  },
  'a group that has gone, and a transaction that nobody ends': {
    controllers: [{ 'node.id': 101 }],
    configs: {
      'offsets.topic.num.partitions': 3,
      'transaction.state.log.num.partitions': 3,
      'offsets.retention.minutes': 3,
      'offsets.retention.check.interval.ms': 30_000,
    },
    producers: [
      {
        'client.id': 'open',
        configs: { 'transactional.id': 'open', 'transaction.timeout.ms': 130_000 },
        workload: { topic: 'orders', partition: 0 },
      },
    ],
    consumers: [
      { 'client.id': 'gone', configs: { 'group.id': 'gone' }, subscribe: ['orders'] },
      { 'client.id': 'reader', configs: { 'isolation.level': 'read_committed' }, assign: ['orders-0'] },
    ],
    commands: [
      { at: '20s', kind: 'BeginTransaction', producer: 'open' },
      { at: '20s', kind: 'SendRecords', producer: 'open', count: 2 },
      { at: '21s', kind: 'CommitTransaction', producer: 'open' },
      { at: '40s', kind: 'BeginTransaction', producer: 'open' },
      { at: '40s', kind: 'SendRecords', producer: 'open', count: 2 },
      { at: '45s', kind: 'CloseClient', client: 'consumer:gone' },
    ],
  },
};

/** Asks for nothing but metadata. */
const IDLE_CLIENT = { 'client.id': 'idle', workload: null };

function scenarioOf(shape: Partial<ScenarioFile>, seed: number): Scenario {
  const parsed = parseScenario({
    highwater: 1,
    'kafka.version': '4.2',
    seed,
    brokers: [{ 'node.id': 1 }, { 'node.id': 2 }, { 'node.id': 3 }],
    topics: [{ name: 'orders', partitions: 3, replicas: { '0': [1, 2, 3], '1': [2, 3, 1], '2': [3, 1, 2] } }],
    ...shape,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

function runOf(scenario: Scenario): { readonly run: Run; readonly rows: string[] } {
  const run = new Run(scenario, []);
  const rows: string[] = [];
  run.cluster.sink = { row: (...row) => rows.push(JSON.stringify(row)) };
  run.start();
  return { run, rows };
}

/** All that a run has come to at an instant, and all that was traced on the way. */
function outcomeAt({ run, rows }: ReturnType<typeof runOf>, untilUs: number, isLeaping: boolean): unknown {
  while ((isLeaping && run.leap(untilUs)) || run.step(untilUs));
  run.cluster.idleUntil(untilUs);
  run.settle();
  return [wholeStateOf(run.cluster.state, run.cluster), rows];
}

describe.each(Object.entries(SHAPES))('[quiet-time] %s', (_, shape) => {
  test('come to the same with leaps and without, whenever one looks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.array(fc.integer({ min: 1, max: 400 * SECOND_US }), { minLength: 1, maxLength: 3 }),
        (seed, instants) => {
          const leaping = runOf(scenarioOf(shape, seed));
          const beatByBeat = runOf(scenarioOf(shape, seed));
          for (const untilUs of [...instants, 400 * SECOND_US].sort((a, b) => a - b))
            expect(outcomeAt(leaping, untilUs, true)).toEqual(outcomeAt(beatByBeat, untilUs, false));
          expect([...leaping.run.quietTime.distrusted]).toEqual([]);
          expect(leaping.run.quietTime.leaptUs).toBeGreaterThan(LEAPT_AT_LEAST_US);
        },
      ),
      { numRuns: 1 },
    );
  });
});

test('[quiet-time] an hour of an idle cluster is gone over in a few leaps', () => {
  const { run } = runOf(scenarioOf(SHAPES['three brokers and three controllers'] ?? {}, 4));
  const untilUs = 3500 * SECOND_US;
  while (run.leap(untilUs) || run.step(untilUs));
  expect(run.quietTime.leaptUs).toBeGreaterThan(0.9 * untilUs);
  const { eventCount, skippedEvents } = run.cluster.state;
  expect((eventCount - skippedEvents) / eventCount).toBeLessThan(0.1);
});

// Each broker is asked by two followers; a client that looks at the metadata may ask any of them at the same instant.
test.each([
  { asks: 'two followers', threads: 1, producers: [], leaps: false },
  { asks: 'two followers', threads: 2, producers: [], leaps: true },
  { asks: 'two followers and an idle client', threads: 2, producers: [IDLE_CLIENT], leaps: false },
  { asks: 'two followers and an idle client', threads: 3, producers: [IDLE_CLIENT], leaps: true },
])(
  '[quiet-time] no leap where more may ask at one instant than a broker has threads: $asks, $threads: $leaps',
  ({ threads, producers, leaps }) => {
    const configs = { 'num.io.threads': threads };
    const { run } = runOf(scenarioOf({ controllers: [{ 'node.id': 101 }], configs, producers }, 4));
    const untilUs = 100 * SECOND_US;
    while (run.leap(untilUs) || run.step(untilUs));
    expect(run.quietTime.leaptUs > 0).toBe(leaps);
  },
);

/** One record in so many seconds; a segment and what retention keeps of them in as many of those. */
function trickle(everySeconds: number, recordsPerSegment: number, segmentsKept: number): Scenario {
  const segmentMs = everySeconds * recordsPerSegment * 1000;
  return scenarioOf(
    {
      ...SHAPES['one server of both roles'],
      configs: { 'log.retention.check.interval.ms': Math.min(300_000, segmentMs / 4) },
      topics: [
        {
          name: 'orders',
          partitions: 1,
          replicas: { '0': [1] },
          configs: { 'segment.ms': segmentMs, 'retention.ms': segmentsKept * segmentMs },
        },
      ],
      producers: [
        {
          'client.id': 'meter',
          workload: { topic: 'orders', arrivals: { constant: `${1 / everySeconds}/s` }, key: null },
        },
      ],
    },
    1,
  );
}

test('[quiet-time] [RE3] thirty days of one record an hour, of which seven are kept, pass in leaps, and no law is broken', () => {
  const { run, rows } = runOf(trickle(3600, 24, 7));
  const untilUs = 30 * 86_400 * SECOND_US;
  while (run.leap(untilUs) || run.step(untilUs));
  run.settle();
  const [fate] = computeFates(run.cluster);
  expect(fate?.acked.size).toBeGreaterThanOrEqual(719);
  expect((fate?.committed.size ?? 0) + (fate?.expired.size ?? 0)).toBe(fate?.acked.size);
  // Seven days to eight are there: the segment that is being written, and those of which the newest record is not too old.
  expect(fate?.committed.size).toBeGreaterThanOrEqual(7 * 24);
  expect(fate?.committed.size).toBeLessThanOrEqual(8 * 24 + 1);
  const deletions = rows.filter((row) => row.includes('"SegmentsDeleted"'));
  expect(deletions.length).toBeGreaterThanOrEqual(21);
  for (const invariant of allInvariants()) expect(invariant.check(run.cluster)).toBe(null);
  const { eventCount, skippedEvents } = run.cluster.state;
  expect(eventCount).toBeGreaterThan(30_000_000);
  expect(eventCount - skippedEvents).toBeLessThan(eventCount / 100);
});

test('[quiet-time] the trace keeps one row of a quiet time, and says how many periods it was', () => {
  const quiet = (isLeaping: boolean) => {
    const { run, rows } = runOf(trickle(120, 3, 3));
    const untilUs = 500 * SECOND_US;
    while ((isLeaping && run.leap(untilUs)) || run.step(untilUs));
    return rows.map((row) => JSON.parse(row) as [number, number, number, TraceEvent]);
  };
  const rows = quiet(true);
  expect(rows).toEqual(quiet(false));
  const told = rows.filter(([, , , { kind }]) => kind === 'QuietTimePassed');
  expect(told.length).toBeGreaterThanOrEqual(3);
  for (const row of told) {
    const at = rows.indexOf(row);
    const [nowUs, seq, , event] = row;
    const lastUs = rows[at - 1]?.[0] ?? 0;
    expect(nowUs - lastUs).toBeGreaterThanOrEqual(20 * SECOND_US);
    // Two NoOpRecords a second; the row belongs to what ended the quiet.
    expect(Math.abs((event as { periods: number }).periods - (nowUs - lastUs) / 500_000)).toBeLessThanOrEqual(
      1,
    );
    expect(rows[at + 1]?.slice(0, 2)).toEqual([nowUs, seq]);
  }
});

test('[quiet-time] [CL2] compacted topics are leapt over between the turns of the cleaner that find something', () => {
  const shape: Partial<ScenarioFile> = {
    ...SHAPES['one server of both roles'],
    brokers: [{ 'node.id': 1, configs: { 'log.cleaner.threads': 2 } }],
    topics: [
      {
        name: 'orders',
        partitions: 2,
        replicas: { '0': [1], '1': [1] },
        configs: {
          'cleanup.policy': 'compact',
          'segment.ms': 120_000,
          'min.compaction.lag.ms': 100_000,
          'min.cleanable.dirty.ratio': 0.3,
        },
      },
      {
        name: 'kept',
        replicas: { '0': [1] },
        configs: {
          'cleanup.policy': 'compact,delete',
          'segment.ms': 120_000,
          'min.cleanable.dirty.ratio': 1,
          'retention.ms': 400_000,
        },
      },
    ],
    producers: ['orders', 'kept'].map((topic) => ({
      'client.id': `meter of ${topic}`,
      workload: { topic, arrivals: { constant: '0.025/s' }, key: 'k{n}', keys: 3 },
    })),
  };
  const leaping = runOf(scenarioOf(shape, 5));
  const beatByBeat = runOf(scenarioOf(shape, 5));
  const ratioOf = ({ run }: typeof leaping) =>
    run.cluster.state.nodes.map((node) => (node instanceof Broker ? node.process?.cleaner.dirtiestRatio : 0));
  for (const untilUs of [333, 777, 1500, 2200].map((seconds) => seconds * SECOND_US)) {
    expect(outcomeAt(leaping, untilUs, true)).toEqual(outcomeAt(beatByBeat, untilUs, false));
    expect(ratioOf(leaping)).toEqual(ratioOf(beatByBeat));
  }
  expect([...leaping.run.quietTime.distrusted]).toEqual([]);
  for (const kind of ['LogCleaned', 'SegmentsDeleted'])
    expect(leaping.rows.filter((row) => row.includes(`"${kind}"`)).length).toBeGreaterThan(1);
  expect(leaping.run.quietTime.leaptUs).toBeGreaterThan(1200 * SECOND_US);
});

test('[quiet-time] [RE3] the same on a small scale comes to what it comes to event by event', () => {
  const leaping = runOf(trickle(40, 3, 3));
  const beatByBeat = runOf(trickle(40, 3, 3));
  for (const untilUs of [333, 777, 1500].map((seconds) => seconds * SECOND_US))
    expect(outcomeAt(leaping, untilUs, true)).toEqual(outcomeAt(beatByBeat, untilUs, false));
  expect(leaping.rows.some((row) => row.includes('"SegmentsDeleted"'))).toBe(true);
  expect(leaping.run.quietTime.leaptUs).toBeGreaterThan(1000 * SECOND_US);
});

test('[quiet-time] no leap begins between two beats, where somebody has looked', () => {
  const { run } = runOf(scenarioOf(SHAPES['three brokers and a controller'] ?? {}, 4));
  while (!run.cluster.isAtRest || run.cluster.nowUs < 60 * SECOND_US) run.step(Infinity);
  expect(run.cluster.isAtRest).toBe(true);
  run.cluster.idleUntil(run.cluster.nowUs + 1000);
  expect(run.cluster.isAtRest).toBe(false);
});
