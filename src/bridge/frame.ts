import type { Command } from '../scenario/Scenario.ts';
import type { TraceRow } from '../shared/traceEvents.ts';
import type { BrokerId, Bytes, Epoch, Micros, Millis, Offset, TopicPartition } from '../shared/units.ts';
import type { QuorumResult } from '../shared/QuorumResult.ts';

/**
 * What crosses from the worker to the page: plain data, nothing of the engine. A Frame is complete for what changed since
 * `sinceFrame`; an entity whose version did not change is not sent, and the page keeps the object it has.
 */
export interface Frame {
  readonly frameSeq: number;
  /** 0: this frame is complete; forget everything before. */
  readonly sinceFrame: number;
  readonly nowUs: Micros;
  /** Events of the instant `nowUs` already handled: with `nowUs` it names the exact point where the run stands. */
  readonly after: number;
  readonly eventCount: number;
  /** How far this future has been run already; scrubbing up to here is replay. */
  readonly exploredUs: Micros;
  readonly upserts: readonly EntityView[];
  readonly removed: readonly EntityKey[];
  readonly inFlight: InFlightColumns;
  readonly flows: FlowColumns;
  /** Every replica, for pictures of many; empty unless `watchReplicas` asked for it. */
  readonly replicas: ReplicaColumns;
  /** Rows since the last frame (all that are kept, when `sinceFrame` is 0), oldest first. */
  readonly trace: readonly TraceRow[];
  readonly waits: readonly WaitView[];
  readonly ledger: LedgerView;
  readonly metrics: MetricColumns;
  readonly commands: readonly Command[];
  /** What went wrong in the simulator itself; a run that has one is stopped. */
  readonly violations: readonly Violation[];
}

export type EntityKey = string;

export type EntityView =
  | ClusterView
  | MetadataLogView
  | ControllerView
  | BrokerView
  | PartitionView
  | ReplicaView
  | ProducerView
  | ConsumerView
  | GroupView
  | QueueBrokerView
  | QueueView
  | QueueClientView
  | StoreView
  | LinkView;

export interface ClusterView {
  readonly kind: 'cluster';
  /** Always `cluster`. */
  readonly key: EntityKey;
  /** −1: none is active. */
  readonly activeController: number;
  readonly kafkaVersion: string;
  readonly eligibleLeaderReplicas: boolean;
  readonly metadataLogEndOffset: Offset;
  /** Dynamic configs of all brokers; absent: none. */
  readonly configs?: Readonly<Record<string, string>>;
}

/** `__cluster_metadata` as the active controller has it; while there is none, the controller that knows most. */
export interface MetadataLogView {
  readonly kind: 'metadataLog';
  /** Always `metadata-log`. */
  readonly key: EntityKey;
  /** Whose log it is. */
  readonly controller: number;
  readonly endOffset: Offset;
  /** Records below it are committed: a majority of the controllers has them. */
  readonly highWatermark: Offset;
  readonly lastEpoch: Epoch;
  /** The newest, oldest first; what stands before the first of them is not sent. */
  readonly records: readonly MetadataRowView[];
}

export interface MetadataRowView {
  readonly offset: Offset;
  /** Of several NoOpRecords in a row, which are one row; else the same as `offset`. */
  readonly lastOffset: Offset;
  /** Of the leader that wrote it. */
  readonly epoch: Epoch;
  /** Kafka's name of the record. */
  readonly type: string;
  /** Kafka's names of its fields, and their values as text. */
  readonly fields: readonly (readonly [string, string])[];
}

export interface ControllerView extends NodeFaultsView {
  readonly kind: 'controller';
  readonly key: EntityKey;
  readonly nodeId: number;
  /** Whether it decides; of two that think so, the one of the newer epoch. */
  readonly active: boolean;
  readonly process: ControllerProcessState;
  /** When it entered that state. */
  readonly sinceUs: Micros;
  /** What it is in the quorum; null while no process runs. */
  readonly raftState: RaftStateName | null;
  /** Of the quorum, as it knows it. */
  readonly epoch: Epoch;
  /** −1: it knows none. */
  readonly leader: number;
  readonly logEndOffset: Offset;
  /** As it knows it; −1 when it knows none. */
  readonly highWatermark: Offset;
  /** Of the leader of the quorum: how far the others are. */
  readonly quorum?: QuorumResult;
}

