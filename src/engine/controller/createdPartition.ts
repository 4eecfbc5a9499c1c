import type { BrokerId } from '../../shared/units.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';

export type CreatedPartition =
  { readonly registration: PartitionRegistration } | { readonly error: 'INVALID_REPLICATION_FACTOR' };

/**
 * A new partition on the placed replicas: those that are active now are its ISR, and the first of them leads (L8). A
 * placement without an active replica is INVALID_REPLICATION_FACTOR, and then nothing of the topic is created.
 * Kafka: `ReplicationControlManager.createTopic` (4.2).
 *
 * Simplified: an assignment given by hand would be refused with INVALID_REPLICA_ASSIGNMENT instead.
 */
export function createdPartition(
  replicas: readonly BrokerId[],
  isActive: (broker: BrokerId) => boolean,
): CreatedPartition {
  const isr = replicas.filter(isActive);
  const leader = isr[0];
  if (leader === undefined) return { error: 'INVALID_REPLICATION_FACTOR' };
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
