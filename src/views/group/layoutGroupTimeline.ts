import type { Micros, TopicPartition } from '../../shared/units.ts';
import type { GroupHistory, MemberStep, PartitionHistory } from './groupHistory.ts';

export interface GroupTimelineBar {
  readonly x: number;
  readonly width: number;
  /** Place of its owner among the members; null: nobody reads. */
  readonly member: number | null;
  readonly hasLetter: boolean;
}

export interface GroupTimelineRow {
  readonly partition: TopicPartition;
  readonly label: string;
  readonly y: number;
  readonly bars: readonly GroupTimelineBar[];
}

export interface GroupTimelineLane {
  readonly member: number;
  readonly y: number;
  readonly waits: readonly { readonly x: number; readonly width: number }[];
  readonly marks: readonly { readonly x: number; readonly step: MemberStep }[];
}

export interface GroupTimelineLayout {
  readonly width: number;
  readonly height: number;
  /** Left end of the axis of time. */
  readonly fromX: number;
  readonly rows: readonly GroupTimelineRow[];
  /** Partitions without a row: all of them have had the same owner all the time. */
  readonly quietPartitions: number;
  readonly foldY: number;
  readonly lanes: readonly GroupTimelineLane[];
}

export interface TimeWindow {
  readonly fromUs: Micros;
  readonly toUs: Micros;
}

export const ROW_HEIGHT = 13;
const ROW_PITCH = 15;
export const LANE_PITCH = 13;
const TOP = 2;
const GAP = 5;
/** More rows than this fold those in which nothing happened. */
const MOST_ROWS = 12;
const FOLD_HEIGHT = 16;
const CHARACTER_WIDTH = 6.4;
const LETTER_WIDTH = 15;
const RIGHT_MARGIN = 4;
/** Heartbeats closer than this are one mark. */
const LEAST_MARK_GAP = 3;

/** Room that the labels of partitions take at the left, over all groups: they have one axis. */
export function gutterOf(histories: readonly GroupHistory[]): number {
  let longest = 2;
  for (const { partitions } of histories)
    for (const { partition } of partitions)
      longest = Math.max(longest, labelOf(partition, hasOneTopic(partitions)).length);
  return Math.min(110, 14 + longest * CHARACTER_WIDTH);
}

/** Where everything of one group stands, for a window of time. */
export function layoutGroupTimeline(
  { partitions, members }: GroupHistory,
  window: TimeWindow,
  width: number,
  gutter: number,
): GroupTimelineLayout {
  const xOf = timeToX(window, width, gutter);
  const places = new Map(members.map(({ clientId }, i) => [clientId, i]));
  const oneTopic = hasOneTopic(partitions);
  const shown = shownPartitions(partitions, window);
  const quietPartitions = partitions.length - shown.length;
  const rows = shown.map(({ partition, bars }, i): GroupTimelineRow => ({
    partition,
    label: labelOf(partition, oneTopic),
    y: TOP + i * ROW_PITCH,
    bars: bars.flatMap(({ fromUs, toUs, owner }) => {
      const end = Math.min(toUs ?? window.toUs, window.toUs);
      const start = Math.max(fromUs, window.fromUs);
      if (end < start || fromUs > window.toUs) return [];
      const x = xOf(start);
      const barWidth = xOf(end) - x;
      if (barWidth <= 0) return [];
      const member = owner === null ? null : (places.get(owner) ?? null);
      return [{ x, width: Math.max(1.5, barWidth), member, hasLetter: barWidth >= LETTER_WIDTH }];
    }),
  }));
  const foldY = TOP + shown.length * ROW_PITCH + 9;
  const lanesY = TOP + shown.length * ROW_PITCH + (quietPartitions > 0 ? FOLD_HEIGHT : 0) + GAP;
  const lanes = members.map(({ steps, waits }, member): GroupTimelineLane => ({
    member,
    y: lanesY + member * LANE_PITCH,
    waits: waits.flatMap(({ fromUs, toUs }) => {
      const end = Math.min(toUs ?? window.toUs, window.toUs);
      const start = Math.max(fromUs, window.fromUs);
      return end <= start ? [] : [{ x: xOf(start), width: xOf(end) - xOf(start) }];
    }),
    marks: marksOf(steps, window, xOf),
  }));
  return {
    width,
    height: lanesY + members.length * LANE_PITCH,
    fromX: gutter,
    rows,
    quietPartitions,
    foldY,
    lanes,
  };
}

/** Where an instant stands; instants outside of the window stand at its ends. */
export function timeToX({ fromUs, toUs }: TimeWindow, width: number, gutter: number): (us: Micros) => number {
  const room = Math.max(1, width - gutter - RIGHT_MARGIN);
  const span = Math.max(1, toUs - fromUs);
  return (us) => gutter + (room * (Math.min(toUs, Math.max(fromUs, us)) - fromUs)) / span;
}

function marksOf(
  steps: readonly MemberStep[],
  { fromUs, toUs }: TimeWindow,
  xOf: (us: Micros) => number,
): GroupTimelineLane['marks'] {
  const marks: { readonly x: number; readonly step: MemberStep }[] = [];
  let lastBeat = -Infinity;
  for (const step of steps) {
    if (step.atUs < fromUs || step.atUs > toUs) continue;
    const x = xOf(step.atUs);
    if (step.kind === 'heartbeat') {
      if (x - lastBeat < LEAST_MARK_GAP) continue;
      lastBeat = x;
    }
    marks.push({ x, step });
  }
  return marks;
}

/** All while they are few; else those in which something happened, and of the others as many as there is room for. */
function shownPartitions(
  partitions: readonly PartitionHistory[],
  { fromUs, toUs }: TimeWindow,
): readonly PartitionHistory[] {
  if (partitions.length <= MOST_ROWS) return partitions;
  const happened = ({ bars }: PartitionHistory) =>
    bars.some((bar) => bar.fromUs > fromUs && bar.fromUs <= toUs) || bars.at(-1)?.owner === null;
  const busy = new Set(partitions.filter(happened));
  let room = Math.max(0, MOST_ROWS - busy.size);
  return partitions.filter((partition) => busy.has(partition) || room-- > 0);
}

function hasOneTopic(partitions: readonly PartitionHistory[]): boolean {
  return new Set(partitions.map(({ partition }) => partition.slice(0, partition.lastIndexOf('-')))).size <= 1;
}

function labelOf(partition: TopicPartition, oneTopic: boolean): string {
  return oneTopic ? `p${partition.slice(partition.lastIndexOf('-') + 1)}` : partition;
}

const SECOND = 1_000_000;
const STEPS_US: readonly Micros[] = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 21_600, 86_400].map(
    (s) => s * SECOND,
  ),
];
const TICK_WIDTH = 76;

/** Round instants for an axis of that many pixels. */
export function timeTicks({ fromUs, toUs }: TimeWindow, room: number): readonly Micros[] {
  const most = Math.max(1, Math.floor(room / TICK_WIDTH));
  const step = STEPS_US.find((candidate) => (toUs - fromUs) / candidate <= most) ?? STEPS_US.at(-1)!;
  const ticks: Micros[] = [];
  for (let at = Math.ceil(fromUs / step) * step; at <= toUs; at += step) ticks.push(at);
  return ticks;
}
