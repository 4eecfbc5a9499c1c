import type { TraceEvent, TraceKind } from './traceEvents.ts';

/**
 * From which verbosity on a fact is told: `error` tells least, `rpc` everything. Event-paced play and "next event" stop at
 * `error` and `change`; the steady stream of appends and acks is `rpc`.
 */
export type Interest = 'error' | 'change' | 'rpc';

/** Every kind has an entry: a new kind fails to compile until somebody decides. */
const INTEREST_OF_KIND: Readonly<Record<TraceKind, Interest>> = {
  CommandApplied: 'change',
  BrokerStarted: 'change',
  BrokerKilled: 'change',
  PowerLost: 'change',
  ControlledShutdownStarted: 'change',
  BrokerStopped: 'change',
  ControllerStarted: 'change',
  ControllerKilled: 'change',
  ControllerPowerLost: 'change',
  ControllerStopped: 'change',
  QuorumStateChanged: 'change',
  VoteAnswered: 'rpc',
  ControllerActivated: 'change',
  ControllerResigned: 'change',
  MetadataTruncated: 'change',
  MetadataSnapshotCreated: 'change',
  MetadataLogCleaned: 'change',
  MetadataSnapshotFetched: 'change',
  MetadataSnapshotLoaded: 'change',
  ProducerStarted: 'change',
  ProducerClosed: 'change',
  ConsumerStarted: 'change',
  ConsumerClosed: 'change',
  ConsumerFailed: 'error',
  ClientDied: 'change',
  ConsumerStalled: 'change',
  ConsumerUnstalled: 'change',
  ProcessPaused: 'change',
  ProcessResumed: 'change',
  DiskFailed: 'error',
  BrokerHalted: 'error',
  DiskReplaced: 'change',
  DiskSlowed: 'change',
  DiskMended: 'change',
  ClockSet: 'change',
  QuietTimePassed: 'change',
  BrokerRegistered: 'change',
  BrokerRegistrationRefused: 'error',
  BrokerFenced: 'change',
  BrokerUnfenced: 'change',
  BrokerInControlledShutdown: 'change',
  LeaderElected: 'change',
  PartitionOffline: 'error',
  IsrShrunk: 'change',
  IsrExpanded: 'change',
  AlterPartitionFailed: 'error',
  ConfigAltered: 'change',
  ConfigRemoved: 'change',
  TopicCreated: 'change',
  TopicDeleted: 'change',
  PartitionsCreated: 'change',
  ReassignmentStarted: 'change',
  ReassignmentCompleted: 'change',
  ReassignmentCancelled: 'change',
  BrokerUnregistered: 'change',
  AdminRequestThrottled: 'change',
  AdminRequestFailed: 'error',
  RecordsDeleted: 'change',
  LogCreated: 'rpc',
  LogDeleted: 'rpc',
  SegmentRolled: 'change',
  SegmentsDeleted: 'change',
  SegmentFilesDeleted: 'rpc',
  LogCleaningStarted: 'rpc',
  LogCleaned: 'change',
  LogStartOffsetIncremented: 'change',
  LogDirFailed: 'error',
  DiskFull: 'error',
  DiskResized: 'change',
  LogFlushed: 'rpc',
  SegmentCopied: 'change',
  RemoteSegmentsDeleted: 'change',
  LogRecoveryStarted: 'change',
  LogRecovered: 'rpc',
  BecameLeader: 'change',
  CoordinatorLoaded: 'change',
  CoordinatorUnloaded: 'change',
  TransactionStateChanged: 'change',
  TransactionRefused: 'rpc',
  ProducerFenced: 'change',
  TxnMarkersSent: 'rpc',
  TxnMarkerRefused: 'rpc',
  TransactionalIdExpired: 'change',
  SharePartitionLoaded: 'change',
  ShareRecordsAcquired: 'rpc',
  ShareRecordsAcknowledged: 'rpc',
  ShareAcknowledgementRefused: 'error',
  AcquisitionLockTimedOut: 'change',
  ShareRecordsArchived: 'change',
  ShareStartOffsetMoved: 'rpc',
  ShareSessionClosed: 'change',
  SharePartitionsAssigned: 'change',
  ShareAcknowledgementFailed: 'error',
  GroupStateChanged: 'change',
  GroupRequestRefused: 'error',
  GroupMemberRemoved: 'change',
  StaticMemberReplaced: 'change',
  OffsetCommitted: 'rpc',
  OffsetExpired: 'change',
  GroupDeleted: 'change',
  BecameFollower: 'rpc',
  RecordsAppended: 'rpc',
  HighWatermarkAdvanced: 'rpc',
  TxnMarkerAppended: 'change',
  LastStableOffsetAdvanced: 'rpc',
  LogTruncated: 'change',
  FetchFailed: 'error',
  ProduceRefused: 'error',
  ProduceParked: 'rpc',
  ProduceTimedOut: 'error',
  DuplicateBatchFound: 'change',
  RecordsAcknowledged: 'rpc',
  RecordsFailed: 'error',
  ProduceRetried: 'change',
  BatchSplit: 'change',
  ProducerIdAssigned: 'rpc',
  CoordinatorDiscovered: 'rpc',
  TransactionalCallEnded: 'rpc',
  TransactionFailed: 'error',
  RecordsDelivered: 'rpc',
  OffsetReset: 'change',
  ShareOffsetAltered: 'change',
  PositionSought: 'change',
  PartitionsPaused: 'change',
  PartitionsResumed: 'change',
  ConsumerCallFailed: 'error',
  CoordinatorLost: 'change',
  GroupRequestSent: 'rpc',
  RejoinRequested: 'change',
  GroupJoined: 'change',
  MembershipChanged: 'change',
  PartitionsAssigned: 'change',
  PartitionsRevoked: 'change',
  PartitionsLost: 'error',
  LeaveGroupSent: 'change',
  PollIntervalExceeded: 'error',
  EventLoopBlocked: 'error',
  OffsetCommitAcknowledged: 'rpc',
  OffsetCommitFailed: 'error',
  CommitLeftOut: 'error',
  StoreWentDown: 'error',
  StoreCameBack: 'change',
  StoreTransactionCommitted: 'rpc',
  StoreTransactionRefused: 'error',
  StoreAnswerMissed: 'error',
  StoreWriterFenced: 'error',
  StoredOffsetFetched: 'change',
  RecordWorkFailed: 'error',
  RecordDeserializationFailed: 'error',
  RecordForwarded: 'change',
  RecordSkipped: 'error',
  RetryPartitionPaused: 'rpc',
  CommittedOffsetFetched: 'change',
  LogTruncationDetected: 'error',
  ClientQuotaAltered: 'change',
  ClientThrottled: 'change',
  ReadReplicaChanged: 'change',
  LeaderLearned: 'rpc',
  Disconnected: 'error',
  LinkCut: 'change',
  LinkCutOneWay: 'change',
  LinkSlowed: 'change',
  LinkMended: 'change',
  ConnectionsReset: 'change',
  RpcLost: 'error',
  QueueBrokerStarted: 'change',
  QueueBrokerKilled: 'change',
  QueueClientChanged: 'change',
  MessagePublished: 'rpc',
  MessageDelivered: 'rpc',
  MessageAcked: 'rpc',
  MessageRejected: 'rpc',
  MessagesRequeued: 'change',
  MessageDeadLettered: 'rpc',
  MessagesLost: 'error',
  InvariantBroken: 'error',
};

