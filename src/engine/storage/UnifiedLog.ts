import type { SelfCloning } from '../kernel/cloneState.ts';
import { SharedLog } from '../kernel/SharedLog.ts';
import { assert } from '../../shared/assert.ts';
import { UNDEFINED_EPOCH } from '../../shared/units.ts';
import type { Bytes, Epoch, Micros, Offset } from '../../shared/units.ts';
import { LeaderEpochCache } from './LeaderEpochCache.ts';
import { PageCache } from './PageCache.ts';
import { ProducerStateManager } from './ProducerStateManager.ts';
import type { ProducerBatch } from './ProducerStateManager.ts';
import { endOffsetOf, lastSequenceOf, NO_ORIGIN } from './RecordBatch.ts';
import type { RecordBatch } from './RecordBatch.ts';
import { StoredOrdinals } from './StoredOrdinals.ts';

/**
 * One replica's log. Kafka: `UnifiedLog` (4.2). Always: logStartOffset <= highWatermark <= logEndOffset.
 *
 * Simplified: one segment. Rolling, retention, compaction and indexes are not modelled yet.
 */
export class UnifiedLog implements SelfCloning {
  logStartOffset: Offset;
  highWatermark: Offset;
  logEndOffset: Offset;
  readonly epochs: LeaderEpochCache;
  readonly producers: ProducerStateManager;
  readonly ordinals: StoredOrdinals;
  readonly pageCache: PageCache;
  /** Whether a loss of power or of the disk ever took records from it. Not in Kafka: where it did, laws make way. */
  hasLostRecords = false;
  private readonly batches: SharedLog<RecordBatch>;

  constructor(startOffset: Offset, pageCacheExpireUs: Micros, copied?: UnifiedLog) {
    this.logStartOffset = startOffset;
    this.highWatermark = startOffset;
    this.logEndOffset = startOffset;
    this.epochs = copied?.epochs.shareOrClone() ?? new LeaderEpochCache();
    this.producers = copied?.producers.shareOrClone() ?? new ProducerStateManager();
    this.ordinals = copied?.ordinals.shareOrClone() ?? new StoredOrdinals();
    this.pageCache = copied?.pageCache.shareOrClone() ?? new PageCache(startOffset, pageCacheExpireUs);
    this.batches = copied?.batches.shareOrClone() ?? new SharedLog<RecordBatch>();
  }

  /** For checkpoints. */
  shareOrClone(): UnifiedLog {
    const copy = new UnifiedLog(this.logStartOffset, 0, this);
    copy.highWatermark = this.highWatermark;
    copy.logEndOffset = this.logEndOffset;
    copy.hasLostRecords = this.hasLostRecords;
    return copy;
  }

  get batchCount(): number {
    return this.batches.length;
  }

  batchAt(index: number): RecordBatch {
    return this.batches.at(index);
  }

  /** Adds a batch whose base offset is the log's end, on a leader or a follower. */
  append(batch: RecordBatch, nowUs: Micros): void {
    if (batch.baseOffset !== this.logEndOffset)
      assert(false, `batch at ${batch.baseOffset} meets log end ${this.logEndOffset}`);
    this.batches.push(batch);
    this.logEndOffset = endOffsetOf(batch);
    this.epochs.assign(batch.leaderEpoch, batch.baseOffset);
    this.producers.append(producerBatchOf(batch));
    this.ordinals.add(batch);
    this.pageCache.written(this.logEndOffset, nowUs);
  }

