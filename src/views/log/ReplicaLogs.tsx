import { memo } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { HighWatermarkReason, LaneLayout, PinLayout, ReplicaLogsLayout } from './layoutReplicaLogs.ts';
import { PatternDefs } from './PatternDefs.tsx';
import { RoleBadge } from './RoleBadge.tsx';
import { TransactionMarks } from './TransactionMarks.tsx';

/** Words that a line may cross keep a rim of their ground. */
const HALO_SEA = { paintOrder: 'stroke', stroke: 'var(--sea)', strokeWidth: 3 } as const;
const HALO_GROUND = { paintOrder: 'stroke', stroke: 'var(--bg)', strokeWidth: 3 } as const;

export interface ReplicaLogsProps {
  readonly layout: ReplicaLogsLayout;
  /** Distinguishes the patterns of several pictures on a page. */
  readonly idPrefix: string;
  /** Edges glide only in slow motion. */
  readonly slow?: boolean;
  /** Facts beside a broker's name, when names stand above the lanes. */
  readonly laneTitles?: ReadonlyMap<number, LaneTitle>;
}

export interface LaneTitle {
  readonly text: string;
  readonly tone: 'plain' | 'wait' | 'error';
  readonly fenced: boolean;
}

/** The replicas of one partition as SVG. Draws what the layout says, from the sea up to the pins. */
export const ReplicaLogs = memo(function ReplicaLogs({
  layout,
  idPrefix,
  slow = false,
  laneTitles,
}: ReplicaLogsProps) {
  const { area, lanes, highWatermark, window } = layout;
  return (
    <svg
      className={slow ? 'hw-svg hw-slow' : 'hw-svg'}
      width={area.width}
      height={area.height}
      viewBox={`0 0 ${area.width} ${area.height}`}
      aria-hidden="true"
    >
      <PatternDefs prefix={idPrefix} />
      <Sea layout={layout} />
      <Axis layout={layout} />
      {/* When the axis moves on, everything moves with it at once: new elements, no glide. */}
      <g key={`lanes-${window.from}-${window.to}`}>
        {lanes.map((lane) => (
          <Lane key={lane.broker} lane={lane} idPrefix={idPrefix} layout={layout} />
        ))}
        <WaterLine layout={layout} laneTitles={laneTitles} />
        {lanes.map((lane) => (
          <LaneEdges key={lane.broker} lane={lane} layout={layout} />
        ))}
      </g>
      {area.size !== 'wide' &&
        lanes.map((lane) => (
          <LaneName
            key={lane.broker}
            lane={lane}
            layout={layout}
            idPrefix={idPrefix}
            title={laneTitles?.get(lane.broker)}
          />
        ))}
      {area.size !== 'hero' && <IsrGauge layout={layout} />}
      <IsrRope layout={layout} />
      {layout.pins.map((pin, index) => (
        <Pin key={pin.name} pin={pin} row={index} layout={layout} />
      ))}
      {layout.transactions !== null && (
        <TransactionMarks transactions={layout.transactions} layout={layout} />
      )}
      <Flag layout={layout} reason={highWatermark.reason} />
    </svg>
  );
});

function Sea({ layout: { area, highWatermark, seaLabel } }: { readonly layout: ReplicaLogsLayout }) {
  const m = useMessages().stage.log;
  const left = area.size === 'wide' ? area.x0 - 14 : 0;
  return (
    <>
      <rect
        className="hw-flow"
        x={left}
        y={area.seaTop}
        width={highWatermark.side === 'left' ? 0 : Math.max(0, highWatermark.x - left)}
        height={area.seaBottom - area.seaTop}
        fill="var(--sea)"
      />
      {seaLabel && (
        <text x={area.x0 - 2} y={area.flagY + 4} className="fw">
          {m.committed}
        </text>
      )}
    </>
  );
}

