import { Broker } from '../broker/Broker.ts';
import { committedIsr, maximalIsr, proposedIsr } from '../broker/isrState.ts';
import type { LeaderRole, Partition } from '../broker/Partition.ts';
import { Consumer } from '../client/consumer/Consumer.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import { controllerOf, replicasOf } from '../cluster/ledger.ts';
import { minIsrOf } from '../controller/ReplicationControl.ts';
import type { PartitionEntry } from '../metadata/MetadataImage.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import { NO_ORIGIN } from '../storage/RecordBatch.ts';
import type { RecordBatch } from '../storage/RecordBatch.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { Offset, TopicPartition } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import { leadersOf, minIsrSeenBy } from './leadersOf.ts';
import type { RunHistory } from './RunHistory.ts';
import { stirredPartitions } from './stirredPartitions.ts';

/**
 * Two logs that hold a batch of the same leader epoch at the same offset hold the same batch, whatever happened: an epoch has
 * one leader, and it writes each offset once. Looks at the newest offset that both have.
 */
export const logsMatch: Invariant = {
  name: 'LogsMatch',
  check: (cluster) => whatDoesNotMatch(cluster, null),
};

/** The same of a run that is watched: no log changes but that the trace says so. */
export function logsMatchAfterFacts(history: RunHistory): Invariant {
  return {
    name: logsMatch.name,
    check: (cluster) =>
      history.rows.length === 0 ? null : whatDoesNotMatch(cluster, stirredPartitions(history)),
  };
}

function whatDoesNotMatch(cluster: Cluster, only: ReadonlySet<TopicPartition> | null): string | null {
  for (const { topicPartition, logs } of replicasByEntry(cluster, only)) {
    for (let i = 1; i < logs.length; i++) {
      const a = logs[i - 1]?.log;
      const b = logs[i]?.log;
      const end = a && b ? Math.min(a.logEndOffset, b.logEndOffset) : 0;
      if (!a || !b || end <= Math.max(a.logStartOffset, b.logStartOffset)) continue;
      const epoch = epochAt(a, end - 1);
      if (epoch !== null && epoch === epochAt(b, end - 1) && !sameRecordAt(a, b, end - 1))
        return `${topicPartition} at offset ${end - 1}: other records of one epoch on ${logs[i - 1]?.broker} and ${logs[i]?.broker}`;
    }
    for (const { broker, log } of logs) {
      const last = log.batchCount - 1;
      if (last > 0 && log.batchAt(last).leaderEpoch < log.batchAt(last - 1).leaderEpoch)
        return `${topicPartition} on broker ${broker}: leader epochs fall`;
    }
  }
  return null;
}

/**
 * Two replicas agree on what stands below both their high watermarks (1.14, 5); looks at the newest of it. Not after an unclean
 * election or a loss of power: these may give up what was committed.
 */
export const committedRecordsAgree: Invariant = {
  name: 'CommittedRecordsAgree',
  check(cluster) {
    for (const { topicPartition, logs, isForgiven } of replicaSets(cluster)) {
      if (isForgiven) continue;
      for (let i = 1; i < logs.length; i++) {
        const a = logs[i - 1]?.log;
        const b = logs[i]?.log;
        if (!a || !b) continue;
        const end = Math.min(a.highWatermark, b.highWatermark);
        if (end <= Math.max(a.logStartOffset, b.logStartOffset) || sameRecordAt(a, b, end - 1)) continue;
        return `${topicPartition} at offset ${end - 1}: brokers ${logs[i - 1]?.broker} and ${logs[i]?.broker} hold different records`;
      }
    }
    return null;
  },
};

/**
 * Whoever may be elected with no risk has all that was ever committed (1.14, 4; R6). Not after an unclean election or a loss of
 * power.
 */
export const electableReplicasHoldWhatIsCommitted: Invariant = {
  name: 'ElectableReplicasHoldWhatIsCommitted',
  check(cluster) {
    for (const { topicPartition, entry, logs, isForgiven } of replicaSets(cluster)) {
      if (isForgiven) continue;
      const { isr, elr } = entry.registration;
      const committed = highestWatermark(logs);
      for (const { broker, log } of logs) {
        if (log.logEndOffset < committed && (isr.includes(broker) || elr.includes(broker)))
          return `${topicPartition}: broker ${broker} ends at ${log.logEndOffset}, committed is ${committed}; ISR ${isr.join()}, ELR ${elr.join()}`;
      }
    }
    return null;
  },
};

/** A leader lets everybody hold its watermark back whom the controller has in the ISR (1.14, 3). */
export const maximalIsrCoversIsr: Invariant = {
  name: 'MaximalIsrCoversIsr',
  check(cluster) {
    for (const { topicPartition, entry, logs } of replicaSets(cluster)) {
      const { leader, leaderEpoch, isr } = entry.registration;
      const role = logs.find((replica) => replica.broker === leader)?.leader;
      if (role?.leaderEpoch !== leaderEpoch || hasForgottenProposal(role, entry.registration)) continue;
      const maximal = maximalIsr(role.isrState);
      const missing = isr.find((broker) => !maximal.includes(broker));
      if (missing !== undefined)
        return `${topicPartition}: ${missing} is in the ISR ${isr.join()}, the leader goes by ${maximal.join()}`;
    }
    return null;
  },
};

/**
 * What a consumer has read is on every replica that may be elected with no risk: nobody reads above the high watermark (1.14,
 * 6). The watermark itself is no measure, since a new leader begins with an older one (H5). Not after an unclean election or a
 * loss of power: what was read may be gone.
 */