export type ControllerProcessState = 'starting' | 'running' | 'stopped' | 'killed' | 'powerless';
export type RaftStateName = 'Unattached' | 'Prospective' | 'Candidate' | 'Leader' | 'Follower' | 'Resigned';
/** What may be wrong with a node whose process lives. */
export interface NodeFaultsView {
  /** Since when its process has stood still (SIGSTOP); null: it runs. */
  readonly pausedSinceUs: Micros | null;
  /** How far its clock is ahead; negative: behind. */
  readonly clockOffsetMs: number;
}

/** `closing`: close() was called, and what is held is being sent. */
export type ClientProcessState = 'running' | 'closing' | 'closed' | 'killed' | 'powerless';

export type BrokerProcessState = 'starting' | 'running' | 'stopping' | 'stopped' | 'killed' | 'powerless';

export interface BrokerView extends NodeFaultsView {
  readonly kind: 'broker';
  readonly key: EntityKey;
  readonly nodeId: BrokerId;
  readonly rack: string | null;
  readonly process: BrokerProcessState;
  /** When it entered that state. */
  readonly sinceUs: Micros;
  /** As the active controller has it. */
  readonly fenced: boolean;
  readonly inControlledShutdown: boolean;
  readonly brokerEpoch: Epoch;
  readonly lastHeartbeatUs: Micros;
  /** When the controller's session for it ends if no heartbeat comes; null when fenced. */
  readonly sessionEndsUs: Micros | null;
  readonly requestQueueSize: number;
  readonly busyIoThreads: number;
  readonly ioThreads: number;
  readonly leaderCount: number;
  /** How many times longer its disk takes; 1: as it should. */
  readonly diskFactor: number;
  readonly hasDiskFailed: boolean;
  /** `log.dirs`, in their order. */
  readonly logDirs: readonly {
    readonly path: string;
    readonly hasFailed: boolean;
    /** Of the disk under it; null: without an end. */
    readonly capacityBytes: Bytes | null;
    /** A write found no room. */
    readonly isFull: boolean;
  }[];
  /** When it looks next for what retention gives up, and how often; null while no process runs. */
  readonly retentionCheck: { readonly nextUs: Micros; readonly intervalUs: Micros } | null;
  /** Dynamic configs of this broker alone; absent: none. */
  readonly configs?: Readonly<Record<string, string>>;
}

export interface PartitionView {
  readonly kind: 'partition';
  readonly key: EntityKey;
  readonly name: TopicPartition;
  readonly topic: string;
  readonly partition: number;
  /** As the active controller has them. */
  readonly leader: BrokerId;
  readonly leaderEpoch: Epoch;
  readonly partitionEpoch: Epoch;
  readonly replicas: readonly BrokerId[];
  readonly isr: readonly BrokerId[];
  readonly elr: readonly BrokerId[];
  readonly lastKnownElr: readonly BrokerId[];
  /** Of a reassignment under way; absent: none. */
  readonly addingReplicas?: readonly BrokerId[];
  readonly removingReplicas?: readonly BrokerId[];
  readonly recovery: 'RECOVERED' | 'RECOVERING';
  readonly minIsr: number;
  readonly effectiveMinIsr: number;
  /** The leader's own high watermark; without a leader, the last leader's. */
  readonly highWatermark: Offset;
  readonly configs: Readonly<Record<string, string>>;
  /** Share groups that read it, as its leader knows them; absent: none does. */
  readonly shares?: readonly ShareView[];
}

/** A share partition (KIP-932). */
export interface ShareView {
  readonly group: string;
  /** The share coordinator has not answered yet. */
  readonly isLoading: boolean;
  /** SPSO. */
  readonly startOffset: Offset;
  /** SPEO; null: nothing is in flight. */
  readonly endOffset: Offset | null;
  /** group.share.delivery.count.limit */
  readonly deliveryCountLimit: number;
  /** group.share.partition.max.record.locks */
  readonly maxRecordLocks: number;
  /** Who has a share session with the leader. */
  readonly members: readonly { readonly memberId: string; readonly client: string }[];
  /** From SPSO on, each as far as its records are alike; the first 200. */
  readonly runs: readonly ShareRunView[];
  readonly moreRuns: number;
}

