import type { NodeIndex, TopicPartition } from '../../../shared/units.ts';

/** Records of one producer in one partition, one after the other, as their producer numbers them. */
interface ProcessedRun {
  readonly topicPartition: TopicPartition;
  readonly origin: NodeIndex;
  readonly firstOrdinal: number;
  count: number;
}

/**
 * What an application has done, each time that it did it: a record that came twice stands here twice, so that what it keeps of them (balances)
 * can be worked out. It outlives the process, as a database would. Kept only where records mean something.
 */
export class ProcessedRecords {
  /** By partition, in the order in which it was done there. */
  readonly runs = new Map<TopicPartition, ProcessedRun[]>();
  /** What the last poll() returned and the application is at. */
  private polled: ProcessedRun[] = [];

  poll(topicPartition: TopicPartition, origin: NodeIndex, firstOrdinal: number, count: number): void {
    this.polled.push({ topicPartition, origin, firstOrdinal, count });
  }

  /** The application is done with what it polled, but for the last `left` records. */
  settle(left: number): void {
    let room = this.polled.reduce((sum, { count }) => sum + count, 0) - left;
    for (const { topicPartition, origin, firstOrdinal, count } of this.polled) {
      if (room <= 0) break;
      this.done(topicPartition, origin, firstOrdinal, Math.min(count, room));
      room -= count;
    }
    this.polled = [];
  }

  done(topicPartition: TopicPartition, origin: NodeIndex, firstOrdinal: number, count: number): void {
    const runs = this.runs.get(topicPartition) ?? [];
    this.runs.set(topicPartition, runs);
    const last = runs[runs.length - 1];
    if (last?.origin === origin && last.firstOrdinal + last.count === firstOrdinal) last.count += count;
    else runs.push({ topicPartition, origin, firstOrdinal, count });
  }
}
