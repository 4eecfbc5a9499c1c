import type { Epoch, Millis, TopicPartition } from '../../../../../shared/units.ts';
import type { ModernGroupMember } from '../ModernGroup.ts';

/**
 * How far a member is with its target. Kafka: `MemberState` (4.2).
 *
 * - STABLE: it has all that its epoch gives it.
 * - UNREVOKED_PARTITIONS: it is to give something up, and has not said yet that it has.
 * - UNRELEASED_PARTITIONS: it is to get something that another member has not given up yet.
 * - UNKNOWN: a newer coordinator wrote something that this one does not know.
 */
export type MemberState = 'STABLE' | 'UNREVOKED_PARTITIONS' | 'UNRELEASED_PARTITIONS' | 'UNKNOWN';

/** The epoch of a request that joins. */
export const JOIN_GROUP_MEMBER_EPOCH: Epoch = 0;
/** Of one that leaves. */
export const LEAVE_GROUP_MEMBER_EPOCH: Epoch = -1;
/** Of one of a static member that means to come back. */
export const LEAVE_GROUP_STATIC_MEMBER_EPOCH: Epoch = -2;

/** A member of a group of the consumer protocol. Frozen data: replaced and never changed. Kafka: `ConsumerGroupMember` (4.2). */
export interface ConsumerGroupMember extends ModernGroupMember {
  readonly instanceId: string | null;
  readonly rebalanceTimeoutMs: Millis;
  readonly serverAssignorName: string | null;
  readonly state: MemberState;
  /** What it is to give up, and counts as its own until then. */
  readonly partitionsPendingRevocation: readonly TopicPartition[];
}

/** A member that has just been named. */
export function newMember(memberId: string): ConsumerGroupMember {
  return {
    memberId,
    instanceId: null,
    rackId: null,
    clientId: '',
    rebalanceTimeoutMs: -1,
    subscribedTopicNames: [],
    serverAssignorName: null,
    state: 'STABLE',
    memberEpoch: 0,
    previousMemberEpoch: -1,
    assignedPartitions: [],
    partitionsPendingRevocation: [],
  };
}

/** Whether it has all that the target of this epoch gives it. */
export function isReconciledTo({ state, memberEpoch }: ConsumerGroupMember, targetEpoch: Epoch): boolean {
  return state === 'STABLE' && memberEpoch === targetEpoch;
}
