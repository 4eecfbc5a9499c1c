import type { Digest } from '../../../kernel/Digest.ts';
import type { SelfCloning } from '../../../kernel/cloneState.ts';
import type { TopicPartition } from '../../../../shared/units.ts';

/**
 * Which of a producer's records went to each place of a partition: their numbers among all that it handed over, from 0. Kept only where
 * records mean something, for the ledger.
 */
export class SentNumbers implements SelfCloning {
  private readonly byPartition: Map<TopicPartition, number[]>;

  constructor(byPartition = new Map<TopicPartition, number[]>()) {
    this.byPartition = byPartition;
  }

  /** The next record of that partition. */
  sent(topicPartition: TopicPartition, n: number): void {
    const numbers = this.byPartition.get(topicPartition);
    if (numbers) numbers.push(n);
    else this.byPartition.set(topicPartition, [n]);
  }

  /** By the place of a record among those of its partition. */
  of(topicPartition: TopicPartition): readonly number[] {
    return this.byPartition.get(topicPartition) ?? [];
  }

  shareOrClone(): SentNumbers {
    return new SentNumbers(new Map([...this.byPartition].map(([name, numbers]) => [name, numbers.slice()])));
  }

  /** What it holds follows from the workload and from where each record went, which the logs and queues have. */
  digestInto(digest: Digest): void {
    for (const [name, numbers] of this.byPartition) {
      digest.text(name);
      digest.number(numbers.length);
    }
  }
}
