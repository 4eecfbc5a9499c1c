import { Consumer } from '../client/consumer/Consumer.ts';
import { Producer } from '../client/producer/Producer.ts';
import type { Partition } from '../broker/Partition.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import { controllerOf, replicasOf } from '../cluster/ledger.ts';
import { RangeSet } from '../kernel/RangeSet.ts';
import type { BrokerId, NodeIndex, Offset, TopicPartition } from '../../shared/units.ts';
import { excuseOf } from './excuseOf.ts';
import type { CommittedRecord, Excuse } from './excuseOf.ts';
import type { Invariant } from './Invariant.ts';
import type { PartitionHistory, RunHistory, Step } from './RunHistory.ts';

/** A run of records of one producer that somebody relies on. */
interface Reliance {
  readonly firstOrdinal: number;
  readonly count: number;
  readonly baseOffset: Offset;
  readonly leaderEpoch: number;
  readonly step: Step;
}

/** What somebody relies on, of one producer in one partition. */
class RelianceLog {
  /** All that was heard of so far. */
  heard = new RangeSet();
  /** What must still be there. */
  owed = new RangeSet();
  /** What the leader of the day had written itself when it was first relied on. */
  readonly firm = new RangeSet();
  readonly reliances: Reliance[] = [];

  /** Takes over what is new in `all`; `found` gives the place of an ordinal. */
  hear(all: RangeSet, place: (ordinal: number) => Place | null, step: Step): void {
    if (all.size === this.heard.size) return;
    const fresh = all.minus(this.heard);
    this.heard = all.copy();
    this.owed = this.owed.union(fresh);
    for (const [first, end] of pairsOf(fresh)) {
      for (let ordinal = first; ordinal < end;) {
        const found = place(ordinal);
        const count = Math.min(end - ordinal, found?.count ?? end - ordinal);
        const { offset: baseOffset, leaderEpoch } = found ?? { offset: -1, leaderEpoch: -1 };
        this.reliances.push({ firstOrdinal: ordinal, count, baseOffset, leaderEpoch, step });
        ordinal += count;
      }
    }
  }

  recordOf(ordinal: number): CommittedRecord {
    for (let i = this.reliances.length - 1; i >= 0; i--) {
      const { firstOrdinal, count, baseOffset, leaderEpoch, step } = this.reliances[i] as Reliance;
      if (ordinal < firstOrdinal || ordinal >= firstOrdinal + count) continue;
      const offset = baseOffset < 0 ? -1 : baseOffset + ordinal - firstOrdinal;
      return { offset, leaderEpoch, step };
    }
    return { offset: -1, leaderEpoch: -1, step: 0 };
  }
}

interface Place {
  readonly offset: Offset;
  readonly leaderEpoch: number;
  /** Records of the batch from this one on. */
  readonly count: number;
}

/** How often each excuse had to do. */
export type ExcuseCounts = Map<Excuse, number>;

/**
 * No record that was acknowledged under acks=all is missing in the log of a leader, unless the history of the run excuses it
 * (1.14; R6).
 */
export function acknowledgedRecordsSurvive(history: RunHistory, excuses: ExcuseCounts): Invariant {
  const logs = new Map<string, RelianceLog>();
  const acks = new Map<string, string>();
  return {
    name: 'AcknowledgedRecordsSurvive',
    check(cluster) {
      noteAcks(history, acks);
      for (const topicPartition of stirred(history, 'RecordsAcknowledged')) {
        for (const { producer, origin } of producersOf(cluster)) {
          const log = relianceOf(logs, `${producer.clientId}/${topicPartition}`);
          const acked = producer.outcomes.acked.get(topicPartition);
          if (!acked) continue;
          const isBound = (acks.get(producer.clientId) ?? 'all') === 'all';
          if (!isBound) {
            log.heard = acked.copy();
            continue;
          }
          log.hear(acked, placeIn(cluster, topicPartition, origin), history.step);
          const lost = findUnexcused(log, topicPartition, origin, cluster, history, excuses);
          if (lost !== null) return `${producer.clientId}: ${lost}`;
        }
      }
      return null;
    },
  };
}

/** Nor is any that a consumer was given (1.14, 6). */
export function deliveredRecordsSurvive(history: RunHistory, excuses: ExcuseCounts): Invariant {
  const logs = new Map<string, RelianceLog>();
  return {
    name: 'DeliveredRecordsSurvive',
    check(cluster) {
      const consumers = cluster.state.nodes.filter((node) => node instanceof Consumer);
      if (consumers.length === 0) return null;
      for (const topicPartition of stirred(history, 'RecordsDelivered')) {
        for (const consumer of consumers) {
          for (const [origin, delivered] of consumer.delivered.get(topicPartition) ?? []) {
            const log = relianceOf(logs, `${consumer.name}/${topicPartition}/${origin}`);
            log.hear(delivered, placeIn(cluster, topicPartition, origin), history.step);
            const lost = findUnexcused(log, topicPartition, origin, cluster, history, excuses);
            if (lost !== null) return `${consumer.name}: ${lost}`;
          }
        }
      }
      return null;
    },
  };
}

