import type { TopicPartition } from '../../../../shared/units.ts';
import { removeFrom, type OwnedPartitions } from './ownedPartitions.ts';
import { PartitionMovements } from './PartitionMovements.ts';
import { RackInfo } from './RackInfo.ts';
import {
  allPartitionsOf,
  assignableOf,
  compareText,
  type AssignablePartition,
  type Assignment,
  type GroupToAssign,
  type MemberData,
  type Subscription,
} from './Subscription.ts';

/**
 * The sticky assignment of members that want different topics: what is validly owned stays, what is free goes to whoever may have
 * it and has least, and then partitions move as long as somebody has two more than another that could have one of them. If all
 * that moving made nothing better, it is undone. Kafka: `AbstractStickyAssignor.GeneralAssignmentBuilder` (4.2).
 */
export function generalAssignment(
  group: GroupToAssign,
  owned: OwnedPartitions,
  memberDataOf: (subscription: Subscription) => MemberData,
): Assignment {
  return new GeneralAssignment(group, owned, memberDataOf).build();
}

class GeneralAssignment {
  private readonly group: GroupToAssign;
  private readonly racks: RackInfo;
  /** By member; those whose share cannot change are taken out while the others are balanced. */
  private current: Assignment;
  private ownerOf = new Map<TopicPartition, string>();
  /** Who had a partition in an older generation than the newest: it may go back there. */
  private readonly previousOwnerOf: ReadonlyMap<TopicPartition, string>;
  private readonly topicsOf = new Map<string, ReadonlySet<string>>();
  private readonly consumersOf = new Map<string, string[]>();
  /** Members by how much they have, then by id. */
  private readonly byLoad: string[];
  private readonly movements = new PartitionMovements();
  private readonly all: readonly AssignablePartition[];

  constructor(
    group: GroupToAssign,
    owned: OwnedPartitions,
    memberDataOf: (subscription: Subscription) => MemberData,
  ) {
    this.group = group;
    this.racks = new RackInfo(group);
    this.previousOwnerOf = previousOwners(group, owned, memberDataOf);
    for (const topic of group.partitionsPerTopic.keys()) this.consumersOf.set(topic, []);
    for (const [memberId, { topics }] of group.subscriptions) {
      const known = topics.filter((topic) => group.partitionsPerTopic.has(topic));
      this.topicsOf.set(memberId, new Set(known));
      for (const topic of known) this.consumersOf.get(topic)?.push(memberId);
    }
    this.all = allPartitionsOf(
      [...this.consumersOf.keys()].sort(
        (a, b) => this.consumerCount(a) - this.consumerCount(b) || compareText(a, b),
      ),
      group.partitionsPerTopic,
    );
    this.current = copyOf(owned.byMember);
    for (const [memberId, partitions] of this.current)
      for (const name of partitions) this.ownerOf.set(name, memberId);
    this.byLoad = [];
  }

  build(): Assignment {
    const { kept, revocationRequired } = this.keepOwned();
    for (const memberId of this.current.keys()) this.placeByLoad(memberId);
    const unassigned = this.all.filter(({ name }) => !kept.has(name));
    const initializing = this.loadOf(this.byLoad.at(-1) ?? '') === 0;

    const leftOver = this.assignWhere(
      unassigned,
      (memberId, name) => !this.racks.racksMismatch(memberId, name),
    );
    this.assignWhere(leftOver, () => true);

    const movable = ({ topic }: AssignablePartition): boolean => this.consumerCount(topic) >= 2;
    const fixed = this.takeOutFixed();
    const before = copyOf(this.current);
    if (!revocationRequired) this.reassign(unassigned.filter(movable));
    const moved = this.reassign(this.all.filter(movable));
    if (!initializing && moved && balanceScore(this.current) >= balanceScore(before)) this.current = before;

    const all = new Map([...this.current, ...fixed]);
    return new Map(
      [...this.group.subscriptions.keys()].map((memberId) => [memberId, all.get(memberId) ?? []]),
    );
  }

  /** Takes from everybody what it no longer wants, or what is not in its rack. */
  private keepOwned(): { kept: Set<TopicPartition>; revocationRequired: boolean } {
    const kept = new Set<TopicPartition>();
    let revocationRequired = false;
    for (const [memberId, partitions] of this.current) {
      const own = partitions.filter((name) => {
        const wanted = this.topicsOf.get(memberId)?.has(assignableOf(name).topic) === true;
        return wanted && !this.racks.racksMismatch(memberId, name);
      });
      if (own.length < partitions.length) revocationRequired = true;
      for (const name of own) kept.add(name);
      this.current.set(memberId, own);
    }
    return { kept, revocationRequired };
  }

  /** Each to the member with least that may have it. @returns those that nobody may have */
  private assignWhere(
    partitions: readonly AssignablePartition[],
    may: (memberId: string, name: TopicPartition) => boolean,
  ): AssignablePartition[] {
    return partitions.filter(({ topic, name }) => {
      const memberId = this.byLoad.find((id) => this.wants(id, topic) && may(id, name));
      if (memberId === undefined) return true;
      removeFrom(this.byLoad, memberId);
      this.current.get(memberId)?.push(name);
      this.ownerOf.set(name, memberId);
      this.placeByLoad(memberId);
      return false;
    });
  }

