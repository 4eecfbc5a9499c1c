import type { SelfCloning } from '../kernel/cloneState.ts';
import { SharedLog } from '../kernel/SharedLog.ts';
import { assert } from '../../shared/assert.ts';
import { UNDEFINED_EPOCH } from '../../shared/units.ts';
import type { Bytes, Epoch, Micros, Millis, Offset } from '../../shared/units.ts';
import { LeaderEpochCache } from './LeaderEpochCache.ts';
import { recordCountOf, recordTimestampsOf } from './BatchContents.ts';
import type { AbortedTransaction } from './format/transactionIndexBytes.ts';
import { DEFAULT_LOG_CONFIG } from './LogConfig.ts';
import { LogSegment } from './LogSegment.ts';
import type { SegmentConfig } from './LogSegment.ts';
import { LogStartCheckpoint } from './LogStartCheckpoint.ts';
import { firstRecordAt, lookUpOffset, lookUpTimestamp } from './lookUpOffset.ts';
import type { OffsetLookup, SegmentFiles, TimestampAndOffset, TimestampLookup } from './lookUpOffset.ts';
import { PageCache, survivingEnd } from './PageCache.ts';
import { tornBytes } from './tornBytes.ts';
import { ProducerStateManager } from './ProducerStateManager.ts';
import type { EndedTransaction, ProducerBatch } from './ProducerStateManager.ts';
import { firstSegmentToRecover } from './recoveryPlan.ts';
import { RecoveryPoint } from './RecoveryPoint.ts';
import { endOffsetOf, lastSequenceOf, NO_ORIGIN } from './RecordBatch.ts';
import type { RecordBatch } from './RecordBatch.ts';
import { StoredOrdinals } from './StoredOrdinals.ts';

/** Segments that were cleaned, and what is left of their batches. */
export interface CleanedSegment {
  readonly replaced: readonly LogSegment[];
  readonly batches: readonly RecordBatch[];
}

/** A segment that was taken out of the log; its files are renamed, and stay on the disk until then. */
export interface DeletedSegment {
  readonly baseOffset: Offset;
  readonly sizeBytes: Bytes;
  readonly untilUs: Micros;
}

/** When the process wrote the checkpoint files of a log directory last; −1: not yet. */
export interface CheckpointWrites {
  readonly logStartUs: Micros;
  readonly recoveryPointUs: Micros;
}

const DEFAULT_SEGMENT_CONFIG: SegmentConfig = {
  indexIntervalBytes: DEFAULT_LOG_CONFIG.indexIntervalBytes,
  maxIndexBytes: DEFAULT_LOG_CONFIG.segmentIndexBytes,
  rollJitterMs: 0,
};

/**
 * One replica's log: a row of segments, of which the last takes the appends. Kafka: `UnifiedLog`, `LocalLog` (4.2). Always:
 * base offset of the first segment <= logStartOffset <= highWatermark <= logEndOffset.
 *
 * All batches stand in one list; a segment knows where its own begin.
 *
 * Where it was cleaned, offsets are missing between its batches and within them.
 *
 * Simplified: of records without keys there are the sizes and the largest timestamp of their batch. After a truncation producers and
 * transactions are worked out from what is left, without a snapshot.
 */
export class UnifiedLog implements SelfCloning {
  logStartOffset: Offset;
  highWatermark: Offset;
  logEndOffset: Offset;
  readonly epochs: LeaderEpochCache;
  readonly producers: ProducerStateManager;
  readonly ordinals: StoredOrdinals;
  readonly pageCache: PageCache;
  /**
   * Whether a loss of power or of the disk ever took records from it, or its leader may have counted as committed what others
   * had not, as Kafka's may in two races (`Oversight`). Not in Kafka: where it is so, laws make way.
   */
  isForgiven = false;
  /** Bytes of all segments; what waits for its deletion is not among them. */
  sizeBytes: Bytes = 0;
  /** Renamed files, oldest first. */
  deletedSegments: readonly DeletedSegment[] = [];
  readonly startCheckpoint: LogStartCheckpoint;
  readonly recoveryPoint: RecoveryPoint;
  /** When it was flushed last, or loaded. */
  lastFlushedUs: Micros = 0;
  /** What `cleaner-offset-checkpoint` says of it: where its dirty part begins; null: it was never cleaned (CL1). */
  cleanerCheckpoint: Offset | null = null;
  /** Of half a batch that a loss of power left behind the last whole one; left out: there is none. */
  declare tornBytes?: Bytes;
  private readonly batches: SharedLog<RecordBatch>;
  /** Batches that stood before the first one that is left. */
  private removedBatches = 0;
  /** Never empty, in the order of their base offsets. All but the last are closed. */
  private segmentList: LogSegment[];