function Axis({ layout: { area, axis } }: { readonly layout: ReplicaLogsLayout }) {
  const m = useMessages();
  if (area.axisY === null) return null;
  const ticks = axis.map(({ x }) => `M${x} ${area.seaBottom + 4}v6`).join('');
  return (
    <>
      {area.size === 'wide' && <path d={ticks} stroke="var(--line-strong)" fill="none" />}
      {area.size === 'wide' && (
        <text x={area.x0 - 24} y={area.axisY} className="t10 d end">
          {m.stage.log.offset}
        </text>
      )}
      {axis.map(({ x, offset }) => (
        <text key={offset} x={x} y={area.axisY ?? 0} className={x < 14 ? 't10 m d' : 't10 m d mid'}>
          {formatNumber(offset)}
        </text>
      ))}
    </>
  );
}

function Lane({
  lane,
  idPrefix,
  layout,
}: {
  readonly lane: LaneLayout;
  readonly idPrefix: string;
  readonly layout: ReplicaLogsLayout;
}) {
  const { y, height, startX, endX, committedX, online } = lane;
  const bar = layout.detail === 'middle';
  const stroke = online ? 'var(--water)' : 'var(--line-strong)';
  const committedWidth = Math.max(0, Math.min(committedX, endX) - startX);
  const hatchX = Math.max(startX, committedX);
  const committedFill = bar && lane.letter === 'L' ? 'var(--water-deep)' : 'var(--water-fill)';
  const tickHeight = Math.min(6, height / 4);
  return (
    <g>
      {online ? (
        <>
          <rect
            className="hw-flow"
            x={startX}
            y={y}
            width={committedWidth}
            height={height}
            fill={committedFill}
          />
          {endX > hatchX && (
            <rect
              className="hw-flow"
              x={hatchX}
              y={y}
              width={endX - hatchX}
              height={height}
              fill={`url(#${idPrefix}hatch)`}
            />
          )}
        </>
      ) : (
        <rect
          x={startX}
          y={y}
          width={Math.max(0, endX - startX)}
          height={height}
          fill={`url(#${idPrefix}off)`}
        />
      )}
      {lane.ghosts.map((ghost) => (
        <rect
          key={ghost.x}
          x={ghost.x}
          y={y}
          width={ghost.width}
          height={height}
          fill={`url(#${idPrefix}${ghost.acknowledged ? 'lost' : 'off'})`}
          stroke={ghost.acknowledged ? 'var(--error)' : 'var(--line-strong)'}
          strokeDasharray="3 3"
        />
      ))}
      {lane.recordXs.length > 0 && (
        <path
          d={lane.recordXs.map((x) => `M${x} ${y + height - tickHeight}v${tickHeight}`).join('')}
          stroke={stroke}
          opacity=".4"
          fill="none"
        />
      )}
      {lane.batchXs.length > 0 && (
        <path
          d={lane.batchXs.map((x) => `M${x} ${y}v${height}`).join('')}
          stroke={stroke}
          strokeWidth="1.2"
          opacity=".9"
          fill="none"
        />
      )}
      {!lane.leftOfWindow && endX >= startX && (
        <path
          d={
            lane.endsInWindow
              ? `M${startX} ${y}H${endX}V${y + height}H${startX}`
              : `M${startX} ${y}H${endX}M${endX} ${y + height}H${startX}`
          }
          fill="none"
          stroke={stroke}
          strokeWidth={bar ? 1 : 1.5}
          strokeDasharray={online ? undefined : '4 3'}
        />
      )}
      {lane.epochs.map(({ x, epoch }) => (
        <path
          key={epoch}
          d={`M${x} ${y - 5}V${y + height + 5}`}
          stroke="var(--ink-3)"
          strokeWidth="1.3"
          strokeDasharray="1.5 2.5"
          fill="none"
        />
      ))}
    </g>
  );
}

const LEO_LABEL_WIDTH = 80;

