import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EngineSession } from '../../bridge/EngineSession.ts';
import { FORMULAS } from '../../formulas/formulas.ts';
import { gapBetween } from '../../formulas/Formula.ts';
import { parseScenarioText } from '../../scenario/parseScenario.ts';
import { measureHeartbeat } from './measureHeartbeat.ts';
import { measureLag } from './measureLag.ts';
import { measureRecovery } from './measureRecovery.ts';

function scenarioOf(lesson: string) {
  const parsed = parseScenarioText(readFileSync(`content/lessons/${lesson}/scenario.json`, 'utf8'));
  if (!parsed.ok) throw new Error(`${lesson} has no scenario`);
  return parsed.scenario;
}

const lagLesson = scenarioOf('15-consumer-lag');

test.each([
  [5, 0],
  [10, 0.5],
])(
  'heartbeat: of a session of 15 s and an interval of %i s the measured share holds %f',
  async (interval, share) => {
    const values = { interval, session: 15 };
    const measured = await measureHeartbeat(
      new EngineSession(),
      scenarioOf('12-consumer-groups'),
      values,
      {},
      16,
    );
    expect(FORMULAS.heartbeat.compute(values)).toBe(share);
    expect(gapBetween(share, measured).within).toBe(true);
    expect(measured.value > 0).toBe(share > 0);
  },
);

test('lag: what the coordinator and the log say is the formula, and the next record is as old as its rate says', async () => {
  const values = { end: 260, committed: 200, rate: 10 };
  const measured = await measureLag(new EngineSession(), lagLesson, values);
  expect(measured.value).toBe(FORMULAS.lag.compute(values));
  expect(measured.ageS).toBeCloseTo(6);
});

test('recovery-time: measured within 3 % or a second', async () => {
  const values = { lag: 4000, mu: 500, lambda: 300 };
  const measured = await measureRecovery(new EngineSession(), lagLesson, values);
  const gap = gapBetween(FORMULAS['recovery-time'].compute(values), measured);
  expect(gap).toMatchObject({ within: true });
});
