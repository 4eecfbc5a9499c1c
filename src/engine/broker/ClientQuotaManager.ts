import { ANONYMOUS, quotaId, resolveQuota } from '../metadata/ClientQuotas.ts';
import type { ClientQuota, ClientQuotaKey, ResolvedQuota } from '../metadata/ClientQuotas.ts';
import { SampledRate } from '../protocol/quota/SampledRate.ts';
import type { QuotaWindow } from '../protocol/quota/SampledRate.ts';
import { throttleTimeMs } from '../protocol/quota/throttleTime.ts';
import type { Millis } from '../../shared/units.ts';

type Quotas = ReadonlyMap<string, ClientQuota>;

/**
 * What clients used of their quotas on this broker (QT1–QT4; KIP-13, KIP-124). Kafka: `ClientQuotaManager`,
 * `ClientRequestQuotaManager` (4.2). Nothing is refused: whoever is over the quota is answered, told a throttle time, and not
 * read from for so long.
 *
 * Simplified: usage is counted only while a quota binds the client, and never expires (Kafka forgets it after an idle hour).
 */
export class ClientQuotaManager {
  private readonly rates = new Map<string, SampledRate>();

  /** Counts usage and says for how long the client is muted; 0 within the quota. */
  record(
    quotas: Quotas,
    key: ClientQuotaKey,
    clientId: string,
    value: number,
    nowMs: Millis,
    window: QuotaWindow,
  ): Millis {
    const resolved = resolveQuota(quotas, key, ANONYMOUS, clientId);
    if (!resolved) return 0;
    const rate = this.rateOf(resolved, key);
    rate.record(value, nowMs, window);
    const observed = rate.perSecond(nowMs, window);
    const throttleMs = throttleTimeMs(observed, resolved.limit, rate.windowSizeMs(nowMs, window));
    // More than one window would only let a client wait for its own silence.
    return key === 'request_percentage' ? Math.min(throttleMs, window.windowMs) : throttleMs;
  }

  /** Takes back what a throttled fetch would have used: its answer goes out empty. */
  unrecord(
    quotas: Quotas,
    key: ClientQuotaKey,
    clientId: string,
    value: number,
    nowMs: Millis,
    window: QuotaWindow,
  ): void {
    const resolved = resolveQuota(quotas, key, ANONYMOUS, clientId);
    if (resolved) this.rateOf(resolved, key).record(-value, nowMs, window);
  }

  private rateOf(resolved: ResolvedQuota, key: ClientQuotaKey): SampledRate {
    const id = quotaId(resolved.sharedBy, key);
    let rate = this.rates.get(id);
    if (rate === undefined) {
      rate = new SampledRate('Rate');
      this.rates.set(id, rate);
    }
    return rate;
  }
}

/** The most that a client can fetch at once without being throttled in any case; Infinity without a quota. */
export function maxValueInQuotaWindow(
  quotas: Quotas,
  key: ClientQuotaKey,
  clientId: string,
  window: QuotaWindow,
): number {
  const resolved = resolveQuota(quotas, key, ANONYMOUS, clientId);
  return resolved ? (resolved.limit * (window.samples - 1) * window.windowMs) / 1000 : Infinity;
}