/**
 * A record that was acknowledged under acks=1 is missing only in a leader that never had it, or whose disk lost it: what a
 * successor has, it keeps. Says nothing of a record that was acknowledged when the leader was another already than the one
 * that wrote it: who had it in between, and gave it up with reason, is not known then.
 */
export function acksOneLosesOnlyWhatTheSuccessorHadNot(history: RunHistory): Invariant {
  const logs = new Map<string, RelianceLog>();
  const acks = new Map<string, string>();
  return {
    name: 'AcksOneLosesOnlyWhatTheSuccessorHadNot',
    check(cluster) {
      noteAcks(history, acks);
      for (const topicPartition of stirred(history, 'RecordsAcknowledged')) {
        const leader = leaderOf(cluster, topicPartition);
        for (const { producer, origin } of producersOf(cluster)) {
          const log = relianceOf(logs, `${producer.clientId}/${topicPartition}`);
          const acked = producer.outcomes.acked.get(topicPartition);
          if (!acked) continue;
          if (acks.get(producer.clientId) !== '1') {
            log.heard = acked.copy();
            continue;
          }
          const before = log.reliances.length;
          log.hear(acked, placeIn(cluster, topicPartition, origin), history.step);
          for (const { firstOrdinal, count, leaderEpoch } of log.reliances.slice(before))
            if (leader?.leader?.leaderEpoch === leaderEpoch) log.firm.add(firstOrdinal, firstOrdinal + count);
          if (!leader) continue;
          const missing = missingIn(leader, origin, log.owed, cluster);
          if (missing.isEmpty) continue;
          log.owed = log.owed.minus(missing);
          const everStored = leader.log.ordinals.everStored.get(origin) ?? new RangeSet();
          const had = missing.and(log.firm).and(everStored);
          const [first] = had.flat;
          if (first === undefined) continue;
          const { offset, step } = log.recordOf(first);
          const partition = history.partitions.get(topicPartition);
          if (!partition || step < partition.bornAt) continue;
          const { losses } = partition;
          const isOnDisk = !losses.some((loss) => loss.broker === leader.broker && loss.to <= offset);
          if (isOnDisk)
            return `${topicPartition}: leader ${leader.broker} had record ${first} of ${producer.clientId} (offset ${offset}, acknowledged in step ${step}) and has it no more`;
        }
      }
      return null;
    },
  };
}

/** acks=all is answered with success once a leader's high watermark has passed the batch, and no sooner (A2). */
export function acksAllIsAnsweredWhenCommitted(history: RunHistory): Invariant {
  const acks = new Map<string, string>();
  return {
    name: 'AcksAllIsAnsweredWhenCommitted',
    check() {
      noteAcks(history, acks);
      for (const row of history.rows) {
        if (row.kind !== 'RecordsAcknowledged' || row.baseOffset < 0) continue;
        if ((acks.get(row.producer) ?? 'all') !== 'all') continue;
        const everExposed = history.partitions.get(row.partition)?.everExposed ?? 0;
        const end = row.baseOffset + row.count;
        if (end > everExposed)
          return `${row.partition}: ${row.producer} heard of success up to ${end}, no high watermark was above ${everExposed}`;
      }
      return null;
    },
  };
}

/** Consumers are given nothing at or above the high watermark. */
export function consumersReadBelowTheHighWatermark(history: RunHistory): Invariant {
  return {
    name: 'ConsumersReadBelowTheHighWatermark',
    check() {
      for (const row of history.rows) {
        if (row.kind !== 'RecordsDelivered') continue;
        const everExposed = history.partitions.get(row.partition)?.everExposed ?? 0;
        if (row.baseOffset >= everExposed)
          return `${row.partition}: ${row.consumer} read at ${row.baseOffset}, no high watermark was above ${everExposed}`;
      }
      return null;
    },
  };
}

/** Partitions of which something may have gone missing, or is newly relied on, in this step. */
function stirred(history: RunHistory, reliance: 'RecordsAcknowledged' | 'RecordsDelivered') {
  const found = new Set<TopicPartition>();
  for (const row of history.rows) {
    if (row.kind === 'BecameLeader' || row.kind === 'LogTruncated' || row.kind === reliance)
      found.add(row.partition);
  }
  return found;
}