export interface ShareRunView {
  readonly firstOffset: Offset;
  readonly lastOffset: Offset;
  readonly state: 'AVAILABLE' | 'ACQUIRED' | 'ACKNOWLEDGED' | 'ARCHIVED';
  readonly deliveryCount: number;
  /** Empty: nobody has it. */
  readonly memberId: string;
  /** When its acquisition lock ends; null: it has none. */
  readonly lockEndsUs: Micros | null;
}

export interface ReplicaView {
  readonly kind: 'replica';
  readonly key: EntityKey;
  readonly partition: TopicPartition;
  readonly broker: BrokerId;
  /** What the broker itself believes to be. `offline`: its process does not run. */
  readonly role: 'leader' | 'follower' | 'none' | 'offline';
  readonly leaderEpoch: Epoch;
  readonly logStartOffset: Offset;
  readonly highWatermark: Offset;
  readonly logEndOffset: Offset;
  /** Below this the disk has it for certain. */
  readonly flushedOffset: Offset;
  /** The newest batches, oldest first: base offset and record count in turn. At most 256 batches. */
  readonly batches: readonly number[];
  readonly epochs: readonly { readonly epoch: Epoch; readonly startOffset: Offset }[];
  readonly storage: StorageView;
  /** On the leader: its in-flight ISR change, and what it knows of each follower. */
  readonly maximalIsr: readonly BrokerId[] | null;
  readonly followers:
    | readonly { readonly broker: BrokerId; readonly logEndOffset: Offset; readonly lastCaughtUpUs: Micros }[]
    | null;
  /** Left out of a log that never had a transaction. */
  readonly transactions?: ReplicaTransactionsView;
}

/** What a log has of transactions. */
export interface ReplicaTransactionsView {
  /** Readers with read_committed get what stands below it. */
  readonly lastStableOffset: Offset;
  readonly logEndOffset: Offset;
  readonly spans: readonly TransactionSpanView[];
}

/** From its first record to behind its marker; while it is open, to behind its newest record. */
export interface TransactionSpanView {
  readonly firstOffset: Offset;
  readonly endOffset: Offset;
  readonly state: 'open' | 'committed' | 'aborted';
}

/** What one replica has on the disk of its broker. */
export interface StorageView {
  readonly logDir: string;
  /** The directory has failed, and the broker cannot reach it. */
  readonly isOffline: boolean;
  /** Of all segments; what waits for its deletion is not among them. */
  readonly sizeBytes: Bytes;
  readonly segmentCount: number;
  /** Oldest first, the last of them the active one. Of many, the oldest and the newest: what lies between is counted. */
  readonly segments: readonly SegmentView[];
  /** Renamed files that stay until their time (`file.delete.delay.ms`), oldest first. */
  readonly deleted: readonly {
    readonly baseOffset: Offset;
    readonly sizeBytes: Bytes;
    readonly untilUs: Micros;
  }[];
  /** How far the log cleaner came; null: the topic is not compacted, or no process runs. */
  readonly compaction: {
    /** Below it the log was cleaned. */
    readonly firstDirtyOffset: Offset;
    /** Of closed segments: cleaned, and written since. */
    readonly cleanBytes: Bytes;
    readonly dirtyBytes: Bytes;
    /** min.cleanable.dirty.ratio: a log with a larger dirty share is cleaned. */
    readonly dirtyRatio: number;
  } | null;
  /** What the log goes by; null while no process of the broker runs. */
  readonly limits: LogLimitsView | null;
}

/** A `.log` file with its indexes. */
export interface SegmentView {
  readonly baseOffset: Offset;
  readonly sizeBytes: Bytes;
  /** Largest timestamp of its first batch, and of all its records; null: it has none yet. */
  readonly firstTimestampMs: Millis | null;
  readonly maxTimestampMs: Millis | null;
  readonly offsetIndexEntries: number;
  readonly timeIndexEntries: number;
}

/** Configs of a topic that decide when segments close and go; null: no limit. */
export interface LogLimitsView {
  /** Whether cleanup.policy names `delete`, and `compact`. */
  readonly isDeleted: boolean;
  readonly isCompacted: boolean;
  readonly retentionMs: Millis | null;
  readonly retentionBytes: Bytes | null;
  readonly segmentBytes: Bytes;
  readonly segmentMs: Millis;
  readonly indexIntervalBytes: Bytes;
}