export const electableReplicasHoldWhatWasRead: Invariant = {
  name: 'ElectableReplicasHoldWhatWasRead',
  check(cluster) {
    const consumers = cluster.state.nodes.filter((node) => node instanceof Consumer);
    if (consumers.length === 0) return null;
    for (const { topicPartition, entry, logs, isForgiven } of replicaSets(cluster)) {
      if (isForgiven) continue;
      const { isr, elr } = entry.registration;
      for (const consumer of consumers) {
        const position = consumer.partitions.find((one) => one.topicPartition === topicPartition)?.position;
        if (position === undefined) continue;
        for (const { broker, log } of logs) {
          if (log.logEndOffset < position && (isr.includes(broker) || elr.includes(broker)))
            return `${consumer.name} is at ${position} of ${topicPartition}, broker ${broker} ends at ${log.logEndOffset}; ISR ${isr.join()}, ELR ${elr.join()}`;
        }
      }
    }
    return null;
  },
};

/**
 * Metadata that a leader knows already from an answer come again through the log, and set its ISR anew: what it has proposed
 * meanwhile is under way and forgotten (Kafka: `Partition.makeLeader` takes an equal partition epoch too). Until it hears of
 * the outcome the controller may count a member of whom the leader does not know, even while the leader proposes another: that
 * will be refused, for its partition epoch is old. A member that is caught up holds the high watermark back all the same (H1).
 */
export function hasForgottenProposal(leader: LeaderRole, registration: PartitionRegistration): boolean {
  const { isrState, partitionEpoch } = leader;
  if (partitionEpoch >= registration.partitionEpoch) return false;
  if (isrState.kind === 'CommittedPartitionState') return true;
  const proposed = proposedIsr(isrState);
  return proposed.length !== registration.isr.length || proposed.some((id) => !registration.isr.includes(id));
}

interface Replicas {
  readonly topicPartition: TopicPartition;
  readonly entry: PartitionEntry;
  readonly logs: readonly Partition[];
}

interface ReplicaSet extends Replicas {
  /** Something happened that may take committed records away. */
  readonly isForgiven: boolean;
}

function replicasByEntry(cluster: Cluster, only: ReadonlySet<TopicPartition> | null): Replicas[] {
  const controller = controllerOf(cluster);
  const found: Replicas[] = [];
  for (const entry of controller?.image.partitions.values() ?? []) {
    const { topicPartition } = entry;
    if (only?.has(topicPartition) === false) continue;
    // A broker that was down may still hold a log of a deleted topic of this name.
    const topicId = controller?.image.topicIds.get(entry.topic);
    const logs = [...replicasOf(cluster, topicPartition).values()].filter((log) => log.topicId === topicId);
    found.push({ topicPartition, entry, logs });
  }
  return found;
}

function replicaSets(cluster: Cluster): ReplicaSet[] {
  const controller = controllerOf(cluster);
  return replicasByEntry(cluster, null).map((replicas) => {
    const { topicPartition, entry, logs } = replicas;
    const minIsr = controller ? minIsrOf(controller, entry) : 0;
    const isForgiven =
      controller?.uncleanlyElected.has(topicPartition) === true ||
      hasPredecessor(cluster, topicPartition) ||
      logs.some((replica) => replica.log.isForgiven) ||
      logs.some((replica) => isMinimumUnheard(cluster, replica, minIsr));
    return { ...replicas, isForgiven };
  });
}

/** A leader goes by a lower min.insync.replicas than the controller, and has too few in-sync replicas for that one (`Oversight`). */
function isMinimumUnheard(cluster: Cluster, replica: Partition, minIsr: number): boolean {
  if (!replica.leader || committedIsr(replica.leader.isrState).length >= minIsr) return false;
  return leadersOf(cluster).some((one) => one.partition === replica && minIsrSeenBy(one) < minIsr);
}

/** Whether a topic of this name was deleted: what clients remember of it is about another log. */
function hasPredecessor(cluster: Cluster, topicPartition: TopicPartition): boolean {
  return cluster.state.nodes.some(
    (node) => node instanceof Broker && node.deletedRecords.has(topicPartition),
  );
}

/** The highest that anybody ever knew, and did not lose. */
function highestWatermark(logs: readonly Partition[]): Offset {
  let highest = 0;
  for (const replica of logs) highest = Math.max(highest, replica.knownHighWatermark);
  return highest;
}

function epochAt(log: UnifiedLog, offset: Offset): number | null {
  return batchHolding(log, offset)?.leaderEpoch ?? null;
}

/** null: the log has a gap there, for it was cleaned. */
export function batchHolding(log: UnifiedLog, offset: Offset): RecordBatch | null {
  const index = log.indexOf(offset);
  const batch = index < log.batchCount ? log.batchAt(index) : null;
  return batch && batch.baseOffset <= offset ? batch : null;
}

/** What one of them has cleaned away they cannot differ in. */
export function sameRecordAt(a: UnifiedLog, b: UnifiedLog, offset: Offset): boolean {
  const x = batchHolding(a, offset);
  const y = batchHolding(b, offset);
  if (x === null || y === null) return true;
  const isSameRecord =
    x.origin === y.origin && x.firstOrdinal - x.baseOffset === y.firstOrdinal - y.baseOffset;
  return x.leaderEpoch === y.leaderEpoch && (isSameRecord || x.origin === NO_ORIGIN);
}
