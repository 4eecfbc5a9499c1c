import type { Millis } from '../../../shared/units.ts';

/**
 * How long a client that went over its quota has to be silent for the rate to fall to it: the excess, as a part of the quota,
 * times the window. Whole ms. Kafka: `QuotaUtils.throttleTime` (4.2).
 */
export function throttleTimeMs(observedPerSecond: number, quotaPerSecond: number, windowMs: Millis): Millis {
  if (observedPerSecond <= quotaPerSecond) return 0;
  return Math.round(((observedPerSecond - quotaPerSecond) / quotaPerSecond) * windowMs);
}

/** As `throttleTimeMs`, cut off: a request quota never mutes for longer than one window. Kafka: `QuotaUtils.boundedThrottleTime`. */
export function boundedThrottleTimeMs(
  observedPerSecond: number,
  quotaPerSecond: number,
  windowMs: Millis,
  maxThrottleMs: Millis,
): Millis {
  return Math.min(throttleTimeMs(observedPerSecond, quotaPerSecond, windowMs), maxThrottleMs);
}

/** Time until a bucket in debt has paid it. Kafka: `ControllerMutationQuotaManager.throttleTimeMs` (KIP-599). */
export function tokenThrottleTimeMs(tokens: number, ratePerSecond: number): Millis {
  return tokens >= 0 ? 0 : Math.round((-tokens / ratePerSecond) * 1000);
}
