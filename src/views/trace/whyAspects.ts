import type { WhyAspectName } from '../../i18n/en/why.ts';
import type { TraceEvent, TraceKind, TraceRow } from '../../shared/traceEvents.ts';

/** Facts that tell of a thing, and how to see of which one. */
interface Aspect {
  readonly name: WhyAspectName;
  /** The rule of the ledger that says what the value is. */
  readonly rule: string;
  /** The facts that make the value what it is. */
  readonly kinds: readonly TraceKind[];
  /** Whether a fact of these kinds is of the thing with this name. */
  readonly isOf: IsOf;
  /** The value stands there from the start, though no fact may have changed it yet. */
  readonly isAlways: boolean;
}

type IsOf = (event: TraceEvent, name: string, kind: string) => boolean;

type Row = readonly [
  name: WhyAspectName,
  rule: string,
  kinds: readonly TraceKind[],
  options?: { readonly isAlways?: boolean; readonly isOf?: IsOf },
];

/** Of things of a kind; `isOf` says by which of its fields a fact is of one, where no row says otherwise. */
function aspectsOf(isOf: IsOf, rows: readonly Row[]): readonly Aspect[] {
  return rows.map(([name, rule, kinds, options]) => ({
    name,
    rule,
    kinds,
    isOf: options?.isOf ?? isOf,
    isAlways: options?.isAlways === true,
  }));
}

const ALWAYS = { isAlways: true };

const NODE: readonly Row[] = [
  ['clock', 'clocks', ['ClockSet'], { isOf: by('node') }],
  ['pause', 'paused-process', ['ProcessPaused', 'ProcessResumed'], { isOf: by('node') }],
];

