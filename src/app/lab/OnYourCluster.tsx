import { useState } from 'react';
import type { FaultSignature, MetricMove } from '../../bridge/metrics/FaultSignature.ts';
import signatures from '../../generated/fault-signatures.json';
import { formatNumber } from '../../i18n/format.ts';
import { definitionOf, partsOfSeries, TELLING_METRICS } from '../../shared/metricDefinitions.ts';
import { SelectField } from '../../ui/fields.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { meaningOf, shortNameOf } from '../../views/metrics/metricWords.ts';
import { usePanelState } from '../../views/SimulationContext.tsx';
import { commandLine } from '../../i18n/en/commandLine.ts';
import { DeedLines } from './commandLine/DeedLines.tsx';
import { Fold } from '../fidelity/Fold.tsx';

const SIGNATURES = signatures as readonly FaultSignature[];

/** Of each deed: which metrics move and which errors are logged, as computed on a small cluster. Begins with the last deed done. */
export function OnYourCluster() {
  const m = useMessages().metrics;
  const lastDeed = usePanelState(
    (state) => state.commands.findLast(({ kind }) => isKnown(kind))?.kind ?? null,
  );
  const lastCommand = usePanelState((state) => state.commands.at(-1) ?? null);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown =
    SIGNATURES.find(({ fault }) => fault === chosen) ??
    SIGNATURES.find(({ command }) => command === lastDeed) ??
    SIGNATURES[0];
  if (shown === undefined) return null;
  const rates = shown.metrics.filter(isRate);
  const others = shown.metrics.filter((move) => !isRate(move)).sort((a, b) => rankOf(a) - rankOf(b));
  return (
    <>
      {lastCommand !== null && (
        <>
          <h3 className="type-row font-[580]">{commandLine.lastDeed}</h3>
          <DeedLines body={lastCommand} />
        </>
      )}
      <SelectField
        label={m.deed}
        value={shown.fault}
        onChange={setChosen}
        options={SIGNATURES.map(({ fault }) => ({
          value: fault,
          label: m.faults[fault as keyof typeof m.faults],
        }))}
      />
      <p className="type-row text-ink-3">{m.onYourClusterLead}</p>
      {shown.silent.length > 0 && <p>{m.silent(shown.silent)}</p>}
      {shown.metrics.length === 0 && <p>{shown.errors.length === 0 ? m.nothingShown : m.noChange}</p>}
      {others.length > 0 && (
        <>
          <h3 className="type-row font-[580]">{m.gauges}</h3>
          <Moves moves={others} />
        </>
      )}
      {rates.length > 0 && (
        <Fold title={m.rates(rates.length)}>
          <Moves moves={rates} />
        </Fold>
      )}
      {shown.metrics.length + shown.errors.length > 0 && <Errors errors={shown.errors} />}
    </>
  );
}

function Errors({ errors }: Pick<FaultSignature, 'errors'>) {
  const m = useMessages().metrics;
  return (
    <>
      <h3 className="type-row font-[580]">{m.errorsLogged}</h3>
      {errors.length === 0 ? (
        <p className="type-row text-ink-2">{m.noErrors}</p>
      ) : (
        <ul>
          {errors.map(({ by, error }) => (
            <li key={`${by} ${error}`} className="mono text-[11.5px] break-words">
              {m.errorBy(by, error)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Moves({ moves }: { readonly moves: readonly MetricMove[] }) {
  const m = useMessages().metrics;
  return (
    <ul className="flex flex-col gap-1.5">
      {moves.map(({ series, before, peak, seconds, nodes }) => (
        <li key={series} title={`${series}. ${meaningOf(series, m)}`} className="min-w-0">
          <span className="block text-[12px] leading-4 font-[560] break-words">{shortNameOf(series)}</span>
          <span className="type-row block text-ink-2">
            {m.move({ before: number(before), peak: number(peak), seconds: number(seconds) })}
            {nodes.length > 0 && ` ${m.onNodes(nodes)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What tells most comes first, the rest in Kafka's order. */
function rankOf({ series }: MetricMove): number {
  const rank = TELLING_METRICS.indexOf(series);
  return rank < 0 ? TELLING_METRICS.length : rank;
}

function number(value: number): string {
  return formatNumber(value, Number.isInteger(value) ? 0 : 1);
}

function isRate({ series }: MetricMove): boolean {
  return partsOfSeries(series).attribute === 'OneMinuteRate' || definitionOf(series)?.unit === 'producers';
}

function isKnown(kind: string): boolean {
  return SIGNATURES.some(({ command }) => command === kind);
}
