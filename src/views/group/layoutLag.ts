import type { Micros } from '../../shared/units.ts';
import type { LagPoint } from './lagHistory.ts';
import { timeToX, type TimeWindow } from './layoutGroupTimeline.ts';

export interface LagLayout {
  readonly width: number;
  readonly height: number;
  readonly baseY: number;
  /** Stepped: what was counted holds until the next change. */
  readonly line: string;
  readonly area: string;
  /** From now to where the lag is gone, or to the end of the axis; null: nothing is predicted. */
  readonly prediction: {
    readonly x1: number;
    readonly y1: number;
    readonly x2: number;
    readonly y2: number;
  } | null;
  readonly nowX: number;
  readonly ticks: readonly { readonly y: number; readonly lag: number }[];
}

const HEIGHT = 128;
const TOP = 10;
const BASE = 112;

/** A line of the lag up to now, and behind it a straight one to where it is gone. The window goes on behind now. */
export function layoutLag(
  points: readonly LagPoint[],
  window: TimeWindow,
  nowUs: Micros,
  drainedInUs: Micros | null,
  width: number,
  gutter: number,
): LagLayout {
  const x = timeToX(window, width, gutter);
  const top = points.reduce((most, { lag }) => Math.max(most, lag), 1);
  const step = niceStep(top / 3);
  const most = Math.ceil(top / step) * step;
  const y = (lag: number) => BASE - ((BASE - TOP) * Math.max(0, lag)) / most;
  const line: string[] = [];
  points.forEach(({ atUs, lag }, i) => {
    const at = x(atUs).toFixed(1);
    line.push(i === 0 ? `M${at} ${y(lag).toFixed(1)}` : `H${at}V${y(lag).toFixed(1)}`);
  });
  const firstX = points[0] === undefined ? gutter : x(points[0].atUs);
  const nowX = x(nowUs);
  const lag = points.at(-1)?.lag ?? 0;
  const goneUs = drainedInUs === null ? null : nowUs + drainedInUs;
  const endUs = goneUs === null ? null : Math.min(goneUs, window.toUs);
  return {
    width,
    height: HEIGHT,
    baseY: BASE,
    line: line.join(''),
    area: line.length === 0 ? '' : `${line.join('')}V${BASE}H${firstX.toFixed(1)}Z`,
    prediction:
      lag <= 0 || goneUs === null || endUs === null || endUs <= nowUs
        ? null
        : {
            x1: nowX,
            y1: y(lag),
            x2: x(endUs),
            y2: y(lag * (1 - (endUs - nowUs) / (goneUs - nowUs))),
          },
    nowX,
    ticks: Array.from({ length: Math.round(most / step) + 1 }, (_, i) => ({ y: y(i * step), lag: i * step })),
  };
}

/** 1, 2 or 5 times a power of ten, and not less than asked for. */
function niceStep(least: number): number {
  let step = 1;
  for (const factor of [2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2]) {
    if (step >= least) return step;
    step = Math.round(step * factor);
  }
  return step;
}