/** Right of the bracket; right of the water line when that would run through the words. */
function leoLabelX(endX: number, { highWatermark }: ReplicaLogsLayout): number {
  const gap = highWatermark.x - endX;
  return gap > 4 && gap < LEO_LABEL_WIDTH ? gap + 7 : 7;
}

/** Brackets, own watermark and the words around a lane: all outside of it. */
function LaneEdges({ lane, layout }: { readonly lane: LaneLayout; readonly layout: ReplicaLogsLayout }) {
  const m = useMessages().stage.log;
  const { y, height, endX, startX, online } = lane;
  const { area } = layout;
  const ink = online ? 'var(--ink)' : 'var(--ink-3)';
  const middle = y + height / 2 + 4;
  const far = lane.leftOfWindow;
  const long = area.size === 'wide' || area.size === 'medium';
  const showEdge = !far && lane.endsInWindow;
  return (
    <>
      {lane.startsInWindow && !far && startX < area.x1 && (
        <path d={`M${startX + 5} ${y - 4}h-5v${height + 8}h5`} fill="none" stroke={ink} strokeWidth="2" />
      )}
      {lane.startsInWindow && lane.logStartOffset > 0 && !far && startX < area.x1 && area.lanePitch >= 72 && (
        <text x={startX} y={y - 9} className="t10 m d">
          {m.logStart(lane.logStartOffset)}
        </text>
      )}
      {showEdge && (
        <g className="hw-glide" style={{ transform: `translate(${endX}px, ${y}px)` }}>
          <path d={`M-5 -4h5v${height + 8}h-5`} fill="none" stroke={ink} strokeWidth="2" />
          <text
            x={lane.ghosts.length > 0 ? 0 : leoLabelX(endX, layout)}
            y={lane.ghosts.length > 0 ? -9 : height / 2 + 4}
            className={[online ? 'm b' : 'm d', lane.ghosts.length > 0 ? 'end' : ''].join(' ')}
            style={endX < layout.highWatermark.x ? HALO_SEA : HALO_GROUND}
          >
            {long || lane.letter === '–' ? m.leo(lane.logEndOffset) : formatNumber(lane.logEndOffset)}
          </text>
        </g>
      )}
      {lane.ownHighWatermarkX !== null && !far && (
        <path
          d={`M${lane.ownHighWatermarkX} ${y - 6}v${height + 12}`}
          stroke="var(--water)"
          strokeWidth="2"
          fill="none"
        />
      )}
      {!lane.endsInWindow && (
        <g transform={`translate(${area.x1},${middle})`}>
          <path d="M2 -9l6 5 -6 5" fill="none" stroke={ink} strokeWidth="2" strokeLinejoin="round" />
          <text x="14" y="0" className={online ? 'm b' : 'm d'}>
            {long ? m.leo(lane.logEndOffset) : formatNumber(lane.logEndOffset)}
          </text>
        </g>
      )}
      {far && (
        <g transform={`translate(${area.x0},${middle})`}>
          <path d="M6 -9l-6 5 6 5" fill="none" stroke={ink} strokeWidth="2" strokeLinejoin="round" />
          <text x="14" y="0" className={online ? 'm b' : 'm d'}>
            {m.leo(lane.logEndOffset)}
          </text>
        </g>
      )}
      <LaneNoteText lane={lane} layout={layout} />
      {lane.letter === 'L' &&
        layout.notCommittedX !== null &&
        area.lanePitch >= 84 &&
        area.size !== 'phone' && (
          <text x={layout.notCommittedX} y={y - 8} className="d2">
            {m.notCommitted}
          </text>
        )}
      {area.lanePitch >= 84 && <GhostLabel lane={lane} areaWidth={area.width} />}
      {lane.letter === 'L' && area.lanePitch >= 84 && <EpochLabels lane={lane} layout={layout} />}
    </>
  );
}

/** A little more than a letter takes, at the size of the word for a ghost. */
const LETTER_WIDTH = 6.6;

