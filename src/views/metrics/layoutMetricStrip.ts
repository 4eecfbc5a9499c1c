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
}

const PADDING = 3;

/** One series as a stepped line; a gap where nobody reported. The scale begins at 0 and its top is the largest value. */
export function layoutMetricStrip(
  timesUs: ArrayLike<number>,
  values: ArrayLike<number>,
  { scale, height, exploredUs }: StripBox,
): MetricStripLayout {
  let least: number | null = null;
  let most: number | null = null;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (Number.isNaN(value)) continue;
    least = least === null ? value : Math.min(least, value);
    most = most === null ? value : Math.max(most, value);
  }
  const top = Math.max(most ?? 0, 0) || 1;
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
