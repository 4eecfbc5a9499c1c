import type { FutureLine, FuturesLayout } from './layoutFutures.ts';

/** The lines of the futures: from where each leaves its origin to where it stands, with its deeds. */
export function FutureLines({
  layout,
  width,
  nowX,
  openId,
  isDocked = false,
}: {
  readonly layout: FuturesLayout;
  readonly width: number;
  readonly nowX: number;
  readonly openId: string;
  /** The open one is drawn by the timeline that stands over it. */
  readonly isDocked?: boolean;
}) {
  return (
    <svg className="hw-svg future-lines" width={width} height={layout.height} aria-hidden="true">
      <path d={`M${nowX} 0V${layout.height}`} stroke="var(--ink)" strokeWidth="1.4" />
      {layout.lines.map((line) => (
        <g key={line.id}>
          {isDocked && line.id === openId ? null : (
            <path
              d={pathOf(line, width)}
              fill="none"
              stroke={line.id === openId ? 'var(--ink)' : 'var(--line-strong)'}
              strokeWidth={line.id === openId ? 2.4 : 2}
            />
          )}
          {!(isDocked && line.id === openId) && (
            <path
              d={`M${line.endX} ${line.y}H${width - 9}`}
              stroke="var(--line-strong)"
              strokeDasharray="2 5"
            />
          )}
          {line.forkX !== null && (
            <circle
              cx={line.forkX}
              cy={line.originY}
              r="4"
              fill="var(--surface)"
              stroke="var(--ink)"
              strokeWidth="1.6"
            />
          )}
          {(isDocked && line.id === openId ? [] : line.deedXs).map((deedX, index) => (
            <rect
              key={`${index} ${deedX}`}
              x={deedX - 3.5}
              y={line.y - 3.5}
              width="7"
              height="7"
              rx="1"
              fill="var(--surface)"
              stroke="var(--ink)"
              strokeWidth="1.5"
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

/** Down from the origin's line in a short bend, then along its own. */
function pathOf({ forkX, originY, y, endX }: FutureLine, width: number): string {
  if (forkX === null) return `M9 ${y}H${endX}`;
  const bend = Math.min(10, Math.max(2, width - forkX));
  return `M${forkX} ${originY}C${forkX + bend / 2} ${originY} ${forkX + bend / 2} ${y} ${forkX + bend} ${y}H${Math.max(endX, forkX + bend)}`;
}
