import { useRef } from 'react';
import type { GroupView } from '../../bridge/frame.ts';
import { formatNumber, formatTime } from '../../i18n/format.ts';
import { group as m } from '../../i18n/en/group.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import type { Micros } from '../../shared/units.ts';
import { useElementSize } from '../cluster/useElementSize.ts';
import { trendOf } from '../metrics/layoutMetricStrip.ts';
import type { ClusterModel } from '../clusterModel.ts';
import {
  drainOfGroup,
  lagHistory,
  lagPoints,
  predictDrain,
  RATE_WINDOW_US,
  tellsOfLag,
  totalLag,
  type LagPoint,
} from './lagHistory.ts';
import { layoutLag } from './layoutLag.ts';
import { timeTicks, timeToX, type TimeWindow } from './layoutGroupTimeline.ts';
import { useRunRows } from './useRunRows.ts';

interface GroupLagProps {
  readonly cluster: ClusterModel;
  readonly group: GroupView;
  readonly window: TimeWindow;
}

/** Lag over time, when it will be gone at the rates of now, and partition by partition what that hangs on. */
export function GroupLagView({ cluster, group, window }: GroupLagProps) {
  const rows = useRunRows(tellsOfLag);
  return <Lag cluster={cluster} group={group} window={window} rows={rows} />;
}

function Lag({ cluster, group, window, rows }: GroupLagProps & { readonly rows: readonly TraceRow[] }) {
  const series = lagHistory(rows, group.groupId, cluster.partitions);
  if (series.length === 0) return <p className="type-row py-2 text-ink-2">{m.lag.nothing}</p>;
  const nowUs = window.toUs;
  const predictions = series.map((each) => ({ partition: each.partition, ...predictDrain(each, nowUs) }));
  const drainedInUs = drainOfGroup(predictions);
  const points = totalLag(series.map((each) => lagPoints(each, window.fromUs, nowUs)));
  const lag = predictions.reduce((sum, each) => sum + each.lag, 0);
  return (
    <>
      <p className="type-row my-1">
        <strong className="font-[620]">{m.lag.records(lag)}</strong>{' '}
        <span className="text-ink-2">{m.lag.prediction(drainedInUs, lag)}</span>
      </p>
      <LagPicture groupId={group.groupId} points={points} window={window} drainedInUs={drainedInUs} />
      <table className="group-table">
        <caption className="sr-only">{m.lag.caption(group.groupId)}</caption>
        <thead>
          <tr>
            <th scope="col">{m.lag.partition}</th>
            {[m.lag.lag, m.lag.arrivals, m.lag.commits, m.lag.drained].map((title) => (
              <th key={title} scope="col" className="text-right">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {predictions.map((each) => (
            <tr key={each.partition}>
              <th scope="row" className="hw-mono">
                {each.partition}
              </th>
              <td className="hw-mono text-right font-[620]">{formatNumber(each.lag)}</td>
              <td className="hw-mono text-right">{m.lag.rate(each.arrivals)}</td>
              <td className="hw-mono text-right">{m.lag.rate(each.commits)}</td>
              <td className={`text-right ${each.drainedInUs === null ? 'font-[620] text-wait' : ''}`}>
                {m.lag.drainedIn(each.drainedInUs)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="py-1 text-[12px] text-ink-3">{m.lag.rates(RATE_WINDOW_US)}</p>
    </>
  );
}

const GUTTER = 46;
/** So much of the axis lies behind now while something is predicted. */
const AHEAD = 0.35;

function LagPicture({
  groupId,
  points,
  window,
  drainedInUs,
}: {
  readonly groupId: string;
  readonly points: readonly LagPoint[];
  readonly window: TimeWindow;
  readonly drainedInUs: Micros | null;
}) {
  const place = useRef<HTMLDivElement>(null);
  const size = useElementSize(place);
  const width = size?.width ?? 0;
  const span = window.toUs - window.fromUs;
  const ahead = drainedInUs === null || drainedInUs === 0 ? 0 : Math.min(drainedInUs * 1.1, span * AHEAD);
  const shown = { fromUs: window.fromUs, toUs: window.toUs + ahead };
  const layout = layoutLag(points, shown, window.toUs, drainedInUs, width, GUTTER);
  const x = timeToX(shown, width, GUTTER);
  return (
    <div ref={place} className="min-w-0">
      {size !== null && (
        <svg
          className="hw-svg"
          role="img"
          aria-label={m.lag.picture(
            groupId,
            trendOf(points.map((point) => point.lag)),
            points.at(-1)?.lag ?? 0,
          )}
          width={layout.width}
          height={layout.height + 6}
        >
          {layout.ticks.map(({ y, lag }) => (
            <g key={lag}>
              <line x1={GUTTER} x2={width - 4} y1={y} y2={y} stroke="var(--line)" />
              <text className="m t10 d end" x={GUTTER - 6} y={y + 3.5}>
                {formatNumber(lag)}
              </text>
            </g>
          ))}
          <path d={layout.area} fill="var(--wait-tint)" />
          <path d={layout.line} fill="none" stroke="var(--wait)" strokeWidth={1.6} />
          {layout.prediction !== null && (
            <>
              <line {...layout.prediction} stroke="var(--ink-2)" strokeWidth={1.4} strokeDasharray="4 3" />
              <text
                className="t10 d2 end"
                x={Math.min(width - 4, layout.prediction.x2)}
                y={Math.min(layout.baseY - 16, layout.prediction.y1 - 6)}
              >
                {m.lag.predicted}
              </text>
            </>
          )}
          <line x1={layout.nowX} x2={layout.nowX} y1={4} y2={layout.baseY} stroke="var(--ink)" />
          {timeTicks(shown, width - GUTTER).map((atUs) => (
            <text key={atUs} className="m t10 d mid" x={Math.min(width - 18, x(atUs))} y={layout.baseY + 15}>
              {formatTime(atUs).slice(0, -4)}
            </text>
          ))}
        </svg>
      )}
    </div>
  );
}
