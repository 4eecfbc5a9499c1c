import type { EndTransactionType, RecordBatch } from '../storage/RecordBatch.ts';
import type { LeaderRecoveryState } from '../metadata/PartitionRegistration.ts';
import type { MetadataSnapshot, SnapshotId } from '../metadata/MetadataSnapshot.ts';
import type { MetadataEntry } from '../metadata/records.ts';
import type { BrokerId, Bytes, Epoch, Millis, Offset, TopicPartition } from '../../shared/units.ts';
import type { KafkaError } from './Errors.ts';
import { groupRpcBytes } from './groupRpcBytes.ts';
import type {
  FindCoordinatorRequest,
  FindCoordinatorResponse,
  GroupRequest,
  GroupResponse,
} from './groupRequests.ts';

import type { QueueRequest, QueueResponse } from './queueRequests.ts';
import type { ShareRequest, ShareResponse, ShareStateRequest, ShareStateResponse } from './shareRequests.ts';
import { shareRpcBytes } from './shareRequests.ts';
import type { StoreRequest, StoreResponse } from './storeRequests.ts';
import { storeRpcBytes } from './storeRequests.ts';

export type * from './groupRequests.ts';
export type * from './shareRequests.ts';
export type * from './storeRequests.ts';

/**
 * Requests and responses by Kafka's names, with the fields that decide something here. All are data that nobody changes once
 * they are sent: queues, purgatories and checkpoints share them.
 */
export type Request =
  | ApiVersionsRequest
  | ProduceRequest
  | FetchRequest
  | ListOffsetsRequest
  | OffsetForLeaderEpochRequest
  | MetadataRequest
  | InitProducerIdRequest
  | FindCoordinatorRequest
  | WriteTxnMarkersRequest
  | AddPartitionsToTxnRequest
  | AddOffsetsToTxnRequest
  | EndTxnRequest
  | DescribeTransactionsRequest
  | ListTransactionsRequest
  | DescribeProducersRequest
  | GroupRequest
  | ShareRequest
  | ShareStateRequest
  | BrokerRegistrationRequest
  | BrokerHeartbeatRequest
  | AlterPartitionRequest
  | AllocateProducerIdsRequest
  | CreateTopicsRequest
  | MetadataFetchRequest
  | VoteRequest
  | BeginQuorumEpochRequest
  | EndQuorumEpochRequest
  | FetchSnapshotRequest
  | QueueRequest
  | StoreRequest;

export type Response =
  | ApiVersionsResponse
  | ProduceResponse
  | FetchResponse
  | ListOffsetsResponse
  | OffsetForLeaderEpochResponse
  | MetadataResponse
  | InitProducerIdResponse
  | FindCoordinatorResponse
  | WriteTxnMarkersResponse
  | AddPartitionsToTxnResponse
  | AddOffsetsToTxnResponse
  | EndTxnResponse
  | DescribeTransactionsResponse
  | ListTransactionsResponse
  | DescribeProducersResponse
  | GroupResponse
  | ShareResponse
  | ShareStateResponse
  | BrokerRegistrationResponse
  | BrokerHeartbeatResponse
  | AlterPartitionResponse
  | AllocateProducerIdsResponse
  | CreateTopicsResponse
  | MetadataFetchResponse
  | VoteResponse
  | BeginQuorumEpochResponse
  | EndQuorumEpochResponse
  | FetchSnapshotResponse
  | QueueResponse
  | StoreResponse;

export type Rpc = Request | Response;

/** The first request on every connection of a client: the handshake. */
export interface ApiVersionsRequest {
  readonly kind: 'ApiVersionsRequest';
}

export interface ApiVersionsResponse extends Throttled {
  readonly kind: 'ApiVersionsResponse';
}

