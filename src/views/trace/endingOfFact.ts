import { whyEndings, type KindWithEnd } from '../../i18n/en/whyEndings.ts';
import type { TraceEvent, TraceKind, TraceRow } from '../../shared/traceEvents.ts';
import { MICROS_PER_MILLI, type Micros } from '../../shared/units.ts';

/** What ends that which a fact began. */
interface Ending {
  /** After “Ends when”. */
  readonly text: string;
  /** When it ends by itself; null: only an event ends it. */
  readonly atUs: Micros | null;
  /** It has ended, by this fact. */
  readonly by: TraceRow | null;
  /** It is so old that the fact which ended it may have come and be no longer kept: nobody can tell whether it goes on. */
  readonly isUntold: boolean;
}

/** Fields by which two facts are about the same thing. */
type Subject = readonly string[];

interface EndedBy {
  readonly kinds: readonly TraceKind[];
  /** Equal in both; of clients, whether their key or their name stands there. */
  readonly same: Subject;
  readonly atUs?: (event: TraceEvent, timeUs: Micros) => Micros | null;
  /** Of facts of these kinds, only such. */
  readonly only?: (ending: TraceEvent, begun: TraceEvent) => boolean;
}

const BROKER = ['broker'];
const CONTROLLER = ['controller'];
const PARTITION = ['partition'];
const REPLICA = ['partition', 'broker'];
const CLIENT = ['client'];
const GROUP = ['group'];

