import { mix32 } from '../../kernel/hash.ts';
import type { Micros } from '../../../shared/units.ts';
import { EXPONENTIAL_ONE, unitExponential } from '../producer/workload/exponential.ts';

const MILLION = 1_000_000;
/** Tells the draws of failures from those of times. */
const FAILURES = 0x9e3779b9;

/** How long the application takes for records, where that is not the same for each. Frozen: shared by checkpoints. */
export interface WorkTimes {
  /** Of one record alone; the mean, where times are of the exponential distribution. */
  readonly perRecordUs: Micros;
  readonly isExponential: boolean;
  /** So many of a million records fail at first; their application tries them again in place, and nothing else goes on. */
  readonly failingPerMillion: number;
  /** A failing record succeeds at the last of so many retries. */
  readonly retries: number;
  /** Before each of them. */
  readonly backoffUs: Micros;
  readonly drawSeed: number;
}

/** How long the n-th record that it ever takes keeps the application, with all that it tries again. */
export function workOnRecordUs(times: WorkTimes, n: number): Micros {
  const { perRecordUs, isExponential, drawSeed } = times;
  const drawnUs = isExponential
    ? Math.round((perRecordUs * unitExponential(mix32(mix32(drawSeed) ^ n))) / EXPONENTIAL_ONE)
    : perRecordUs;
  // No work takes no time: the application polls again when it is done.
  const onceUs = Math.max(1, drawnUs);
  return isFailing(times, n) ? onceUs + times.retries * (times.backoffUs + onceUs) : onceUs;
}

function isFailing({ failingPerMillion, drawSeed }: WorkTimes, n: number): boolean {
  return failingPerMillion > 0 && mix32(mix32(drawSeed ^ FAILURES) ^ n) % MILLION < failingPerMillion;
}