/** By the kind of the thing, in the order in which an inspector shows them. */
const ASPECTS: Readonly<Record<string, readonly Aspect[]>> = {
  broker: aspectsOf(by('broker'), [
    [
      'process',
      'broker-start',
      [
        'BrokerStarted',
        'BrokerKilled',
        'PowerLost',
        'ControlledShutdownStarted',
        'BrokerStopped',
        'BrokerHalted',
      ],
      ALWAYS,
    ],
    [
      'registration',
      'B2',
      [
        'BrokerRegistered',
        'BrokerRegistrationRefused',
        'BrokerFenced',
        'BrokerUnfenced',
        'BrokerInControlledShutdown',
        'BrokerUnregistered',
      ],
      ALWAYS,
    ],
    ['leadership', 'L3', ['LeaderElected', 'PartitionOffline'], { isOf: by('leader', 'previousLeader') }],
    [
      'disk',
      'B8',
      ['DiskFailed', 'DiskReplaced', 'DiskSlowed', 'DiskMended', 'LogDirFailed', 'DiskFull', 'DiskResized'],
    ],
    ['recovery', 'RC2', ['LogRecoveryStarted', 'LogRecovered']],
    ['coordinators', 'G1', ['CoordinatorLoaded', 'CoordinatorUnloaded']],
    ['throttle', 'QT3', ['ClientThrottled']],
    ...NODE,
  ]),
  controller: aspectsOf(by('controller'), [
    [
      'process',
      'controller-quorum',
      ['ControllerStarted', 'ControllerKilled', 'ControllerPowerLost', 'ControllerStopped'],
      ALWAYS,
    ],
    ['quorum', 'Q1', ['QuorumStateChanged'], ALWAYS],
    ['active', 'Q4', ['ControllerActivated', 'ControllerResigned'], ALWAYS],
    ['metadataLog', 'Q12', ['MetadataTruncated', 'MetadataSnapshotCreated', 'MetadataLogCleaned']],
    ...NODE,
  ]),
  partition: aspectsOf(by('partition'), [
    ['leader', 'L3', ['LeaderElected', 'PartitionOffline'], ALWAYS],
    ['isr', 'I2', ['IsrShrunk', 'IsrExpanded', 'AlterPartitionFailed'], ALWAYS],
    ['elr', 'R1', ['IsrShrunk', 'IsrExpanded', 'LeaderElected', 'PartitionOffline'], ALWAYS],
    ['lastKnownElr', 'R4', ['PartitionOffline', 'LeaderElected'], ALWAYS],
    ['highWatermark', 'H1', ['HighWatermarkAdvanced'], ALWAYS],
    ['lastStableOffset', 'T24', ['LastStableOffsetAdvanced']],
    ['logStart', 'RE1', ['LogStartOffsetIncremented', 'RecordsDeleted'], ALWAYS],
    [
      'placement',
      'P1',
      ['TopicCreated', 'PartitionsCreated', 'ReassignmentCompleted', 'ReassignmentCancelled'],
      {
        isAlways: true,
        isOf: (event, name) => isNamed(event, 'partition', name) || isNamed(event, 'topic', topicOf(name)),
      },
    ],
    [
      'reassignment',
      'reassignment',
      ['ReassignmentStarted', 'ReassignmentCompleted', 'ReassignmentCancelled'],
    ],
    ['refusals', 'A2', ['ProduceRefused', 'ProduceTimedOut']],
    [
      'config',
      'dynamic-configs',
      ['ConfigAltered', 'ConfigRemoved'],
      { isOf: (event, name) => isNamed(event, 'resource', topicOf(name)) },
    ],
  ]),
  replica: aspectsOf(byPair('partition', 'broker'), [
    ['logEnd', 'F8', ['RecordsAppended', 'LogTruncated'], ALWAYS],
    ['highWatermark', 'H1', ['HighWatermarkAdvanced'], ALWAYS],
    ['logStart', 'RE1', ['LogStartOffsetIncremented', 'RecordsDeleted'], ALWAYS],
    ['flushed', 'A7', ['LogFlushed'], ALWAYS],
    ['rolled', 'SG3', ['SegmentRolled'], ALWAYS],
    ['deleted', 'RE1', ['SegmentsDeleted', 'SegmentFilesDeleted', 'RemoteSegmentsDeleted'], ALWAYS],
    ['cleaned', 'CL5', ['LogCleaned', 'LogCleaningStarted']],
    ['truncated', 'E5', ['LogTruncated']],
    ['fetching', 'F9', ['FetchFailed', 'BecameFollower', 'BecameLeader']],
  ]),
  producer: aspectsOf(by('producer', 'client'), [
    ['process', 'client-processes', ['ProducerStarted', 'ProducerClosed', 'ClientDied'], ALWAYS],
    ['delivery', 'RT2', ['RecordsAcknowledged', 'RecordsFailed', 'ProduceRetried'], ALWAYS],
    ['lastError', 'RT5', ['RecordsFailed', 'ProduceRetried', 'TransactionFailed'], ALWAYS],
    ['transaction', 'T2', ['TransactionalCallEnded', 'TransactionFailed']],
    ['held', 'S3', ['ProduceRetried', 'ClientThrottled', 'Disconnected'], ALWAYS],
    ['identity', 'ID1', ['ProducerIdAssigned'], ALWAYS],
    ['metadata', 'RT8', ['LeaderLearned']],
    ['connection', 'connections', ['Disconnected']],
    ['throttle', 'QT3', ['ClientThrottled']],
    ...NODE,
  ]),
  consumer: aspectsOf(by('consumer', 'client'), [
    [
      'process',
      'client-processes',
      [
        'ConsumerStarted',
        'ConsumerClosed',
        'ConsumerFailed',
        'ClientDied',
        'ConsumerStalled',
        'ConsumerUnstalled',
      ],
      ALWAYS,
    ],
    [
      'position',
      'consumer-fetch',
      ['RecordsDelivered', 'OffsetReset', 'PositionSought', 'LogTruncationDetected'],
      ALWAYS,
    ],
    [
      'lag',
      'lag',
      ['RecordsDelivered', 'ConsumerStalled', 'PartitionsPaused', 'PartitionsLost', 'OffsetReset'],
      ALWAYS,
    ],
    [
      'membership',
      'consumer-join',
      [
        'GroupJoined',
        'MembershipChanged',
        'PartitionsAssigned',
        'PartitionsRevoked',
        'PartitionsLost',
        'RejoinRequested',
        'PollIntervalExceeded',
        'EventLoopBlocked',
        'SharePartitionsAssigned',
      ],
    ],
    ['committed', 'consumer-commit', ['OffsetCommitAcknowledged', 'OffsetCommitFailed', 'CommitLeftOut']],
    ['coordinator', 'find-coordinator', ['CoordinatorLost', 'CoordinatorDiscovered']],
    [
      'lastError',
      'consumer-backoff',
      [
        'ConsumerFailed',
        'ConsumerCallFailed',
        'OffsetCommitFailed',
        'RecordDeserializationFailed',
        'RecordWorkFailed',
      ],
    ],
    ['readReplica', 'K2', ['ReadReplicaChanged']],
    ['acknowledgement', 'share-consumer', ['ShareAcknowledgementFailed']],
    ['metadata', 'RT8', ['LeaderLearned']],
    ['connection', 'connections', ['Disconnected']],
    ['throttle', 'QT3', ['ClientThrottled']],
    ...NODE,
  ]),
  group: aspectsOf(by('group'), [
    ['state', 'G2', ['GroupStateChanged'], ALWAYS],
    ['members', 'G6', ['GroupMemberRemoved', 'StaticMemberReplaced', 'GroupJoined'], ALWAYS],
    ['committed', 'O1', ['OffsetCommitted', 'OffsetExpired'], ALWAYS],
    ['lag', 'lag', ['OffsetCommitted'], ALWAYS],
    [
      'coordinator',
      'T1',
      ['CoordinatorLoaded', 'CoordinatorUnloaded', 'PartitionOffline', 'LeaderElected'],
      { isAlways: true, isOf: (event) => isOfPartitionOf(event, '__consumer_offsets') },
    ],
    ['refusals', 'G7', ['GroupRequestRefused']],
  ]),
  share: aspectsOf(byPair('group', 'partition'), [
    [
      'shareRecords',
      'share-record-states',
      ['ShareRecordsAcquired', 'ShareRecordsAcknowledged', 'AcquisitionLockTimedOut', 'ShareRecordsArchived'],
      ALWAYS,
    ],
    ['shareStart', 'share-start-offset', ['ShareStartOffsetMoved', 'ShareOffsetAltered'], ALWAYS],
    [
      'shareLeader',
      'share-failover',
      ['SharePartitionLoaded', 'LeaderElected', 'PartitionOffline'],
      {
        isAlways: true,
        isOf: (event, name) =>
          isNamed(event, 'partition', behindAt(name)) &&
          (!('group' in event) || event.group === beforeAt(name)),
      },
    ],
    [
      'members',
      'share-group-heartbeat',
      ['SharePartitionsAssigned', 'ShareSessionClosed', 'GroupStateChanged'],
      { isAlways: true, isOf: (event, name) => isNamed(event, 'group', beforeAt(name)) },
    ],
    ['refusals', 'share-record-states', ['ShareAcknowledgementRefused']],
  ]),
  transaction: aspectsOf(by('transactionalId'), [
    ['state', 'T2', ['TransactionStateChanged', 'TransactionalIdExpired'], ALWAYS],
    ['lastError', 'T17', ['TransactionRefused', 'ProducerFenced']],
    ['markers', 'T15', ['TxnMarkersSent', 'TxnMarkerRefused']],
    [
      'coordinator',
      'T1',
      ['CoordinatorLoaded', 'CoordinatorUnloaded', 'PartitionOffline', 'LeaderElected'],
      { isAlways: true, isOf: (event) => isOfPartitionOf(event, '__transaction_state') },
    ],
  ]),
  store: aspectsOf(by('store'), [
    ['process', 'outside-store', ['StoreWentDown', 'StoreCameBack'], ALWAYS],
    ['refusals', 'outside-fencing', ['StoreTransactionRefused', 'StoreWriterFenced']],
  ]),
  queueBroker: aspectsOf(by('queueBroker'), [
    ['process', 'queue-durability', ['QueueBrokerStarted', 'QueueBrokerKilled'], ALWAYS],
  ]),
};

