import type { TimeScale } from '../timeline/timeScale.ts';

export interface MetricStripLayout {
  /** Line of what has happened up to the playhead and of what is explored behind it: it steps, for a sample holds until the next. */
  readonly line: string;
  readonly area: string;
  readonly least: number | null;
  readonly most: number | null;
}

export interface StripBox {
  readonly scale: TimeScale;
  readonly height: number;
  readonly exploredUs: number;
  /** The largest value of all that share the scale; left out: of this series. */
  readonly top?: number;
}

const PADDING = 3;

/** One series as a stepped line; a gap where nobody reported. The scale begins at 0 and its top is the largest value. */
export function layoutMetricStrip(
  timesUs: ArrayLike<number>,
  values: ArrayLike<number>,
  { scale, height, exploredUs, top: given }: StripBox,
): MetricStripLayout {
  let least: number | null = null;
  let most: number | null = null;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (Number.isNaN(value)) continue;
    least = least === null ? value : Math.min(least, value);
    most = most === null ? value : Math.max(most, value);
  }
  const top = Math.max(given ?? most ?? 0, 0) || 1;
  const bottom = Math.min(least ?? 0, 0);
  const x = (timeUs: number): string => scale.x(timeUs).toFixed(1);
  const y = (value: number): string =>
    (height - PADDING - ((height - 2 * PADDING) * (value - bottom)) / (top - bottom)).toFixed(1);
  const line: string[] = [];
  const area: string[] = [];
  let before = NaN;
  let beforeY = '';
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    const at = x(timesUs[i] as number);
    const isLast = i === values.length - 1;
    const end = isLast ? x(Math.max(exploredUs, timesUs[i] as number)) : '';
    if (Number.isNaN(value)) {
      if (!Number.isNaN(before)) {
        line.push(`H${at}`);
        area.push(`H${at}V${height}Z`);
      }
    } else {
      const valueY = y(value);
      if (Number.isNaN(before)) {
        line.push(`M${at} ${valueY}`);
        area.push(`M${at} ${height}V${valueY}`);
      } else if (valueY !== beforeY) {
        line.push(`H${at}V${valueY}`);
        area.push(`H${at}V${valueY}`);
      }
      if (isLast) {
        line.push(`H${end}`);
        area.push(`H${end}V${height}Z`);
      }
      beforeY = valueY;
    }
    before = value;
  }
  return { line: line.join(''), area: area.join(''), least, most };
}

/** The sample that holds at an instant: the last one up to it; −1 before the first. */
export function sampleAt(timesUs: ArrayLike<number>, timeUs: number): number {
  let low = 0;
  let high = timesUs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timesUs[middle] as number) <= timeUs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** When nobody reported a series: from one instant to another. One at the end goes on to where the run is explored. */
export function gapsOf(
  timesUs: ArrayLike<number>,
  values: ArrayLike<number>,
  exploredUs: number,
): readonly (readonly [number, number])[] {
  const gaps: (readonly [number, number])[] = [];
  let fromUs: number | null = null;
  for (let i = 0; i < values.length; i++) {
    const timeUs = timesUs[i] as number;
    if (Number.isNaN(values[i])) fromUs ??= timeUs;
    else if (fromUs !== null) {
      gaps.push([fromUs, timeUs]);
      fromUs = null;
    }
  }
  if (fromUs !== null) gaps.push([fromUs, Math.max(exploredUs, fromUs)]);
  return gaps;
}

/** Where a series is going: its last quarter against what it was before, by more than a tenth. */
export function trendOf(values: ArrayLike<number>): 'rising' | 'falling' | 'level' | 'none' {
  const known = Array.from(values).filter((value) => !Number.isNaN(value));
  const last = known.slice(Math.floor((known.length * 3) / 4));
  const before = known.slice(0, Math.floor((known.length * 3) / 4));
  if (last.length === 0) return 'none';
  if (before.length === 0) return 'level';
  const change = mean(last) - mean(before);
  const scale = Math.max(Math.abs(mean(last)), Math.abs(mean(before)));
  if (Math.abs(change) <= scale / 10) return 'level';
  return change > 0 ? 'rising' : 'falling';
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
