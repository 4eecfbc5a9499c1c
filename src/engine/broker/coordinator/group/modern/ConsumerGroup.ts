import type { TopicPartition } from '../../../../../shared/units.ts';
import type { ConsumerGroupRecord } from '../../../../storage/ConsumerGroupRecord.ts';
import { newModernGroup, withEntry, type ModernGroup } from '../ModernGroup.ts';
import { isReconciledTo, newMember, type ConsumerGroupMember } from './ConsumerGroupMember.ts';

/** Kafka: `ConsumerGroup.ConsumerGroupState` (4.2). */
export type ConsumerGroupState = 'Empty' | 'Assigning' | 'Reconciling' | 'Stable';

/** A group of the consumer protocol (KIP-848). Kafka: `ConsumerGroup` (4.2). */
export type ConsumerGroup = ModernGroup<ConsumerGroupMember>;

export function newConsumerGroup(groupId: string): ConsumerGroup {
  return newModernGroup(groupId);
}

/** Empty: nobody is in it. Assigning: it has no target of its epoch yet. Reconciling: not everybody has its own of it. */
export function consumerGroupState({
  members,
  groupEpoch,
  assignmentEpoch,
}: ConsumerGroup): ConsumerGroupState {
  if (members.size === 0) return 'Empty';
  if (groupEpoch > assignmentEpoch) return 'Assigning';
  for (const member of members.values()) if (!isReconciledTo(member, assignmentEpoch)) return 'Reconciling';
  return 'Stable';
}

export function staticMember(group: ConsumerGroup, instanceId: string): ConsumerGroupMember | undefined {
  for (const member of group.members.values()) if (member.instanceId === instanceId) return member;
  return undefined;
}

/** What the target gives a member; one that takes the place of a static member takes over its target. */
export function targetOf(
  group: ConsumerGroup,
  { memberId, instanceId }: ConsumerGroupMember,
): readonly TopicPartition[] {
  const owner = instanceId === null ? memberId : staticMember(group, instanceId)?.memberId;
  return group.targetAssignment.get(owner ?? '') ?? [];
}

/** Whether some member wants a topic: offsets of it neither expire nor can be deleted. */
export function isSubscribedTo({ members }: ConsumerGroup, topic: string): boolean {
  for (const { subscribedTopicNames } of members.values())
    if (subscribedTopicNames.includes(topic)) return true;
  return false;
}

/** All that some member has, or is still to give up. Kafka: `currentPartitionEpoch`. */
export function ownedPartitions({ members }: ConsumerGroup): Set<TopicPartition> {
  const owned = new Set<TopicPartition>();
  for (const { assignedPartitions, partitionsPendingRevocation } of members.values()) {
    for (const topicPartition of assignedPartitions) owned.add(topicPartition);
    for (const topicPartition of partitionsPendingRevocation) owned.add(topicPartition);
  }
  return owned;
}

/** The group after a record of it; null when there is none any more. Kafka: `GroupMetadataManager.replay` (4.2). */
export function replayConsumerGroup(
  known: ConsumerGroup | undefined,
  record: ConsumerGroupRecord,
): ConsumerGroup | null {
  if (!known && record.value === null) return null;
  const group = known ?? newConsumerGroup(record.key.groupId);
  switch (record.kind) {
    case 'ConsumerGroupMetadata':
      if (record.value === null) return null;
      return { ...group, groupEpoch: record.value.epoch, metadataHash: record.value.metadataHash };
    case 'ConsumerGroupTargetAssignmentMetadata':
      return { ...group, assignmentEpoch: record.value?.assignmentEpoch ?? -1 };
    case 'ConsumerGroupTargetAssignmentMember':
      return {
        ...group,
        targetAssignment: withEntry(
          group.targetAssignment,
          record.key.memberId,
          record.value?.topicPartitions ?? null,
        ),
      };
    case 'ConsumerGroupMemberMetadata': {
      const { value } = record;
      const member = group.members.get(record.key.memberId) ?? newMember(record.key.memberId);
      if (value === null) return { ...group, members: withEntry(group.members, member.memberId, null) };
      const { serverAssignor: serverAssignorName, ...metadata } = value;
      return withMember(group, { ...member, ...metadata, serverAssignorName });
    }
    case 'ConsumerGroupCurrentMemberAssignment': {
      const { value } = record;
      const member = group.members.get(record.key.memberId);
      if (value !== null)
        return withMember(group, { ...(member ?? newMember(record.key.memberId)), ...value });
      if (!member) return group;
      return withMember(group, {
        ...member,
        memberEpoch: -1,
        previousMemberEpoch: -1,
        assignedPartitions: [],
        partitionsPendingRevocation: [],
      });
    }
  }
}

function withMember(group: ConsumerGroup, member: ConsumerGroupMember): ConsumerGroup {
  return { ...group, members: withEntry(group.members, member.memberId, member) };
}
