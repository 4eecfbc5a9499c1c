import { constrainedAssignment, type StickyAssignment } from './constrainedAssignment.ts';
import { generalAssignment } from './generalAssignment.ts';
import { ownedPartitions } from './ownedPartitions.ts';
import {
  DEFAULT_GENERATION,
  type Assignment,
  type GroupToAssign,
  type MemberData,
  type Subscription,
} from './Subscription.ts';

/**
 * As balanced as can be, and of all such assignments one that leaves with everybody as much as possible of what it had.
 * What it had is what the assignor itself remembers, since an eager member gives all up before it joins.
 * Kafka: `StickyAssignor` (4.2).
 */
export function stickyAssignor(group: GroupToAssign): Assignment {
  return assignSticky(group, rememberedData).assignment;
}

/** Kafka: `AbstractStickyAssignor.assignPartitions` (4.2). */
export function assignSticky(
  group: GroupToAssign,
  memberDataOf: (subscription: Subscription) => MemberData,
): StickyAssignment {
  const owned = ownedPartitions(group, memberDataOf);
  if (owned.allSubscriptionsEqual) return constrainedAssignment(group, owned);
  return { assignment: generalAssignment(group, owned, memberDataOf), transferringOwnership: null };
}

function rememberedData({ previousAssignment }: Subscription): MemberData {
  return previousAssignment ?? { partitions: [], generation: DEFAULT_GENERATION };
}