export interface InFlightProduce {
  readonly correlationId: number;
  readonly broker: BrokerId;
  readonly partition: TopicPartition;
  readonly records: number;
  readonly attempt: number;
  readonly sentAtUs: Micros;
  readonly timesOutUs: Micros;
}

export interface ProducerView extends NodeFaultsView {
  readonly kind: 'producer';
  readonly key: EntityKey;
  readonly clientId: string;
  readonly rack: string | null;
  /** Its process runs and takes records. */
  readonly running: boolean;
  readonly process: ClientProcessState;
  /** Its workload hands over nothing. */
  readonly paused: boolean;
  readonly acks: '0' | '1' | 'all';
  readonly idempotent: boolean;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly maxInFlight: number;
  readonly inFlight: readonly InFlightProduce[];
  /** Records in the accumulator, waiting to be sent or sent again. */
  readonly accumulatedRecords: number;
  /** When the next retry may leave; null when none waits. */
  readonly retryAtUs: Micros | null;
  readonly retryAttempt: number;
  readonly lastError: string | null;
  /** When the oldest batch held ends by delivery.timeout.ms; null when nothing is held. */
  readonly deliveryEndsUs: Micros | null;
  readonly acked: number;
  readonly failed: number;
  readonly configs: Readonly<Record<string, string>>;
  /** Left out without a transactional.id. */
  readonly transaction?: TransactionView;
}

/** Where a transactional producer stands, by Kafka's names. */
export interface TransactionView {
  readonly transactionalId: string;
  readonly state:
    | 'UNINITIALIZED'
    | 'INITIALIZING'
    | 'READY'
    | 'IN_TRANSACTION'
    | 'COMMITTING_TRANSACTION'
    | 'ABORTING_TRANSACTION'
    | 'ABORTABLE_ERROR'
    | 'FATAL_ERROR';
  /** The method that its application waits in; null: none. */
  readonly waitsIn: string | null;
  /** −1: it has to be found. */
  readonly coordinator: BrokerId;
  readonly partitions: readonly TopicPartition[];
  /** What keeps it from going on: an error by Kafka's name; null: none. */
  readonly error: string | null;
}

/** Where a consumer stands in its group, as it knows itself. */
export interface GroupMemberView {
  readonly groupId: string;
  /** null: a dynamic member. */
  readonly instanceId: string | null;
  /** Empty: none. */
  readonly memberId: string;
  /** −1: none. */
  readonly generation: number;
  readonly state: 'UNJOINED' | 'PREPARING_REBALANCE' | 'COMPLETING_REBALANCE' | 'STABLE';
  readonly isLeader: boolean;
  /** −1: unknown. */
  readonly coordinator: BrokerId;
  /** What it last heard to be committed of what it is assigned. */
  readonly committed: readonly { readonly partition: TopicPartition; readonly offset: Offset }[];
}

export interface ConsumerView extends NodeFaultsView {
  readonly kind: 'consumer';
  readonly key: EntityKey;
  readonly clientId: string;
  readonly rack: string | null;
  readonly positions: readonly {
    readonly partition: TopicPartition;
    /** Next offset to read; −1 before it is known. */
    readonly position: Offset;
    /** Log end that this reader may read, as its last answer told; −1 before the first. */
    readonly highWatermark: Offset;
  }[];
  readonly delivered: number;
  /** Only of one with a `group.id`. */
  readonly group?: GroupMemberView;
  readonly process: ClientProcessState;
  /** Since when its application has not called poll(); null: it does. */
  readonly stalledSinceUs: Micros | null;
  /** Partitions that its application has paused; left out: none. */
  readonly paused?: readonly TopicPartition[];
}

