import type { Measurement } from '../../formulas/Formula.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { evaluateGroupMeasure } from '../groupMeasures.ts';
import { groupTrial, TRIAL_MEMBER } from './groupTrial.ts';
import { onlyProducer } from './trialScenario.ts';

const SECOND_US = 1_000_000;
const JOINED_US = 6 * SECOND_US;
const CHUNK = 10_000;

export interface LagMeasurement extends Measurement {
  /** How old the next record was that the group has not committed. */
  readonly ageS: number;
}

/** A group commits so many records and ends; then others come at the rate. What its coordinator and the log say of the lag. */
export async function measureLag(
  engine: EngineLike,
  scenario: Scenario,
  { end, committed, rate }: { readonly end: number; readonly committed: number; readonly rate: number },
): Promise<LagMeasurement> {
  const driver = new EngineDriver(engine);
  const quiet = groupTrial(scenario, {
    arrivals: { kind: 'none' },
    perRecordUs: 0,
    producer: { 'linger.ms': '0' },
  });
  await driver.load(quiet);
  const producer = onlyProducer(scenario);
  const partition = `${quiet.topics[0]!.name}-0`;
  await driver.advanceTo(JOINED_US);
  for (let left = committed; left > 0; left -= CHUNK) {
    await driver.apply({ kind: 'SendRecords', producer, count: Math.min(CHUNK, left) });
    await driver.advanceTo(driver.nowUs() + 2 * SECOND_US);
  }
  // close() commits what was processed.
  await driver.apply({ kind: 'CloseClient', client: `consumer:${TRIAL_MEMBER}` });
  await driver.advanceTo(driver.nowUs() + SECOND_US);
  const fromUs = driver.nowUs();
  // One by one, as they come; the last of them so long before the end as one takes to come.
  const more = Math.max(0, end - committed);
  const steps = Math.min(more, 200);
  for (let i = 0; i < steps; i++) {
    const count = Math.floor((more * (i + 1)) / steps) - Math.floor((more * i) / steps);
    await driver.apply({ kind: 'SendRecords', producer, count });
    await driver.advanceTo(fromUs + Math.round(((i + 1) * more * SECOND_US) / (steps * rate)));
  }
  const { entities, nowUs } = driver.run.facts();
  const value = evaluateGroupMeasure({ lag: { group: TRIAL_MEMBER, partition } }, entities) ?? Number.NaN;
  return {
    value,
    interval: null,
    trials: 1,
    failedAssumption: null,
    ageS: more === 0 ? 0 : (nowUs - fromUs) / SECOND_US,
  };
}
