import type { BrokerId, Bytes, Epoch, Micros, Millis, Offset, TopicPartition } from './units.ts';

/**
 * What happened, in Kafka's words and in the past tense. The engine emits these, and everything that a person reads, hears or
 * tests about a run is made from them; so they live below both and belong to neither.
 *
 * Names of nodes are entity keys: `broker:1`, `controller:101`, `producer:pay-api`, `consumer:ledger-1`.
 */
export type EntityName = string;

export type TraceEvent =
  | { readonly kind: 'CommandApplied'; readonly command: string; readonly target: string }
  // Processes
  | { readonly kind: 'BrokerStarted'; readonly broker: BrokerId }
  | { readonly kind: 'BrokerKilled'; readonly broker: BrokerId }
  | { readonly kind: 'PowerLost'; readonly broker: BrokerId }
  | { readonly kind: 'ControlledShutdownStarted'; readonly broker: BrokerId }
  | { readonly kind: 'BrokerStopped'; readonly broker: BrokerId }
  | { readonly kind: 'ControllerStarted'; readonly controller: BrokerId }
  | { readonly kind: 'ControllerKilled'; readonly controller: BrokerId }
  | { readonly kind: 'ControllerPowerLost'; readonly controller: BrokerId }
  | { readonly kind: 'ControllerStopped'; readonly controller: BrokerId }
  | {
      readonly kind: 'ProducerStarted';
      readonly producer: string;
      readonly acks: string;
      readonly idempotent: boolean;
    }
  | { readonly kind: 'ProducerClosed'; readonly producer: string }
  | { readonly kind: 'ConsumerStarted'; readonly consumer: string }
  | { readonly kind: 'ConsumerClosed'; readonly consumer: string }
  /** poll() threw what its application does not catch. */
  | { readonly kind: 'ConsumerFailed'; readonly consumer: string; readonly error: string }
  // What applications do outside of Kafka
  | { readonly kind: 'StoreWentDown'; readonly store: string }
  | { readonly kind: 'StoreCameBack'; readonly store: string }
  /** `repeated`: rows that were there already; `offsets`: of partitions, committed with them. */
  | {
      readonly kind: 'StoreTransactionCommitted';
      readonly store: string;
      readonly writer: string;
      readonly inserted: number;
      readonly repeated: number;
      readonly offsets: number;
      readonly isAnswered: boolean;
    }
  | {
      readonly kind: 'StoreTransactionRefused';
      readonly store: string;
      readonly writer: string;
      readonly error: string;
    }
  | {
      readonly kind: 'StoreAnswerMissed';
      readonly consumer: string;
      readonly store: string;
      readonly afterMs: number;
    }
  /** It lets go of what it holds. */
  | {
      readonly kind: 'StoreWriterFenced';
      readonly consumer: string;
      readonly store: string;
      readonly token: number;
    }
  | {
      readonly kind: 'StoredOffsetFetched';
      readonly consumer: string;
      readonly store: string;
      readonly partition: TopicPartition;
      readonly offset: Offset;
    }
  /** `retryInMs`: −1 where the record is not tried again in place. */
  | {
      readonly kind: 'RecordWorkFailed';
      readonly consumer: string;
      readonly partition: TopicPartition;
      readonly offset: Offset;
      readonly attempt: number;
      readonly error: string;
      readonly retryInMs: number;
    }
  | {
      readonly kind: 'RecordForwarded';
      readonly consumer: string;
      readonly partition: TopicPartition;
      readonly offset: Offset;
      readonly topic: string;
      readonly attempts: number;
      readonly error: string;
    }
  | {
      readonly kind: 'RecordSkipped';
      readonly consumer: string;
      readonly partition: TopicPartition;
      readonly offset: Offset;
      readonly error: string;
    }
  /** poll() threw, and will until the position is another. `againInMs`: −1 where its application does not catch that. */
  | {
      readonly kind: 'RecordDeserializationFailed';
      readonly consumer: string;
      readonly partition: TopicPartition;
      readonly offset: Offset;
      readonly againInMs: number;
    }
  /** Until the time of its next record. */
  | {
      readonly kind: 'RetryPartitionPaused';
      readonly consumer: string;
      readonly partition: TopicPartition;
      readonly offset: Offset;
      readonly forMs: number;
    }
  /** `powerless`: its machine went dark. */
  | { readonly kind: 'ClientDied'; readonly client: EntityName; readonly cause: 'killed' | 'powerless' }
  | { readonly kind: 'ConsumerStalled'; readonly consumer: string }
  | { readonly kind: 'ConsumerUnstalled'; readonly consumer: string }
  /** `forMs` is −1 when nobody said for how long. */
  | { readonly kind: 'ProcessPaused'; readonly node: EntityName; readonly forMs: number }
  | { readonly kind: 'ProcessResumed'; readonly node: EntityName; readonly pausedForMs: number }
  // Disks and clocks
  | { readonly kind: 'DiskFailed'; readonly broker: BrokerId }
  /** The process ended by itself: it has no log directory left. */
  | { readonly kind: 'BrokerHalted'; readonly broker: BrokerId }
  | { readonly kind: 'DiskReplaced'; readonly broker: BrokerId }
  | { readonly kind: 'DiskSlowed'; readonly broker: BrokerId; readonly factor: number }
  | { readonly kind: 'DiskMended'; readonly broker: BrokerId }
  | {
      readonly kind: 'ClockSet';
      readonly node: EntityName;
      readonly offsetMs: number;
      readonly driftPpm: number;
    }
  /**
   * Told before the first row after a while without any: idle loops turned (heartbeats, fetches that end empty, checks), and nothing else
   * happened. A period is that of the active controller's NoOpRecord.
   */
  | { readonly kind: 'QuietTimePassed'; readonly forMs: number; readonly periods: number }
  // Controller quorum
  | {
      readonly kind: 'QuorumStateChanged';
      readonly controller: BrokerId;
      readonly state: 'Unattached' | 'Prospective' | 'Candidate' | 'Leader' | 'Follower' | 'Resigned';
      readonly epoch: Epoch;
      /** −1: none is known. */
      readonly leader: BrokerId;
    }
  | {
      readonly kind: 'VoteAnswered';
      readonly controller: BrokerId;
      readonly candidate: BrokerId;
      readonly epoch: Epoch;
      readonly preVote: boolean;
      readonly granted: boolean;
      /** Empty when it was granted. */
      readonly reason:
        | ''
        | 'LogBehind'
        | 'IsLeader'
        | 'IsCandidate'
        | 'HasResigned'
        | 'KnowsLeader'
        | 'HasFetchedFromLeader'
        | 'VotedForAnother';
    }
  | { readonly kind: 'ControllerActivated'; readonly controller: BrokerId; readonly epoch: Epoch }
  | {
      readonly kind: 'ControllerResigned';
      readonly controller: BrokerId;
      readonly epoch: Epoch;
      /** Records that it had decided, and that are undone. */
      readonly uncommitted: number;
    }
  | {
      readonly kind: 'MetadataTruncated';
      readonly controller: BrokerId;
      readonly from: Offset;
      readonly to: Offset;
      readonly reason: 'DivergingEpoch' | 'PowerLost';
    }
  | {
      readonly kind: 'MetadataSnapshotCreated';
      readonly controller: BrokerId;
      /** Exclusive. */
      readonly endOffset: Offset;
      readonly epoch: Epoch;
      readonly records: number;
      readonly reason: 'MaxBytes' | 'MaxInterval';
    }
  | {
      /** A controller deleted its oldest snapshots, and the records before the oldest that is left. */
      readonly kind: 'MetadataLogCleaned';
      readonly controller: BrokerId;
      /** Start of the log before and after. */
      readonly from: Offset;
      readonly to: Offset;
      readonly snapshots: number;
    }
  | {
      /** A process whose log ends before the leader's begins was sent to a snapshot. */
      readonly kind: 'MetadataSnapshotFetched';
      readonly node: EntityName;
      readonly leader: BrokerId;
      readonly endOffset: Offset;
      readonly epoch: Epoch;
      /** Where its own log ended. */
      readonly logEndOffset: Offset;
    }
  | {
      readonly kind: 'MetadataSnapshotLoaded';
      readonly node: EntityName;
      readonly endOffset: Offset;
      readonly epoch: Epoch;
    }
  // Controller
  | {
      readonly kind: 'BrokerRegistered';
      readonly broker: BrokerId;
      readonly brokerEpoch: Epoch;
      readonly cleanShutdown: boolean;
    }
  | { readonly kind: 'BrokerRegistrationRefused'; readonly broker: BrokerId; readonly error: string }
  | { readonly kind: 'BrokerFenced'; readonly broker: BrokerId; readonly silentForMs: number }
  | { readonly kind: 'BrokerUnfenced'; readonly broker: BrokerId }
  | { readonly kind: 'BrokerInControlledShutdown'; readonly broker: BrokerId }
  | {
      readonly kind: 'LeaderElected';
      readonly partition: TopicPartition;
      readonly leader: BrokerId;
      readonly previousLeader: BrokerId;
      readonly leaderEpoch: Epoch;
      readonly clean: boolean;
    }
  | {
      readonly kind: 'PartitionOffline';
      readonly partition: TopicPartition;
      readonly previousLeader: BrokerId;
      readonly leaderEpoch: Epoch;
    }
  | {
      readonly kind: 'IsrShrunk';
      readonly partition: TopicPartition;
      readonly isr: readonly BrokerId[];
      readonly removed: readonly BrokerId[];
      readonly elr: readonly BrokerId[];
    }
  | {
      readonly kind: 'IsrExpanded';
      readonly partition: TopicPartition;
      readonly isr: readonly BrokerId[];
      readonly added: readonly BrokerId[];
      readonly elr: readonly BrokerId[];
    }
  | {
      readonly kind: 'AlterPartitionFailed';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly error: string;
    }
  | {
      readonly kind: 'ConfigAltered';
      readonly resource: string;
      readonly name: string;
      readonly value: string;
    }
  | {
      readonly kind: 'ClientQuotaAltered';
      /** As kafka-configs.sh names it: `client-id pay-api`. */
      readonly entity: string;
      readonly key: string;
      /** null: removed. */
      readonly value: number | null;
    }
  | {
      readonly kind: 'ClientThrottled';
      readonly client: EntityName;
      readonly broker: BrokerId;
      /** Kafka's name of the quota, `producer_byte_rate`. */
      readonly quota: string;
      readonly throttleMs: number;
    }
  | { readonly kind: 'ConfigRemoved'; readonly resource: string; readonly name: string }
  // Administration
  | {
      readonly kind: 'TopicCreated';
      readonly topic: string;
      readonly partitions: number;
      readonly replicationFactor: number;
    }
  | { readonly kind: 'TopicDeleted'; readonly topic: string }
  /** `partitions` is how many there are now. */
  | {
      readonly kind: 'PartitionsCreated';
      readonly topic: string;
      readonly added: number;
      readonly partitions: number;
    }
  | {
      readonly kind: 'ReassignmentStarted';
      readonly partition: TopicPartition;
      /** The assignment to come to. */
      readonly replicas: readonly BrokerId[];
      readonly adding: readonly BrokerId[];
      readonly removing: readonly BrokerId[];
    }
  | {
      readonly kind: 'ReassignmentCompleted';
      readonly partition: TopicPartition;
      readonly replicas: readonly BrokerId[];
    }
  | {
      readonly kind: 'ReassignmentCancelled';
      readonly partition: TopicPartition;
      readonly replicas: readonly BrokerId[];
    }
  | { readonly kind: 'BrokerUnregistered'; readonly broker: BrokerId }
  /** `request` as in Kafka's protocol, `resource` a topic, a partition, `broker:1` or `cluster`; `message` is Kafka's. */
  | {
      /** An admin client was over its controller_mutation_rate. */
      readonly kind: 'AdminRequestThrottled';
      readonly request: string;
      readonly resource: string;
      /** Carried out all the same (permissive), or refused (strict). */
      readonly accepted: boolean;
      readonly throttleMs: number;
    }
  | {
      readonly kind: 'AdminRequestFailed';
      readonly request: string;
      readonly resource: string;
      readonly error: string;
      readonly message: string;
    }
  /** The answer to DeleteRecords: no living replica has a record before this offset any more. */
  | {
      readonly kind: 'RecordsDeleted';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly lowWatermark: Offset;
    }
  // Replicas
  | { readonly kind: 'LogCreated'; readonly partition: TopicPartition; readonly broker: BrokerId }
  | { readonly kind: 'LogDeleted'; readonly partition: TopicPartition; readonly broker: BrokerId }
  | {
      readonly kind: 'SegmentRolled';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      /** Of the new segment, and of the one that it closes. */
      readonly baseOffset: Offset;
      readonly closed: Offset;
      /** Of the closed one. */
      readonly sizeBytes: Bytes;
    }
  | {
      /** Taken out of the log; their files are renamed to `.deleted`. */
      readonly kind: 'SegmentsDeleted';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly reason: 'StartOffsetBreach' | 'RetentionSizeBreach' | 'RetentionMsBreach';
      readonly baseOffsets: readonly Offset[];
      readonly sizeBytes: Bytes;
    }
  | {
      /** `file.delete.delay.ms` later. */
      readonly kind: 'SegmentFilesDeleted';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly baseOffsets: readonly Offset[];
      readonly sizeBytes: Bytes;
    }
  | {
      /** A thread of the log cleaner took the log: what was written since the last time is dirty. */
      readonly kind: 'LogCleaningStarted';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly firstDirtyOffset: Offset;
      readonly firstUncleanableOffset: Offset;
      /** Dirty bytes in a hundred, of those before the first uncleanable offset. */
      readonly dirtyPercent: number;
      /** Because of max.compaction.lag.ms, whatever the share. */
      readonly isForced: boolean;
    }
  | {
      /** The cleaned segments took the place of the old ones, whose files are renamed to `.deleted`. */
      readonly kind: 'LogCleaned';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      /** The dirty section that was read: from the first dirty offset, to the one that is now. */
      readonly firstDirtyOffset: Offset;
      readonly endOffset: Offset;
      readonly segmentsBefore: number;
      readonly segmentsAfter: number;
      readonly recordsBefore: number;
      readonly recordsAfter: number;
      readonly sizeBytesBefore: Bytes;
      readonly sizeBytesAfter: Bytes;
      readonly tombstonesRemoved: number;
    }
  | {
      readonly kind: 'LogStartOffsetIncremented';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly from: Offset;
      readonly to: Offset;
      readonly reason: 'SegmentDeletion' | 'LeaderOffsetIncremented' | 'ClientRecordDeletion';
    }
  | { readonly kind: 'LogDirFailed'; readonly broker: BrokerId; readonly logDir: string }
  | {
      /** A write found no room on the disk of a log directory. */
      readonly kind: 'DiskFull';
      readonly broker: BrokerId;
      readonly logDir: string;
      readonly partition: TopicPartition;
      /** What was to be written, and what there was room for. */
      readonly neededBytes: Bytes;
      readonly freeBytes: Bytes;
    }
  | {
      readonly kind: 'DiskResized';
      readonly broker: BrokerId;
      readonly logDir: string;
      /** −1: without a limit. */
      readonly capacityBytes: Bytes;
    }
  | {
      /** The leader has copied a closed segment to remote storage (KIP-405). */
      readonly kind: 'SegmentCopied';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly baseOffset: Offset;
      readonly sizeBytes: Bytes;
    }
  | {
      /** The leader has deleted the oldest segments from remote storage. */
      readonly kind: 'RemoteSegmentsDeleted';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly reason: 'StartOffsetBreach' | 'RetentionSizeBreach' | 'RetentionMsBreach';
      readonly baseOffsets: readonly Offset[];
      readonly sizeBytes: Bytes;
    }
  | {
      /** fsync of a log: everything before the recovery point is on the disk. */
      readonly kind: 'LogFlushed';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly from: Offset;
      readonly to: Offset;
      readonly reason: 'Roll' | 'FlushMessages' | 'FlushMs';
    }
  | {
      /** A process that starts found no `.kafka_cleanshutdown`. */
      readonly kind: 'LogRecoveryStarted';
      readonly broker: BrokerId;
      readonly logs: number;
      /** Those from the recovery points on. */
      readonly segments: number;
      readonly sizeBytes: Bytes;
    }
  | {
      readonly kind: 'LogRecovered';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly segments: number;
      readonly sizeBytes: Bytes;
      readonly tookMs: number;
      /** Of half a batch at the end of the log, which it cut off. */
      readonly tornBytes?: Bytes;
    }
  | {
      readonly kind: 'BecameLeader';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly leaderEpoch: Epoch;
      readonly startOffset: Offset;
    }
  | {
      readonly kind: 'BecameFollower';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly leader: BrokerId;
      readonly leaderEpoch: Epoch;
    }
  // Coordinators
  /** Of a partition of an internal topic: it has read its log since its broker began to lead it, and serves. */
  | {
      readonly kind: 'CoordinatorLoaded';
      readonly broker: BrokerId;
      readonly partition: TopicPartition;
      readonly leaderEpoch: Epoch;
      readonly records: number;
      readonly tookUs: Micros;
    }
  | {
      readonly kind: 'CoordinatorUnloaded';
      readonly broker: BrokerId;
      readonly partition: TopicPartition;
    }
  // Transactions
  /** What the coordinator has replicated takes effect. */
  | {
      readonly kind: 'TransactionStateChanged';
      readonly broker: BrokerId;
      readonly transactionalId: string;
      readonly from: string;
      readonly to: string;
      readonly producerId: number;
      readonly producerEpoch: Epoch;
      /** How many partitions are in it. */
      readonly partitions: number;
    }
  | {
      readonly kind: 'TransactionRefused';
      readonly broker: BrokerId;
      readonly transactionalId: string;
      readonly request: string;
      readonly error: string;
    }
  /** Its open transaction is about to be aborted under an epoch that it does not have. */
  | {
      readonly kind: 'ProducerFenced';
      readonly broker: BrokerId;
      readonly transactionalId: string;
      readonly producerId: number;
      /** That of the producer that is locked out. */
      readonly producerEpoch: Epoch;
      readonly cause: 'InitProducerId' | 'transaction.timeout.ms';
      readonly openForMs: Millis;
    }
  /** For the first time, and to this leader. */
  | {
      readonly kind: 'TxnMarkersSent';
      readonly broker: BrokerId;
      readonly target: BrokerId;
      readonly transactionalId: string;
      readonly producerId: number;
      readonly producerEpoch: Epoch;
      readonly result: 'COMMIT' | 'ABORT';
      readonly partitions: number;
    }
  | {
      readonly kind: 'TxnMarkerRefused';
      readonly broker: BrokerId;
      readonly transactionalId: string;
      readonly partition: TopicPartition;
      readonly error: string;
    }
  | {
      readonly kind: 'TransactionalIdExpired';
      readonly broker: BrokerId;
      readonly transactionalId: string;
    }
  // Share groups
  /** The leader of a partition has read where a share group is in it. `inFlight`: offsets between SPSO and SPEO. */
  | {
      readonly kind: 'SharePartitionLoaded';
      readonly group: string;
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly startOffset: Offset;
      readonly inFlight: number;
    }
  | {
      readonly kind: 'ShareRecordsAcquired';
      readonly group: string;
      readonly member: string;
      readonly broker: BrokerId;
      readonly partition: TopicPartition;
      readonly baseOffset: Offset;
      readonly count: number;
      readonly deliveryCount: number;
    }
  | {
      readonly kind: 'ShareRecordsAcknowledged';
      readonly group: string;
      readonly member: string;
      readonly broker: BrokerId;
      readonly partition: TopicPartition;
      readonly baseOffset: Offset;
      readonly count: number;
      readonly type: 'GAP' | 'ACCEPT' | 'RELEASE' | 'REJECT' | 'RENEW';
    }
  | {
      readonly kind: 'ShareAcknowledgementRefused';
      readonly group: string;
      readonly member: string;
      readonly broker: BrokerId;
      readonly partition: TopicPartition;
      readonly error: string;
    }
  | {
      readonly kind: 'AcquisitionLockTimedOut';
      readonly group: string;
      readonly broker: BrokerId;
      readonly partition: TopicPartition;
      readonly baseOffset: Offset;
      readonly count: number;
      readonly deliveryCount: number;
    }
  | {
      readonly kind: 'ShareRecordsArchived';
      readonly group: string;
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly baseOffset: Offset;
      readonly count: number;
      readonly deliveryCount: number;
      readonly reason: 'REJECT' | 'GAP' | 'delivery count limit';
    }
  /** SPSO. */
  | {
      readonly kind: 'ShareStartOffsetMoved';
      readonly group: string;
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly from: Offset;
      readonly to: Offset;
    }
  | {
      readonly kind: 'ShareSessionClosed';
      readonly group: string;
      readonly member: string;
      readonly broker: BrokerId;
      readonly reason: 'FINAL_EPOCH' | 'disconnected';
    }
  /** A member of a share group heard what it may fetch; others may too. */
  | {
      readonly kind: 'SharePartitionsAssigned';
      readonly consumer: string;
      readonly group: string;
      readonly memberEpoch: Epoch;
      readonly partitions: readonly TopicPartition[];
    }
  /** What a share consumer's AcknowledgementCommitCallback is told. */
  | {
      readonly kind: 'ShareAcknowledgementFailed';
      readonly consumer: string;
      readonly group: string;
      readonly partition: TopicPartition;
      readonly records: number;
      readonly error: string;
    }
  // Groups
  /** A classic group; `reason` in the words of Kafka's log. */
  | {
      readonly kind: 'GroupStateChanged';
      readonly group: string;
      readonly broker: BrokerId;
      /** Of a classic group, or of one of the consumer protocol, whose group epoch is its `generation` here. */
      readonly state:
        | 'Empty'
        | 'PreparingRebalance'
        | 'CompletingRebalance'
        | 'Stable'
        | 'Dead'
        | 'Assigning'
        | 'Reconciling';
      readonly generation: number;
      readonly members: number;
      readonly reason: string;
    }
  /** `member` is empty, or a client id, where it had no member id yet. */
  | {
      readonly kind: 'GroupRequestRefused';
      readonly request: string;
      readonly group: string;
      readonly member: string;
      readonly broker: BrokerId;
      readonly error: string;
    }
  | {
      readonly kind: 'GroupMemberRemoved';
      readonly group: string;
      readonly member: string;
      readonly broker: BrokerId;
      readonly generation: number;
      readonly reason:
        'session timeout' | 'rebalance timeout' | 'pending sync request expiration' | 'LeaveGroup';
    }
  /** A process under the same `group.instance.id` took its place. */
  | {
      readonly kind: 'StaticMemberReplaced';
      readonly group: string;
      readonly instance: string;
      readonly broker: BrokerId;
      readonly member: string;
      readonly replaced: string;
    }
  | {
      readonly kind: 'OffsetCommitted';
      readonly group: string;
      readonly member: string;
      /** Generation or member epoch under which it was committed; −1: of no member. */
      readonly generation: number;
      readonly broker: BrokerId;
      readonly partition: TopicPartition;
      readonly offset: Offset;
    }
  /** `offsets.retention.minutes` are over. */
  | {
      readonly kind: 'OffsetExpired';
      readonly group: string;
      readonly broker: BrokerId;
      readonly partition: TopicPartition;
      readonly offset: Offset;
    }
  | {
      readonly kind: 'GroupDeleted';
      readonly group: string;
      readonly broker: BrokerId;
      readonly reason: 'DeleteGroups' | 'expired';
    }
  | {
      readonly kind: 'RecordsAppended';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly role: 'leader' | 'follower';
      readonly baseOffset: Offset;
      readonly count: number;
      readonly leaderEpoch: Epoch;
    }
  | {
      readonly kind: 'HighWatermarkAdvanced';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly role: 'leader' | 'follower';
      readonly from: Offset;
      readonly to: Offset;
    }
  /** A control batch that ends a producer's transaction in a partition (RB7). */
  | {
      readonly kind: 'TxnMarkerAppended';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly offset: Offset;
      readonly producerId: number;
      readonly producerEpoch: Epoch;
      readonly marker: 'ABORT' | 'COMMIT';
    }
  /** On a leader whose log has had transactions: READ_COMMITTED readers may read further. */
  | {
      readonly kind: 'LastStableOffsetAdvanced';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly from: Offset;
      readonly to: Offset;
    }
  | {
      readonly kind: 'LogTruncated';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly from: Offset;
      readonly to: Offset;
      readonly reason: 'DivergingEpoch' | 'OffsetOutOfRange' | 'PowerLost' | 'DiskFailed';
    }
  | {
      /** `IOException`: the connection failed or ended before there was an answer. Kafka: `NetworkClientUtils`, `AbstractFetcherThread` (4.2). */
      readonly kind: 'FetchFailed';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly leader: BrokerId;
      readonly error: string;
    }
  // Produce path
  | {
      readonly kind: 'ProduceRefused';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly producer: string;
      readonly correlationId: number;
      readonly error: string;
      readonly isrSize: number;
      readonly minIsr: number;
    }
  | {
      readonly kind: 'ProduceParked';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly producer: string;
      readonly correlationId: number;
      readonly requiredOffset: Offset;
    }
  | {
      readonly kind: 'ProduceTimedOut';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly producer: string;
      readonly correlationId: number;
      readonly requiredOffset: Offset;
    }
  | {
      readonly kind: 'DuplicateBatchFound';
      readonly partition: TopicPartition;
      readonly broker: BrokerId;
      readonly producer: string;
      readonly baseOffset: Offset;
      readonly count: number;
    }
  // Clients
  | {
      readonly kind: 'RecordsAcknowledged';
      readonly producer: string;
      readonly partition: TopicPartition;
      readonly count: number;
      readonly baseOffset: Offset;
      readonly latencyMs: number;
    }
  | {
      readonly kind: 'RecordsFailed';
      readonly producer: string;
      readonly partition: TopicPartition;
      readonly count: number;
      readonly error: string;
      /** How long send() was blocked, for metadata or for so many bytes. */
      readonly blockedMs?: number;
      readonly neededBytes?: number;
    }
  | {
      readonly kind: 'ProduceRetried';
      readonly producer: string;
      readonly partition: TopicPartition;
      readonly count: number;
      readonly attempt: number;
      readonly error: string;
      readonly backoffMs: number;
    }
  | {
      readonly kind: 'BatchSplit';
      readonly producer: string;
      readonly partition: TopicPartition;
      readonly count: number;
      readonly sizeBytes: number;
      readonly parts: number;
    }
  | {
      readonly kind: 'ProducerIdAssigned';
      readonly producer: string;
      readonly producerId: number;
      readonly producerEpoch: Epoch;
    }
  /** A producer knows who coordinates its transactional.id, or the group whose offsets it commits. */
  | {
      readonly kind: 'CoordinatorDiscovered';
      readonly client: EntityName;
      readonly keyType: 'GROUP' | 'TRANSACTION';
      readonly key: string;
      readonly broker: BrokerId;
    }
  /** A transactional method of a producer returned, or threw `error`; `cause` is what that wraps. Both are NONE for none. */
  | {
      readonly kind: 'TransactionalCallEnded';
      readonly producer: string;
      readonly call: string;
      readonly tookMs: number;
      readonly error: string;
      readonly cause: string;
    }
  /** A transaction can only be aborted, or its producer only be closed. */
  | {
      readonly kind: 'TransactionFailed';
      readonly producer: string;
      readonly isFatal: boolean;
      readonly error: string;
      readonly cause: string;
    }
  | {
      readonly kind: 'RecordsDelivered';
      readonly consumer: string;
      readonly partition: TopicPartition;
      readonly baseOffset: Offset;
      readonly count: number;
    }
  | {
      /** An admin client changed where a share group begins; −1: that is forgotten. */
      readonly kind: 'ShareOffsetAltered';
      readonly group: string;
      readonly broker: BrokerId;
      readonly partition: TopicPartition;
      readonly offset: Offset;
    }
  | {
      /** seek(). `from` is −1 where there was no position yet. */
      readonly kind: 'PositionSought';
      readonly consumer: string;
      readonly partition: TopicPartition;
      readonly from: Offset;
      readonly to: Offset;
    }
  | {
      readonly kind: 'PartitionsPaused';
      readonly consumer: string;
      readonly partitions: readonly TopicPartition[];
    }
  | {
      readonly kind: 'PartitionsResumed';
      readonly consumer: string;
      readonly partitions: readonly TopicPartition[];
    }
  | {
      /** A call that an application made between two calls of poll() threw what it catches. */
      readonly kind: 'ConsumerCallFailed';
      readonly consumer: string;
      readonly call: string;
      readonly partition: TopicPartition;
      readonly error: string;
    }
  | {
      readonly kind: 'OffsetReset';
      readonly consumer: string;
      readonly partition: TopicPartition;
      readonly from: Offset;
      readonly to: Offset;
    }
  | {
      /** A new leader does not have what was read from the one before (KIP-320). */
      readonly kind: 'LogTruncationDetected';
      readonly consumer: string;
      readonly partition: TopicPartition;
      readonly from: Offset;
      /** Where the logs part; −1: the leader cannot say, and `auto.offset.reset` decides. */
      readonly to: Offset;
    }
  | {
      readonly kind: 'ReadReplicaChanged';
      readonly consumer: string;
      readonly partition: TopicPartition;
      /** Whom it reads from now on. */
      readonly broker: BrokerId;
      /** `PreferredReadReplica` when the leader named it; else the error that sent the consumer back to the leader. */
      readonly reason: string;
    }
  // Members of groups
  | {
      /** It left the client: the steps of the protocol, seen from the member. */
      readonly kind: 'GroupRequestSent';
      readonly consumer: string;
      readonly group: string;
      readonly request: 'JoinGroup' | 'SyncGroup' | 'Heartbeat' | 'LeaveGroup' | 'ConsumerGroupHeartbeat';
    }
  | {
      readonly kind: 'CoordinatorLost';
      readonly consumer: string;
      readonly group: string;
      readonly broker: BrokerId;
      readonly reason: string;
    }
  | {
      readonly kind: 'RejoinRequested';
      readonly consumer: string;
      readonly group: string;
      /** In the words of Kafka's log. */
      readonly reason: string;
    }
  | {
      readonly kind: 'GroupJoined';
      readonly consumer: string;
      readonly group: string;
      readonly generation: number;
      readonly memberId: string;
      /** The assignor that the members agreed on. */
      readonly protocol: string;
      readonly isLeader: boolean;
    }
  | {
      /** Where a member of the consumer protocol is (KIP-848), as `MemberState` names it, and under which epoch it speaks. */
      readonly kind: 'MembershipChanged';
      readonly consumer: string;
      readonly group: string;
      readonly state: string;
      readonly memberEpoch: Epoch;
      /** The error that the coordinator answered, if that is why; empty else. */
      readonly reason: string;
    }
  | {
      /** onPartitionsAssigned: what is new. */
      readonly kind: 'PartitionsAssigned';
      readonly consumer: string;
      readonly group: string;
      readonly generation: number;
      readonly partitions: readonly TopicPartition[];
    }
  | {
      readonly kind: 'PartitionsRevoked';
      readonly consumer: string;
      readonly group: string;
      readonly partitions: readonly TopicPartition[];
    }
  | {
      /** onPartitionsLost: the member was thrown out before it could revoke. */
      readonly kind: 'PartitionsLost';
      readonly consumer: string;
      readonly group: string;
      readonly partitions: readonly TopicPartition[];
    }
  | {
      readonly kind: 'LeaveGroupSent';
      readonly consumer: string;
      readonly group: string;
      readonly memberId: string;
      readonly reason: string;
    }
  | {
      /** `max.poll.interval.ms` has passed since the last poll(). */
      readonly kind: 'PollIntervalExceeded';
      readonly consumer: string;
      readonly group: string;
      readonly sinceMs: number;
    }
  | {
      /** A heartbeat is due, and the handler has had the event loop since the last poll(). */
      readonly kind: 'EventLoopBlocked';
      readonly consumer: string;
      readonly group: string;
      readonly sinceMs: number;
    }
  | {
      /** The coordinator has told the consumer so. */
      readonly kind: 'OffsetCommitAcknowledged';
      readonly consumer: string;
      readonly group: string;
      readonly partition: TopicPartition;
      readonly offset: Offset;
    }
  | {
      /** Its position is being validated, so that a commit of all positions has nothing of it. */
      readonly kind: 'CommitLeftOut';
      readonly consumer: string;
      readonly group: string;
      readonly partition: TopicPartition;
      readonly position: Offset;
    }
  | {
      readonly kind: 'OffsetCommitFailed';
      readonly consumer: string;
      readonly group: string;
      readonly error: string;
    }
  | {
      /** A member goes on where its group had committed. */
      readonly kind: 'CommittedOffsetFetched';
      readonly consumer: string;
      readonly group: string;
      readonly partition: TopicPartition;
      readonly offset: Offset;
    }
  | {
      readonly kind: 'LeaderLearned';
      readonly client: EntityName;
      readonly partition: TopicPartition;
      readonly leader: BrokerId;
      readonly leaderEpoch: Epoch;
    }
  | {
      readonly kind: 'Disconnected';
      readonly client: EntityName;
      readonly broker: BrokerId;
      readonly reason:
        'ConnectionClosed' | 'RequestTimedOut' | 'ConnectionRefused' | 'SetupTimedOut' | 'UnknownHost';
      /** The address that could not be resolved. */
      readonly address?: string;
    }
  // Network
  | { readonly kind: 'LinkCut'; readonly between: readonly [EntityName, EntityName] }
  /** Only what the first sends to the second. */
  | { readonly kind: 'LinkCutOneWay'; readonly between: readonly [EntityName, EntityName] }
  | {
      readonly kind: 'LinkSlowed';
      readonly between: readonly [EntityName, EntityName];
      readonly oneWay: boolean;
    }
  | { readonly kind: 'LinkMended'; readonly between: readonly [EntityName, EntityName] }
  | { readonly kind: 'ConnectionsReset'; readonly between: readonly [EntityName, EntityName] }
  | {
      readonly kind: 'RpcLost';
      readonly rpc: string;
      readonly source: EntityName;
      readonly target: EntityName;
      readonly correlationId: number;
    }
  // The queue broker (not Kafka)
  | { readonly kind: 'QueueBrokerStarted'; readonly queueBroker: EntityName }
  | { readonly kind: 'QueueBrokerKilled'; readonly queueBroker: EntityName }
  | {
      readonly kind: 'QueueClientChanged';
      readonly client: EntityName;
      readonly state: 'running' | 'closed' | 'killed';
    }
  | {
      /** The queue broker routed a message: into so many queues, and so many refused it because they are full. */
      readonly kind: 'MessagePublished';
      readonly publisher: string;
      readonly message: number;
      readonly exchange: string;
      readonly routingKey: string;
      readonly queues: number;
      readonly refusals: number;
    }
  | {
      readonly kind: 'MessageDelivered';
      readonly consumer: EntityName;
      readonly queue: string;
      readonly publisher: string;
      readonly message: number;
      readonly redelivered: boolean;
    }
  | {
      /** It is deleted. `overtaken`: one that was published after it was acknowledged before it. */
      readonly kind: 'MessageAcked';
      readonly consumer: EntityName;
      readonly queue: string;
      readonly publisher: string;
      readonly message: number;
      readonly overtaken: boolean;
    }
  | {
      readonly kind: 'MessageRejected';
      readonly consumer: EntityName;
      readonly queue: string;
      readonly publisher: string;
      readonly message: number;
      readonly requeue: boolean;
    }
  /** A consumer is gone, and what it had not acknowledged is ready again. */
  | {
      readonly kind: 'MessagesRequeued';
      readonly consumer: EntityName;
      readonly queue: string;
      readonly count: number;
    }
  | {
      /** It left the queue without being acknowledged. */
      readonly kind: 'MessageDeadLettered';
      readonly queue: string;
      readonly publisher: string;
      readonly message: number;
      readonly reason: 'rejected' | 'expired' | 'maxlen';
      /** Queues of the dead-letter exchange that it went to; empty: it is gone. */
      readonly to: readonly string[];
    }
  /** They were in memory only, and the process of the queue broker has ended. */
  | { readonly kind: 'MessagesLost'; readonly queue: string; readonly count: number }
  // Ours
  | { readonly kind: 'InvariantBroken'; readonly invariant: string; readonly detail: string };

export type TraceKind = TraceEvent['kind'];

/** One row of the trace: the fact, when, in which event, and what caused that event. */
export interface TraceRow {
  readonly timeUs: Micros;
  /** Sequence number of the event in whose handling this happened. */
  readonly seq: number;
  /** `seq` of the nearest earlier event on the causal path that left a row; 0 is the scenario itself. */
  readonly causeSeq: number;
  readonly event: TraceEvent;
}
