import type { ReactNode } from 'react';
import type { FormulaId, Measurement } from '../../formulas/Formula.ts';
import { FORMULAS } from '../../formulas/formulas.ts';
import type { EngineLike } from '../EngineLike.ts';
import { useTrials, type TrialState } from '../trials/useTrials.ts';
import type { TrialWatch } from '../trials/Trials.ts';
import { FormulaCard, type FormulaCardProps, type MeasureState } from './FormulaCard.tsx';

/** A result, and the values that it belongs to. */
interface Of<M> {
  readonly of: string;
  readonly measured: M;
}

interface TrialCardProps<M extends Measurement> extends Pick<
  FormulaCardProps,
  'values' | 'onSymbol' | 'notMeasurable' | 'words' | 'lead'
> {
  readonly id: FormulaId;
  /** What is measured depends on this; left out: on the values. */
  readonly given?: object;
  /** Null: not with these values. */
  readonly measure: ((engine: EngineLike, watch: TrialWatch) => Promise<M>) | null;
  /** What stands below the cells, once it was measured (with these values) and before. */
  readonly note: (done: M | null) => ReactNode;
}

/** The card of a formula that is measured by trials of its own. */
export function TrialCard<M extends Measurement>(props: TrialCardProps<M>) {
  const { id, given, measure, note, ...card } = props;
  const { state, start, stop } = useTrials<Of<M>>();
  const of = JSON.stringify(given ?? card.values);
  const done = doneFor(state, of);
  return (
    <FormulaCard
      {...card}
      formula={FORMULAS[id]}
      state={measureState(state, done)}
      onStop={stop}
      onMeasure={
        start === null || measure === null
          ? null
          : () => start(async (engine, watch) => ({ of, measured: await measure(engine, watch) }))
      }
    >
      {note(done)}
    </FormulaCard>
  );
}

/** A result that belongs to other values is none. */
function doneFor<M>(state: TrialState<Of<M>>, of: string): M | null {
  return state.kind === 'done' && state.result.of === of ? state.result.measured : null;
}

function measureState<M extends Measurement>(state: TrialState<Of<M>>, done: M | null): MeasureState {
  if (state.kind !== 'done') return state;
  return done === null ? { kind: 'idle' } : { kind: 'done', measured: done };
}
