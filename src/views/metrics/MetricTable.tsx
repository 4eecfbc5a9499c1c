import { dashboard as m } from '../../i18n/en/dashboard.ts';
import { formatTime } from '../../i18n/format.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import { useMessages } from '../../ui/messages.tsx';
import { valueText } from './metricWords.ts';

export interface MetricTableProps {
  readonly metrics: SimulationState['metrics'];
  readonly sample: number;
  readonly timeUs: number;
}

/** What the charts show, in figures: the value at the instant that is read, and between what it moved. */
export function MetricTable({ metrics, sample, timeUs }: MetricTableProps) {
  const words = useMessages().metrics;
  return (
    <details>
      <summary className="min-h-8 cursor-pointer text-[13px] leading-8 font-[560] pointer-coarse:min-h-11 pointer-coarse:leading-11">
        {m.table}
      </summary>
      <div className="mt-2 overflow-x-auto">
        <table className="hw-metric-table">
          <caption className="sr-only">{m.tableOf(formatTime(timeUs))}</caption>
          <thead>
            <tr>
              {(['metric', 'value', 'least', 'most'] as const).map((column) => (
                <th key={column} scope="col">
                  {m.column[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {metrics.names.map((name, i) => {
              const known = Array.from(metrics.values[i] ?? []).filter((value) => !Number.isNaN(value));
              const extreme = (pick: (a: number, b: number) => number) =>
                valueText(known.length === 0 ? undefined : known.reduce(pick), words);
              return (
                <tr key={name}>
                  <th scope="row" className="hw-mono">
                    {name}
                  </th>
                  <td>{valueText(metrics.values[i]?.[sample], words)}</td>
                  <td>{extreme((a, b) => Math.min(a, b))}</td>
                  <td>{extreme((a, b) => Math.max(a, b))}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
