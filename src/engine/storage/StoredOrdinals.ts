import type { Digest } from '../kernel/Digest.ts';
import { RangeSet } from '../kernel/RangeSet.ts';
import type { NodeIndex, Offset } from '../../shared/units.ts';
import { runsOf } from './BatchContents.ts';
import { NO_ORIGIN } from './RecordBatch.ts';
import type { RecordBatch } from './RecordBatch.ts';

/**
 * Which records of which producer a log holds, by ranges: what the ledger reads. Kafka knows nothing of this; it changes
 * nothing in the log.
 */
export class StoredOrdinals {
  /** By producer node: what is in the log now. */
  stored = new Map<NodeIndex, RangeSet>();
  /** What ever was; null: that is what is stored now, for nothing was cut or removed. */
  private ever: Map<NodeIndex, RangeSet> | null = null;
  /** What was removed at the beginning of the log, by retention or by DeleteRecords. */
  expired: ReadonlyMap<NodeIndex, RangeSet> = NOTHING;
  /** What the log cleaner removed: newer records of the same keys were committed. */
  cleaned: ReadonlyMap<NodeIndex, RangeSet> = NOTHING;
  /** Copies beyond the first that are in the log now. */
  duplicates = 0;
  /** Records that stand behind a later one of the same producer. */
  outOfOrder = 0;
  /** By producer node; left out: none. */
  private highestOrdinals: number[] = [];

  get everStored(): ReadonlyMap<NodeIndex, RangeSet> {
    return this.ever ?? this.stored;
  }

  /** Whether anything that stood in the log may be gone from it. */
  get wasEverCut(): boolean {
    return this.ever !== null || this.expired.size > 0 || this.cleaned.size > 0;
  }

  add(batch: RecordBatch): void {
    if (batch.origin !== NO_ORIGIN) this.addFrom(batch, 0);
  }

  /** Starts over from the batches that are left, of the first only what the log start leaves. What ever was, and what was removed, stays. */
  rebuild(batches: Iterable<RecordBatch>, logStartOffset: Offset): void {
    this.ever ??= this.stored;
    this.stored = new Map();
    this.highestOrdinals = [];
    this.duplicates = 0;
    this.outOfOrder = 0;
    for (const batch of batches) {
      const skipped = Math.max(0, logStartOffset - batch.baseOffset);
      if (batch.origin !== NO_ORIGIN && skipped < batch.count) this.addFrom(batch, skipped);
    }
  }

  /**
   * The log start moved to `end`: of the batches from the old one on, what stands below is gone. `left` gives what remains,
   * should it hold second copies of what goes.
   */
  expire(gone: readonly RecordBatch[], from: Offset, end: Offset, left: () => Iterable<RecordBatch>): void {
    const removed = new Map<NodeIndex, RangeSet>();
    for (const { origin, firstOrdinal, baseOffset, count } of gone) {
      if (origin === NO_ORIGIN) continue;
      const first = firstOrdinal + Math.max(0, from - baseOffset);
      rangesOf(removed, origin).add(first, firstOrdinal + Math.min(count, end - baseOffset));
    }
    if (removed.size === 0) return;
    this.ever ??= copyOf(this.stored);
    this.expired = withRanges(this.expired, removed);
    for (const [origin, ranges] of removed) {
      if (this.duplicates === 0) this.stored.set(origin, rangesOf(this.stored, origin).minus(ranges));
    }
    if (this.duplicates > 0) this.rebuild(left(), end);
  }

  /** The log was cleaned: of what it held these batches are left. */
  clean(left: Iterable<RecordBatch>, logStartOffset: Offset): void {
    const before = this.stored;
    this.rebuild(left, logStartOffset);
    const removed = new Map<NodeIndex, RangeSet>();
    for (const [origin, ranges] of before) {
      const gone = ranges.minus(rangesOf(this.stored, origin));
      if (!gone.isEmpty) removed.set(origin, gone);
    }
    this.cleaned = withRanges(this.cleaned, removed);
  }

  private addFrom(batch: RecordBatch, skipped: number): void {
    const { firstOrdinal, count } = batch;
    if (!batch.contents?.offsetDeltas)
      this.addRun(batch.origin, firstOrdinal + skipped, firstOrdinal + count);
    else
      for (const [first, end] of runsOf(batch))
        if (end > skipped)
          this.addRun(batch.origin, firstOrdinal + Math.max(first, skipped), firstOrdinal + end);
  }

  private addRun(origin: NodeIndex, first: number, end: number): void {
    const overlap = rangesOf(this.stored, origin).add(first, end);
    if (this.ever) rangesOf(this.ever, origin).add(first, end);
    this.duplicates += overlap;
    const highest = this.highestOrdinals[origin] ?? -1;
    if (first < highest) this.outOfOrder += end - first - overlap;
    this.highestOrdinals[origin] = Math.max(highest, end - 1);
  }

  /** For checkpoints. */
  shareOrClone(): StoredOrdinals {
    const copy = new StoredOrdinals();
    for (const [origin, ranges] of this.stored) copy.stored.set(origin, ranges.copy());
    copy.ever = this.ever && copyOf(this.ever);
    // What was removed is never changed: each time it is another map.
    copy.expired = this.expired;
    copy.cleaned = this.cleaned;
    copy.highestOrdinals = this.highestOrdinals.slice();
    copy.duplicates = this.duplicates;
    copy.outOfOrder = this.outOfOrder;
    return copy;
  }

  /** Not part of any node's state as Kafka has it. */
  digestInto(digest: Digest): void {
    digest.number(this.duplicates);
  }
}

const NOTHING: ReadonlyMap<NodeIndex, RangeSet> = new Map<NodeIndex, RangeSet>();

/** Another map, in which these ranges are too. */
function withRanges(
  map: ReadonlyMap<NodeIndex, RangeSet>,
  more: ReadonlyMap<NodeIndex, RangeSet>,
): ReadonlyMap<NodeIndex, RangeSet> {
  if (more.size === 0) return map;
  const all = new Map(map);
  for (const [origin, ranges] of more) all.set(origin, all.get(origin)?.union(ranges) ?? ranges);
  return all;
}

function copyOf(map: ReadonlyMap<NodeIndex, RangeSet>): Map<NodeIndex, RangeSet> {
  const copy = new Map<NodeIndex, RangeSet>();
  for (const [origin, ranges] of map) copy.set(origin, ranges.copy());
  return copy;
}

function rangesOf(map: Map<NodeIndex, RangeSet>, origin: NodeIndex): RangeSet {
  let ranges = map.get(origin);
  if (ranges === undefined) {
    ranges = new RangeSet();
    map.set(origin, ranges);
  }
  return ranges;
}
