import { useState } from 'react';
import { producerFormulas } from '../../i18n/en/producerFormulas.ts';
import { TextField } from '../../ui/fields.tsx';
import { useRunAnswer } from '../../views/useRunAnswer.ts';
import { useLesson } from '../LessonContext.tsx';
import { measureInFlight } from '../trials/measureInFlight.ts';
import { measureKeyedPartition, measureKeysMoved } from '../trials/measureKeys.ts';
import { measurePartitionCount } from '../trials/measurePartitionCount.ts';
import { TrialCard } from './TrialCard.tsx';
import { initialOf, useSymbols } from './useSymbols.ts';

export function KeyedPartition() {
  const words = producerFormulas['keyed-partition'];
  const { scenario } = useLesson();
  const [key, setKey] = useState('account-4');
  const [n, setN] = useState(scenario.topics[0]?.partitions.length ?? 6);
  const path = useRunAnswer<'keyPath'>({ kind: 'keyPath', key, partitions: n }, false);
  return (
    <TrialCard
      id="keyed-partition"
      words={words}
      values={{ h: path?.positive ?? 0, n }}
      given={{ key, n }}
      onSymbol={{ n: setN }}
      lead={<TextField label={words.key} mono value={key} onChange={setKey} />}
      measure={(engine) => measureKeyedPartition(engine, scenario, { key, partitions: n })}
      note={() => <p className="formula-note">{words.note}</p>}
    />
  );
}

export function KeysMoved() {
  const words = producerFormulas['keys-moved'];
  const { scenario } = useLesson();
  const { values, onSymbol } = useSymbols({ n: 6, m: 12 });
  return (
    <TrialCard
      id="keys-moved"
      words={words}
      values={values}
      onSymbol={onSymbol}
      measure={(engine, watch) => measureKeysMoved(engine, scenario, values, watch)}
      note={(done) => (
        <>
          {done !== null && <p className="formula-note">{words.measured(done.keys, done.moved)}</p>}
          {values.m < values.n && <p className="formula-note">{words.smaller}</p>}
        </>
      )}
    />
  );
}

export function PartitionCount() {
  const words = producerFormulas['partition-count'];
  const { scenario } = useLesson();
  const { values, onSymbol } = useSymbols(initialOf('partition-count'));
  return (
    <TrialCard
      id="partition-count"
      words={words}
      values={values}
      onSymbol={onSymbol}
      measure={(engine, watch) => measurePartitionCount(engine, scenario, values, watch)}
      note={(done) => (
        <p className="formula-note">
          {done === null
            ? words.unscaled
            : words.slopes(done.count, done.slopeAtCount, done.slopeAtLess ?? done.slopeAtCount)}
        </p>
      )}
    />
  );
}

export function InFlightCeiling() {
  const words = producerFormulas['in-flight-ceiling'];
  const { scenario } = useLesson();
  const { values, onSymbol } = useSymbols(initialOf('in-flight-ceiling'));
  return (
    <TrialCard
      id="in-flight-ceiling"
      words={words}
      values={values}
      onSymbol={onSymbol}
      measure={(engine) => measureInFlight(engine, scenario, values)}
      note={(done) => done !== null && <p className="formula-note">{words.measured(done.roundTripMs)}</p>}
    />
  );
}
