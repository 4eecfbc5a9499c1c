import type { Micros } from '../../../../shared/units.ts';
import type { RetryPolicy } from './OutsideSpec.ts';

/** Kafka: `RetryWithToleranceOperator.RETRIES_DELAY_MIN_MS`. */
const MIN_DELAY_US: Micros = 300_000;

/**
 * How long a record waits for its next try in place after an error that may pass; null: there is none. Kafka:
 * `RetryWithToleranceOperator.execAndRetry`, `backoff` (4.2): 300 ms, doubled with each try; once that is more than
 * errors.retry.delay.max.ms, anything below it; and never beyond errors.retry.timeout, at whose end comes the last try.
 *
 * @param attempt the tries so far, from 1
 * @param triedForUs since the first one began
 * @param jitter from 0 up to but without 1
 */
export function nextTry(
  policy: RetryPolicy,
  attempt: number,
  triedForUs: Micros,
  jitter: number,
): Micros | null {
  if (policy.kind === 'attempts') return attempt < policy.attempts ? policy.backoffUs : null;
  const leftUs = policy.timeoutUs - triedForUs;
  if (leftUs <= 0) return null;
  let delayUs = MIN_DELAY_US;
  for (let i = 1; i < attempt && delayUs <= policy.maxDelayUs; i++) delayUs *= 2;
  if (delayUs > policy.maxDelayUs) delayUs = Math.floor(jitter * policy.maxDelayUs);
  return Math.min(delayUs, leftUs);
}