/** By which later fact, and when by itself. Of the rest nothing in the trace tells that it is over. */
const ENDED_BY: Readonly<Partial<Record<KindWithEnd, EndedBy>>> = {
  BrokerKilled: { kinds: ['BrokerStarted'], same: BROKER },
  PowerLost: { kinds: ['BrokerStarted'], same: BROKER },
  BrokerStopped: { kinds: ['BrokerStarted'], same: BROKER },
  BrokerHalted: { kinds: ['BrokerStarted'], same: BROKER },
  ControlledShutdownStarted: { kinds: ['BrokerStopped', 'BrokerKilled', 'PowerLost'], same: BROKER },
  ControllerKilled: { kinds: ['ControllerStarted'], same: CONTROLLER },
  ControllerPowerLost: { kinds: ['ControllerStarted'], same: CONTROLLER },
  ControllerStopped: { kinds: ['ControllerStarted'], same: CONTROLLER },
  ProducerClosed: { kinds: ['ProducerStarted'], same: CLIENT },
  ConsumerClosed: { kinds: ['ConsumerStarted'], same: CLIENT },
  ConsumerFailed: { kinds: ['ConsumerStarted'], same: CLIENT },
  ClientDied: { kinds: ['ProducerStarted', 'ConsumerStarted'], same: CLIENT },
  ConsumerStalled: { kinds: ['ConsumerUnstalled', 'ClientDied'], same: CLIENT },
  ProcessPaused: { kinds: ['ProcessResumed'], same: ['node'], atUs: after('forMs') },
  StoreWentDown: { kinds: ['StoreCameBack'], same: ['store'] },
  RetryPartitionPaused: { kinds: [], same: [], atUs: after('forMs') },
  RecordWorkFailed: { kinds: [], same: [], atUs: after('retryInMs') },
  RecordDeserializationFailed: { kinds: ['PositionSought', 'RecordSkipped'], same: ['client', 'partition'] },
  DiskFailed: { kinds: ['DiskReplaced'], same: BROKER },
  LogDirFailed: { kinds: ['DiskReplaced', 'BrokerStarted'], same: BROKER },
  DiskFull: { kinds: ['BrokerStarted'], same: BROKER },
  DiskSlowed: { kinds: ['DiskMended', 'DiskReplaced'], same: BROKER },
  ClockSet: { kinds: ['ClockSet'], same: ['node'] },
  QuorumStateChanged: {
    kinds: ['QuorumStateChanged', 'ControllerKilled', 'ControllerStopped', 'ControllerPowerLost'],
    same: CONTROLLER,
  },
  ControllerActivated: {
    kinds: ['ControllerResigned', 'ControllerKilled', 'ControllerStopped', 'ControllerPowerLost'],
    same: CONTROLLER,
  },
  ControllerResigned: { kinds: ['ControllerActivated'], same: [] },
  BrokerRegistered: { kinds: ['BrokerUnfenced', 'BrokerKilled', 'PowerLost', 'BrokerStopped'], same: BROKER },
  BrokerRegistrationRefused: { kinds: ['BrokerRegistered'], same: BROKER },
  BrokerFenced: { kinds: ['BrokerUnfenced'], same: BROKER },
  BrokerInControlledShutdown: { kinds: ['BrokerStopped'], same: BROKER },
  LeaderElected: { kinds: ['LeaderElected', 'PartitionOffline'], same: PARTITION },
  PartitionOffline: { kinds: ['LeaderElected'], same: PARTITION },
  IsrShrunk: { kinds: ['IsrExpanded'], same: PARTITION, only: isTakenBack },
  AlterPartitionFailed: { kinds: ['IsrShrunk', 'IsrExpanded'], same: PARTITION },
  ClientThrottled: { kinds: [], same: [], atUs: after('throttleMs') },
  AdminRequestThrottled: { kinds: [], same: [], atUs: after('throttleMs') },
  ReassignmentStarted: { kinds: ['ReassignmentCompleted', 'ReassignmentCancelled'], same: PARTITION },
  SegmentsDeleted: { kinds: ['SegmentFilesDeleted'], same: REPLICA },
  LogCleaningStarted: { kinds: ['LogCleaned'], same: REPLICA },
  CoordinatorUnloaded: { kinds: ['CoordinatorLoaded'], same: PARTITION },
  TransactionStateChanged: {
    kinds: ['TransactionStateChanged', 'TransactionalIdExpired'],
    same: ['transactionalId'],
  },
  TransactionFailed: { kinds: ['TransactionalCallEnded', 'ProducerClosed'], same: CLIENT },
  ShareRecordsAcquired: {
    kinds: ['ShareRecordsAcknowledged', 'AcquisitionLockTimedOut'],
    same: ['group', 'partition', 'baseOffset'],
  },
  GroupStateChanged: { kinds: ['GroupStateChanged', 'GroupDeleted'], same: GROUP },
  FetchFailed: { kinds: ['RecordsAppended', 'BecameLeader'], same: REPLICA },
  ProduceParked: {
    kinds: ['HighWatermarkAdvanced', 'ProduceTimedOut', 'BecameFollower'],
    same: REPLICA,
    only: isReachedOrTimedOut,
  },
  ProduceRefused: { kinds: ['RecordsAcknowledged', 'RecordsFailed'], same: ['client', 'partition'] },
  ProduceRetried: {
    kinds: ['RecordsAcknowledged', 'RecordsFailed', 'ProduceRetried'],
    same: ['client', 'partition'],
    atUs: after('backoffMs'),
  },
  PartitionsPaused: { kinds: ['PartitionsResumed'], same: CLIENT },
  CoordinatorLost: { kinds: ['CoordinatorDiscovered'], same: CLIENT },
  RejoinRequested: { kinds: ['GroupJoined'], same: CLIENT },
  MembershipChanged: { kinds: ['MembershipChanged'], same: CLIENT },
  PartitionsRevoked: { kinds: ['PartitionsAssigned'], same: CLIENT },
  PartitionsLost: { kinds: ['PartitionsAssigned'], same: CLIENT },
  PollIntervalExceeded: { kinds: ['GroupJoined'], same: CLIENT },
  OffsetCommitFailed: { kinds: ['OffsetCommitAcknowledged'], same: CLIENT },
  ReadReplicaChanged: { kinds: ['ReadReplicaChanged'], same: ['client', 'partition'] },
  LinkCut: { kinds: ['LinkMended'], same: ['between'] },
  LinkCutOneWay: { kinds: ['LinkMended'], same: ['between'] },
  LinkSlowed: { kinds: ['LinkMended'], same: ['between'] },
  QueueBrokerKilled: { kinds: ['QueueBrokerStarted'], same: ['queueBroker'] },
};

