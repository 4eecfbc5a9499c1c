import { describeQuorum } from '../../src/bridge/describeQuorum.ts';
import { Broker } from '../../src/engine/broker/Broker.ts';
import { Producer } from '../../src/engine/client/producer/Producer.ts';
import type { TraceSink } from '../../src/engine/cluster/Cluster.ts';
import { isAdminKind } from '../../src/engine/cluster/adminRequests.ts';
import { controllerOf, replicasByPartition } from '../../src/engine/cluster/ledger.ts';
import { Run } from '../../src/engine/cluster/Run.ts';
import { RangeSet } from '../../src/engine/kernel/RangeSet.ts';
import type { PartitionRegistration } from '../../src/engine/metadata/PartitionRegistration.ts';
import type { MetadataRecord } from '../../src/engine/metadata/records.ts';
import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import { offsetDeltaOf, recordCountOf, runsOf } from '../../src/engine/storage/BatchContents.ts';
import type { LogSegment } from '../../src/engine/storage/LogSegment.ts';
import type { RecordBatch } from '../../src/engine/storage/RecordBatch.ts';
import type { UnifiedLog } from '../../src/engine/storage/UnifiedLog.ts';
import type { Scenario } from '../../src/scenario/Scenario.ts';
import type { TraceEvent } from '../../src/shared/traceEvents.ts';
import { MICROS_PER_MILLI } from '../../src/shared/units.ts';
import type { TopicPartition } from '../../src/shared/units.ts';
import { groupsOf } from '../recording/groupsOf.ts';
import { isInternalTopic } from '../recording/isInternalTopic.ts';
import { quietInstantsOf } from '../recording/quietInstants.ts';
import { joinOutcomes, joinReads } from '../recording/joinNeighbours.ts';
import { committedOf } from './committedOf.ts';
import type {
  RecordedCommit,
  CleanedRecords,
  MetadataFields,
  Observations,
  RecordedBatch,
  RecordedCommand,
  RecordedConsumerEvent,
  RecordedLog,
  RecordedMetadata,
  RecordedOutcome,
  RecordedPartition,
  RecordedReplica,
  RecordedSegment,
  RecordedTransactionalCall,
} from '../recording/Recording.ts';

/**
 * Runs a scenario on the engine and sees of it what a recording sees of Kafka.
 *
 * @param looksAtMs when the replicas are looked at: the quiet instants of the scenario as it was recorded.
 */
export function observeRun(
  scenario: Scenario,
  looksAtMs: readonly number[] = quietInstantsOf(scenario),
  rules: Rules = kafkaRules,
): Observations {
  const observer = new RunObserver(scenario, looksAtMs, rules);
  return observer.toEnd();
}

class RunObserver implements TraceSink {
  private readonly run: Run;
  private readonly scenario: Scenario;
  private readonly commands: {
    kind: string;
    t: number;
    done: number | null;
    answer?: string | Record<string, string>;
  }[] = [];
  private readonly metadata: RecordedMetadata[] = [];
  private readonly refused: [number, number, string][] = [];
  private readonly lastRefused = new Map<number, string>();
  private readonly outcomes = new Map<string, RecordedOutcome[]>();
  private readonly calls = new Map<string, RecordedTransactionalCall[]>();
  private readonly reads = new Map<string, RecordedConsumerEvent[]>();
  private readonly replicas: RecordedReplica[] = [];
  private readonly looksAtMs: readonly number[];
  private readonly told = new Map<string, RangeSet>();
  private metadataEnd: number;
  /** The entries of the metadata log since the start, up to `metadataEnd`. */
  private readonly seen: { readonly epoch: number; readonly isTold: boolean }[] = [];
  private handled: TraceEvent[] = [];

  constructor(scenario: Scenario, looksAtMs: readonly number[], rules: Rules) {
    this.scenario = scenario;
    this.looksAtMs = looksAtMs;
    this.run = new Run(scenario, [], rules);
    this.run.cluster.sink = this;
    this.metadataEnd = this.log()?.endOffset ?? 0;
  }

  row(_timeUs: number, _seq: number, _causeSeq: number, event: TraceEvent): void {
    this.handled.push(event);
  }

