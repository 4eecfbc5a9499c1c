import { Broker } from '../broker/Broker.ts';
import type { Partition } from '../broker/Partition.ts';
import { Consumer } from '../client/consumer/Consumer.ts';
import { Producer } from '../client/producer/Producer.ts';
import { Controller } from '../controller/Controller.ts';
import { RangeSet } from '../kernel/RangeSet.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import type { Rpc } from '../protocol/requests.ts';
import { canStillCommit } from '../raft/majority.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import { runsOf } from '../storage/BatchContents.ts';
import { emptyLedger, type LedgerCounts } from '../../shared/emptyLedger.ts';
import type { BrokerId, NodeIndex, Offset, TopicPartition } from '../../shared/units.ts';
import type { Cluster, ClusterState } from './Cluster.ts';
import { decideFates, endOfFirst } from './decideFates.ts';
import { abortedRecords } from './transactionalRecords.ts';

/** The fate of every record that one producer handed over for one partition, by ranges of their numbers. */
export interface RecordFates {
  readonly producer: string;
  readonly origin: NodeIndex;
  readonly partition: TopicPartition;
  readonly produced: number;
  /** In the leader's log below its high watermark; without a leader, in the last one's. */
  readonly committed: RangeSet;
  /** In the log of a replica that leads or can be elected without an unclean election. */
  readonly uncommitted: RangeSet;
  /** Stored once, then removed: by retention, by the log cleaner, by DeleteRecords, or with its topic. */
  readonly expired: RangeSet;
  /** Held by a live client, or on the wire. */
  readonly inFlight: RangeSet;
  /** Called a success, or once stored, and on no replica that can lead. */
  readonly lost: RangeSet;
  /** The rest: the callback said error, and nobody ever stored it. */
  readonly failed: RangeSet;
  readonly acked: RangeSet;
  readonly lostAfterAck: RangeSet;
  readonly storedThoughFailed: RangeSet;
  readonly read: RangeSet;
  readonly readThenLost: RangeSet;
  /** Counted once a partition, with its first producer. */
  readonly duplicated: number;
  readonly outOfOrder: number;
  /** The log that `committed` was read from. */
  readonly log: UnifiedLog | null;
}

/**
 * Where every record stands now. Recomputed from the logs whenever somebody looks, so that an unclean election can bring a
 * lost record back; each record is in the first state that fits, so the states always add up to what was produced.
 */
export function computeFates(cluster: Cluster): RecordFates[] {
  return fatesGiven(cluster, recordsOnTheWire(cluster));
}

/** The same without a look at the wires: some of what is in flight counts as lost or failed, and the sum is the same. @param only null: of all partitions. */
export function computeFatesAtRest(
  cluster: Cluster,
  only: ReadonlySet<TopicPartition> | null = null,
): RecordFates[] {
  return fatesGiven(cluster, new Map(), only);
}

function fatesGiven(
  cluster: Cluster,
  wire: WireRecords,
  only: ReadonlySet<TopicPartition> | null = null,
): RecordFates[] {
  const fates: RecordFates[] = [];
  const found = new Map<TopicPartition, PartitionEvidence>();
  const witnesses = witnessesOf(cluster);
  cluster.state.nodes.forEach((node, origin) => {
    if (!(node instanceof Producer)) return;
    for (const partition of node.accumulator.partitions) {
      if (only?.has(partition) === false) continue;
      let evidence = found.get(partition);
      const isFirst = evidence === undefined;
      if (evidence === undefined) found.set(partition, (evidence = evidenceOf(witnesses, partition)));
      fates.push(fatesOf(witnesses, evidence, node, origin, wire, isFirst));
    }
  });
  return fates;
}

/** What `computeFates` comes to, without the sets where a few numbers say the same. */
export function countFates(cluster: Cluster): LedgerCounts {
  const counts = emptyLedger();
  const wire = recordsOnTheWire(cluster);
  const found = new Map<TopicPartition, PartitionEvidence>();
  const eventful = new Set<PartitionEvidence>();
  const witnesses = witnessesOf(cluster);
  cluster.state.nodes.forEach((node, origin) => {
    if (!(node instanceof Producer)) return;
    for (const partition of node.accumulator.partitions) {
      let evidence = found.get(partition);
      const isFirst = evidence === undefined;
      if (evidence === undefined) {
        found.set(partition, (evidence = evidenceOf(witnesses, partition)));
        if (!isUneventful(witnesses, evidence)) eventful.add(evidence);
      }
      if (eventful.has(evidence) || !countByBounds(counts, witnesses, evidence, node, origin, wire))
        addFates(counts, fatesOf(witnesses, evidence, node, origin, wire, isFirst));
    }
  });
  return counts;
}

