import type { CommittedPartition } from '../../../protocol/requests.ts';
import type { Offset, TopicPartition } from '../../../../shared/units.ts';

/** Records at offsets that follow one another. */
interface Stretch {
  readonly topicPartition: TopicPartition;
  readonly offset: Offset;
  readonly count: number;
}

/**
 * How an application that commits every so many records works through what poll() returned: a portion, a commit of what it has done in
 * each partition since the last one, the next portion. It counts on over the polls.
 */
export class RecordCommits {
  private readonly every: number;
  /** What is not done, in order; the portion at work is the first of it. */
  private undone: readonly Stretch[] = [];
  private sinceCommit = 0;
  private portion = 0;
  /** What the next commit says. */
  private readonly done = new Map<TopicPartition, Offset>();

  constructor(every: number) {
    this.every = every;
  }

  /** poll() is about to return these. */
  polled(topicPartition: TopicPartition, offset: Offset, count: number): void {
    this.undone = Object.freeze([...this.undone, Object.freeze({ topicPartition, offset, count })]);
  }

  /** Records that poll() returned and nobody has begun with. */
  get waiting(): number {
    return this.undone.reduce((sum, { count }) => sum + count, 0) - this.portion;
  }

  get hasUncommitted(): boolean {
    return this.done.size > 0;
  }

  /** Begins with the records up to the next commit; returns how many these are, 0: none is left. */
  begin(): number {
    this.portion = Math.min(this.waiting, this.every - this.sinceCommit);
    return this.portion;
  }

  /** The portion is done: how many records it had, and what is to be committed now; empty: nothing yet. */
  finish(): { readonly count: number; readonly offsets: readonly CommittedPartition[] } {
    const count = this.portion;
    let room = count;
    const undone: Stretch[] = [];
    for (const one of this.undone) {
      const taken = Math.min(room, one.count);
      room -= taken;
      if (taken > 0) this.done.set(one.topicPartition, one.offset + taken);
      if (taken < one.count)
        undone.push(Object.freeze({ ...one, offset: one.offset + taken, count: one.count - taken }));
    }
    this.undone = Object.freeze(undone);
    this.portion = 0;
    this.sinceCommit += count;
    return { count, offsets: this.sinceCommit < this.every ? [] : this.takeOffsets() };
  }

  /** Those of `new OffsetAndMetadata(offset + 1)`: without a leader epoch. */
  private takeOffsets(): readonly CommittedPartition[] {
    this.sinceCommit = 0;
    const offsets = Array.from(this.done, ([topicPartition, committedOffset]) => ({
      topicPartition,
      committedOffset,
      committedLeaderEpoch: -1,
      committedMetadata: '',
    }));
    this.done.clear();
    return offsets;
  }
}