  /** Those that have all they can have, and nothing that anybody else could have. */
  private takeOutFixed(): Assignment {
    const fixed: Assignment = new Map();
    for (const memberId of this.topicsOf.keys()) {
      const partitions = this.current.get(memberId) ?? [];
      const mayChange =
        partitions.length < this.mostOf(memberId) ||
        partitions.some((name) => this.consumerCount(assignableOf(name).topic) >= 2);
      if (mayChange) continue;
      removeFrom(this.byLoad, memberId);
      fixed.set(memberId, partitions);
      this.current.delete(memberId);
    }
    return fixed;
  }

  private reassign(partitions: readonly AssignablePartition[]): boolean {
    let movedAny = false;
    for (;;) {
      let moved = false;
      for (const partition of partitions) {
        if (this.isBalanced()) break;
        const target = this.betterOwner(partition);
        if (target === undefined) continue;
        this.move(this.movements.actuallyMoved(partition, this.owner(partition), target), target);
        moved = true;
      }
      if (!moved) return movedAny;
      movedAny = true;
    }
  }

  /**
   * Who is to have a partition instead of its owner: its owner of an older generation, if that has two fewer (where Kafka throws
   * when that one wants nothing that it shares with others, it is passed over here); else, if anybody that may have it has two
   * fewer, whoever has least.
   */
  private betterOwner(partition: AssignablePartition): string | undefined {
    const load = this.loadOf(this.owner(partition));
    const previous = this.previousOwnerOf.get(partition.name);
    if (previous !== undefined && this.current.has(previous) && load > this.loadOf(previous) + 1)
      return previous;
    const someoneHasTwoFewer = this.consumersOf
      .get(partition.topic)
      ?.some((memberId) => load > this.loadOf(memberId) + 1);
    if (someoneHasTwoFewer !== true) return undefined;
    return this.byLoad.find((memberId) => this.wants(memberId, partition.topic));
  }

  private move(partition: AssignablePartition, to: string): void {
    const from = this.owner(partition);
    removeFrom(this.byLoad, from);
    removeFrom(this.byLoad, to);
    this.movements.moved(partition, from, to);
    removeFrom(this.current.get(from), partition.name);
    this.current.get(to)?.push(partition.name);
    this.ownerOf.set(partition.name, to);
    this.placeByLoad(to);
    this.placeByLoad(from);
  }

  /** Whether nobody could have a partition of somebody who has two more. */
  private isBalanced(): boolean {
    const least = this.loadOf(this.byLoad[0] ?? '');
    const most = this.loadOf(this.byLoad.at(-1) ?? '');
    if (least >= most - 1) return true;
    for (const memberId of this.byLoad) {
      const load = this.loadOf(memberId);
      if (load === this.mostOf(memberId)) continue;
      const wants = this.topicsOf.get(memberId);
      for (const [other, partitions] of this.current)
        if (partitions.length > load + 1 && other !== memberId)
          for (const name of partitions) if (wants?.has(assignableOf(name).topic) === true) return false;
    }
    return true;
  }

  private owner({ name }: AssignablePartition): string {
    return this.ownerOf.get(name) ?? '';
  }

  private wants(memberId: string, topic: string): boolean {
    return this.topicsOf.get(memberId)?.has(topic) === true;
  }

  private consumerCount(topic: string): number {
    return this.consumersOf.get(topic)?.length ?? 0;
  }

  private loadOf(memberId: string): number {
    return this.current.get(memberId)?.length ?? 0;
  }

  private mostOf(memberId: string): number {
    let most = 0;
    for (const topic of this.topicsOf.get(memberId) ?? [])
      most += this.group.partitionsPerTopic.get(topic)?.length ?? 0;
    return most;
  }

  private placeByLoad(memberId: string): void {
    const load = this.loadOf(memberId);
    const place = this.byLoad.findIndex((other) => {
      const otherLoad = this.loadOf(other);
      return otherLoad > load || (otherLoad === load && compareText(other, memberId) > 0);
    });
    this.byLoad.splice(place < 0 ? this.byLoad.length : place, 0, memberId);
  }
}

/** Who claims a partition from before the newest generation; of several the one with the newest claim. */
function previousOwners(
  { subscriptions }: GroupToAssign,
  { maxGeneration }: OwnedPartitions,
  memberDataOf: (subscription: Subscription) => MemberData,
): Map<TopicPartition, string> {
  const owners = new Map<TopicPartition, { memberId: string; generation: number }>();
  for (const [memberId, subscription] of subscriptions) {
    const { partitions, generation } = memberDataOf(subscription);
    if (generation >= maxGeneration) continue;
    for (const name of partitions)
      if (generation > (owners.get(name)?.generation ?? -Infinity))
        owners.set(name, { memberId, generation });
  }
  return new Map([...owners].map(([name, { memberId }]) => [name, memberId]));
}

/** The sum of the differences between any two members: 0 when all have as many. */
function balanceScore(assignment: Assignment): number {
  const loads = [...assignment.values()].map(({ length }) => length);
  let score = 0;
  loads.forEach((load, place) => {
    for (const other of loads.slice(place + 1)) score += Math.abs(load - other);
  });
  return score;
}

function copyOf(assignment: ReadonlyMap<string, readonly TopicPartition[]>): Assignment {
  return new Map([...assignment].map(([memberId, partitions]) => [memberId, [...partitions]]));
}
