import type { TopicPartition } from '../../../../shared/units.ts';

/** The generation of a member that never had one. Kafka: `AbstractStickyAssignor.DEFAULT_GENERATION`. */
export const DEFAULT_GENERATION = -1;

/**
 * What a member of a group says of itself when it joins, and all that an assignor knows of it.
 * Kafka: `ConsumerPartitionAssignor.Subscription`, `ConsumerProtocolSubscription` v3 (4.2).
 */
export interface Subscription {
  readonly topics: readonly string[];
  /** What it owns, in the order in which it says so; an eager member has given all of it up before it joins. */
  readonly ownedPartitions: readonly TopicPartition[];
  /** The generation in which it got them; -1 when it has none. */
  readonly generationId: number;
  readonly groupInstanceId?: string;
  /** `client.rack`, unless it is empty. */
  readonly rackId?: string;
  /** What `StickyAssignor` was given last, which it sends as user data since an eager member owns nothing when it joins. */
  readonly previousAssignment?: MemberData;
}

/** What a sticky assignor takes a member to have had. Kafka: `AbstractStickyAssignor.MemberData`. */
export interface MemberData {
  readonly partitions: readonly TopicPartition[];
  readonly generation: number;
}

/** By topic, for each of its partitions the racks of the replicas, as far as they have one. Only topics that exist. */
export type PartitionsPerTopic = ReadonlyMap<string, readonly PartitionRacks[]>;
export type PartitionRacks = readonly string[];

/** By member, what it is to read, in the order in which the assignor gave it. */
export type Assignment = Map<string, TopicPartition[]>;

export interface GroupToAssign {
  readonly partitionsPerTopic: PartitionsPerTopic;
  /** By member id, in the order of Java's HashMap (`groupSubscription`). */
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  /** Match racks even where all partitions are in the same ones: only Kafka's own tests ask for that. */
  readonly preferRackAwareLogic?: boolean;
}

/** A partition as assignors handle it: by topic and number, and by the one name of both. */
export interface AssignablePartition {
  readonly topic: string;
  readonly partition: number;
  readonly name: TopicPartition;
}

export function assignable(topic: string, partition: number): AssignablePartition {
  return { topic, partition, name: `${topic}-${partition}` };
}

export function assignableOf(name: TopicPartition): AssignablePartition {
  const dash = name.lastIndexOf('-');
  return { topic: name.slice(0, dash), partition: Number(name.slice(dash + 1)), name };
}

/** All partitions of the topics, topic by topic in the order given. */
export function allPartitionsOf(
  topics: readonly string[],
  partitionsPerTopic: PartitionsPerTopic,
): AssignablePartition[] {
  return topics.flatMap((topic) =>
    (partitionsPerTopic.get(topic) ?? []).map((_racks, partition) => assignable(topic, partition)),
  );
}

/** `String.compareTo`. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