/** A group as its coordinator has it. */
export interface GroupView {
  readonly kind: 'group';
  /** `group:` and the group.id. */
  readonly key: EntityKey;
  readonly groupId: string;
  /** `consumer`: of KIP-848. */
  readonly type: 'classic' | 'consumer';
  readonly state:
    'Empty' | 'PreparingRebalance' | 'CompletingRebalance' | 'Stable' | 'Dead' | 'Assigning' | 'Reconciling';
  /** Of a classic group; of the consumer protocol, its group epoch. */
  readonly generation: number;
  /** For which group epoch the target was computed; null: a classic group. */
  readonly assignmentEpoch: Epoch | null;
  /** The assignor that a classic group agreed on; null: none, or not a classic group. */
  readonly protocol: string | null;
  readonly coordinator: BrokerId;
  readonly members: readonly {
    readonly memberId: string;
    readonly clientId: string;
    readonly instanceId: string | null;
    /** Of the consumer protocol; null: a member of a classic group. */
    readonly epoch: Epoch | null;
    /** `MemberState` of the consumer protocol; null: a member of a classic group. */
    readonly state: string | null;
    /** What it was assigned, of the last generation that was. */
    readonly partitions: readonly TopicPartition[];
  }[];
  /**
   * Records that the applications of its members have done with, each counted once; and how often one was done again. What workers
   * have done counts once the next records are handed to them, or the process ends.
   */
  readonly processed: number;
  readonly repeated: number;
  /** As far as its members have come, by the records in `__consumer_offsets`. */
  readonly committed: readonly { readonly partition: TopicPartition; readonly offset: Offset }[];
}

/** A broker of queues (not Kafka). */
export interface QueueBrokerView {
  readonly kind: 'queueBroker';
  /** `queueBroker:` and its name. */
  readonly key: EntityKey;
  readonly name: string;
  readonly process: 'running' | 'killed';
  readonly sinceUs: Micros;
  readonly published: number;
  /** Messages that no queue was bound for. */
  readonly unroutable: number;
}

export interface QueuedMessageView {
  /** Counted from 0 for each queue. */
  readonly place: number;
  /** Its number among those of its publisher. */
  readonly message: number;
  readonly redelivered: boolean;
  /** Who has it; empty: nobody, it is ready. */
  readonly consumer: string;
}

export interface QueueView {
  readonly kind: 'queue';
  /** `queue:` and its name. */
  readonly key: EntityKey;
  readonly name: string;
  readonly broker: string;
  readonly durable: boolean;
  /** Exchanges that it is bound to, with their types and the keys. */
  readonly bindings: readonly {
    readonly exchange: string;
    readonly type: 'direct' | 'fanout' | 'topic';
    readonly key: string;
  }[];
  /** Oldest first: those that are with consumers and those that are ready, the first of each. */
  readonly messages: readonly QueuedMessageView[];
  readonly readyCount: number;
  readonly unackedCount: number;
  /** What became of all that it ever took. */
  readonly enqueued: number;
  readonly delivered: number;
  readonly redelivered: number;
  readonly acked: number;
  readonly deadLettered: number;
  readonly dropped: number;
  readonly lost: number;
}

/** Who publishes to a queue broker, or consumes a queue of it. */
export interface QueueClientView {
  readonly kind: 'queueClient';
  /** `publisher:` or `queueConsumer:` and its id. */
  readonly key: EntityKey;
  readonly clientId: string;
  readonly broker: string;
  /** The queue that it consumes; null: it publishes. */
  readonly queue: string | null;
  readonly process: 'running' | 'closed' | 'killed';
  readonly pausedSinceUs: Micros | null;
  readonly isConnected: boolean;
  /** 0: no limit, and of a publisher. */
  readonly prefetch: number;
  readonly autoAck: boolean;
  /** Messages that it has published and that were confirmed, or that it has in hand and is done with. */
  readonly published: number;
  readonly confirmed: number;
  readonly held: number;
  readonly done: number;
}

/** A database outside of Kafka. */
export interface StoreView {
  readonly kind: 'store';
  /** `store:` and its name. */
  readonly key: EntityKey;
  readonly name: string;
  readonly isDown: boolean;
  readonly rows: number;
  /** That came to their commit, and of them those that were rolled back. */
  readonly transactions: number;
  readonly failed: number;
  /** Requests that it did not take: it was down, or their sender was fenced. */
  readonly refused: number;
  /** Requests that it is at work on. */
  readonly atWork: number;
  /** Consumers whose applications write to it, by their keys. */
  readonly users: readonly EntityKey[];
}

