import { inMemberOrder } from './memberOrder.ts';
import { allPartitionsOf, compareText, type Assignment, type GroupToAssign } from './Subscription.ts';

/**
 * Deals the partitions of all topics, sorted by name, one by one to the members in turn, passing over those that do not want
 * the topic. The turn goes on from topic to topic. Kafka: `RoundRobinAssignor` (4.2).
 */
export function roundRobinAssignor({ partitionsPerTopic, subscriptions }: GroupToAssign): Assignment {
  const assignment: Assignment = new Map([...subscriptions.keys()].map((memberId) => [memberId, []]));
  const members = inMemberOrder(subscriptions);
  const topicsOf = new Map([...subscriptions].map(([memberId, { topics }]) => [memberId, new Set(topics)]));
  const wanted = new Set([...subscriptions.values()].flatMap(({ topics }) => [...topics]));
  let turn = 0;
  for (const { topic, name } of allPartitionsOf([...wanted].sort(compareText), partitionsPerTopic)) {
    const memberAt = (): string => members[turn % members.length] as string;
    while (topicsOf.get(memberAt())?.has(topic) !== true) turn += 1;
    assignment.get(memberAt())?.push(name);
    turn += 1;
  }
  return assignment;
}