export interface WhyAspect {
  readonly name: WhyAspectName;
  readonly rule: string;
  /** The newest fact that made it what it is; null: it is as it began. */
  readonly row: TraceRow | null;
}

/**
 * What of a thing (`broker:1`, `group:ledger`, `replica:p-0@2`, `share:g@p-0`) the causes can be told of. A value stands there even if
 * nothing has changed it; of errors and other troubles only those that were.
 */
export function whyAspects(trace: readonly TraceRow[], key: string): readonly WhyAspect[] {
  const colon = key.indexOf(':');
  const kind = key.slice(0, colon);
  const name = key.slice(colon + 1);
  return (ASPECTS[kind] ?? []).flatMap((aspect) => {
    const { kinds, isOf, isAlways, rule } = aspect;
    const row = trace.findLast(({ event }) => kinds.includes(event.kind) && isOf(event, name, kind)) ?? null;
    return row === null && !isAlways ? [] : [{ name: aspect.name, rule, row }];
  });
}

/** Every aspect there is, of every kind of thing: for tests, and for a list of them. */
export function allAspects(): readonly {
  readonly of: string;
  readonly name: WhyAspectName;
  readonly rule: string;
}[] {
  return Object.entries(ASPECTS).flatMap(([of, aspects]) =>
    aspects.map(({ name, rule }) => ({ of, name, rule })),
  );
}

/** One of these fields names it. */
function by(...fields: readonly string[]): IsOf {
  return (event, name, kind) => fields.some((field) => isNamed(event, field, name, kind));
}

/** Of what is named by two, as `p-0@2` by partition and broker. */
function byPair(first: string, second: string): IsOf {
  return (event, name) => isNamed(event, first, beforeAt(name)) && isNamed(event, second, behindAt(name));
}

/** Clients and nodes stand in some facts by their id, in some with their kind before it. */
function isNamed(event: TraceEvent, field: string, name: string, kind = ''): boolean {
  const value = (event as unknown as Readonly<Record<string, unknown>>)[field];
  return value === `${kind}:${name}` || String(value) === name;
}

function isOfPartitionOf(event: TraceEvent, topic: string): boolean {
  return 'partition' in event && topicOf(event.partition) === topic;
}

function topicOf(partition: string): string {
  return partition.slice(0, partition.lastIndexOf('-'));
}

/** A topic has no @ in its name; a group may. */
function beforeAt(name: string): string {
  return name.slice(0, name.lastIndexOf('@'));
}

function behindAt(name: string): string {
  return name.slice(name.lastIndexOf('@') + 1);
}