/** The interest of a fact that nothing is known about but itself. */
export function interestOf(event: TraceEvent): Interest {
  // An unclean election can lose what was acknowledged.
  if (event.kind === 'LeaderElected' && !event.clean) return 'error';
  return INTEREST_OF_KIND[event.kind];
}

/** Whether a fact of this interest is told at a verbosity. */
export function isTold(interest: Interest, verbosity: Interest): boolean {
  return RANK[interest] <= RANK[verbosity];
}

const RANK: Readonly<Record<Interest, number>> = { error: 0, change: 1, rpc: 2 };

/** Keeps a run with many nodes from growing the book without end; beyond it a repeat is simply told again. */
const MOST_REMEMBERED = 10_000;

/**
 * Interest in context. The hundredth refusal of an outage is no news, and the first ack after it is; a leader that a client
 * hears of for the first time is routine, another one is a change. Feed it every row in order. It holds no part of the
 * simulation: whoever jumps in time starts a new one and feeds it the rows that lead there.
 */
export class InterestTracker {
  /** Troubles told since the situation last changed. */
  private readonly told = new Set<string>();
  /** Producers that met an error since their last ack. */
  private readonly troubled = new Set<string>();
  private readonly leaderKnown = new Map<string, number>();

  /** Another one that knows the same, to look ahead with. */
  clone(): InterestTracker {
    const copy = new InterestTracker();
    for (const key of this.told) copy.told.add(key);
    for (const producer of this.troubled) copy.troubled.add(producer);
    for (const [key, leader] of this.leaderKnown) copy.leaderKnown.set(key, leader);
    return copy;
  }

