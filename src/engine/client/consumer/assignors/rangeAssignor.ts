import { inMemberOrder } from './memberOrder.ts';
import {
  assignable,
  assignableOf,
  compareText,
  type Assignment,
  type GroupToAssign,
  type PartitionRacks,
  type Subscription,
} from './Subscription.ts';
import { usesRacks } from './usesRacks.ts';

/**
 * Topic by topic, each member gets one run of consecutive partitions; the first `partitions mod members` members in the order of
 * `inMemberOrder` get one more, topic after topic the same ones. With racks (KIP-881) a partition first goes to a member in a
 * rack of one of its replicas, as long as that upsets no share; topics with the same members and as many partitions are then
 * given out together, so that they stay co-partitioned. Kafka: `RangeAssignor` (4.2).
 */
export function rangeAssignor(group: GroupToAssign): Assignment {
  const assignment: Assignment = new Map([...group.subscriptions.keys()].map((memberId) => [memberId, []]));
  const topics = [...group.partitionsPerTopic]
    .filter(([, partitions]) => partitions.length > 0)
    .map(([topic, partitions]) => new TopicAssignment(topic, partitions, group, assignment));
  const withRacks = topics.some(({ needsRacks }) => needsRacks);
  if (withRacks) assignWithRackMatching(topics);
  for (const topic of topics) topic.assignRanges(() => true);
  if (withRacks) for (const partitions of assignment.values()) sortByTopic(partitions);
  return assignment;
}

function assignWithRackMatching(topics: readonly TopicAssignment[]): void {
  const coPartitioned = new Map<string, TopicAssignment[]>();
  for (const topic of topics) {
    const key = JSON.stringify([topic.members, topic.memberRacks, topic.matchablePartitions]);
    coPartitioned.set(key, [...(coPartitioned.get(key) ?? []), topic]);
  }
  for (const alike of coPartitioned.values()) {
    const [only] = alike;
    if (alike.length > 1) assignCoPartitioned(alike);
    else if (only?.needsRacks === true)
      only.assignRanges((memberId, partition) => only.racksMatch(memberId, partition));
  }
}

/** A partition of all of the topics at once to the first member that is in a rack of each, and has room for each. */
function assignCoPartitioned(topics: readonly TopicAssignment[]): void {
  const [first] = topics;
  let remaining = first?.members ?? [];
  for (let partition = 0; partition < (first?.matchablePartitions ?? 0); partition++) {
    const memberId = remaining.find((member) =>
      topics.every((topic) => topic.racksMatch(member, partition) && topic.maxAssignable(member) > 0),
    );
    if (memberId === undefined) continue;
    for (const topic of topics) topic.assign(memberId, [partition]);
    if (topics.some((topic) => topic.maxAssignable(memberId) > 0)) continue;
    remaining = remaining.filter((member) => member !== memberId);
    if (remaining.length === 0) return;
  }
}

function sortByTopic(partitions: string[]): void {
  const sorted = partitions
    .map(assignableOf)
    .sort((a, b) => compareText(a.topic, b.topic) || a.partition - b.partition);
  partitions.splice(0, partitions.length, ...sorted.map(({ name }) => name));
}

/** How far one topic is given out. Kafka: `RangeAssignor.TopicAssignmentState`. */
class TopicAssignment {
  readonly topic: string;
  /** Who wants it, in the order in which they are served. */
  readonly members: readonly string[];
  /** Their racks, in the same order; null for who has none. */
  readonly memberRacks: readonly (string | null)[];
  readonly needsRacks: boolean;
  /** Partitions that can be matched by rack: none when no member has one. */
  readonly matchablePartitions: number;

  private readonly rackOf: ReadonlyMap<string, string>;
  private readonly racks: readonly PartitionRacks[];
  private readonly unassigned: Set<number>;
  private readonly assignedCounts: Map<string, number>;
  private readonly share: number;
  private extrasLeft: number;
  private readonly assignment: Assignment;

  constructor(topic: string, racks: readonly PartitionRacks[], group: GroupToAssign, assignment: Assignment) {
    this.topic = topic;
    this.assignment = assignment;
    this.racks = racks;
    const subscribers = [...group.subscriptions].filter(([, { topics }]) => topics.includes(topic));
    this.members = inMemberOrder(subscribers);
    this.rackOf = new Map(
      subscribers.flatMap(([memberId, subscription]) => rackEntry(memberId, subscription)),
    );
    this.memberRacks = this.members.map((memberId) => this.rackOf.get(memberId) ?? null);
    this.needsRacks = usesRacks(new Set(this.rackOf.values()), racks, group.preferRackAwareLogic === true);
    this.matchablePartitions = this.rackOf.size > 0 ? racks.length : 0;
    this.unassigned = new Set(racks.keys());
    this.assignedCounts = new Map(this.members.map((memberId) => [memberId, 0]));
    this.share = this.members.length === 0 ? 0 : Math.floor(racks.length / this.members.length);
    this.extrasLeft = this.members.length === 0 ? 0 : racks.length % this.members.length;
  }

  assignRanges(mayAssign: (memberId: string, partition: number) => boolean): void {
    for (const memberId of this.members) {
      if (this.unassigned.size === 0) return;
      const range = [...this.unassigned]
        .filter((partition) => mayAssign(memberId, partition))
        .slice(0, this.maxAssignable(memberId));
      if (range.length > 0) this.assign(memberId, range);
    }
  }

  assign(memberId: string, partitions: readonly number[]): void {
    const names = partitions.map((partition) => assignable(this.topic, partition).name);
    this.assignment.get(memberId)?.push(...names);
    const count = (this.assignedCounts.get(memberId) ?? 0) + partitions.length;
    this.assignedCounts.set(memberId, count);
    if (count > this.share) this.extrasLeft -= 1;
    for (const partition of partitions) this.unassigned.delete(partition);
  }

  /** Who has no rack is at home in all of them. */
  racksMatch(memberId: string, partition: number): boolean {
    const rack = this.rackOf.get(memberId);
    return rack === undefined || this.racks[partition]?.includes(rack) === true;
  }

  maxAssignable(memberId: string): number {
    const most = this.share + (this.extrasLeft > 0 ? 1 : 0);
    return Math.max(0, most - (this.assignedCounts.get(memberId) ?? 0));
  }
}

function rackEntry(memberId: string, { rackId }: Subscription): [string, string][] {
  return rackId === undefined || rackId === '' ? [] : [[memberId, rackId]];
}
