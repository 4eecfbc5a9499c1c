import { symbolValue, type Measurement, type SymbolValues } from '../../formulas/Formula.ts';
import { loadOf, utilisation } from '../../formulas/utilisation.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { waitsInLogMs } from '../waits.ts';
import { handlerTrial } from './handlerTrial.ts';
import { checkIn, type TrialWatch } from './Trials.ts';

const SECOND_US = 1_000_000;
const WARM_S = 10;
const RUNS = 5;
/** Of Student’s t with four degrees of freedom: 95 % lie within. */
const STUDENT_95 = 2.776;
/** So many records a run; a queue near its limit forgets slowly, and is looked at for longer. */
const RECORDS = 3000;
const LONGEST_S = 240;

export interface UtilisationMeasurement extends Measurement {
  /** Of the work alone, without what is waited for it. */
  readonly workMs: number;
}

/** From the log to the end of the work, over runs that differ in nothing but their seed. */
export async function measureUtilisation(
  engine: EngineLike,
  scenario: Scenario,
  values: SymbolValues,
  watch: TrialWatch = {},
): Promise<UtilisationMeasurement> {
  const lambda = symbolValue(utilisation, values, 'lambda');
  const workMs = 1000 / symbolValue(utilisation, values, 'mu');
  const spanS = Math.min(LONGEST_S, Math.ceil(RECORDS / lambda / (1 - loadOf(values))));
  const means: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    checkIn(watch, run, RUNS);
    const driver = new EngineDriver(engine);
    await driver.load({
      ...handlerTrial(scenario, { perSecond: lambda, perRecordUs: Math.round(workMs * 1000) }),
      seed: scenario.seed + run,
    });
    await driver.advanceTo((WARM_S + spanS) * SECOND_US);
    const { rows } = driver.run.facts();
    const late = rows.filter(({ timeUs }) => timeUs >= WARM_S * SECOND_US);
    const waits = waitsInLogMs(rows, late);
    means.push(workMs + waits.reduce((sum, wait) => sum + wait, 0) / waits.length);
  }
  const value = means.reduce((sum, mean) => sum + mean, 0) / RUNS;
  const variance = means.reduce((sum, mean) => sum + (mean - value) ** 2, 0) / (RUNS - 1);
  const half = STUDENT_95 * Math.sqrt(variance / RUNS);
  return {
    value,
    interval: [Math.max(0, value - half), value + half],
    trials: RUNS,
    failedAssumption: null,
    workMs,
  };
}
