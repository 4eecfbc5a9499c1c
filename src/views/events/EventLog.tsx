import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { eventLog as m } from '../../i18n/en/eventLog.ts';
import { formatTime } from '../../i18n/format.ts';
import type { EventFilter } from '../../shared/eventFilter.ts';
import { interestOf } from '../../shared/interestingEvents.ts';
import type { TraceKind, TraceRow } from '../../shared/traceEvents.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { selectCluster } from '../clusterModel.ts';
import { usePanelState, useSimulation, useStageView, useStageViewStore } from '../SimulationContext.tsx';
import { describeTraceEvent } from '../trace/describeTraceEvent.ts';
import { instantAfter } from '../trace/instantAfter.ts';
import { MarkedText } from '../trace/MarkedText.tsx';
import { useRunAnswer } from '../useRunAnswer.ts';
import '../views.css';
import './events.css';
import { filterChoices } from './filterChoices.ts';

const MOST_SHOWN = 250;
const NO_FILTER: EventFilter = { interest: 'change', kind: null, node: null, partition: null, text: '' };
/** There the facts need the height: what picks them out is folded away. */
const NARROW = '(max-width: 719px)';

/** Every fact of the run, the newest first to be found: by kind, node, partition, error, or words. */
export function EventLog() {
  const view = useStageViewStore();
  const entities = usePanelState((state) => state.entities);
  const [filter, setFilter] = useState<EventFilter>(NO_FILTER);
  const [kinds, setKinds] = useState<readonly TraceKind[]>([]);
  const isNarrow = useMediaQuery(NARROW);
  const [isUnfolded, setUnfolded] = useState(false);
  const filtersId = useId();
  const found = useRunAnswer<'events'>({ kind: 'events', filter, limit: MOST_SHOWN });
  const list = useRef<HTMLOListElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const rows = found?.rows;
  // Kinds that were met so far may be chosen: of the hundred and more there are, most never come in one run.
  const known = rows === undefined ? kinds : filterChoices.kinds(kinds, rows);
  if (known !== kinds) setKinds(known);
  const newest = rows === undefined ? '' : `${rows.length} ${rows.at(-1)?.seq ?? ''}`;
  useEffect(() => {
    const element = list.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [newest]);
  useEffect(() => {
    if (!view.getState().takesFocus) return;
    view.setState({ takesFocus: false });
    root.current?.querySelector('input')?.focus();
  }, [view]);
  const choices = useMemo(() => filterChoices.of(selectCluster(entities)), [entities]);
  const change = (part: Partial<EventFilter>) => setFilter((now) => ({ ...now, ...part }));
  const orNull = (value: string) => (value === '' ? null : value);
  return (
    <div ref={root} className="hw-events" role="group" aria-label={m.title}>
      <div className="hw-events-bar">
        <div className="hw-events-head">
          <TextField
            label={m.search}
            hideLabel
            placeholder={m.searchHint}
            value={filter.text}
            onChange={(text) => change({ text: text.trim() === '' ? '' : text })}
            className="hw-events-search"
          />
          {isNarrow && (
            <Button
              size="small"
              icon={isUnfolded ? 'down' : 'next'}
              aria-expanded={isUnfolded}
              aria-controls={filtersId}
              onPress={() => setUnfolded(!isUnfolded)}
            >
              {m.filters(chosenFilters(filter))}
            </Button>
          )}
        </div>
        <div id={filtersId} className="hw-events-filters" hidden={isNarrow && !isUnfolded}>
          <Segments
            label={m.interest}
            value={filter.interest}
            onChange={(interest) => change({ interest })}
            segments={(['rpc', 'change', 'error'] as const).map((value) => ({
              value,
              label: m.interests[value],
            }))}
          />
          <SelectField
            label={m.kind}
            hideLabel
            value={filter.kind ?? ''}
            options={[
              { value: '', label: m.anyKind },
              ...known.map((kind) => ({ value: kind, label: kind })),
            ]}
            onChange={(kind) => change({ kind: known.find((one) => one === kind) ?? null })}
          />
          <SelectField
            label={m.node}
            hideLabel
            value={filter.node ?? ''}
            options={[
              { value: '', label: m.anyNode },
              ...choices.nodes.map((key) => ({ value: key, label: key.replace(':', ' ') })),
            ]}
            onChange={(node) => change({ node: orNull(node) })}
          />
          <SelectField
            label={m.partition}
            hideLabel
            value={filter.partition ?? ''}
            options={[
              { value: '', label: m.anyPartition },
              ...choices.partitions.map((name) => ({ value: name, label: name })),
            ]}
            onChange={(partition) => change({ partition: orNull(partition) })}
          />
          <Button size="small" onPress={() => setFilter(NO_FILTER)}>
            {m.clear}
          </Button>
        </div>
      </div>
      <p className="type-row px-3 text-ink-3" role="status">
        {found === undefined
          ? m.loading
          : `${m.found(found.rows.length)}, ${
              found.searchedFromUs === null ? m.all : m.searchedFrom(found.searchedFromUs)
            }`}
      </p>
      {rows?.length === 0 ? (
        <p className="type-row px-3 py-2 text-ink-2">{m.none}</p>
      ) : (
        <ol ref={list} className="hw-events-list">
          {rows?.map((row, index) => (
            <EventRow key={`${row.seq} ${row.event.kind} ${index}`} row={row} />
          ))}
        </ol>
      )}
    </div>
  );
}

/** How many of what is folded away leave something out. */
function chosenFilters({ interest, kind, node, partition }: EventFilter): number {
  return (
    [kind, node, partition].filter((one) => one !== null).length + (interest === NO_FILTER.interest ? 0 : 1)
  );
}

function EventRow({ row }: { readonly row: TraceRow }) {
  const t = useMessages().trace;
  const simulation = useSimulation();
  const view = useStageViewStore();
  const isAsked = useStageView((state) => state.whySeq === row.seq);
  const sentence = describeTraceEvent(row.event);
  const time = formatTime(row.timeUs);
  const isError = interestOf(row.event) === 'error';
  return (
    <li data-asked={isAsked || undefined} data-why-within="">
      <button
        type="button"
        className="hw-mono hw-events-time"
        aria-label={`${time}. ${t.goThere}`}
        onClick={() => void simulation.seek(instantAfter(row.timeUs))}
      >
        {time}
      </button>
      <span className={isError ? 'hw-events-kind text-error' : 'hw-events-kind'}>
        {isError ? '✕ ' : ''}
        {row.event.kind}
      </span>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <MarkedText text={sentence} error={isError} />
      </span>
      <button
        type="button"
        data-why=""
        className="hw-events-why"
        aria-label={t.whyOf(sentence)}
        onClick={() => view.setState({ whySeq: row.seq, panel: 'now' })}
      >
        {t.why}
      </button>
    </li>
  );
}
