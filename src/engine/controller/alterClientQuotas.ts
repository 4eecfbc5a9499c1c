import type { ClientQuotaEntity, ClientQuotaKey } from '../metadata/ClientQuotas.ts';
import type { NodeContext } from '../node/Node.ts';
import { quotaEntityText } from '../../shared/targetOfCommand.ts';
import type { AdminControl } from './AdminControl.ts';

/** AlterClientQuotas; null removes a quota. Kafka: `ClientQuotaControlManager` (KIP-546). */
export function alterClientQuotas(
  control: AdminControl,
  entity: ClientQuotaEntity,
  quotas: readonly (readonly [ClientQuotaKey, number | null])[],
  ctx: NodeContext,
): void {
  for (const [key, value] of quotas) {
    ctx.trace({ kind: 'ClientQuotaAltered', entity: quotaEntityText(entity), key, value });
    control.append({ kind: 'ClientQuotaRecord', entity, key, value }, ctx);
  }
}