export interface ProduceRequest {
  readonly kind: 'ProduceRequest';
  /** −1 stands for all. */
  readonly acks: -1 | 0 | 1;
  readonly timeoutMs: Millis;
  readonly clientId: string;
  /** Whose transaction the batches belong to; left out: they belong to none. */
  readonly transactionalId?: string;
  /**
   * Version of the request. From 12 on (transaction.version 2) the leader adds the partition to the transaction, up to 11 it only
   * asks whether it was added (KIP-890). Left out: 11.
   */
  readonly apiVersion?: number;
  readonly partitions: readonly {
    readonly topicPartition: TopicPartition;
    readonly batch: RecordBatch;
    readonly attempt: number;
  }[];
}

/** New leader that a broker names along with an error (KIP-951). */
export interface LeaderHint {
  readonly leader: BrokerId;
  readonly leaderEpoch: Epoch;
}

export interface ProducePartitionResponse {
  readonly topicPartition: TopicPartition;
  readonly error: KafkaError;
  /** −1 with an error. */
  readonly baseOffset: Offset;
  readonly currentLeader: LeaderHint | null;
}

/** An answer to a client says how long its connection is not read from (KIP-219); left out: not at all. */
export interface Throttled {
  readonly throttleTimeMs?: Millis;
}

export interface ProduceResponse extends Throttled {
  readonly kind: 'ProduceResponse';
  readonly partitions: readonly ProducePartitionResponse[];
}

export interface FetchPartition {
  readonly topicPartition: TopicPartition;
  readonly fetchOffset: Offset;
  /** null: not checked. */
  readonly currentLeaderEpoch: Epoch | null;
  readonly lastFetchedEpoch: Epoch;
  readonly logStartOffset: Offset;
  readonly maxBytes: Bytes;
}

/** `isolation.level` of a reader: how far it reads, and whether it learns of aborted transactions. */
export type IsolationLevel = 'READ_UNCOMMITTED' | 'READ_COMMITTED';

export interface FetchRequest {
  readonly kind: 'FetchRequest';
  /** −1: a consumer. */
  readonly replicaId: BrokerId;
  readonly replicaEpoch: Epoch;
  readonly maxWaitMs: Millis;
  readonly minBytes: Bytes;
  readonly maxBytes: Bytes;
  /** Empty for a follower. */
  readonly clientId: string;
  /** Left out: READ_UNCOMMITTED. */
  readonly isolationLevel?: IsolationLevel;
  /** `client.rack`; empty when it is not set (KIP-392). */
  readonly rackId: string;
  /** 0: no session (KIP-227). */
  readonly sessionId: number;
  /** 0: a full fetch that may begin a session; −1: a full one that wants none; else the turn of the session. */
  readonly sessionEpoch: number;
  /** In an incremental fetch only what is new or has changed since the one before. */
  readonly partitions: readonly FetchPartition[];
  /** Partitions that the session shall hold no longer. */
  readonly forgotten: readonly TopicPartition[];
}

export interface FetchedAbortedTransaction {
  readonly producerId: number;
  readonly firstOffset: Offset;
}

export interface FetchPartitionResponse {
  readonly topicPartition: TopicPartition;
  readonly error: KafkaError;
  readonly highWatermark: Offset;
  /** Up to where a READ_COMMITTED reader may read; left out for others, who read no other end than the high watermark. */
  readonly lastStableOffset?: Offset;
  /** To a READ_COMMITTED reader: aborted transactions that `batches` may have records of. */
  readonly abortedTransactions?: readonly FetchedAbortedTransaction[];
  readonly logStartOffset: Offset;
  readonly batches: readonly RecordBatch[];
  readonly divergingEpoch: { readonly epoch: Epoch; readonly endOffset: Offset } | null;
  readonly currentLeader: LeaderHint | null;
  /** Where a consumer better reads this partition; null: here (KIP-392). */
  readonly preferredReadReplica: BrokerId | null;
  /** Bytes of a batch that was cut off at the end of the answer; of no use to who gets them. */
  readonly cutBytes: Bytes;
}

export interface FetchResponse {
  readonly kind: 'FetchResponse';
  /** Of the session; those of partitions stand with them. */
  readonly error: KafkaError;
  /** 0: the fetch has no session. */
  readonly sessionId: number;
  /** How long the broker reads nothing more from this connection (KIP-219). */
  readonly throttleTimeMs: Millis;
  /** In an incremental fetch only what has something to tell. */
  readonly partitions: readonly FetchPartitionResponse[];
}

