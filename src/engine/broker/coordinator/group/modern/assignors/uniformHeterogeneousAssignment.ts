import type { TopicPartition } from '../../../../../../shared/units.ts';
import { splitPartition } from '../../../../../protocol/ConsumerProtocol.ts';
import { partitionCountOf, sortedAssignment, type GroupAssignment, type GroupSpec } from './GroupSpec.ts';
import { MemberAssignmentBalancer } from './MemberAssignmentBalancer.ts';

/** How often all topics are balanced at most. */
const MAX_ITERATION_COUNT = 16;

const NOBODY = -1;

/**
 * The uniform assignment of members that want different topics. What a member has of a topic that it wants stays; what is free goes,
 * topic by topic, to those of its subscribers that have fewest; then, topic by topic, partitions move from who has most to who has
 * fewest, until all topics have been gone over without a move. Topics with the most partitions for a subscriber come first.
 * Kafka: `UniformHeterogeneousAssignmentBuilder` (4.2).
 *
 * @throws PartitionAssignorError when a topic is missing
 */
export function uniformHeterogeneousAssignment(group: GroupSpec): GroupAssignment {
  const builder = new UniformHeterogeneousAssignment(group);
  return builder.build();
}

/** A topic that somebody wants. Members are numbers: their places in the group. */
interface SubscribedTopic {
  readonly name: string;
  readonly subscribers: number[];
  /** By partition. */
  readonly owners: number[];
}

class UniformHeterogeneousAssignment {
  private readonly group: GroupSpec;
  private readonly topics = new Map<string, SubscribedTopic>();
  private readonly sizes: number[] = [];

  constructor(group: GroupSpec) {
    this.group = group;
    for (const [member, { subscribedTopics }] of [...group.members.values()].entries()) {
      this.sizes.push(0);
      for (const name of subscribedTopics) {
        const topic = this.topics.get(name) ?? {
          name,
          subscribers: [],
          owners: Array.from({ length: partitionCountOf(group, name) }, () => NOBODY),
        };
        topic.subscribers.push(member);
        this.topics.set(name, topic);
      }
    }
  }

  build(): GroupAssignment {
    if (this.topics.size === 0) return new Map();
    this.keepAssigned();
    const topics = [...this.topics.values()].sort(compareTopics);
    for (const topic of topics) this.assignRemaining(topic);
    this.balanceTopics(topics.filter(({ subscribers }) => subscribers.length >= 2));

    const target = new Map<string, TopicPartition[]>();
    const memberIds = [...this.group.members.keys()];
    for (const memberId of memberIds) target.set(memberId, []);
    for (const { name, owners } of topics)
      for (const [index, owner] of owners.entries())
        target.get(memberIds[owner] ?? '')?.push(`${name}-${index}`);
    return sortedAssignment(target);
  }

  private keepAssigned(): void {
    for (const [member, { assigned, subscribedTopics }] of [...this.group.members.values()].entries())
      for (const topicPartition of assigned) {
        const { topic, index } = splitPartition(topicPartition);
        if (subscribedTopics.includes(topic)) this.assign(this.topics.get(topic), index, member);
      }
  }

  private assignRemaining(topic: SubscribedTopic): void {
    if (!topic.owners.includes(NOBODY)) return;
    const balancer = new MemberAssignmentBalancer(topic.subscribers, this.sizes);
    for (const [index, owner] of topic.owners.entries())
      if (owner === NOBODY) this.assign(topic, index, balancer.nextLeastLoaded());
  }

  private balanceTopics(topics: readonly SubscribedTopic[]): void {
    let lastMoved = -1;
    for (let i = 0; i < MAX_ITERATION_COUNT; i++)
      for (const [place, topic] of topics.entries()) {
        if (place === lastMoved) return;
        if (this.balanceTopic(topic) > 0 || lastMoved === -1) lastMoved = place;
      }
  }

  /** @returns how many partitions moved */
  private balanceTopic(topic: SubscribedTopic): number {
    const balancer = new MemberAssignmentBalancer(topic.subscribers, this.sizes);
    if (balancer.imbalance <= 1) return 0;
    // What each may give away: its own of this topic as they were, the last first.
    const givable = new Map<number, number[]>();
    for (const [index, owner] of topic.owners.entries())
      givable.set(owner, [...(givable.get(owner) ?? []), index]);
    let moved = 0;
    while (!balancer.isBalanced()) {
      const from = balancer.nextMostLoaded();
      if (from === undefined) break;
      const index = givable.get(from)?.pop();
      if (index === undefined) {
        balancer.excludeMostLoaded();
        continue;
      }
      const to = balancer.nextLeastLoaded();
      if (balancer.isBalanced()) break;
      this.assign(topic, index, to);
      moved += 1;
    }
    return moved;
  }

  private assign(topic: SubscribedTopic | undefined, index: number, member: number): void {
    if (!topic) return;
    const before = topic.owners[index] ?? NOBODY;
    if (before !== NOBODY) this.sizes[before] = (this.sizes[before] ?? 0) - 1;
    topic.owners[index] = member;
    this.sizes[member] = (this.sizes[member] ?? 0) + 1;
  }
}

function compareTopics(a: SubscribedTopic, b: SubscribedTopic): number {
  const partitionsEach = b.owners.length / b.subscribers.length - a.owners.length / a.subscribers.length;
  if (partitionsEach !== 0) return partitionsEach;
  if (a.subscribers.length !== b.subscribers.length) return a.subscribers.length - b.subscribers.length;
  return a.name < b.name ? -1 : 1;
}
