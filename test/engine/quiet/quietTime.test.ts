import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wholeStateOf } from '../../../src/engine/cluster/quiet/QuietTime.ts';
import { Run } from '../../../src/engine/cluster/Run.ts';
import { parseScenario } from '../../../src/scenario/parseScenario.ts';
import type { Scenario } from '../../../src/scenario/Scenario.ts';
import type { ScenarioFile } from '../../../src/scenario/ScenarioFile.ts';

const SECOND_US = 1_000_000;

/** Clusters that nobody uses. */
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
  'brokers in racks far from each other': {
    controllers: [{ 'node.id': 101 }],
    brokers: [1, 2, 3].map((id) => ({ 'node.id': id, 'broker.rack': `rack-${id % 2}` })),
    network: { latency: '0.3ms', latencyAcrossRacks: '2ms' },
  },
};

function scenarioOf(shape: Partial<ScenarioFile>, seed: number): Scenario {
  const parsed = parseScenario({
    highwater: 1,
    'kafka.version': '4.2',
    seed,
    brokers: [{ 'node.id': 1 }, { 'node.id': 2 }, { 'node.id': 3 }],
    topics: [
      { name: 'orders', partitions: 3, replicas: { '0': [1, 2, 3], '1': [2, 3, 1], '2': [3, 1, 2] } },
    ],
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
        fc.array(fc.integer({ min: 1, max: 400 * SECOND_US }), { minLength: 1, maxLength: 4 }),
        (seed, instants) => {
          const leaping = runOf(scenarioOf(shape, seed));
          const beatByBeat = runOf(scenarioOf(shape, seed));
          for (const untilUs of [...instants, 400 * SECOND_US].sort((a, b) => a - b))
            expect(outcomeAt(leaping, untilUs, true)).toEqual(outcomeAt(beatByBeat, untilUs, false));
          expect([...leaping.run.quietTime.distrusted]).toEqual([]);
        },
      ),
      { numRuns: 2 },
    );
  });

  test('pass most of an hour in leaps', () => {
    const { run } = runOf(scenarioOf(shape, 4));
    const untilUs = 3500 * SECOND_US;
    while (run.leap(untilUs) || run.step(untilUs));
    expect(run.quietTime.leaptUs).toBeGreaterThan(0.9 * untilUs);
    const { eventCount, skippedEvents } = run.cluster.state;
    expect((eventCount - skippedEvents) / eventCount).toBeLessThan(0.1);
  });
});
