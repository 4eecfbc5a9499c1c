import type { GroupAssignment, GroupSpec } from './GroupSpec.ts';
import { rangeAssignor } from './rangeAssignor.ts';
import { uniformHeterogeneousAssignment } from './uniformHeterogeneousAssignment.ts';
import { uniformHomogeneousAssignment } from './uniformHomogeneousAssignment.ts';

/** The server's assignors, the default first. Kafka: `group.consumer.assignors`. */
export const SERVER_ASSIGNORS = ['uniform', 'range'] as const;
export type ServerAssignorName = (typeof SERVER_ASSIGNORS)[number];

/**
 * The target of a group under one of the server's assignors. Kafka: `UniformAssignor`, `RangeAssignor` of the group coordinator,
 * KIP-848 (4.2).
 *
 * @throws PartitionAssignorError when a topic is missing
 */
export function assignTarget(assignor: ServerAssignorName, group: GroupSpec): GroupAssignment {
  if (group.members.size === 0) return new Map();
  if (assignor === 'range') return rangeAssignor(group);
  return group.subscriptionType === 'HOMOGENEOUS'
    ? uniformHomogeneousAssignment(group)
    : uniformHeterogeneousAssignment(group);
}
