import {
  exponentialBackoffMs,
  jitterFactor,
  RETRY_BACKOFF_JITTER,
} from '../../../network/exponentialBackoff.ts';
import { MICROS_PER_MILLI } from '../../../../../shared/units.ts';
import type { Micros, Millis } from '../../../../../shared/units.ts';

/**
 * When the next ConsumerGroupHeartbeat is due: every interval that the coordinator asks for; after a failure when a back-off has
 * passed, whatever the interval. Kafka: `HeartbeatRequestState`, `TimedRequestState` (4.2).
 */
export class HeartbeatRequestState {
  /** As the coordinator said last; 0: it has not said yet. */
  intervalMs: Millis = 0;
  /** One is under way. */
  isInFlight = false;
  private dueUs: Micros = 0;
  private retryAtUs: Micros = 0;
  private attempts = 0;
  private failures = 0;

  canSend(nowUs: Micros): boolean {
    return !this.isInFlight && nowUs >= this.nextUs;
  }

  /** When it could be sent, if none were under way. */
  get nextUs(): Micros {
    return Math.max(this.dueUs, this.retryAtUs);
  }

  sent(nowUs: Micros): void {
    this.isInFlight = true;
    this.dueUs = nowUs + this.intervalMs * MICROS_PER_MILLI;
  }

  /** Another interval begins anew; the same one goes on. */
  succeeded(intervalMs: Millis, nowUs: Micros): void {
    this.isInFlight = false;
    this.attempts = 0;
    this.retryAtUs = 0;
    if (this.intervalMs === intervalMs) return;
    this.intervalMs = intervalMs;
    this.dueUs = nowUs + intervalMs * MICROS_PER_MILLI;
  }

  /** @param jitter of the n-th failure, from 0 up to but without 1 */
  failed(
    nowUs: Micros,
    backoff: { readonly initialMs: Millis; readonly maxMs: Millis },
    jitter: (n: number) => number,
  ): void {
    this.isInFlight = false;
    this.failures += 1;
    const factor = jitterFactor(RETRY_BACKOFF_JITTER, jitter(this.failures));
    const waitMs = exponentialBackoffMs({ ...backoff, multiplier: 2 }, this.attempts, factor);
    this.attempts += 1;
    this.dueUs = 0;
    this.retryAtUs = nowUs + waitMs * MICROS_PER_MILLI;
  }

  /** So many more were sent, and answered with the same interval. */
  skip(times: number): void {
    this.dueUs += times * this.intervalMs * MICROS_PER_MILLI;
  }

  /** The next may go out at once. */
  reset(): void {
    this.isInFlight = false;
    this.attempts = 0;
    this.retryAtUs = 0;
  }
}
