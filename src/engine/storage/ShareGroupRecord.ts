import type { Epoch, Offset, TopicPartition } from '../../shared/units.ts';
import type { OfGroup, OfMember } from './GroupRecord.ts';

/** What records of `__consumer_offsets` say of share groups (KIP-932), by Kafka's names. */
export type ShareGroupRecord =
  | ShareGroupMetadataRecord
  | ShareGroupMemberMetadataRecord
  | ShareGroupTargetAssignmentMetadataRecord
  | ShareGroupTargetAssignmentMemberRecord
  | ShareGroupCurrentMemberAssignmentRecord
  | ShareGroupStatePartitionMetadataRecord;

export type ShareGroupMetadataRecord = OfGroup<
  'ShareGroupMetadata',
  { readonly epoch: Epoch; readonly metadataHash: string }
>;
export type ShareGroupMemberMetadataRecord = OfMember<
  'ShareGroupMemberMetadata',
  {
    readonly rackId: string | null;
    readonly clientId: string;
    /** In the order of their names. */
    readonly subscribedTopicNames: readonly string[];
  }
>;
export type ShareGroupTargetAssignmentMetadataRecord = OfGroup<
  'ShareGroupTargetAssignmentMetadata',
  { readonly assignmentEpoch: Epoch }
>;
export type ShareGroupTargetAssignmentMemberRecord = OfMember<
  'ShareGroupTargetAssignmentMember',
  { readonly topicPartitions: readonly TopicPartition[] }
>;
export type ShareGroupCurrentMemberAssignmentRecord = OfMember<
  'ShareGroupCurrentMemberAssignment',
  {
    readonly memberEpoch: Epoch;
    readonly previousMemberEpoch: Epoch;
    readonly assignedPartitions: readonly TopicPartition[];
  }
>;
/** Which share partitions the share coordinator knows of, and which it is being told of. */
export type ShareGroupStatePartitionMetadataRecord = OfGroup<
  'ShareGroupStatePartitionMetadata',
  {
    readonly initializingPartitions: readonly TopicPartition[];
    readonly initializedPartitions: readonly TopicPartition[];
  }
>;

/** What records of `__share_group_state` say. */
export type ShareStateRecord = ShareSnapshotRecord | ShareUpdateRecord;

export interface ShareStateKey {
  readonly groupId: string;
  readonly topicPartition: TopicPartition;
}

/** All that is known of a share partition. */
export interface ShareSnapshotValue {
  readonly snapshotEpoch: number;
  readonly stateEpoch: Epoch;
  readonly leaderEpoch: Epoch;
  /** SPSO; −1: nobody has decided it. */
  readonly startOffset: Offset;
  readonly deliveryCompleteCount: number;
  readonly stateBatches: readonly PersistedBatch[];
}

/** What has changed since the last snapshot. */
export type ShareUpdateValue = Omit<ShareSnapshotValue, 'stateEpoch'>;

export interface PersistedBatch {
  readonly firstOffset: Offset;
  readonly lastOffset: Offset;
  readonly deliveryState: 'AVAILABLE' | 'ACKNOWLEDGED' | 'ARCHIVED';
  readonly deliveryCount: number;
}

export interface ShareSnapshotRecord {
  readonly kind: 'ShareSnapshot';
  readonly key: ShareStateKey;
  readonly value: ShareSnapshotValue | null;
}

export interface ShareUpdateRecord {
  readonly kind: 'ShareUpdate';
  readonly key: ShareStateKey;
  readonly value: ShareUpdateValue | null;
}
