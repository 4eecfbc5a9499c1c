import type { Millis } from '../../../shared/units.ts';

export interface BackoffPolicy {
  readonly initialMs: Millis;
  readonly maxMs: Millis;
  readonly multiplier: number;
}

/** Kafka's clients spread every backoff by this share to both sides, `CommonClientConfigs.RETRY_BACKOFF_JITTER`. */
export const RETRY_BACKOFF_JITTER = 0.2;

/**
 * How long to wait before a further attempt, in whole ms (RT1). Kafka: `ExponentialBackoff.backoff` (4.2, KIP-580).
 * Where the maximum is not above the initial value every wait is the same, and without jitter.
 *
 * @param failures how often it failed before, from 0: the wait before the first retry of a batch is that for 0.
 * @param jitterFactor from `jitterFactor`, or 1 for none. The maximum holds after jitter too.
 */
export function exponentialBackoffMs(policy: BackoffPolicy, failures: number, jitterFactor = 1): Millis {
  const { initialMs, maxMs, multiplier } = policy;
  if (maxMs <= initialMs) return maxMs;
  let waitMs = initialMs;
  for (let i = 0; i < failures && waitMs < maxMs; i++) waitMs *= multiplier;
  return Math.min(Math.floor(Math.min(waitMs, maxMs) * jitterFactor), maxMs);
}

/**
 * A factor from 1 - jitter up to but without 1 + jitter, uniform if the draw is (RT1).
 *
 * @param jitter the share, e.g. RETRY_BACKOFF_JITTER.
 * @param drawn a random number from 0 up to but without 1.
 */
export function jitterFactor(jitter: number, drawn: number): number {
  return 1 - jitter + 2 * jitter * drawn;
}
