import type { TopicPartition } from '../../../../shared/units.ts';
import type { OwnedPartitions } from './ownedPartitions.ts';
import { removeFrom } from './ownedPartitions.ts';
import { RackInfo } from './RackInfo.ts';
import {
  allPartitionsOf,
  assignableOf,
  compareText,
  type AssignablePartition,
  type Assignment,
  type GroupToAssign,
} from './Subscription.ts';

export interface StickyAssignment {
  readonly assignment: Assignment;
  /** Partitions that go to another member than the one that has them; null when that is still to be found out. */
  readonly transferringOwnership: ReadonlyMap<TopicPartition, string> | null;
}

/**
 * The sticky assignment of members that all want the same topics. Everybody gets the lower or the upper quota; who owns something
 * keeps as much of it as the quota allows (in the order of numbers, then topics), and the rest is dealt out in turn, by racks
 * first where racks decide. Members are gone through in the order of Java's HashMap, which is what decides whose surplus goes.
 * Kafka: `AbstractStickyAssignor.ConstrainedAssignmentBuilder` (4.2).
 */
export function constrainedAssignment(group: GroupToAssign, owned: OwnedPartitions): StickyAssignment {
  return new ConstrainedAssignment(group, owned).build();
}

class ConstrainedAssignment {
  private readonly group: GroupToAssign;
  private readonly owned: OwnedPartitions;
  private readonly racks: RackInfo;
  private readonly assignment: Assignment;
  private readonly assigned = new Set<TopicPartition>();
  /** Who gave a partition up, or had to. */
  private readonly maybeRevoked = new Map<TopicPartition, string>();
  private readonly transferringOwnership = new Map<TopicPartition, string>();

  private readonly minQuota: number;
  private readonly maxQuota: number;
  /** How many members are to have more than the lower quota. */
  private readonly overMinQuotaExpected: number;
  private overMinQuotaCount = 0;
  private readonly underMinQuota: string[] = [];
  private exactlyMinQuota: string[] = [];

  constructor(group: GroupToAssign, owned: OwnedPartitions) {
    this.group = group;
    this.owned = owned;
    this.racks = new RackInfo(group);
    const members = group.subscriptions.size;
    let partitions = 0;
    for (const { length } of group.partitionsPerTopic.values()) partitions += length;
    this.minQuota = Math.floor(partitions / members);
    this.maxQuota = Math.ceil(partitions / members);
    this.overMinQuotaExpected = partitions % members;
    this.assignment = new Map([...group.subscriptions.keys()].map((memberId) => [memberId, []]));
  }

  build(): StickyAssignment {
    for (const [memberId, partitions] of this.owned.byMember) this.keepOwned(memberId, partitions);
    this.underMinQuota.sort(compareText);
    this.exactlyMinQuota.sort(compareText);

    const topics = [...this.group.partitionsPerTopic.keys()].sort(compareText);
    const unassigned = this.racks.sortedByConsumersNear(
      allPartitionsOf(topics, this.group.partitionsPerTopic).filter(({ name }) => !this.assigned.has(name)),
    );
    this.dealOut(this.dealOutWithinRacks(unassigned));
    return { assignment: this.assignment, transferringOwnership: this.transferringOwnership };
  }

  private keepOwned(memberId: string, partitions: readonly TopicPartition[]): void {
    const near = partitions.filter((name) => {
      const mismatch = this.racks.racksMismatch(memberId, name);
      if (mismatch) this.maybeRevoked.set(name, memberId);
      return !mismatch;
    });
    const owned = near
      .filter((name) => !this.owned.withMultiplePreviousOwners.has(name))
      .map(assignableOf)
      .sort((a, b) => a.partition - b.partition || compareText(a.topic, b.topic));

    let kept = owned.length;
    if (owned.length < this.minQuota) this.underMinQuota.push(memberId);
    else if (owned.length >= this.maxQuota && this.overMinQuotaCount < this.overMinQuotaExpected) {
      kept = this.maxQuota;
      this.countOverMinQuota();
    } else {
      kept = this.minQuota;
      if (this.overMinQuotaCount < this.overMinQuotaExpected) this.exactlyMinQuota.push(memberId);
    }
    for (const { name } of owned.slice(0, kept)) {
      this.assignment.get(memberId)?.push(name);
      this.assigned.add(name);
    }
    for (const { name } of owned.slice(kept)) this.maybeRevoked.set(name, memberId);
  }

  private countOverMinQuota(): void {
    this.overMinQuotaCount += 1;
    if (this.overMinQuotaCount === this.overMinQuotaExpected) this.exactlyMinQuota = [];
  }

  /** @returns what no member in a rack of a replica has room for */
  private dealOutWithinRacks(unassigned: readonly AssignablePartition[]): AssignablePartition[] {
    if (this.racks.consumerRacks.size === 0) return [...unassigned];
    const turn = { next: 0 };
    return unassigned.filter((partition) => {
      const memberId = this.nearUnderMinQuota(partition, turn) ?? this.nearExactlyMinQuota(partition);
      if (memberId === undefined) return true;
      this.assign(partition, memberId);
      return false;
    });
  }

  private nearUnderMinQuota({ name }: AssignablePartition, turn: { next: number }): string | undefined {
    let place = this.racks.nextNear(name, this.underMinQuota, turn.next);
    if (place < 0) return undefined;
    const memberId = this.underMinQuota[place] as string;
    const count = this.countOf(memberId) + 1;
    if (count >= this.minQuota) {
      removeFrom(this.underMinQuota, memberId);
      if (count < this.maxQuota && this.overMinQuotaCount < this.overMinQuotaExpected)
        this.exactlyMinQuota.push(memberId);
    } else place += 1;
    turn.next = this.underMinQuota.length === 0 ? 0 : place % this.underMinQuota.length;
    return memberId;
  }

  private nearExactlyMinQuota({ name }: AssignablePartition): string | undefined {
    const place = this.racks.nextNear(name, this.exactlyMinQuota, 0);
    if (place < 0) return undefined;
    const memberId = this.exactlyMinQuota[place] as string;
    if (this.countOf(memberId) + 1 === this.maxQuota) {
      this.exactlyMinQuota.splice(place, 1);
      this.countOverMinQuota();
    }
    return memberId;
  }

  /** In turn to those below the lower quota until they have reached it, then one each to those that have just that. */
  private dealOut(unassigned: readonly AssignablePartition[]): void {
    let turn = 0;
    for (const partition of unassigned) {
      const below = this.underMinQuota.length > 0;
      if (turn >= this.underMinQuota.length) turn = 0;
      const memberId = below ? this.underMinQuota[turn] : this.exactlyMinQuota.shift();
      if (memberId === undefined) throw new Error('No more unfilled consumers to be assigned.');
      const count = this.assign(partition, memberId);
      if (count === this.minQuota) {
        this.underMinQuota.splice(turn, 1);
        this.exactlyMinQuota.push(memberId);
      } else {
        if (count === this.maxQuota) this.overMinQuotaCount += 1;
        turn += 1;
      }
    }
  }

  private assign({ name }: AssignablePartition, memberId: string): number {
    this.assignment.get(memberId)?.push(name);
    const previous = this.maybeRevoked.get(name);
    const moves = previous !== undefined && previous !== memberId;
    if (moves || this.owned.withMultiplePreviousOwners.has(name))
      this.transferringOwnership.set(name, memberId);
    return this.countOf(memberId);
  }

  private countOf(memberId: string): number {
    return this.assignment.get(memberId)?.length ?? 0;
  }
}