  constructor(
    startOffset: Offset,
    pageCacheExpireUs: Micros,
    copied?: UnifiedLog,
    segmentConfig = DEFAULT_SEGMENT_CONFIG,
  ) {
    this.logStartOffset = startOffset;
    this.highWatermark = startOffset;
    this.logEndOffset = startOffset;
    this.epochs = copied?.epochs.shareOrClone() ?? new LeaderEpochCache();
    this.producers = copied?.producers.shareOrClone() ?? new ProducerStateManager();
    this.ordinals = copied?.ordinals.shareOrClone() ?? new StoredOrdinals();
    this.pageCache = copied?.pageCache.shareOrClone() ?? new PageCache(startOffset, pageCacheExpireUs);
    this.batches = copied?.batches.shareOrClone() ?? new SharedLog<RecordBatch>();
    this.startCheckpoint = copied?.startCheckpoint.shareOrClone() ?? new LogStartCheckpoint(startOffset);
    this.recoveryPoint = copied?.recoveryPoint.shareOrClone() ?? new RecoveryPoint(startOffset);
    this.segmentList = copied
      ? copied.segmentList.slice()
      : [new LogSegment(startOffset, 0, 0, segmentConfig)];
    // The others are closed, and so nobody writes to them.
    if (copied) this.segmentList[this.segmentList.length - 1] = copied.activeSegment.shareOrClone();
  }

  /** For checkpoints. */
  shareOrClone(): UnifiedLog {
    const copy = new UnifiedLog(this.logStartOffset, 0, this);
    copy.highWatermark = this.highWatermark;
    copy.logEndOffset = this.logEndOffset;
    copy.isForgiven = this.isForgiven;
    copy.sizeBytes = this.sizeBytes;
    copy.deletedSegments = this.deletedSegments;
    copy.cleanerCheckpoint = this.cleanerCheckpoint;
    copy.removedBatches = this.removedBatches;
    copy.lastFlushedUs = this.lastFlushedUs;
    if (this.tornBytes !== undefined) copy.tornBytes = this.tornBytes;
    return copy;
  }

  get segments(): readonly LogSegment[] {
    return this.segmentList;
  }

  get activeSegment(): LogSegment {
    return this.segmentList[this.segmentList.length - 1] as LogSegment;
  }

  get batchCount(): number {
    return this.batches.length;
  }

  batchAt(index: number): RecordBatch {
    return this.batches.at(index);
  }

  /** Adds a batch at the log's end, on a leader or a follower; on a follower it may come after a gap, where the leader's was cleaned. */
  append(batch: RecordBatch, nowUs: Micros): void {
    if (batch.baseOffset < this.logEndOffset)
      assert(false, `batch at ${batch.baseOffset} meets log end ${this.logEndOffset}`);
    this.batches.push(batch);
    this.activeSegment.append(batch);
    this.sizeBytes += batch.sizeBytes;
    this.logEndOffset = endOffsetOf(batch);
    this.epochs.assign(batch.leaderEpoch, batch.baseOffset);
    if (!isEmptyMarker(batch)) {
      const ended = this.producers.append(producerBatchOf(batch));
      if (ended?.isAborted === true) this.producers.transactions?.aborted.push(indexEntryOf(ended));
    }
    this.ordinals.add(batch);
    this.pageCache.written(this.logEndOffset, nowUs);
  }

