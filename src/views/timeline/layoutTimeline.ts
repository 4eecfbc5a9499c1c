import type { AxisMark } from './axisMarks.ts';
import { createTimeScale, type TimeScale } from './timeScale.ts';

export interface TimelineLayout extends TimeScale {
  readonly ticks: readonly { readonly x: number; readonly timeUs: number }[];
  readonly marks: readonly { readonly x: number; readonly mark: AxisMark }[];
}

const SECOND = 1_000_000;
/** Ends and tick steps that a clock face would have. */
const ROUND_SECONDS = [
  1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 21_600, 43_200, 86_400, 172_800, 604_800,
  2_592_000,
];
/** Left free at either end of the axis. */
export const AXIS_MARGIN = 9;
/** Closer marks would lie on each other; of those the graver one is drawn. */
const MARK_GAP = 9;
const GRAVITY: Readonly<Record<AxisMark['kind'], number>> = {
  fault: 6,
  error: 5,
  alert: 4,
  scheduled: 3.5,
  transaction: 0.5,
  election: 3,
  fencing: 2,
  isr: 1,
  command: 0,
};

export function layoutTimeline(
  width: number,
  exploredUs: number,
  untilUs: number | null,
  marks: readonly AxisMark[],
): TimelineLayout {
  const endUs = timelineEnd(exploredUs, untilUs);
  const scale = createTimeScale(width, endUs, AXIS_MARGIN);
  return { ...scale, ticks: ticksOf(scale, width), marks: thinOut(marks, scale.x) };
}

/** Round instants that have room for their time. */
export function ticksOf(scale: TimeScale, width: number): TimelineLayout['ticks'] {
  const { endUs } = scale;
  const room = Math.max(1, width - 2 * AXIS_MARGIN);
  const step =
    (ROUND_SECONDS.find((seconds) => (seconds * SECOND * room) / endUs >= 64) ?? 2_592_000) * SECOND;
  return Array.from({ length: Math.floor(endUs / step) + 1 }, (_, index) => ({
    x: scale.x(index * step),
    timeUs: index * step,
  }));
}

/** A round end beyond what has been explored, so that the axis stands still for a while. */
export function timelineEnd(exploredUs: number, untilUs: number | null): number {
  if (untilUs !== null && untilUs >= exploredUs) return Math.max(SECOND, untilUs);
  const wanted = exploredUs * 1.1;
  const round = ROUND_SECONDS.find((seconds) => seconds >= 10 && seconds * SECOND >= wanted);
  return round === undefined ? Math.ceil(wanted / (2_592_000 * SECOND)) * 2_592_000 * SECOND : round * SECOND;
}

function thinOut(marks: readonly AxisMark[], x: (timeUs: number) => number): { x: number; mark: AxisMark }[] {
  const kept: { x: number; mark: AxisMark }[] = [];
  for (const mark of marks) {
    const at = x(mark.timeUs);
    const previous = kept.at(-1);
    if (previous === undefined || at - previous.x >= MARK_GAP) kept.push({ x: at, mark });
    else if (GRAVITY[mark.kind] > GRAVITY[previous.mark.kind])
      kept[kept.length - 1] = { x: previous.x, mark };
  }
  return kept;
}
