import type { NodeContext } from '../node/Node.ts';
import { adminError } from './AdminControl.ts';
import type { AdminControl, AdminError } from './AdminControl.ts';
import type { ControllerMutationMode } from './ControllerMutationQuota.ts';

/** The client.id that Kafka gives the first admin client of a process, as that of kafka-topics.sh. */
export const ADMIN_CLIENT_ID = 'adminclient-1';

/** A request that creates or deletes partitions. */
export interface PartitionChange {
  readonly request: 'CreateTopics' | 'CreatePartitions' | 'DeleteTopics';
  readonly topic: string;
  readonly partitions: number;
  /** Version of the request; absent: the newest, which every client since 2.7 sends. */
  readonly apiVersion?: number | undefined;
}

/** From which version on a client understands a refusal (KIP-599). Kafka: `ControllerApis`. */
const STRICT_SINCE = { CreateTopics: 6, CreatePartitions: 3, DeleteTopics: 5 } as const;

export function mutationMode({
  request,
  apiVersion,
}: Pick<PartitionChange, 'request' | 'apiVersion'>): ControllerMutationMode {
  return apiVersion === undefined || apiVersion >= STRICT_SINCE[request] ? 'strict' : 'permissive';
}

/**
 * Asks the quota of the admin client before partitions are created or deleted (QT5). In strict mode a client whose bucket is in debt
 * is refused; in permissive mode it is only told to wait. Kafka: `ControllerRequestContext.applyPartitionChangeQuota` (4.2).
 *
 * Simplified: a request that fails for another reason costs nothing; CreatePartitions pays in Kafka before replicas are placed.
 * Nobody sends the request again: kafka-topics.sh does not either.
 */
export function applyPartitionChangeQuota(
  control: AdminControl,
  change: PartitionChange,
  ctx: NodeContext,
): AdminError | null {
  const { accepted, throttleMs } = control.mutationQuotas.record(
    control.image.clientQuotas,
    ADMIN_CLIENT_ID,
    change.partitions,
    mutationMode(change),
    ctx.clockMs(),
    control.config.mutationQuotaWindow,
  );
  if (throttleMs > 0) {
    const { request, topic } = change;
    ctx.trace({ kind: 'AdminRequestThrottled', request, resource: topic, accepted, throttleMs });
  }
  return accepted ? null : adminError('THROTTLING_QUOTA_EXCEEDED', 'The throttling quota has been exceeded.');
}