  /**
   * The first offset that a READ_COMMITTED reader may not have yet: where the first transaction begins that is open, or whose end is
   * not replicated, and never above the high watermark (T24). Kafka: `UnifiedLog.lastStableOffset`.
   */
  get lastStableOffset(): Offset {
    const { highWatermark } = this;
    const firstUnstable = this.producers.firstUnstableOffset(highWatermark);
    if (firstUnstable === null) return highWatermark;
    return Math.min(Math.max(firstUnstable, this.logStartOffset), highWatermark);
  }

  /** The high watermark moved: ends of transactions below it are replicated. */
  highWatermarkMoved(): void {
    this.producers.transactions?.forgetReplicated(this.highWatermark);
  }

  /** Aborted transactions that may have records in `[fetchOffset, upperBound)` (T26). Kafka: `UnifiedLog.collectAbortedTransactions`. */
  abortedTransactionsIn(fetchOffset: Offset, upperBound: Offset): readonly AbortedTransaction[] {
    return this.producers.transactions?.abortedIn(fetchOffset, upperBound) ?? [];
  }

  /** The transaction index of a segment: what was aborted by the markers in it. */
  abortedTransactionsOf(segment: LogSegment): readonly AbortedTransaction[] {
    const { transactions } = this.producers;
    if (!transactions || transactions.aborted.length === 0) return [];
    const end = this.segmentList[this.segmentList.indexOf(segment) + 1]?.baseOffset ?? Infinity;
    return transactions.aborted.filter(
      ({ lastOffset }) => lastOffset >= segment.baseOffset && lastOffset < end,
    );
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

  /** Bytes that a fetch at `offset` could read below `upTo`, in one segment, counted no further than `enough`. */
  readableBytes(offset: Offset, upTo: Offset, enough: Bytes): Bytes {
    let bytes = 0;
    const from = this.indexOf(offset);
    const end = this.segmentEnd(from);
    for (let i = from; i < end && bytes < enough; i++) {
      const batch = this.batches.at(i);
      if (batch.baseOffset >= upTo) break;
      bytes += batch.sizeBytes;
    }
    return bytes;
  }

  /**
   * Whole batches from the one that holds `offset`, below `upTo`, of one segment. At least one batch if `atLeastOne`, whatever
   * its size; otherwise no more than `maxBytes` (F2).
   */
  read(offset: Offset, upTo: Offset, maxBytes: Bytes, atLeastOne: boolean): RecordBatch[] {
    const from = this.indexOf(offset);
    const end = this.segmentEnd(from);
    let to = from;
    let bytes = 0;
    for (; to < end; to++) {
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
   * Closes the active segment and begins an empty one at the log's end (SG3). One that is empty is replaced. Kafka:
   * `LocalLog.roll`.
   */
  roll(nowUs: Micros, config: SegmentConfig): void {
    const active = this.activeSegment;
    const isEmpty = active.baseOffset === this.logEndOffset;
    const next = new LogSegment(this.logEndOffset, this.removedBatches + this.batches.length, nowUs, config);
    if (isEmpty) this.segmentList.pop();
    else active.close();
    this.segmentList.push(next);
  }

  /**
   * Takes the oldest segments out of the log, and moves its start to the first that is left. Their files are renamed, and go
   * after file.delete.delay.ms. Kafka: `UnifiedLog.deleteSegments`.
   */
  deleteOldestSegments(count: number, untilUs: Micros, nowUs: Micros): void {
    const gone = this.segmentList.slice(0, count);
    const first = this.segmentList[count];
    if (!first) assert(false, 'a log keeps at least one segment');
    this.raiseLogStart(first.baseOffset, nowUs);
    const batchCount = first.firstBatch - this.removedBatches;
    this.batches.dropFirst(batchCount);
    this.removedBatches += batchCount;
    this.segmentList = this.segmentList.slice(count);
    this.producers.transactions?.dropAbortedBelow(first.baseOffset);
    for (const { baseOffset, sizeBytes } of gone) {
      this.sizeBytes -= sizeBytes;
      this.deletedSegments = [...this.deletedSegments, { baseOffset, sizeBytes, untilUs }];
    }
  }

  /**
   * Puts cleaned segments in the place of the first ones of the log (CL4). The files of these are renamed, and go after
   * file.delete.delay.ms. Nothing else of the log changes. Kafka: `LocalLog.replaceSegments`.
   */
  replaceSegments(
    groups: readonly CleanedSegment[],
    config: SegmentConfig,
    untilUs: Micros,
    aborted: readonly AbortedTransaction[] = [],
  ): void {
    const left: RecordBatch[] = [];
    const cleaned: LogSegment[] = [];
    const deleted: DeletedSegment[] = [];
    let count = 0;
    for (const { replaced, batches } of groups) {
      const [first] = replaced;
      if (!first) continue;
      const segment = new LogSegment(
        first.baseOffset,
        this.removedBatches + left.length,
        first.createdUs,
        config,
      );
      for (const batch of batches) {
        segment.append(batch);
        left.push(batch);
      }
      segment.close();
      cleaned.push(segment);
      count += replaced.length;
      for (const { baseOffset, sizeBytes } of replaced) deleted.push({ baseOffset, sizeBytes, untilUs });
    }
    const rest = this.segmentList.slice(count);
    const firstOfRest = (rest[0] as LogSegment).firstBatch;
    const shift = this.removedBatches + left.length - firstOfRest;
    for (let i = firstOfRest - this.removedBatches; i < this.batches.length; i++)
      left.push(this.batches.at(i));
    this.batches.truncate(0);
    for (const batch of left) this.batches.push(batch);
    this.segmentList = [...cleaned, ...rest.map((segment) => segment.movedTo(segment.firstBatch + shift))];
    this.producers.transactions?.replaceAbortedBelow((rest[0] as LogSegment).baseOffset, aborted);
    this.sizeBytes = this.segmentList.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    this.deletedSegments = [...this.deletedSegments, ...deleted];
    this.ordinals.clean(left, this.logStartOffset);
  }

  /** Batches that are in remote storage only: those before the first segment on the disk (KIP-405). */
  get remoteBatchCount(): number {
    return (this.segmentList[0] as LogSegment).firstBatch - this.removedBatches;
  }

  /** Where that begins which is on the disk. Kafka: `UnifiedLog.localLogStartOffset`. */
  get localLogStartOffset(): Offset {
    if (this.remoteBatchCount === 0) return this.logStartOffset;
    return Math.max(this.logStartOffset, (this.segmentList[0] as LogSegment).baseOffset);
  }

  /** Takes the oldest segments from the disk that are in remote storage; the log begins where it did (TS3). */
  deleteLocalSegments(count: number, untilUs: Micros): void {
    for (const { baseOffset, sizeBytes } of this.segmentList.slice(0, count)) {
      this.sizeBytes -= sizeBytes;
      this.deletedSegments = [...this.deletedSegments, { baseOffset, sizeBytes, untilUs }];
    }
    this.segmentList = this.segmentList.slice(count);
  }

  /** Files whose time has come are gone from the disk; returns them. */
  unlinkDeletedSegments(nowUs: Micros): readonly DeletedSegment[] {
    const due = this.deletedSegments.filter(({ untilUs }) => untilUs <= nowUs);
    if (due.length > 0) this.deletedSegments = this.deletedSegments.filter(({ untilUs }) => untilUs > nowUs);
    return due;
  }

  /**
   * Whether a fetch that waits at `offset` since `sinceUs` reads from an older segment than the one that `end` is in: there is
   * nothing more to come where it reads. Kafka: `LogOffsetMetadata.onOlderSegment`.
   */
  isOnOlderSegment(offset: Offset, end: Offset, sinceUs: Micros): boolean {
    const segments = this.segmentList;
    const active = this.activeSegment;
    if (offset >= end || (segments.length === 1 && active.createdUs <= sinceUs)) return false;
    // It began to wait before the segment was made that begins where it stands.
    if (offset >= active.baseOffset) return offset === active.baseOffset && active.createdUs > sinceUs;
    const own = this.segmentOf(offset);
    const last = this.segmentOf(end - 1);
    return own !== last || (own.baseOffset === offset && own.createdUs > sinceUs);
  }

  /** The segment that an offset of the log falls into. Kafka: `LogSegments.floorSegment`. */
  segmentOf(offset: Offset): LogSegment {
    return this.segmentList[this.segmentIndexOf(offset)] as LogSegment;
  }

  /** Batches of one of its segments, in order. */
  batchesOf(segment: LogSegment): RecordBatch[] {
    const at = this.segmentList.indexOf(segment);
    const end = this.segmentList[at + 1]?.firstBatch ?? this.removedBatches + this.batches.length;
    const found: RecordBatch[] = [];
    for (let i = segment.firstBatch; i < end; i++) found.push(this.batches.at(i - this.removedBatches));
    return found;
  }

  /** A segment with its batches and indexes. */
  filesOf(segment: LogSegment): SegmentFiles {
    const batches = this.batchesOf(segment);
    return { baseOffset: segment.baseOffset, batches, indexes: segment.indexesOf(batches) };
  }

  /** How Kafka finds the batch that holds an offset: segment, index, scan (SG2). */
  lookUpOffset(offset: Offset): OffsetLookup {
    let at = this.segmentIndexOf(offset);
    let lookup = lookUpOffset(this.filesOf(this.segmentList[at] as LogSegment), offset);
    // Where the cleaner took the end of a segment, the next one that holds anything has it.
    while (lookup.found === null && at + 1 < this.segmentList.length) {
      at += 1;
      lookup = lookUpOffset(this.filesOf(this.segmentList[at] as LogSegment), offset);
    }
    return lookup;
  }

  /** How Kafka finds the first record at or after a time (SG4); null: every record is earlier. */
  lookUpTimestamp(targetMs: Millis): TimestampLookup | null {
    const segment = this.segmentList.find(
      ({ sizeBytes, maxTimestampMs }) => sizeBytes > 0 && maxTimestampMs >= targetMs,
    );
    return segment
      ? lookUpTimestamp(this.filesOf(segment), targetMs, this.logStartOffset, recordTimestampsOf)
      : null;
  }

  /**
   * The first record with the latest timestamp of those on the disk (SG6); null: there is none, or the cleaner took it. Kafka:
   * `UnifiedLog.fetchOffsetByTimestamp` of `MAX_TIMESTAMP`.
   */
  offsetOfMaxTimestamp(): TimestampAndOffset | null {
    const [oldest, ...others] = this.segmentList as [LogSegment, ...LogSegment[]];
    const { maxTimestampMs, offsetOfMaxTimestamp } = others.reduce(
      (latest, segment) => (segment.maxTimestampMs > latest.maxTimestampMs ? segment : latest),
      oldest,
    );
    if (offsetOfMaxTimestamp < 0) return null;
    const batch = this.batches.at(this.indexOf(offsetOfMaxTimestamp));
    return firstRecordAt(batch, maxTimestampMs, batch.baseOffset, recordTimestampsOf(batch));
  }

  /** The first record at or after a time; null: there is none. Kafka: `UnifiedLog.fetchOffsetByTimestamp`. */
  offsetForTimestamp(targetMs: Millis): TimestampAndOffset | null {
    for (let i = 0; i < this.remoteBatchCount; i++) {
      const { maxTimestampMs: timestampMs, baseOffset } = this.batches.at(i);
      if (timestampMs >= targetMs) return { timestampMs, offset: Math.max(baseOffset, this.logStartOffset) };
    }
    return this.lookUpTimestamp(targetMs)?.found ?? null;
  }

  /**
   * Cuts everything at and above `offset`; the high watermark follows if it was above (E6), and so does the log start: below it
   * nothing was left to read. Returns whether anything went.
   */
  truncateTo(offset: Offset, nowUs: Micros): boolean {
    if (offset >= this.logEndOffset) {
      // An epoch without records may still have to go: Kafka cuts the epochs whether records go or not.
      this.epochs.truncateFromEnd(offset);
      return false;
    }
    if (offset < (this.segmentList[0] as LogSegment).baseOffset) {
      this.truncateFullyAndStartAt(offset, nowUs);
      return true;
    }
    // A batch that reaches over the cut goes as a whole: Kafka truncates at batch boundaries.
    let keep = this.indexOf(offset);
    while (keep > 0 && endOffsetOf(this.batches.at(keep - 1)) > offset) keep -= 1;
    const cut = keep < this.batches.length ? this.batches.at(keep).baseOffset : offset;
    this.truncateSegments(offset, keep, nowUs);
    this.batches.truncate(keep);
    // In a gap that the cleaner left, the log ends where it was cut.
    this.logEndOffset = Math.min(offset, cut);
    this.truncateCleanerCheckpoint();
    this.logStartOffset = Math.min(this.logStartOffset, this.logEndOffset);
    this.highWatermark = Math.min(this.highWatermark, this.logEndOffset);
    this.epochs.truncateFromEnd(this.logEndOffset);
    this.producers.rebuild(producerBatches(this.batches));
    this.producers.transactions?.truncateAborted(this.logEndOffset);
    this.highWatermarkMoved();
    this.ordinals.rebuild(eachBatch(this.batches), this.logStartOffset);
    this.pageCache.truncated(this.logEndOffset);
    this.recoveryPoint.truncated(this.logEndOffset);
    return true;
  }

  /** Drops the whole log and starts an empty one at `offset` (F10). */
  truncateFullyAndStartAt(offset: Offset, nowUs: Micros): void {
    const { activeSegment } = this;
    this.batches.truncate(0);
    this.segmentList = [new LogSegment(offset, this.removedBatches, nowUs, activeSegment)];
    this.sizeBytes = 0;
    this.logStartOffset = offset;
    this.startCheckpoint.changed(offset, nowUs);
    this.highWatermark = offset;
    this.logEndOffset = offset;
    this.truncateCleanerCheckpoint();
    this.epochs.clear();
    this.producers.reset();
    this.producers.transactions?.truncateAborted(0);
    this.ordinals.rebuild([], offset);
    this.pageCache.truncated(offset);
    this.recoveryPoint.truncated(offset);
  }

  /**
   * Everything before `offset` is on the disk, because the broker asked for it. Returns whether that is news. Kafka:
   * `UnifiedLog.flush`, `LocalLog.markFlushed`.
   */
  flushTo(offset: Offset, nowUs: Micros, lastCheckpointUs: Micros): boolean {
    if (offset <= this.recoveryPoint.offset) return false;
    this.pageCache.flushTo(offset);
    this.recoveryPoint.advance(offset, nowUs, lastCheckpointUs);
    this.lastFlushedUs = nowUs;
    return true;
  }

  /** Segments that a start after an unclean stop has to check (RC1). */
  segmentsToRecover(): readonly LogSegment[] {
    return this.segmentList.slice(firstSegmentToRecover(this.segmentList, this.recoveryPoint.offset));
  }

  /**
   * A process that starts finds the log on its disk; an epoch under which nothing was written is forgotten, and renamed files
   * are deleted. After an unclean stop the indexes from the recovery point on are made anew, and of each producer only the last
   * batch is remembered: a snapshot is taken behind each segment that was recovered, and read again. Kafka: `LogLoader.load`,
   * `LogLoader.recoverSegment` (4.2).
   */
  load(wasCleanlyStopped: boolean, nowUs: Micros): void {
    this.epochs.truncateFromEnd(this.logEndOffset);
    this.deletedSegments = [];
    this.lastFlushedUs = nowUs;
    if (!wasCleanlyStopped) {
      this.producers.loadSnapshot(this.producers.takeSnapshot());
      this.recoverUnreplicated();
      for (const segment of this.segmentsToRecover()) {
        if (!segment.isClosed) continue;
        const recovered = segment.loaded(this.batchesOf(segment), false);
        recovered.close();
        this.segmentList[this.segmentList.indexOf(segment)] = recovered;
      }
    }
    const active = this.activeSegment;
    this.segmentList[this.segmentList.length - 1] = active.loaded(this.batchesOf(active), wasCleanlyStopped);
  }

  /**
   * What the next process will know of the log start: all that a clean stop writes, else what the last one wrote to
   * `log-start-offset-checkpoint`, but never less than where the first segment begins. Records that a client had deleted since
   * are there again. Kafka: `LogManager.loadLog`, `LogLoader.load`.
   */
  endProcess(wasCleanlyStopped: boolean, lastWrites: CheckpointWrites): void {
    const { startCheckpoint, recoveryPoint } = this;
    this.producers.transactions?.verifications.clear();
    if (wasCleanlyStopped) {
      startCheckpoint.write(this.logStartOffset);
      recoveryPoint.write(this.logEndOffset);
    } else {
      startCheckpoint.settle(lastWrites.logStartUs);
      recoveryPoint.endProcess(lastWrites.recoveryPointUs);
    }
    // What is in remote storage belongs to the log.
    const first =
      this.remoteBatchCount > 0
        ? this.batches.at(0).baseOffset
        : (this.segmentList[0] as LogSegment).baseOffset;
    const known = Math.max(startCheckpoint.offset, first);
    startCheckpoint.write(startCheckpoint.offset);
    if (known >= this.logStartOffset) return;
    this.logStartOffset = known;
    this.ordinals.rebuild(eachBatch(this.batches), known);
  }

  /** What is left after the machine lost power: only what had reached the disk (A7). */
  losePower(nowUs: Micros, survives = survivingEnd): void {
    const { logStartOffset, cleanerCheckpoint } = this;
    const flushed = Math.max(
      survives(this.pageCache.flushedOffset(nowUs), this.logEndOffset),
      (this.segmentList[0] as LogSegment).baseOffset,
    );
    const torn = this.tornBytesAt(flushed);
    if (this.truncateTo(flushed, nowUs)) this.isForgiven = true;
    if (torn > 0) this.tornBytes = torn;
    // Kafka deletes all segments of a log that ends before it begins, and begins anew there.
    if (this.logEndOffset < logStartOffset) this.truncateFullyAndStartAt(logStartOffset, nowUs);
    this.pageCache.flushAll(this.logEndOffset);
    // The checkpoint was flushed as it was written; the cleaner finds out that the log ends before it.
    this.cleanerCheckpoint = cleanerCheckpoint;
  }

  /** What a recovery finds behind the last whole batch, and cuts off. */
  takeTornBytes(): Bytes {
    const torn = this.tornBytes ?? 0;
    delete this.tornBytes;
    return torn;
  }

  /** How much of the batch that begins there a loss of power would leave. */
  private tornBytesAt(offset: Offset): Bytes {
    if (offset >= this.logEndOffset) return 0;
    let position = 0;
    for (const { baseOffset, sizeBytes } of this.batchesOf(this.segmentOf(offset))) {
      if (baseOffset >= offset) return tornBytes(position, sizeBytes);
      position += sizeBytes;
    }
    return 0;
  }

  /** What is left when the disk is gone: an empty log on the next one. */
  loseDisk(nowUs: Micros): void {
    if (this.logEndOffset > this.logStartOffset) this.isForgiven = true;
    this.truncateFullyAndStartAt(0, nowUs);
    this.deletedSegments = [];
    this.takeTornBytes();
    this.startCheckpoint.write(0);
    this.cleanerCheckpoint = null;
    this.pageCache.flushAll(0);
  }

  /**
   * Raises the log start: as a follower does when its leader's is higher (F8), by retention, or because a client asked for it.
   * The records below are gone; their batches stay until their segment does. Kafka: `UnifiedLog.maybeIncrementLogStartOffset`.
   */
  raiseLogStart(offset: Offset, nowUs: Micros): boolean {
    if (offset <= this.logStartOffset) return false;
    const from = this.logStartOffset;
    const to = Math.min(offset, this.logEndOffset);
    const gone: RecordBatch[] = [];
    for (let i = this.indexOf(from); i < this.batches.length && this.batches.at(i).baseOffset < to; i++)
      gone.push(this.batches.at(i));
    this.ordinals.expire(gone, from, to, () => eachBatch(this.batches));
    this.logStartOffset = to;
    this.startCheckpoint.changed(to, nowUs);
    this.highWatermark = Math.max(this.highWatermark, to);
    this.producers.transactions?.forgetReplicated(to);
    this.epochs.truncateFromStart(to);
    this.dropExpiredRemoteBatches();
    return true;
  }

  /** Transactions whose markers are found in the log, and are not known to be replicated. Kafka: `UnifiedLog.loadProducersFromRecords`. */
  private recoverUnreplicated(): void {
    const { transactions } = this.producers;
    if (!transactions) return;
    const found = new ProducerStateManager();
    found.rebuild(producerBatches(this.batches));
    transactions.unreplicated = found.transactions?.unreplicated ?? [];
    this.highWatermarkMoved();
  }

  /** What was cut is dirty when it is written anew. Kafka: `LogCleanerManager.maybeTruncateCheckpoint`. */
  private truncateCleanerCheckpoint(): void {
    if (this.cleanerCheckpoint !== null)
      this.cleanerCheckpoint = Math.min(this.cleanerCheckpoint, this.activeSegment.baseOffset);
  }

  /** Remote storage has no more what stands below the log start. */
  private dropExpiredRemoteBatches(): void {
    const most = this.remoteBatchCount;
    let count = 0;
    while (count < most && endOffsetOf(this.batches.at(count)) <= this.logStartOffset) count += 1;
    if (count === 0) return;
    this.batches.dropFirst(count);
    this.removedBatches += count;
    this.producers.transactions?.dropAbortedBelow(this.logStartOffset);
  }

  /** Index of the first batch behind the segment that the batch at `index` is in. */
  private segmentEnd(index: number): number {
    const place = index + this.removedBatches;
    const segments = this.segmentList;
    let high = segments.length - 1;
    if (place >= (segments[high] as LogSegment).firstBatch) return this.batches.length;
    let low = 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((segments[middle] as LogSegment).firstBatch > place) high = middle;
      else low = middle + 1;
    }
    return (segments[low] as LogSegment).firstBatch - this.removedBatches;
  }

  private segmentIndexOf(offset: Offset): number {
    const segments = this.segmentList;
    let low = 0;
    let high = segments.length - 1;
    if (offset >= (segments[high] as LogSegment).baseOffset) return high;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((segments[middle] as LogSegment).baseOffset > offset) high = middle - 1;
      else low = middle;
    }
    return low;
  }

  /** The segments that are left when only the first `keep` batches are, and the log ends at or below `offset`. */
  private truncateSegments(offset: Offset, keep: number, nowUs: Micros): void {
    const at = this.segmentIndexOf(offset);
    const segment = this.segmentList[at] as LogSegment;
    const before = this.batchesOf(segment);
    const left = before.slice(0, Math.max(0, keep + this.removedBatches - segment.firstBatch));
    this.segmentList = this.segmentList.slice(0, at);
    this.segmentList.push(segment.truncated(before, left, offset, nowUs));
    this.sizeBytes = this.segmentList.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
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
    isTransactional: batch.isTransactional,
    marker: batch.marker,
  };
}

function producerBatches(batches: SharedLog<RecordBatch>): ProducerBatch[] {
  return eachBatch(batches)
    .filter((batch) => !isEmptyMarker(batch))
    .map(producerBatchOf);
}

/** A marker that the cleaner took the record of: nothing of its transaction is left. */
function isEmptyMarker(batch: RecordBatch): boolean {
  return batch.marker !== undefined && recordCountOf(batch) === 0;
}

function indexEntryOf({
  producerId,
  firstOffset,
  lastOffset,
  lastStableOffset,
}: EndedTransaction): AbortedTransaction {
  return { producerId, firstOffset, lastOffset, lastStableOffset };
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