  toEnd(): Observations {
    const { run, scenario } = this;
    const before = this.partitionsNow();
    const untilUs = scenario.untilUs ?? 0;
    run.start();
    this.look();
    for (const atMs of this.looksAtMs) {
      this.stepUntil(atMs * MICROS_PER_MILLI);
      this.lookAtReplicas(atMs);
    }
    this.stepUntil(untilUs);
    run.settle();
    this.look();
    return {
      commands: this.commandResults(),
      before,
      metadata: this.metadata,
      refusedRegistrations: this.refused,
      producers: Object.fromEntries(
        scenario.producers.map(({ clientId }) => [
          clientId,
          {
            handedOver: this.handedOver(clientId),
            outcomes: joinOutcomes(this.outcomes.get(clientId) ?? []),
            ...(this.calls.has(clientId) ? { transactions: this.calls.get(clientId) ?? [] } : {}),
          },
        ]),
      ),
      consumers: Object.fromEntries(
        scenario.consumers.map(({ clientId }) => [clientId, joinReads(this.reads.get(clientId) ?? [])]),
      ),
      ...(groupsOf(scenario).length === 0 ? {} : { committed: this.committed() }),
      logs: this.logs(),
      replicas: this.replicas,
      quorum:
        describeQuorum(this.run.cluster)
          ?.replication.map(({ nodeId, status }) => [nodeId, status] as const)
          .sort(([a], [b]) => a - b) ?? null,
    };
  }

  private get nowMs(): number {
    return Math.round(this.run.cluster.nowUs / 1000);
  }

  /** What came of one event. */
  private look(): void {
    this.lookAtMetadata();
    for (const event of this.handled.splice(0)) this.hear(event);
  }

  private log() {
    return controllerOf(this.run.cluster)?.raft.log;
  }

  private lookAtMetadata(): void {
    const log = this.log();
    if (!log) return;
    // What a deposed controller had not committed is undone, and never was. Logs that end one epoch at the same place are the same up to there.
    for (let last = this.seen.at(-1); last; last = this.seen.at(-1)) {
      if (this.metadataEnd <= log.endOffset && log.entries.at(this.metadataEnd - 1).epoch === last.epoch)
        break;
      if (last.isTold) this.metadata.pop();
      this.seen.pop();
      this.metadataEnd -= 1;
    }
    for (; this.metadataEnd < log.endOffset; this.metadataEnd++) {
      const { record, epoch } = log.entryAt(this.metadataEnd);
      const recorded = isOfInternalTopic(record) ? null : recordedMetadata(record, epoch);
      if (recorded) this.metadata.push([this.nowMs, ...recorded]);
      this.seen.push({ epoch, isTold: recorded !== null });
    }
  }

  private hear(event: TraceEvent): void {
    switch (event.kind) {
      case 'RecordsAcknowledged':
        this.tellOutcome(event.producer, event.partition, 'acked', event.baseOffset);
        return;
      case 'RecordsFailed':
        this.tellOutcome(event.producer, event.partition, 'failed', event.error);
        return;
      case 'ConsumerFailed':
        listOf(this.reads, event.consumer).push(['failed', this.nowMs, event.error]);
        return;
      case 'ConsumerCallFailed':
        listOf(this.reads, event.consumer).push(['failed', this.nowMs, event.error]);
        return;
      case 'ShareAcknowledgementFailed':
        listOf(this.reads, event.consumer).push(['failed', this.nowMs, CLASS_OF[event.error] ?? event.error]);
        return;
      case 'PartitionsAssigned':
        this.tellAssignment('assigned', event.consumer, event.partitions);
        return;
      case 'PartitionsRevoked':
        this.tellAssignment('revoked', event.consumer, event.partitions);
        return;
      case 'PartitionsLost':
        this.tellAssignment('lost', event.consumer, event.partitions);
        return;
      case 'TransactionalCallEnded':
        listOf(this.calls, event.producer).push([
          event.call,
          this.nowMs,
          ERROR_OF[event.error] ?? event.error,
        ]);
        return;
      case 'RecordsDelivered':
        listOf(this.reads, event.consumer).push([
          'read',
          this.nowMs,
          event.partition,
          event.baseOffset,
          event.count,
        ]);
        return;
      case 'BrokerStarted':
        this.lastRefused.delete(event.broker);
        return;
      case 'BrokerRegistrationRefused':
        if (this.lastRefused.get(event.broker) === event.error) return;
        this.lastRefused.set(event.broker, event.error);
        this.refused.push([this.nowMs, event.broker, event.error]);
        return;
      case 'CommandApplied':
        this.commands.push({ kind: event.command, t: this.nowMs, done: this.nowMs });
        return;
      case 'AdminRequestFailed': {
        const command = this.commands.at(-1);
        if (!command) return;
        // The tool says no code.
        if (event.request === 'ResetOffsets') {
          command.answer = event.message;
          return;
        }
        command.answer =
          event.resource.includes('-') || typeof command.answer === 'object'
            ? { ...(typeof command.answer === 'object' ? command.answer : {}), [event.resource]: event.error }
            : event.error;
        return;
      }
      default:
    }
  }

