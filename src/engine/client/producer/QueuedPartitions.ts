import { removeAt } from '../../kernel/shortLists.ts';
import type { BrokerId, TopicPartition } from '../../../shared/units.ts';
import type { ProducerBatch } from './ProducerBatch.ts';

/** A partition's queue, and the place of the partition among all that ever had one. */
export interface PartitionQueue {
  readonly topicPartition: TopicPartition;
  readonly batches: ProducerBatch[];
  readonly order: number;
  /** Who leads the partition, null: nobody that is known; and by which state of the metadata. */
  leader: BrokerId | null;
  leaderKnownBy: object | null;
}

/**
 * Which queues of an accumulator hold something, in the order in which they were made. A producer of a thousand partitions has
 * batches for a few of them, and asks at every turn.
 */
export class QueuedPartitions {
  readonly queued: PartitionQueue[] = [];
  private readonly byPartition = new Map<TopicPartition, PartitionQueue>();

  constructor(queues: ReadonlyMap<TopicPartition, ProducerBatch[]>) {
    for (const [topicPartition, batches] of queues) this.add(topicPartition, batches);
  }

  /** A queue that is new. */
  add(topicPartition: TopicPartition, batches: ProducerBatch[]): void {
    const order = this.byPartition.size;
    const queue = { topicPartition, batches, order, leader: null, leaderKnownBy: null };
    this.byPartition.set(topicPartition, queue);
    if (batches.length > 0) this.queued.push(queue);
  }

  /** Something came into a queue or left it. */
  changed(topicPartition: TopicPartition): void {
    const queue = this.byPartition.get(topicPartition);
    if (!queue) return;
    const { queued } = this;
    let index = queued.length;
    while (index > 0 && (queued[index - 1] as PartitionQueue).order >= queue.order) index -= 1;
    const isListed = queued[index] === queue;
    if (queue.batches.length > 0 && !isListed) queued.splice(index, 0, queue);
    else if (queue.batches.length === 0 && isListed) removeAt(queued, index);
  }
}
