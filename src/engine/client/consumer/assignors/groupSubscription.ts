import { textsInJavaHashOrder } from '../../../kernel/javaHashOrder.ts';
import type { GroupToAssign, PartitionRacks, Subscription } from './Subscription.ts';

/**
 * What the leader of a group hands to its assignor: members and topics in the order of the HashMaps that it makes of the answer
 * to its JoinGroup and of its metadata, and only topics that it knows of and somebody wants.
 * Kafka: `ConsumerCoordinator.onLeaderElected`, `AbstractPartitionAssignor.assign` (4.2).
 *
 * @param members in the order of the JoinGroup response
 * @param partitionsOf the racks of each partition's replicas; undefined for a topic that the leader does not know
 */
export function groupSubscription(
  members: readonly (readonly [memberId: string, subscription: Subscription])[],
  partitionsOf: (topic: string) => readonly PartitionRacks[] | undefined,
): GroupToAssign {
  const byMember = new Map(members);
  const subscriptions = new Map<string, Subscription>();
  for (const memberId of textsInJavaHashOrder(byMember.keys())) {
    const subscription = byMember.get(memberId);
    if (subscription) subscriptions.set(memberId, subscription);
  }
  const subscribed = new Set([...subscriptions.values()].flatMap(({ topics }) => [...topics]));
  const partitionsPerTopic = new Map<string, readonly PartitionRacks[]>();
  for (const topic of textsInJavaHashOrder(subscribed)) {
    const partitions = partitionsOf(topic);
    if (partitions && partitions.length > 0) partitionsPerTopic.set(topic, partitions);
  }
  return { partitionsPerTopic, subscriptions };
}
