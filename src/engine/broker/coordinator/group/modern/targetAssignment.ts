import type { TopicPartition } from '../../../../../shared/units.ts';
import { textsInJavaHashOrder } from '../../../../kernel/javaHashOrder.ts';
import type { ConsumerGroupRecord } from '../../../../storage/ConsumerGroupRecord.ts';
import { assignTarget, SERVER_ASSIGNORS, type ServerAssignorName } from './assignors/assignTarget.ts';
import type { MemberSpec, SubscriptionType } from './assignors/GroupSpec.ts';
import { staticMember, targetOf, type ConsumerGroup } from './ConsumerGroup.ts';
import type { ConsumerGroupMember } from './ConsumerGroupMember.ts';
import { targetAssignmentEpochRecord, targetAssignmentRecord } from './consumerGroupRecords.ts';

/**
 * A new target for a group, in which one member is another than its records say, or new. Written is what it changes.
 * Kafka: `TargetAssignmentBuilder` (4.2).
 *
 * @throws PartitionAssignorError
 */
export function computeTargetAssignment(
  group: ConsumerGroup,
  groupEpoch: number,
  updated: ConsumerGroupMember,
  partitionCount: (topic: string) => number | undefined,
  extrasGoToTheFirst = false,
): { readonly records: readonly ConsumerGroupRecord[]; readonly target: readonly TopicPartition[] } {
  const members = membersWith(group, updated);
  const specs = new Map<string, MemberSpec>();
  // The old member of a static one is taken out again, and leaves the table as large as it was.
  for (const memberId of textsInJavaHashOrder(members.keys())) {
    const member = members.get(memberId);
    if (member) specs.set(memberId, specOf(group, member, partitionCount));
  }
  const assignment = assignTarget(preferredAssignor(members.values()), {
    members: specs,
    subscriptionType: subscriptionType(members),
    assignedPartitions: new Set([...group.targetAssignment.values()].flat()),
    partitionCount,
    extrasGoToTheFirst,
  });
  const records: ConsumerGroupRecord[] = [];
  for (const memberId of specs.keys()) {
    const before = group.targetAssignment.get(memberId);
    const after = assignment.get(memberId) ?? [];
    if (before?.join() !== after.join()) records.push(targetAssignmentRecord(group.groupId, memberId, after));
  }
  records.push(targetAssignmentEpochRecord(group.groupId, groupEpoch));
  return { records, target: assignment.get(updated.memberId) ?? [] };
}

/** The members of a group with one changed, new, or in the place of a static one. */
export function membersWith(
  group: ConsumerGroup,
  updated: ConsumerGroupMember,
): Map<string, ConsumerGroupMember> {
  const members = new Map(group.members);
  const previous = updated.instanceId === null ? undefined : staticMember(group, updated.instanceId);
  if (previous && previous.memberId !== updated.memberId) members.delete(previous.memberId);
  members.set(updated.memberId, updated);
  return members;
}

/** Whether all want the same topics. Kafka: `ConsumerGroup.subscriptionType`. */
export function subscriptionType(members: ReadonlyMap<string, ConsumerGroupMember>): SubscriptionType {
  const counts = new Map<string, number>();
  for (const { subscribedTopicNames } of members.values())
    for (const topic of subscribedTopicNames) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  for (const count of counts.values()) if (count !== members.size) return 'HETEROGENEOUS';
  return 'HOMOGENEOUS';
}

/** The assignor that most members ask for; the default when none does. Kafka: `computePreferredServerAssignor`. */
export function preferredAssignor(members: Iterable<ConsumerGroupMember>): ServerAssignorName {
  const votes = new Map<string, number>();
  for (const { serverAssignorName: name } of members)
    if (name !== null) votes.set(name, (votes.get(name) ?? 0) + 1);
  let preferred: string = SERVER_ASSIGNORS[0];
  let most = 0;
  for (const name of textsInJavaHashOrder(votes.keys())) {
    const count = votes.get(name) ?? 0;
    if (count > most) preferred = name;
    most = Math.max(most, count);
  }
  return preferred === 'range' ? 'range' : 'uniform';
}

function specOf(
  group: ConsumerGroup,
  member: ConsumerGroupMember,
  partitionCount: (topic: string) => number | undefined,
): MemberSpec {
  return {
    instanceId: member.instanceId,
    // Topics that do not exist, or not yet, are nobody's.
    subscribedTopics: member.subscribedTopicNames.filter((topic) => partitionCount(topic) !== undefined),
    assigned: targetOf(group, member),
  };
}
