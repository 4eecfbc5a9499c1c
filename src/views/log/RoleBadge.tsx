import type { RoleLetter } from '../clusterModel.ts';

/** L solid ink, F outline, E and – dashed. 18 px square, top left corner at (x, y). */
export function RoleBadge({
  letter,
  x = 0,
  y = 0,
}: {
  readonly letter: RoleLetter;
  readonly x?: number;
  readonly y?: number;
}) {
  const solid = letter === 'L';
  const dashed = letter === 'E' || letter === '–';
  return (
    <g transform={`translate(${x},${y})`} className="hw-fade">
      {solid ? (
        <rect width="18" height="18" rx="4" fill="var(--ink)" />
      ) : (
        <rect
          x=".75"
          y=".75"
          width="16.5"
          height="16.5"
          rx="4"
          fill="none"
          stroke={dashed ? 'var(--idle)' : 'var(--ink-2)'}
          strokeWidth="1.5"
          strokeDasharray={dashed ? '2.5 2.5' : undefined}
        />
      )}
      <text
        x="9"
        y="12.8"
        className="b mid"
        style={{ fill: solid ? 'var(--ink-inv)' : dashed ? 'var(--ink-3)' : 'var(--ink-2)' }}
      >
        {letter}
      </text>
    </g>
  );
}