function addFates(counts: LedgerCounts, fates: RecordFates): void {
  counts.produced += fates.produced;
  counts.committed += fates.committed.size;
  counts.uncommitted += fates.uncommitted.size;
  counts.expired += fates.expired.size;
  counts.inFlight += fates.inFlight.size;
  counts.lost += fates.lost.size;
  counts.failed += fates.failed.size;
  counts.acked += fates.acked.size;
  counts.lostAfterAck += fates.lostAfterAck.size;
  counts.storedThoughFailed += fates.storedThoughFailed.size;
  counts.read += fates.read.size;
  counts.readThenLost += fates.readThenLost.size;
  counts.duplicated += fates.duplicated;
  counts.outOfOrder += fates.outOfOrder;
  counts.aborted += abortedOf(fates).size;
}

/** Records in the log that count, in a transaction that was aborted. */
export function abortedOf({ log, origin, committed, uncommitted }: RecordFates): RangeSet {
  const aborted = log ? abortedRecords(log, origin) : NO_RECORDS;
  return aborted.isEmpty ? NO_RECORDS : aborted.and(committed.union(uncommitted));
}

/** Whether no log of a partition ever lost anything, nor holds what is there twice, out of its order, or aborted. */
function isUneventful(
  { brokers }: Witnesses,
  { topicPartition, registration, replicas, reference }: PartitionEvidence,
): boolean {
  if (!registration || !reference) return false;
  for (const broker of brokers) if (broker.deletedRecords.has(topicPartition)) return false;
  for (const { log } of replicas) {
    const { ordinals, producers } = log;
    if (ordinals.wasEverCut || ordinals.duplicates > 0 || ordinals.outOfOrder > 0) return false;
    if ((producers.transactions?.aborted.length ?? 0) > 0) return false;
  }
  return true;
}

/**
 * As `fatesByBounds`: what a few numbers say of a producer's records for an uneventful partition, if nothing went wrong with them. False,
 * and nothing is counted: something may have.
 */
function countByBounds(
  counts: LedgerCounts,
  witnesses: Witnesses,
  { topicPartition, replicas, reference, electable }: PartitionEvidence,
  producer: Producer,
  origin: NodeIndex,
  wire: WireRecords,
): boolean {
  const { acked, failed, abandoned } = producer.outcomes;
  if (!reference) return false;
  if (failed.size > 0 && failed.has(topicPartition)) return false;
  if (abandoned.size > 0 && abandoned.has(topicPartition)) return false;
  const produced = producer.accumulator.produced(topicPartition);
  let electableEnd = 0;
  for (const replica of replicas) {
    const end = endOfFirst(replica.log.ordinals.stored.get(origin));
    if (end < 0 || end > produced) return false;
    if (end > electableEnd && electable.includes(replica)) electableEnd = end;
  }
  const committedEnd = endBelow(reference.log, origin, reference.knownHighWatermark);
  const ackedEnd = endOfFirst(acked.get(topicPartition));
  const presentEnd = Math.max(committedEnd, electableEnd);
  if (ackedEnd < 0 || ackedEnd > presentEnd) return false;
  const flying = wire.get(origin)?.get(topicPartition);
  if (flying !== undefined && !flying.isEmpty && (flying.flat[0] as number) < ackedEnd) return false;
  counts.produced += produced;
  counts.committed += committedEnd;
  counts.uncommitted += presentEnd - committedEnd;
  counts.inFlight += produced - presentEnd;
  counts.acked += ackedEnd;
  counts.read += readBy(witnesses, origin, topicPartition).size;
  return true;
}

