import type { Scenario } from '../../scenario/Scenario.ts';
import type { EngineLike } from '../EngineLike.ts';
import { checkIn, type TrialWatch } from '../trials/Trials.ts';
import { MATRIX_CELLS, runMatrixCell, type MatrixCellResult } from './runMatrixCell.ts';

/** All 27 cells, one after the other on one engine; each is told as soon as it is there. */
export async function runMatrix(
  engine: EngineLike,
  scenario: Scenario,
  watch: TrialWatch & { readonly onCell?: (result: MatrixCellResult) => void } = {},
): Promise<readonly MatrixCellResult[]> {
  const results: MatrixCellResult[] = [];
  for (const cell of MATRIX_CELLS) {
    checkIn(watch, results.length, MATRIX_CELLS.length);
    const result = await runMatrixCell(engine, scenario, cell);
    results.push(result);
    watch.onCell?.(result);
  }
  checkIn(watch, results.length, MATRIX_CELLS.length);
  return results;
}
