import type { TopicPartition } from '../../../../../../shared/units.ts';
import { partitionCountOf, type GroupAssignment, type GroupSpec, type MemberSpec } from './GroupSpec.ts';

/** How far a topic is given out. */
interface TopicRange {
  readonly partitions: number;
  members: number;
  next: number;
  /** Members that are still to get one partition more. */
  extra: number;
}

/**
 * As the consumer's own RangeAssignor: topic by topic consecutive partitions, the first members one more, static members first by
 * instance id, then the others by member id. What anybody had does not count. Kafka: server `RangeAssignor` (4.2).
 *
 * @throws PartitionAssignorError when a topic is missing
 */
export function rangeAssignor(group: GroupSpec): GroupAssignment {
  const members = [...group.members].sort(compareMembers);
  const ranges = new Map<string, TopicRange>();
  for (const [, { subscribedTopics }] of members)
    for (const topic of subscribedTopics) {
      const range = ranges.get(topic) ?? {
        partitions: partitionCountOf(group, topic),
        members: 0,
        next: 0,
        extra: 0,
      };
      range.members += 1;
      range.extra = range.partitions % range.members;
      ranges.set(topic, range);
    }
  return new Map(
    members.map(([memberId, { subscribedTopics }]) => [
      memberId,
      subscribedTopics.flatMap((topic) => nextRange(topic, ranges.get(topic))),
    ]),
  );
}

function nextRange(topic: string, range: TopicRange | undefined): TopicPartition[] {
  if (!range) return [];
  const share = Math.floor(range.partitions / range.members) + (range.extra > 0 ? 1 : 0);
  range.extra = Math.max(0, range.extra - 1);
  const start = range.next;
  range.next = Math.min(start + share, range.partitions);
  return Array.from({ length: range.next - start }, (_, i) => `${topic}-${start + i}`);
}

function compareMembers(
  [aId, { instanceId: a }]: readonly [string, MemberSpec],
  [bId, { instanceId: b }]: readonly [string, MemberSpec],
): number {
  if (a !== null && b !== null) return a < b ? -1 : 1;
  if (a !== null) return -1;
  if (b !== null) return 1;
  return aId < bId ? -1 : 1;
}