  /** Index of the batch that holds `offset`, or of the first after it; batchCount when there is none. */
  indexOf(offset: Offset): number {
    let high = this.batches.length;
    let low = 0;
    // Most look for a place near the end: whoever keeps up reads there.
    for (let back = 1; back <= high; back *= 4) {
      if (endOffsetOf(this.batches.at(high - back)) <= offset) {
        low = high - back + 1;
        break;
      }
    }
    while (low < high) {
      const middle = (low + high) >> 1;
      if (endOffsetOf(this.batches.at(middle)) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Bytes that a fetch at `offset` could read below `upTo`, counted no further than `enough`. */
  readableBytes(offset: Offset, upTo: Offset, enough: Bytes): Bytes {
    let bytes = 0;
    for (let i = this.indexOf(offset); i < this.batches.length && bytes < enough; i++) {
      const batch = this.batches.at(i);
      if (batch.baseOffset >= upTo) break;
      bytes += batch.sizeBytes;
    }
    return bytes;
  }

  /**
   * Whole batches from the one that holds `offset`, below `upTo`. At least one batch if `atLeastOne`, whatever its size;
   * otherwise no more than `maxBytes` (F2).
   */
  read(offset: Offset, upTo: Offset, maxBytes: Bytes, atLeastOne: boolean): RecordBatch[] {
    const from = this.indexOf(offset);
    let to = from;
    let bytes = 0;
    for (; to < this.batches.length; to++) {
      const batch = this.batches.at(to);
      if (batch.baseOffset >= upTo) break;
      const isFirst = to === from && atLeastOne;
      if (bytes + batch.sizeBytes > maxBytes && !isFirst) break;
      bytes += batch.sizeBytes;
    }
    const result = new Array<RecordBatch>(to - from);
    for (let i = from; i < to; i++) result[i - from] = this.batches.at(i);
    return result;
  }

  /** Epoch of the last record, −1 when the log is empty and no epoch is known. */
  latestEpoch(): Epoch {
    return this.epochs.latestEpoch() ?? UNDEFINED_EPOCH;
  }

  /**
   * Cuts everything at and above `offset`; the high watermark follows if it was above (E6), and so does the log start: below it
   * nothing was left to read. Returns whether anything went.
   */
  truncateTo(offset: Offset): boolean {
    if (offset >= this.logEndOffset) {
      // An epoch without records may still have to go: Kafka cuts the epochs whether records go or not.
      this.epochs.truncateFromEnd(offset);
      return false;
    }
    this.logStartOffset = Math.min(this.logStartOffset, offset);
    // A batch that reaches over the cut goes as a whole: Kafka truncates at batch boundaries.
    let keep = this.indexOf(offset);
    while (keep > 0 && endOffsetOf(this.batches.at(keep - 1)) > offset) keep -= 1;
    this.batches.truncate(keep);
    this.logEndOffset = keep === 0 ? this.logStartOffset : endOffsetOf(this.batches.at(keep - 1));
    this.highWatermark = Math.min(this.highWatermark, this.logEndOffset);
    this.epochs.truncateFromEnd(this.logEndOffset);
    this.producers.rebuild(producerBatches(this.batches));
    this.ordinals.rebuild(eachBatch(this.batches));
    this.pageCache.truncated(this.logEndOffset);
    return true;
  }

  /** Drops the whole log and starts an empty one at `offset` (F10). */
  truncateFullyAndStartAt(offset: Offset): void {
    this.batches.truncate(0);
    this.logStartOffset = offset;
    this.highWatermark = offset;
    this.logEndOffset = offset;
    this.epochs.clear();
    this.producers.reset();
    this.ordinals.rebuild([]);
    this.pageCache.truncated(offset);
  }

  /** A process that starts finds the log on its disk; an epoch under which nothing was written is forgotten. Kafka: `LogLoader.load` (4.2). */
  load(): void {
    this.epochs.truncateFromEnd(this.logEndOffset);
  }

  /** What is left after the machine lost power: only what had reached the disk (A7). */
  losePower(nowUs: Micros): void {
    // Where the log starts is in a checkpoint file, which was written before.
    const kept = Math.max(this.pageCache.flushedOffset(nowUs), this.logStartOffset);
    if (this.truncateTo(kept)) this.hasLostRecords = true;
    this.pageCache.flushAll(this.logEndOffset);
  }

  /** What is left when the disk is gone: an empty log on the next one. */
  loseDisk(): void {
    if (this.logEndOffset > this.logStartOffset) this.hasLostRecords = true;
    this.truncateFullyAndStartAt(0);
    this.pageCache.flushAll(0);
  }

  /** Raises the log start, as a follower does when its leader's is higher (F8). */
  raiseLogStart(offset: Offset): void {
    if (offset <= this.logStartOffset) return;
    this.logStartOffset = Math.min(offset, this.logEndOffset);
    this.highWatermark = Math.max(this.highWatermark, this.logStartOffset);
    this.epochs.truncateFromStart(this.logStartOffset);
  }
}

/** The part of a batch that producer state keeps. */
export function producerBatchOf(batch: RecordBatch): ProducerBatch {
  return {
    producerId: batch.producerId,
    producerEpoch: batch.producerEpoch,
    baseSequence: batch.baseSequence,
    lastSequence: lastSequenceOf(batch),
    baseOffset: batch.baseOffset,
    lastOffset: endOffsetOf(batch) - 1,
    timestampMs: batch.maxTimestampMs,
  };
}

function producerBatches(batches: SharedLog<RecordBatch>): ProducerBatch[] {
  return eachBatch(batches).map(producerBatchOf);
}

function eachBatch(batches: SharedLog<RecordBatch>): RecordBatch[] {
  const all: RecordBatch[] = [];
  for (let i = 0; i < batches.length; i++) all.push(batches.at(i));
  return all;
}

/**
 * Records that a scenario puts into a log before it starts, in batches of at most a thousand, none of which reaches over one of
 * the `boundaries`.
 */
export function initialBatches(
  from: Offset,
  to: Offset,
  boundaries: readonly Offset[],
  leaderEpoch: Epoch,
  timestampMs: number,
): RecordBatch[] {
  const batches: RecordBatch[] = [];
  for (let offset = from; offset < to;) {
    const first = offset;
    const end = boundaries.reduce(
      (least, boundary) => (boundary > first && boundary < least ? boundary : least),
      Math.min(first + INITIAL_BATCH_RECORDS - ((first - from) % INITIAL_BATCH_RECORDS), to),
    );
    const count = end - offset;
    batches.push({
      baseOffset: offset,
      count,
      sizeBytes: 61 + count * 110,
      leaderEpoch,
      maxTimestampMs: timestampMs,
      producerId: -1,
      producerEpoch: -1,
      baseSequence: -1,
      origin: NO_ORIGIN,
      firstOrdinal: 0,
    });
    offset = end;
  }
  return batches;
}

const INITIAL_BATCH_RECORDS = 1000;
