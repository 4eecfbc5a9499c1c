import { useMemo } from 'react';
import { formatDuration } from '../../i18n/format.ts';
import { useMessages } from '../../ui/messages.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { Remaining, TimerRing } from '../cluster/TimerRing.tsx';
import { selectCluster } from '../clusterModel.ts';
import { usePanelPlayback, usePanelState, useStageView, useStageViewStore } from '../SimulationContext.tsx';
import { MarkedText } from '../trace/MarkedText.tsx';
import '../views.css';
import { WhyWait } from './WhyWait.tsx';
import { nextHeartbeatUs, waitRows, type WaitRow } from './waitRows.ts';

export interface WaitsPanelProps {
  /** Rows shown; the rest is counted. */
  readonly most?: number;
}

/** "Who waits for what": nobody is a spinner. */
export function WaitsPanel({ most = 12 }: WaitsPanelProps) {
  const m = useMessages().stage;
  const waits = usePanelState((state) => state.waits);
  const rows = useMemo(() => waitRows(m, waits), [m, waits]);
  const shown = rows.slice(0, most);
  return (
    <Panel title={m.waits.title} className="flex h-full min-h-0 flex-col">
      {rows.length === 0 ? (
        <Idle />
      ) : (
        <ScrollBox label={m.waits.title} className="hw-rows min-h-0 flex-1 overflow-y-auto">
          <ul className="@container">
            {shown.map((row) => (
              <Wait key={row.key} row={row} />
            ))}
            {rows.length > shown.length && (
              <li className="py-1 pl-7 text-[12px] text-ink-3">{m.waits.more(rows.length - shown.length)}</li>
            )}
          </ul>
        </ScrollBox>
      )}
    </Panel>
  );
}

function Wait({ row }: { readonly row: WaitRow }) {
  const m = useMessages().stage.waits;
  const view = useStageViewStore();
  const isChosen = useStageView(({ waitKey }) => waitKey === row.key);
  const { endsUs } = row;
  return (
    <li
      className={`relative grid min-h-8 grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-2.5 text-[12px] leading-4 pointer-coarse:min-h-11 ${isChosen ? 'bg-accent-tint' : ''}`}
    >
      {/* Over the whole row: its words stay words for who reads them. */}
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={m.showThread(row.what)}
        className="absolute inset-0 rounded-cell"
        onClick={() => view.setState({ waitKey: isChosen ? null : row.key })}
      />
      <TimerRing sinceUs={row.sinceUs} endsUs={endsUs} tone={row.tone} />
      <span className="min-w-0 py-[3px] [overflow-wrap:anywhere]">
        <b className="font-[590]">{row.who}</b>{' '}
        <span className="text-ink-2">
          <MarkedText text={row.what} error={row.tone === 'error'} />
        </span>
      </span>
      {endsUs === null ? (
        <span className="text-[11px] text-ink-3">{m.noEnd}</span>
      ) : (
        <span className="hw-mono text-right text-[11.5px] whitespace-nowrap text-ink-3">
          {row.timesOut && <span className="hidden @min-[420px]:inline">{m.timesOutIn} </span>}
          <Remaining endsUs={endsUs} />
        </span>
      )}
      {isChosen && (
        <div className="relative col-span-2 col-start-2 cursor-auto">
          <WhyWait key={row.key} wait={row.wait} name={`${row.who} ${row.what}`} />
        </div>
      )}
    </li>
  );
}

function Idle() {
  const m = useMessages().stage.waits;
  const entities = usePanelState((state) => state.entities);
  const playheadUs = usePanelPlayback((state) => state.playheadUs);
  const next = nextHeartbeatUs(selectCluster(entities).brokers);
  return (
    <p className="type-row text-ink-2">
      {next === null ? m.nobody : m.nobodyNext(formatDuration(Math.max(0, next - playheadUs)))}
    </p>
  );
}
