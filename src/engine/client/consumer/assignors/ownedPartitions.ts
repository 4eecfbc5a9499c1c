import type { TopicPartition } from '../../../../shared/units.ts';
import {
  assignableOf,
  DEFAULT_GENERATION,
  type GroupToAssign,
  type MemberData,
  type Subscription,
} from './Subscription.ts';

export interface OwnedPartitions {
  /** Whether all members want the same topics, which makes the assignment a simple one. */
  readonly allSubscriptionsEqual: boolean;
  /** By member, what it is taken to own, of topics that still exist. */
  readonly byMember: Map<string, TopicPartition[]>;
  /** What several members claim in one generation: then nobody is believed. */
  readonly withMultiplePreviousOwners: ReadonlySet<TopicPartition>;
  /** The newest generation of any member. */
  readonly maxGeneration: number;
}

/**
 * Which of the members' claims a sticky assignor believes: of two to one partition that of the newer generation; in the same one
 * neither. Members whose wishes come after an empty one count as equal to it, as in Kafka.
 * Kafka: `AbstractStickyAssignor.allSubscriptionsEqual` (4.2).
 */
export function ownedPartitions(
  { partitionsPerTopic, subscriptions }: GroupToAssign,
  memberDataOf: (subscription: Subscription) => MemberData,
): OwnedPartitions {
  let allSubscriptionsEqual = true;
  let subscribed = new Set<string>();
  let maxGeneration = DEFAULT_GENERATION;
  const byMember = new Map<string, TopicPartition[]>();
  const ownerOf = new Map<TopicPartition, string>();
  const withMultiplePreviousOwners = new Set<TopicPartition>();

  for (const [memberId, subscription] of subscriptions) {
    if (subscribed.size === 0) subscribed = new Set(subscription.topics);
    else if (!wantsExactly(subscription, subscribed)) allSubscriptionsEqual = false;

    const { partitions, generation } = memberDataOf(subscription);
    maxGeneration = Math.max(maxGeneration, generation);
    const owned: TopicPartition[] = [];
    byMember.set(memberId, owned);
    for (const name of partitions) {
      if (!partitionsPerTopic.has(assignableOf(name).topic)) continue;
      const other = ownerOf.get(name);
      if (other === undefined) {
        owned.push(name);
        ownerOf.set(name, memberId);
        continue;
      }
      const otherGeneration = subscriptions.get(other)?.generationId ?? DEFAULT_GENERATION;
      if (generation < otherGeneration) continue;
      if (generation === otherGeneration) withMultiplePreviousOwners.add(name);
      else owned.push(name);
      removeFrom(byMember.get(other), name);
      ownerOf.set(name, memberId);
    }
  }
  return { allSubscriptionsEqual, byMember, withMultiplePreviousOwners, maxGeneration };
}

function wantsExactly({ topics }: Subscription, subscribed: ReadonlySet<string>): boolean {
  const own = new Set(topics);
  return topics.length === subscribed.size && [...subscribed].every((topic) => own.has(topic));
}

/** `List.remove(Object)`: the first one that is equal, if any. */
export function removeFrom<Item>(list: Item[] | undefined, item: Item): void {
  const place = list?.indexOf(item) ?? -1;
  if (place >= 0) list?.splice(place, 1);
}
