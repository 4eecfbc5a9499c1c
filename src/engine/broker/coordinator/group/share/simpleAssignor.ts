import type { TopicPartition } from '../../../../../shared/units.ts';
import { comparePartitions, splitPartition } from '../../../../protocol/ConsumerProtocol.ts';

/** A member of a share group as its assignor sees it. */
export interface ShareMemberSpec {
  /** In the order of their names. */
  readonly subscribedTopics: readonly string[];
  /** Its target so far. */
  readonly assigned: readonly TopicPartition[];
}

/**
 * The target of a share group: as many members share a partition as it takes to give each member one, and no more; each has as many
 * partitions as the others, or one less; and who has one keeps it, if that does not stand against it (SG6). Where members want
 * different topics, each topic is dealt out by itself. Kafka: `SimpleAssignor` (4.2).
 *
 * Simplified: where Kafka takes partitions in the order of a hash of their topic's id, which is random, here they come in order.
 *
 * @param members in the order of Java's HashMap
 * @param assignable the share partitions that the share coordinator knows of, in order
 */
export function simpleAssignor(
  members: ReadonlyMap<string, ShareMemberSpec>,
  assignable: readonly TopicPartition[],
): Map<string, readonly TopicPartition[]> {
  const held = new Map<string, Set<TopicPartition>>([...members.keys()].map((id) => [id, new Set()]));
  for (const { subscribers, partitions } of deals(members, assignable))
    deal(members, held, subscribers, partitions);
  return new Map(Array.from(held, ([id, partitions]) => [id, [...partitions].sort(comparePartitions)]));
}

interface Deal {
  readonly subscribers: readonly string[];
  readonly partitions: readonly TopicPartition[];
}

/** All at once if all want the same, else topic by topic. */
function deals(
  members: ReadonlyMap<string, ShareMemberSpec>,
  assignable: readonly TopicPartition[],
): readonly Deal[] {
  const subscriptions = new Set([...members.values()].map(({ subscribedTopics }) => subscribedTopics.join()));
  const topics = new Set([...members.values()].flatMap(({ subscribedTopics }) => subscribedTopics));
  const isWanted = (name: TopicPartition): boolean => topics.has(splitPartition(name).topic);
  if (subscriptions.size === 1)
    return [{ subscribers: [...members.keys()], partitions: assignable.filter(isWanted) }];
  return [...topics].sort().map((topic) => ({
    subscribers: [...members]
      .filter(([, { subscribedTopics }]) => subscribedTopics.includes(topic))
      .map(([id]) => id),
    partitions: assignable.filter((name) => splitPartition(name).topic === topic),
  }));
}

function deal(
  members: ReadonlyMap<string, ShareMemberSpec>,
  held: ReadonlyMap<string, Set<TopicPartition>>,
  subscribers: readonly string[],
  partitions: readonly TopicPartition[],
): void {
  if (partitions.length === 0) return;
  const sharing = Math.ceil(subscribers.length / partitions.length);
  const precise = (sharing * partitions.length) / subscribers.length;
  const desired = new Map(
    subscribers.map((id, i) => [id, Math.ceil(precise * (i + 1)) - Math.ceil(precise * i)]),
  );
  const byPartition = new Map<TopicPartition, string[]>(partitions.map((name) => [name, []]));
  const own = new Map<string, TopicPartition[]>();
  for (const id of subscribers) {
    // What it has too many of goes, from the front.
    const known = (members.get(id)?.assigned ?? []).filter((name) => byPartition.has(name));
    own.set(id, known.slice(Math.max(0, known.length - (desired.get(id) ?? 0))));
    for (const name of own.get(id) ?? []) byPartition.get(name)?.push(id);
  }
  for (const [name, ids] of byPartition)
    for (const id of ids.splice(0, Math.max(0, ids.length - sharing)))
      own.set(
        id,
        (own.get(id) ?? []).filter((other) => other !== name),
      );
  assignRemaining(subscribers, own, desired, byPartition, sharing);
  for (const [id, names] of own) for (const name of names) held.get(id)?.add(name);
}

/** Members without enough take, in turn, what has too few. */
function assignRemaining(
  subscribers: readonly string[],
  own: Map<string, TopicPartition[]>,
  desired: ReadonlyMap<string, number>,
  byPartition: ReadonlyMap<TopicPartition, string[]>,
  sharing: number,
): void {
  let unfilled = subscribers.filter((id) => (own.get(id)?.length ?? 0) < (desired.get(id) ?? 0));
  let turn = 0;
  let isProgress = false;
  for (const [name, ids] of byPartition) {
    while (ids.length < sharing && unfilled.length > 0) {
      if (turn >= unfilled.length) {
        if (!isProgress) break;
        turn = 0;
        isProgress = false;
      }
      const id = unfilled[turn] as string;
      turn += 1;
      if (ids.includes(id)) continue;
      ids.push(id);
      const names = own.get(id) ?? [];
      names.push(name);
      own.set(id, names);
      isProgress = true;
      if (names.length >= (desired.get(id) ?? 0)) {
        unfilled = unfilled.filter((other) => other !== id);
        turn -= 1;
      }
    }
    if (unfilled.length === 0) return;
  }
}
