import { memo, useId, useState, type KeyboardEvent } from 'react';
import type { BrokerView } from '../../bridge/frame.ts';
import { map as mapWords } from '../../i18n/en/map.ts';
import { topicLevel as m } from '../../i18n/en/topicLevel.ts';
import type { TopicPartition } from '../../shared/units.ts';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { PatternDefs } from '../log/PatternDefs.tsx';
import { RoleBadge } from '../log/RoleBadge.tsx';
import { LINE_HEIGHT } from '../map/layoutMap.ts';
import { ReplicaBarShape, shortened } from '../map/MapBars.tsx';
import { spokenBar } from '../map/spokenBar.ts';
import type { ReplicaBar } from '../map/replicaBars.ts';
import { topicColumns, type TopicColumns } from './topicColumns.ts';
import type { TopicModel, TopicRow } from './topicRows.ts';

export interface TopicTableProps {
  readonly model: TopicModel;
  readonly brokers: readonly BrokerView[];
  readonly width: number;
  readonly chosen: TopicPartition | null;
  readonly helpId: string;
  readonly onChoose: (partition: TopicPartition) => void;
  readonly onOpen: (partition: TopicPartition) => void;
  readonly onUnfold: () => void;
}

/** A row for each partition and a column for each broker. It is a table for the eye and for who cannot see it. */
export function TopicTable(props: TopicTableProps) {
  const { model, brokers, width, chosen, helpId, onChoose, onOpen, onUnfold } = props;
  const idPrefix = `hw${useId().replace(/\W/g, '')}`;
  const columns = topicColumns(width, brokers.length, model.groups.length);
  const [focused, setFocused] = useState<TopicPartition | null>(null);
  const names = model.rows.map(({ name }) => name);
  const stop = [focused, chosen].find((name) => name !== null && names.includes(name)) ?? names[0];
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(buttons.length - 1, to))]?.focus();
  };
  return (
    <>
      <svg className="absolute size-0" aria-hidden="true">
        <PatternDefs prefix={idPrefix} />
      </svg>
      <table className="hw-topic-table" aria-describedby={helpId}>
        <caption className="sr-only">{m.caption(model.topic)}</caption>
        <colgroup>
          <col style={{ width: columns.name }} />
          <col style={{ width: columns.isr }} />
          {brokers.map(({ key }) => (
            <col key={key} style={{ width: columns.broker }} />
          ))}
          {columns.hasEnds && <col />}
          {model.groups.slice(0, columns.groups).map((group) => (
            <col key={group} style={{ width: columns.lag }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{m.columns.partition}</th>
            <th scope="col">{m.columns.isr}</th>
            {brokers.map(({ key, nodeId, rack }) => (
              <th key={key} scope="col" aria-label={m.columns.broker(nodeId)}>
                {columns.hasBars ? m.columns.broker(nodeId) : m.columns.brokerShort(nodeId)}
                {columns.hasBars && rack !== null && <span className="hw-topic-rack"> {rack}</span>}
              </th>
            ))}
            {columns.hasEnds && (
              <th scope="col" className="text-right">
                {m.columns.ends}
              </th>
            )}
            {model.groups.slice(0, columns.groups).map((group) => (
              <th key={group} scope="col" className="text-right">
                {m.columns.lag(group)}
              </th>
            ))}
          </tr>
        </thead>
        {/* Keys of the buttons inside, which move the focus between them. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onKeyDown={onKeyDown}>
          {model.rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              brokers={brokers}
              columns={columns}
              idPrefix={idPrefix}
              isChosen={row.name === chosen}
              isStop={row.name === stop}
              onChoose={onChoose}
              onOpen={onOpen}
              onFocus={setFocused}
            />
          ))}
        </tbody>
      </table>
      {model.hidden > 0 && (
        <div className="px-5 py-2">
          <Button size="small" onPress={onUnfold}>
            {model.areHiddenHealthy ? m.moreHealthy(model.hidden) : m.more(model.hidden)}
          </Button>
        </div>
      )}
    </>
  );
}

/** Left and right of a name. */
const NAME_MARGIN = 24;

interface RowProps {
  readonly row: TopicRow;
  readonly brokers: readonly BrokerView[];
  readonly columns: TopicColumns;
  readonly idPrefix: string;
  readonly isChosen: boolean;
  readonly isStop: boolean;
  readonly onChoose: (partition: TopicPartition) => void;
  readonly onOpen: (partition: TopicPartition) => void;
  readonly onFocus: (partition: TopicPartition) => void;
}

const Row = memo(function Row(props: RowProps) {
  const { row, brokers, columns, idPrefix, isChosen, isStop, onChoose, onOpen, onFocus } = props;
  const { name, ends, isr, replicas, minIsr } = row;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== '+') return;
    event.preventDefault();
    onOpen(name);
  };
  return (
    <tr data-chosen={isChosen || undefined} data-why-of={row.key} onDoubleClick={() => onOpen(name)}>
      <th scope="row">
        <button
          type="button"
          tabIndex={isStop ? 0 : -1}
          aria-pressed={isChosen}
          aria-label={m.row({ name, leader: row.leader, isr, replicas: replicas.length, minIsr })}
          onClick={() => onChoose(name)}
          onKeyDown={onKeyDown}
          onFocus={() => onFocus(name)}
        >
          {shortened(name, columns.name - NAME_MARGIN)}
        </button>
      </th>
      <td>
        <IsrSlots size={isr.length} replicas={replicas.length} minIsr={minIsr} isShort={columns.isIsrShort} />
      </td>
      {brokers.map(({ key, nodeId }) => (
        <Replica
          key={key}
          bar={row.bars.get(nodeId) ?? null}
          isReplica={replicas.includes(nodeId)}
          columns={columns}
          idPrefix={idPrefix}
        />
      ))}
      {columns.hasEnds && (
        <td className="hw-mono text-right">
          {ends === null ? m.noEnds : m.offsets(ends.highWatermark, ends.logEndOffset)}
        </td>
      )}
      {row.lags.slice(0, columns.groups).map((lag, index) => (
        // Columns of groups stand as those of the head do.
        <td key={index} className={lag === null ? 'text-right text-ink-3' : 'hw-mono text-right'}>
          {lag === null ? m.notCommitted : m.lag(lag)}
        </td>
      ))}
    </tr>
  );
});

const BADGE = 22;
/** What stands beyond a bar: ✕, and the end tick. */
const BAR_MARGIN = 18;

function Replica({
  bar,
  isReplica,
  columns,
  idPrefix,
}: {
  readonly bar: ReplicaBar | null;
  readonly isReplica: boolean;
  readonly columns: TopicColumns;
  readonly idPrefix: string;
}) {
  const { roles } = useMessages().stage.outline;
  if (bar === null) return <td>{isReplica && <span className="text-ink-3">·</span>}</td>;
  const width = columns.hasBars ? columns.broker - 8 : BADGE;
  const words = spokenBar(roles, bar);
  return (
    <td title={words}>
      <span className="sr-only">{words}</span>
      <svg className="hw-svg" width={width} height={LINE_HEIGHT} aria-hidden="true">
        <RoleBadge letter={bar.letter} x={0} y={2} />
        {columns.hasBars ? (
          <ReplicaBarShape bar={bar} x0={BADGE + 2} x1={width - BAR_MARGIN} idPrefix={idPrefix} />
        ) : (
          (bar.isOffline || bar.cannotFetch) && (
            <text x={BADGE - 2} y="10" className="fe t10">
              ✕<title>{bar.isOffline ? mapWords.offline : mapWords.cannotFetch}</title>
            </text>
          )
        )}
      </svg>
    </td>
  );
}

const SLOT = 9;
const MOST_SLOTS = 5;

/** A slot for each replica, filled as far as the ISR goes, with a mark where min.insync.replicas stands. */
function IsrSlots({
  size,
  replicas,
  minIsr,
  isShort,
}: {
  readonly size: number;
  readonly replicas: number;
  readonly minIsr: number;
  /** Without words. */
  readonly isShort: boolean;
}) {
  const slots = Math.min(MOST_SLOTS, replicas);
  const isBelow = size < minIsr;
  const markX = Math.min(minIsr, slots) * SLOT - 1;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <svg width={slots * SLOT + 2} height="16" aria-hidden="true" className="hw-svg shrink-0">
        {Array.from({ length: slots }, (_, index) => (
          <rect
            key={index}
            x={index * SLOT + 0.5}
            y="4"
            width={SLOT - 3}
            height="9"
            rx="1.5"
            fill={index < size ? 'var(--water)' : 'var(--surface)'}
            stroke={index < size ? 'var(--water)' : 'var(--control)'}
          />
        ))}
        <path d={`M${markX} 1v14`} stroke={isBelow ? 'var(--error)' : 'var(--ink-2)'} strokeWidth="1.6" />
      </svg>
      <span
        className={`${isShort ? 'sr-only' : ''} ${isBelow ? 'font-[620] text-error' : size < replicas ? 'text-wait' : 'text-ink-2'}`}
      >
        {m.isrOf(size, replicas)}
      </span>
    </span>
  );
}
