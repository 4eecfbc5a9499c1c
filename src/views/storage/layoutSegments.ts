import type { ReplicaView } from '../../bridge/frame.ts';
import type { BrokerId, Millis, Offset } from '../../shared/units.ts';

/** Segments of all replicas of a partition on one axis of record time, in px. */
export interface SegmentsLayout {
  readonly width: number;
  readonly height: number;
  readonly lanes: readonly SegmentLane[];
  readonly axisY: number;
  readonly ticks: readonly { readonly x: number; readonly timeMs: Millis }[];
  readonly nowX: number;
  /** What ends left of it is older than retention.ms; null: there is no such limit, or it lies beyond what is shown. */
  readonly limitX: number | null;
  /** Where the axis of time begins. */
  readonly fromX: number;
}

export interface SegmentLane {
  readonly broker: BrokerId;
  readonly y: number;
  readonly height: number;
  readonly isOffline: boolean;
  readonly bars: readonly SegmentBar[];
}

export interface SegmentBar {
  readonly baseOffset: Offset;
  readonly x: number;
  readonly width: number;
  /** Of the lane, from its floor: how much of segment.bytes is used. */
  readonly fillHeight: number;
  readonly isActive: boolean;
  /** There is room for its name. */
  readonly hasLabel: boolean;
}

const LABEL_WIDTH = 62;
const RIGHT_MARGIN = 12;
const LANE_HEIGHT = 17;
const LANE_GAP = 4;
const TOP = 16;
const AXIS_HEIGHT = 16;
const LEAST_BAR = 3;
const LEAST_FILL = 2;
const CHARACTER_WIDTH = 6.6;
/** With the room between two ticks that a label needs. */
const TICK_WIDTH = 76;
/** The limit is drawn if it makes the picture no more than so many times wider. */
const WIDEST = 2.5;

const SECOND: Millis = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS: readonly Millis[] = [
  ...[1, 2, 5, 10, 20, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 365, 730, 3650].map((n) => n * DAY),
];

/** `nowMs` is what the clock of the leader's broker says. */
export function layoutSegments(
  replicas: readonly ReplicaView[],
  nowMs: Millis,
  width: number,
): SegmentsLayout {
  const timed = replicas.flatMap(({ storage }) => storage.segments);
  const firstMs = timed.reduce(
    (least, { firstTimestampMs }) => Math.min(least, firstTimestampMs ?? least),
    nowMs,
  );
  const lastMs = timed.reduce((most, { maxTimestampMs }) => Math.max(most, maxTimestampMs ?? most), nowMs);
  const retentionMs =
    replicas.find(({ storage }) => storage.limits !== null)?.storage.limits?.retentionMs ?? null;
  const limitMs = retentionMs === null ? null : nowMs - retentionMs;
  const span = Math.max(SECOND, lastMs - firstMs);
  const showsLimit = limitMs !== null && lastMs - limitMs <= span * WIDEST;
  const fromMs = showsLimit ? Math.min(firstMs, limitMs) : firstMs;
  const shownMs = Math.max(SECOND, lastMs - fromMs);
  const room = Math.max(1, width - LABEL_WIDTH - RIGHT_MARGIN);
  const xOf = (ms: Millis) => LABEL_WIDTH + ((ms - fromMs) / shownMs) * room;
  const lanes = replicas.map(({ broker, role, storage }, i): SegmentLane => ({
    broker,
    y: TOP + i * (LANE_HEIGHT + LANE_GAP),
    height: LANE_HEIGHT,
    isOffline: role === 'offline' || storage.isOffline,
    bars: storage.segments.map((segment, at) => {
      const x = xOf(segment.firstTimestampMs ?? nowMs);
      const barWidth = Math.max(LEAST_BAR, xOf(segment.maxTimestampMs ?? nowMs) - x);
      const share = segment.sizeBytes / (storage.limits?.segmentBytes ?? segment.sizeBytes);
      return {
        baseOffset: segment.baseOffset,
        x: Math.min(x, width - LEAST_BAR),
        width: barWidth,
        fillHeight: segment.sizeBytes === 0 ? 0 : Math.max(LEAST_FILL, Math.min(1, share) * LANE_HEIGHT),
        isActive: at === storage.segments.length - 1,
        hasLabel: barWidth > 10 + String(segment.baseOffset).length * CHARACTER_WIDTH,
      };
    }),
  }));
  const axisY = TOP + replicas.length * (LANE_HEIGHT + LANE_GAP);
  return {
    width,
    height: axisY + AXIS_HEIGHT,
    lanes,
    axisY,
    ticks: ticksOf(fromMs, fromMs + shownMs, room).map((timeMs) => ({ x: xOf(timeMs), timeMs })),
    nowX: xOf(nowMs),
    fromX: LABEL_WIDTH,
    limitX: showsLimit ? xOf(limitMs) : null,
  };
}

function ticksOf(fromMs: Millis, toMs: Millis, room: number): Millis[] {
  const most = Math.max(1, Math.floor(room / TICK_WIDTH));
  const step = STEPS.find((candidate) => (toMs - fromMs) / candidate <= most) ?? STEPS.at(-1)!;
  const ticks: Millis[] = [];
  for (let at = Math.ceil(fromMs / step) * step; at <= toMs; at += step) ticks.push(at);
  return ticks;
}