/** Which ways of a link: `forward` is from the first of `between` to the second. */
export type LinkWays = 'both' | 'forward' | 'backward';

/** Only links of which something is wrong are sent. */
export interface LinkView {
  readonly kind: 'link';
  readonly key: EntityKey;
  readonly between: readonly [string, string];
  readonly cut: LinkWays | null;
  readonly slow: LinkWays | null;
  /** Since when it has been cut; where it is not, slow. */
  readonly sinceUs: Micros;
  readonly slowness: {
    readonly latencyUs: Micros | null;
    readonly jitterUs: Micros;
    readonly bandwidthBitsPerSecond: number | null;
    readonly lossPercent: number;
  } | null;
}

/** One record of `__cluster_metadata`, for people to read. */
export interface MetadataRecordView {
  readonly offset: Offset;
  /** Of the quorum's leader that wrote it. */
  readonly epoch: Epoch;
  /** Kafka's name: `PartitionChangeRecord`, `NoOpRecord`, `LeaderChangeMessage` … */
  readonly type: string;
  readonly fields: Readonly<Record<string, string>>;
  /** As far as the controller knows whose log this is. */
  readonly committed: boolean;
}

/**
 * RPCs on a wire now, one entry a column. Typed arrays from a pool; only the first `count` entries count. `rpc` indexes
 * RPC_KINDS; `source` and `target` index NODE_KEYS of the last complete frame (`nodeKeys`).
 */
export interface InFlightColumns {
  readonly count: number;
  readonly nodeKeys: readonly EntityKey[];
  readonly rpc: Uint8Array;
  readonly source: Uint16Array;
  readonly target: Uint16Array;
  readonly sentAtUs: Float64Array;
  readonly deliverAtUs: Float64Array;
  readonly correlationId: Float64Array;
  readonly records: Float64Array;
  readonly sizeBytes: Float64Array;
  /** Bit 0: response. Bit 1: carries an error. Bit 2: will be lost. Bit 3: a retry. */
  readonly flags: Uint8Array;
}

/**
 * What is carried between nodes: RPCs that bring records, requests of Produce and responses of Fetch. One entry for each source and
 * target and kind that had any in the last five seconds. Typed arrays from a pool; only the first `count` entries count. `source`
 * and `target` index `nodeKeys` of the RPCs in flight, `rpc` indexes RPC_KINDS.
 */
export interface FlowColumns {
  readonly count: number;
  readonly source: Uint16Array;
  readonly target: Uint16Array;
  readonly rpc: Uint8Array;
  /** Mean of the last five simulated seconds, of what arrived. */
  readonly bytesPerSecond: Float64Array;
}

export const IN_FLIGHT_RESPONSE = 1;
export const IN_FLIGHT_ERROR = 2;
export const IN_FLIGHT_LOST = 4;
export const IN_FLIGHT_RETRY = 8;

/**
 * Every replica of the cluster, one entry a column: by partition as the controller has them, and of each in the order of its replica
 * list. Typed arrays from a pool; only the first `count` entries count.
 */
export interface ReplicaColumns {
  readonly count: number;
  /** Names of the partitions; `partition` indexes them. */
  readonly partitionNames: readonly TopicPartition[];
  readonly partition: Uint16Array;
  readonly broker: Int32Array;
  readonly logEndOffset: Float64Array;
  readonly highWatermark: Float64Array;
  /** Records that its leader has and it has not; 0 of the leader, and where nobody leads. */
  readonly lag: Float64Array;
  /** What came into the partition's leader in the last five seconds, by the timestamps of its batches. */
  readonly bytesInPerSecond: Float64Array;
  /** Bits of what it is, `REPLICA_` below. */
  readonly flags: Uint8Array;
}

/** The controller has it as the leader. */
export const REPLICA_LEADS = 1;
export const REPLICA_IN_ISR = 2;
/** No process of its broker runs, or its directory failed. */
export const REPLICA_OFFLINE = 4;
/** Its partition has fewer replicas in the ISR than min.insync.replicas asks for. */
export const REPLICA_UNDER_MIN_ISR = 8;
/** Its partition has exactly as many. */
export const REPLICA_AT_MIN_ISR = 16;
/** It stands first in the replica list: the preferred leader. */
export const REPLICA_PREFERRED = 32;
/** An eligible leader outside of the ISR (KIP-966). */
export const REPLICA_ELIGIBLE = 64;
/** Nobody leads its partition. */
export const REPLICA_WITHOUT_LEADER = 128;

