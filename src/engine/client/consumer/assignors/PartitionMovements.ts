import { inJavaHashOrder, javaTextHash } from '../../../kernel/javaHashOrder.ts';
import type { TopicPartition } from '../../../../shared/units.ts';
import type { AssignablePartition } from './Subscription.ts';

interface Movement {
  readonly from: string;
  readonly to: string;
}

/** Partitions of one topic that moved between the same two consumers, and the most of them there ever were. */
interface MovedAlike {
  readonly partitions: Map<TopicPartition, AssignablePartition>;
  most: number;
}

/**
 * Which partitions an assignment has moved, and between whom, so that a partition that would go the other way is not moved: one
 * of the same topic goes back instead. Kafka: `AbstractStickyAssignor.PartitionMovements` (4.2).
 */
export class PartitionMovements {
  private readonly byPartition = new Map<TopicPartition, Movement>();
  private readonly alike = new Map<string, MovedAlike>();

  moved(partition: AssignablePartition, from: string, to: string): void {
    const before = this.byPartition.get(partition.name);
    if (before === undefined) {
      this.add(partition, { from, to });
      return;
    }
    this.remove(partition, before);
    if (before.from !== to) this.add(partition, { from: before.from, to });
  }

  /** The partition that is to move instead of `partition`: one that came the other way, if any did. */
  actuallyMoved(partition: AssignablePartition, from: string, to: string): AssignablePartition {
    const origin = this.byPartition.get(partition.name)?.from ?? from;
    const reverse = this.alike.get(keyOf(partition.topic, { from: to, to: origin }));
    if (reverse === undefined) return partition;
    const [first] = inJavaHashOrder(reverse.partitions.values(), hashOfPartition, reverse.most);
    return first ?? partition;
  }

  private add(partition: AssignablePartition, movement: Movement): void {
    this.byPartition.set(partition.name, movement);
    const key = keyOf(partition.topic, movement);
    const alike = this.alike.get(key) ?? { partitions: new Map(), most: 0 };
    alike.partitions.set(partition.name, partition);
    alike.most = Math.max(alike.most, alike.partitions.size);
    this.alike.set(key, alike);
  }

  private remove(partition: AssignablePartition, movement: Movement): void {
    this.byPartition.delete(partition.name);
    const key = keyOf(partition.topic, movement);
    const alike = this.alike.get(key);
    alike?.partitions.delete(partition.name);
    if (alike?.partitions.size === 0) this.alike.delete(key);
  }
}

function keyOf(topic: string, { from, to }: Movement): string {
  return JSON.stringify([topic, from, to]);
}

/** `TopicPartition.hashCode`. */
function hashOfPartition({ topic, partition }: AssignablePartition): number {
  return Math.imul(31, 31 + partition) + javaTextHash(topic);
}
