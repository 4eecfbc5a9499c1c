import type { Millis } from '../../../shared/units.ts';
import type { QuotaWindow } from './SampledRate.ts';

/**
 * Tokens that come in at a rate and are spent by value, down into debt; never more than the burst, which is what the rate
 * brings in all windows together. Kafka: `TokenBucket` (4.2, KIP-599). It begins full.
 */
export class TokenBucket {
  private tokens = Infinity;
  private updatedMs: Millis = 0;

  spend(value: number, ratePerSecond: number, nowMs: Millis, window: QuotaWindow): void {
    this.refill(ratePerSecond, nowMs, window);
    this.tokens = Math.min(burstOf(ratePerSecond, window), this.tokens - value);
  }

  available(ratePerSecond: number, nowMs: Millis, window: QuotaWindow): number {
    this.refill(ratePerSecond, nowMs, window);
    return this.tokens;
  }

  private refill(ratePerSecond: number, nowMs: Millis, window: QuotaWindow): void {
    const gained = (ratePerSecond * (nowMs - this.updatedMs)) / 1000;
    this.tokens = Math.min(burstOf(ratePerSecond, window), this.tokens + gained);
    this.updatedMs = nowMs;
  }
}

/** Most tokens that a bucket holds. */
export function burstOf(ratePerSecond: number, window: QuotaWindow): number {
  return (window.samples * window.windowMs * ratePerSecond) / 1000;
}
