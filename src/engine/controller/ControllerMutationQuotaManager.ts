import { ANONYMOUS, quotaId, resolveQuota } from '../metadata/ClientQuotas.ts';
import type { ClientQuota } from '../metadata/ClientQuotas.ts';
import type { QuotaWindow } from '../protocol/quota/SampledRate.ts';
import type { Millis } from '../../shared/units.ts';
import { ControllerMutationQuota } from './ControllerMutationQuota.ts';
import type { ControllerMutationMode, MutationDecision } from './ControllerMutationQuota.ts';

const UNBOUNDED: MutationDecision = { accepted: true, throttleMs: 0 };

/**
 * What clients used of their `controller_mutation_rate` at this controller (QT5); another controller that becomes active knows
 * nothing of it. Kafka: `ControllerMutationQuotaManager`, `ControllerApis` (4.2).
 *
 * Simplified: usage is counted only while a quota binds the client, and never expires (Kafka forgets it after an idle hour).
 */
export class ControllerMutationQuotaManager {
  private readonly byEntity = new Map<string, ControllerMutationQuota>();

  /** A client would create or delete this many partitions. */
  record(
    quotas: ReadonlyMap<string, ClientQuota>,
    clientId: string,
    mutations: number,
    mode: ControllerMutationMode,
    nowMs: Millis,
    window: QuotaWindow,
  ): MutationDecision {
    const resolved = resolveQuota(quotas, 'controller_mutation_rate', ANONYMOUS, clientId);
    if (!resolved) return UNBOUNDED;
    const id = quotaId(resolved.sharedBy, 'controller_mutation_rate');
    let quota = this.byEntity.get(id);
    if (quota === undefined) {
      quota = new ControllerMutationQuota();
      this.byEntity.set(id, quota);
    }
    return quota.record(mutations, resolved.limit, mode, nowMs, window);
  }
}
