import { useId, useRef } from 'react';
import type { GroupView } from '../../bridge/frame.ts';
import { formatTime } from '../../i18n/format.ts';
import { group as m } from '../../i18n/en/group.ts';
import { useElementSize } from '../cluster/useElementSize.ts';
import {
  pauseFigures,
  type GroupCause,
  type GroupHistory,
  type MemberStep,
  type PauseFigures,
} from './groupHistory.ts';
import { GroupOwnersTable } from './GroupOwnersTable.tsx';
import {
  gutterOf,
  LANE_PITCH,
  layoutGroupTimeline,
  ROW_HEIGHT,
  timeTicks,
  timeToX,
  type GroupTimelineLayout,
  type TimeWindow,
} from './layoutGroupTimeline.ts';
import { memberFill, memberInk, MemberPatterns, memberTint } from './MemberPatterns.tsx';

export interface GroupOwnersProps {
  readonly histories: readonly GroupHistory[];
  readonly groups: readonly GroupView[];
  readonly causes: readonly GroupCause[];
  readonly window: TimeWindow;
}

/** All groups on one axis of time: bars of owners, a thread for each member, and what the time without a reader adds up to. */
export function GroupOwners({ histories, groups, causes, window }: GroupOwnersProps) {
  const place = useRef<HTMLDivElement>(null);
  const size = useElementSize(place);
  const width = size?.width ?? 0;
  const gutter = gutterOf(histories);
  const figures = histories.map((history) => pauseFigures(history, window.fromUs, window.toUs));
  const most = Math.max(1, ...figures.map(({ pausedUs }) => pausedUs));
  const shown = causes.filter(({ atUs }) => atUs > window.fromUs && atUs <= window.toUs);
  return (
    <div className="group-owners">
      {histories.map((history, i) => (
        <section key={history.groupId} className="group-row" aria-label={`${m.group} ${history.groupId}`}>
          <GroupName history={history} view={groups.find(({ groupId }) => groupId === history.groupId)} />
          <div ref={i === 0 ? place : undefined} className="group-chart">
            {width > 0 && (
              <GroupChart
                history={history}
                causes={shown}
                window={window}
                layout={layoutGroupTimeline(history, window, width, gutter)}
                width={width}
                gutter={gutter}
              />
            )}
          </div>
          <Figures figures={figures[i]!} most={most} />
        </section>
      ))}
      <div className="group-row group-axis">
        <span />
        {width > 0 && (
          <Axis histories={histories} causes={shown} window={window} width={width} gutter={gutter} />
        )}
        <span />
      </div>
      <Legend hasBlocked={hasStep(histories, 'blocked')} />
      <GroupOwnersTable histories={histories} window={window} />
    </div>
  );
}

function GroupName({
  history,
  view,
}: {
  readonly history: GroupHistory;
  readonly view: GroupView | undefined;
}) {
  return (
    <div className="group-name">
      <h3 className="text-[13px] leading-[18px] font-[620] [overflow-wrap:anywhere]">{history.groupId}</h3>
      <p className="text-[11.5px] leading-[16px] text-ink-2">
        {view === undefined ? m.noCoordinator : m.standing(view)}
      </p>
    </div>
  );
}

function Figures({ figures, most }: { readonly figures: PauseFigures; readonly most: number }) {
  return (
    <div className="group-figures">
      <p
        className={`text-[19px] leading-[24px] font-[620] tracking-[-0.02em] tabular-nums ${figures.pausedUs > 0 && figures.pausedUs === most ? 'text-wait' : ''}`}
      >
        {m.owners.figure(figures.pausedUs)}
      </p>
      <p className="text-[11.5px] leading-[16px] text-ink-2">
        {m.owners.figureName}
        <br />
        {m.owners.cost(figures.stopped, figures.partitions, figures.moved)}
      </p>
      <span
        aria-hidden="true"
        className="group-cost"
        style={{ width: `${Math.round((100 * figures.pausedUs) / most)}%` }}
      />
    </div>
  );
}

interface ChartProps {
  readonly history: GroupHistory;
  readonly causes: readonly GroupCause[];
  readonly window: TimeWindow;
  readonly layout: GroupTimelineLayout;
  readonly width: number;
  readonly gutter: number;
}

