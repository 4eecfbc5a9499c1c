/** Where the logs stand in a picture of this size. Numbers only, in CSS pixels. */
export interface LogArea {
  readonly size: StageSize;
  readonly width: number;
  readonly height: number;
  /** First and last pixel of the offset axis. */
  readonly x0: number;
  readonly x1: number;
  /** The sea reaches from here to there. */
  readonly seaTop: number;
  readonly seaBottom: number;
  /** Middle of the flag of the high watermark. */
  readonly flagY: number;
  /** Baseline of the axis numbers; null when there is no room for them. */
  readonly axisY: number | null;
  /** Top of each lane. */
  readonly laneTops: readonly number[];
  readonly laneHeight: number;
  readonly lanePitch: number;
  /** Where RPCs leave and reach a lane. */
  readonly portX: number;
}

/** `hero` is the phone's picture with broker names before the lanes. */
export type StageSize = 'wide' | 'medium' | 'phone' | 'hero';

const WIDE_FROM = 860;
const MEDIUM_FROM = 600;

export function stageSizeFor(width: number): StageSize {
  if (width >= WIDE_FROM) return 'wide';
  return width >= MEDIUM_FROM ? 'medium' : 'phone';
}

export function placeLogArea(size: StageSize, width: number, height: number, laneCount: number): LogArea {
  const count = Math.max(1, laneCount);
  return size === 'wide' ? placeBeside(width, height, count) : placeBelowNames(size, width, height, count);
}

/** Broker cards to the left of the lanes, clients to the right. */
function placeBeside(width: number, height: number, count: number): LogArea {
  const seaTop = 58;
  // Where there is hardly any height, nothing is turned over.
  const seaBottom = Math.max(seaTop, height - 38);
  const lanePitch = (seaBottom - seaTop) / count;
  const laneHeight = lanePitch >= 116 ? 40 : lanePitch >= 84 ? 30 : lanePitch >= 48 ? 20 : 11;
  const x1 = width - 384;
  return {
    size: 'wide',
    width,
    height,
    x0: 214,
    x1,
    seaTop,
    seaBottom,
    flagY: 36,
    axisY: height - 14,
    laneTops: lanes(count, seaTop, lanePitch, lanePitch / 2 - laneHeight / 2),
    laneHeight,
    lanePitch,
    portX: x1 + 92,
  };
}

/** Names above the lanes: the axis keeps the whole width. */
function placeBelowNames(size: StageSize, width: number, height: number, count: number): LogArea {
  const tall = height >= 420;
  const seaTop = tall ? 52 : 34;
  const axis = size !== 'hero' && (tall || size === 'medium');
  const seaBottom = Math.max(seaTop, height - (axis ? 24 : 0));
  const lanesBottom = size === 'hero' ? seaBottom - 28 : seaBottom;
  const lanePitch = (lanesBottom - seaTop - 6) / count;
  const laneHeight = lanePitch >= 116 ? 40 : lanePitch >= 60 ? 26 : lanePitch >= 44 ? 16 : 11;
  // The name stands above the lane, pins and notes below it; what is left over goes below.
  const nameHeight = size === 'hero' ? Math.max(8, (lanePitch - laneHeight) / 2) : 30;
  const x0 = size === 'hero' ? 92 : 16;
  const x1 = size === 'medium' ? width - 320 : size === 'hero' ? width - 130 : width - 92;
  return {
    size,
    width,
    height,
    x0,
    x1,
    seaTop,
    seaBottom,
    flagY: seaTop - 14,
    axisY: axis ? height - 8 : null,
    laneTops: lanes(count, seaTop, lanePitch, nameHeight),
    laneHeight,
    lanePitch,
    portX: size === 'medium' ? x1 + 86 : x1 + 48,
  };
}

function lanes(count: number, top: number, pitch: number, offset: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.round(top + index * pitch + offset));
}
