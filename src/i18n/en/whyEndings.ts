import type { TraceEvent, TraceKind } from '../../shared/traceEvents.ts';
import { formatDuration, formatNumber } from '../format.ts';
import { joinAnd } from '../plural.ts';

type Endings = { readonly [K in TraceKind]?: (event: Extract<TraceEvent, { kind: K }>) => string };

const QUORUM_STATES = {
  Unattached: 'it hears of a leader, or its election timeout (1 to 2 s) is over',
  Prospective: 'a majority answers its pre-votes, or its election timeout (1 to 2 s) is over',
  Candidate: 'a majority votes for it, another leads, or its election timeout (1 to 2 s) is over',
  Leader: 'it hears of a higher epoch, or no majority of the voters fetches from it for 3 s',
  Follower: 'no fetch from its leader succeeds for 2 s, or another leader shows itself',
  Resigned: 'another leader shows itself, or its election timeout (1 to 2 s) is over',
};

const GROUP_STATES = {
  Empty: 'a member joins, or its offsets expire',
  PreparingRebalance:
    'all members have joined again, or the rebalance timeout (max.poll.interval.ms) has put out those that did not',
  CompletingRebalance: 'the leader of the group brings the assignment with SyncGroup',
  Stable: 'a member joins, leaves or goes silent for its session timeout, or a topic gets partitions',
  Dead: 'never: it is forgotten',
  Assigning: 'the coordinator has a target for this group epoch',
  Reconciling: 'every member has given up what it is not to have, and has said so',
};

const TRANSACTION_STATES: Readonly<Record<string, string>> = {
  Empty: 'its producer adds a partition',
  Ongoing: 'its producer ends it, or transaction.timeout.ms is over',
  PrepareCommit: 'every partition of it has its COMMIT marker',
  PrepareAbort: 'every partition of it has its ABORT marker',
  CompleteCommit: 'its producer adds a partition again',
  CompleteAbort: 'its producer adds a partition again',
  PrepareEpochFence: 'it is aborted under the next epoch',
};

const inMs = (ms: number): string => formatDuration(ms * 1000);
const brokers = (ids: readonly number[]): string =>
  `${ids.length === 1 ? 'broker' : 'brokers'} ${joinAnd(ids.map(String))}`;

/**
 * What ends that which a fact began, after “Ends when”. Facts that begin nothing (an append, an acknowledgement, a vote) are over in
 * their instant, and have none.
 */