function GroupChart({ history, causes, window, layout, width, gutter }: ChartProps) {
  const prefix = useId();
  const x = timeToX(window, width, gutter);
  const owned = history.partitions.map(({ partition, bars }) => ({
    partition,
    owner: bars.findLast(({ fromUs }) => fromUs <= window.toUs)?.owner ?? null,
  }));
  if (history.partitions.length === 0 && history.members.length === 0)
    return <p className="type-row text-ink-2">{m.owners.noPartition}</p>;
  return (
    <svg
      className="hw-svg"
      role="img"
      aria-label={`${m.owners.picture(history.groupId)}. ${m.owners.spoken({ groupId: history.groupId, owned })}`}
      width={width}
      height={layout.height}
    >
      <MemberPatterns prefix={prefix} />
      {layout.rows.map((row) => (
        <g key={row.partition}>
          <text className="m t10 d2 end" x={gutter - 6} y={row.y + ROW_HEIGHT - 3.5}>
            {row.label}
          </text>
          {row.bars.map((bar, i) => (
            <g key={i}>
              <rect
                x={bar.x}
                y={row.y + 0.5}
                width={bar.width}
                height={ROW_HEIGHT - 1}
                rx={2}
                fill={bar.member === null ? `url(#${prefix}pause)` : memberFill(prefix, bar.member)}
                stroke={bar.member === null ? 'none' : memberInk(bar.member)}
                strokeWidth={1.2}
              />
              {bar.member !== null && bar.hasLetter && (
                <>
                  <rect
                    x={bar.x + 3}
                    y={row.y + 2}
                    width={11}
                    height={ROW_HEIGHT - 4}
                    fill={memberTint(bar.member)}
                  />
                  <text
                    className="t10 b"
                    x={bar.x + 5}
                    y={row.y + ROW_HEIGHT - 3.5}
                    style={{ fill: memberInk(bar.member) }}
                  >
                    {history.members[bar.member]?.letter}
                  </text>
                </>
              )}
            </g>
          ))}
        </g>
      ))}
      {layout.quietPartitions > 0 && (
        <text className="t10 d" x={gutter} y={layout.foldY}>
          {m.owners.quiet(layout.quietPartitions)}
        </text>
      )}
      {layout.lanes.map((lane) => {
        const member = history.members[lane.member]!;
        const middle = lane.y + LANE_PITCH / 2;
        return (
          <g key={member.clientId}>
            <title>{member.clientId}</title>
            <circle
              cx={gutter - 12}
              cy={middle}
              r={5.5}
              fill={memberTint(lane.member)}
              stroke={memberInk(lane.member)}
            />
            <text
              className="t10 b mid"
              x={gutter - 12}
              y={middle + 3.2}
              style={{ fill: memberInk(lane.member), fontSize: 9 }}
            >
              {member.letter}
            </text>
            <line x1={gutter} x2={width - 4} y1={middle} y2={middle} stroke="var(--line-strong)" />
            {lane.waits.map((wait, i) => (
              <line
                key={i}
                x1={wait.x}
                x2={wait.x + wait.width}
                y1={middle}
                y2={middle}
                stroke="var(--wait-fill)"
                strokeWidth={3}
              />
            ))}
            {lane.marks.map(({ x: at, step }, i) => (
              <StepMark key={i} x={at} y={middle} step={step} />
            ))}
          </g>
        );
      })}
      {causes.map(({ atUs, clientId, kind }) => (
        <line
          key={`${atUs} ${clientId} ${kind}`}
          x1={x(atUs)}
          x2={x(atUs)}
          y1={0}
          y2={layout.height}
          stroke="var(--accent)"
          strokeWidth={1.4}
          strokeDasharray="3 3"
        />
      ))}
    </svg>
  );
}

/** Every kind has a form of its own; steps that say no more than the one beside them have none. */
function StepMark({ x, y, step }: { readonly x: number; readonly y: number; readonly step: MemberStep }) {
  switch (step.kind) {
    case 'asks':
      return <circle cx={x} cy={y} r={3} fill="var(--ink)" />;
    case 'assigned':
      return <circle cx={x} cy={y} r={3.6} fill="var(--surface)" stroke="var(--ink)" strokeWidth={1.5} />;
    case 'heartbeat':
      return <line x1={x} x2={x} y1={y - 4} y2={y + 4} stroke="var(--ink-2)" strokeWidth={1.4} />;
    case 'blocked':
      return (
        <path
          d={`M${x} ${y - 5}V${y - 1.5}M${x} ${y + 1.5}V${y + 5}`}
          stroke="var(--error)"
          strokeWidth={1.8}
        />
      );
    case 'revoked':
      return (
        <path
          d={`M${x} ${y - 4.6}L${x + 4.6} ${y}L${x} ${y + 4.6}L${x - 4.6} ${y}Z`}
          fill="var(--surface)"
          stroke="var(--ink)"
          strokeWidth={1.4}
        />
      );
    case 'lost':
    case 'removed':
    case 'exceeds':
    case 'ends':
    case 'leaves':
      return (
        <path
          d={`M${x - 3.4} ${y - 3.4}L${x + 3.4} ${y + 3.4}M${x + 3.4} ${y - 3.4}L${x - 3.4} ${y + 3.4}`}
          stroke="var(--error)"
          strokeWidth={1.8}
        />
      );
    default:
      return null;
  }
}

