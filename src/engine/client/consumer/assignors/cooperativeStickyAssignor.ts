import type { TopicPartition } from '../../../../shared/units.ts';
import { removeFrom } from './ownedPartitions.ts';
import { assignSticky } from './stickyAssignor.ts';
import type { Assignment, GroupToAssign } from './Subscription.ts';

/**
 * The sticky assignment without the partitions that another member still has: their owner is told to give them up, rejoins when
 * it has, and the next rebalance hands them out. Kafka: `CooperativeStickyAssignor`, KIP-429 (4.2).
 */
export function cooperativeStickyAssignor(group: GroupToAssign): Assignment {
  const { assignment, transferringOwnership } = assignSticky(
    group,
    ({ ownedPartitions: partitions, generationId: generation }) => ({ partitions, generation }),
  );
  for (const [name, memberId] of transferringOwnership ?? movedPartitions(group, assignment))
    removeFrom(assignment.get(memberId), name);
  return assignment;
}

/** What is given to somebody who does not have it, and taken from somebody who does. */
function movedPartitions(
  { subscriptions }: GroupToAssign,
  assignment: Assignment,
): Map<TopicPartition, string> {
  const added = new Map<TopicPartition, string>();
  const revoked = new Set<TopicPartition>();
  for (const [memberId, partitions] of assignment) {
    const owned = new Set(subscriptions.get(memberId)?.ownedPartitions);
    const assigned = new Set(partitions);
    for (const name of partitions) if (!owned.has(name)) added.set(name, memberId);
    for (const name of owned) if (!assigned.has(name)) revoked.add(name);
  }
  return new Map([...added].filter(([name]) => revoked.has(name)));
}
