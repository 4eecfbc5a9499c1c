import type { PartitionRacks } from './Subscription.ts';

/**
 * Whether an assignor goes by racks: when some consumer is in a rack that holds a replica, and not every partition has replicas
 * in all the racks there are, for then racks decide nothing. Kafka: `AbstractPartitionAssignor.useRackAwareAssignment`, KIP-881.
 *
 * @param partitions of each partition that is to be assigned, the racks of its replicas
 */
export function usesRacks(
  consumerRacks: ReadonlySet<string>,
  partitions: readonly PartitionRacks[],
  preferRackAwareLogic: boolean,
): boolean {
  const partitionRacks = new Set(partitions.flat());
  if (![...consumerRacks].some((rack) => partitionRacks.has(rack))) return false;
  return preferRackAwareLogic || partitions.some((racks) => new Set(racks).size !== partitionRacks.size);
}