/** Below the ghosts, and for the graver of them. Beside a narrow one's edge, where the water line and the pins stand, it stays clear of them. */
function GhostLabel({ lane, areaWidth }: { readonly lane: LaneLayout; readonly areaWidth: number }) {
  const m = useMessages().stage.log;
  const ghost = lane.ghosts.find(({ acknowledged }) => acknowledged) ?? lane.ghosts[0];
  if (ghost === undefined) return null;
  const text = ghost.acknowledged ? m.lost : m.truncated;
  const besideEdge = ghost.x + 12;
  const width = 12 + text.length * LETTER_WIDTH;
  const fromEdge = ghost.width < width && ghost.x + width <= areaWidth;
  return (
    <text
      x={fromEdge ? besideEdge : ghost.x + ghost.width}
      y={lane.y + lane.height + 15}
      className={[ghost.acknowledged ? 'fe' : 'd', fromEdge ? '' : 'end'].join(' ')}
      style={HALO_SEA}
    >
      {text}
    </text>
  );
}

function EpochLabels({ lane, layout }: { readonly lane: LaneLayout; readonly layout: ReplicaLogsLayout }) {
  const m = useMessages().stage.log;
  const last = lane.epochs.at(-1);
  if (last === undefined) return null;
  // Left of the rule, so that it keeps clear of "not committed" above the hatch. A phone has no room beside the lane's name.
  if (layout.notCommittedX !== null && last.x > layout.notCommittedX) return null;
  // A log that was cut off has its end written above it.
  const right = lane.ghosts.length > 0 ? Math.min(last.x - 5, lane.endX - LEO_LABEL_WIDTH) : last.x - 5;
  return layout.area.size !== 'phone' && right - layout.area.x0 > 125 ? (
    <text x={right} y={lane.y - 8} className="t10 m d end">
      {m.epochFrom(last.epoch, last.startOffset)}
    </text>
  ) : null;
}

function LaneNoteText({ lane, layout }: { readonly lane: LaneLayout; readonly layout: ReplicaLogsLayout }) {
  const m = useMessages().stage.log;
  const { area } = layout;
  if (lane.note === null || area.lanePitch < 72 || area.size === 'hero') return null;
  const text =
    lane.note.kind === 'behind'
      ? m.behindHw(lane.note.records)
      : lane.note.kind === 'unreachable'
        ? m.unreachable
        : m.empty;
  const fromRight = lane.endX - area.x0 > 150;
  // Pins hang from the same edge.
  const pinned = layout.pins.filter(({ y }) => y > lane.y && y < lane.y + area.lanePitch).length;
  return (
    <text
      // Where the log is empty the water line stands at its start.
      x={
        fromRight
          ? lane.endX - 6
          : Math.max(area.x0, lane.startX) + (layout.highWatermark.x <= area.x0 ? 6 : 0)
      }
      y={lane.y + lane.height + 15 + (pinned > 0 ? 8 + 14 * pinned : 0)}
      style={HALO_SEA}
      className={fromRight ? 'd end' : 'd'}
    >
      {text}
    </text>
  );
}

function WaterLine({
  layout: { area, highWatermark, lanes },
  laneTitles,
}: {
  readonly layout: ReplicaLogsLayout;
  readonly laneTitles: ReplicaLogsProps['laneTitles'];
}) {
  const m = useMessages().stage.broker;
  if (highWatermark.side !== 'inside') return null;
  // Where names stand above the lanes, the line lets those pass that it would run through.
  const gaps =
    area.size === 'wide' || area.size === 'hero'
      ? []
      : lanes
          .filter(
            ({ broker }) =>
              highWatermark.x < nameEnd(area.x0, m.name(broker), laneTitles?.get(broker)?.text ?? ''),
          )
          .map(({ y }) => ({ from: y - 26, to: y - 4 }));
  return (
    <g className="hw-glide" style={{ transform: `translate(${highWatermark.x}px, 0)` }}>
      <path
        d={linePath(area.seaTop, area.seaBottom, gaps)}
        stroke="var(--water)"
        strokeWidth="2"
        fill="none"
      />
    </g>
  );
}

