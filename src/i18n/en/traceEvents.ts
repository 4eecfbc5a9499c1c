import { kafkaException } from './kafkaException.ts';
import type { TraceEvent, TraceKind } from '../../shared/traceEvents.ts';
import { formatDuration, formatNumber } from '../format.ts';
import { joinAnd, plural } from '../plural.ts';

type Sentences = { readonly [K in TraceKind]: (event: Extract<TraceEvent, { kind: K }>) => string };

const records = (count: number) => plural(count, { one: '# record', other: '# records' });

/** `broker:1` → `broker 1`; a client is called by its own name. */
const node = (key: string): string => {
  const [kind = '', name = ''] = key.split(':');
  if (kind === 'broker' || kind === 'controller') return `${kind} ${name}`;
  return name === '' ? key : name;
};
/** At the head of a sentence; a client's name stays as it is. */
const subject = (key: string): string =>
  key.startsWith('broker:') || key.startsWith('controller:') ? capital(node(key)) : node(key);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const brokers = (ids: readonly number[]): string =>
  ids.length === 0 ? 'nobody' : `${ids.length === 1 ? 'broker' : 'brokers'} ${joinAnd(ids.map(String))}`;
const set = (ids: readonly number[]): string => `{${ids.join(', ')}}`;
/** `4 486–4 489`, or one offset. */
const offsets = (base: number, count: number): string =>
  count <= 1 ? formatNumber(base) : `${formatNumber(base)}–${formatNumber(base + count - 1)}`;
const bytes = (count: number): string => plural(count, { one: '# byte', other: '# bytes' });
/** Why a member is out of its group. */
const MEMBER_REMOVALS = {
  'session timeout': 'no heartbeat came for its session timeout',
  'rebalance timeout': 'it did not join again within the rebalance timeout',
  'pending sync request expiration': 'it joined, but did not ask for its assignment in time',
  LeaveGroup: 'it left',
};

const QUEUE_EXITS = {
  rejected: 'rejected',
  expired: 'because it had waited too long',
  maxlen: 'because the queue was too long',
};

const STORE_ERRORS: Readonly<Record<string, string>> = {
  UNAVAILABLE: 'it is down',
  COMMIT_FAILED: 'the commit failed, and all of it is rolled back',
  FENCED: 'a later owner of the partition has shown itself',
};

const milliseconds = (ms: number): string => formatDuration(ms * 1000);

/** `cluster`, `broker:1`, or a topic or partition by its name. */
const owner = (resource: string): string => (resource === 'cluster' ? 'the cluster' : node(resource));

const TRUNCATION_REASONS: Readonly<Record<Extract<TraceEvent, { kind: 'LogTruncated' }>['reason'], string>> =
  {
    DivergingEpoch: 'its leader has another log from there',
    OffsetOutOfRange: 'its leader does not have these offsets',
    PowerLost: 'the disk had no more when the power went',
    DiskFailed: 'the disk is gone',
  };

/** `segment 0`, or `segments 0, 4 800 and 9 600`, by their base offsets. */
const segments = (baseOffsets: readonly number[]): string =>
  baseOffsets.length > 4
    ? `${baseOffsets.length} segments from ${formatNumber(baseOffsets[0] ?? 0)} to ${formatNumber(baseOffsets.at(-1) ?? 0)}`
    : `${baseOffsets.length === 1 ? 'segment' : 'segments'} ${joinAnd(baseOffsets.map(formatNumber))}`;

const RETENTION_REASONS: Readonly<
  Record<Extract<TraceEvent, { kind: 'SegmentsDeleted' }>['reason'], string>
> = {
  StartOffsetBreach: 'they end below the log start offset',
  RetentionSizeBreach: 'the log is larger than retention.bytes',
  RetentionMsBreach: 'their newest records are older than retention.ms',
};

const LOG_START_REASONS: Readonly<
  Record<Extract<TraceEvent, { kind: 'LogStartOffsetIncremented' }>['reason'], string>
> = {
  SegmentDeletion: 'segment deletion',
  LeaderOffsetIncremented: 'leader offset increment',
  ClientRecordDeletion: 'client delete records request',
};

const FLUSH_REASONS: Readonly<Record<Extract<TraceEvent, { kind: 'LogFlushed' }>['reason'], string>> = {
  Roll: 'a segment was rolled',
  FlushMessages: 'flush.messages were written since the last flush',
  FlushMs: 'the last flush is flush.ms old',
};

const logCount = (number: number): string => plural(number, { one: '# log', other: '# logs' });
const segmentCount = (number: number): string => plural(number, { one: '# segment', other: '# segments' });

const DISCONNECT_REASONS: Readonly<Record<Extract<TraceEvent, { kind: 'Disconnected' }>['reason'], string>> =
  {
    ConnectionClosed: 'the connection closed',
    RequestTimedOut: 'a request timed out',
    ConnectionRefused: 'the connection was refused',
    SetupTimedOut: 'the connection was not made in time',
    UnknownHost: 'its advertised address cannot be resolved',
  };

type QuorumState = Extract<TraceEvent, { kind: 'QuorumStateChanged' }>['state'];
const QUORUM_STATES: Readonly<Record<QuorumState, (who: string, epoch: string, leader: number) => string>> = {
  Unattached: (who, epoch) => `${who} is Unattached in epoch ${epoch}: it knows no leader.`,
  Prospective: (who, epoch) => `${who} is Prospective in epoch ${epoch} and asks for pre-votes.`,
  Candidate: (who, epoch) => `${who} is Candidate in epoch ${epoch} and asks for votes.`,
  Leader: (who, epoch) => `${who} was elected Leader of the quorum in epoch ${epoch}.`,
  Follower: (who, epoch, leader) => `${who} is Follower of controller ${leader} in epoch ${epoch}.`,
  Resigned: (who, epoch) => `${who} has Resigned from epoch ${epoch}.`,
};

type VoteRefusal = Exclude<Extract<TraceEvent, { kind: 'VoteAnswered' }>['reason'], ''>;
const VOTE_REFUSALS: Readonly<Record<VoteRefusal, string>> = {
  LogBehind: 'its own log is ahead',
  IsLeader: 'it leads itself',
  IsCandidate: 'it is a candidate itself',
  HasResigned: 'it led this epoch and resigned',
  KnowsLeader: 'it knows a leader of this epoch',
  HasFetchedFromLeader: 'it hears its leader',
  VotedForAnother: 'it voted for another',
};

