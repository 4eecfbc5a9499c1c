import type { Bytes, Micros, Millis, Offset } from '../../shared/units.ts';
import { endOffsetOf, NO_TIMESTAMP } from './RecordBatch.ts';
import type { StoredBatch } from './RecordBatch.ts';
import {
  buildIndexes,
  getsIndexEntry,
  getsTimeIndexEntry,
  NO_INDEXES,
  truncateIndexes,
  withLastTimeEntry,
} from './segmentIndexes.ts';
import type { SegmentIndexes, TimeIndexEntry } from './segmentIndexes.ts';
import type { RetainedSegment } from './deletableSegments.ts';
import type { RollState } from './shouldRollSegment.ts';

/** What a segment takes from the configs when it is made, and keeps. */
export interface SegmentConfig {
  /** index.interval.bytes */
  readonly indexIntervalBytes: Bytes;
  /** segment.index.bytes */
  readonly maxIndexBytes: Bytes;
  /** By so much it rolls earlier than segment.ms. */
  readonly rollJitterMs: Millis;
}

/**
 * A segment of a log: a `.log` file with its two indexes. Kafka: `LogSegment` (4.2).
 *
 * The batches stand in the log, which knows where those of a segment begin. Of the indexes only what decides is kept as
 * batches come in (how many entries, bytes since the last); the entries are worked out when somebody asks for them.
 *
 * Once it is closed nothing in it changes, and checkpoints share it; who cuts it takes another in its place.
 */
export class LogSegment implements RollState, RetainedSegment {
  readonly baseOffset: Offset;
  /** Number of its first batch among all that the log ever held from its beginning on. */
  readonly firstBatch: number;
  readonly createdUs: Micros;
  readonly indexIntervalBytes: Bytes;
  readonly maxIndexBytes: Bytes;
  readonly rollJitterMs: Millis;
  sizeBytes: Bytes = 0;
  firstBatchMaxTimestampMs: Millis = NO_TIMESTAMP;
  maxTimestampMs: Millis = NO_TIMESTAMP;
  /** Last offset of the first batch with that timestamp. */
  offsetOfMaxTimestamp: Offset = -1;
  bytesSinceLastIndexEntry: Bytes = 0;
  offsetIndexEntries = 0;
  timeIndexEntries = 0;
  /** Of the time index's last entry; null: it has none. */
  lastIndexedTimestampMs: Millis | null = null;
  isClosed = false;
  /** Entries that cannot be worked out from the batches alone, for the batches before the one numbered `indexedFrom`. */
  private known: SegmentIndexes = NO_INDEXES;
  private indexedFrom: number;

  constructor(baseOffset: Offset, firstBatch: number, createdUs: Micros, config: SegmentConfig) {
    this.baseOffset = baseOffset;
    this.firstBatch = firstBatch;
    this.indexedFrom = firstBatch;
    this.createdUs = createdUs;
    this.indexIntervalBytes = config.indexIntervalBytes;
    this.maxIndexBytes = config.maxIndexBytes;
    this.rollJitterMs = config.rollJitterMs;
  }

  append(batch: StoredBatch): void {
    const { sizeBytes, maxTimestampMs } = batch;
    if (this.sizeBytes === 0) this.firstBatchMaxTimestampMs = maxTimestampMs;
    if (this.offsetOfMaxTimestamp < 0 || maxTimestampMs > this.maxTimestampMs) {
      this.maxTimestampMs = maxTimestampMs;
      this.offsetOfMaxTimestamp = endOffsetOf(batch) - 1;
    }
    if (getsIndexEntry(this.bytesSinceLastIndexEntry, this.indexIntervalBytes)) {
      this.offsetIndexEntries += 1;
      this.countTimeEntry();
      this.bytesSinceLastIndexEntry = 0;
    }
    this.bytesSinceLastIndexEntry += sizeBytes;
    this.sizeBytes += sizeBytes;
  }

  /** Another segment takes the appends from now on. Kafka: `LogSegment.onBecomeInactiveSegment`. */
  close(): void {
    this.countTimeEntry();
    this.isClosed = true;
  }

