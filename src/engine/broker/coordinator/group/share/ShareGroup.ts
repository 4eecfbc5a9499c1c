import type { TopicPartition } from '../../../../../shared/units.ts';
import type { ShareGroupRecord } from '../../../../storage/ShareGroupRecord.ts';
import {
  ModernGroups,
  newModernGroup,
  withEntry,
  type ModernGroup,
  type ModernGroupMember,
} from '../ModernGroup.ts';

/** Kafka: `ShareGroup.ShareGroupState` (4.2). */
export type ShareGroupState = 'Empty' | 'Stable';

/** Frozen data. Kafka: `ShareGroupMember` (4.2). */
export type ShareGroupMember = ModernGroupMember;

/** What the records of a share group add up to. Kafka: `ShareGroup` (4.2). */
export interface ShareGroup extends ModernGroup<ShareGroupMember> {
  /** Share partitions that the share coordinator is being told of, and those that it knows: only these are assigned. */
  readonly initializing: readonly TopicPartition[];
  readonly initialized: readonly TopicPartition[];
}

export function newShareGroup(groupId: string): ShareGroup {
  return { ...newModernGroup<ShareGroupMember>(groupId), initializing: [], initialized: [] };
}

export function newShareMember(memberId: string): ShareGroupMember {
  return {
    memberId,
    rackId: null,
    clientId: '',
    subscribedTopicNames: [],
    memberEpoch: 0,
    previousMemberEpoch: -1,
    assignedPartitions: [],
  };
}

/** No member waits for another: there is nothing between the two. */
export function shareGroupState({ members }: ShareGroup): ShareGroupState {
  return members.size === 0 ? 'Empty' : 'Stable';
}

/** The group after a record of it; null when there is none any more. */
export function replayShareGroup(known: ShareGroup | undefined, record: ShareGroupRecord): ShareGroup | null {
  if (!known && record.value === null) return null;
  const group = known ?? newShareGroup(record.key.groupId);
  switch (record.kind) {
    case 'ShareGroupMetadata':
      if (record.value === null) return null;
      return { ...group, groupEpoch: record.value.epoch, metadataHash: record.value.metadataHash };
    case 'ShareGroupTargetAssignmentMetadata':
      return { ...group, assignmentEpoch: record.value?.assignmentEpoch ?? -1 };
    case 'ShareGroupTargetAssignmentMember': {
      const { memberId } = record.key;
      const partitions = record.value?.topicPartitions ?? null;
      return { ...group, targetAssignment: withEntry(group.targetAssignment, memberId, partitions) };
    }
    case 'ShareGroupStatePartitionMetadata':
      return {
        ...group,
        initializing: record.value?.initializingPartitions ?? [],
        initialized: record.value?.initializedPartitions ?? [],
      };
    case 'ShareGroupMemberMetadata':
    case 'ShareGroupCurrentMemberAssignment': {
      const { memberId } = record.key;
      const member = group.members.get(memberId) ?? newShareMember(memberId);
      const isGone = record.value === null && record.kind === 'ShareGroupMemberMetadata';
      const next = isGone ? null : { ...member, ...record.value };
      return { ...group, members: withEntry(group.members, memberId, next) };
    }
  }
}

/** The share groups in one partition of `__consumer_offsets`. */
export class ShareGroups extends ModernGroups<ShareGroup, ShareGroupRecord> {
  /** Nobody ever made one: no part of the digest. */
  get isDormant(): boolean {
    return this.byId.size === 0 && this.undos.length === 0;
  }

  protected override after(known: ShareGroup | undefined, record: ShareGroupRecord): ShareGroup | null {
    return replayShareGroup(known, record);
  }
}
