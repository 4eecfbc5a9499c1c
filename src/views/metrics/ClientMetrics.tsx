import { useState } from 'react';
import { whyMetrics as m } from '../../i18n/en/whyMetrics.ts';
import { partsOfSeries } from '../../shared/metricDefinitions.ts';
import { useRunAnswer } from '../useRunAnswer.ts';
import { shortNameOf } from './metricWords.ts';
import { WhyMetric } from './WhyMetric.tsx';

/** What most people ask a client for, of the many that it has; the dashboard shows the others. */
const TELLING: ReadonlySet<string> = new Set([
  'record-queue-time-avg',
  'batch-size-avg',
  'request-latency-avg',
  'produce-throttle-time-avg',
  'record-error-total',
  'records-lag-max',
  'fetch-latency-avg',
  'fetch-throttle-time-avg',
  'commit-latency-avg',
  'time-between-poll-max',
]);

/** What a client measures of itself, each number with its Why; asked for when it is opened. */
export function ClientMetrics({ of, name }: { readonly of: string; readonly name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary
        aria-label={m.ofClientHeard(name)}
        className="type-row w-fit py-[7px] cursor-pointer rounded-cell text-ink-2 hover:text-accent pointer-coarse:py-[13px]"
      >
        {m.ofClient}
      </summary>
      {isOpen && <Readings of={of} />}
    </details>
  );
}

function Readings({ of }: { readonly of: string }) {
  const readings = useRunAnswer<'metricsOf'>({ kind: 'metricsOf', node: of });
  const telling = (readings ?? []).filter(({ series }) => TELLING.has(partsOfSeries(series).name));
  if (telling.length === 0) return <p className="type-row text-ink-3">{m.noReading}</p>;
  return (
    <ul className="flex flex-col pt-1 pl-3">
      {telling.map(({ series, value }) => (
        <li key={series}>
          <WhyMetric series={`${of} ${series}`} label={m.value(shortNameOf(series), value)} />
        </li>
      ))}
    </ul>
  );
}
