import type { TopicPartition } from '../../../../shared/units.ts';
import {
  assignable,
  type AssignablePartition,
  type GroupToAssign,
  type PartitionRacks,
} from './Subscription.ts';
import { usesRacks } from './usesRacks.ts';

/**
 * The racks of consumers and replicas, where a sticky assignor goes by them; without any where it does not.
 * Kafka: `AbstractStickyAssignor.RackInfo`, KIP-881.
 */
export class RackInfo {
  /** The rack of each member that has one; empty where racks decide nothing. */
  readonly consumerRacks: ReadonlyMap<string, string>;
  private readonly partitionRacks: ReadonlyMap<TopicPartition, PartitionRacks>;
  /** How many consumers stand in a rack of the partition. */
  private readonly consumersNear: ReadonlyMap<TopicPartition, number>;

  constructor({ partitionsPerTopic, subscriptions, preferRackAwareLogic }: GroupToAssign) {
    const consumerRacks = new Map<string, string>();
    for (const [memberId, { rackId }] of subscriptions)
      if (rackId !== undefined && rackId !== '') consumerRacks.set(memberId, rackId);
    const partitionRacks = new Map<TopicPartition, PartitionRacks>();
    if (consumerRacks.size > 0)
      for (const [topic, partitions] of partitionsPerTopic)
        partitions.forEach((racks, partition) => {
          partitionRacks.set(assignable(topic, partition).name, [...new Set(racks)]);
        });
    const used = usesRacks(
      new Set(consumerRacks.values()),
      [...partitionRacks.values()],
      preferRackAwareLogic === true,
    );
    this.consumerRacks = used ? consumerRacks : new Map();
    this.partitionRacks = used ? partitionRacks : new Map();
    this.consumersNear = new Map(
      [...partitionRacks].map(([name, racks]) => [
        name,
        [...consumerRacks.values()].filter((rack) => racks.includes(rack)).length,
      ]),
    );
  }

  /** Whether the consumer is in a rack in which the partition has no replica. */
  racksMismatch(memberId: string, name: TopicPartition): boolean {
    const rack = this.consumerRacks.get(memberId);
    return rack !== undefined && this.partitionRacks.get(name)?.includes(rack) !== true;
  }

  /** Whether the consumer is in a rack in which the partition has one. */
  racksMatch(memberId: string, name: TopicPartition): boolean {
    const rack = this.consumerRacks.get(memberId);
    return rack !== undefined && this.partitionRacks.get(name)?.includes(rack) === true;
  }

  /** Those that the fewest consumers are near to first, since they are the hardest to place. */
  sortedByConsumersNear(partitions: readonly AssignablePartition[]): AssignablePartition[] {
    const near = ({ name }: AssignablePartition): number => this.consumersNear.get(name) ?? 0;
    return [...partitions].sort((a, b) => near(a) - near(b));
  }

  /** The place of the next of `members`, in a circle from `first` on, that is near to the partition; -1 if none is. */
  nextNear(name: TopicPartition, members: readonly string[], first: number): number {
    for (let i = 0; i < members.length; i++) {
      const place = (first + i) % members.length;
      if (this.racksMatch(members[place] as string, name)) return place;
    }
    return -1;
  }
}
