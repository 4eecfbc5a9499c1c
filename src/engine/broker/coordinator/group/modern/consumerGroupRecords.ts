import type { Epoch, TopicPartition } from '../../../../../shared/units.ts';
import type { ConsumerGroupRecord } from '../../../../storage/ConsumerGroupRecord.ts';
import type { ConsumerGroup } from './ConsumerGroup.ts';
import type { ConsumerGroupMember } from './ConsumerGroupMember.ts';

// Records of groups of the consumer protocol. Kafka: `GroupCoordinatorRecordHelpers` (4.2).

export function groupEpochRecord(groupId: string, epoch: Epoch, metadataHash: string): ConsumerGroupRecord {
  return { kind: 'ConsumerGroupMetadata', key: { groupId }, value: { epoch, metadataHash } };
}

export function targetAssignmentEpochRecord(groupId: string, assignmentEpoch: Epoch): ConsumerGroupRecord {
  return { kind: 'ConsumerGroupTargetAssignmentMetadata', key: { groupId }, value: { assignmentEpoch } };
}

export function targetAssignmentRecord(
  groupId: string,
  memberId: string,
  topicPartitions: readonly TopicPartition[],
): ConsumerGroupRecord {
  return {
    kind: 'ConsumerGroupTargetAssignmentMember',
    key: { groupId, memberId },
    value: { topicPartitions },
  };
}

export function memberSubscriptionRecord(groupId: string, member: ConsumerGroupMember): ConsumerGroupRecord {
  const { memberId, instanceId, rackId, clientId, subscribedTopicNames, rebalanceTimeoutMs } = member;
  return {
    kind: 'ConsumerGroupMemberMetadata',
    key: { groupId, memberId },
    value: {
      instanceId,
      rackId,
      clientId,
      subscribedTopicNames,
      rebalanceTimeoutMs,
      serverAssignor: member.serverAssignorName,
    },
  };
}

export function currentAssignmentRecord(groupId: string, member: ConsumerGroupMember): ConsumerGroupRecord {
  const { memberId, memberEpoch, previousMemberEpoch, state } = member;
  const { assignedPartitions, partitionsPendingRevocation } = member;
  return {
    kind: 'ConsumerGroupCurrentMemberAssignment',
    key: { groupId, memberId },
    value: { memberEpoch, previousMemberEpoch, state, assignedPartitions, partitionsPendingRevocation },
  };
}

/** Everything that is known of a member goes. */
export function memberTombstones(groupId: string, memberId: string): ConsumerGroupRecord[] {
  const key = { groupId, memberId };
  return [
    { kind: 'ConsumerGroupCurrentMemberAssignment', key, value: null },
    { kind: 'ConsumerGroupTargetAssignmentMember', key, value: null },
    { kind: 'ConsumerGroupMemberMetadata', key, value: null },
  ];
}

/** Everything that is known of a group goes. Kafka: `ConsumerGroup.createGroupTombstoneRecords`. */
export function groupTombstones({ groupId, members }: ConsumerGroup): ConsumerGroupRecord[] {
  const ids = [...members.keys()];
  const ofMembers = (
    kind:
      | 'ConsumerGroupCurrentMemberAssignment'
      | 'ConsumerGroupTargetAssignmentMember'
      | 'ConsumerGroupMemberMetadata',
  ): ConsumerGroupRecord[] => ids.map((memberId) => ({ kind, key: { groupId, memberId }, value: null }));
  return [
    ...ofMembers('ConsumerGroupCurrentMemberAssignment'),
    ...ofMembers('ConsumerGroupTargetAssignmentMember'),
    { kind: 'ConsumerGroupTargetAssignmentMetadata', key: { groupId }, value: null },
    ...ofMembers('ConsumerGroupMemberMetadata'),
    { kind: 'ConsumerGroupMetadata', key: { groupId }, value: null },
  ];
}