  private tellAssignment(
    what: 'assigned' | 'revoked' | 'lost',
    consumer: string,
    partitions: readonly TopicPartition[],
  ): void {
    listOf(this.reads, consumer).push([what, this.nowMs, [...partitions].sort()]);
  }

  /** What each group has committed, as the coordinator that leads its partition has it. */
  private committed(): Record<string, RecordedCommit[]> {
    const committed: Record<string, RecordedCommit[]> = {};
    for (const group of groupsOf(this.scenario)) committed[group] = committedOf(this.run.cluster, group);
    return committed;
  }

  /** The records that a callback has just told of: those that were not told before. */
  private tellOutcome(
    clientId: string,
    partition: TopicPartition,
    kind: 'acked' | 'failed',
    result: number | string,
  ): void {
    const producer = this.producer(clientId);
    const now = producer?.outcomes[kind].get(partition) ?? new RangeSet();
    const key = `${clientId}/${partition}/${kind}`;
    const before = this.told.get(key) ?? new RangeSet();
    const fresh = now.minus(before).flat;
    this.told.set(key, now.union(new RangeSet()));
    let offset = typeof result === 'string' ? (ERROR_OF[result] ?? result) : result;
    for (let i = 0; i < fresh.length; i += 2) {
      const first = fresh[i] as number;
      const count = (fresh[i + 1] as number) - first;
      listOf(this.outcomes, clientId).push([first, count, partitionIndex(partition), offset, this.nowMs]);
      if (typeof offset === 'number' && offset >= 0) offset += count;
    }
  }

  private producer(clientId: string): Producer | undefined {
    return this.run.cluster.state.nodes.find(
      (node): node is Producer => node instanceof Producer && node.clientId === clientId,
    );
  }

  private handedOver(clientId: string): number {
    const producer = this.producer(clientId);
    if (!producer) return 0;
    let total = 0;
    for (const partition of producer.accumulator.partitions)
      total += producer.accumulator.produced(partition);
    return total;
  }

  private stepUntil(timeUs: number): void {
    while (this.run.step(timeUs)) this.look();
    this.run.cluster.idleUntil(timeUs);
  }

  private lookAtReplicas(atMs: number): void {
    for (const topic of this.scenario.topics) {
      topic.partitions.forEach((_, index) => {
        const partition = `${topic.name}-${String(index)}`;
        const hosted = replicasByPartition(this.run.cluster).get(partition) ?? new Map<number, never>();
        for (const [broker, { log }] of [...hosted].sort(([a], [b]) => a - b))
          if (this.isReachable(broker))
            this.replicas.push([
              atMs,
              partition,
              broker,
              log.logEndOffset,
              log.highWatermark,
              log.logStartOffset,
            ]);
      });
    }
  }

  private isReachable(broker: number): boolean {
    const index = this.run.cluster.directory.brokers.get(broker);
    return (
      index !== undefined && this.run.cluster.node(index).isRunning() && !this.run.cluster.isPaused(index)
    );
  }

  private partitionsNow(): Record<string, RecordedPartition> {
    const partitions: Record<string, RecordedPartition> = {};
    for (const { topicPartition, registration } of controllerOf(
      this.run.cluster,
    )?.image.partitions.values() ?? [])
      partitions[topicPartition] = recordedPartition(registration);
    return partitions;
  }