  observe(event: TraceEvent): Interest {
    if (isAlwaysRoutine(event.kind)) return 'rpc';
    if (CHANGES_THE_SITUATION.has(event.kind)) this.told.clear();
    this.noteTrouble(event);
    if (event.kind === 'RecordsAcknowledged') return this.troubled.delete(event.producer) ? 'change' : 'rpc';
    if (event.kind === 'LeaderLearned') return this.observeLeader(event);
    const repeatKey = repeatKeyOf(event);
    if (repeatKey === null) return interestOf(event);
    if (this.told.has(repeatKey)) return 'rpc';
    if (this.told.size < MOST_REMEMBERED) this.told.add(repeatKey);
    return interestOf(event);
  }

  private noteTrouble(event: TraceEvent): void {
    if (
      event.kind === 'ProduceRefused' ||
      event.kind === 'ProduceTimedOut' ||
      event.kind === 'ProduceRetried' ||
      event.kind === 'RecordsFailed'
    ) {
      this.troubled.add(event.producer);
    }
  }

  private observeLeader(event: TraceEvent & { kind: 'LeaderLearned' }): Interest {
    const key = `${event.client} ${event.partition}`;
    const before = this.leaderKnown.get(key);
    if (before !== undefined || this.leaderKnown.size < MOST_REMEMBERED)
      this.leaderKnown.set(key, event.leader);
    return before === undefined || before === event.leader ? 'rpc' : 'change';
  }
}

/** By far the most facts are these, and they never are more than what they are. */
export function isAlwaysRoutine(kind: TraceKind): boolean {
  return (
    kind === 'RecordsAppended' ||
    kind === 'HighWatermarkAdvanced' ||
    kind === 'ProduceParked' ||
    kind === 'RecordsDelivered'
  );
}

/** After one of these an error that was told before is told once more: it may have another reason now. */
const CHANGES_THE_SITUATION: ReadonlySet<TraceKind> = new Set<TraceKind>([
  'CommandApplied',
  'BrokerFenced',
  'BrokerUnfenced',
  'LeaderElected',
  'PartitionOffline',
  'LinkCut',
  'LinkCutOneWay',
  'LinkMended',
  'ConnectionsReset',
  'ProcessPaused',
  'ProcessResumed',
]);

/** What makes two troubles the same; null for facts that are told each time. */
function repeatKeyOf(event: TraceEvent): string | null {
  switch (event.kind) {
    case 'ProduceRefused':
      return `${event.kind} ${event.producer} ${event.partition} ${event.broker} ${event.error}`;
    case 'ProduceTimedOut':
      return `${event.kind} ${event.producer} ${event.partition} ${event.broker}`;
    case 'ProduceRetried':
    case 'RecordsFailed':
      return `${event.kind} ${event.producer} ${event.partition} ${event.error}`;
    case 'FetchFailed':
      return `${event.kind} ${event.partition} ${event.broker} ${event.leader} ${event.error}`;
    case 'AlterPartitionFailed':
      return `${event.kind} ${event.partition} ${event.broker} ${event.error}`;
    case 'BrokerRegistrationRefused':
      return `${event.kind} ${event.broker} ${event.error}`;
    case 'Disconnected':
      return `${event.kind} ${event.client} ${event.broker} ${event.reason}`;
    case 'ClientThrottled':
      return `${event.kind} ${event.client} ${event.broker} ${event.quota}`;
    case 'RpcLost':
      return `${event.kind} ${event.rpc} ${event.source} ${event.target}`;
    default:
      return null;
  }
}