export const whyEndings = {
  BrokerKilled: () => 'somebody starts its process again',
  PowerLost: () => 'its machine has power, and somebody starts its process',
  BrokerStopped: () => 'somebody starts its process again',
  BrokerHalted: () => 'somebody replaces the disk and starts its process',
  ControlledShutdownStarted: () =>
    'its leaderships have moved and every active broker knows of it; then it stops',
  ControllerKilled: () => 'somebody starts its process again',
  ControllerPowerLost: () => 'its machine has power, and somebody starts its process',
  ControllerStopped: () => 'somebody starts its process again',
  ProducerClosed: () => 'somebody starts the client again',
  ConsumerClosed: () => 'somebody starts the client again',
  ConsumerFailed: () => 'somebody starts the application again: it does not catch this exception',
  ClientDied: () => 'somebody starts the client again',
  ConsumerStalled: () => 'its application calls poll() again',
  ProcessPaused: ({ forMs }) =>
    forMs < 0 ? 'somebody resumes the process' : `${inMs(forMs)} are over, or somebody resumes it before`,
  StoreWentDown: () => 'the database is up again',
  RetryPartitionPaused: () => 'the time of its next record has come',
  RecordWorkFailed: ({ retryInMs }) =>
    retryInMs < 0
      ? 'never by itself: it is not tried again in place'
      : 'its back-off is over and it is tried again',
  RecordDeserializationFailed: ({ againInMs }) =>
    againInMs < 0
      ? 'never by itself: somebody must seek past the record'
      : 'the position is another: until then each poll() throws again',
  DiskFailed: () => 'somebody replaces the disk',
  LogDirFailed: () => 'its process starts anew and finds the directory whole',
  DiskFull: () => 'the disk has room and its process starts anew',
  DiskSlowed: () => 'somebody mends the disk',
  ClockSet: ({ driftPpm }) =>
    driftPpm === 0 ? 'somebody sets it again' : 'somebody sets it again; until then it drifts further',
  QuorumStateChanged: ({ state }) => QUORUM_STATES[state],
  ControllerActivated: () => 'it resigns, or hears of a higher epoch',
  ControllerResigned: () => 'another controller is elected and takes over',
  BrokerRegistered: () =>
    'it has caught up with the metadata and says so in a heartbeat: then it is unfenced',
  BrokerRegistrationRefused: () =>
    'the session of its former life is over (broker.session.timeout.ms, 9 s): it asks again until then',
  BrokerFenced: () => 'a heartbeat of it reaches the active controller, and says that it has caught up',
  BrokerInControlledShutdown: () => 'it leads nothing any more, and stops',
  LeaderElected: ({ leader }) =>
    `broker ${leader} is fenced or shuts down, or the preferred replica takes over at the next balance (300 s)`,
  PartitionOffline: () =>
    'a replica of the ISR or the ELR is alive again, or an unclean election is allowed or asked for',
  IsrShrunk: ({ removed }) =>
    `${brokers(removed)} ${removed.length === 1 ? 'has' : 'have'} caught up to the high watermark, and the leader proposes it again`,
  AlterPartitionFailed: () => 'the leader asks again with what it has heard since',
  ClientThrottled: ({ throttleMs }) => `${inMs(throttleMs)} are over: until then the client sends nothing`,
  AdminRequestThrottled: ({ throttleMs }) => `${inMs(throttleMs)} are over`,
  ReassignmentStarted: () => 'every replica that is added is in the ISR, or somebody cancels it',
  SegmentsDeleted: () => 'file.delete.delay.ms are over: then the renamed files leave the disk',
  LogCleaningStarted: () => 'the pass is through, and the cleaned segments take the place of the old ones',
  LogRecoveryStarted: () => 'every segment from the recovery points on was checked',
  CoordinatorUnloaded: () => 'the new leader of the partition has read it',
  TransactionStateChanged: ({ to }) => TRANSACTION_STATES[to] ?? 'its coordinator hears of it again',
  TransactionFailed: ({ isFatal }) =>
    isFatal ? 'never: its producer can only be closed' : 'its application aborts the transaction',
  ProducerFenced: () => 'never: the producer of the older epoch can only be closed',
  TxnMarkersSent: () => 'the leaders have written the markers; else they are sent again',
  TxnMarkerRefused: () => 'whoever leads the partition then has written the marker',
  ShareRecordsAcquired: () =>
    'they are acknowledged, or their acquisition lock is over (group.share.record.lock.duration.ms)',
  ShareSessionClosed: () => 'the member fetches again',
  GroupStateChanged: ({ state }) => GROUP_STATES[state],
  GroupMemberRemoved: () => 'it joins again',
  FetchFailed: () => 'its back-off is over (replica.fetch.backoff.ms, 1 s) and the leader answers',
  ProduceRefused: () =>
    'what is missing is there when the producer tries again; at the latest when delivery.timeout.ms is over',
  ProduceParked: ({ requiredOffset }) =>
    `the high watermark reaches ${formatNumber(requiredOffset)}, or the producer’s request.timeout.ms is over`,
  ProduceRetried: ({ backoffMs }) =>
    `its back-off of ${inMs(backoffMs)} is over and the leader takes it; at the latest when delivery.timeout.ms is over`,
  PartitionsPaused: () => 'its application resumes them',
  CoordinatorLost: () => 'a broker that has read its partition is named by FindCoordinator',
  RejoinRequested: () => 'it has joined again',
  MembershipChanged: () => 'the next heartbeat of it is answered with something else',
  PartitionsRevoked: () => 'they are assigned again, to it or to another',
  PartitionsLost: () => 'it has joined again and is assigned partitions',
  PollIntervalExceeded: () => 'its application calls poll() again: it joins anew',
  OffsetCommitFailed: () => 'the next commit succeeds',
  ConsumerCallFailed: () => 'its application calls it again',
  ReadReplicaChanged: () => 'the metadata are old (metadata.max.age.ms), or that replica cannot answer',
  Disconnected: () => 'its reconnect back-off is over (50 ms to 1 s) and the broker takes the connection',
  LinkCut: () => 'somebody mends the link',
  LinkCutOneWay: () => 'somebody mends the link',
  LinkSlowed: () => 'somebody mends the link',
  QueueBrokerKilled: () => 'somebody starts it again',
  InvariantBroken: () => 'never: the run is stopped, and it is our fault',
} as const satisfies Endings;

export type KindWithEnd = keyof typeof whyEndings;
