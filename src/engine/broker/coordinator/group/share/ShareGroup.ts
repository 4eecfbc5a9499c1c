import type { Epoch, Offset, TopicPartition } from '../../../../../shared/units.ts';
import type { ShareGroupRecord } from '../../../../storage/ShareGroupRecord.ts';

/** Kafka: `ShareGroup.ShareGroupState` (4.2). */
export type ShareGroupState = 'Empty' | 'Stable';

/** Frozen data. Kafka: `ShareGroupMember` (4.2). */
export interface ShareGroupMember {
  readonly memberId: string;
  readonly rackId: string | null;
  readonly clientId: string;
  /** In the order of their names, each once. */
  readonly subscribedTopicNames: readonly string[];
  readonly memberEpoch: Epoch;
  readonly previousMemberEpoch: Epoch;
  readonly assignedPartitions: readonly TopicPartition[];
}

/** What the records of a share group add up to. Frozen data: replaced and never changed. Kafka: `ShareGroup` (4.2). */
export interface ShareGroup {
  readonly groupId: string;
  readonly groupEpoch: Epoch;
  readonly assignmentEpoch: Epoch;
  readonly metadataHash: string;
  readonly members: ReadonlyMap<string, ShareGroupMember>;
  readonly targetAssignment: ReadonlyMap<string, readonly TopicPartition[]>;
  /** Share partitions that the share coordinator is being told of, and those that it knows: only these are assigned. */
  readonly initializing: readonly TopicPartition[];
  readonly initialized: readonly TopicPartition[];
}

export function newShareGroup(groupId: string): ShareGroup {
  return {
    groupId,
    groupEpoch: 0,
    assignmentEpoch: 0,
    metadataHash: '',
    members: new Map(),
    targetAssignment: new Map(),
    initializing: [],
    initialized: [],
  };
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

function withEntry<Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value | null,
): ReadonlyMap<string, Value> {
  const next = new Map(map);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}

/** The share groups in one partition of `__consumer_offsets`, by group.id. */
export class ShareGroups {
  private readonly byId = new Map<string, ShareGroup>();
  /** Of what is not committed yet, oldest first: it may have to be taken back. */
  private undos: {
    readonly offset: Offset;
    readonly groupId: string;
    readonly before: ShareGroup | undefined;
  }[] = [];

  /** Nobody ever made one: no part of the digest. */
  get isDormant(): boolean {
    return this.byId.size === 0 && this.undos.length === 0;
  }

  get(groupId: string): ShareGroup | undefined {
    return this.byId.get(groupId);
  }

  has(groupId: string): boolean {
    return this.byId.has(groupId);
  }

  values(): IterableIterator<ShareGroup> {
    return this.byId.values();
  }

  replay(record: ShareGroupRecord, offset: Offset): void {
    const { groupId } = record.key;
    const before = this.byId.get(groupId);
    this.undos.push({ offset, groupId, before });
    this.put(groupId, replayShareGroup(before, record) ?? undefined);
  }

  revert(baseOffset: Offset): void {
    for (let undo = this.undos.at(-1); undo && undo.offset >= baseOffset; undo = this.undos.at(-1)) {
      this.put(undo.groupId, undo.before);
      this.undos.pop();
    }
  }

  noteCommitted(highWatermark: Offset): void {
    if (this.undos.length > 0) this.undos = this.undos.filter(({ offset }) => offset >= highWatermark);
  }

  private put(groupId: string, group: ShareGroup | undefined): void {
    if (group) this.byId.set(groupId, group);
    else this.byId.delete(groupId);
  }
}
