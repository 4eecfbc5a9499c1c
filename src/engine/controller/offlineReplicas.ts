import type { NodeContext } from '../node/Node.ts';
import type { BrokerHeartbeatRequest, BrokerRegistrationRequest } from '../protocol/requests.ts';
import type { TopicPartition } from '../../shared/units.ts';
import { changePartitionsOf, type ReplicationControl } from './ReplicationControl.ts';

/** Replicas that a broker reports offline and that the controller did not know to be. */
export function newlyOffline(
  reported: readonly TopicPartition[],
  known: readonly TopicPartition[],
): readonly TopicPartition[] {
  return reported.filter((replica) => !known.includes(replica));
}

/**
 * A heartbeat that names replicas in failed log directories: for these partitions alone the broker leaves ISR and leadership as
 * if it were fenced, and it leads none of them again (B8). Kafka: `ReplicationControlManager.handleDirectoriesOffline` (4.2,
 * KIP-858).
 *
 * Simplified: the broker names the replicas themselves, where Kafka's names directories and assigns replicas to them by
 * AssignReplicasToDirs.
 */
export function handleOfflineReplicas(
  control: ReplicationControl,
  { brokerId, brokerEpoch, offlineReplicas = [] }: BrokerHeartbeatRequest,
  ctx: NodeContext,
): void {
  const known = control.image.brokers.get(brokerId)?.offlineReplicas ?? [];
  const fresh = newlyOffline(offlineReplicas, known);
  if (fresh.length === 0) return;
  ctx.blame(ctx.directory.brokers.get(brokerId) ?? ctx.self);
  changePartitionsOf(control, { removed: brokerId, only: new Set(fresh) }, ctx);
  control.append(
    { kind: 'BrokerRegistrationChangeRecord', broker: brokerId, brokerEpoch, offlineReplicas },
    ctx,
  );
}

/** The same, as the record of a registration carries it. */
export function offlineReplicasOf({ offlineReplicas }: BrokerRegistrationRequest): {
  readonly offlineReplicas?: readonly TopicPartition[];
} {
  return offlineReplicas === undefined ? {} : { offlineReplicas };
}
