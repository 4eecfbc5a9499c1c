import { useEffect, useMemo, useRef } from 'react';
import { formatTime } from '../../i18n/format.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { withOlderFacts } from '../olderFacts.ts';
import { usePanelState, useSimulation, useStageView, useStageViewStore } from '../SimulationContext.tsx';
import '../views.css';
import { describeTraceEvent } from './describeTraceEvent.ts';
import { instantAfter } from './instantAfter.ts';
import { MarkedText } from './MarkedText.tsx';
import { traceItems, type FactItem, type SummaryItem } from './traceItems.ts';
import { WhyChain } from './WhyChain.tsx';

export interface TracePanelProps {
  /** Lines kept in the list. */
  readonly most?: number;
}

/** "What just happened": the newest last. A click goes there, "Why?" opens the chain of causes. */
export function TracePanel({ most = 60 }: TracePanelProps) {
  const m = useMessages();
  const rows = usePanelState((state) => state.trace);
  const marks = usePanelState((state) => state.marks);
  const nowUs = usePanelState((state) => state.nowUs);
  const commands = usePanelState((state) => state.commands);
  const whySeq = useStageView((view) => view.whySeq);
  const view = useStageViewStore();
  const items = useMemo(
    () => traceItems(withOlderFacts(rows, marks, nowUs), commands, most),
    [rows, marks, nowUs, commands, most],
  );
  const list = useStickToEnd(items.length, items.at(-1)?.key ?? '');

  return (
    <Panel
      title={whySeq === null ? m.trace.title : m.trace.whyTitle}
      className="flex h-full min-h-0 flex-col"
      actions={
        whySeq === null ? null : (
          <IconButton icon="close" label={m.trace.closeWhy} onPress={() => view.setState({ whySeq: null })} />
        )
      }
    >
      {whySeq !== null ? (
        <div className="hw-rows min-h-0 flex-1 overflow-y-auto">
          <WhyChain seq={whySeq} />
        </div>
      ) : items.length === 0 ? (
        <p className="type-row text-ink-2">{m.trace.empty}</p>
      ) : (
        // A list that scrolls is reached by its own buttons.
        <ol ref={list} className="hw-rows min-h-0 flex-1 overflow-y-auto">
          {items.map((item) =>
            item.type === 'fact' ? (
              <Fact key={item.key} item={item} />
            ) : (
              <Summary key={item.key} item={item} />
            ),
          )}
        </ol>
      )}
    </Panel>
  );
}

function Fact({ item }: { readonly item: FactItem }) {
  const m = useMessages();
  const simulation = useSimulation();
  const view = useStageViewStore();
  const sentence = describeTraceEvent(item.row.event);
  const time = formatTime(item.row.timeUs);
  return (
    <li className="group relative flex items-baseline gap-2.5 py-[3px] text-[12px] leading-[18px] pointer-coarse:py-0">
      <button
        type="button"
        className="hw-mono relative w-[66px] shrink-0 rounded-cell after:absolute after:inset-x-0 after:-inset-y-[3px] text-left text-[11px] text-ink-3 hover:text-accent hover:underline pointer-coarse:min-h-11"
        aria-label={`${time}. ${sentence} ${m.trace.goThere}`}
        onClick={() => void simulation.seek(instantAfter(item.row.timeUs))}
      >
        <span className={item.tone === 'error' ? 'text-error' : undefined}>{time}</span>
      </button>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <MarkedText text={sentence} error={item.tone === 'error'} />
        {item.by !== null && (
          <span className="ml-2 inline-block rounded-[6px] bg-sunken px-1.5 text-[11px] leading-4 text-ink-2">
            {item.by === 'you' ? m.trace.youDidThis : m.trace.scenarioDidThis}
          </span>
        )}
      </span>
      <button
        type="button"
        className="absolute top-[3px] right-0 rounded-cell after:absolute after:inset-x-0 after:-inset-y-[3px] bg-surface px-1.5 text-[11.5px] font-[560] text-accent opacity-0 group-hover:opacity-100 hover:underline focus-visible:opacity-100 pointer-coarse:relative pointer-coarse:top-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:opacity-100"
        aria-label={m.trace.whyOf(sentence)}
        onClick={() => view.setState({ whySeq: item.row.seq })}
      >
        {m.trace.why}
      </button>
    </li>
  );
}

function Summary({ item }: { readonly item: SummaryItem }) {
  const m = useMessages();
  return (
    <li className="flex items-baseline gap-2.5 py-[3px] text-[12px] leading-[18px] text-ink-3">
      <span className="w-[66px] shrink-0" />
      <span className="min-w-0 flex-1">{m.trace.summary(item.counts)}</span>
    </li>
  );
}

/** Stays at the newest line, unless the reader has scrolled back. */
function useStickToEnd(length: number, lastKey: string) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const isEmpty = length === 0;
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const onScroll = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 24;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [isEmpty]);
  useEffect(() => {
    const element = list.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [length, lastKey]);
  return list;
}
