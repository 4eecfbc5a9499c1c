import { MICROS_PER_SECOND, MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Micros, Millis } from '../../shared/units.ts';

/** How a node's clock was set: how far ahead it was then, and what it has gained in each second since. */
export interface ClockSetting {
  readonly offsetUs: Micros;
  /** µs a second; negative for a clock that goes slow. */
  readonly driftPpm: number;
  readonly sinceUs: Micros;
}

/** How far a clock is ahead of the true time; negative: behind. Kafka reads whole ms from it (`Time.milliseconds`). */
export function clockOffsetMs(setting: ClockSetting, nowUs: Micros): Millis {
  const driftUs = ((nowUs - setting.sinceUs) * setting.driftPpm) / MICROS_PER_SECOND;
  return Math.floor((setting.offsetUs + driftUs) / MICROS_PER_MILLI);
}
