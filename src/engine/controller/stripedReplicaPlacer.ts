import type { BrokerId } from '../../shared/units.ts';
import { hashMapOrder, nextInt, shuffle, stringHash } from './javaRandom.ts';
import type { RandomBits } from './javaRandom.ts';

/** A broker that new replicas may go to: registered, and not in controlled shutdown. */
export interface UsableBroker {
  readonly id: BrokerId;
  readonly rack: string | null;
  readonly fenced: boolean;
}

export type Placement =
  | { readonly assignments: readonly (readonly BrokerId[])[] }
  | { readonly error: 'INVALID_REPLICATION_FACTOR'; readonly message: string };

/**
 * Places the replicas of new partitions (P1, P2): striped over the racks and over the brokers of each rack, leaders on unfenced
 * brokers only, followers on fenced ones where a rack has no other left. Kafka: `StripedReplicaPlacer.place` (4.2).
 */
export function placeReplicas(
  partitionCount: number,
  replicationFactor: number,
  brokers: readonly UsableBroker[],
  random: RandomBits,
): Placement {
  const racks = new RackList(brokers, random);
  const message = placementFault(replicationFactor, racks.totalCount, racks.unfencedCount);
  if (message !== null) return { error: 'INVALID_REPLICATION_FACTOR', message };
  return { assignments: Array.from({ length: partitionCount }, () => racks.place(replicationFactor)) };
}

/** Why nothing can be placed, in Kafka's words and its order; null if it can (P2). */
function placementFault(
  replicationFactor: number,
  brokerCount: number,
  unfencedCount: number,
): string | null {
  if (replicationFactor <= 0)
    return `Invalid replication factor ${replicationFactor}: the replication factor must be positive.`;
  if (unfencedCount === 0) return 'All brokers are currently fenced.';
  if (replicationFactor > brokerCount)
    return `The target replication factor of ${replicationFactor} cannot be reached because only ${brokerCount} broker(s) are registered.`;
  return null;
}

/**
 * Brokers of one rack, all fenced or all unfenced, handed out in turn. The first time it is asked under another epoch it starts
 * one place further on. Kafka: `StripedReplicaPlacer.BrokerList`.
 */
export class BrokerList {
  private readonly brokers: BrokerId[];
  private index = 0;
  private offset = 0;
  private epoch = 0;

  constructor(brokers: readonly BrokerId[]) {
    this.brokers = [...brokers];
  }

  /** Sorts, and draws where to begin; an empty list draws nothing. */
  initialize(random: RandomBits): void {
    if (this.brokers.length === 0) return;
    this.brokers.sort((a, b) => a - b);
    this.offset = nextInt(random, this.brokers.length);
  }

  shuffle(random: RandomBits): void {
    shuffle(this.brokers, random);
  }

  /** −1 once every broker was handed out in this epoch. */
  next(epoch: number): BrokerId {
    const count = this.brokers.length;
    if (count === 0) return -1;
    if (this.epoch !== epoch) {
      this.epoch = epoch;
      this.index = 0;
      this.offset = (this.offset + 1) % count;
    }
    if (this.index >= count) return -1;
    const broker = this.brokers[(this.index + this.offset) % count] ?? -1;
    this.index += 1;
    return broker;
  }
}

interface Rack {
  readonly fenced: BrokerList;
  readonly unfenced: BrokerList;
}

/** The racks of a cluster while the partitions of one topic are placed. Kafka: `StripedReplicaPlacer.RackList`. */
export class RackList {
  readonly totalCount: number;
  readonly unfencedCount: number;
  /** In order of their names, no rack first; shuffled once every stripe was given out. */
  readonly rackNames: (string | null)[];
  private readonly racks = new Map<string | null, Rack>();
  private readonly random: RandomBits;
  private epoch = 0;
  private offset: number;

  constructor(brokers: readonly UsableBroker[], random: RandomBits) {
    this.random = random;
    const names = [...new Set(brokers.map((broker) => broker.rack))];
    for (const name of hashMapOrder(names, (rack) => (rack === null ? 0 : stringHash(rack)))) {
      const members = brokers.filter((broker) => broker.rack === name);
      const rack = {
        fenced: new BrokerList(members.filter((broker) => broker.fenced).map((broker) => broker.id)),
        unfenced: new BrokerList(members.filter((broker) => !broker.fenced).map((broker) => broker.id)),
      };
      rack.fenced.initialize(random);
      rack.unfenced.initialize(random);
      this.racks.set(name, rack);
    }
    this.rackNames = names.sort(compareRackNames);
    this.totalCount = brokers.length;
    this.unfencedCount = brokers.filter((broker) => !broker.fenced).length;
    this.offset = names.length === 0 ? 0 : nextInt(random, names.length);
  }

  /** Replicas of the next partition. Asks for no more replicas than brokers, one of them unfenced. */
  place(replicationFactor: number): BrokerId[] {
    // A single unfenced broker has one stripe only; shuffling it would never end.
    if (this.epoch === this.unfencedCount && this.unfencedCount > 1) {
      this.shuffle();
      this.epoch = 0;
    }
    if (this.offset === this.rackNames.length) this.offset = 0;
    const { broker: leader, rackIndex } = this.placeLeader();
    const replicas = [leader, ...this.placeFollowers(replicationFactor - 1, rackIndex)];
    this.epoch += 1;
    this.offset += 1;
    return replicas;
  }

  private placeLeader(): { readonly broker: BrokerId; readonly rackIndex: number } {
    for (let rackIndex = this.offset; ; rackIndex = this.after(rackIndex)) {
      const broker = this.rackAt(rackIndex).unfenced.next(this.epoch);
      if (broker >= 0) return { broker, rackIndex };
    }
  }

  /** From the same place round again; the rack of the leader is passed over once. */
  private placeFollowers(count: number, leaderRackIndex: number): BrokerId[] {
    const followers: BrokerId[] = [];
    let hasPassedLeader = false;
    for (let rackIndex = this.offset; followers.length < count; rackIndex = this.after(rackIndex)) {
      if (rackIndex === leaderRackIndex && !hasPassedLeader) {
        hasPassedLeader = true;
        continue;
      }
      const rack = this.rackAt(rackIndex);
      const unfenced = rack.unfenced.next(this.epoch);
      const broker = unfenced >= 0 ? unfenced : rack.fenced.next(this.epoch);
      if (broker >= 0) followers.push(broker);
    }
    return followers;
  }

  private after(rackIndex: number): number {
    return rackIndex + 1 === this.rackNames.length ? 0 : rackIndex + 1;
  }

  private rackAt(index: number): Rack {
    const rack = this.racks.get(this.rackNames[index] ?? null);
    if (rack === undefined) throw new Error(`rack ${index} of ${this.rackNames.length}`);
    return rack;
  }

  private shuffle(): void {
    shuffle(this.rackNames, this.random);
    for (const rack of this.racks.values()) {
      rack.fenced.shuffle(this.random);
      rack.unfenced.shuffle(this.random);
    }
  }
}

function compareRackNames(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}