type SnapshotReason = Extract<TraceEvent, { kind: 'MetadataSnapshotCreated' }>['reason'];
const SNAPSHOT_REASONS: Readonly<Record<SnapshotReason, string>> = {
  MaxBytes: 'metadata.log.max.record.bytes.between.snapshots were committed since the last one',
  MaxInterval: 'the last one is metadata.log.max.snapshot.interval.ms old',
};

/** `broker:1 broker:3`, as they stand in a command. */
function between(target: string): string {
  return `between ${target.split(' ').map(node).join(' and ')}`;
}

const COMMANDS: Readonly<Record<string, (target: string) => string>> = {
  KillBroker: (target) => `Command: crash ${node(target)}.`,
  StopBroker: (target) => `Command: stop ${node(target)} cleanly.`,
  StartBroker: (target) => `Command: start ${node(target)}.`,
  CutPower: (target) => `Command: cut the power of ${node(target)}.`,
  KillController: (target) => `Command: crash ${node(target)}.`,
  StopController: (target) => `Command: stop ${node(target)} cleanly.`,
  StartController: (target) => `Command: start ${node(target)}.`,
  CutControllerPower: (target) => `Command: cut the power of ${node(target)}.`,
  CutLink: (target) => `Command: cut the link ${between(target)}.`,
  MendLink: (target) => `Command: mend the link ${between(target)}.`,
  ResetConnections: (target) => `Command: reset the connections ${between(target)}.`,
  SlowLink: (target) => `Command: make the link ${between(target)} slow.`,
  PauseProcess: (target) => `Command: pause the process of ${node(target)}.`,
  ResumeProcess: (target) => `Command: let the process of ${node(target)} go on.`,
  FailDisk: (target) => `Command: take the disk of ${node(target)} away.`,
  ReplaceDisk: (target) => `Command: give ${node(target)} an empty disk.`,
  SlowDisk: (target) => `Command: make the disk of ${node(target)} slow.`,
  MendDisk: (target) => `Command: make the disk of ${node(target)} fast again.`,
  SetClock: (target) => `Command: set the clock of ${node(target)}.`,
  KillClient: (target) => `Command: crash ${node(target)}.`,
  CloseClient: (target) => `Command: close ${node(target)}.`,
  StartClient: (target) => `Command: start ${node(target)}.`,
  StallConsumer: (target) => `Command: keep ${node(target)} from polling.`,
  UnstallConsumer: (target) => `Command: let ${node(target)} poll again.`,
  Seek: (target) => `Command: ${node(target)} seeks.`,
  PausePartitions: (target) => `Command: ${node(target)} pauses partitions.`,
  ResumePartitions: (target) => `Command: ${node(target)} resumes partitions.`,
  CommitOffsets: (target) => `Command: ${node(target)} calls commitSync() with offsets of its own.`,
  AlterGroupConfigs: (target) => `Command: change configs of group ${target}.`,
  DeleteGroups: (target) => `Command: delete group ${target}.`,
  AlterShareGroupOffsets: (target) => `Command: change where share group ${target} begins.`,
  DeleteShareGroupOffsets: (target) => `Command: delete offsets of share group ${target}.`,
  AlterTopicConfigs: (target) => `Command: change configs of ${target}.`,
  AlterClientQuotas: (target) => `Command: change the quotas of ${target}.`,
  AlterBrokerConfigs: (target) => `Command: change configs of ${node(target)}.`,
  AlterClusterConfigs: () => 'Command: change configs of the cluster.',
  CreateTopic: (target) => `Command: create topic ${target}.`,
  DeleteTopic: (target) => `Command: delete topic ${target}.`,
  CreatePartitions: (target) => `Command: give ${target} more partitions.`,
  ElectLeaders: (target) => `Command: elect leaders of ${target === 'cluster' ? 'all partitions' : target}.`,
  AlterPartitionReassignments: (target) => `Command: move replicas of ${target}.`,
  UnregisterBroker: (target) => `Command: unregister ${node(target)}.`,
  DeleteRecords: (target) => `Command: delete records of ${target}.`,
  ResetOffsets: (target) => `Command: reset the offsets of group ${target}.`,
  FailLogDir: (target) => `Command: break a disk of ${node(target)}.`,
  ResizeDisk: (target) => `Command: give a disk of ${node(target)} another size.`,
  RestartProducer: (target) => `Command: restart ${node(target)} with other configs.`,
  PauseWorkload: (target) => `Command: pause ${node(target)}.`,
  ResumeWorkload: (target) => `Command: let ${node(target)} go on.`,
  BeginTransaction: (target) => `Command: ${node(target)} calls beginTransaction().`,
  CommitTransaction: (target) => `Command: ${node(target)} calls commitTransaction().`,
  AbortTransaction: (target) => `Command: ${node(target)} calls abortTransaction().`,
  KillQueueBroker: (target) => `Command: crash the queue broker ${node(target)}.`,
  StartQueueBroker: (target) => `Command: start the queue broker ${node(target)}.`,
  PublishMessages: (target) => `Command: publish messages from ${node(target)}.`,
  SendRecords: (target) => `Command: send records from ${node(target)}.`,
};

/** A command within a sentence: `crash broker 1`. */
export const commandInWords = (kind: string, target: string): string =>
  (COMMANDS[kind]?.(target) ?? `${kind} ${target}.`).replace(/^Command: /, '').replace(/\.$/, '');

const errorWith = (error: string, cause: string): string =>
  cause === 'NONE' ? error : `${error} (${cause})`;

