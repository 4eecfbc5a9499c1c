import { RangeSet } from '../../kernel/RangeSet.ts';
import type { TopicPartition } from '../../../shared/units.ts';

/** What the callbacks said, by ranges of records of each partition. For the ledger; the producer itself forgets them. */
export class Outcomes {
  readonly acked = new Map<TopicPartition, RangeSet>();
  readonly failed = new Map<TopicPartition, RangeSet>();
  /** No callback will ever say: the process died with them. */
  readonly abandoned = new Map<TopicPartition, RangeSet>();
  ackedCount = 0;
  failedCount = 0;

  ack(topicPartition: TopicPartition, firstOrdinal: number, count: number): void {
    rangesOf(this.acked, topicPartition).add(firstOrdinal, firstOrdinal + count);
    this.ackedCount += count;
  }

  abandon(topicPartition: TopicPartition, firstOrdinal: number, count: number): void {
    rangesOf(this.abandoned, topicPartition).add(firstOrdinal, firstOrdinal + count);
  }

  fail(topicPartition: TopicPartition, firstOrdinal: number, count: number): void {
    rangesOf(this.failed, topicPartition).add(firstOrdinal, firstOrdinal + count);
    this.failedCount += count;
  }
}

function rangesOf(map: Map<TopicPartition, RangeSet>, topicPartition: TopicPartition): RangeSet {
  let ranges = map.get(topicPartition);
  if (!ranges) {
    ranges = new RangeSet();
    map.set(topicPartition, ranges);
  }
  return ranges;
}
