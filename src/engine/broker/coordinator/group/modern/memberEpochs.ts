import type { Epoch, TopicPartition } from '../../../../../shared/units.ts';
import type { KafkaError } from '../../../../protocol/Errors.ts';
import type { ConsumerGroup } from './ConsumerGroup.ts';
import type { ConsumerGroupMember } from './ConsumerGroupMember.ts';

/**
 * Whether a heartbeat may speak for a member under an epoch. A newer one than the coordinator's comes from somewhere else; an older one
 * only from a member that missed the last answer, and has nothing beyond what that gave it.
 * Kafka: `throwIfConsumerGroupMemberEpochIsInvalid` (4.2).
 *
 * Errors: FENCED_MEMBER_EPOCH.
 */
export function heartbeatEpochError(
  { memberEpoch, previousMemberEpoch, assignedPartitions }: ConsumerGroupMember,
  receivedEpoch: Epoch,
  owned: readonly TopicPartition[] | null,
): KafkaError {
  if (receivedEpoch === 0 || receivedEpoch === memberEpoch) return 'NONE';
  const missedAnAnswer =
    receivedEpoch < memberEpoch &&
    receivedEpoch === previousMemberEpoch &&
    owned?.every((topicPartition) => assignedPartitions.includes(topicPartition)) === true;
  return missedAnAnswer ? 'NONE' : 'FENCED_MEMBER_EPOCH';
}

/**
 * Whether offsets may be committed for a group under an epoch, which must be the member's own: one that goes on with an old one learns
 * the new one by its next heartbeat. Kafka: `ConsumerGroup.validateOffsetCommit` (4.2).
 *
 * Errors: UNKNOWN_MEMBER_ID, STALE_MEMBER_EPOCH.
 */
export function commitEpochError(
  group: ConsumerGroup,
  commit: {
    readonly memberId: string;
    readonly groupInstanceId: string | null;
    readonly memberEpoch: Epoch;
    readonly isTransactional: boolean;
  },
): KafkaError {
  const { memberId, groupInstanceId, memberEpoch, isTransactional } = commit;
  if (memberEpoch < 0 && group.members.size === 0) return 'NONE';
  if (isTransactional && memberEpoch === -1 && memberId === '' && groupInstanceId === null) return 'NONE';
  return memberEpochError(group, memberId, memberEpoch);
}

/** The same for asking for committed offsets. Kafka: `ConsumerGroup.validateOffsetFetch` (4.2). */
export function fetchEpochError(
  group: ConsumerGroup,
  memberId: string | null,
  memberEpoch: Epoch,
): KafkaError {
  if (memberId === null && memberEpoch < 0) return 'NONE';
  return memberEpochError(group, memberId ?? '', memberEpoch);
}

function memberEpochError({ members }: ConsumerGroup, memberId: string, memberEpoch: Epoch): KafkaError {
  const member = members.get(memberId);
  if (!member) return 'UNKNOWN_MEMBER_ID';
  return member.memberEpoch === memberEpoch ? 'NONE' : 'STALE_MEMBER_EPOCH';
}