/** Order is part of the format of InFlightColumns: append only. */
export const RPC_KINDS = [
  'Produce',
  'Fetch',
  'ListOffsets',
  'Metadata',
  'InitProducerId',
  'BrokerRegistration',
  'BrokerHeartbeat',
  'AlterPartition',
  'AllocateProducerIds',
  'MetadataFetch',
  'ApiVersions',
  'Vote',
  'BeginQuorumEpoch',
  'EndQuorumEpoch',
  'FetchSnapshot',
  'OffsetForLeaderEpoch',
  'AddPartitionsToTxn',
  'AddOffsetsToTxn',
  'EndTxn',
  'WriteTxnMarkers',
  'DescribeTransactions',
  'ListTransactions',
] as const;
export type RpcKind = (typeof RPC_KINDS)[number];

/** Where a config was set: Kafka's names (`ConfigEntry.ConfigSource`), and one for what an application gave its client. */
export type ConfigSource =
  | 'DYNAMIC_TOPIC_CONFIG'
  | 'DYNAMIC_BROKER_CONFIG'
  | 'DYNAMIC_DEFAULT_BROKER_CONFIG'
  | 'STATIC_BROKER_CONFIG'
  | 'CLIENT_CONFIG'
  | 'DEFAULT_CONFIG';

export interface ConfigDescription {
  readonly name: string;
  /** null: Kafka's null. */
  readonly value: string | null;
  readonly source: ConfigSource;
}

/** Somebody waits for something. The page makes the sentence from `what` and its numbers. */
export interface WaitView {
  readonly key: string;
  readonly who: EntityKey;
  readonly what:
    | 'ProduceForHighWatermark'
    | 'ProducerRetry'
    | 'ProducerForMetadata'
    | 'ProducerForResponse'
    | 'ConsumerFetch'
    | 'FollowerFetch'
    | 'FollowerBackoff'
    | 'FencingOfBroker'
    | 'BrokerStart'
    | 'ControlledShutdown'
    | 'IsrChange';
  readonly partition: TopicPartition | null;
  readonly broker: BrokerId | null;
  readonly correlationId: number | null;
  /** What is awaited: an offset for ProduceForHighWatermark and fetches. */
  readonly requiredOffset: Offset | null;
  /** Where it stands now. */
  readonly currentOffset: Offset | null;
  readonly attempt: number | null;
  readonly error: string | null;
  readonly sinceUs: Micros;
  /** When it ends by itself; null: nothing ends it but an event. */
  readonly endsUs: Micros | null;
}

export const LEDGER_STATES = ['committed', 'uncommitted', 'expired', 'inFlight', 'lost', 'failed'] as const;
export const LEDGER_CROSS_COUNTS = [
  'acked',
  'lostAfterAck',
  'storedThoughFailed',
  'duplicated',
  'outOfOrder',
  'aborted',
  'read',
  'readThenLost',
] as const;
export type LedgerState = (typeof LEDGER_STATES)[number];
export type LedgerCrossCount = (typeof LEDGER_CROSS_COUNTS)[number];
/** `produced` is the sum of the states. */
export type LedgerView = Readonly<Record<LedgerState | LedgerCrossCount | 'produced', number>>;

/** One line of the list that a number of the ledger opens. */
export interface LedgerRange {
  readonly producer: string;
  readonly partition: TopicPartition;
  /** Records are counted per producer and partition from 0, in the order of send(). */
  readonly first: number;
  readonly count: number;
  /** Base offset where they stand in the log that counts, or −1. */
  readonly offset: Offset;
}

/** Time series under their JMX names: `timesUs` is common, one column a metric. Cumulative since the last complete frame. */
export interface MetricColumns {
  readonly names: readonly string[];
  readonly timesUs: Float64Array;
  /** values[i] belongs to names[i] and has as many entries as timesUs. */
  readonly values: readonly Float64Array[];
}

export interface Violation {
  readonly invariant: string;
  readonly detail: string;
  readonly timeUs: Micros;
}
