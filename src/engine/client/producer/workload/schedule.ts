import { MICROS_PER_SECOND } from '../../../../shared/units.ts';
import type { Micros } from '../../../../shared/units.ts';

/** Times of calls that the number of the call alone decides. Times are from the start of the workload. */
export type Schedule =
  /** `records` at once, or spread over `withinUs`, every `everyUs`. */
  | { readonly kind: 'bursts'; readonly records: number; readonly everyUs: Micros; readonly withinUs: Micros }
  /** `cumulative` records of a period come until the end of each of its equal steps. */
  | { readonly kind: 'diurnal'; readonly periodUs: Micros; readonly cumulative: readonly number[] }
  /** Instants, in rising order. */
  | { readonly kind: 'list'; readonly timesUs: readonly Micros[] };

/** Half a wave of a raised cosine, from its foot to its top, in parts of 2^20: one step is a quarter of an hour of a day. */
const HALF_WAVE = [
  281, 2525, 7003, 13_696, 22_576, 33_604, 46_733, 61_907, 79_061, 98_122, 119_008, 141_629, 165_889, 191_683,
  218_902, 247_428, 277_140, 307_911, 339_608, 372_095, 405_235, 438_884, 472_899, 507_134, 541_442, 575_677,
  609_692, 643_341, 676_481, 708_968, 740_665, 771_436, 801_148, 829_674, 856_893, 882_687, 906_947, 929_568,
  950_454, 969_515, 986_669, 1_001_843, 1_014_972, 1_026_000, 1_034_880, 1_041_573, 1_046_051, 1_048_295,
];
const WAVE_TOP = 1_048_576;

/** A rate that goes from its lowest up to its highest and down again in each period, in 96 steps. */
export function diurnalSchedule(
  lowPerSecond: number,
  highPerSecond: number,
  periodUs: Micros,
): Extract<Schedule, { kind: 'diurnal' }> {
  const wave = [...HALF_WAVE, ...[...HALF_WAVE].reverse()];
  const stepSeconds = periodUs / wave.length / MICROS_PER_SECOND;
  const cumulative: number[] = [];
  let sum = 0;
  for (const height of wave) {
    sum += (lowPerSecond + ((highPerSecond - lowPerSecond) * height) / WAVE_TOP) * stepSeconds;
    cumulative.push(sum);
  }
  return { kind: 'diurnal', periodUs, cumulative };
}

/** When the n-th call is due, from 0; Infinity when there is none. Does not fall as n rises. */
export function scheduledUs(schedule: Schedule, n: number): Micros {
  switch (schedule.kind) {
    case 'bursts': {
      const burst = Math.floor(n / schedule.records);
      const within = Math.floor(((n - burst * schedule.records) * schedule.withinUs) / schedule.records);
      return burst * schedule.everyUs + within;
    }
    case 'diurnal':
      return diurnalUs(schedule, n);
    case 'list':
      return schedule.timesUs[n] ?? Infinity;
  }
}

function diurnalUs({ periodUs, cumulative }: Extract<Schedule, { kind: 'diurnal' }>, n: number): Micros {
  const perPeriod = cumulative[cumulative.length - 1] ?? 0;
  if (perPeriod <= 0) return Infinity;
  const period = Math.floor(n / perPeriod);
  const rest = n - period * perPeriod;
  const step = firstWhere(cumulative.length - 1, (at) => cumulative[at]! > rest);
  const before = step === 0 ? 0 : cumulative[step - 1]!;
  const stepUs = periodUs / cumulative.length;
  const records = cumulative[step]! - before;
  const inStepUs = records > 0 ? Math.min(stepUs, ((rest - before) * stepUs) / records) : 0;
  return Math.floor(period * periodUs + step * stepUs + inStepUs);
}

/** How many calls are due before that time. */
export function countBefore(schedule: Schedule, timeUs: Micros): number {
  let bound = 1;
  while (scheduledUs(schedule, bound - 1) < timeUs) bound *= 2;
  return firstWhere(bound, (n) => scheduledUs(schedule, n) >= timeUs);
}

/** The first number from 0 on for which it holds, or `last`; once it holds it holds for all above. */
function firstWhere(last: number, holds: (n: number) => boolean): number {
  let [low, high] = [0, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
