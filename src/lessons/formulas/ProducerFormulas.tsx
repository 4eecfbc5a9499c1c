import { useState } from 'react';
import type { FormulaId, Measurement } from '../../formulas/Formula.ts';
import { FORMULAS } from '../../formulas/formulas.ts';
import { producerFormulas } from '../../i18n/en/producerFormulas.ts';
import { TextField } from '../../ui/fields.tsx';
import { useRunAnswer } from '../../views/useRunAnswer.ts';
import { useLesson } from '../LessonContext.tsx';
import { measureInFlight, type InFlightMeasurement } from '../trials/measureInFlight.ts';
import { measureKeyedPartition, measureKeysMoved, type KeysMovedMeasurement } from '../trials/measureKeys.ts';
import { measurePartitionCount, type PartitionCountMeasurement } from '../trials/measurePartitionCount.ts';
import { useTrials, type TrialState } from '../trials/useTrials.ts';
import { FormulaCard } from './FormulaCard.tsx';
import { measureState } from './measureState.ts';

interface Of<M> {
  readonly of: string;
  readonly measured: M;
}

function doneFor<M>(state: TrialState<Of<M>>, of: string): M | null {
  return state.kind === 'done' && state.result.of === of ? state.result.measured : null;
}

/** Values that the reader moves, all of them. */
function useValues<Values extends Readonly<Record<string, number>>>(initial: Values) {
  const [values, setValues] = useState<Values>(initial);
  const onSymbol = Object.fromEntries(
    Object.keys(initial).map((id) => [id, (value: number) => setValues((old) => ({ ...old, [id]: value }))]),
  );
  return { values, onSymbol };
}

function initialOf(id: FormulaId): Readonly<Record<string, number>> {
  return Object.fromEntries(FORMULAS[id].symbols.map((symbol) => [symbol.id, symbol.initial]));
}

export function KeyedPartition() {
  const words = producerFormulas['keyed-partition'];
  const { scenario } = useLesson();
  const trials = useTrials<Of<Measurement>>();
  const [key, setKey] = useState('account-4');
  const [n, setN] = useState(scenario.topics[0]?.partitions.length ?? 6);
  const path = useRunAnswer<'keyPath'>({ kind: 'keyPath', key, partitions: n }, false);
  const of = JSON.stringify({ key, n });
  const { start } = trials;
  return (
    <FormulaCard
      formula={FORMULAS['keyed-partition']}
      words={words}
      values={{ h: path?.positive ?? 0, n }}
      onSymbol={{ n: setN }}
      state={measureState(trials.state, of)}
      onStop={trials.stop}
      lead={<TextField label={words.key} mono value={key} onChange={setKey} />}
      onMeasure={
        start === null
          ? null
          : () =>
              start(async (engine) => ({
                of,
                measured: await measureKeyedPartition(engine, scenario, { key, partitions: n }),
              }))
      }
    >
      <p className="formula-note">{words.note}</p>
    </FormulaCard>
  );
}

export function KeysMoved() {
  const words = producerFormulas['keys-moved'];
  const { scenario } = useLesson();
  const trials = useTrials<Of<KeysMovedMeasurement>>();
  const { values, onSymbol } = useValues({ n: 6, m: 12 });
  const of = JSON.stringify(values);
  const done = doneFor(trials.state, of);
  const { start } = trials;
  return (
    <FormulaCard
      formula={FORMULAS['keys-moved']}
      words={words}
      values={values}
      onSymbol={onSymbol}
      state={measureState(trials.state, of)}
      onStop={trials.stop}
      onMeasure={
        start === null
          ? null
          : () =>
              start(async (engine, watch) => ({
                of,
                measured: await measureKeysMoved(engine, scenario, values, watch),
              }))
      }
    >
      {done !== null && <p className="formula-note">{words.measured(done.keys, done.moved)}</p>}
      {values.m < values.n && <p className="formula-note">{words.smaller}</p>}
    </FormulaCard>
  );
}

export function PartitionCount() {
  const words = producerFormulas['partition-count'];
  const { scenario } = useLesson();
  const trials = useTrials<Of<PartitionCountMeasurement>>();
  const { values, onSymbol } = useValues(initialOf('partition-count'));
  const of = JSON.stringify(values);
  const done = doneFor(trials.state, of);
  const { start } = trials;
  return (
    <FormulaCard
      formula={FORMULAS['partition-count']}
      words={words}
      values={values}
      onSymbol={onSymbol}
      state={measureState(trials.state, of)}
      onStop={trials.stop}
      onMeasure={
        start === null
          ? null
          : () =>
              start(async (engine, watch) => ({
                of,
                measured: await measurePartitionCount(engine, scenario, values, watch),
              }))
      }
    >
      <p className="formula-note">
        {done === null
          ? words.unscaled
          : words.slopes(done.count, done.slopeAtCount, done.slopeAtLess ?? done.slopeAtCount)}
      </p>
    </FormulaCard>
  );
}

export function InFlightCeiling() {
  const words = producerFormulas['in-flight-ceiling'];
  const { scenario } = useLesson();
  const trials = useTrials<Of<InFlightMeasurement>>();
  const { values, onSymbol } = useValues(initialOf('in-flight-ceiling'));
  const of = JSON.stringify(values);
  const done = doneFor(trials.state, of);
  const { start } = trials;
  return (
    <FormulaCard
      formula={FORMULAS['in-flight-ceiling']}
      words={words}
      values={values}
      onSymbol={onSymbol}
      state={measureState(trials.state, of)}
      onStop={trials.stop}
      onMeasure={
        start === null
          ? null
          : () => start(async (engine) => ({ of, measured: await measureInFlight(engine, scenario, values) }))
      }
    >
      {done !== null && <p className="formula-note">{words.measured(done.roundTripMs)}</p>}
    </FormulaCard>
  );
}
