import { Broker } from '../broker/Broker.ts';
import { committedIsr, maximalIsr } from '../broker/isrState.ts';
import type { LeaderRole, Partition } from '../broker/Partition.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { BrokerId, Offset, TopicPartition } from '../../shared/units.ts';
import { hasForgottenProposal } from './committedRecordInvariants.ts';
import type { Invariant } from './Invariant.ts';
import { leadersOf, minIsrSeenBy } from './leadersOf.ts';
import { leadershipOf, placeOf } from './placeOf.ts';
import { membersOf } from './RunHistory.ts';
import type { RunHistory } from './RunHistory.ts';

/** A leader moves its high watermark only over what it has heard every member of its maximal ISR to hold (H1, I6). */
export function highWatermarkWaitsForMaximalIsr(history: RunHistory): Invariant {
  return {
    name: 'HighWatermarkWaitsForMaximalIsr',
    check(cluster) {
      for (const { topicPartition, broker, leader, to } of advances(history, cluster)) {
        const behind = maximalIsr(leader.isrState).find(
          (member) => member !== broker.id && (leader.followers.get(member)?.logEndOffset ?? -1) < to,
        );
        if (behind !== undefined)
          return `${topicPartition}: broker ${broker.id} moves to ${to}, ${behind} fetched at ${leader.followers.get(behind)?.logEndOffset}`;
      }
      return null;
    },
  };
}

/** Nor does it move while fewer replicas are in sync than min.insync.replicas, as this broker has heard of it (H2). */
export function highWatermarkWaitsForMinIsr(history: RunHistory): Invariant {
  return {
    name: 'HighWatermarkWaitsForMinIsr',
    check(cluster) {
      for (const { topicPartition, broker, partition, leader, to } of advances(history, cluster)) {
        const isr = committedIsr(leader.isrState);
        const minIsr = minIsrSeenBy({ broker, partition, leader });
        if (isr.length < minIsr)
          return `${topicPartition}: broker ${broker.id} moves to ${to} with ISR ${isr.join()}, min.insync.replicas is ${minIsr}`;
      }
      return null;
    },
  };
}

/**
 * A leader with enough in-sync replicas waits for whoever the controller lets lead (1.14, 3): the ISR, and the ELR that a
 * shrink made of which it has not heard yet. Kafka leaves two gaps, which are described at `Oversight`: the leader may have
 * forgotten what it asked for, and it may count as enough what is too few for the controller, whose raise of
 * min.insync.replicas it has not heard of.
 */
export function maximalIsrCoversElectable(history: RunHistory): Invariant {
  return {
    name: 'MaximalIsrCoversElectable',
    check(cluster) {
      for (const { broker, partition, leader } of leadersOf(cluster)) {
        const known = history.partitions.get(partition.topicPartition);
        const registration = known?.registration;
        if (registration?.leader !== broker.id || registration.leaderEpoch !== leader.leaderEpoch) continue;
        if (hasForgottenProposal(leader, registration)) continue;
        const maximal = maximalIsr(leader.isrState);
        const minIsr = Math.max(
          minIsrSeenBy({ broker, partition, leader }),
          known?.minIsr.at(-1)?.value ?? 0,
        );
        const isEnough = committedIsr(leader.isrState).length >= minIsr;
        const bound = isEnough ? membersOf(registration) : registration.isr;
        const missing = bound.find((member) => !maximal.includes(member));
        if (missing !== undefined)
          return `${partition.topicPartition}: ${missing} may lead (ISR ${registration.isr.join()}, ELR ${registration.elr.join()}), the leader goes by ${maximal.join()}`;
      }
      return null;
    },
  };
}

/** A leader only adds to its log within its leader epoch. Remembers what it saw. */
export function leaderLogNeverShrinks(): Invariant {
  const ends = new Map<string, { readonly log: UnifiedLog; readonly leader: string; readonly end: Offset }>();
  return {
    name: 'LeaderLogNeverShrinks',
    check(cluster) {
      for (const { broker, partition, leader } of leadersOf(cluster)) {
        const key = placeOf(partition);
        const name = leadershipOf(broker, partition, leader);
        const before = ends.get(key);
        const { log } = partition;
        const end = log.logEndOffset;
        if (before?.log === log && before.leader === name && before.end === end) continue;
        ends.set(key, { log, leader: name, end });
        if (before?.log === log && before.leader === name && end < before.end)
          return `${key}: from ${before.end} to ${end}`;
      }
      return null;
    },
  };
}

interface Advance {
  readonly topicPartition: TopicPartition;
  readonly broker: Broker;
  readonly partition: Partition;
  readonly leader: LeaderRole;
  readonly to: Offset;
}

/** What leaders did to their high watermarks in this step. */
function advances(history: RunHistory, cluster: Cluster): Advance[] {
  const found: Advance[] = [];
  for (const row of history.rows) {
    if (row.kind !== 'HighWatermarkAdvanced' || row.role !== 'leader') continue;
    const broker = brokerOf(cluster, row.broker);
    const partition = broker?.partitions.get(row.partition);
    if (!broker || !partition?.leader) continue;
    found.push({ topicPartition: row.partition, broker, partition, leader: partition.leader, to: row.to });
  }
  return found;
}

function brokerOf(cluster: Cluster, id: BrokerId): Broker | null {
  const index = cluster.directory.brokers.get(id);
  const node = index === undefined ? null : cluster.node(index);
  return node instanceof Broker ? node : null;
}
