import { Broker } from '../broker/Broker.ts';
import type { GroupShard } from '../broker/coordinator/group/GroupShard.ts';
import { consumerGroupState } from '../broker/coordinator/group/modern/ConsumerGroup.ts';
import { preferredAssignor } from '../broker/coordinator/group/modern/targetAssignment.ts';
import { comparePartitions } from '../protocol/ConsumerProtocol.ts';
import { groupsCommandLag } from '../../shared/consumerLag.ts';
import type { GroupMemberResult, GroupOffsetResult, GroupResult } from '../../shared/GroupResult.ts';
import type { Offset, TopicPartition } from '../../shared/units.ts';
import type { Cluster } from './Cluster.ts';
import { describeShareGroup, describeShareOffsets } from './describeShareGroup.ts';
import { controllerOf, replicasOf } from './ledger.ts';

type Described = Omit<GroupResult, 'coordinator' | 'offsets'>;

/** Every group that a coordinator knows, by group.id, in order. It looks, and changes nothing. */
export function describeGroups(cluster: Cluster): Readonly<Record<string, GroupResult>> {
  const found: [string, GroupResult][] = [];
  for (const node of cluster.state.nodes) {
    if (!(node instanceof Broker) || !node.process) continue;
    for (const { status, topicPartition, state } of node.process.coordinators.groups.shards.values()) {
      if (status !== 'ACTIVE') continue;
      const highWatermark = node.partitions.get(topicPartition)?.log.highWatermark ?? 0;
      for (const groupId of groupIdsOf(state)) {
        const group = describedBy(state, groupId);
        if (!group) continue;
        const share = state.shareGroups.get(groupId);
        const offsets = share
          ? describeShareOffsets(share, cluster)
          : offsetsOf(state, groupId, group.members, highWatermark, cluster);
        found.push([groupId, { ...group, coordinator: node.id, offsets }]);
      }
    }
  }
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function groupIdsOf({ groups, consumerGroups, shareGroups }: GroupShard): string[] {
  return [
    ...groups.keys(),
    ...[...consumerGroups.values(), ...shareGroups.values()].map(({ groupId }) => groupId),
  ];
}

function describedBy({ groups, consumerGroups, shareGroups }: GroupShard, groupId: string): Described | null {
  const share = shareGroups.get(groupId);
  if (share) return describeShareGroup(share);
  const classic = groups.get(groupId);
  if (classic)
    return {
      type: 'Classic',
      groupState: classic.state,
      groupEpoch: classic.generationId,
      assignorName: classic.protocolName,
      members: classic.memberList.map(({ memberId, groupInstanceId, clientId, assignment }) => ({
        memberId,
        groupInstanceId,
        clientId,
        memberEpoch: classic.generationId,
        assignment: [...assignment.assignedPartitions].sort(comparePartitions),
      })),
    };
  const group = consumerGroups.get(groupId);
  if (!group) return null;
  return {
    type: 'Consumer',
    groupState: consumerGroupState(group),
    groupEpoch: group.groupEpoch,
    assignmentEpoch: group.assignmentEpoch,
    assignorName: group.members.size > 0 ? preferredAssignor(group.members.values()) : null,
    members: [...group.members.values()].map(({ memberId, instanceId, clientId, ...member }) => ({
      memberId,
      groupInstanceId: instanceId,
      clientId,
      memberEpoch: member.memberEpoch,
      assignment: member.assignedPartitions,
      targetAssignment: group.targetAssignment.get(memberId) ?? [],
    })),
  };
}

function offsetsOf(
  { offsets }: GroupShard,
  groupId: string,
  members: readonly GroupMemberResult[],
  highWatermark: Offset,
  cluster: Cluster,
): Readonly<Record<TopicPartition, GroupOffsetResult>> {
  const owners = new Map(
    members.flatMap(({ memberId, assignment }) =>
      assignment.map((partition) => [partition, memberId] as const),
    ),
  );
  const partitions = new Set([...offsets.partitionsOf(groupId), ...owners.keys()]);
  return Object.fromEntries(
    [...partitions].sort(comparePartitions).map((topicPartition) => {
      const known = offsets.getCommitted(groupId, topicPartition, highWatermark);
      const committed = known?.offset ?? null;
      const leader = controllerOf(cluster)?.image.partitions.get(topicPartition)?.registration.leader ?? -1;
      const log = replicasOf(cluster, topicPartition).get(leader)?.log;
      const {
        logStartOffset = 0,
        logEndOffset = 0,
        highWatermark: end = 0,
        lastStableOffset = 0,
      } = log ?? {};
      const progress = {
        logStartOffset,
        logEndOffset,
        highWatermark: end,
        lastStableOffset,
        position: -1,
        committed,
      };
      const result: GroupOffsetResult = {
        currentOffset: committed,
        leaderEpoch: known === null || known.leaderEpoch < 0 ? null : known.leaderEpoch,
        logEndOffset: log ? end : null,
        lag: log ? groupsCommandLag(progress) : null,
        consumerId: owners.get(topicPartition) ?? null,
      };
      return [topicPartition, result];
    }),
  );
}
