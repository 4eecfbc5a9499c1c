import type { PartitionView } from '../../bridge/frame.ts';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import { MICROS_PER_SECOND, type Micros, type Offset, type TopicPartition } from '../../shared/units.ts';
import { comparePartitions } from './groupHistory.ts';

export interface OffsetPoint {
  readonly atUs: Micros;
  readonly offset: Offset;
}

/** How the readable end of a partition and the committed offset of a group went: both step. */
export interface PartitionLag {
  readonly partition: TopicPartition;
  /** High watermark of the leader, oldest first. */
  readonly ends: readonly OffsetPoint[];
  readonly commits: readonly OffsetPoint[];
}

export interface LagPoint {
  readonly atUs: Micros;
  readonly lag: number;
}

export interface DrainPrediction {
  readonly lag: number;
  /** Records a second that come in, and that the group commits. */
  readonly arrivals: number;
  readonly commits: number;
  /** When the lag is gone if both go on; null: it does not shrink. 0: there is none. */
  readonly drainedInUs: Micros | null;
}

/** Rates are counted over so long: two turns of auto.commit.interval.ms as it is by default. */
export const RATE_WINDOW_US: Micros = 10 * MICROS_PER_SECOND;

/** Whether the history of a lag is made of facts of this kind. */
export function tellsOfLag(kind: TraceEvent['kind']): boolean {
  return kind === 'HighWatermarkAdvanced' || kind === 'OffsetCommitted';
}

/** By partition, of all that the group ever committed. */
export function lagHistory(
  rows: readonly TraceRow[],
  groupId: string,
  partitions: readonly PartitionView[],
): readonly PartitionLag[] {
  const commits = new Map<TopicPartition, OffsetPoint[]>();
  const ends = new Map<TopicPartition, OffsetPoint[]>();
  for (const { timeUs: atUs, event } of rows) {
    if (event.kind === 'OffsetCommitted' && event.group === groupId)
      push(commits, event.partition, { atUs, offset: event.offset });
    else if (event.kind === 'HighWatermarkAdvanced' && event.role === 'leader') {
      if (!ends.has(event.partition)) push(ends, event.partition, { atUs: 0, offset: event.from });
      push(ends, event.partition, { atUs, offset: event.to });
    }
  }
  const known = new Map(partitions.map(({ name, highWatermark }) => [name, highWatermark]));
  return [...commits]
    .sort(([a], [b]) => comparePartitions(a, b))
    .map(([partition, points]) => ({
      partition,
      commits: points,
      ends: ends.get(partition) ?? [{ atUs: 0, offset: known.get(partition) ?? 0 }],
    }));
}

function push(into: Map<TopicPartition, OffsetPoint[]>, partition: TopicPartition, point: OffsetPoint): void {
  const points = into.get(partition);
  if (points === undefined) into.set(partition, [point]);
  else points.push(point);
}

/** The lag from the first commit on: a point for each time it changed within the window, and one at each end of it. */
export function lagPoints(
  { ends, commits }: PartitionLag,
  fromUs: Micros,
  toUs: Micros,
): readonly LagPoint[] {
  const first = commits[0];
  if (first === undefined || first.atUs > toUs) return [];
  const startUs = Math.max(fromUs, first.atUs);
  const times = new Set<Micros>([startUs, toUs]);
  for (const { atUs } of [...ends, ...commits]) if (atUs > startUs && atUs < toUs) times.add(atUs);
  return [...times]
    .sort((a, b) => a - b)
    .map((atUs) => ({ atUs, lag: offsetAt(ends, atUs) - offsetAt(commits, atUs) }));
}

/** What held at an instant; before the first point, what that says. Points stand in the order of time. */
export function offsetAt(points: readonly OffsetPoint[], atUs: Micros): Offset {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]!.atUs <= atUs) low = middle + 1;
    else high = middle;
  }
  return points[Math.max(0, low - 1)]?.offset ?? 0;
}

/** T = lag / (μ − λ), with the rates of the last seconds; μ is what the group commits, and says what it can only while there is lag. */
export function predictDrain({ ends, commits }: PartitionLag, nowUs: Micros): DrainPrediction {
  const lag = offsetAt(ends, nowUs) - offsetAt(commits, nowUs);
  const fromUs = Math.max(commits[0]?.atUs ?? 0, nowUs - RATE_WINDOW_US);
  const seconds = (nowUs - fromUs) / MICROS_PER_SECOND;
  const rate = (points: readonly OffsetPoint[]) =>
    seconds <= 0 ? 0 : (offsetAt(points, nowUs) - offsetAt(points, fromUs)) / seconds;
  const [arrivals, committed] = [rate(ends), rate(commits)];
  const drainedInUs =
    lag <= 0 ? 0 : committed <= arrivals ? null : (lag / (committed - arrivals)) * MICROS_PER_SECOND;
  return { lag, arrivals, commits: committed, drainedInUs };
}

/** The slowest partition decides over a group; null: one of them never drains. */
export function drainOfGroup(predictions: readonly DrainPrediction[]): Micros | null {
  let longest: Micros = 0;
  for (const { drainedInUs } of predictions) {
    if (drainedInUs === null) return null;
    longest = Math.max(longest, drainedInUs);
  }
  return longest;
}

/** The sum over partitions, at each instant at which one of them has a point. */
export function totalLag(series: readonly (readonly LagPoint[])[]): readonly LagPoint[] {
  const times = [...new Set(series.flatMap((points) => points.map(({ atUs }) => atUs)))].sort(
    (a, b) => a - b,
  );
  const next = series.map(() => 0);
  return times.map((atUs) => {
    let lag = 0;
    series.forEach((points, i) => {
      while ((points[next[i]!]?.atUs ?? Infinity) <= atUs) next[i]! += 1;
      lag += points[next[i]! - 1]?.lag ?? 0;
    });
    return { atUs, lag };
  });
}