/** In place of a time: what a reader may read up to. Kafka: `ListOffsetsRequest` (4.2), as all below; −3 is `MAX_TIMESTAMP`. */
export const LATEST_TIMESTAMP = -1;
/** Where the log begins, on the disk or in remote storage. */
export const EARLIEST_TIMESTAMP = -2;
/** Where that begins which is on the leader's disk (KIP-405). */
export const EARLIEST_LOCAL_TIMESTAMP = -4;
/** The last record in remote storage (KIP-1005). */
export const LATEST_TIERED_TIMESTAMP = -5;
/** The first record that remote storage does not have (KIP-1023). */
export const EARLIEST_PENDING_UPLOAD_TIMESTAMP = -6;

export interface ListOffsetsRequest {
  readonly kind: 'ListOffsetsRequest';
  readonly replicaId: BrokerId;
  /** Left out: READ_UNCOMMITTED. */
  readonly isolationLevel?: IsolationLevel;
  readonly partitions: readonly {
    readonly topicPartition: TopicPartition;
    readonly timestamp: number;
    readonly currentLeaderEpoch: Epoch | null;
  }[];
}

export interface ListOffsetsResponse extends Throttled {
  readonly kind: 'ListOffsetsResponse';
  readonly partitions: readonly {
    readonly topicPartition: TopicPartition;
    readonly timestamp: number;
    readonly error: KafkaError;
    readonly offset: Offset;
  }[];
}

/** Asks a leader where epochs end in its log (KIP-320). Kafka: OFFSET_FOR_LEADER_EPOCH. */
export interface OffsetForLeaderEpochRequest {
  readonly kind: 'OffsetForLeaderEpochRequest';
  readonly partitions: readonly {
    readonly topicPartition: TopicPartition;
    /** Under which the leader is taken to lead; null: that is not checked. */
    readonly currentLeaderEpoch: Epoch | null;
    readonly leaderEpoch: Epoch;
  }[];
}

export interface OffsetForLeaderEpochResponse extends Throttled {
  readonly kind: 'OffsetForLeaderEpochResponse';
  readonly partitions: readonly {
    readonly topicPartition: TopicPartition;
    readonly error: KafkaError;
    /** The largest epoch up to the one asked for that the log knows, and its end; −1 when it knows none. */
    readonly leaderEpoch: Epoch;
    readonly endOffset: Offset;
  }[];
}

export interface MetadataRequest {
  readonly kind: 'MetadataRequest';
  readonly topics: readonly string[];
}

export interface MetadataResponse extends Throttled {
  readonly kind: 'MetadataResponse';
  readonly brokers: readonly BrokerId[];
  readonly controller: BrokerId;
  readonly topics: readonly {
    readonly topic: string;
    readonly error: KafkaError;
    readonly partitions: readonly MetadataPartition[];
  }[];
}

export interface MetadataPartition {
  readonly topicPartition: TopicPartition;
  readonly partition: number;
  readonly leader: BrokerId;
  readonly leaderEpoch: Epoch;
}

export interface InitProducerIdRequest {
  readonly kind: 'InitProducerIdRequest';
  /** Absent: an idempotent producer without transactions, whom any broker gives an id. */
  readonly transactionalId?: string;
  /** `transaction.timeout.ms`; counts only with a transactional.id. */
  readonly transactionTimeoutMs?: Millis;
  /** What a producer that recovers has (KIP-360), together with its epoch; absent: nothing, a producer that begins. */
  readonly producerId?: number;
  readonly producerEpoch?: Epoch;
  /** KIP-939. */
  readonly enable2Pc?: boolean;
  readonly keepPreparedTxn?: boolean;
}

export interface InitProducerIdResponse extends Throttled {
  readonly kind: 'InitProducerIdResponse';
  readonly error: KafkaError;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
}