function Axis({
  histories,
  causes,
  window,
  width,
  gutter,
}: Omit<ChartProps, 'history' | 'layout'> & { readonly histories: readonly GroupHistory[] }) {
  const x = timeToX(window, width, gutter);
  const letters = new Map(
    histories.flatMap(({ members }) => members.map(({ clientId, letter }) => [clientId, letter] as const)),
  );
  const labels = causeLabels(causes, letters);
  const row = labels.length > 0 ? 16 : 0;
  return (
    <svg className="hw-svg" aria-hidden="true" width={width} height={20 + row}>
      {labels.map(({ atUs, text }) => {
        const labelWidth = 12 + text.length * 6;
        const left = Math.max(gutter - 8, Math.min(width - labelWidth, x(atUs) - labelWidth / 2));
        return (
          <g key={`${atUs} ${text}`}>
            <rect x={left} y={0} width={labelWidth} height={15} rx={4} fill="var(--accent)" />
            <text className="t10 b mid fs" x={left + labelWidth / 2} y={11}>
              {text}
            </text>
          </g>
        );
      })}
      {timeTicks(window, width - gutter).map((atUs) => (
        <g key={atUs}>
          <line x1={x(atUs)} x2={x(atUs)} y1={row} y2={row + 4} stroke="var(--line-strong)" />
          <text className="m t10 d mid" x={Math.min(width - 18, x(atUs))} y={row + 15}>
            {formatTime(atUs)
              .replace(/\.?0+$/, '')
              .replace(/:$/, ':00')}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** What happens at one instant to several members is told once. */
function causeLabels(
  causes: readonly GroupCause[],
  letters: ReadonlyMap<string, string>,
): readonly { readonly atUs: number; readonly text: string }[] {
  const at = new Map<string, { readonly cause: GroupCause; readonly who: Set<string> }>();
  for (const cause of causes) {
    const key = `${cause.atUs} ${cause.kind}`;
    const known = at.get(key) ?? { cause, who: new Set<string>() };
    at.set(key, known);
    known.who.add(letters.get(cause.clientId) ?? cause.clientId);
  }
  return [...at.values()]
    .slice(-3)
    .map(({ cause, who }) => ({ atUs: cause.atUs, text: m.owners.cause([...who], cause.kind) }));
}

function hasStep(histories: readonly GroupHistory[], kind: MemberStep['kind']): boolean {
  return histories.some(({ members }) =>
    members.some(({ steps }) => steps.some((step) => step.kind === kind)),
  );
}

function Legend({ hasBlocked }: { readonly hasBlocked: boolean }) {
  const prefix = useId();
  const { legend } = m.owners;
  const marks = [
    ['asks', legend.asks],
    ['assigned', legend.assigned],
    ['heartbeat', legend.heartbeat],
    ...(hasBlocked ? [['blocked', legend.blocked] as const] : []),
    ['revoked', legend.revoked],
    ['removed', legend.removed],
  ] as const;
  return (
    <ul className="group-legend">
      <li>
        <svg className="hw-svg" width="24" height="12" aria-hidden="true">
          <MemberPatterns prefix={prefix} />
          <rect width="24" height="12" rx="2" fill={`url(#${prefix}pause)`} />
        </svg>
        {legend.pause}
      </li>
      <li>
        <svg className="hw-svg" width="24" height="12" aria-hidden="true">
          <line x1="0" x2="24" y1="6" y2="6" stroke="var(--wait-fill)" strokeWidth="3" />
        </svg>
        {legend.waits}
      </li>
      {marks.map(([kind, text]) => (
        <li key={kind}>
          <svg className="hw-svg" width="12" height="12" aria-hidden="true">
            <StepMark x={6} y={6} step={{ kind, atUs: 0, epoch: null, partitions: [], detail: '' }} />
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}