  private commandResults(): RecordedCommand[] {
    return this.commands.map((command) =>
      isAdminKind(command.kind) || ANSWERED.has(command.kind) ? { answer: 'NONE', ...command } : command,
    );
  }

  private logs(): Record<string, Record<string, RecordedLog>> {
    const logs: Record<string, Record<string, RecordedLog>> = {};
    const { nodes } = this.run.cluster.state;
    const places = new Map(this.scenario.producers.map(({ clientId }, place) => [clientId, place]));
    const placeOf = (origin: number) => {
      const node = nodes[origin];
      return node instanceof Producer ? (places.get(node.clientId) ?? -1) : -1;
    };
    for (const node of nodes) {
      if (!(node instanceof Broker)) continue;
      for (const [topicPartition, { log, topic }] of node.partitions) {
        if (isInternalTopic(topic)) continue;
        const batches: RecordBatch[] = [];
        for (let i = 0; i < log.batchCount; i++) batches.push(log.batchAt(i));
        const cleaned = cleanedRecords(batches);
        const ofPartition = (logs[topicPartition] ??= {});
        ofPartition[String(node.id)] = {
          batches: batches.map((batch) => recordedBatch(batch, placeOf(batch.origin))),
          epochs: log.epochs.entries.map(({ epoch, startOffset }) => [epoch, startOffset] as const),
          checkpointedHighWatermark: null,
          ...(log.segments.length > 1 || log.segments.some(({ baseOffset }) => baseOffset > 0)
            ? { segments: log.segments.map((segment) => recordedSegment(segment, log)) }
            : {}),
          ...(cleaned === null ? {} : { cleaned }),
        };
      }
    }
    return logs;
  }
}

/** Exceptions that the driver has no error code for: it writes their class. */
const CLASS_OF: Readonly<Record<string, string>> = { UNKNOWN_SERVER_ERROR: 'UnknownServerException' };

/** Commands of the application that are answered beside the controller's. */
const ANSWERED: ReadonlySet<string> = new Set(['DeleteRecords', 'ResetOffsets']);

/** What a client calls an error of its own that has the class of an error of the protocol. */
const ERROR_OF: Readonly<Record<string, string>> = {
  TimeoutException: 'REQUEST_TIMED_OUT',
  RecordTooLargeException: 'MESSAGE_TOO_LARGE',
};

function recordedPartition(registration: PartitionRegistration): RecordedPartition {
  const {
    replicas,
    leader,
    leaderEpoch,
    partitionEpoch,
    isr,
    elr,
    lastKnownElr,
    addingReplicas,
    removingReplicas,
  } = registration;
  return {
    replicas,
    leader,
    leaderEpoch,
    partitionEpoch,
    isr,
    elr,
    lastKnownElr,
    adding: addingReplicas ?? [],
    removing: removingReplicas ?? [],
  };
}

function partitionFields(registration: PartitionRegistration): MetadataFields {
  const { elr, adding, removing, ...fields } = recordedPartition(registration);
  return {
    ...fields,
    eligibleLeaderReplicas: elr,
    addingReplicas: adding ?? [],
    removingReplicas: removing ?? [],
  };
}

function isOfInternalTopic(record: MetadataRecord): boolean {
  const topic =
    'topicPartition' in record
      ? record.topicPartition.slice(0, record.topicPartition.lastIndexOf('-'))
      : 'topic' in record
        ? record.topic
        : null;
  return topic !== null && isInternalTopic(topic);
}

