import type { Epoch, TopicPartition } from '../../../../../shared/units.ts';
import { comparePartitions, splitPartition } from '../../../../protocol/ConsumerProtocol.ts';
import type { ConsumerGroupMember } from './ConsumerGroupMember.ts';

export interface ReconcileInput {
  readonly member: ConsumerGroupMember;
  readonly targetEpoch: Epoch;
  readonly target: readonly TopicPartition[];
  /** What the member says it has; null: it says nothing. */
  readonly ownedPartitions: readonly TopicPartition[] | null;
  readonly subscriptionChanged: boolean;
  /** Whether there is such a topic; what is left of one that was deleted is given up. */
  readonly exists: (topic: string) => boolean;
  /** Whether anybody has a partition, or is still to give it up. */
  readonly isOwned: (topicPartition: TopicPartition) => boolean;
}

/**
 * The next step of a member towards its target (KIP-848). First it gives up what it is not to have, under its old epoch; when it has
 * said that it did, it goes on to the target's epoch and gets what nobody else has; the rest comes as others give it up. Nobody
 * waits for anybody that it gets nothing from. Kafka: `CurrentAssignmentBuilder` (4.2, where an acknowledgement alone raises no
 * epoch: KAFKA-19974).
 *
 * Errors: FENCED_MEMBER_EPOCH when the member is in a state that this coordinator does not know and still has partitions.
 */
export function reconcileMember(input: ReconcileInput): ConsumerGroupMember | 'FENCED_MEMBER_EPOCH' {
  const { member, targetEpoch, ownedPartitions, subscriptionChanged } = input;
  const unchanged = (): ConsumerGroupMember => (subscriptionChanged ? withoutUnsubscribed(input) : member);
  switch (member.state) {
    case 'STABLE':
      return member.memberEpoch === targetEpoch ? unchanged() : nextAssignment(member.memberEpoch, input);
    case 'UNREVOKED_PARTITIONS':
      return ownsAny(ownedPartitions, member.partitionsPendingRevocation)
        ? unchanged()
        : nextAssignment(member.memberEpoch, input);
    case 'UNRELEASED_PARTITIONS':
      return nextAssignment(member.memberEpoch, input);
    case 'UNKNOWN':
      return ownedPartitions?.length === 0 ? nextAssignment(targetEpoch, input) : 'FENCED_MEMBER_EPOCH';
  }
}

function nextAssignment(memberEpoch: Epoch, input: ReconcileInput): ConsumerGroupMember {
  const { member, targetEpoch, ownedPartitions, isOwned } = input;
  const target = input.target.filter((topicPartition) => isSubscribed(input, topicPartition));
  const current = member.assignedPartitions;
  const kept = current.filter((topicPartition) => target.includes(topicPartition));
  const revoked = current.filter((topicPartition) => !target.includes(topicPartition));
  if (revoked.length > 0 && ownsAny(ownedPartitions, revoked))
    return {
      ...member,
      state: 'UNREVOKED_PARTITIONS',
      memberEpoch,
      previousMemberEpoch: member.memberEpoch,
      assignedPartitions: kept,
      partitionsPendingRevocation: revoked,
    };
  const wanted = target.filter((topicPartition) => !kept.includes(topicPartition));
  // What it was to give up itself it may have again (KAFKA-19449).
  const free = wanted.filter(
    (topicPartition) =>
      !isOwned(topicPartition) || member.partitionsPendingRevocation.includes(topicPartition),
  );
  return {
    ...member,
    state: free.length < wanted.length ? 'UNRELEASED_PARTITIONS' : 'STABLE',
    memberEpoch: targetEpoch,
    previousMemberEpoch: member.memberEpoch,
    assignedPartitions: [...kept, ...free].sort(comparePartitions),
    partitionsPendingRevocation: [],
  };
}

/** It wants fewer topics than before: what it has of the others it is to give up at once. */
function withoutUnsubscribed(input: ReconcileInput): ConsumerGroupMember {
  const { member, ownedPartitions } = input;
  const kept = member.assignedPartitions.filter((topicPartition) => isSubscribed(input, topicPartition));
  if (kept.length === member.assignedPartitions.length) return member;
  const pending = new Set(member.partitionsPendingRevocation);
  for (const topicPartition of member.assignedPartitions)
    if (!kept.includes(topicPartition)) pending.add(topicPartition);
  const revoked = [...pending].sort(comparePartitions);
  return ownsAny(ownedPartitions, revoked)
    ? {
        ...member,
        state: 'UNREVOKED_PARTITIONS',
        assignedPartitions: kept,
        partitionsPendingRevocation: revoked,
      }
    : { ...member, assignedPartitions: kept };
}

/** Whether a member still has any of these, as far as it has said. */
function ownsAny(owned: readonly TopicPartition[] | null, partitions: readonly TopicPartition[]): boolean {
  return owned === null || owned.some((topicPartition) => partitions.includes(topicPartition));
}

function isSubscribed({ member, exists }: ReconcileInput, topicPartition: TopicPartition): boolean {
  const { topic } = splitPartition(topicPartition);
  return member.subscribedTopicNames.includes(topic) && exists(topic);
}
