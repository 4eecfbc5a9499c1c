import { Fragment, useMemo } from 'react';
import type { MetadataLogView } from '../../bridge/frame.ts';
import { formatNumber } from '../../i18n/format.ts';
import { Icon } from '../../ui/icons.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { usePanelState } from '../SimulationContext.tsx';
import '../views.css';
import { metadataRows, selectMetadataLog, type MetadataRow } from './metadataRows.ts';

/** The records of `__cluster_metadata`, the newest first: what the controller has decided, and how much of it is committed. */
export function MetadataLogPanel() {
  const m = useMessages().stage.metadata;
  const log = usePanelState((state) => selectMetadataLog(state.entities));
  return (
    <Panel
      title={m.title}
      className="flex h-full min-h-0 flex-col"
      actions={
        log !== null && (
          <p className="type-row hidden text-ink-2 min-[1100px]:block">
            <Ends log={log} />
          </p>
        )
      }
    >
      {log !== null && (
        <p className="type-row mb-1 text-ink-2 min-[1100px]:hidden">
          <Ends log={log} />
        </p>
      )}
      {log === null ? <p className="type-row text-ink-2">{m.empty}</p> : <Records log={log} />}
    </Panel>
  );
}

function Ends({ log }: { readonly log: MetadataLogView }) {
  const m = useMessages().stage.metadata;
  return m.ends({ controller: log.controller, end: log.endOffset, highWatermark: log.highWatermark });
}

function Records({ log }: { readonly log: MetadataLogView }) {
  const m = useMessages().stage.metadata;
  const rows = useMemo(() => metadataRows(log), [log]);
  const first = log.records[0]?.offset ?? 0;
  return (
    <>
      <ScrollBox role="region" label={m.list} className="hw-rows @container min-h-0 flex-1 overflow-y-auto">
        <table className="w-full border-collapse text-left text-[12px] leading-[18px]">
          <caption className="sr-only">{m.caption}</caption>
          <thead className="sticky top-0 bg-surface text-[11px] text-ink-3">
            <tr>
              <th scope="col" className="w-px pr-3 font-[500] whitespace-nowrap">
                {m.offset}
              </th>
              <th scope="col" className="w-px pr-3 font-[500]">
                {m.epoch}
              </th>
              <th scope="col" className="font-[500]">
                {m.record}
              </th>
              <th scope="col" className="w-px font-[500] whitespace-nowrap">
                <span className="sr-only @min-[480px]:not-sr-only">{m.state}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Fragment key={row.offset}>
                <Row row={row} />
                {row.endsUncommitted && <WaterLine highWatermark={log.highWatermark} />}
              </Fragment>
            ))}
          </tbody>
        </table>
        {first > 0 && <p className="py-1 text-[12px] text-ink-3">{m.older(first)}</p>}
        <p className="py-1 text-[12px] text-ink-3">{m.note}</p>
      </ScrollBox>
    </>
  );
}

function Row({ row }: { readonly row: MetadataRow }) {
  const m = useMessages().stage.metadata;
  const isRoutine = row.type === 'NoOpRecord';
  return (
    <tr className={isRoutine ? 'align-top text-ink-3' : 'align-top'}>
      <th scope="row" className="hw-mono py-[2px] pr-3 text-right font-[500] whitespace-nowrap">
        {row.offset === row.lastOffset
          ? formatNumber(row.offset)
          : m.range(formatNumber(row.offset), formatNumber(row.lastOffset))}
      </th>
      <td className="hw-mono py-[2px] pr-3 text-right">{formatNumber(row.epoch)}</td>
      <td className="py-[2px] pr-3 [overflow-wrap:anywhere]">
        <span className={isRoutine ? undefined : 'font-[590]'}>{row.type}</span>
        {row.offset !== row.lastOffset && ` × ${formatNumber(row.lastOffset - row.offset + 1)}`}
        {row.fields.map(([name, value]) => (
          <Fragment key={name}>
            {' '}
            <span className="ml-1 inline-block max-w-full text-ink-2">
              {name} <span className="hw-mono text-ink">{value}</span>
            </span>
          </Fragment>
        ))}
      </td>
      <td className="py-[2px] whitespace-nowrap">
        {row.committed ? (
          <span className="inline-flex items-center gap-1 text-ink-2">
            <Icon name="check" size={11} />
            <span className="sr-only @min-[480px]:not-sr-only">{m.committed}</span>
          </span>
        ) : (
          <span className="inline-block min-h-4 min-w-3 rounded-[5px] border border-dashed border-current px-1 text-wait">
            <span className="sr-only @min-[480px]:not-sr-only @min-[480px]:whitespace-nowrap">
              {m.uncommitted}
            </span>
          </span>
        )}
      </td>
    </tr>
  );
}

function WaterLine({ highWatermark }: { readonly highWatermark: number }) {
  const m = useMessages().stage.metadata;
  return (
    <tr>
      <td colSpan={4} className="border-b-2 border-water pb-0.5 text-right text-[11px] text-water">
        {m.highWatermark(highWatermark)}
      </td>
    </tr>
  );
}
