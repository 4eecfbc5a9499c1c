import type { Offset } from '../../../../../shared/units.ts';
import type { ConsumerGroupRecord } from '../../../../storage/ConsumerGroupRecord.ts';
import { replayConsumerGroup, type ConsumerGroup } from './ConsumerGroup.ts';

/** What a group was before a record changed it. */
interface Undo {
  readonly offset: Offset;
  readonly groupId: string;
  readonly before: ConsumerGroup | undefined;
}

/** The groups of the consumer protocol in one partition of `__consumer_offsets`, by group.id. */
export class ConsumerGroups {
  private readonly byId = new Map<string, ConsumerGroup>();
  /** Of what is not committed yet, oldest first: it may have to be taken back. */
  private undos: Undo[] = [];

  get(groupId: string): ConsumerGroup | undefined {
    return this.byId.get(groupId);
  }

  has(groupId: string): boolean {
    return this.byId.has(groupId);
  }

  values(): IterableIterator<ConsumerGroup> {
    return this.byId.values();
  }

  replay(record: ConsumerGroupRecord, offset: Offset): void {
    const { groupId } = record.key;
    const before = this.byId.get(groupId);
    this.undos.push({ offset, groupId, before });
    this.put(groupId, replayConsumerGroup(before, record) ?? undefined);
  }

  /** Takes back what records did that came to stand at or after a place in the log, and could not be written. */
  revert(baseOffset: Offset): void {
    for (let undo = this.undos.at(-1); undo && undo.offset >= baseOffset; undo = this.undos.at(-1)) {
      this.put(undo.groupId, undo.before);
      this.undos.pop();
    }
  }

  noteCommitted(highWatermark: Offset): void {
    if (this.undos.length > 0) this.undos = this.undos.filter(({ offset }) => offset >= highWatermark);
  }

  private put(groupId: string, group: ConsumerGroup | undefined): void {
    if (group) this.byId.set(groupId, group);
    else this.byId.delete(groupId);
  }
}