/** Where a producer's records below an offset end, of a log in which they stand from the first one on in their order. */
function endBelow(log: UnifiedLog, origin: NodeIndex, offset: Offset): number {
  const end = endOfFirst(log.ordinals.stored.get(origin));
  if (end === 0 || offset >= log.logEndOffset) return end;
  for (let i = log.indexOf(offset); i < log.batchCount; i++) {
    const batch = log.batchAt(i);
    if (batch.origin === origin)
      return batch.firstOrdinal + Math.max(0, Math.min(batch.count, offset - batch.baseOffset));
  }
  return end;
}

/** Who can say something about records: found once for all of them. */
interface Witnesses {
  readonly controller: Controller | null;
  readonly brokers: readonly Broker[];
  readonly consumers: readonly Consumer[];
  readonly replicas: ReadonlyMap<TopicPartition, ReplicasById>;
}

function witnessesOf(cluster: Cluster): Witnesses {
  const { nodes } = cluster.state;
  return {
    controller: controllerOf(cluster),
    brokers: nodes.filter((node) => node instanceof Broker),
    consumers: nodes.filter((node) => node instanceof Consumer),
    replicas: replicasByPartition(cluster),
  };
}

/** What is the same for every producer of a partition. */
interface PartitionEvidence {
  readonly topicPartition: TopicPartition;
  readonly registration: PartitionRegistration | undefined;
  readonly replicas: readonly Partition[];
  readonly reference: Partition | undefined;
  readonly electable: readonly Partition[];
}

function evidenceOf({ controller, replicas }: Witnesses, topicPartition: TopicPartition): PartitionEvidence {
  const registration = controller?.image.partitions.get(topicPartition)?.registration;
  const byId = replicas.get(topicPartition) ?? NO_REPLICAS;
  const electable = registration ? electableReplicas(registration).flatMap((id) => byId.get(id) ?? []) : [];
  return {
    topicPartition,
    registration,
    replicas: [...byId.values()],
    reference: registration && referenceReplica(registration, byId),
    electable,
  };
}

function fatesOf(
  witnesses: Witnesses,
  { topicPartition, registration, replicas, reference, electable: electableOnes }: PartitionEvidence,
  producer: Producer,
  origin: NodeIndex,
  wire: WireRecords,
  isFirst: boolean,
): RecordFates {
  const produced = producer.accumulator.produced(topicPartition);
  const acked = producer.outcomes.acked.get(topicPartition) ?? NO_RECORDS;
  const saidFailed = producer.outcomes.failed.get(topicPartition) ?? NO_RECORDS;
  const abandoned = producer.outcomes.abandoned.get(topicPartition) ?? NO_RECORDS;
  let electable = NO_RECORDS;
  for (const { log } of electableOnes) electable = joined(electable, log.ordinals.stored.get(origin));
  let everStored = NO_RECORDS;
  let removed = deletedRecords(witnesses, topicPartition, origin);
  for (const { log } of replicas) {
    everStored = joined(everStored, log.ordinals.everStored.get(origin));
    removed = joined(removed, log.ordinals.expired.get(origin));
    removed = joined(removed, log.ordinals.cleaned.get(origin));
  }
  const sets = decideFates({
    produced,
    acked,
    saidFailed,
    abandoned,
    committed: reference ? storedBelow(reference.log, origin, reference.knownHighWatermark) : NO_RECORDS,
    electable,
    everStored,
    removed,
    onTheWire: wire.get(origin)?.get(topicPartition) ?? NO_RECORDS,
    isTopicGone: witnesses.controller !== null && registration === undefined,
  });
  const { committed, uncommitted, lost } = sets;
  const read = readBy(witnesses, origin, topicPartition);
  return {
    producer: producer.clientId,
    origin,
    partition: topicPartition,
    produced,
    ...sets,
    acked,
    lostAfterAck: commonTo(acked, lost),
    storedThoughFailed: saidFailed.isEmpty ? NO_RECORDS : saidFailed.and(committed.union(uncommitted)),
    read,
    readThenLost: commonTo(read, lost),
    duplicated: isFirst ? (reference?.log.ordinals.duplicates ?? 0) : 0,
    outOfOrder: isFirst ? (reference?.log.ordinals.outOfOrder ?? 0) : 0,
    log: reference?.log ?? null,
  };
}

