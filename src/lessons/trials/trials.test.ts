import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EngineSession } from '../../bridge/EngineSession.ts';
import { FORMULAS } from '../../formulas/formulas.ts';
import { gapBetween } from '../../formulas/Formula.ts';
import { parseScenarioText } from '../../scenario/parseScenario.ts';
import { measureAvailability } from './measureAvailability.ts';
import { measureBatchEfficiency } from './measureBatchEfficiency.ts';
import { measureDisk } from './measureDisk.ts';
import { measureLoss } from './measureLoss.ts';
import { measureTolerance } from './measureTolerance.ts';
import { trialShare } from './trialHash.ts';
import { TrialsCancelled } from './Trials.ts';

const parsed = parseScenarioText(
  readFileSync('content/lessons/06-acks-and-min-insync/scenario.json', 'utf8'),
);
if (!parsed.ok) throw new Error('lesson 6 has no scenario');
const { scenario } = parsed;

describe('trialShare', () => {
  it('depends on nothing but its numbers, and is spread evenly', () => {
    expect(trialShare(6, 812, 2)).toBe(trialShare(6, 812, 2));
    const shares = Array.from({ length: 10_000 }, (_, i) => trialShare(6, i, 1));
    const below = (limit: number) => shares.filter((share) => share < limit).length / shares.length;
    for (const limit of [0.1, 0.2, 0.5, 0.9]) expect(Math.abs(below(limit) - limit)).toBeLessThan(0.015);
  });
});

describe('loss-probability, measured', () => {
  // 2,000 trials run in the page; here enough of them to tell p, p² and p³ from one another.
  it.each([
    [0.3, 1, 150],
    [0.3, 2, 250],
    [0.3, 3, 250],
  ])(
    'p = %f, k = %i lies in its interval',
    async (p, k, trials) => {
      const measured = await measureLoss(new EngineSession(), scenario, { p, k }, trials);
      const predicted = FORMULAS['loss-probability'].compute({ p, k });
      expect(gapBetween(predicted, measured)).toMatchObject({ within: true });
      expect(measured.value).toBeGreaterThan(0);
    },
    120_000,
  );

  it('stops when asked to', async () => {
    const trials = measureLoss(new EngineSession(), scenario, { p: 0.3, k: 1 }, 200, {
      isCancelled: () => true,
    });
    await expect(trials).rejects.toBeInstanceOf(TrialsCancelled);
  });
});

describe('fault-tolerance, measured', () => {
  it.each([1, 2, 3])(
    'with minimum %i is what the formula says',
    async (m) => {
      const measured = await measureTolerance(new EngineSession(), scenario, m);
      expect(measured.value).toBe(FORMULAS['fault-tolerance'].compute({ rf: 3, m }));
    },
    120_000,
  );
});

describe('availability, measured', () => {
  it('is below the formula, and what is missing has a name', async () => {
    const a = 0.9;
    const measured = await measureAvailability(
      new EngineSession(),
      scenario,
      { a, minInsyncReplicas: 2 },
      400,
    );
    const predicted = FORMULAS.availability.compute({ a, rf: 3, m: 2 });
    expect(Math.abs(measured.brokerShare - a)).toBeLessThan(0.06);
    expect(measured.value).toBeGreaterThan(0.8);
    const explained = (measured.whileDetecting + measured.whileRejoining) / measured.trials;
    expect(explained).toBeGreaterThan(0);
    expect(Math.abs(predicted - measured.value - explained)).toBeLessThan(0.05);
    expect(measured.failedAssumption).not.toBeNull();
  }, 120_000);
});

describe('batch-efficiency, measured', () => {
  it.each([
    [1, 100],
    [50, 100],
    [200, 900],
  ])('%i records of %i bytes stand in the log as the formula says', async (n, v) => {
    const measured = await measureBatchEfficiency(new EngineSession(), scenario, { n, v });
    expect(gapBetween(FORMULAS['batch-efficiency'].compute({ n, v }), measured)).toEqual({
      size: 0,
      within: true,
    });
  });
});

describe('disk, measured', () => {
  it('is a little more than the formula: segments go as a whole', async () => {
    const values = { rate: 50, days: 7, rf: 2, brokers: 2 };
    const measured = await measureDisk(new EngineSession(), scenario, values);
    expect(measured.failedAssumption).toBe('leavesAtOnce');
    expect(measured.share).toBeGreaterThan(1);
    // Segments of a tenth, and a check each second.
    expect(measured.share).toBeLessThan(1.15);
    expect(measured.value).toBeCloseTo(FORMULAS.disk.compute(values) * measured.share, 9);
  });
});
