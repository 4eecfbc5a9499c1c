import { useContext, useState } from 'react';
import { whyMetrics as m } from '../../i18n/en/whyMetrics.ts';
import { definitionOf, partsOfSeries, type SeriesName } from '../../shared/metricDefinitions.ts';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import { useMessages } from '../../ui/messages.tsx';
import { withOlderFacts } from '../olderFacts.ts';
import { RuleDetails } from '../RuleDetails.ts';
import { useSimulation } from '../SimulationContext.tsx';
import { WhyChain } from '../trace/WhyChain.tsx';
import { meaningOf, shortNameOf } from './metricWords.ts';
import { whyMetricOf } from './whyMetric.ts';

/** Why a metric has its value: what it says, what it hangs on, by which rules, the newest fact that moved it, how long it remembers. */
export function WhyMetric({ series, label }: { readonly series: SeriesName; readonly label?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary
        data-why=""
        aria-label={m.askOf(label ?? shortNameOf(series))}
        className="type-row w-fit py-[7px] cursor-pointer rounded-cell text-ink-2 hover:text-accent pointer-coarse:py-[13px]"
      >
        {label ?? m.ask}
      </summary>
      {isOpen && <Because series={series} />}
    </details>
  );
}

function Because({ series }: { readonly series: SeriesName }) {
  const words = useMessages().metrics;
  const ruleDetails = useContext(RuleDetails);
  const definition = definitionOf(series);
  const simulation = useSimulation();
  const why = definition === undefined ? null : whyMetricOf(definition.id, definition.type);
  // The fact that was the newest when somebody asked stays until it is asked again.
  const [shown] = useState(() => {
    const { trace, marks, nowUs } = simulation.store.getState();
    const { node } = partsOfSeries(series);
    const moves = ({ event }: TraceRow) => why?.kinds.includes(event.kind) === true && isOfNode(event, node);
    return withOlderFacts(trace, marks, nowUs).findLast(moves) ?? null;
  });
  if (definition === undefined || why === null) return null;
  const cause = m.cause(definition.id);
  return (
    <div className="flex flex-col gap-1.5 pt-1 pb-2 text-[12px] leading-4 text-ink-2">
      <p>{meaningOf(series, words)}</p>
      {cause !== null && <p>{cause}</p>}
      <p className="text-ink-3">{m.source(definition.source)}</p>
      {[why.measuredBy, ...(why.movedBy === null ? [] : [why.movedBy])].map((rule, i) => (
        <div key={rule}>
          <p className="text-ink-3">{i === 0 ? m.measured : m.moved}</p>
          {ruleDetails?.(rule)}
        </div>
      ))}
      {why.kinds.length > 0 && <p className="text-ink-3">{shown === null ? m.noFact : m.lastFact}</p>}
      {shown !== null && <WhyChain seq={shown.seq} />}
      <p>{m.memory[why.memory]}</p>
    </div>
  );
}

/** Facts of other processes do not move what one process measures; of the whole cluster all do. */
function isOfNode(event: TraceEvent, node: string | null): boolean {
  if (node === null) return true;
  const name = node.slice(node.indexOf(':') + 1);
  const fields = event as unknown as Readonly<Record<string, unknown>>;
  return ['broker', 'controller', 'producer', 'consumer', 'client', 'leader', 'previousLeader'].some(
    (field) => fields[field] === node || String(fields[field]) === name,
  );
}
