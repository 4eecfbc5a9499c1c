import type { TraceEvent, TraceKind } from '../../shared/traceEvents.ts';

type RuleOf<K extends TraceKind> = string | ((event: Extract<TraceEvent, { kind: K }>) => string);

/** By the error that a leader answers before it stores anything. */
const RULE_OF_REFUSAL: Readonly<Record<string, string>> = {
  NOT_LEADER_OR_FOLLOWER: 'M2',
  FENCED_LEADER_EPOCH: 'E7',
  UNKNOWN_LEADER_EPOCH: 'E7',
  MESSAGE_TOO_LARGE: 'batch-limits',
  RECORD_LIST_TOO_LARGE: 'batch-limits',
  INVALID_TIMESTAMP: 'timestamp-limits',
  INVALID_RECORD: 'compacted-keys',
  OUT_OF_ORDER_SEQUENCE_NUMBER: 'ID5',
  INVALID_PRODUCER_EPOCH: 'ID5',
  KAFKA_STORAGE_ERROR: 'DF1',
  NOT_ENOUGH_REPLICAS_AFTER_APPEND: 'after-append-race',
  INVALID_TXN_STATE: 'T13',
  TRANSACTION_ABORTABLE: 'T12',
};

/** By what a producer's record met; the rest is decided by which errors are retried. */
const RULE_OF_FAILURE: Readonly<Record<string, string>> = {
  MESSAGE_TOO_LARGE: 'RT7',
  TimeoutException: 'RT2',
  RecordTooLargeException: 'S4',
  OUT_OF_ORDER_SEQUENCE_NUMBER: 'ID8',
  INVALID_PRODUCER_EPOCH: 'T22',
  PRODUCER_FENCED: 'T22',
};

const RULE_OF_RETENTION = {
  StartOffsetBreach: 'RE1',
  RetentionSizeBreach: 'RE2',
  RetentionMsBreach: 'RE3',
};

const RULE_OF_ADMIN_REQUEST: Readonly<Record<string, string>> = {
  CreateTopics: 'topic-changes',
  CreatePartitions: 'topic-changes',
  DeleteTopics: 'topic-changes',
  DeleteRecords: 'RE7',
  AlterPartitionReassignments: 'reassignment',
  IncrementalAlterConfigs: 'dynamic-configs',
  ElectLeaders: 'L4',
  UnregisterBroker: 'unregister-broker',
  AlterClientQuotas: 'QT2',
};

/**
 * The rule of the ledger that decides whether this happens, and how. Every kind has an entry: a new kind fails to compile until
 * somebody names its rule. Where the fact itself tells which of several rules it was, that is looked at.
 */
