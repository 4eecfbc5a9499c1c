import { Broker } from '../broker/Broker.ts';
import { shareGroupState, type ShareGroup } from '../broker/coordinator/group/share/ShareGroup.ts';
import type { ShareGroupOffset } from '../broker/coordinator/share/ShareStateShard.ts';
import type { GroupOffsetResult, GroupResult } from '../../shared/GroupResult.ts';
import type { TopicPartition } from '../../shared/units.ts';
import type { Cluster } from './Cluster.ts';
import { controllerOf, replicasOf } from './ledger.ts';

/** As `kafka-share-groups.sh --describe` prints it. Kafka: `ShareGroupDescribe`, `ShareGroupCommand` (4.2). */
export function describeShareGroup(group: ShareGroup): Omit<GroupResult, 'coordinator' | 'offsets'> {
  return {
    type: 'Share',
    groupState: shareGroupState(group),
    groupEpoch: group.groupEpoch,
    assignmentEpoch: group.assignmentEpoch,
    assignorName: group.members.size > 0 ? 'simple' : null,
    members: [...group.members.values()].map(
      ({ memberId, clientId, memberEpoch, assignedPartitions: assignment }) => ({
        memberId,
        groupInstanceId: null,
        clientId,
        memberEpoch,
        assignment,
        targetAssignment: group.targetAssignment.get(memberId) ?? [],
      }),
    ),
  };
}

/**
 * Where a share group begins in each partition that the share coordinator knows of, and how much of it is not done: what stands there, less
 * what is done with behind the start. Kafka: `DescribeShareGroupOffsets`, KIP-1226 (4.2).
 */
export function describeShareOffsets(
  { groupId, initialized }: ShareGroup,
  cluster: Cluster,
): Readonly<Record<TopicPartition, GroupOffsetResult>> {
  return Object.fromEntries(
    initialized.map((topicPartition) => {
      const known = shareStateOf(groupId, topicPartition, cluster);
      const leader = controllerOf(cluster)?.image.partitions.get(topicPartition)?.registration.leader ?? -1;
      const end = replicasOf(cluster, topicPartition).get(leader)?.log.highWatermark ?? null;
      const start = known && known.startOffset >= 0 ? known.startOffset : null;
      const lag = start === null || end === null ? null : end - start - (known?.deliveryCompleteCount ?? 0);
      return [topicPartition, { currentOffset: start, logEndOffset: end, lag, consumerId: null }];
    }),
  );
}

/** What the share coordinator has of a share partition, wherever it lives now. */
function shareStateOf(
  groupId: string,
  topicPartition: TopicPartition,
  cluster: Cluster,
): ShareGroupOffset | undefined {
  for (const node of cluster.state.nodes) {
    if (!(node instanceof Broker) || !node.process) continue;
    for (const { status, state } of node.process.coordinators.shares.shards.values()) {
      const known = status === 'ACTIVE' ? state.of(groupId, topicPartition) : undefined;
      if (known) return known;
    }
  }
  return undefined;
}