/** What a transaction coordinator has written to the partitions of a transaction that ended. Kafka: WRITE_TXN_MARKERS. */
export interface WriteTxnMarkersRequest {
  readonly kind: 'WriteTxnMarkersRequest';
  readonly markers: readonly WritableTxnMarker[];
}

export interface WritableTxnMarker {
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly transactionResult: EndTransactionType;
  readonly coordinatorEpoch: Epoch;
  /** transaction.version that the transaction ran under; 2: the marker's epoch is greater than that of its records (KIP-1228). */
  readonly transactionVersion: number;
  readonly partitions: readonly TopicPartition[];
}

export interface WriteTxnMarkersResponse {
  readonly kind: 'WriteTxnMarkersResponse';
  readonly markers: readonly {
    readonly producerId: number;
    readonly partitions: readonly { readonly topicPartition: TopicPartition; readonly error: KafkaError }[];
  }[];
}

/**
 * Puts partitions into transactions, or asks whether they are in (KIP-890). Version 3 is what a client sends for its one
 * transaction under transaction.version 0 and 1; 4 and 5 come from leaders of partitions, which ask for producers.
 */
export interface AddPartitionsToTxnRequest {
  readonly kind: 'AddPartitionsToTxnRequest';
  readonly apiVersion: 3 | 4 | 5;
  readonly transactions: readonly {
    readonly transactionalId: string;
    readonly producerId: number;
    readonly producerEpoch: Epoch;
    /** Adds nothing; false from a client. */
    readonly verifyOnly: boolean;
    readonly partitions: readonly TopicPartition[];
  }[];
}

export interface AddPartitionsToTxnResponse extends Throttled {
  readonly kind: 'AddPartitionsToTxnResponse';
  /** Of the whole request; that of a partition stands with it. */
  readonly error: KafkaError;
  readonly resultsByTransaction: readonly {
    readonly transactionalId: string;
    readonly partitions: readonly { readonly topicPartition: TopicPartition; readonly error: KafkaError }[];
  }[];
}

/** Puts the partition of `__consumer_offsets` that holds a group into a transaction; only under transaction.version 0 and 1. */
export interface AddOffsetsToTxnRequest {
  readonly kind: 'AddOffsetsToTxnRequest';
  readonly transactionalId: string;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly groupId: string;
}

export interface AddOffsetsToTxnResponse extends Throttled {
  readonly kind: 'AddOffsetsToTxnResponse';
  readonly error: KafkaError;
}

export interface EndTxnRequest {
  readonly kind: 'EndTxnRequest';
  /** From 5 on the client has its epoch raised by every end of a transaction (KIP-890). */
  readonly apiVersion: 4 | 5;
  readonly transactionalId: string;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  /** false: abort. */
  readonly committed: boolean;
}

export interface EndTxnResponse extends Throttled {
  readonly kind: 'EndTxnResponse';
  readonly error: KafkaError;
  /** What the producer goes on with from version 5 on; −1 before, and with an error. */
  readonly producerId: number;
  readonly producerEpoch: Epoch;
}

export interface DescribeTransactionsRequest {
  readonly kind: 'DescribeTransactionsRequest';
  readonly transactionalIds: readonly string[];
}

export interface DescribeTransactionsResponse extends Throttled {
  readonly kind: 'DescribeTransactionsResponse';
  readonly transactionStates: readonly {
    readonly transactionalId: string;
    readonly error: KafkaError;
    /** Kafka's name of it; empty with an error. */
    readonly transactionState: string;
    readonly transactionTimeoutMs: Millis;
    /** −1: none was begun. */
    readonly transactionStartTimeMs: Millis;
    readonly producerId: number;
    readonly producerEpoch: Epoch;
    readonly partitions: readonly TopicPartition[];
  }[];
}

export interface ListTransactionsRequest {
  readonly kind: 'ListTransactionsRequest';
  /** Kafka's names of states; empty: all. */
  readonly stateFilters: readonly string[];
  /** Empty: all. */
  readonly producerIdFilters: readonly number[];
  /** Only what has been open for longer; −1: all (KIP-994). */
  readonly durationFilter: Millis;
}

