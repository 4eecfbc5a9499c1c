import type { BrokerId, Epoch, Millis, Offset, TopicPartition } from '../../shared/units.ts';
import type { ConsumerGroupRequest, ConsumerGroupResponse } from './consumerGroupRequests.ts';
import type { ConsumerProtocolAssignment, ConsumerProtocolSubscription } from './ConsumerProtocol.ts';
import type { KafkaError } from './Errors.ts';
import type { Throttled } from './requests.ts';
import type { ShareGroupHeartbeatRequest, ShareGroupHeartbeatResponse } from './shareRequests.ts';

// What consumers and coordinators of classic groups say to each other, by Kafka's names. As everywhere, the topics of a request
// are left out and its partitions named in full.

/** A message to or from the coordinator of a group, classic protocol, and of its offsets. */
export type GroupRequest =
  | ConsumerGroupRequest
  | ShareGroupHeartbeatRequest
  | OffsetCommitRequest
  | OffsetFetchRequest
  | TxnOffsetCommitRequest
  | JoinGroupRequest
  | SyncGroupRequest
  | HeartbeatRequest
  | LeaveGroupRequest
  | OffsetDeleteRequest
  | DeleteGroupsRequest;

export type GroupResponse =
  | ConsumerGroupResponse
  | ShareGroupHeartbeatResponse
  | OffsetCommitResponse
  | OffsetFetchResponse
  | TxnOffsetCommitResponse
  | JoinGroupResponse
  | SyncGroupResponse
  | HeartbeatResponse
  | LeaveGroupResponse
  | OffsetDeleteResponse
  | DeleteGroupsResponse;

/** An offset that a consumer wants to be remembered. */
export interface CommittedPartition {
  readonly topicPartition: TopicPartition;
  /** The next offset to read. */
  readonly committedOffset: Offset;
  /** Of the record before it; −1: not known. */
  readonly committedLeaderEpoch: Epoch;
  readonly committedMetadata: string;
}

export interface PartitionError {
  readonly topicPartition: TopicPartition;
  readonly error: KafkaError;
}

export interface OffsetCommitRequest {
  readonly kind: 'OffsetCommitRequest';
  readonly groupId: string;
  /** −1: of no member, as of a consumer that assigns itself. */
  readonly generationIdOrMemberEpoch: number;
  /** Empty: of no member. */
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly partitions: readonly CommittedPartition[];
}

export interface OffsetCommitResponse extends Throttled {
  readonly kind: 'OffsetCommitResponse';
  readonly partitions: readonly PartitionError[];
}

export interface OffsetFetchRequest {
  readonly kind: 'OffsetFetchRequest';
  readonly groupId: string;
  /** Only of members of a group of the consumer protocol; null and −1 else. */
  readonly memberId: string | null;
  readonly memberEpoch: Epoch;
  /** null: all that the group has offsets of. */
  readonly partitions: readonly TopicPartition[] | null;
  /** Offsets over which a transaction has not decided yet are refused with UNSTABLE_OFFSET_COMMIT (KIP-447). */
  readonly requireStable: boolean;
}

export interface OffsetFetchPartitionResponse {
  readonly topicPartition: TopicPartition;
  readonly error: KafkaError;
  /** −1: nothing is committed. */
  readonly committedOffset: Offset;
  readonly committedLeaderEpoch: Epoch;
  readonly metadata: string;
}

export interface OffsetFetchResponse extends Throttled {
  readonly kind: 'OffsetFetchResponse';
  /** Of the group; those of partitions stand with them. */
  readonly error: KafkaError;
  readonly partitions: readonly OffsetFetchPartitionResponse[];
}

/** Offsets as a part of a transaction (KIP-447): they count once its COMMIT marker is written. */
export interface TxnOffsetCommitRequest {
  readonly kind: 'TxnOffsetCommitRequest';
  readonly transactionalId: string;
  readonly groupId: string;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  /** −1: of no member. */
  readonly generationId: number;
  /** Empty: of no member. */
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly partitions: readonly CommittedPartition[];
  /** Transactions version 2 (version 5 of the request): the coordinator adds its partition to the transaction itself (KIP-890). */
  readonly isTransactionV2: boolean;
}

export interface TxnOffsetCommitResponse extends Throttled {
  readonly kind: 'TxnOffsetCommitResponse';
  readonly partitions: readonly PartitionError[];
}

