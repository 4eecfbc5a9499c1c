import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EngineSession } from '../../bridge/EngineSession.ts';
import { gapBetween } from '../../formulas/Formula.ts';
import { FORMULAS } from '../../formulas/formulas.ts';
import { parseScenarioText } from '../../scenario/parseScenario.ts';
import { measureAcksLatency } from './measureAcksLatency.ts';
import { measureHeadOfLine } from './measureHeadOfLine.ts';
import { measureSyncRate } from './measureSyncRate.ts';
import { measureUtilisation } from './measureUtilisation.ts';

const parsed = parseScenarioText(
  readFileSync('content/lessons/18-littles-law-and-tuning/scenario.json', 'utf8'),
);
if (!parsed.ok) throw new Error('lesson 18 has no scenario');
const { scenario } = parsed;

describe('sync-rate, measured', () => {
  it.each([10, 50])('with %i ms from request to answer is what the formula says', async (t) => {
    const measured = await measureSyncRate(new EngineSession(), scenario, { t });
    expect(gapBetween(FORMULAS['sync-rate'].compute({ t }), measured).within).toBe(true);
    expect(measured.value).toBeLessThan(1000 / t);
  });

  it('names the broker’s own part where that counts', async () => {
    const measured = await measureSyncRate(new EngineSession(), scenario, { t: 1 });
    expect(measured.failedAssumption).toBe('roundTripOnly');
  });
});

describe('acks-latency, measured', () => {
  it.each([0, 1, 2])('[A2] [H2] at the place %i of acks is what the formula says', async (acks) => {
    const values = { rtt: 4, append: 1, follower: 18, acks };
    const measured = await measureAcksLatency(new EngineSession(), scenario, values);
    expect(gapBetween(FORMULAS['acks-latency'].compute(values), measured).within).toBe(true);
    // The tolerance is far from letting one level pass for another.
    expect(measured.tolerance).toBeLessThan(1);
  });
});

describe('head-of-line, measured', () => {
  it.each([
    { t: 10, p: 0.01, n: 3, d: 1000 },
    { t: 5, p: 0, n: 3, d: 1000 },
  ])('[consumer-processing] of %o is what the formula says', async (values) => {
    const measured = await measureHeadOfLine(new EngineSession(), scenario, values);
    const predicted = FORMULAS['head-of-line'].compute(values);
    expect(gapBetween(predicted, measured).within).toBe(true);
    const [low, high] = measured.interval ?? [measured.value, measured.value];
    expect(high - low).toBeLessThan(0.25 * predicted);
  });
});

describe('utilisation, measured', () => {
  // Of a higher load: test/engine/theoryOfConsumers.test.ts.
  it('[consumer-processing] of half the load lies in its interval', async () => {
    const values = { lambda: 50, mu: 100 };
    const measured = await measureUtilisation(new EngineSession(), scenario, values);
    const predicted = FORMULAS.utilisation.compute(values);
    expect(gapBetween(predicted, measured)).toMatchObject({ within: true });
    const [low, high] = measured.interval ?? [0, Infinity];
    // Half of the waiting, as with equal times, would lie outside.
    expect(low).toBeGreaterThan((predicted + measured.workMs) / 2);
    expect(high).toBeLessThan(1.5 * predicted);
  });
});