/** A record of the engine's metadata log under the names of Kafka's; null: a recording does not have it. */
function recordedMetadata(record: MetadataRecord, epoch: number): [string, MetadataFields] | null {
  switch (record.kind) {
    case 'PartitionRecord':
      return [
        'PARTITION_RECORD',
        { topic: record.topic, partitionId: record.partition, ...partitionFields(record.registration) },
      ];
    case 'PartitionChangeRecord': {
      const dash = record.topicPartition.lastIndexOf('-');
      const topic = record.topicPartition.slice(0, dash);
      return [
        'PARTITION_CHANGE_RECORD',
        {
          topic,
          partitionId: partitionIndex(record.topicPartition),
          ...partitionFields(record.registration),
        },
      ];
    }
    case 'RegisterBrokerRecord':
      return ['REGISTER_BROKER_RECORD', { brokerId: record.broker }];
    case 'UnregisterBrokerRecord':
      return ['UNREGISTER_BROKER_RECORD', { brokerId: record.broker }];
    case 'BrokerRegistrationChangeRecord':
      return [
        'BROKER_REGISTRATION_CHANGE_RECORD',
        {
          brokerId: record.broker,
          ...(record.fenced === undefined ? {} : { fenced: record.fenced ? 1 : -1 }),
          ...(record.inControlledShutdown === true ? { inControlledShutdown: 1 } : {}),
        },
      ];
    case 'TopicRecord':
      return ['TOPIC_RECORD', { name: record.topic, topic: record.topic }];
    case 'RemoveTopicRecord':
      return ['REMOVE_TOPIC_RECORD', { topic: record.topic }];
    case 'ConfigRecord':
      return [
        'CONFIG_RECORD',
        {
          resourceType: record.topic === null ? 4 : 2,
          resourceName: record.topic ?? (record.broker === undefined ? '' : String(record.broker)),
          name: record.name,
          ...(record.value === null ? {} : { value: record.value }),
        },
      ];
    case 'LeaderChangeMessage':
      return ['LEADER_CHANGE', { leaderId: record.leaderId, epoch }];
    case 'FeatureLevelRecord':
    case 'ClientQuotaRecord':
    case 'ProducerIdsRecord':
    case 'NoOpRecord':
      return null;
  }
}

function recordedBatch(batch: RecordBatch, place: number): RecordedBatch {
  const { baseOffset, count, leaderEpoch, producerId, producerEpoch, baseSequence, firstOrdinal } = batch;
  const identity = [baseOffset, count, leaderEpoch, producerId, producerEpoch, baseSequence] as const;
  if (batch.marker) return [...identity, -1, -1, batch.marker.type === 'COMMIT' ? 'commit' : 'abort'];
  const flags = batch.isTransactional === true ? 'txn' : '';
  const told = isTold(batch) ? ([place, firstOrdinal] as const) : ([-1, -1] as const);
  const codec = batch.compression?.type;
  return codec === undefined
    ? [...identity, ...told, flags]
    : [...identity, ...told, flags, [codec, batch.sizeBytes]];
}

/**
 * A recording reads in a value which record it is: where no record with a value is left it cannot know, nor where values are no text that Kafka's tool
 * would print.
 */
function isTold(batch: RecordBatch): boolean {
  if (batch.values?.kind === 'random') return false;
  return batch.contents === undefined || recordCountOf(batch) > batch.contents.tombstones.length;
}

/** Which records are left; null of a log that has all of them, each with a value. */
function cleanedRecords(batches: readonly RecordBatch[]): CleanedRecords | null {
  const kept: [number, number][] = [];
  const tombstones: [number, number | null][] = [];
  let isWhole = true;
  for (const batch of batches) {
    const { baseOffset, count, contents } = batch;
    isWhole &&= recordCountOf(batch) === count;
    for (const [first, end] of runsOf(batch)) {
      const last = kept.at(-1);
      if (last?.[1] === baseOffset + first - 1) last[1] = baseOffset + end - 1;
      else kept.push([baseOffset + first, baseOffset + end - 1]);
    }
    for (const place of contents?.tombstones ?? [])
      tombstones.push([baseOffset + offsetDeltaOf(batch, place), contents?.deleteHorizonMs ?? null]);
  }
  return isWhole && tombstones.length === 0 ? null : { kept, tombstones };
}

function recordedSegment(segment: LogSegment, log: UnifiedLog): RecordedSegment {
  const { baseOffset, sizeBytes } = segment;
  const { offsetIndex, timeIndex } = log.filesOf(segment).indexes;
  return {
    baseOffset,
    sizeBytes,
    offsetIndex: offsetIndex.map(({ offset, position }) => [offset, position] as const),
    timeIndex: timeIndex.map(({ timestampMs, offset }) => [timestampMs, offset] as const),
  };
}

function partitionIndex(topicPartition: TopicPartition): number {
  return Number(topicPartition.slice(topicPartition.lastIndexOf('-') + 1));
}

function listOf<T>(map: Map<string, T[]>, key: string): T[] {
  let list = map.get(key);
  if (!list) map.set(key, (list = []));
  return list;
}
