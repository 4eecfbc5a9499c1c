import { useContext, useEffect, useMemo, useState } from 'react';
import { why } from '../../i18n/en/why.ts';
import { formatDuration, formatTime } from '../../i18n/format.ts';
import { isTold, interestOf } from '../../shared/interestingEvents.ts';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import { useMessages } from '../../ui/messages.tsx';
import { Octagon } from '../cluster/cards.tsx';
import { Remaining, TimerRing } from '../cluster/TimerRing.tsx';
import { withOlderFacts } from '../olderFacts.ts';
import { RuleDetails } from '../RuleDetails.ts';
import { usePanelState, useSimulation } from '../SimulationContext.tsx';
import { describeTraceEvent } from './describeTraceEvent.ts';
import { endingOfFact } from './endingOfFact.ts';
import { MarkedText } from './MarkedText.tsx';
import { instantAfter } from './instantAfter.ts';
import { ruleOfFact } from './ruleOfFact.ts';

const PROTOCOL_ERROR = /^[A-Z]+(?:_[A-Z]+)+$/;

/** From effect to cause, down to a command, a fault or the scenario, each with its rule; last what ends it, and when. */
export function WhyChain({ seq }: { readonly seq: number }) {
  const m = useMessages();
  const simulation = useSimulation();
  const [chain, setChain] = useState<{ readonly of: number; readonly rows: readonly TraceRow[] } | null>(
    null,
  );
  useEffect(() => {
    let isCurrent = true;
    const show = (rows: readonly TraceRow[]) => {
      if (isCurrent) setChain({ of: seq, rows });
    };
    simulation.why(seq).then(show, () => show([]));
    return () => {
      isCurrent = false;
    };
  }, [simulation, seq]);
  if (chain?.of !== seq) return <p className="type-row text-ink-3">{m.trace.whyLoading}</p>;
  const endsInScenario = chain.rows.at(-1)?.event.kind !== 'CommandApplied';
  const effect = chain.rows[0];
  return (
    <>
      <Links rows={chain.rows} endsInScenario={endsInScenario} />
      {effect !== undefined && <Ends row={effect} />}
    </>
  );
}

function Links({
  rows,
  endsInScenario,
}: {
  readonly rows: readonly TraceRow[];
  readonly endsInScenario: boolean;
}) {
  const m = useMessages();
  const ruleDetails = useContext(RuleDetails);
  return (
    <ol className="flex flex-col">
      {rows.map((row, index) => (
        <li key={`${row.seq} ${index}`} className="relative pb-2.5 pl-7 text-[12.5px] leading-[17px]">
          {(index < rows.length - 1 || endsInScenario) && (
            <span
              aria-hidden="true"
              className="absolute top-5 bottom-0 left-[9px] w-[1.5px] bg-line-strong"
            />
          )}
          <span aria-hidden="true" className="absolute top-0 left-0 grid size-5 place-items-center">
            <EventGlyph event={row.event} />
          </span>
          <span className={index === 0 ? 'font-[590]' : undefined}>
            <MarkedText text={describeTraceEvent(row.event)} error />
          </span>
          <TimeButton timeUs={row.timeUs} />
          <AboutError event={row.event} />
          {ruleDetails?.(ruleOfFact(row.event))}
        </li>
      ))}
      {endsInScenario && (
        <li className="relative pl-7 text-[12.5px] leading-[17px] text-ink-3">
          <span aria-hidden="true" className="absolute top-1.5 left-1.5 size-2 rounded-full bg-line-strong" />
          {m.trace.whyScenario}
        </li>
      )}
    </ol>
  );
}

function TimeButton({ timeUs }: { readonly timeUs: number }) {
  const m = useMessages().trace;
  const simulation = useSimulation();
  return (
    <button
      type="button"
      className="hw-mono hit relative ml-1.5 min-h-6 rounded-cell px-1 text-accent hover:underline pointer-coarse:min-h-11"
      aria-label={m.goTo(formatTime(timeUs))}
      onClick={() => void simulation.seek(instantAfter(timeUs))}
    >
      {formatTime(timeUs)}
    </button>
  );
}

/** What ends that with which the chain begins, and when, or what has ended it. */
function Ends({ row }: { readonly row: TraceRow }) {
  const rows = usePanelState((state) => state.trace);
  const marks = usePanelState((state) => state.marks);
  const nowUs = usePanelState((state) => state.nowUs);
  const ending = useMemo(
    () => endingOfFact(row, withOlderFacts(rows, marks, nowUs), rows[0]?.timeUs),
    [row, rows, marks, nowUs],
  );
  if (ending === null) return <p className="mt-1 text-[12px] leading-4 text-ink-3">{why.instant}</p>;
  const { by, atUs, text, isUntold } = ending;
  if (isUntold)
    return <p className="mt-1 text-[12.5px] leading-[17px]">{`${why.ends(text)} ${why.untold}`}</p>;
  if (by !== null || (atUs !== null && atUs <= nowUs)) {
    return (
      <p className="mt-1 text-[12.5px] leading-[17px]">
        {why.endedAt}
        <TimeButton timeUs={by?.timeUs ?? atUs ?? 0} />
        {by !== null && <MarkedText text={why.endedBy(describeTraceEvent(by.event))} />}
      </p>
    );
  }
  return (
    <p className="mt-1 flex items-start gap-2 text-[12.5px] leading-[17px]">
      {atUs !== null && <TimerRing sinceUs={row.timeUs} endsUs={atUs} />}
      <span>
        {why.ends(text)}{' '}
        {atUs !== null && (
          <span className="text-ink-3">
            {why.endsAt(formatTime(atUs))} <Remaining endsUs={atUs} format={formatDuration} />.
          </span>
        )}
      </span>
    </p>
  );
}

/** Leads to the page of an error of the protocol. */
function AboutError({ event }: { readonly event: TraceEvent }) {
  const m = useMessages().trace;
  if (!('error' in event) || !PROTOCOL_ERROR.test(event.error)) return null;
  return (
    <a href={`#/errors/${event.error}`} className="ml-1.5 text-accent underline underline-offset-2">
      {m.aboutError}
      <span className="sr-only">{m.aboutErrorOf(event.error)}</span>
    </a>
  );
}

/** The glyph of the thing: a square for commands, an octagon for trouble, a diamond for the controller's decisions. */
function EventGlyph({ event }: { readonly event: TraceEvent }) {
  if (event.kind === 'CommandApplied') {
    return (
      <svg width="14" height="14" viewBox="-7 -7 14 14">
        <rect
          x="-4.500"
          y="-4.500"
          width="9"
          height="9"
          rx="1.5"
          fill="var(--surface)"
          stroke="var(--ink)"
          strokeWidth="1.6"
        />
      </svg>
    );
  }
  if (interestOf(event) === 'error' || event.kind === 'BrokerKilled' || event.kind === 'PowerLost') {
    return (
      <svg width="14" height="14" viewBox="-7 -7 14 14">
        <Octagon radius={6} />
      </svg>
    );
  }
  if (isTold(interestOf(event), 'change')) {
    return (
      <svg width="14" height="14" viewBox="-7 -7 14 14">
        <path d="M0-5L5 0L0 5L-5 0Z" fill="var(--surface)" stroke="var(--wait-fill)" strokeWidth="1.6" />
      </svg>
    );
  }
  return <span className="size-2 rounded-full bg-water" />;
}
