import type { Measurement } from '../../formulas/Formula.ts';
import type { TrialState } from '../trials/useTrials.ts';
import type { MeasureState } from './FormulaCard.tsx';

/** A result that belongs to other values is none. */
export function measureState(
  state: TrialState<{ readonly of: string; readonly measured: Measurement }>,
  of: string,
): MeasureState {
  if (state.kind !== 'done') return state;
  return state.result.of === of ? { kind: 'done', measured: state.result.measured } : { kind: 'idle' };
}
