import { RangeSet } from '../kernel/RangeSet.ts';
import type { NodeIndex, TopicPartition } from '../../shared/units.ts';
import type { StoredOrdinals } from './StoredOrdinals.ts';

/** Records that stood in logs of topics that were deleted, by partition and producer: for the ledger, Kafka knows nothing of it. */
export class DeletedRecords {
  private readonly byPartition = new Map<TopicPartition, Map<NodeIndex, RangeSet>>();

  /** Everything that the log of a partition ever held is deleted with its topic. */
  add(topicPartition: TopicPartition, ordinals: StoredOrdinals): void {
    const known = this.byPartition.get(topicPartition) ?? new Map<NodeIndex, RangeSet>();
    for (const [origin, ranges] of ordinals.everStored)
      known.set(origin, (known.get(origin) ?? new RangeSet()).union(ranges));
    this.byPartition.set(topicPartition, known);
  }

  /** Whether a log of this name was deleted with its topic. */
  has(topicPartition: TopicPartition): boolean {
    return this.byPartition.has(topicPartition);
  }

  of(topicPartition: TopicPartition, origin: NodeIndex): RangeSet | undefined {
    if (this.byPartition.size === 0) return undefined;
    return this.byPartition.get(topicPartition)?.get(origin);
  }
}
