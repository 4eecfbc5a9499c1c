import type { Epoch, Millis, TopicPartition } from '../../shared/units.ts';
import type { OfGroup, OfMember } from './GroupRecord.ts';

/** What records of `__consumer_offsets` say of groups of the consumer protocol (KIP-848), by Kafka's names. */
export type ConsumerGroupRecord =
  | ConsumerGroupMetadataRecord
  | ConsumerGroupMemberMetadataRecord
  | ConsumerGroupTargetAssignmentMetadataRecord
  | ConsumerGroupTargetAssignmentMemberRecord
  | ConsumerGroupCurrentMemberAssignmentRecord;

export type ConsumerGroupMetadataRecord = OfGroup<
  'ConsumerGroupMetadata',
  {
    readonly epoch: Epoch;
    /** Of the topics that its members want; another one, and there is something to assign anew. */
    readonly metadataHash: string;
  }
>;

export type ConsumerGroupMemberMetadataRecord = OfMember<
  'ConsumerGroupMemberMetadata',
  {
    readonly instanceId: string | null;
    readonly rackId: string | null;
    readonly clientId: string;
    /** In the order of their names. */
    readonly subscribedTopicNames: readonly string[];
    readonly rebalanceTimeoutMs: Millis;
    readonly serverAssignor: string | null;
  }
>;

export type ConsumerGroupTargetAssignmentMetadataRecord = OfGroup<
  'ConsumerGroupTargetAssignmentMetadata',
  { readonly assignmentEpoch: Epoch }
>;

export type ConsumerGroupTargetAssignmentMemberRecord = OfMember<
  'ConsumerGroupTargetAssignmentMember',
  { readonly topicPartitions: readonly TopicPartition[] }
>;

export type ConsumerGroupCurrentMemberAssignmentRecord = OfMember<
  'ConsumerGroupCurrentMemberAssignment',
  {
    readonly memberEpoch: Epoch;
    readonly previousMemberEpoch: Epoch;
    readonly state: 'STABLE' | 'UNREVOKED_PARTITIONS' | 'UNRELEASED_PARTITIONS' | 'UNKNOWN';
    readonly assignedPartitions: readonly TopicPartition[];
    readonly partitionsPendingRevocation: readonly TopicPartition[];
  }
>;
