import type { TopicPartition } from '../../../../../../shared/units.ts';
import {
  byTopic,
  partitionCountOf,
  PartitionAssignorError,
  sortedAssignment,
  type GroupAssignment,
  type GroupSpec,
} from './GroupSpec.ts';

/**
 * The uniform assignment of members that all want the same topics. Member by member, each keeps what it has up to its quota; then
 * those below theirs are filled up one after the other, from the partitions of the first topic on and at last from what was taken.
 * Who has one partition more already may keep it; those that are left over go to the last members (KAFKA-18688). Before 4.1 the first
 * members took them, so that an even assignment was changed for nothing.
 * Kafka: `UniformHomogeneousAssignmentBuilder` (4.2).
 *
 * @throws PartitionAssignorError when a topic is missing
 */
export function uniformHomogeneousAssignment(group: GroupSpec): GroupAssignment {
  const [first] = group.members.values();
  const topics = first?.subscribedTopics ?? [];
  if (topics.length === 0) return new Map();

  const unassigned: TopicPartition[] = [];
  let partitions = 0;
  for (const topic of topics) {
    const count = partitionCountOf(group, topic);
    for (let index = 0; index < count; index++)
      if (!group.assignedPartitions.has(`${topic}-${index}`)) unassigned.push(`${topic}-${index}`);
    partitions += count;
  }

  const target = new Map<string, Set<TopicPartition>>();
  const unfilled: { readonly memberId: string; readonly quota: number }[] = [];
  const memberCount = group.members.size;
  let extras = partitions % memberCount;
  let place = 0;
  for (const [memberId, { assigned }] of group.members) {
    let hasExtra = extras > 0;
    let quota = Math.floor(partitions / memberCount) + (hasExtra ? 1 : 0);
    const kept = new Set<TopicPartition>();
    for (const [topic, indexes] of byTopic(assigned)) {
      if (!topics.includes(topic)) continue;
      for (const index of indexes) {
        const topicPartition = `${topic}-${index}`;
        if (quota > 0) {
          quota -= 1;
          kept.add(topicPartition);
        } else unassigned.push(topicPartition);
      }
    }
    // It has not used the one more, and enough members come after it that may.
    if (!group.extrasGoToTheFirst && quota > 0 && hasExtra && memberCount - place > extras) {
      quota -= 1;
      hasExtra = false;
    }
    if (quota > 0) unfilled.push({ memberId, quota });
    if (hasExtra) extras -= 1;
    target.set(memberId, kept);
    place += 1;
  }

  let next = 0;
  for (const { memberId, quota } of unfilled)
    for (const topicPartition of unassigned.slice(next, (next += quota)))
      target.get(memberId)?.add(topicPartition);
  if (next < unassigned.length) throw new PartitionAssignorError('Partitions were left unassigned');
  return sortedAssignment(target);
}
