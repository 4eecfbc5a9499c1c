import { useRef } from 'react';
import { compare as m } from '../../../i18n/en/compare.ts';
import { formatTime } from '../../../i18n/format.ts';
import type { Micros } from '../../../shared/units.ts';
import type { Difference } from '../../../state/compare/findDifferences.ts';
import type { TimelineMark } from '../../../state/timelineMarks.ts';
import { useElementSize } from '../../../views/cluster/useElementSize.ts';
import { timelineEnd } from '../../../views/timeline/layoutTimeline.ts';
import { createTimeScale } from '../../../views/timeline/timeScale.ts';

const HEIGHT = 62;
const MIDDLE = 31;
const Y = { a: 16, b: 46 };
const BEND = 14;

export interface CompareTreeProps {
  readonly nowUs: Micros;
  readonly exploredUs: Micros;
  readonly untilUs: Micros | null;
  /** null: the two differ from the start. */
  readonly forkUs: Micros | null;
  readonly first: Difference | null;
  readonly marksA: readonly TimelineMark[];
  readonly marksB: readonly TimelineMark[];
}

/** One line until the two part, then one for each, with what happened in each and where they first differ. */
export function CompareTree(props: CompareTreeProps) {
  const { nowUs, exploredUs, untilUs, forkUs, first, marksA, marksB } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useElementSize(box)?.width ?? 0;
  const scale = createTimeScale(width, timelineEnd(Math.max(exploredUs, nowUs), untilUs), 9);
  const forkX = scale.x(forkUs ?? 0);
  const exploredX = scale.x(exploredUs);
  const line = (y: number) =>
    `M${forkX} ${MIDDLE}C${forkX + BEND / 2} ${MIDDLE} ${forkX + BEND / 2} ${y} ${forkX + BEND} ${y}H${Math.max(exploredX, forkX + BEND)}`;
  return (
    <div ref={box} className="min-w-0 flex-1">
      <p className="sr-only">
        {m.treeSpoken({
          fork: forkUs === null ? null : formatTime(forkUs),
          first: first === null ? null : formatTime(first.timeUs),
          now: formatTime(nowUs),
        })}
      </p>
      {width > 0 && (
        <svg className="hw-svg" width={width} height={HEIGHT} aria-hidden="true">
          <path d={`M9 ${MIDDLE}H${forkX}`} stroke="var(--ink)" strokeWidth="2.4" />
          <path d={line(Y.a)} fill="none" stroke="var(--m2)" strokeWidth="2.4" />
          <path d={line(Y.b)} fill="none" stroke="var(--m1)" strokeWidth="2.4" />
          <circle
            cx={forkX}
            cy={MIDDLE}
            r="4.5"
            fill="var(--surface)"
            stroke="var(--ink)"
            strokeWidth="1.8"
          />
          {(
            [
              [marksA, Y.a],
              [marksB, Y.b],
            ] as const
          ).map(([marks, y]) =>
            marks
              .filter(({ timeUs }) => timeUs >= (forkUs ?? 0))
              .map((mark) => (
                <Mark key={`${y} ${mark.seq} ${mark.kind}`} kind={mark.kind} x={scale.x(mark.timeUs)} y={y} />
              )),
          )}
          {first !== null && (
            <path d={`M${scale.x(first.timeUs)} 2V${HEIGHT - 2}`} stroke="var(--accent)" strokeWidth="2" />
          )}
          <path d={`M${scale.x(nowUs)} 0V${HEIGHT}`} stroke="var(--ink)" strokeWidth="1.6" />
        </svg>
      )}
    </div>
  );
}

/** The shapes of the timeline, smaller. */
function Mark({
  kind,
  x,
  y,
}: {
  readonly kind: TimelineMark['kind'];
  readonly x: number;
  readonly y: number;
}) {
  if (kind === 'error' || kind === 'fault')
    return (
      <path
        transform={`translate(${x},${y})`}
        d="M-1.8 -4.3h3.6L4.3 -1.8v3.6L1.8 4.3h-3.6L-4.3 1.8v-3.6z"
        fill="var(--error)"
      />
    );
  if (kind === 'command')
    return (
      <rect
        x={x - 3.5}
        y={y - 3.5}
        width="7"
        height="7"
        rx="1"
        fill="var(--surface)"
        stroke="var(--ink)"
        strokeWidth="1.5"
      />
    );
  return (
    <path
      transform={`translate(${x},${y})`}
      d="M0-4.5L4.5 0L0 4.5L-4.5 0Z"
      fill="var(--surface)"
      stroke="var(--ink)"
      strokeWidth="1.5"
    />
  );
}