export interface ListTransactionsResponse extends Throttled {
  readonly kind: 'ListTransactionsResponse';
  readonly error: KafkaError;
  readonly unknownStateFilters: readonly string[];
  readonly transactionStates: readonly {
    readonly transactionalId: string;
    readonly producerId: number;
    readonly transactionState: string;
  }[];
}

/** What a replica knows of the producers of its partition (KIP-664). */
export interface DescribeProducersRequest {
  readonly kind: 'DescribeProducersRequest';
  readonly partitions: readonly TopicPartition[];
}

export interface DescribeProducersResponse extends Throttled {
  readonly kind: 'DescribeProducersResponse';
  readonly partitions: readonly {
    readonly topicPartition: TopicPartition;
    readonly error: KafkaError;
    readonly activeProducers: readonly ActiveProducer[];
  }[];
}

export interface ActiveProducer {
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  /** −1: none. */
  readonly lastSequence: number;
  readonly lastTimestamp: Millis;
  /** Of the coordinator that wrote the last marker; −1: none was written. */
  readonly coordinatorEpoch: Epoch;
  /** Where its open transaction begins; −1: none is open. */
  readonly currentTxnStartOffset: Offset;
}

export interface BrokerRegistrationRequest {
  readonly kind: 'BrokerRegistrationRequest';
  readonly brokerId: BrokerId;
  readonly incarnationId: string;
  readonly rack: string | null;
  /** From `.kafka_cleanshutdown`; −1 when the file is missing (KIP-966). */
  readonly previousBrokerEpoch: Epoch;
  /** Replicas in failed log directories; Kafka names the directories that are online. Absent: none. */
  readonly offlineReplicas?: readonly TopicPartition[];
}

export interface BrokerRegistrationResponse {
  readonly kind: 'BrokerRegistrationResponse';
  readonly error: KafkaError;
  readonly brokerEpoch: Epoch;
}

export interface BrokerHeartbeatRequest {
  readonly kind: 'BrokerHeartbeatRequest';
  readonly brokerId: BrokerId;
  readonly brokerEpoch: Epoch;
  /** Last metadata offset applied. */
  readonly currentMetadataOffset: Offset;
  readonly wantFence: boolean;
  readonly wantShutDown: boolean;
  /** Replicas in failed log directories; Kafka names these (`OfflineLogDirs`, KIP-858). Absent: none. */
  readonly offlineReplicas?: readonly TopicPartition[];
}

export interface BrokerHeartbeatResponse {
  readonly kind: 'BrokerHeartbeatResponse';
  readonly error: KafkaError;
  readonly isCaughtUp: boolean;
  readonly isFenced: boolean;
  readonly shouldShutDown: boolean;
}

export interface AlterPartitionItem {
  readonly topicPartition: TopicPartition;
  /** Absent: not checked. */
  readonly topicId?: number;
  readonly leaderEpoch: Epoch;
  readonly partitionEpoch: Epoch;
  readonly newIsr: readonly { readonly brokerId: BrokerId; readonly brokerEpoch: Epoch }[];
  readonly recovery: LeaderRecoveryState;
}

export interface AlterPartitionRequest {
  readonly kind: 'AlterPartitionRequest';
  readonly brokerId: BrokerId;
  readonly brokerEpoch: Epoch;
  readonly partitions: readonly AlterPartitionItem[];
}

export interface AlterPartitionItemResponse {
  readonly topicPartition: TopicPartition;
  readonly error: KafkaError;
  readonly leader: BrokerId;
  readonly leaderEpoch: Epoch;
  readonly partitionEpoch: Epoch;
  readonly isr: readonly BrokerId[];
}

export interface AlterPartitionResponse {
  readonly kind: 'AlterPartitionResponse';
  readonly error: KafkaError;
  readonly partitions: readonly AlterPartitionItemResponse[];
}

export interface AllocateProducerIdsRequest {
  readonly kind: 'AllocateProducerIdsRequest';
  readonly brokerId: BrokerId;
  readonly brokerEpoch: Epoch;
}

