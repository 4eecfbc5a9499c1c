import type { ConsumerGroup } from '../broker/coordinator/group/modern/ConsumerGroup.ts';
import type { TopicPartition } from '../../shared/units.ts';
import { hasGroups, isAble, settlingUs } from './GroupCalm.ts';
import type { GroupCalm } from './GroupCalm.ts';
import { activeGroupShards, groupConsumersOf, memberships } from './groupsOf.ts';
import type { Invariant } from './Invariant.ts';
import type { RunHistory } from './RunHistory.ts';

/**
 * A coordinator of the consumer protocol gives a partition to nobody while another member has it or has still to say that it gave it
 * up (KIP-848).
 */
export function epochsGivePartitionsOnce(history: RunHistory): Invariant {
  const seen = new WeakSet<ConsumerGroup>();
  return {
    name: 'EpochsGivePartitionsOnce',
    check(cluster) {
      if (history.rows.length === 0 || !hasGroups(cluster)) return null;
      for (const { broker, shard } of activeGroupShards(cluster))
        for (const group of shard.state.consumerGroups.values()) {
          if (seen.has(group)) continue;
          seen.add(group);
          const owners = new Map<TopicPartition, string>();
          for (const { memberId, assignedPartitions, partitionsPendingRevocation } of group.members.values())
            for (const topicPartition of [...assignedPartitions, ...partitionsPendingRevocation]) {
              const other = owners.get(topicPartition);
              if (other !== undefined)
                return `${topicPartition} belongs to ${other} and to ${memberId} in epoch ${group.groupEpoch} of group ${group.groupId} on broker ${broker.id}`;
              owners.set(topicPartition, memberId);
            }
        }
      return null;
    },
  };
}

/**
 * No two processes hold a partition as members of one generation, or under one member epoch (G6). Of two that share a
 * `group.instance.id` the older may not have heard yet that it was replaced.
 */
export function processesSharePartitionsNever(history: RunHistory): Invariant {
  return {
    name: 'ProcessesSharePartitionsNever',
    check(cluster) {
      if (!history.rows.some(({ kind }) => kind === 'PartitionsAssigned' || kind === 'GroupJoined'))
        return null;
      const owners = new Map<string, { readonly name: string; readonly instance: string | null }>();
      for (const { consumer } of groupConsumersOf(cluster)) {
        const { coordinator, group, clientId: name } = consumer;
        if (!consumer.isRunning() || coordinator.memberState !== 'STABLE') continue;
        const { groupInstanceId: instance, groupId } = group;
        for (const { topicPartition } of consumer.partitions) {
          const key = `${groupId}/${coordinator.generation.generationId}/${topicPartition}`;
          const other = owners.get(key);
          if (other && (instance === null || other.instance !== instance))
            return `${other.name} and ${name} both have ${topicPartition} in generation ${coordinator.generation.generationId} of group ${groupId}`;
          owners.set(key, { name, instance });
        }
      }
      return null;
    },
  };
}

/** An eager member has nothing while its group rebalances: it gave all up before it joined (G4). */
export function eagerMembersJoinWithNothing(history: RunHistory): Invariant {
  return {
    name: 'EagerMembersJoinWithNothing',
    check(cluster) {
      for (const row of history.rows) {
        if (row.kind !== 'GroupJoined') continue;
        const found = groupConsumersOf(cluster).find(({ consumer }) => consumer.clientId === row.consumer);
        if (!found || found.consumer.coordinator.protocol !== 'EAGER') continue;
        const { memberState } = found.consumer.coordinator;
        const [first] = found.consumer.partitions;
        if (first && memberState === 'COMPLETING_REBALANCE')
          return `${row.consumer} joined generation ${row.generation} of group ${row.group} with ${first.topicPartition}`;
      }
      return null;
    },
  };
}

/**
 * Where a member of a group can do its work, every partition that the group wants is somebody's when rebalance timeout, session timeout
 * and two heartbeats have passed since the last change.
 */
export function everyPartitionIsOwned(calm: GroupCalm): Invariant {
  return {
    name: 'EveryPartitionIsOwned',
    check(cluster) {
      if (!hasGroups(cluster)) return null;
      const calmUs = cluster.nowUs - calm.sinceUs(cluster);
      for (const [groupId, members] of memberships(cluster)) {
        if (calmUs <= settlingUs(members, cluster)) continue;
        const able = members.filter((member) => isAble(member, cluster));
        const owned = new Set<TopicPartition>();
        for (const { consumer } of members)
          if (consumer.isRunning())
            for (const { topicPartition } of consumer.partitions) owned.add(topicPartition);
        for (const { consumer } of able)
          for (const topic of consumer.coordinator.subscription)
            for (let i = 0; i < consumer.metadata.partitionCount(topic); i++)
              if (!owned.has(`${topic}-${i}`))
                return `${topic}-${i} of group ${groupId} is nobody’s, ${calmUs} µs after the last change, with ${consumer.clientId} there to read it`;
      }
      return null;
    },
  };
}

/** A member that can do its work is of its group's generation, or goes by its newest member epoch, when the same time has passed. */
export function membersFollowTheirGroup(calm: GroupCalm): Invariant {
  return {
    name: 'MembersFollowTheirGroup',
    check(cluster) {
      if (!hasGroups(cluster)) return null;
      const calmUs = cluster.nowUs - calm.sinceUs(cluster);
      for (const [groupId, members] of memberships(cluster)) {
        if (calmUs <= settlingUs(members, cluster)) continue;
        for (const { shard } of activeGroupShards(cluster)) {
          const { groups, consumerGroups } = shard.state;
          const generation = groups.get(groupId)?.generationId ?? consumerGroups.get(groupId)?.groupEpoch;
          if (generation === undefined) continue;
          for (const member of members) {
            const { coordinator, clientId, group } = member.consumer;
            const hasNamesake = members.some(
              ({ consumer: other }) =>
                other !== member.consumer &&
                group.groupInstanceId !== null &&
                other.group.groupInstanceId === group.groupInstanceId,
            );
            if (hasNamesake || !isAble(member, cluster)) continue;
            const { generationId } = coordinator.generation;
            if (coordinator.memberState !== 'STABLE' || generationId !== generation)
              return `${clientId} is ${coordinator.memberState} in generation ${generationId}, and its group ${groupId} is at ${generation}, ${calmUs} µs after the last change`;
          }
        }
      }
      return null;
    },
  };
}

/** No classic group has more members than group.max.size. */
export function groupsKeepTheirSize(history: RunHistory): Invariant {
  return {
    name: 'GroupsKeepTheirSize',
    check(cluster) {
      for (const row of history.rows) {
        if (row.kind !== 'GroupStateChanged') continue;
        for (const { broker, shard } of activeGroupShards(cluster)) {
          const size = shard.state.groups.get(row.group)?.members.size ?? 0;
          const { groupMaxSize } = broker.config.groups;
          if (size > groupMaxSize)
            return `group ${row.group} has ${size} members, and group.max.size is ${groupMaxSize}`;
        }
      }
      return null;
    },
  };
}
