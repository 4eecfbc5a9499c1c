import type { TopicPartition } from '../../../../../../shared/units.ts';
import { comparePartitions, splitPartition } from '../../../../../protocol/ConsumerProtocol.ts';
import { inJavaHashOrder } from '../../../../../kernel/javaHashOrder.ts';

/** A member as a server assignor sees it. Kafka: `MemberSubscriptionAndAssignmentImpl` (4.2). */
export interface MemberSpec {
  readonly instanceId: string | null;
  /** In the order of their names, each once. */
  readonly subscribedTopics: readonly string[];
  /** Its target so far, in the order of `comparePartitions`. */
  readonly assigned: readonly TopicPartition[];
}

/**
 * A group as a server assignor sees it. Kafka goes over topics in the order of a hash of their ids, which are random; here that is
 * the order of their names. Kafka: `GroupSpecImpl`, `SubscribedTopicDescriberImpl` (4.2).
 */
export interface GroupSpec {
  /** By member id, in the order of Java's HashMap: it decides who gets what. */
  readonly members: ReadonlyMap<string, MemberSpec>;
  /** Whether all of them want the same topics. */
  readonly subscriptionType: SubscriptionType;
  /** What the group's target gives to anybody so far. */
  readonly assignedPartitions: ReadonlySet<TopicPartition>;
  /** How many partitions a topic has; undefined: there is no such topic. */
  readonly partitionCount: (topic: string) => number | undefined;
  /** As before 4.1 (KAFKA-18688): what cannot be divided goes to the first members, whoever has it. */
  readonly extrasGoToTheFirst?: boolean;
}

export type SubscriptionType = 'HOMOGENEOUS' | 'HETEROGENEOUS';

/** By member, its target, in the order of `comparePartitions`; a member that is not in it gets nothing. */
export type GroupAssignment = ReadonlyMap<string, readonly TopicPartition[]>;

/** Why there is no assignment. The coordinator answers UNKNOWN_SERVER_ERROR. Kafka: `PartitionAssignorException`. */
export class PartitionAssignorError extends Error {}

/** @throws PartitionAssignorError when there is no such topic */
export function partitionCountOf({ partitionCount }: GroupSpec, topic: string): number {
  const count = partitionCount(topic);
  if (count === undefined)
    throw new PartitionAssignorError(
      `Members are subscribed to topic ${topic} which doesn't exist in the topic metadata.`,
    );
  return count;
}

/** Partitions by topic, the numbers of each in the order of the HashSet that Kafka makes of them when it reads the target. */
export function byTopic(partitions: readonly TopicPartition[]): Map<string, number[]> {
  const topics = new Map<string, number[]>();
  for (const topicPartition of partitions) {
    const { topic, index } = splitPartition(topicPartition);
    const indexes = topics.get(topic);
    if (indexes) indexes.push(index);
    else topics.set(topic, [index]);
  }
  for (const [topic, indexes] of topics)
    topics.set(
      topic,
      inJavaHashOrder(indexes, (index) => index, Math.ceil((indexes.length * 4) / 3)),
    );
  return topics;
}

export function sortedAssignment(
  assignment: ReadonlyMap<string, Iterable<TopicPartition>>,
): Map<string, readonly TopicPartition[]> {
  return new Map(
    Array.from(assignment, ([memberId, partitions]) => [memberId, [...partitions].sort(comparePartitions)]),
  );
}