export interface AllocateProducerIdsResponse {
  readonly kind: 'AllocateProducerIdsResponse';
  readonly error: KafkaError;
  readonly firstProducerId: number;
  readonly count: number;
}

/** A broker asks the controller for topics that it misses. Kafka: CREATE_TOPICS. */
export interface CreateTopicsRequest {
  readonly kind: 'CreateTopicsRequest';
  readonly topics: readonly {
    readonly name: string;
    /** −1: as the controller's configs say. */
    readonly numPartitions: number;
    readonly replicationFactor: number;
    readonly configs: Readonly<Record<string, string>>;
  }[];
}

export interface CreateTopicsResponse {
  readonly kind: 'CreateTopicsResponse';
  /** NOT_CONTROLLER; those of topics stand with them. */
  readonly error: KafkaError;
  readonly topics: readonly { readonly name: string; readonly error: KafkaError }[];
}

/** Fetch of `__cluster_metadata` by a voter or an observer (KIP-595). */
export interface MetadataFetchRequest {
  readonly kind: 'MetadataFetchRequest';
  readonly replicaId: BrokerId;
  /** The epoch of the quorum that the asker goes by. */
  readonly currentLeaderEpoch: Epoch;
  readonly fetchOffset: Offset;
  /** Of the record before `fetchOffset`. */
  readonly lastFetchedEpoch: Epoch;
  /** As the asker knows it; −1 when it knows none (KIP-1166). */
  readonly highWatermark: Offset;
  /** From the broker of the same process: it wants what is committed, from the log of this very node. */
  readonly isLocal: boolean;
}

/** Which leader of which epoch the answering node knows; null: none. */
interface QuorumHeader {
  readonly error: KafkaError;
  readonly leaderId: BrokerId | null;
  readonly leaderEpoch: Epoch;
}

export interface MetadataFetchResponse extends QuorumHeader {
  readonly kind: 'MetadataFetchResponse';
  /** From the asked offset on, committed or not. */
  readonly records: readonly MetadataEntry[];
  readonly baseOffset: Offset;
  /** −1 while the leader's epoch has committed nothing. */
  readonly highWatermark: Offset;
  /** Where the asker's log differs; then there are no records. */
  readonly divergingEpoch: { readonly epoch: Epoch; readonly endOffset: Offset } | null;
  /** What the asker is to fetch first, as the log does not reach back to where it is; then there are no records. */
  readonly snapshotId: SnapshotId | null;
}

/** KIP-630. */
export interface FetchSnapshotRequest {
  readonly kind: 'FetchSnapshotRequest';
  readonly replicaId: BrokerId;
  readonly currentLeaderEpoch: Epoch;
  readonly snapshotId: SnapshotId;
  /** How many bytes of it the asker has. */
  readonly position: Bytes;
  readonly maxBytes: Bytes;
  /** From the broker of the same process. */
  readonly isLocal: boolean;
}

export interface FetchSnapshotResponse extends QuorumHeader {
  readonly kind: 'FetchSnapshotResponse';
  readonly snapshotId: SnapshotId;
  /** Of the whole snapshot. */
  readonly sizeBytes: Bytes;
  readonly position: Bytes;
  /** How many bytes from `position` on are in this answer. */
  readonly sliceBytes: Bytes;
  /** What the slices add up to; null when there is an error. */
  readonly snapshot: MetadataSnapshot | null;
}

export interface VoteRequest {
  readonly kind: 'VoteRequest';
  readonly replicaId: BrokerId;
  readonly replicaEpoch: Epoch;
  readonly lastOffsetEpoch: Epoch;
  readonly lastOffset: Offset;
  /** Asks only whether the vote would be given (KIP-996). */
  readonly preVote: boolean;
}

export interface VoteResponse extends QuorumHeader {
  readonly kind: 'VoteResponse';
  readonly voteGranted: boolean;
}

/** The leader's announcement to voters that do not fetch from it. */
export interface BeginQuorumEpochRequest {
  readonly kind: 'BeginQuorumEpochRequest';
  readonly leaderId: BrokerId;
  readonly leaderEpoch: Epoch;
}