/** The sentence for each fact. Not part of the catalogue that every page loads: it comes with the views that tell what happened. */
export const traceEvents: Sentences = {
  CommandApplied: ({ command, target }) => COMMANDS[command]?.(target) ?? `Command: ${command} ${target}.`,

  BrokerStarted: ({ broker }) => `Broker ${broker} started.`,
  BrokerKilled: ({ broker }) => `Broker ${broker} crashed.`,
  PowerLost: ({ broker }) => `Broker ${broker} lost its power. What was not flushed is gone.`,
  ControlledShutdownStarted: ({ broker }) => `Broker ${broker} began a controlled shutdown.`,
  BrokerStopped: ({ broker }) => `Broker ${broker} stopped.`,
  ControllerStarted: ({ controller }) => `Controller ${controller} started.`,
  ControllerKilled: ({ controller }) => `Controller ${controller} crashed.`,
  ControllerPowerLost: ({ controller }) =>
    `Controller ${controller} lost its power. What was not flushed is gone.`,
  ControllerStopped: ({ controller }) => `Controller ${controller} stopped.`,
  ProducerStarted: ({ producer, acks, idempotent }) =>
    `${node(producer)} started with acks=${acks}, ${idempotent ? 'idempotent' : 'not idempotent'}.`,
  ProducerClosed: ({ producer }) => `${node(producer)} closed.`,
  ConsumerStarted: ({ consumer }) => `${node(consumer)} started.`,
  ConsumerClosed: ({ consumer }) => `${node(consumer)} closed.`,
  ClientDied: ({ client, cause }) =>
    cause === 'killed'
      ? `${subject(client)} crashed. What it held is gone.`
      : `${subject(client)} lost its power. What it held is gone, and nobody is told.`,
  ConsumerFailed: ({ consumer, error }) =>
    `${node(consumer)} got ${error} from poll(), which its application does not catch: it closes.`,
  ConsumerStalled: ({ consumer }) => `${node(consumer)} stopped calling poll().`,
  ConsumerUnstalled: ({ consumer }) => `${node(consumer)} calls poll() again.`,
  ProcessPaused: ({ node: paused, forMs }) =>
    `The process of ${node(paused)} stands still${forMs < 0 ? '' : ` for ${milliseconds(forMs)}`}. Its sockets stay open.`,
  ProcessResumed: ({ node: resumed, pausedForMs }) =>
    `The process of ${node(resumed)} goes on after ${milliseconds(pausedForMs)}.`,
  DiskFailed: ({ broker }) => `The disk of broker ${broker} failed. Its logs are gone.`,
  BrokerHalted: ({ broker }) => `Broker ${broker} halted: all its log directories have failed.`,
  DiskReplaced: ({ broker }) => `Broker ${broker} got an empty disk.`,
  DiskSlowed: ({ broker, factor }) =>
    `The disk of broker ${broker} takes ${formatNumber(factor)} times longer for appends and flushes.`,
  DiskMended: ({ broker }) => `The disk of broker ${broker} is fast again.`,
  ClockSet: ({ node: name, offsetMs, driftPpm }) =>
    `The clock of ${node(name)} ${
      offsetMs === 0
        ? 'is right'
        : `is ${milliseconds(Math.abs(offsetMs))} ${offsetMs > 0 ? 'ahead' : 'behind'}`
    }${driftPpm === 0 ? '' : ` and ${driftPpm > 0 ? 'gains' : 'loses'} ${formatNumber(Math.abs(driftPpm))} µs a second`}.`,
  QuietTimePassed: ({ forMs, periods }) =>
    `For ${milliseconds(forMs)} nothing happened but heartbeats, empty fetches and checks: ${plural(periods, { one: '# period', other: '# periods' })}.`,

  QuorumStateChanged: ({ controller, state, epoch, leader }) =>
    QUORUM_STATES[state](`Controller ${controller}`, formatNumber(epoch), leader),
  VoteAnswered: ({ controller, candidate, epoch, preVote, granted, reason }) =>
    `Controller ${controller} ${granted ? 'gave' : 'refused'} controller ${candidate} its ${preVote ? 'pre-vote' : 'vote'} in epoch ${formatNumber(epoch)}${
      reason === '' ? '' : `: ${VOTE_REFUSALS[reason]}`
    }.`,
  ControllerActivated: ({ controller, epoch }) =>
    `Controller ${controller} is the active controller in epoch ${formatNumber(epoch)}. All sessions of brokers begin anew.`,
  ControllerResigned: ({ controller, epoch, uncommitted }) =>
    `Controller ${controller} is the active controller of epoch ${formatNumber(epoch)} no more${
      uncommitted > 0 ? `, and undid ${records(uncommitted)} that were not committed` : ''
    }.`,
  MetadataTruncated: ({ controller, from, to, reason }) =>
    `Controller ${controller} truncated __cluster_metadata from ${formatNumber(from)} to ${formatNumber(to)}: ${TRUNCATION_REASONS[reason]}.`,
  MetadataSnapshotCreated: ({ controller, endOffset, epoch, records: count, reason }) =>
    `Controller ${controller} made a snapshot of __cluster_metadata up to offset ${formatNumber(endOffset)} of epoch ${formatNumber(epoch)}, ${records(count)}: ${SNAPSHOT_REASONS[reason]}.`,
  MetadataLogCleaned: ({ controller, from, to, snapshots }) =>
    `Controller ${controller} deleted ${plural(snapshots, { one: '# old snapshot', other: '# old snapshots' })}: its __cluster_metadata begins at offset ${formatNumber(to)}, no more at ${formatNumber(from)}.`,
  MetadataSnapshotFetched: ({ node: behind, leader, endOffset, epoch, logEndOffset }) =>
    `The log of ${node(behind)} ends at offset ${formatNumber(logEndOffset)}; controller ${leader} sent it to the snapshot up to offset ${formatNumber(endOffset)} of epoch ${formatNumber(epoch)}.`,
  MetadataSnapshotLoaded: ({ node: loader, endOffset, epoch }) =>
    `${subject(loader)} loaded the snapshot of __cluster_metadata up to offset ${formatNumber(endOffset)} of epoch ${formatNumber(epoch)}, and goes on with the records after it.`,

  BrokerRegistered: ({ broker, brokerEpoch, cleanShutdown }) =>
    `Broker ${broker} registered with broker epoch ${formatNumber(brokerEpoch)}, after ${cleanShutdown ? 'a clean' : 'an unclean'} shutdown.`,
  BrokerRegistrationRefused: ({ broker, error }) =>
    `Controller refused the registration of broker ${broker}: ${error}.`,
  BrokerFenced: ({ broker, silentForMs }) =>
    silentForMs > 0
      ? `Controller fenced broker ${broker}, silent for ${milliseconds(silentForMs)}.`
      : `Controller fenced broker ${broker}.`,
  BrokerUnfenced: ({ broker }) => `Controller unfenced broker ${broker}.`,
  BrokerInControlledShutdown: ({ broker }) =>
    `Controller moves leaders away from broker ${broker}, which shuts down.`,
  LeaderElected: ({ partition, leader, previousLeader, leaderEpoch, clean }) =>
    `Broker ${leader} was elected leader of ${partition}, epoch ${formatNumber(leaderEpoch)}${
      previousLeader >= 0 && previousLeader !== leader ? `, after broker ${previousLeader}` : ''
    }${clean ? '' : ', from outside the ISR (unclean)'}.`,
  PartitionOffline: ({ partition, previousLeader, leaderEpoch }) =>
    `${partition} has no leader (−1), epoch ${formatNumber(leaderEpoch)}${
      previousLeader >= 0 ? `: broker ${previousLeader} is gone and nobody may follow it` : ''
    }.`,
  IsrShrunk: ({ partition, isr, removed, elr }) =>
    `${capital(brokers(removed))} left the ISR of ${partition}: ISR ${set(isr)}${elr.length > 0 ? `, ELR ${set(elr)}` : ''}.`,
  IsrExpanded: ({ partition, isr, added }) =>
    `${capital(brokers(added))} joined the ISR of ${partition}: ISR ${set(isr)}.`,
  AlterPartitionFailed: ({ partition, broker, error }) =>
    `Controller refused the ISR that broker ${broker} asked for on ${partition}: ${error}.`,
  ConfigAltered: ({ resource, name, value }) => `${name} of ${owner(resource)} is now ${value}.`,
  ConfigRemoved: ({ resource, name }) => `${name} of ${owner(resource)} is not set any more.`,
  TopicCreated: ({ topic, partitions, replicationFactor }) =>
    `Topic ${topic} was created: ${plural(partitions, { one: '# partition', other: '# partitions' })}, replication factor ${replicationFactor}.`,
  TopicDeleted: ({ topic }) => `Topic ${topic} was deleted.`,
  PartitionsCreated: ({ topic, added, partitions }) =>
    `Topic ${topic} got ${plural(added, { one: '# partition', other: '# partitions' })} more and has ${partitions}.`,
  ReassignmentStarted: ({ partition, replicas, adding, removing }) => {
    const parts = [
      adding.length > 0 ? `${brokers(adding)} to come` : '',
      removing.length > 0 ? `${brokers(removing)} to go` : '',
    ].filter((part) => part !== '');
    return `Reassignment of ${partition} to ${set(replicas)} began${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`;
  },
  ReassignmentCompleted: ({ partition, replicas }) =>
    `Reassignment of ${partition} is complete: replicas ${set(replicas)}.`,
  ReassignmentCancelled: ({ partition, replicas }) =>
    `Reassignment of ${partition} was cancelled: replicas ${set(replicas)}.`,
  BrokerUnregistered: ({ broker }) => `Broker ${broker} was unregistered: the cluster no longer knows it.`,
  AdminRequestThrottled: ({ request, resource, accepted, throttleMs }) =>
    `The client of ${request} for ${owner(resource)} is over its controller_mutation_rate: ${
      accepted ? 'it was served, and waits' : 'it may come again in'
    } ${milliseconds(throttleMs)}.`,
  AdminRequestFailed: ({ request, resource, error, message }) =>
    `${request} failed for ${owner(resource)}: ${error}${message === '' ? '.' : `. ${message}`}`,

  RecordsDeleted: ({ partition, broker, lowWatermark }) =>
    `Broker ${broker} answered DeleteRecords: no replica of ${partition} has records before ${formatNumber(lowWatermark)} any more.`,
  LogCreated: ({ partition, broker }) => `Broker ${broker} created a log for ${partition}.`,
  LogDeleted: ({ partition, broker }) => `Broker ${broker} deleted its log of ${partition}.`,
  SegmentRolled: ({ partition, broker, baseOffset, closed, sizeBytes }) =>
    `Broker ${broker} rolled segment ${formatNumber(closed)} of ${partition} (${bytes(sizeBytes)}): the active one begins at ${formatNumber(baseOffset)}.`,
  SegmentsDeleted: ({ partition, broker, reason, baseOffsets, sizeBytes }) =>
    `Broker ${broker} deleted ${segments(baseOffsets)} of ${partition} (${bytes(sizeBytes)}): ${RETENTION_REASONS[reason]}.`,
  SegmentFilesDeleted: ({ partition, broker, baseOffsets, sizeBytes }) =>
    `The files of ${segments(baseOffsets)} of ${partition} are gone from the disk of broker ${broker}: ${bytes(sizeBytes)} are free.`,
  LogCleaningStarted: ({
    partition,
    broker,
    firstDirtyOffset,
    firstUncleanableOffset,
    dirtyPercent,
    isForced,
  }) =>
    `The log cleaner of broker ${broker} took ${partition}: offsets ${formatNumber(firstDirtyOffset)} to ${formatNumber(firstUncleanableOffset - 1)} are dirty, ${dirtyPercent} % of the bytes${
      isForced ? ', and some have waited for longer than max.compaction.lag.ms' : ''
    }.`,
  LogCleaned: ({
    partition,
    broker,
    firstDirtyOffset,
    endOffset,
    segmentsBefore,
    segmentsAfter,
    recordsBefore,
    recordsAfter,
    sizeBytesBefore,
    sizeBytesAfter,
    tombstonesRemoved,
  }) =>
    `Broker ${broker} cleaned ${partition} (dirty section [${formatNumber(firstDirtyOffset)}, ${formatNumber(endOffset)})): ${formatNumber(recordsAfter)} of ${records(recordsBefore)} are left, ${formatNumber(sizeBytesAfter)} of ${bytes(sizeBytesBefore)}, in ${plural(segmentsAfter, { one: '# segment', other: '# segments' })} where there were ${formatNumber(segmentsBefore)}${
      tombstonesRemoved > 0
        ? `; ${plural(tombstonesRemoved, { one: '# tombstone', other: '# tombstones' })} went`
        : ''
    }.`,
  LogStartOffsetIncremented: ({ partition, broker, from, to, reason }) =>
    `Broker ${broker} moved the log start of ${partition} from ${formatNumber(from)} to ${formatNumber(to)}: ${LOG_START_REASONS[reason]}.`,
  LogDirFailed: ({ broker, logDir }) =>
    `Log directory ${logDir} of broker ${broker} failed: its replicas there are offline.`,
  DiskFull: ({ broker, logDir, partition, neededBytes, freeBytes }) =>
    `Broker ${broker} could not write ${bytes(neededBytes)} of ${partition}: No space left on device, ${bytes(freeBytes)} are free in ${logDir}.`,
  DiskResized: ({ broker, logDir, capacityBytes }) =>
    capacityBytes < 0
      ? `The disk under ${logDir} of broker ${broker} has room without end.`
      : `The disk under ${logDir} of broker ${broker} has room for ${bytes(capacityBytes)}.`,
  SegmentCopied: ({ partition, broker, baseOffset, sizeBytes }) =>
    `Broker ${broker} copied segment ${formatNumber(baseOffset)} of ${partition} to remote storage (${bytes(sizeBytes)}).`,
  RemoteSegmentsDeleted: ({ partition, broker, reason, baseOffsets, sizeBytes }) =>
    `Broker ${broker} deleted ${segments(baseOffsets)} of ${partition} from remote storage (${bytes(sizeBytes)}): ${RETENTION_REASONS[reason]}.`,
  LogFlushed: ({ partition, broker, from, to, reason }) =>
    `Broker ${broker} flushed ${partition} to its disk from ${formatNumber(from)} up to ${formatNumber(to)}: ${FLUSH_REASONS[reason]}.`,
  LogRecoveryStarted: ({ broker, logs, segments, sizeBytes }) =>
    `Broker ${broker} found no clean shutdown file and recovers ${logCount(logs)}: ${segmentCount(segments)} with ${bytes(sizeBytes)}.`,
  LogRecovered: ({ partition, broker, segments, sizeBytes, tookMs, tornBytes }) =>
    `Broker ${broker} recovered ${partition}: ${segmentCount(segments)} with ${bytes(sizeBytes)} in ${milliseconds(tookMs)}.${tornBytes === undefined ? '' : ` Of its last batch only ${bytes(tornBytes)} were on the disk: it is not whole, so the log was cut before it.`}`,

  ClientQuotaAltered: ({ entity, key, value }) =>
    value === null
      ? `${key} of ${entity} was removed.`
      : `${key} of ${entity} is now ${formatNumber(value)}.`,
  ClientThrottled: ({ client, broker, quota, throttleMs }) =>
    `${subject(client)} is over its ${quota}: broker ${broker} reads nothing more from it for ${milliseconds(throttleMs)}.`,

  BecameLeader: ({ partition, broker, leaderEpoch, startOffset }) =>
    `Broker ${broker} leads ${partition} in epoch ${formatNumber(leaderEpoch)} from offset ${formatNumber(startOffset)}.`,
  BecameFollower: ({ partition, broker, leader, leaderEpoch }) =>
    `Broker ${broker} follows ${leader < 0 ? 'nobody' : `broker ${leader}`} on ${partition} in epoch ${formatNumber(leaderEpoch)}.`,
  CoordinatorLoaded: ({ broker, partition, leaderEpoch, records, tookUs }) =>
    `Broker ${broker} coordinates what ${partition} holds, in leader epoch ${formatNumber(leaderEpoch)}: it read ${plural(records, { one: '# record', other: '# records' })} in ${formatDuration(tookUs)}.`,
  CoordinatorUnloaded: ({ broker, partition }) =>
    `Broker ${broker} leads ${partition} no more, and coordinates nothing of what it holds.`,
  TransactionStateChanged: ({ broker, transactionalId, from, to, producerId, producerEpoch, partitions }) =>
    `${transactionalId} is ${to} on its coordinator, broker ${broker}; it was ${from}. Producer ${formatNumber(producerId)}, epoch ${formatNumber(producerEpoch)}, ${plural(partitions, { one: '# partition', other: '# partitions' })}.`,
  TransactionRefused: ({ broker, transactionalId, request, error }) =>
    `Broker ${broker} refused ${request} for ${transactionalId}: ${error}.`,
  ProducerFenced: ({ broker, transactionalId, producerId, producerEpoch, cause, openForMs }) =>
    cause === 'InitProducerId'
      ? `Broker ${broker} fenced epoch ${formatNumber(producerEpoch)} of producer ${formatNumber(producerId)}: another producer with the transactional.id ${transactionalId} has begun, and the open transaction is aborted.`
      : `Broker ${broker} fenced epoch ${formatNumber(producerEpoch)} of producer ${formatNumber(producerId)}: the transaction of ${transactionalId} has been open for ${milliseconds(openForMs)}, longer than its transaction.timeout.ms, and is aborted.`,
  TxnMarkersSent: ({ broker, target, transactionalId, producerId, producerEpoch, result, partitions }) =>
    `Broker ${broker} sent broker ${target} the ${result} marker of ${transactionalId} for ${plural(partitions, { one: '# partition', other: '# partitions' })}: producer ${formatNumber(producerId)}, epoch ${formatNumber(producerEpoch)}.`,
  TxnMarkerRefused: ({ broker, transactionalId, partition, error }) =>
    `The marker of ${transactionalId} that broker ${broker} sent was not written to ${partition}: ${error}.`,
  TransactionalIdExpired: ({ broker, transactionalId }) =>
    `Broker ${broker} forgot ${transactionalId}: nobody had used it for transactional.id.expiration.ms.`,
  SharePartitionLoaded: ({ group, partition, broker, startOffset, inFlight }) =>
    `Broker ${broker} read the share state of group ${group} on ${partition}: SPSO ${formatNumber(startOffset)}, ${plural(inFlight, { one: '# record', other: '# records' })} in flight.`,
  ShareRecordsAcquired: ({ group, member, partition, baseOffset, count, deliveryCount }) =>
    `Member ${member} of share group ${group} acquired ${offsets(baseOffset, count)} of ${partition}, delivery ${formatNumber(deliveryCount)}.`,
  ShareRecordsAcknowledged: ({ group, member, partition, baseOffset, count, type }) =>
    `Member ${member} of share group ${group} acknowledged ${offsets(baseOffset, count)} of ${partition}: ${type}.`,
  ShareAcknowledgementRefused: ({ group, member, broker, partition, error }) =>
    `Broker ${broker} refused an acknowledgement of member ${member} of share group ${group} on ${partition}: ${error}.`,
  AcquisitionLockTimedOut: ({ group, partition, baseOffset, count, deliveryCount }) =>
    `The acquisition lock of share group ${group} on ${offsets(baseOffset, count)} of ${partition} timed out after delivery ${formatNumber(deliveryCount)}.`,
  ShareRecordsArchived: ({ group, partition, baseOffset, count, deliveryCount, reason }) =>
    `${plural(count, { one: '# record', other: '# records' })} of ${partition} from offset ${formatNumber(baseOffset)} on ${count === 1 ? 'was' : 'were'} archived in share group ${group} after delivery ${formatNumber(deliveryCount)}: ${reason}.`,
  ShareStartOffsetMoved: ({ group, partition, from, to }) =>
    `SPSO of share group ${group} on ${partition} moved from ${formatNumber(from)} to ${formatNumber(to)}.`,
  ShareSessionClosed: ({ group, member, broker, reason }) =>
    `Broker ${broker} ended the share session of member ${member} of group ${group}${reason === 'disconnected' ? ', whose connection had ended' : ''}: what it held was released.`,
  SharePartitionsAssigned: ({ consumer, group, memberEpoch, partitions }) =>
    `${consumer} may fetch ${partitions.length === 0 ? 'nothing' : joinAnd(partitions)} in share group ${group}, epoch ${formatNumber(memberEpoch)}.`,
  ShareAcknowledgementFailed: ({ consumer, group, partition, records, error }) =>
    `Share consumer ${consumer} was told that its acknowledgement of ${plural(records, { one: '# record', other: '# records' })} of ${partition} in group ${group} failed: ${error}.`,
  GroupStateChanged: ({ group, state, generation, members, reason }) =>
    `Group ${group} is ${state}, generation ${formatNumber(generation)}, with ${plural(members, { one: '# member', other: '# members' })}: ${reason}.`,
  GroupRequestRefused: ({ request, group, member, broker, error }) =>
    `Broker ${broker} answered ${request}${member === '' ? '' : ` of ${member}`} in group ${group}: ${error}.`,
  GroupMemberRemoved: ({ group, member, generation, reason }) =>
    `Group ${group} lost member ${member} in generation ${formatNumber(generation)}: ${MEMBER_REMOVALS[reason]}.`,
  StaticMemberReplaced: ({ group, instance, member, replaced }) =>
    `In group ${group} a new process took the place of static member ${instance}: ${member} stands for ${replaced}, which is fenced.`,
  OffsetCommitted: ({ group, partition, offset }) =>
    `Group ${group} committed offset ${formatNumber(offset)} of ${partition}.`,
  OffsetExpired: ({ group, partition, offset }) =>
    `The offset ${formatNumber(offset)} that group ${group} had committed of ${partition} expired.`,
  GroupDeleted: ({ group, reason }) =>
    reason === 'expired'
      ? `Group ${group} is gone: it has no members, and no offsets any more.`
      : `Group ${group} was deleted.`,
  RecordsAppended: ({ partition, broker, role, baseOffset, count }) =>
    role === 'leader'
      ? `Broker ${broker} appended ${offsets(baseOffset, count)} to ${partition}.`
      : `Broker ${broker} replicated ${offsets(baseOffset, count)} of ${partition}.`,
  TxnMarkerAppended: ({ partition, broker, offset, producerId, producerEpoch, marker }) =>
    `Broker ${broker} appended the ${marker} marker of producer id ${producerId}, epoch ${producerEpoch}, to ${partition} at offset ${formatNumber(offset)}.`,
  LastStableOffsetAdvanced: ({ partition, to }) =>
    `Last stable offset of ${partition} rose to ${formatNumber(to)}.`,
  HighWatermarkAdvanced: ({ partition, broker, role, to }) =>
    role === 'leader'
      ? `High watermark of ${partition} rose to ${formatNumber(to)}.`
      : `Broker ${broker} heard of high watermark ${formatNumber(to)} of ${partition}.`,
  LogTruncated: ({ partition, broker, from, to, reason }) =>
    `Broker ${broker} truncated ${partition} from ${formatNumber(Math.max(from, to))} to ${formatNumber(Math.min(from, to))}: ${TRUNCATION_REASONS[reason]}.`,
  FetchFailed: ({ partition, broker, leader, error }) =>
    error === 'IOException'
      ? `The Fetch of broker ${broker} for ${partition} has no answer: IOException, connection to ${leader} failed or was disconnected before the response was read.`
      : `Broker ${leader} refused the Fetch of broker ${broker} for ${partition}: ${error}.`,

  ProduceRefused: ({ broker, producer, correlationId, error, isrSize, minIsr }) =>
    `Broker ${broker} refused Produce #${correlationId} from ${node(producer)}: ${error}.${
      error === 'NOT_ENOUGH_REPLICAS' ? ` ${isrSize} in sync, minimum ${minIsr}. Nothing was stored.` : ''
    }`,
  ProduceParked: ({ broker, correlationId, requiredOffset }) =>
    `Produce #${correlationId} waits on broker ${broker} for the high watermark to reach ${formatNumber(requiredOffset)}.`,
  ProduceTimedOut: ({ broker, correlationId, requiredOffset }) =>
    `Produce #${correlationId} timed out on broker ${broker}: the high watermark did not reach ${formatNumber(requiredOffset)}. The records are in the log.`,
  DuplicateBatchFound: ({ broker, producer, baseOffset, count }) =>
    `Broker ${broker} had ${offsets(baseOffset, count)} from ${node(producer)} already and stored nothing twice.`,

  RecordsAcknowledged: ({ producer, partition, count, baseOffset, latencyMs }) =>
    `${node(producer)} was told success for ${records(count)} of ${partition}${
      baseOffset >= 0 ? ` at ${offsets(baseOffset, count)}` : ' (offset −1)'
    }, after ${milliseconds(latencyMs)}.`,
  RecordsFailed: (event) => {
    const { producer, partition, count, error } = event;
    const message = kafkaException(event);
    return `${node(producer)} gave up ${records(count)} of ${partition}: ${error}.${message === null ? '' : ` ${message}`}`;
  },
  ProduceRetried: ({ producer, count, attempt, error, backoffMs }) =>
    `${node(producer)} will send ${records(count)} again in ${milliseconds(backoffMs)}, attempt ${attempt}, after ${error}.`,
  BatchSplit: ({ producer, partition, count, sizeBytes, parts }) =>
    parts === 1
      ? `${node(producer)} sends a batch of ${partition} again as it is: its ${sizeBytes} bytes are too many for the broker, and not more than batch.size.`
      : `${node(producer)} split a batch of ${partition} that is too large for the broker: ${records(count)}, ${sizeBytes} bytes, now in ${parts} batches.`,
  ProducerIdAssigned: ({ producer, producerId, producerEpoch }) =>
    `${node(producer)} got producer ID ${producerId}, epoch ${producerEpoch}.`,
  CoordinatorDiscovered: ({ client, keyType, key, broker }) =>
    `${node(client)} found out that broker ${broker} is the coordinator of ${keyType === 'GROUP' ? 'group' : 'transactional.id'} ${key}.`,
  TransactionalCallEnded: ({ producer, call, tookMs, error, cause }) =>
    error === 'NONE'
      ? `${call}() of ${node(producer)} returned${tookMs > 0 ? ` after ${milliseconds(tookMs)}` : ''}.`
      : `${call}() of ${node(producer)} threw ${errorWith(error, cause)}${tookMs > 0 ? ` after ${milliseconds(tookMs)}` : ''}.`,
  TransactionFailed: ({ producer, isFatal, error, cause }) =>
    isFatal
      ? `${node(producer)} is done for good, after ${errorWith(error, cause)}. It can only be closed.`
      : `The transaction of ${node(producer)} can only be aborted, after ${errorWith(error, cause)}.`,
  RecordsDelivered: ({ consumer, partition, baseOffset, count }) =>
    `${node(consumer)} read ${offsets(baseOffset, count)} of ${partition}.`,
  ShareOffsetAltered: ({ group, partition, offset }) =>
    offset < 0
      ? `Share group ${group} forgot where it begins in ${partition}.`
      : `Share group ${group} begins in ${partition} at ${formatNumber(offset)} from now on.`,
  PositionSought: ({ consumer, partition, from, to }) =>
    `${node(consumer)} sought ${partition} ${from >= 0 ? `from ${formatNumber(from)} ` : ''}to ${formatNumber(to)}.`,
  PartitionsPaused: ({ consumer, partitions }) =>
    `${node(consumer)} paused ${joinAnd(partitions)}: neither fetched nor returned from now on.`,
  PartitionsResumed: ({ consumer, partitions }) => `${node(consumer)} resumed ${joinAnd(partitions)}.`,
  ConsumerCallFailed: ({ consumer, call, partition, error }) =>
    `${node(consumer)} got ${error} from ${call}()${partition === '' ? '' : ` for ${partition}`}.`,
  OffsetReset: ({ consumer, partition, from, to }) =>
    `${node(consumer)} reset its position on ${partition} ${from >= 0 ? `from ${formatNumber(from)} ` : ''}to ${formatNumber(to)}.`,
  LogTruncationDetected: ({ consumer, partition, from, to }) =>
    to >= 0
      ? `${node(consumer)} found ${partition} truncated: it was at ${formatNumber(from)}, and the new leader’s log parts from what it read at ${formatNumber(to)}. It goes on from there.`
      : `${node(consumer)} found ${partition} truncated: the new leader knows nothing of what it read up to ${formatNumber(from)}. auto.offset.reset decides where it goes on.`,
  ReadReplicaChanged: ({ consumer, partition, broker, reason }) =>
    reason === 'PreferredReadReplica'
      ? `${node(consumer)} was told to read ${partition} from broker ${broker}, which is nearer.`
      : `${node(consumer)} went back to broker ${broker} for ${partition}: ${reason}.`,
  CoordinatorLost: ({ consumer, group, broker, reason }) =>
    `${node(consumer)} gave up broker ${broker} as coordinator of group ${group}: ${reason}.`,
  GroupRequestSent: ({ consumer, group, request }) => `${node(consumer)} sent ${request} for group ${group}.`,
  RejoinRequested: ({ consumer, group, reason }) =>
    `${node(consumer)} has to join group ${group} again: ${reason.replace(/\.$/, '')}.`,
  GroupJoined: ({ consumer, group, generation, protocol, isLeader }) =>
    `${node(consumer)} joined group ${group}, generation ${formatNumber(generation)}, assignor ${protocol}${isLeader ? '; as its leader it assigns' : ''}.`,
  MembershipChanged: ({ consumer, group, state, memberEpoch, reason }) =>
    `${node(consumer)} is ${state} in group ${group}, member epoch ${formatNumber(memberEpoch)}${reason === '' ? '' : `, after ${reason}`}.`,
  PartitionsAssigned: ({ consumer, generation, partitions }) =>
    partitions.length === 0
      ? `${node(consumer)} was assigned no more partitions in generation ${formatNumber(generation)}.`
      : `${node(consumer)} was assigned ${joinAnd(partitions)} in generation ${formatNumber(generation)}.`,
  PartitionsRevoked: ({ consumer, partitions }) => `${node(consumer)} revoked ${joinAnd(partitions)}.`,
  PartitionsLost: ({ consumer, partitions }) =>
    `${node(consumer)} lost ${joinAnd(partitions)}: another member may read there already.`,
  LeaveGroupSent: ({ consumer, group, reason }) =>
    `${node(consumer)} left group ${group}: ${reason.replace(/\.$/, '')}.`,
  PollIntervalExceeded: ({ consumer, sinceMs }) =>
    `${node(consumer)} has not called poll() for ${milliseconds(sinceMs)}, longer than max.poll.interval.ms.`,
  EventLoopBlocked: ({ consumer, sinceMs }) =>
    `${node(consumer)} could not send the heartbeat that was due: its handler has held the event loop for ${milliseconds(sinceMs)}.`,
  OffsetCommitAcknowledged: ({ consumer, partition, offset }) =>
    `${node(consumer)} was told that ${formatNumber(offset)} of ${partition} is committed.`,
  CommitLeftOut: ({ consumer, partition, position }) =>
    `A commit of ${consumer} left out ${partition}, whose position ${formatNumber(position)} is being validated against a new leader epoch.`,
  OffsetCommitFailed: ({ consumer, group, error }) =>
    `${node(consumer)} could not commit its offsets for group ${group}: ${error}.`,
  CommittedOffsetFetched: ({ consumer, group, partition, offset }) =>
    `${node(consumer)} goes on at ${formatNumber(offset)} of ${partition}, which group ${group} had committed.`,
  StoreWentDown: ({ store }) => `Database ${store} went down: it refuses everything.`,
  StoreCameBack: ({ store }) => `Database ${store} is back.`,
  StoreTransactionCommitted: ({ store, writer, inserted, repeated, offsets: kept, isAnswered }) =>
    `Database ${store} committed a transaction of ${node(writer)}: ${plural(inserted, { one: '# row', other: '# rows' })}${repeated > 0 ? `, and ${formatNumber(repeated)} that were there already` : ''}${kept > 0 ? ', with its offsets' : ''}.${isAnswered ? '' : ' The answer is lost.'}`,
  StoreTransactionRefused: ({ store, writer, error }) =>
    `Database ${store} refused a transaction of ${node(writer)}: ${error}${STORE_ERRORS[error] === undefined ? '' : `, ${STORE_ERRORS[error]}`}.`,
  StoreAnswerMissed: ({ consumer, store, afterMs }) =>
    `${node(consumer)} had no answer from database ${store} for ${milliseconds(afterMs)}, and does not know whether it committed.`,
  StoreWriterFenced: ({ consumer, store, token }) =>
    `${node(consumer)} showed database ${store} generation ${formatNumber(token)}, and another owner a later one: it lets go of what it has polled.`,
  StoredOffsetFetched: ({ consumer, store, partition, offset }) =>
    `${node(consumer)} goes on at ${formatNumber(offset)} of ${partition}, as database ${store} says.`,
  RecordWorkFailed: ({ consumer, partition, offset, attempt, error, retryInMs }) =>
    `${node(consumer)} failed at ${partition} offset ${formatNumber(offset)}, try ${formatNumber(attempt)}: ${error}.${retryInMs < 0 ? '' : ` Next try in ${milliseconds(retryInMs)}.`}`,
  RecordDeserializationFailed: ({ consumer, partition, offset, againInMs }) =>
    `${node(consumer)} got RecordDeserializationException from poll() at ${partition} offset ${formatNumber(offset)}.${againInMs < 0 ? '' : ` It polls again in ${milliseconds(againInMs)}.`}`,
  RecordForwarded: ({ consumer, partition, offset, topic, attempts, error }) =>
    `${node(consumer)} sent ${partition} offset ${formatNumber(offset)} to ${topic} after ${plural(attempts, { one: '# try', other: '# tries' })}: ${error}.`,
  RecordSkipped: ({ consumer, partition, offset, error }) =>
    `${node(consumer)} skipped ${partition} offset ${formatNumber(offset)}: ${error}.`,
  RetryPartitionPaused: ({ consumer, partition, offset, forMs }) =>
    `${node(consumer)} paused ${partition}: offset ${formatNumber(offset)} is due in ${milliseconds(forMs)}.`,
  LeaderLearned: ({ client, partition, leader, leaderEpoch }) =>
    `${subject(client)} learned that ${leader < 0 ? 'nobody' : `broker ${leader}`} leads ${partition}, epoch ${formatNumber(leaderEpoch)}.`,
  Disconnected: ({ client, broker, reason }) =>
    `${subject(client)} lost broker ${broker}: ${DISCONNECT_REASONS[reason]}.`,

  LinkCut: ({ between }) => `The link between ${node(between[0])} and ${node(between[1])} was cut.`,
  LinkCutOneWay: ({ between }) =>
    `Nothing from ${node(between[0])} reaches ${node(between[1])} any more; the other way is open.`,
  LinkSlowed: ({ between, oneWay }) =>
    `The link ${oneWay ? `from ${node(between[0])} to ${node(between[1])}` : `between ${node(between[0])} and ${node(between[1])}`} became slow.`,
  LinkMended: ({ between }) => `The link between ${node(between[0])} and ${node(between[1])} was mended.`,
  ConnectionsReset: ({ between }) =>
    `The connections between ${node(between[0])} and ${node(between[1])} were reset: what was under way on them is lost.`,
  RpcLost: ({ rpc, source, target, correlationId }) =>
    `${rpc} #${correlationId} from ${node(source)} to ${node(target)} was lost on the way.`,

  QueueBrokerStarted: ({ queueBroker }) => `The queue broker ${node(queueBroker)} started.`,
  QueueBrokerKilled: ({ queueBroker }) => `The process of the queue broker ${node(queueBroker)} was killed.`,
  QueueClientChanged: ({ client, state }) =>
    `${node(client)} ${state === 'running' ? 'started' : state === 'closed' ? 'closed its connection' : 'was killed'}.`,
  MessagePublished: ({ publisher, message, exchange, routingKey, queues, refusals }) =>
    `${publisher} published message ${formatNumber(message)} with key ${routingKey} to ${exchange === '' ? 'the default exchange' : `exchange ${exchange}`}: ${
      queues + refusals === 0
        ? 'no queue is bound for it'
        : plural(queues, { one: '# queue', other: '# queues' })
    }${refusals === 0 ? '' : `, refused by ${formatNumber(refusals)} that ${refusals === 1 ? 'is' : 'are'} full`}.`,
  MessageDelivered: ({ consumer, queue, message, redelivered }) =>
    `${queue} ${redelivered ? 'delivered again' : 'delivered'} message ${formatNumber(message)} to ${node(consumer)}.`,
  MessageAcked: ({ consumer, queue, message, overtaken }) =>
    `${node(consumer)} acknowledged message ${formatNumber(message)}: ${queue} deleted it${overtaken ? ', after a newer one' : ''}.`,
  MessageRejected: ({ consumer, message, requeue }) =>
    `${node(consumer)} rejected message ${formatNumber(message)}, ${requeue ? 'to be queued again' : 'for good'}.`,
  MessagesRequeued: ({ consumer, queue, count }) =>
    `${node(consumer)} is gone: ${plural(count, { one: '# unacknowledged message is', other: '# unacknowledged messages are' })} ready again in ${queue}.`,
  MessageDeadLettered: ({ queue, message, reason, to }) =>
    `Message ${formatNumber(message)} left ${queue} ${QUEUE_EXITS[reason]}, ${to.length === 0 ? 'and is gone' : `and went to ${joinAnd(to)}`}.`,
  MessagesLost: ({ queue, count }) =>
    `${plural(count, { one: '# message', other: '# messages' })} of ${queue} had been in memory only, and ${count === 1 ? 'is' : 'are'} lost.`,

  InvariantBroken: ({ invariant, detail }) => `The simulator broke its own rule ${invariant}: ${detail}.`,
};