/** Sets of fates may be those of the cluster itself: they are read and never changed. */
const NO_RECORDS = new RangeSet();

function joined(set: RangeSet, other: RangeSet | undefined): RangeSet {
  if (other === undefined || other.isEmpty) return set;
  if (set.isEmpty || other.covers(set)) return other;
  return set.covers(other) ? set : set.union(other);
}

function commonTo(set: RangeSet, other: RangeSet): RangeSet {
  return set.isEmpty || other.isEmpty ? NO_RECORDS : set.and(other);
}

/** The replica whose log says what is committed: the leader's, or that of the last one. */
function referenceReplica(
  registration: PartitionRegistration,
  replicas: ReadonlyMap<BrokerId, Partition>,
): Partition | undefined {
  const last =
    registration.leader >= 0
      ? registration.leader
      : (registration.lastKnownElr[0] ?? registration.isr[0] ?? registration.elr[0]);
  return last === undefined ? undefined : replicas.get(last);
}

/** Who leads, or may be elected with no risk to what is committed. */
function electableReplicas(registration: PartitionRegistration): readonly BrokerId[] {
  const { leader, isr, elr } = registration;
  // A leader is in its ISR, and who is in the ISR is not in the ELR: mostly there is nothing to join.
  if (elr.length === 0 && (leader < 0 || isr.includes(leader))) return isr;
  return [...new Set([...(leader >= 0 ? [leader] : []), ...isr, ...elr])];
}

/** Which records of a producer a log holds below an offset. */
export function storedBelow(log: UnifiedLog, origin: NodeIndex, offset: Offset): RangeSet {
  const stored = log.ordinals.stored.get(origin);
  if (!stored) return NO_RECORDS;
  if (offset >= log.logEndOffset) return stored;
  const above = new RangeSet();
  for (let i = log.indexOf(offset); i < log.batchCount; i++) {
    const batch = log.batchAt(i);
    if (batch.origin !== origin) continue;
    const skipped = Math.max(0, Math.min(batch.count, offset - batch.baseOffset));
    above.add(batch.firstOrdinal + skipped, batch.firstOrdinal + batch.count);
  }
  if (log.ordinals.duplicates === 0) return stored.minus(above);
  // A copy above the offset must not hide one below it.
  const below = new RangeSet();
  for (let i = 0; i < log.batchCount && log.batchAt(i).baseOffset < offset; i++) {
    const batch = log.batchAt(i);
    if (batch.origin !== origin) continue;
    for (const [first, end] of runsOf(batch)) {
      const to = Math.min(end, offset - batch.baseOffset);
      if (to > first) below.add(batch.firstOrdinal + first, batch.firstOrdinal + to);
    }
  }
  return below;
}

/** Offset at which a record of a producer stands in a log, or −1. */
export function offsetOf(log: UnifiedLog, origin: NodeIndex, ordinal: number): Offset {
  for (let i = log.batchCount - 1; i >= 0; i--) {
    const batch = log.batchAt(i);
    const delta = ordinal - batch.firstOrdinal;
    if (batch.origin === origin && runsOf(batch).some(([first, end]) => delta >= first && delta < end))
      return batch.baseOffset + delta;
  }
  return -1;
}

type WireRecords = Map<NodeIndex, Map<TopicPartition, RangeSet>>;

/** Records in produce requests that are on a wire, held at a cut link, in the sockets of a process that stands still, or in a broker's request queue. */
function recordsOnTheWire(cluster: Cluster): WireRecords {
  const wire: WireRecords = new Map();
  const add = (rpc: Rpc): void => {
    if (rpc.kind !== 'ProduceRequest') return;
    for (const { topicPartition, batch } of rpc.partitions) {
      const partitions = wire.get(batch.origin) ?? new Map<TopicPartition, RangeSet>();
      wire.set(batch.origin, partitions);
      const ranges = partitions.get(topicPartition) ?? new RangeSet();
      partitions.set(topicPartition, ranges);
      ranges.add(batch.firstOrdinal, batch.firstOrdinal + batch.count);
    }
  };
  cluster.state.queue.forEach((_timeUs, _seq, _target, payload) => {
    if (payload.kind === 'Envelope') add(payload.rpc);
  });
  for (const { payload } of cluster.state.held) if (payload.kind === 'Envelope') add(payload.rpc);
  for (const items of cluster.state.backlog.values())
    for (const { payload } of items) if (payload.kind === 'Envelope') add(payload.rpc);
  for (const node of cluster.state.nodes) {
    if (!(node instanceof Broker) || !node.process) continue;
    for (const queued of node.process.network.receiving()) add(queued.request);
    for (const queued of node.process.requests.waiting) add(queued.request);
    for (const queued of node.process.requests.busyRequests()) add(queued.request);
    for (const queued of node.process.requests.unreadRequests()) add(queued.request);
  }
  return wire;
}

