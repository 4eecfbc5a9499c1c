import type { Digest } from '../kernel/Digest.ts';
import { RangeSet } from '../kernel/RangeSet.ts';
import type { NodeIndex } from '../../shared/units.ts';
import { NO_ORIGIN } from './RecordBatch.ts';
import type { RecordBatch } from './RecordBatch.ts';

/**
 * Which records of which producer a log holds, by ranges: what the ledger reads. Kafka knows nothing of this; it changes
 * nothing in the log.
 */
export class StoredOrdinals {
  /** By producer node: what is in the log now. */
  stored = new Map<NodeIndex, RangeSet>();
  /** What ever was. */
  everStored = new Map<NodeIndex, RangeSet>();
  /** Copies beyond the first that are in the log now. */
  duplicates = 0;
  /** Records that stand behind a later one of the same producer. */
  outOfOrder = 0;
  private highestOrdinal = new Map<NodeIndex, number>();

  add(batch: RecordBatch): void {
    if (batch.origin === NO_ORIGIN) return;
    const end = batch.firstOrdinal + batch.count;
    const overlap = rangesOf(this.stored, batch.origin).add(batch.firstOrdinal, end);
    rangesOf(this.everStored, batch.origin).add(batch.firstOrdinal, end);
    this.duplicates += overlap;
    const highest = this.highestOrdinal.get(batch.origin) ?? -1;
    if (batch.firstOrdinal < highest) this.outOfOrder += batch.count - overlap;
    this.highestOrdinal.set(batch.origin, Math.max(highest, end - 1));
  }

  /** Starts over from the batches that are left after a truncation. `everStored` stays. */
  rebuild(batches: Iterable<RecordBatch>): void {
    this.stored = new Map();
    this.highestOrdinal = new Map();
    this.duplicates = 0;
    this.outOfOrder = 0;
    for (const batch of batches) this.add(batch);
  }

  /** For checkpoints. */
  shareOrClone(): StoredOrdinals {
    const copy = new StoredOrdinals();
    for (const [origin, ranges] of this.stored) copy.stored.set(origin, ranges.copy());
    for (const [origin, ranges] of this.everStored) copy.everStored.set(origin, ranges.copy());
    copy.highestOrdinal = new Map(this.highestOrdinal);
    copy.duplicates = this.duplicates;
    copy.outOfOrder = this.outOfOrder;
    return copy;
  }

  /** Not part of any node's state as Kafka has it. */
  digestInto(digest: Digest): void {
    digest.number(this.duplicates);
  }
}

function rangesOf(map: Map<NodeIndex, RangeSet>, origin: NodeIndex): RangeSet {
  let ranges = map.get(origin);
  if (ranges === undefined) {
    ranges = new RangeSet();
    map.set(origin, ranges);
  }
  return ranges;
}
