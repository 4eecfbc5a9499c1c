import type { Measurement } from '../../formulas/Formula.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import type { EngineLike } from '../EngineLike.ts';
import { MATRIX_FAILURES, MATRIX_MINIMA, runMatrixCell } from '../matrix/runMatrixCell.ts';
import { checkIn, type TrialWatch } from './Trials.ts';

/** The most failures with which acks=all still goes on, found by trying none, one and two. */
export async function measureTolerance(
  engine: EngineLike,
  scenario: Scenario,
  minimum: number,
  watch: TrialWatch = {},
): Promise<Measurement> {
  const minInsyncReplicas = MATRIX_MINIMA.find((each) => each === minimum);
  if (minInsyncReplicas === undefined)
    throw new RangeError(`min.insync.replicas ${minimum} is not in the matrix`);
  let survived = 0;
  for (const failures of MATRIX_FAILURES) {
    checkIn(watch, failures, MATRIX_FAILURES.length);
    const result = await runMatrixCell(engine, scenario, { acks: 'all', minInsyncReplicas, failures });
    if (result.callback !== 'success') break;
    survived = failures;
  }
  return { value: survived, interval: null, trials: MATRIX_FAILURES.length, failedAssumption: null };
}
