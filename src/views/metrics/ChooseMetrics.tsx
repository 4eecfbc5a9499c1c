import { useEffect, useState } from 'react';
import { partsOfSeries } from '../../shared/metricDefinitions.ts';
import type { SeriesName } from '../../shared/metricDefinitions.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { useSimulation } from '../SimulationContext.tsx';
import { matchingMetrics } from './matchingMetrics.ts';
import { meaningOf, shortNameOf } from './metricWords.ts';

const MOST_SHOWN = 24;
const MOST_LISTED = 80;

export interface ChooseMetricsProps {
  readonly shown: readonly SeriesName[];
  readonly onClose: () => void;
}

/** Which metrics are drawn: of the cluster or of one process. */
export function ChooseMetrics({ shown, onClose }: ChooseMetricsProps) {
  const m = useMessages().metrics;
  const simulation = useSimulation();
  const [names, setNames] = useState<readonly SeriesName[]>([]);
  const [words, setWords] = useState('');
  useEffect(() => {
    let isOpen = true;
    void simulation.metricNames().then((known) => {
      if (isOpen) setNames(known);
    });
    return () => {
      isOpen = false;
    };
  }, [simulation]);
  // What is shown comes first, so that it can be taken out without a search.
  const all = [...shown, ...names.filter((name) => !shown.includes(name))];
  const found = matchingMetrics(all, words, (name) => meaningOf(name, m));
  const toggle = (name: SeriesName) => {
    const next = shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name];
    void simulation.watchMetrics(next);
  };
  return (
    <Dialog
      title={m.choose}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => void simulation.watchMetrics(null)}>{m.reset}</Button>
          <Button variant="primary" onPress={onClose}>
            {m.done}
          </Button>
        </>
      }
    >
      <TextField label={m.search} value={words} onChange={setWords} />
      <p role="status" className="type-row my-2 text-ink-2">
        {m.chosen(shown.length)}. {m.most(MOST_SHOWN)}
      </p>
      {found.length === 0 && <p className="text-ink-2">{m.none}</p>}
      <ul className="flex flex-col">
        {found.slice(0, MOST_LISTED).map((name) => (
          <li key={name} className="border-b border-line py-1.5 last:border-b-0">
            <label className="flex gap-2.5">
              <input
                type="checkbox"
                checked={shown.includes(name)}
                disabled={!shown.includes(name) && shown.length >= MOST_SHOWN}
                onChange={() => toggle(name)}
                className="mt-1 size-4 shrink-0 accent-[var(--accent)]"
              />
              <span className="min-w-0">
                <span className="font-[560]">{shortNameOf(name)}</span>{' '}
                <span className="text-ink-3">{partsOfSeries(name).node ?? m.cluster}</span>
                <span className="mono block text-[11px] break-all text-ink-3">{beanOf(name)}</span>
                <span className="type-row block text-ink-2">{meaningOf(name, m)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.length > MOST_LISTED && (
        <p className="type-row pt-2 text-ink-3">{m.more(found.length - MOST_LISTED)}</p>
      )}
    </Dialog>
  );
}

function beanOf(series: SeriesName): string {
  const { bean, attribute } = partsOfSeries(series);
  return attribute === null ? bean : `${bean}:${attribute}`;
}