export interface BeginQuorumEpochResponse extends QuorumHeader {
  readonly kind: 'BeginQuorumEpochResponse';
}

/** A leader resigns. */
export interface EndQuorumEpochRequest {
  readonly kind: 'EndQuorumEpochRequest';
  readonly leaderId: BrokerId;
  readonly leaderEpoch: Epoch;
  /** Most advanced first. */
  readonly preferredSuccessors: readonly BrokerId[];
}

export interface EndQuorumEpochResponse extends QuorumHeader {
  readonly kind: 'EndQuorumEpochResponse';
}

/** About what a metadata record takes in the log, in an answer and in a snapshot. */
export const METADATA_RECORD_BYTES: Bytes = 60;

/** Bytes on the wire: the records exactly, the rest about as large as Kafka's own headers and fields. */
export function rpcSizeBytes(rpc: Rpc): Bytes {
  switch (rpc.kind) {
    case 'ProduceRequest': {
      const { partitions } = rpc;
      let bytes = 60;
      for (let i = 0; i < partitions.length; i++)
        bytes += (partitions[i] as ProduceRequest['partitions'][number]).batch.sizeBytes + 40;
      return bytes;
    }
    case 'FetchResponse': {
      const { partitions } = rpc;
      let bytes = 40;
      for (let i = 0; i < partitions.length; i++) {
        const { batches, cutBytes, abortedTransactions } = partitions[i] as FetchPartitionResponse;
        bytes += 60 + cutBytes;
        if (abortedTransactions) bytes += 16 * abortedTransactions.length;
        for (let j = 0; j < batches.length; j++) bytes += (batches[j] as RecordBatch).sizeBytes;
      }
      return bytes;
    }
    case 'FetchRequest':
      return 80 + 50 * rpc.partitions.length + 20 * rpc.forgotten.length;
    case 'ProduceResponse':
      return 30 + 50 * rpc.partitions.length;
    case 'MetadataFetchResponse':
      return 80 + METADATA_RECORD_BYTES * rpc.records.length;
    case 'FetchSnapshotResponse':
      return 80 + rpc.sliceBytes;
    case 'MetadataResponse':
      return 60 + rpc.topics.reduce((sum, topic) => sum + 40 + 40 * topic.partitions.length, 0);
    case 'WriteTxnMarkersRequest':
      return 40 + rpc.markers.reduce((sum, { partitions }) => sum + 20 + 40 * partitions.length, 0);
    case 'WriteTxnMarkersResponse':
      return 30 + rpc.markers.reduce((sum, { partitions }) => sum + 10 + 40 * partitions.length, 0);
    case 'AlterPartitionRequest':
    case 'AlterPartitionResponse':
      return 60 + 40 * rpc.partitions.length;
    case 'AddPartitionsToTxnRequest':
      return 40 + rpc.transactions.reduce((sum, { partitions }) => sum + 50 + 20 * partitions.length, 0);
    case 'AddPartitionsToTxnResponse':
      return (
        40 + rpc.resultsByTransaction.reduce((sum, { partitions }) => sum + 30 + 20 * partitions.length, 0)
      );
    case 'DescribeTransactionsResponse':
      return 40 + rpc.transactionStates.reduce((sum, { partitions }) => sum + 80 + 20 * partitions.length, 0);
    case 'DescribeProducersRequest':
      return 40 + 20 * rpc.partitions.length;
    case 'DescribeProducersResponse':
      return (
        40 + rpc.partitions.reduce((sum, { activeProducers }) => sum + 30 + 40 * activeProducers.length, 0)
      );
    case 'BasicPublish':
    case 'BasicDeliver':
      return 80 + rpc.message.valueBytes;
    case 'ListTransactionsResponse':
      return 40 + 50 * rpc.transactionStates.length;
    default:
      return groupRpcBytes(rpc) ?? shareRpcBytes(rpc) ?? storeRpcBytes(rpc) ?? 80;
  }
}
