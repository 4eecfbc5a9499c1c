import { wilsonInterval } from '../../formulas/binomial.ts';
import type { Measurement } from '../../formulas/Formula.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { groupTrial, TRIAL_MEMBER } from './groupTrial.ts';
import { checkIn, type TrialWatch } from './Trials.ts';
import { trialShare } from './trialHash.ts';

const SECOND_US = 1_000_000;
/** Until the member is in its group. */
const FIRST_US = 10 * SECOND_US;
const STALLS = 40;

/** The share of stalls of two thirds of the session that cost a member its membership, at moments drawn from the seed. */
export async function measureHeartbeat(
  engine: EngineLike,
  scenario: Scenario,
  { interval, session }: { readonly interval: number; readonly session: number },
  watch: TrialWatch = {},
  stalls = STALLS,
): Promise<Measurement> {
  const driver = new EngineDriver(engine);
  await driver.load(
    groupTrial(scenario, {
      arrivals: { kind: 'none' },
      perRecordUs: 0,
      consumer: {
        'heartbeat.interval.ms': String(interval * 1000),
        'session.timeout.ms': String(session * 1000),
        // A commit begins the session anew, as a heartbeat does.
        'enable.auto.commit': 'false',
        // Nothing is to be fetched: the fewer empty fetches, the faster the run.
        'fetch.max.wait.ms': '20000',
      },
    }),
  );
  const node = `consumer:${TRIAL_MEMBER}`;
  const stallUs = Math.round((session * SECOND_US * 2) / 3);
  let atUs = FIRST_US;
  let fenced = 0;
  for (let i = 0; i < stalls; i++) {
    checkIn(watch, i, stalls);
    // Any moment between two heartbeats; then time to come back and to be heard again.
    await driver.advanceTo(atUs + Math.round(trialShare(scenario.seed, i, 1) * interval * SECOND_US));
    driver.run.startHere();
    await driver.apply({ kind: 'PauseProcess', node, forUs: stallUs });
    atUs = driver.nowUs() + stallUs + (2 * interval + 8) * SECOND_US;
    await driver.advanceTo(atUs);
    const { rows } = driver.run.facts();
    if (rows.some(({ event }) => event.kind === 'GroupMemberRemoved' && event.reason === 'session timeout'))
      fenced += 1;
  }
  return {
    value: fenced / stalls,
    interval: wilsonInterval(fenced, stalls),
    trials: stalls,
    failedAssumption: null,
  };
}
