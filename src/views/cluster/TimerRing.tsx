import { useEffect, useRef } from 'react';
import { formatDuration } from '../../i18n/format.ts';
import { useReducedMotion } from '../../ui/theme.ts';
import { useSimulation } from '../SimulationContext.tsx';

export type RingTone = 'wait' | 'water' | 'error';

const TONES: Readonly<Record<RingTone, string>> = {
  wait: 'var(--wait-fill)',
  water: 'var(--water)',
  error: 'var(--error)',
};

/**
 * Fills clockwise from twelve between two instants. It reads the playhead by itself, frame by frame: nothing else of the page
 * is drawn again for it. Where motion is not wanted a ring is a number.
 */
export function TimerRing(props: TimerRingProps) {
  const isNumber = useReducedMotion() && props.isAlone === true;
  if (isNumber && props.endsUs !== null)
    return <Remaining endsUs={props.endsUs} className="hw-mono shrink-0 text-[10px] text-ink-2" />;
  return <Ring {...props} />;
}

interface TimerRingProps {
  readonly sinceUs: number;
  readonly endsUs: number | null;
  readonly tone?: RingTone;
  readonly size?: number;
  /** Its time stands in no number beside it. */
  readonly isAlone?: boolean;
}

function Ring({ sinceUs, endsUs, tone = 'wait', size = 18 }: TimerRingProps) {
  const simulation = useSimulation();
  const arc = useRef<SVGCircleElement>(null);
  useEffect(() => {
    const draw = () => {
      const now = simulation.playback.getState().playheadUs;
      const fraction = endsUs === null || endsUs <= sinceUs ? 0.25 : (now - sinceUs) / (endsUs - sinceUs);
      const shown = Math.min(1, Math.max(0.001, fraction)).toFixed(3);
      arc.current?.setAttribute('stroke-dasharray', `${shown} 1.2`);
    };
    draw();
    return simulation.playback.subscribe(draw);
  }, [simulation, sinceUs, endsUs]);
  const radius = size / 2 - 2;
  const colour = TONES[tone];
  return (
    <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true" className="shrink-0">
      <circle cx={size / 2} cy={size / 2} r={radius} fill="none" stroke="var(--line)" strokeWidth="2.6" />
      <circle
        ref={arc}
        cx={size / 2}
        cy={size / 2}
        r={radius}
        pathLength="1"
        transform={`rotate(-90 ${size / 2} ${size / 2})`}
        fill="none"
        stroke={colour}
        strokeWidth="2.6"
        strokeDasharray="0.001 1.2"
      />
      {/* Not by hue alone: a red ring has a dot. */}
      {tone === 'error' && <circle cx={size / 2} cy={size / 2} r={radius * 0.28} fill={colour} />}
    </svg>
  );
}

/** How long until then, as text that follows the playhead ten times a second. */
export function Remaining({
  endsUs,
  format = formatDuration,
  className,
}: {
  readonly endsUs: number;
  readonly format?: (us: number) => string;
  readonly className?: string;
}) {
  const simulation = useSimulation();
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let lastWritten = -Infinity;
    const write = () => {
      const wall = performance.now();
      if (wall - lastWritten < 100 && simulation.playback.getState().playing) return;
      lastWritten = wall;
      const left = Math.max(0, endsUs - simulation.playback.getState().playheadUs);
      if (text.current !== null) text.current.textContent = format(left);
    };
    write();
    return simulation.playback.subscribe(write);
  }, [simulation, endsUs, format]);
  return <span ref={text} className={className} />;
}