/** Down from `top` to `bottom`, without the gaps. */
function linePath(
  top: number,
  bottom: number,
  gaps: readonly { readonly from: number; readonly to: number }[],
): string {
  let path = `M0 ${top}`;
  for (const { from, to } of gaps) path += `V${Math.max(top, from)}M0 ${to}`;
  return `${path}V${bottom}`;
}

/** Where the words above a lane end; a little more than they need, for letters differ. */
function nameEnd(x0: number, name: string, text: string): number {
  return textStart(x0, name) + text.length * 5.4 + 4;
}

/** Where the facts beside a broker's name begin. */
function textStart(x0: number, name: string): number {
  return x0 + 34 + name.length * 6.9;
}

function Flag({
  layout,
  reason,
}: {
  readonly layout: ReplicaLogsLayout;
  readonly reason: HighWatermarkReason | null;
}) {
  const m = useMessages().stage.log;
  const { area, highWatermark } = layout;
  const half = highWatermark.flagWidth / 2;
  const point = highWatermark.x - highWatermark.flagX;
  const right = highWatermark.reasonSide === 'right';
  const words = reasonWords(m, reason);
  return (
    <g className="hw-glide" style={{ transform: `translate(${highWatermark.flagX}px, ${area.flagY}px)` }}>
      <rect x={-half} y="-11" width={half * 2} height="22" rx="5" fill="var(--water)" />
      {highWatermark.side === 'inside' && (
        <path
          d={`M${point - 5} 10.5h10l-5 ${Math.max(4, area.seaTop - area.flagY - 11)}z`}
          fill="var(--water)"
        />
      )}
      <text y="4" className="t12 m b mid fs">
        {m.hw(highWatermark.offset, highWatermark.side)}
      </text>
      {words !== null && (
        <g transform={`translate(${right ? half + 8 : -half - 8},0)`}>
          <text y="-3" className={right ? 'b fa' : 'b fa end'}>
            {words.title}
          </text>
          <text y="11" className={right ? 'd2' : 'd2 end'}>
            {words.text}
          </text>
        </g>
      )}
    </g>
  );
}

function reasonWords(
  m: ReturnType<typeof useMessages>['stage']['log'],
  reason: HighWatermarkReason | null,
): { title: string; text: string } | null {
  if (reason === null) return null;
  if (reason.kind === 'frozen') return { title: m.frozen, text: m.frozenWhy(reason.isrSize, reason.minIsr) };
  if (reason.kind === 'heldBy') return { title: m.held, text: m.heldBy(reason.brokers) };
  return { title: m.noLeader, text: m.noLeaderWhy };
}

function LaneName({
  lane,
  layout,
  idPrefix,
  title,
}: {
  readonly lane: LaneLayout;
  readonly layout: ReplicaLogsLayout;
  readonly idPrefix: string;
  readonly title: LaneTitle | undefined;
}) {
  const m = useMessages().stage.broker;
  if (layout.area.size === 'hero') {
    const y = lane.y + lane.height / 2 - 9;
    return (
      <>
        <RoleBadge letter={lane.letter} x={35} y={y} />
        <text x="61" y={y + 13} className="t12 b">
          {lane.broker}
        </text>
      </>
    );
  }
  const name = m.name(lane.broker);
  return (
    <>
      {title?.fenced === true && (
        <rect x="0" y={lane.y - 26} width="5" height={lane.height + 34} fill={`url(#${idPrefix}fence)`} />
      )}
      <RoleBadge letter={lane.letter} x={layout.area.x0} y={lane.y - 24} />
      <text x={layout.area.x0 + 24} y={lane.y - 10.5} className="t12 b">
        {name}
      </text>
      {title !== undefined && (
        <text
          x={textStart(layout.area.x0, name)}
          y={lane.y - 10.5}
          className={title.tone === 'wait' ? 'fa' : title.tone === 'error' ? 'fe' : 'd2'}
        >
          {title.text}
        </text>
      )}
    </>
  );
}