/** An assignor that a member has, and what it tells the others of itself under it. */
export interface JoinGroupProtocol {
  readonly name: string;
  readonly metadata: ConsumerProtocolSubscription;
}

export interface JoinGroupRequest {
  readonly kind: 'JoinGroupRequest';
  readonly groupId: string;
  readonly sessionTimeoutMs: Millis;
  /** `max.poll.interval.ms` of a consumer. */
  readonly rebalanceTimeoutMs: Millis;
  /** Empty: it has none yet. */
  readonly memberId: string;
  /** `group.instance.id`; null: a dynamic member. */
  readonly groupInstanceId: string | null;
  /** `consumer`. */
  readonly protocolType: string;
  /** Best first. */
  readonly protocols: readonly JoinGroupProtocol[];
  readonly clientId: string;
  /** Why it joins, in Kafka's words. */
  readonly reason: string;
}

export interface JoinGroupMember {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly metadata: ConsumerProtocolSubscription;
}

export interface JoinGroupResponse extends Throttled {
  readonly kind: 'JoinGroupResponse';
  readonly error: KafkaError;
  /** −1 with an error. */
  readonly generationId: number;
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  /** Member that computes the assignment. */
  readonly leader: string;
  /** The leader is to keep the assignment as it stands (KIP-814). */
  readonly skipAssignment: boolean;
  readonly memberId: string;
  /** Only for the leader. */
  readonly members: readonly JoinGroupMember[];
}

export interface SyncGroupRequest {
  readonly kind: 'SyncGroupRequest';
  readonly groupId: string;
  readonly generationId: number;
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  /** Only from the leader. */
  readonly assignments: readonly {
    readonly memberId: string;
    readonly assignment: ConsumerProtocolAssignment;
  }[];
}

export interface SyncGroupResponse extends Throttled {
  readonly kind: 'SyncGroupResponse';
  readonly error: KafkaError;
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  readonly assignment: ConsumerProtocolAssignment;
}

export interface HeartbeatRequest {
  readonly kind: 'HeartbeatRequest';
  readonly groupId: string;
  readonly generationId: number;
  readonly memberId: string;
  readonly groupInstanceId: string | null;
}

export interface HeartbeatResponse extends Throttled {
  readonly kind: 'HeartbeatResponse';
  readonly error: KafkaError;
}

/** Who leaves: itself by its member id, or others by their `group.instance.id`, as an admin client does. */
export interface MemberIdentity {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly reason: string;
}

export interface LeaveGroupRequest {
  readonly kind: 'LeaveGroupRequest';
  readonly groupId: string;
  readonly members: readonly MemberIdentity[];
}

export interface LeaveGroupResponse extends Throttled {
  readonly kind: 'LeaveGroupResponse';
  readonly error: KafkaError;
  readonly members: readonly {
    readonly memberId: string;
    readonly groupInstanceId: string | null;
    readonly error: KafkaError;
  }[];
}

/** KIP-496. */
export interface OffsetDeleteRequest {
  readonly kind: 'OffsetDeleteRequest';
  readonly groupId: string;
  readonly partitions: readonly TopicPartition[];
}

export interface OffsetDeleteResponse extends Throttled {
  readonly kind: 'OffsetDeleteResponse';
  readonly error: KafkaError;
  readonly partitions: readonly PartitionError[];
}

export interface DeleteGroupsRequest {
  readonly kind: 'DeleteGroupsRequest';
  readonly groupsNames: readonly string[];
}

export interface DeleteGroupsResponse extends Throttled {
  readonly kind: 'DeleteGroupsResponse';
  readonly results: readonly { readonly groupId: string; readonly error: KafkaError }[];
}

export type CoordinatorKeyType = 'GROUP' | 'TRANSACTION' | 'SHARE';

/** Who coordinates a group or a transactional.id. */
export interface FindCoordinatorRequest {
  readonly kind: 'FindCoordinatorRequest';
  readonly keyType: CoordinatorKeyType;
  /** A group.id or a transactional.id. */
  readonly key: string;
}

export interface FindCoordinatorResponse extends Throttled {
  readonly kind: 'FindCoordinatorResponse';
  readonly error: KafkaError;
  /** −1 with an error. */
  readonly nodeId: BrokerId;
}
