import type { QuotaWindow } from '../protocol/quota/SampledRate.ts';
import { TokenBucket } from '../protocol/quota/TokenBucket.ts';
import { tokenThrottleTimeMs } from '../protocol/quota/throttleTime.ts';
import type { Millis } from '../../shared/units.ts';

/**
 * Requests that create or delete topics or add partitions are refused in strict mode (THROTTLING_QUOTA_EXCEEDED; the newer
 * versions of these requests) or just slowed down in permissive mode (the older ones).
 */
export type ControllerMutationMode = 'strict' | 'permissive';

export interface MutationDecision {
  readonly accepted: boolean;
  readonly throttleMs: Millis;
}

/**
 * `controller_mutation_rate`: how many partitions a client may create or delete a second (KIP-599). Kafka:
 * `StrictControllerMutationQuota`, `PermissiveControllerMutationQuota` (4.2). A request may take the bucket below zero; the
 * next one is the one that pays.
 */
export class ControllerMutationQuota {
  private readonly bucket = new TokenBucket();

  /** A request that changes this many partitions. */
  record(
    mutations: number,
    ratePerSecond: number,
    mode: ControllerMutationMode,
    nowMs: Millis,
    window: QuotaWindow,
  ): MutationDecision {
    const before = this.bucket.available(ratePerSecond, nowMs, window);
    if (mode === 'strict') {
      if (before < 0) return { accepted: false, throttleMs: tokenThrottleTimeMs(before, ratePerSecond) };
      this.bucket.spend(mutations, ratePerSecond, nowMs, window);
      return { accepted: true, throttleMs: 0 };
    }
    this.bucket.spend(mutations, ratePerSecond, nowMs, window);
    return { accepted: true, throttleMs: this.throttleMs(ratePerSecond, nowMs, window) };
  }

  /** How long a client would have to wait now. */
  throttleMs(ratePerSecond: number, nowMs: Millis, window: QuotaWindow): Millis {
    return tokenThrottleTimeMs(this.bucket.available(ratePerSecond, nowMs, window), ratePerSecond);
  }

  tokens(ratePerSecond: number, nowMs: Millis, window: QuotaWindow): number {
    return this.bucket.available(ratePerSecond, nowMs, window);
  }
}
