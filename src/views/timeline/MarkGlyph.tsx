import { Octagon } from '../cluster/cards.tsx';
import type { AxisMark } from './axisMarks.ts';

/** □ command, ◇ election, fencing and ISR, ◆ transaction, octagon for errors, scissors for faults, ▲ alert; dashed: still to come. */
export function MarkGlyph({ kind }: { readonly kind: AxisMark['kind'] }) {
  switch (kind) {
    case 'error':
      return <Octagon radius={5} />;
    case 'fault':
      return <Scissors colour="var(--error)" />;
    case 'scheduled':
      return (
        <>
          <circle r="6.5" fill="var(--surface)" stroke="var(--ink-3)" strokeDasharray="2 2" />
          <g transform="scale(0.72)">
            <Scissors colour="var(--ink-2)" />
          </g>
        </>
      );
    case 'alert':
      return <path d="M0-5.5L5.5 4.5H-5.5Z" fill="var(--wait-fill)" stroke="var(--ink)" strokeWidth="1" />;
    case 'transaction':
      return <path d="M0-5L5 0L0 5L-5 0Z" fill="var(--txn)" />;
    case 'command':
      return (
        <rect
          x="-4"
          y="-4"
          width="8"
          height="8"
          rx="1"
          fill="var(--surface)"
          stroke="var(--ink)"
          strokeWidth="1.6"
        />
      );
    default: {
      const colour = kind === 'election' ? 'var(--ink)' : 'var(--wait-fill)';
      return <path d="M0-5L5 0L0 5L-5 0Z" fill="var(--surface)" stroke={colour} strokeWidth="1.6" />;
    }
  }
}

/** Two blades that cross, and their two rings. */
function Scissors({ colour }: { readonly colour: string }) {
  return (
    <g fill="none" stroke={colour} strokeWidth="1.6" strokeLinecap="round">
      <path d="M5.5-4L-2.2 1.6M5.5 4L-2.2-1.6" />
      <circle cx="-3.8" cy="2.7" r="1.9" fill="var(--surface)" />
      <circle cx="-3.8" cy="-2.7" r="1.9" fill="var(--surface)" />
    </g>
  );
}

/** A pennant on its pole, below the line: what the reader put there. */
export function BookmarkGlyph() {
  return (
    <>
      <path d="M0 0V11" stroke="var(--accent)" strokeWidth="1.6" />
      <path d="M0 4.5H7L5 7.5L7 10.5H0Z" fill="var(--accent)" />
    </>
  );
}