function findUnexcused(
  log: RelianceLog,
  topicPartition: TopicPartition,
  origin: NodeIndex,
  cluster: Cluster,
  history: RunHistory,
  excuses: ExcuseCounts,
): string | null {
  const leader = leaderOf(cluster, topicPartition);
  const partition = history.partitions.get(topicPartition);
  if (!leader || !partition) return null;
  const missing = missingIn(leader, origin, log.owed, cluster);
  for (const [first, end] of pairsOf(missing)) {
    for (let ordinal = first; ordinal < end; ordinal++) {
      const record = log.recordOf(ordinal);
      if (isRemoved(record, leader, partition)) continue;
      const excuse = excuseOf(record, partition);
      if (excuse === null) return unexcused(ordinal, record, leader.broker, topicPartition, partition);
      excuses.set(excuse, (excuses.get(excuse) ?? 0) + 1);
    }
  }
  // What is gone with an excuse is owed no more; a copy that turns up again is a gift.
  if (!missing.isEmpty) log.owed = log.owed.minus(missing);
  return null;
}

/**
 * It was removed somewhere, by retention or DeleteRecords, and the leader's log starts above it, though it may never have had it:
 * whoever comes back later starts where the leader of the day starts (`AbstractFetcherThread.fetchOffsetAndTruncate`).
 */
function isRemoved(
  { offset }: CommittedRecord,
  leader: Partition,
  { removedBelow }: PartitionHistory,
): boolean {
  return offset >= 0 && offset < Math.min(leader.log.logStartOffset, removedBelow);
}

function unexcused(
  ordinal: number,
  { offset, step }: CommittedRecord,
  leader: BrokerId,
  topicPartition: TopicPartition,
  { losses, resets }: PartitionHistory,
): string {
  const lost = losses.map((loss) => `${loss.broker} to ${loss.to} in step ${loss.step}`).join('; ');
  return `${topicPartition}: record ${ordinal} (offset ${offset}, relied on since step ${step}) is missing in leader ${leader}; losses: ${lost || 'none'}; resets: ${resets.length}`;
}

/**
 * What is owed and neither in the leader's log nor removed before it: by retention or DeleteRecords, here or where it was copied
 * from; or by the log cleaner of any replica, for then newer records of the same keys are committed, and who copies from there
 * never gets it.
 */
function missingIn(leader: Partition, origin: NodeIndex, owed: RangeSet, cluster: Cluster): RangeSet {
  const stored = leader.log.ordinals.stored.get(origin);
  let missing = stored === undefined ? owed.copy() : owed.minus(stored);
  if (missing.isEmpty) return missing;
  for (const { log } of replicasOf(cluster, leader.topicPartition).values()) {
    const cleaned = log.ordinals.cleaned.get(origin);
    if (cleaned) missing = missing.minus(cleaned);
    const expired = log.ordinals.expired.get(origin);
    if (expired && log.logStartOffset <= leader.log.logStartOffset) missing = missing.minus(expired);
  }
  return missing;
}

/** The replica that leads now, in the eyes of the controller and in its own. */
function leaderOf(cluster: Cluster, topicPartition: TopicPartition): Partition | null {
  const registration = controllerOf(cluster)?.image.partitions.get(topicPartition)?.registration;
  const replica = registration && replicasOf(cluster, topicPartition).get(registration.leader);
  return replica?.leader?.leaderEpoch === registration?.leaderEpoch ? (replica ?? null) : null;
}

/** Finds a record of a producer, in whichever log has it. */
function placeIn(cluster: Cluster, topicPartition: TopicPartition, origin: NodeIndex) {
  return (ordinal: number): Place | null => {
    for (const { log } of replicasOf(cluster, topicPartition).values()) {
      if (log.ordinals.stored.get(origin)?.has(ordinal) !== true) continue;
      for (let i = log.batchCount - 1; i >= 0; i--) {
        const batch = log.batchAt(i);
        const delta = ordinal - batch.firstOrdinal;
        if (batch.origin !== origin || delta < 0 || delta >= batch.count) continue;
        return {
          offset: batch.baseOffset + delta,
          leaderEpoch: batch.leaderEpoch,
          count: batch.count - delta,
        };
      }
    }
    return null;
  };
}

function noteAcks(history: RunHistory, acks: Map<string, string>): void {
  for (const row of history.rows) if (row.kind === 'ProducerStarted') acks.set(row.producer, row.acks);
}

function producersOf(cluster: Cluster): { producer: Producer; origin: NodeIndex }[] {
  return cluster.state.nodes.flatMap((producer, origin) =>
    producer instanceof Producer ? [{ producer, origin }] : [],
  );
}

function relianceOf(logs: Map<string, RelianceLog>, key: string): RelianceLog {
  let log = logs.get(key);
  if (!log) {
    log = new RelianceLog();
    logs.set(key, log);
  }
  return log;
}

function pairsOf(ranges: RangeSet): (readonly [number, number])[] {
  const { flat } = ranges;
  const pairs: [number, number][] = [];
  for (let i = 0; i < flat.length; i += 2) pairs.push([flat[i] as number, flat[i + 1] as number]);
  return pairs;
}
