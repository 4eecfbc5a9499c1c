import type { BrokerId } from '../../shared/units.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';

/** INVALID_REPLICATION_FACTOR where the controller placed the replicas, INVALID_REPLICA_ASSIGNMENT where a person did. */
export type CreatedPartition =
  | { readonly registration: PartitionRegistration }
  | { readonly error: 'INVALID_REPLICATION_FACTOR' | 'INVALID_REPLICA_ASSIGNMENT' };

/**
 * A new partition on its replicas: those that are active now are its ISR, and the first of them leads (L8). It has no eligible
 * leader replicas yet, however small the ISR is. Without an active replica nothing of the topic is created.
 * Kafka: `ReplicationControlManager.createTopic`, `buildPartitionRegistration` (4.2).
 */
export function createdPartition(
  replicas: readonly BrokerId[],
  isActive: (broker: BrokerId) => boolean,
  placedBy: 'controller' | 'hand' = 'controller',
): CreatedPartition {
  const isr = replicas.filter(isActive);
  const leader = isr[0];
  if (leader === undefined)
    return { error: placedBy === 'hand' ? 'INVALID_REPLICA_ASSIGNMENT' : 'INVALID_REPLICATION_FACTOR' };
  return {
    registration: {
      replicas,
      isr,
      elr: [],
      lastKnownElr: [],
      leader,
      leaderEpoch: 0,
      partitionEpoch: 0,
      recovery: 'RECOVERED',
    },
  };
}
