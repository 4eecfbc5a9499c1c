import { useId } from 'react';

/** One lane of the still picture, in units of one record. */
interface Lane {
  readonly broker: number;
  readonly role: 'L' | 'F';
  readonly logEndOffset: number;
}

const HIGH_WATERMARK = 20;
const SHOWN_TO = 32;
const LANES: readonly Lane[] = [
  { broker: 1, role: 'L', logEndOffset: 28 },
  { broker: 2, role: 'F', logEndOffset: 24 },
  { broker: 3, role: 'F', logEndOffset: 20 },
];
const BATCH = 4;
const LEFT = 96;
const RECORD = 11.6;
const TOP = 58;
const LANE_PITCH = 118;
const LANE_HEIGHT = 34;

const x = (offset: number) => LEFT + offset * RECORD;

/** The picture before the simulation has come, and where it cannot run: a partition on three brokers, standing still. */
export function HeroStill({ label }: { readonly label: string }) {
  const hatch = useId();
  const water = x(HIGH_WATERMARK);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${x(SHOWN_TO) + 40} ${TOP + LANE_PITCH * 3 + 10}`}
      preserveAspectRatio="xMinYMin meet"
      className="size-full overflow-visible"
    >
      <defs>
        <pattern id={hatch} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="7" height="7" fill="var(--surface)" />
          <path d="M0 0V7" stroke="var(--water)" strokeWidth="2.6" />
        </pattern>
      </defs>
      <rect x="-600" y="34" width={water + 600} height="1600" fill="var(--sea)" />
      <path d={`M${water} 34V1640`} stroke="var(--water)" strokeWidth="2" />
      <g transform={`translate(${water},16)`}>
        <rect x="-22" y="-11" width="44" height="22" rx="5" fill="var(--water)" />
        <path d="M-5 10.5h10l-5 7z" fill="var(--water)" />
        <text
          y="4"
          textAnchor="middle"
          fontFamily="var(--mono)"
          fontSize="12"
          fontWeight="620"
          fill="var(--surface)"
        >
          HW
        </text>
      </g>
      {LANES.map((lane, i) => (
        <StillLane key={lane.broker} lane={lane} y={TOP + i * LANE_PITCH} hatch={hatch} />
      ))}
    </svg>
  );
}

function StillLane({ lane, y, hatch }: { readonly lane: Lane; readonly y: number; readonly hatch: string }) {
  const end = x(lane.logEndOffset);
  const committed = x(Math.min(lane.logEndOffset, HIGH_WATERMARK));
  const middle = y + LANE_HEIGHT / 2;
  const isLeader = lane.role === 'L';
  const marks = Array.from({ length: lane.logEndOffset }, (_, i) => i + 1);
  return (
    <g>
      <rect
        x="36.75"
        y={middle - 8.25}
        width="16.5"
        height="16.5"
        rx="4"
        fill={isLeader ? 'var(--ink)' : 'none'}
        stroke={isLeader ? 'var(--ink)' : 'var(--ink-2)'}
        strokeWidth="1.5"
      />
      <text
        x="45"
        y={middle + 4}
        textAnchor="middle"
        fontSize="11"
        fontWeight="620"
        fill={isLeader ? 'var(--ink-inv)' : 'var(--ink-2)'}
      >
        {lane.role}
      </text>
      <text x="64" y={middle + 4.5} fontSize="13" fontWeight="620" fill="var(--ink)">
        {lane.broker}
      </text>
      <rect x={LEFT} y={y} width={committed - LEFT} height={LANE_HEIGHT} fill="var(--water-fill)" />
      <rect x={committed} y={y} width={end - committed} height={LANE_HEIGHT} fill={`url(#${hatch})`} />
      {marks.map((offset) => (
        <path
          key={offset}
          d={`M${x(offset)} ${y + (offset % BATCH === 0 ? 0 : LANE_HEIGHT - 6)}V${y + LANE_HEIGHT}`}
          stroke="var(--water)"
          strokeWidth={offset % BATCH === 0 ? 1.2 : 1}
          opacity={offset % BATCH === 0 ? 0.9 : 0.4}
        />
      ))}
      <path
        d={`M${LEFT} ${y}H${end}M${LEFT} ${y + LANE_HEIGHT}H${end}`}
        stroke="var(--water)"
        strokeWidth="1.5"
      />
      <path
        d={`M${end - 5} ${y - 6}h5v${LANE_HEIGHT + 12}h-5`}
        fill="none"
        stroke="var(--ink)"
        strokeWidth="2"
      />
    </g>
  );
}
