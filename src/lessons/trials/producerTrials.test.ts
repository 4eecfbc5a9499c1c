import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EngineSession } from '../../bridge/EngineSession.ts';
import { FORMULAS } from '../../formulas/formulas.ts';
import { gapBetween } from '../../formulas/Formula.ts';
import { parseScenarioText } from '../../scenario/parseScenario.ts';
import { measureInFlight } from './measureInFlight.ts';
import { measureKeyedPartition, measureKeysMoved } from './measureKeys.ts';
import { measurePartitionCount } from './measurePartitionCount.ts';

const parsed = parseScenarioText(readFileSync('content/lessons/08-partitioning/scenario.json', 'utf8'));
if (!parsed.ok) throw new Error('lesson 8 has no scenario');
const { scenario } = parsed;

async function newEngine(): Promise<EngineSession> {
  const engine = new EngineSession();
  await engine.loadQuestions();
  return engine;
}

describe('keyed-partition, measured', () => {
  it('[PP2] is where the record stands in the run', async () => {
    const measured = await measureKeyedPartition(await newEngine(), scenario, {
      key: 'order-1',
      partitions: 3,
    });
    expect(measured.value).toBe(1);
  });
});

describe('keys-moved, measured', () => {
  it.each([
    [6, 12],
    [12, 13],
    [6, 6],
    [6, 4],
  ])('[PP4] from %i to %i partitions lies in its interval', async (n, m) => {
    const measured = await measureKeysMoved(await newEngine(), scenario, { n, m }, {}, 2000);
    const predicted = FORMULAS['keys-moved'].compute({ n, m });
    expect(gapBetween(predicted, measured)).toMatchObject({ within: true });
    expect(measured.moved > 0).toBe(n !== m);
  });
});

describe('in-flight-ceiling, measured', () => {
  it.each([
    { f: 5, b: 16384, t: 40 },
    { f: 1, b: 16384, t: 40 },
    { f: 2, b: 4096, t: 20 },
  ])('of %o is reached but for what the broker takes', async (values) => {
    const measured = await measureInFlight(await newEngine(), scenario, values);
    const predicted = FORMULAS['in-flight-ceiling'].compute(values);
    expect(measured.value).toBeLessThan(predicted);
    expect(measured.value).toBeGreaterThan(0.98 * predicted);
    expect(measured.roundTripMs).toBeGreaterThan(values.t);
  });
});

describe('partition-count, measured', () => {
  it.each([
    [{ t: 100, p: 30, c: 200 }, 4, 10],
    [{ t: 100, p: 200, c: 20 }, 5, 20],
  ])('of %o holds, and one less falls behind by what it lacks', async (values, count, lacking) => {
    const measured = await measurePartitionCount(await newEngine(), scenario, values);
    expect(measured.value).toBe(count);
    expect(FORMULAS['partition-count'].compute(values)).toBe(count);
    expect(Math.abs(measured.slopeAtCount)).toBeLessThan(1);
    expect(Math.abs((measured.slopeAtLess ?? 0) - lacking)).toBeLessThan(1);
  });
});
