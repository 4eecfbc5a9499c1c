import type { NodeContext } from '../../../node/Node.ts';
import type { JoinGroupResponse } from '../../../protocol/requests.ts';
import { CONSUMER_ASSIGNORS } from '../assignors/assignors.ts';
import type { AssignorName } from '../assignors/assignors.ts';
import { groupSubscription } from '../assignors/groupSubscription.ts';
import type { MemberData, Subscription } from '../assignors/Subscription.ts';
import type { GroupConsumer } from './GroupConsumer.ts';
import { requestRejoin } from './rejoin.ts';
import { failJoin, sendSyncGroup } from './syncGroup.ts';

/**
 * The leader of a group says who gets what. It watches all topics of the group from now on, and assigns by metadata that are
 * fresh. Kafka: `ConsumerCoordinator.onLeaderElected` (4.2).
 *
 * Simplified: racks of replicas are not part of a client's metadata here, so no assignor goes by racks.
 */
export function assignAsLeader(consumer: GroupConsumer, response: JoinGroupResponse, ctx: NodeContext): void {
  const { coordinator, metadata } = consumer;
  const topics = response.members.flatMap((member) => [...member.metadata.topics]);
  metadata.setTopics(Object.freeze([...new Set([...consumer.topics, ...topics])].sort()));
  coordinator.leaderJoin = response;
  if (metadata.refreshAtUs === null || metadata.refreshAtUs <= ctx.nowUs) return;
  assignWithMetadata(consumer, ctx);
}

/** Metadata have come: an assignment that waited for them is made. */
export function assignWithMetadata(consumer: GroupConsumer, ctx: NodeContext): void {
  const { coordinator, metadata } = consumer;
  const response = coordinator.leaderJoin;
  if (response === null) return;
  coordinator.leaderJoin = null;
  if (coordinator.memberState !== 'COMPLETING_REBALANCE') {
    failJoin(consumer, 'ILLEGAL_GENERATION');
    return;
  }
  coordinator.isLeader = true;
  coordinator.assignmentSnapshot = metadataSnapshot(consumer);
  if (response.skipAssignment) {
    sendSyncGroup(consumer, [], ctx);
    return;
  }
  const assignor = CONSUMER_ASSIGNORS[response.protocolName as AssignorName];
  const group = groupSubscription(
    response.members.map((member) => [member.memberId, subscriptionOf(member, assignor.name)] as const),
    (topic) => {
      const count = metadata.partitionCount(topic);
      return count === 0 ? undefined : Array.from({ length: count }, () => []);
    },
  );
  const assignment = assignor.assign(group);
  sendSyncGroup(
    consumer,
    [...assignment].map(([memberId, partitions]) => ({ memberId, partitions })),
    ctx,
  );
}

function subscriptionOf(
  { groupInstanceId, metadata }: JoinGroupResponse['members'][number],
  assignor: AssignorName,
): Subscription {
  const { topics, ownedPartitions, generationId, rackId, userData } = metadata;
  return {
    topics,
    ownedPartitions,
    generationId,
    ...(groupInstanceId === null ? {} : { groupInstanceId }),
    ...(rackId === null ? {} : { rackId }),
    ...(assignor === 'sticky' && userData !== null
      ? { previousAssignment: JSON.parse(userData) as MemberData }
      : {}),
  };
}

/** Topics that the group reads, with how many partitions they have. Kafka: `ConsumerCoordinator.MetadataSnapshot`. */
function metadataSnapshot({ metadata }: GroupConsumer): readonly (readonly [string, number])[] {
  return Object.freeze(
    metadata.topicsAsked.map((topic) => Object.freeze([topic, metadata.partitionCount(topic)] as const)),
  );
}

/** The leader joins again when a topic of the group has other partitions than it assigned. */
export function noticeNewPartitions(consumer: GroupConsumer, ctx: NodeContext): void {
  const { coordinator, metadata } = consumer;
  const before = coordinator.assignmentSnapshot;
  if (before === null || coordinator.rejoinNeeded) return;
  if (before.every(([topic, count]) => metadata.partitionCount(topic) === count)) return;
  requestRejoin(consumer, 'cached metadata has changed', ctx);
}