function readBy({ consumers }: Witnesses, origin: NodeIndex, topicPartition: TopicPartition): RangeSet {
  let read = NO_RECORDS;
  for (const { delivered } of consumers) read = joined(read, delivered.get(topicPartition)?.get(origin));
  return read;
}

/** What stood in logs of topics of this name that were deleted. */
function deletedRecords({ brokers }: Witnesses, topicPartition: TopicPartition, origin: NodeIndex): RangeSet {
  let deleted = NO_RECORDS;
  for (const broker of brokers) deleted = joined(deleted, broker.deletedRecords.of(topicPartition, origin));
  return deleted;
}

export function replicasOf(cluster: Cluster, topicPartition: TopicPartition): ReplicasById {
  return replicasByPartition(cluster).get(topicPartition) ?? NO_REPLICAS;
}

type ReplicasById = ReadonlyMap<BrokerId, Partition>;
const NO_REPLICAS: ReplicasById = new Map();

interface ReplicaIndex {
  readonly eventCount: number;
  readonly appliedCommands: number;
  readonly replicas: ReadonlyMap<TopicPartition, ReplicasById>;
}

/** What was found at the event that a state stands at: whoever looks at a state looks at all of it, and several do. */
const INDEXES = new WeakMap<ClusterState, ReplicaIndex>();

/** Every replica on a broker, running or not, by partition and broker. */
export function replicasByPartition({ state }: Cluster): ReadonlyMap<TopicPartition, ReplicasById> {
  const { eventCount, appliedCommands } = state;
  const known = INDEXES.get(state);
  if (known?.eventCount === eventCount && known.appliedCommands === appliedCommands) return known.replicas;
  const replicas = new Map<TopicPartition, Map<BrokerId, Partition>>();
  for (const node of state.nodes) {
    if (!(node instanceof Broker)) continue;
    for (const [topicPartition, partition] of node.partitions) {
      const ofPartition = replicas.get(topicPartition);
      if (ofPartition) ofPartition.set(partition.broker, partition);
      else replicas.set(topicPartition, new Map([[partition.broker, partition]]));
    }
  }
  INDEXES.set(state, { eventCount, appliedCommands, replicas });
  return replicas;
}

/** The controllers, in the order of the scenario. */
export function controllersOf(cluster: Cluster): Controller[] {
  const controllers: Controller[] = [];
  for (const index of cluster.directory.controllers.values()) {
    const node = cluster.node(index);
    if (node instanceof Controller) controllers.push(node);
  }
  return controllers;
}

/**
 * The active controller. Not one that the quorum has left behind, and that has not heard of it: what it decides is never committed,
 * whether another is active already or not. null: there is none.
 */
export function activeControllerOf(cluster: Cluster): Controller | null {
  const controllers = controllersOf(cluster);
  let active: Controller | null = null;
  for (const controller of controllers) {
    if (controller.isActive && controller.curClaimEpoch > (active?.curClaimEpoch ?? -1)) active = controller;
  }
  if (active === null) return null;
  return canStillCommit(
    active.curClaimEpoch,
    controllers.map(({ raft }) => raft.epoch),
  )
    ? active
    : null;
}

/** Whose picture of the cluster counts: the active controller, and while there is none, the one that knows most of what is committed. */
export function controllerOf(cluster: Cluster): Controller | null {
  let best = activeControllerOf(cluster);
  if (best) return best;
  for (const controller of controllersOf(cluster)) {
    // One that takes itself for active has also what never was committed.
    if (controller.isActive) continue;
    if (best === null || controller.image.lastOffset > best.image.lastOffset) best = controller;
  }
  return best;
}
