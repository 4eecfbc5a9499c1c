import { map as m } from '../../i18n/en/map.ts';
import { RoleBadge } from '../log/RoleBadge.tsx';
import { HEAD_HEIGHT, LINE_HEIGHT, type MapBroker } from './layoutMap.ts';
import type { ReplicaBar, ShownBars } from './replicaBars.ts';

export interface MapBarsProps {
  readonly box: MapBroker;
  readonly lineHeight: number;
  readonly shown: ShownBars;
  readonly idPrefix: string;
  readonly chosen: string | null;
}

const BAR_HEIGHT = 11;
/** Left of it stands the name. */
const NAME_PART = 0.44;
const MOST_NAME_WIDTH = 104;
/** Mono letters of 10 px. */
const LETTER_WIDTH = 6.1;
const NAME_START = 34;

/** The replicas of one broker: who it is for the partition, and the newest part of its log on the axis of that partition. */
export function MapBars({ box, lineHeight, shown, idPrefix, chosen }: MapBarsProps) {
  const { bars, hidden, areHiddenHealthy } = shown;
  const { x0, x1 } = barEnds(box.width);
  const middle = (lineHeight - LINE_HEIGHT) / 2;
  return (
    <svg
      className="hw-svg pointer-events-none absolute"
      style={{ left: box.x, top: box.y }}
      width={box.width}
      height={box.height}
      aria-hidden="true"
    >
      {bars.map((bar, index) => (
        <g key={bar.key} transform={`translate(0,${HEAD_HEIGHT + index * lineHeight + middle})`}>
          {bar.partition === chosen && (
            <rect
              x="5"
              y="0"
              width={box.width - 10}
              height={LINE_HEIGHT - 1}
              rx="5"
              fill="var(--accent-tint)"
            />
          )}
          <RoleBadge letter={bar.letter} x={10} y={2} />
          <text x={NAME_START} y="14.5" className={`m t10 ${bar.letter === 'L' ? 'b' : 'd2'}`}>
            {shortened(bar.partition, x0 - NAME_START - 4)}
          </text>
          <ReplicaBarShape bar={bar} x0={x0} x1={x1} idPrefix={idPrefix} />
        </g>
      ))}
      {hidden > 0 && (
        <text x={NAME_START} y={HEAD_HEIGHT + bars.length * lineHeight + middle + 14} className="d t10">
          {areHiddenHealthy ? m.moreHealthy(hidden) : m.more(hidden)}
        </text>
      )}
    </svg>
  );
}

export function barEnds(width: number): { readonly x0: number; readonly x1: number } {
  return { x0: NAME_START + Math.min(MOST_NAME_WIDTH, width * NAME_PART - 14), x1: width - 24 };
}

/** The end of a long name tells partitions apart: the middle gives way. */
export function shortened(name: string, room: number): string {
  const most = Math.max(4, Math.floor(room / LETTER_WIDTH));
  if (name.length <= most) return name;
  const tail = Math.min(name.length - name.lastIndexOf('-'), most - 2);
  return `${name.slice(0, most - tail - 1)}…${name.slice(name.length - tail)}`;
}

/** The newest part of one replica's log, on the axis of its partition. Its line is `LINE_HEIGHT` high. */
export function ReplicaBarShape({
  bar,
  x0,
  x1,
  idPrefix,
}: {
  readonly bar: ReplicaBar;
  readonly x0: number;
  readonly x1: number;
  readonly idPrefix: string;
}) {
  const { window, letter, isOffline } = bar;
  const xOf = (offset: number) =>
    x0 + Math.min(1, Math.max(0, (offset - window.from) / (window.to - window.from))) * (x1 - x0);
  const start = xOf(bar.logStartOffset);
  const end = xOf(bar.logEndOffset);
  const committed = xOf(Math.min(bar.highWatermark, bar.logEndOffset));
  const y = (LINE_HEIGHT - BAR_HEIGHT) / 2;
  const hasRecords = bar.logEndOffset > bar.logStartOffset;
  return (
    <g>
      <line x1={x0} x2={x1} y1={y + BAR_HEIGHT} y2={y + BAR_HEIGHT} stroke="var(--line)" />
      {hasRecords && (
        <>
          {isOffline ? (
            <rect
              x={start}
              y={y}
              width={Math.max(1, end - start)}
              height={BAR_HEIGHT}
              fill={`url(#${idPrefix}off)`}
            />
          ) : (
            <>
              <rect
                className="hw-flow"
                x={start}
                y={y}
                width={Math.max(0, committed - start)}
                height={BAR_HEIGHT}
                fill={letter === 'L' ? 'var(--water-deep)' : 'var(--water-fill)'}
              />
              <rect
                className="hw-flow"
                x={committed}
                y={y}
                width={Math.max(0, end - committed)}
                height={BAR_HEIGHT}
                fill={`url(#${idPrefix}hatch)`}
              />
            </>
          )}
          <rect
            x={start}
            y={y}
            width={Math.max(1, end - start)}
            height={BAR_HEIGHT}
            fill="none"
            stroke={isOffline ? 'var(--idle)' : 'var(--water)'}
            strokeDasharray={isOffline ? '2.5 2.5' : undefined}
          />
        </>
      )}
      {!isOffline && (
        <line
          x1={committed}
          x2={committed}
          y1={y - 2}
          y2={y + BAR_HEIGHT + 2}
          stroke="var(--water)"
          strokeWidth="2"
        />
      )}
      <line
        x1={end}
        x2={end}
        y1={y - 3}
        y2={y + BAR_HEIGHT + 3}
        stroke={isOffline ? 'var(--idle)' : 'var(--ink)'}
        strokeWidth="1.5"
      />
      {bar.isAwaited && <path d={`M${committed - 4} ${y - 5}h8l-4 5z`} fill="var(--wait-fill)" />}
      {bar.cannotFetch && (
        <path
          d={`M${x1 + 7} ${y + 2}l7 7m0-7l-7 7`}
          stroke="var(--error)"
          strokeWidth="1.8"
          strokeLinecap="round"
          fill="none"
        />
      )}
    </g>
  );
}
