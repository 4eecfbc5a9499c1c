import { Broker } from '../broker/Broker.ts';
import type { ClassicGroup } from '../broker/coordinator/group/ClassicGroup.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import { controllerOf, replicasOf } from '../cluster/ledger.ts';
import type { TopicPartition } from '../../shared/units.ts';
import { isTold, toldByHand } from './commitInvariants.ts';
import { memberships } from './groupsOf.ts';
import type { Invariant } from './Invariant.ts';
import type { RunHistory } from './RunHistory.ts';

/** In a generation of a classic group of consumers each partition has one owner: the leader gives it to nobody else (G6). */
export function partitionsHaveOneOwner(history: RunHistory): Invariant {
  return {
    name: 'PartitionsHaveOneOwner',
    check(cluster) {
      const changed = new Set<string>();
      for (const row of history.rows)
        if (row.kind === 'GroupStateChanged' || row.kind === 'StaticMemberReplaced') changed.add(row.group);
      if (changed.size === 0) return null;
      for (const group of classicGroups(cluster)) {
        if (!changed.has(group.groupId) || group.state !== 'Stable') continue;
        const owners = new Map<TopicPartition, string>();
        for (const { memberId, assignment } of group.members.values())
          for (const topicPartition of assignment.assignedPartitions) {
            const other = owners.get(topicPartition);
            if (other !== undefined)
              return `${topicPartition} belongs to ${other} and to ${memberId} in generation ${group.generationId} of group ${group.groupId}`;
            owners.set(topicPartition, memberId);
          }
      }
      return null;
    },
  };
}

/**
 * A member commits no offset that no log has come to (O1): it was read, and so it was there. Not of partitions that ever had an unclean
 * election or lost a disk's records: there the log may end before what was read. Who is no member may commit what it likes, and so may a
 * member whose application names the offsets, or the place to read on from: no broker compares them with a log.
 */
export function committedOffsetsAreInTheLog(history: RunHistory): Invariant {
  const told = toldByHand();
  return {
    name: 'CommittedOffsetsAreInTheLog',
    check(cluster) {
      if (history.rows.length === 0) return null;
      told.note(history);
      for (const row of history.rows) {
        if (row.kind !== 'OffsetCommitted' || row.member === '') continue;
        const { partition, offset, group } = row;
        if (isTold(memberships(cluster).get(group) ?? [], told)) continue;
        const replicas = [...replicasOf(cluster, partition).values()];
        const isExcused =
          controllerOf(cluster)?.uncleanlyElected.has(partition) === true ||
          replicas.some(({ log }) => log.isForgiven);
        const end = Math.max(0, ...replicas.map(({ log }) => log.logEndOffset));
        if (!isExcused && offset > end)
          return `group ${group} committed ${offset} of ${partition}, whose log ends at ${end}`;
      }
      return null;
    },
  };
}

/** Groups as their coordinators have them. */
function classicGroups(cluster: Cluster): readonly ClassicGroup[] {
  return cluster.state.nodes.flatMap((node) =>
    node instanceof Broker && node.process
      ? [...node.process.coordinators.groups.shards.values()].flatMap(({ state }) => [
          ...state.groups.values(),
        ])
      : [],
  );
}