  /** Its indexes, given its batches. */
  indexesOf(batches: readonly StoredBatch[]): SegmentIndexes {
    const indexes = buildIndexes(
      batches,
      this.indexIntervalBytes,
      this.known,
      this.indexedFrom - this.firstBatch,
    );
    return this.isClosed ? withLastTimeEntry(indexes, this.largest) : indexes;
  }

  /**
   * The segment that is active after the log was cut to `endOffset`, of which `batches` are left of `before`. Kafka:
   * `LogSegment.truncateTo`.
   */
  truncated(
    before: readonly StoredBatch[],
    batches: readonly StoredBatch[],
    endOffset: Offset,
    nowUs: Micros,
  ): LogSegment {
    const segment = new LogSegment(
      this.baseOffset,
      this.firstBatch,
      batches.length === 0 ? nowUs : this.createdUs,
      this,
    );
    for (const batch of batches) segment.append(batch);
    segment.standBy(truncateIndexes(this.indexesOf(before), endOffset), batches.length);
    return segment;
  }

  /**
   * The same segment as a process finds it that starts. After a clean stop the indexes are as they were closed; after any other
   * they are made anew from the log. Kafka: `LogSegment.close`, `LogSegment.recover`.
   */
  loaded(batches: readonly StoredBatch[], wasCleanlyStopped: boolean): LogSegment {
    const segment = new LogSegment(this.baseOffset, this.firstBatch, this.createdUs, this);
    for (const batch of batches) segment.append(batch);
    const indexes = wasCleanlyStopped
      ? this.indexesOf(batches)
      : buildIndexes(batches, this.indexIntervalBytes);
    segment.standBy(withLastTimeEntry(indexes, segment.largest), batches.length);
    return segment;
  }

  /** For checkpoints. */
  shareOrClone(): LogSegment {
    return this.isClosed ? this : this.movedTo(this.firstBatch);
  }

  /** The same segment, whose first batch has another number: fewer stand before it since the log was cleaned. */
  movedTo(firstBatch: number): LogSegment {
    const copy = new LogSegment(this.baseOffset, firstBatch, this.createdUs, this);
    copy.isClosed = this.isClosed;
    copy.sizeBytes = this.sizeBytes;
    copy.firstBatchMaxTimestampMs = this.firstBatchMaxTimestampMs;
    copy.maxTimestampMs = this.maxTimestampMs;
    copy.offsetOfMaxTimestamp = this.offsetOfMaxTimestamp;
    copy.bytesSinceLastIndexEntry = this.bytesSinceLastIndexEntry;
    copy.offsetIndexEntries = this.offsetIndexEntries;
    copy.timeIndexEntries = this.timeIndexEntries;
    copy.lastIndexedTimestampMs = this.lastIndexedTimestampMs;
    copy.known = this.known;
    copy.indexedFrom = this.indexedFrom + firstBatch - this.firstBatch;
    return copy;
  }

  private get largest(): TimeIndexEntry | null {
    const { maxTimestampMs, offsetOfMaxTimestamp } = this;
    return offsetOfMaxTimestamp < 0 ? null : { timestampMs: maxTimestampMs, offset: offsetOfMaxTimestamp };
  }

  /** From here on entries are counted anew, behind those that are known. */
  private standBy(known: SegmentIndexes, batchCount: number): void {
    this.known = known;
    this.indexedFrom = this.firstBatch + batchCount;
    this.bytesSinceLastIndexEntry = 0;
    this.offsetIndexEntries = known.offsetIndex.length;
    this.timeIndexEntries = known.timeIndex.length;
    this.lastIndexedTimestampMs = known.timeIndex.at(-1)?.timestampMs ?? null;
  }

  private countTimeEntry(): void {
    if (this.offsetOfMaxTimestamp < 0) return;
    if (!getsTimeIndexEntry(this.maxTimestampMs, this.lastIndexedTimestampMs)) return;
    this.timeIndexEntries += 1;
    this.lastIndexedTimestampMs = this.maxTimestampMs;
  }
}