/** Facts of which a page keeps the newest only: whether one of them came after an older fact it cannot tell. */
const NOT_KEPT_LONG: ReadonlySet<TraceKind> = new Set<TraceKind>([
  'CoordinatorDiscovered',
  'HighWatermarkAdvanced',
  'OffsetCommitAcknowledged',
  'RecordsAcknowledged',
  'RecordsAppended',
  'SegmentFilesDeleted',
  'ShareRecordsAcknowledged',
  'TransactionalCallEnded',
]);

/**
 * What ends that which this fact began, or what has ended it since; null: it was over in its instant.
 * `keptFromUs`: from then on `since` has every fact, and before only what was worth a mark.
 */
export function endingOfFact(
  row: TraceRow,
  since: readonly TraceRow[],
  keptFromUs: Micros = 0,
): Ending | null {
  const { event, timeUs } = row;
  if (!hasEnd(event.kind)) return null;
  const words = whyEndings[event.kind] as (fact: TraceEvent) => string;
  const ended = ENDED_BY[event.kind];
  const by = ended === undefined ? null : endedBy(row, since, ended);
  const atUs = ended?.atUs?.(event, timeUs) ?? null;
  const isUntold =
    by === null &&
    atUs === null &&
    timeUs < keptFromUs &&
    ended?.kinds.some((kind) => NOT_KEPT_LONG.has(kind)) === true;
  return { text: words(event), atUs, by, isUntold };
}

function endedBy(row: TraceRow, since: readonly TraceRow[], { kinds, same, only }: EndedBy): TraceRow | null {
  const isOfIt = ({ event }: TraceRow): boolean =>
    kinds.includes(event.kind) &&
    same.every((field) => subjectOf(event, field) === subjectOf(row.event, field)) &&
    only?.(event, row.event) !== false;
  // Rows of one event stand in the order in which they came about; what was before in the same event is not after.
  const from = since.findLastIndex(({ seq, event }) => seq === row.seq && isSame(event, row.event));
  return since.slice(from + 1).find((later) => later.seq >= row.seq && isOfIt(later)) ?? null;
}

function isSame(a: TraceEvent, b: TraceEvent): boolean {
  return a === b || (a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b));
}

/** A client stands as `client`, `producer` or `consumer`, by its name or its key: that is one and the same. */
function subjectOf(event: TraceEvent, field: string): string {
  const fields = event as unknown as Readonly<Record<string, unknown>>;
  // A link has no first end.
  if (field === 'between') return [...(fields[field] as readonly string[])].sort().join(' ');
  if (field !== 'client') return JSON.stringify(fields[field]);
  const name = String(fields['client'] ?? fields['producer'] ?? fields['consumer']);
  return name.slice(name.indexOf(':') + 1);
}

/** −1 where nobody knows how long. */
function after(field: string): (event: TraceEvent, timeUs: Micros) => Micros | null {
  return (event, timeUs) => {
    const ms = (event as unknown as Readonly<Record<string, number>>)[field];
    return ms === undefined || ms < 0 ? null : timeUs + ms * MICROS_PER_MILLI;
  };
}

function isTakenBack(ending: TraceEvent, begun: TraceEvent): boolean {
  if (ending.kind !== 'IsrExpanded' || begun.kind !== 'IsrShrunk') return true;
  return begun.removed.every((broker) => ending.isr.includes(broker));
}

function isReachedOrTimedOut(ending: TraceEvent, begun: TraceEvent): boolean {
  if (begun.kind !== 'ProduceParked') return true;
  if (ending.kind === 'ProduceTimedOut') return ending.correlationId === begun.correlationId;
  return ending.kind !== 'HighWatermarkAdvanced' || ending.to >= begun.requiredOffset;
}

function hasEnd(kind: TraceKind): kind is KindWithEnd {
  return Object.hasOwn(whyEndings, kind);
}