function IsrGauge({ layout: { gauge, area } }: { readonly layout: ReplicaLogsLayout }) {
  const m = useMessages().stage.log;
  const slots = Array.from({ length: gauge.slots }, (_, index) => index);
  return (
    <g>
      <text x={gauge.labelX} y={gauge.y + 10} className="b">
        {m.isr}
      </text>
      {slots.map((index) => (
        <rect
          key={index}
          x={gauge.x + index * gauge.slotWidth}
          y={gauge.y}
          width={gauge.slotWidth - 4}
          height="12"
          rx="3"
          fill={index < gauge.filled ? 'var(--water)' : 'var(--surface)'}
          stroke={index < gauge.filled ? 'var(--water)' : 'var(--line-strong)'}
          strokeWidth="1.3"
        />
      ))}
      <path
        d={`M${gauge.minMarkX} ${gauge.y - 6}v24m-3.5 -24h7l-3.5 5z`}
        stroke={gauge.below ? 'var(--error)' : 'var(--ink-2)'}
        strokeWidth="2"
        fill={gauge.below ? 'var(--error)' : 'var(--ink-2)'}
      />
      {area.size === 'wide' && (
        <text x={gauge.labelX} y={gauge.y + 34} className={gauge.below ? 'fe' : 'd2'}>
          {m.isrOf({ size: gauge.filled, replicas: gauge.replicas, minIsr: gauge.minIsr })}
        </text>
      )}
    </g>
  );
}

function IsrRope({ layout: { rope } }: { readonly layout: ReplicaLogsLayout }) {
  if (rope === null) return null;
  return (
    <g>
      <path
        d={`M${rope.x} ${rope.top}V${rope.bottom}`}
        stroke="var(--line-strong)"
        strokeWidth="2"
        strokeDasharray="2 5"
        strokeLinecap="round"
        fill="none"
      />
      {rope.held !== null && (
        <path
          d={`M${rope.x} ${rope.held.top}V${rope.held.bottom}`}
          stroke="var(--water)"
          strokeWidth="3"
          fill="none"
        />
      )}
      {rope.knots.map(({ x, y, inIsr }) => (
        <g key={y}>
          {inIsr && <path d={`M${x - 14} ${y}h14`} stroke="var(--water)" strokeWidth="3" fill="none" />}
          <circle
            cx={x}
            cy={y}
            r={inIsr ? 4 : 3.5}
            fill={inIsr ? 'var(--water)' : 'var(--bg)'}
            stroke={inIsr ? 'var(--water)' : 'var(--idle)'}
            strokeWidth="1.5"
          />
        </g>
      ))}
    </g>
  );
}

/** A reader's position: hollow, from below. A committed offset would be solid. */
function Pin({
  pin,
  row,
  layout,
}: {
  readonly pin: PinLayout;
  readonly row: number;
  readonly layout: ReplicaLogsLayout;
}) {
  const m = useMessages().stage.log;
  const left = pin.labelSide === 'left';
  const text = layout.area.size === 'phone' ? m.positionShort(pin) : m.position(pin);
  return (
    <g className="hw-glide" style={{ transform: `translate(${pin.x}px, ${pin.y}px)` }}>
      <path
        d="M0 0l8 9v11a3 3 0 0 1-3 3h-10a3 3 0 0 1-3-3v-11z"
        fill="var(--surface)"
        stroke="var(--m1)"
        strokeWidth="1.5"
      />
      <text y="18" className="t10 b mid" style={{ fill: 'var(--m1)' }}>
        {pin.label}
      </text>
      <text x={left ? -13 : 13} y={19 + row * 14} className={left ? 'end' : ''}>
        {pin.leftOfWindow ? `◂ ${text}` : pin.rightOfWindow ? `${text} ▸` : text}
      </text>
    </g>
  );
}
