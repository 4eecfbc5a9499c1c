import { useContext, useMemo, useState } from 'react';
import { why as m } from '../../i18n/en/why.ts';
import { formatDuration, formatTime } from '../../i18n/format.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import { Remaining } from '../cluster/TimerRing.tsx';
import { selectCluster } from '../clusterModel.ts';
import { withOlderFacts } from '../olderFacts.ts';
import { RuleDetails } from '../RuleDetails.ts';
import { usePanelState } from '../SimulationContext.tsx';
import { whyAspects, type WhyAspect } from './whyAspects.ts';
import { WhyChain } from './WhyChain.tsx';
import { whyStatement, type WhyStatement } from './whyStatements.ts';

/** Of each value of a thing how it comes about now, by which rule, and the chain of its causes; folded until it is asked for. */
export function WhyAspects({ of, name }: { readonly of: string; readonly name: string }) {
  const rows = usePanelState((state) => state.trace);
  const marks = usePanelState((state) => state.marks);
  const nowUs = usePanelState((state) => state.nowUs);
  const trace = useMemo<readonly TraceRow[]>(() => withOlderFacts(rows, marks, nowUs), [rows, marks, nowUs]);
  const aspects = useMemo(() => whyAspects(trace, of), [trace, of]);
  if (aspects.length === 0) return null;
  return (
    <ul aria-label={m.of} className="flex flex-col">
      {aspects.map((aspect) => (
        <li key={aspect.name}>
          <Aspect aspect={aspect} of={of} name={name} />
        </li>
      ))}
    </ul>
  );
}

interface AspectProps {
  readonly aspect: WhyAspect;
  readonly of: string;
  readonly name: string;
}

/** The fact that was asked for stays: a newer one changes it only when it is asked again. */
function Aspect({ aspect, of, name }: AspectProps) {
  const [asked, setAsked] = useState<{ readonly seq: number | null } | null>(null);
  const label = m.aspects[aspect.name];
  return (
    <details
      onToggle={(event) => setAsked(event.currentTarget.open ? { seq: aspect.row?.seq ?? null } : null)}
    >
      <summary
        aria-label={m.question(label, name)}
        className="type-row w-fit py-[7px] cursor-pointer rounded-cell text-ink-2 hover:text-accent pointer-coarse:py-[13px]"
      >
        {m.ask(label)}
      </summary>
      {asked !== null && (
        <div className="flex flex-col gap-1.5 pt-1 pb-2">
          <Now aspect={aspect} of={of} />
          {asked.seq === null ? (
            <p className="text-[12px] leading-4 text-ink-3">{m.asBegun}</p>
          ) : (
            <WhyChain seq={asked.seq} />
          )}
        </div>
      )}
    </details>
  );
}

/** The value in this cluster’s numbers, the rule that says what it is, and what changes it. */
function Now({ aspect, of }: Pick<AspectProps, 'aspect' | 'of'>) {
  const ruleDetails = useContext(RuleDetails);
  const entities = usePanelState((state) => state.entities);
  const statement = useMemo(() => {
    const cluster = entities.get('cluster');
    const hasEligibleLeaders = cluster?.kind === 'cluster' && cluster.eligibleLeaderReplicas;
    return whyStatement(selectCluster(entities), of, aspect.name, hasEligibleLeaders);
  }, [entities, of, aspect.name]);
  return (
    <div className="flex flex-col gap-1 text-[12.5px] leading-[17px]">
      {statement?.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {ruleDetails?.(aspect.rule)}
      {statement !== null && <Ends statement={statement} />}
    </div>
  );
}

function Ends({ statement: { ends, atUs } }: { readonly statement: WhyStatement }) {
  if (ends === null) return null;
  return (
    <p>
      {m.ends(ends)}{' '}
      {atUs !== null && (
        <span className="text-ink-3">
          {m.endsAt(formatTime(atUs))} <Remaining endsUs={atUs} format={formatDuration} />.
        </span>
      )}
    </p>
  );
}
