import type { Epoch, TopicPartition } from '../../../../shared/units.ts';

/** A member's share session with one broker, as the member has it. Kafka: `ShareSessionHandler` (4.2). */
export class ShareSessionHandler {
  /** Of the next request; 0: it begins a session. */
  epoch: Epoch = 0;
  /** What is in the session. */
  private partitions: readonly TopicPartition[] = [];

  get isNew(): boolean {
    return this.epoch === 0;
  }

  get size(): number {
    return this.partitions.length;
  }

  /** What the next fetch says of partitions: all in a new session, else what is new and what is not wanted any more. */
  build(wanted: readonly TopicPartition[]): {
    readonly added: readonly TopicPartition[];
    readonly forgotten: readonly TopicPartition[];
  } {
    const before = this.isNew ? [] : this.partitions;
    const added = wanted.filter((name) => !before.includes(name));
    const forgotten = before.filter((name) => !wanted.includes(name));
    this.partitions = [...before.filter((name) => wanted.includes(name)), ...added];
    return { added, forgotten };
  }

  /** Whether `build` would change anything. */
  differs(wanted: readonly TopicPartition[]): boolean {
    return wanted.length !== this.partitions.length || wanted.some((name) => !this.partitions.includes(name));
  }

  /** The broker took the request. */
  advance(): void {
    this.epoch = this.epoch === 0x7fffffff ? 1 : this.epoch + 1;
  }

  /** The broker took so many requests more. */
  skip(turns: number): void {
    this.epoch += turns;
  }

  /** There is no such session, or nobody knows whether the request came: the next one begins anew. */
  reset(): void {
    this.epoch = 0;
    this.partitions = [];
  }
}