const RULE_OF_KIND: { readonly [K in TraceKind]: RuleOf<K> } = {
  CommandApplied: 'commands',
  // Processes
  BrokerStarted: 'broker-start',
  BrokerKilled: 'killed-and-powerless',
  PowerLost: 'killed-and-powerless',
  ControlledShutdownStarted: 'B6',
  BrokerStopped: 'B6',
  ControllerStarted: 'controller-quorum',
  ControllerKilled: 'killed-and-powerless',
  ControllerPowerLost: 'killed-and-powerless',
  ControllerStopped: 'Q8',
  ProducerStarted: 'client-processes',
  ProducerClosed: 'client-processes',
  ConsumerStarted: 'client-processes',
  ConsumerClosed: 'client-processes',
  ConsumerFailed: 'consumer-reset',
  ClientDied: 'client-processes',
  ConsumerStalled: 'stalled-consumer',
  EventLoopBlocked: 'consumer-event-loop',
  ConsumerUnstalled: 'stalled-consumer',
  ProcessPaused: 'paused-process',
  ProcessResumed: 'paused-process',
  // Outside of Kafka
  StoreWentDown: 'outside-store',
  StoreCameBack: 'outside-store',
  StoreTransactionCommitted: 'outside-store',
  StoreTransactionRefused: ({ error }) => (error === 'FENCED' ? 'outside-fencing' : 'outside-store'),
  StoreAnswerMissed: 'outside-store',
  StoreWriterFenced: 'outside-fencing',
  StoredOffsetFetched: 'outside-offsets',
  RecordWorkFailed: 'outside-errors',
  RecordForwarded: 'outside-retry-topics',
  RecordSkipped: 'outside-errors',
  RecordDeserializationFailed: 'consumer-deserialization',
  RetryPartitionPaused: 'outside-retry-topics',
  // Disks and clocks
  DiskFailed: 'disk-gone',
  BrokerHalted: 'disk-gone',
  DiskReplaced: 'disk-gone',
  DiskSlowed: 'slow-disk',
  DiskMended: 'slow-disk',
  ClockSet: 'clocks',
  QuietTimePassed: 'quiet-time',
  // Controller quorum
  QuorumStateChanged: ({ state }) => RULE_OF_QUORUM_STATE[state],
  VoteAnswered: ({ preVote }) => (preVote ? 'Q5' : 'Q7'),
  ControllerActivated: 'Q14',
  ControllerResigned: ({ uncommitted }) => (uncommitted > 0 ? 'Q14' : 'Q8'),
  MetadataTruncated: 'Q11',
  MetadataSnapshotCreated: 'Q12',
  MetadataLogCleaned: 'Q12',
  MetadataSnapshotFetched: 'Q12',
  MetadataSnapshotLoaded: 'Q12',
  // Controller
  BrokerRegistered: ({ cleanShutdown }) => (cleanShutdown ? 'B2' : 'B7'),
  BrokerRegistrationRefused: 'B2',
  BrokerFenced: 'B3',
  BrokerUnfenced: 'B5',
  BrokerInControlledShutdown: 'B6',
  LeaderElected: ({ clean }) => (clean ? 'L3' : 'L5'),
  PartitionOffline: 'L2',
  IsrShrunk: ({ elr }) => (elr.length > 0 ? 'R1' : 'I2'),
  IsrExpanded: 'I5',
  AlterPartitionFailed: 'I9',
  ConfigAltered: 'dynamic-configs',
  ConfigRemoved: 'dynamic-configs',
  ClientQuotaAltered: 'QT2',
  ClientThrottled: ({ quota }) => (quota === 'request_percentage' ? 'QT6' : 'QT3'),
  // Administration
  TopicCreated: 'topic-changes',
  TopicDeleted: 'topic-changes',
  PartitionsCreated: 'topic-changes',
  ReassignmentStarted: 'reassignment',
  ReassignmentCompleted: 'reassignment',
  ReassignmentCancelled: 'reassignment-revert',
  BrokerUnregistered: 'unregister-broker',
  AdminRequestThrottled: 'QT5',
  AdminRequestFailed: ({ request }) => RULE_OF_ADMIN_REQUEST[request] ?? 'admin-client',
  RecordsDeleted: 'RE7',
  // Replicas
  LogCreated: 'hosted-logs',
  LogDeleted: 'hosted-logs',
  SegmentRolled: 'SG3',
  SegmentsDeleted: ({ reason }) => RULE_OF_RETENTION[reason],
  SegmentFilesDeleted: 'RE5',
  LogCleaningStarted: 'CL2',
  LogCleaned: 'CL5',
  LogStartOffsetIncremented: ({ reason }) =>
    ({ SegmentDeletion: 'RE1', LeaderOffsetIncremented: 'F8', ClientRecordDeletion: 'RE7' })[reason],
  LogDirFailed: 'B8',
  DiskFull: 'DF1',
  DiskResized: 'DF2',
  LogFlushed: ({ reason }) => ({ Roll: 'FL4', FlushMessages: 'FL1', FlushMs: 'FL2' })[reason],
  SegmentCopied: 'TS1',
  RemoteSegmentsDeleted: 'TS4',
  LogRecoveryStarted: 'RC2',
  LogRecovered: 'RC1',
  BecameLeader: 'M1',
  BecameFollower: 'M2',
  // Coordinators
  CoordinatorLoaded: ({ partition }) => (partition.startsWith('__transaction_state') ? 'T4' : 'G1'),
  CoordinatorUnloaded: 'G1',
  TransactionStateChanged: ({ to }) => (to.startsWith('Prepare') ? 'T14' : 'T2'),
  TransactionRefused: ({ request }) => RULE_OF_TRANSACTIONAL_REQUEST[request] ?? 'T2',
  ProducerFenced: ({ cause }) => (cause === 'InitProducerId' ? 'T6' : 'T20'),
  TxnMarkersSent: 'T15',
  TxnMarkerRefused: 'T18',
  TransactionalIdExpired: 'T5',
  // Share groups
  SharePartitionLoaded: 'share-failover',
  ShareRecordsAcquired: 'share-acquire',
  ShareRecordsAcknowledged: 'share-record-states',
  ShareAcknowledgementRefused: 'share-record-states',
  AcquisitionLockTimedOut: 'share-delivery-limit',
  ShareRecordsArchived: ({ reason }) =>
    reason === 'delivery count limit' ? 'share-delivery-limit' : 'share-record-states',
  ShareStartOffsetMoved: 'share-start-offset',
  ShareSessionClosed: 'share-fetch',
  SharePartitionsAssigned: 'share-group-heartbeat',
  ShareAcknowledgementFailed: 'share-consumer',
  ShareOffsetAltered: 'share-group-admin',
  // Groups
  GroupStateChanged: ({ state }) => (isOfConsumerProtocol(state) ? 'consumer-group-heartbeat' : 'G2'),
  GroupRequestRefused: 'G7',
  GroupMemberRemoved: ({ reason }) => (reason === 'rebalance timeout' ? 'G3' : 'G6'),
  StaticMemberReplaced: 'G8',
  OffsetCommitted: 'O1',
  OffsetExpired: 'O4',
  GroupDeleted: 'O5',
  // Logs
  RecordsAppended: ({ role }) => (role === 'leader' ? 'A2' : 'F8'),
  HighWatermarkAdvanced: ({ role }) => (role === 'leader' ? 'H1' : 'F8'),
  TxnMarkerAppended: 'T18',
  LastStableOffsetAdvanced: 'T24',
  LogTruncated: ({ reason }) =>
    ({ DivergingEpoch: 'E5', OffsetOutOfRange: 'F10', PowerLost: 'A8', DiskFailed: 'disk-gone' })[reason],
  FetchFailed: 'F9',
  // Produce path
  ProduceRefused: ({ error }) => RULE_OF_REFUSAL[error] ?? 'A2',
  ProduceParked: 'A3',
  ProduceTimedOut: 'A4',
  DuplicateBatchFound: 'ID4',
  RecordsAcknowledged: 'A2',
  RecordsFailed: ({ error, blockedMs }) =>
    blockedMs !== undefined ? 'S2' : (RULE_OF_FAILURE[error] ?? 'RT5'),
  ProduceRetried: ({ error }) => (error === 'OUT_OF_ORDER_SEQUENCE_NUMBER' ? 'ID8' : 'RT1'),
  BatchSplit: 'RT7',
  ProducerIdAssigned: 'ID1',
  CoordinatorDiscovered: 'find-coordinator',
  TransactionalCallEnded: 'transactional-application',
  TransactionFailed: 'T21',
  // Consumers
  RecordsDelivered: 'consumer-fetch',
  PositionSought: 'consumer-seek',
  PartitionsPaused: 'consumer-pause',
  PartitionsResumed: 'consumer-pause',
  ConsumerCallFailed: 'consumer-seek',
  OffsetReset: 'consumer-reset',
  LogTruncationDetected: 'E8',
  ReadReplicaChanged: ({ reason }) => (reason === 'PreferredReadReplica' ? 'K2' : 'K3'),
  GroupRequestSent: 'consumer-join',
  CoordinatorLost: 'find-coordinator',
  RejoinRequested: 'consumer-join',
  GroupJoined: 'consumer-join',
  MembershipChanged: 'consumer-membership',
  PartitionsAssigned: 'consumer-rebalance-protocol',
  PartitionsRevoked: 'consumer-rebalance-protocol',
  PartitionsLost: 'consumer-generation-lost',
  LeaveGroupSent: 'consumer-close',
  PollIntervalExceeded: 'consumer-poll-interval',
  OffsetCommitAcknowledged: 'consumer-commit',
  OffsetCommitFailed: 'consumer-commit',
  CommitLeftOut: 'commit-left-out',
  CommittedOffsetFetched: 'O2',
  LeaderLearned: 'RT8',
  Disconnected: ({ reason }) => (reason === 'RequestTimedOut' ? 'RT3' : 'connections'),
  // Network
  LinkCut: 'cut-link',
  LinkCutOneWay: 'cut-link',
  LinkSlowed: 'slow-link',
  LinkMended: 'cut-link',
  ConnectionsReset: 'reset-connections',
  RpcLost: 'connections-numbered',
  // The queue broker (not Kafka)
  QueueBrokerStarted: 'queue-durability',
  QueueBrokerKilled: 'queue-durability',
  QueueClientChanged: 'queue-connection-loss',
  MessagePublished: 'queue-routing',
  MessageDelivered: 'queue-dispatch',
  MessageAcked: 'queue-acknowledgement',
  MessageRejected: 'queue-acknowledgement',
  MessagesRequeued: 'queue-connection-loss',
  MessageDeadLettered: 'queue-dead-letters',
  MessagesLost: 'queue-durability',
  // Ours
  InvariantBroken: 'invariants',
};

const RULE_OF_QUORUM_STATE = {
  Unattached: 'Q1',
  Prospective: 'Q5',
  Candidate: 'Q6',
  Leader: 'Q4',
  Follower: 'Q1',
  Resigned: 'Q8',
};

const RULE_OF_TRANSACTIONAL_REQUEST: Readonly<Record<string, string>> = {
  InitProducerId: 'T6',
  AddPartitionsToTxn: 'T10',
  AddOffsetsToTxn: 'T10',
  EndTxn: 'T17',
};

/** States that only a group of KIP-848 has. */
function isOfConsumerProtocol(state: string): boolean {
  return state === 'Assigning' || state === 'Reconciling';
}

/** Id of the rule in the ledger by which this fact came about. */
export function ruleOfFact(event: TraceEvent): string {
  const rule = RULE_OF_KIND[event.kind] as RuleOf<TraceKind>;
  return typeof rule === 'string' ? rule : rule(event);
}
