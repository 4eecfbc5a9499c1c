import { cloneState } from '../../kernel/cloneState.ts';
import type { SelfCloning } from '../../kernel/cloneState.ts';
import { Derived } from '../../kernel/Derived.ts';
import { takeFirst } from '../../kernel/shortLists.ts';
import { fitsRecord, nextRecordBytes } from './appendRecord.ts';
import type { RecordShape } from './appendRecord.ts';
import { RECORD_BATCH_OVERHEAD } from '../../storage/recordBatchSize.ts';
import { expectPresent } from '../../../shared/assert.ts';
import { millisFromMicros } from '../../../shared/units.ts';
import type { Bytes, Micros, Millis, TopicPartition } from '../../../shared/units.ts';
import { reenqueueIndex } from './drainOrder.ts';
import { fillBatch } from './fillBatch.ts';
import type { DueCalls, Filling } from './fillBatch.ts';
import { addRecord, noRecords } from './BatchRecords.ts';
import type { BatchRecords, KeyedRecord } from './BatchRecords.ts';
import { addCompressed } from './compression/ProducerCompression.ts';
import type { ProducerCompression } from './compression/ProducerCompression.ts';
import type { ProducerBatch } from './ProducerBatch.ts';
import { QueuedPartitions } from './QueuedPartitions.ts';
import type { PartitionQueue } from './QueuedPartitions.ts';

/**
 * Batches that wait to be sent, one queue a partition, the open one last. Kafka: `RecordAccumulator`, `BufferPool` (S1, S2).
 */
export class RecordAccumulator {
  readonly queues = new Map<TopicPartition, ProducerBatch[]>();
  private availableBytes: Bytes;
  private batchSizeBytes: Bytes;
  private readonly nextOrdinals = new Map<TopicPartition, number>();
  private readonly partitionsQueued = new Derived<QueuedPartitions>();
  /** Left out: batches go as they are. */
  declare compression?: ProducerCompression;

  constructor(bufferMemoryBytes: Bytes, batchSizeBytes: Bytes) {
    this.availableBytes = bufferMemoryBytes;
    this.batchSizeBytes = batchSizeBytes;
  }

  /** For checkpoints. */
  blank(): RecordAccumulator {
    return new RecordAccumulator(this.availableBytes, this.batchSizeBytes);
  }

  /** New sizes for a producer that starts again; nothing may be held. */
  configure(bufferMemoryBytes: Bytes, batchSizeBytes: Bytes): void {
    this.availableBytes = bufferMemoryBytes;
    this.batchSizeBytes = batchSizeBytes;
  }

  /** null: without compression. */
  compressWith(compression: ProducerCompression | null): void {
    if (compression) this.compression = compression;
    else delete this.compression;
  }

  /**
   * Adds one record, or returns null when the pool has no memory for the batch that it would need.
   *
   * @param delayMs how much before `atUs` its timestamp is.
   */
  append(
    topicPartition: TopicPartition,
    shape: RecordShape,
    atUs: Micros,
    keyed: KeyedRecord | null = null,
    delayMs: Millis = 0,
  ): 'appended' | 'newBatch' | null {
    const queue = this.queueOf(topicPartition);
    const open = queue[queue.length - 1];
    const timestampMs = millisFromMicros(atUs) - delayMs;
    if (open && this.appendTo(open, shape, timestampMs, keyed)) {
      this.nextOrdinals.set(topicPartition, this.produced(topicPartition) + 1);
      return 'appended';
    }
    const pooledBytes = Math.max(this.batchSizeBytes, shape.upperBoundBytes);
    if (pooledBytes > this.availableBytes) return null;
    this.availableBytes -= pooledBytes;
    const records = keyed && noRecords();
    const ordinal = this.takeOrdinal(topicPartition);
    const fresh: ProducerBatch = new OpenBatch(
      topicPartition,
      ordinal,
      atUs,
      timestampMs,
      pooledBytes,
      records,
    );
    const batch: ProducerBatch = this.compression ? { ...fresh, compressed: this.compression.open() } : fresh;
    this.appendTo(batch, shape, timestampMs, keyed);
    queue.push(batch);
    this.queuedPartitions.changed(topicPartition);
    return 'newBatch';
  }

  /** Whether the queue's last batch still takes such a record; not when there is none. */
  hasRoom(topicPartition: TopicPartition, shape: RecordShape, atUs: Micros): boolean {
    const queue = this.queues.get(topicPartition);
    const open = queue?.[queue.length - 1];
    if (!open || isClosed(open)) return false;
    return fitsRecord(open, nextRecordBytes(open, shape, millisFromMicros(atUs)), open.pooledBytes);
  }

  /**
   * Adds records to the open batch for as long as they fit and are due, up to about `maxBytes`, and returns how many. What
   * does not fit is left for `append`, which opens the next batch.
   */
  appendRun(
    topicPartition: TopicPartition,
    shape: RecordShape,
    due: DueCalls,
    nowUs: Micros,
    maxBytes: Bytes,
  ): number {
    const queue = this.queueOf(topicPartition);
    const open = queue[queue.length - 1];
    if (!open) return 0;
    const { count, sizeBytes, lastUs } = this.filling(open, shape, due, nowUs, maxBytes);
    if (count === 0) return 0;
    open.count += count;
    open.sizeBytes = sizeBytes;
    open.maxTimestampMs = Math.max(open.maxTimestampMs, millisFromMicros(lastUs));
    this.nextOrdinals.set(topicPartition, this.produced(topicPartition) + count);
    return count;
  }

  /** What would come into a batch if all records that are due by then were added, up to about `maxBytes`. */
  filling(open: ProducerBatch, shape: RecordShape, due: DueCalls, untilUs: Micros, maxBytes: Bytes): Filling {
    if (isClosed(open)) return { count: 0, sizeBytes: open.sizeBytes, lastUs: 0 };
    return fillBatch(open, shape, due, untilUs, open.sizeBytes + maxBytes, open.pooledBytes);
  }

  /** A record whose send() failed still has its place among all records. */
  skipRecord(topicPartition: TopicPartition): number {
    return this.takeOrdinal(topicPartition);
  }

  /** How many records were ever handed over for a partition. */
  produced(topicPartition: TopicPartition): number {
    return this.nextOrdinals.get(topicPartition) ?? 0;
  }

  get partitions(): readonly TopicPartition[] {
    return [...this.nextOrdinals.keys()];
  }

  /** Puts a failed batch back: by sequence with idempotence, else at the head (ID9). */
  reenqueue(batch: ProducerBatch): void {
    const queue = this.queueOf(batch.topicPartition);
    if (batch.sequence === null) queue.unshift(batch);
    else {
      const sequences = queue.map((other) => other.sequence?.baseSequence ?? null);
      queue.splice(reenqueueIndex(sequences, batch.sequence.baseSequence), 0, batch);
    }
    this.queuedPartitions.changed(batch.topicPartition);
  }

  /** Takes the first batch of a queue that holds one. */
  takeFirst(topicPartition: TopicPartition): ProducerBatch {
    const batch = expectPresent(takeFirst(this.queueOf(topicPartition)), 'a batch');
    this.queuedPartitions.changed(topicPartition);
    return batch;
  }

  /** Empties every queue: the process ends. */
  takeAll(): ProducerBatch[] {
    const all: ProducerBatch[] = [];
    for (const [topicPartition, queue] of this.queues) {
      all.push(...queue.splice(0));
      this.queuedPartitions.changed(topicPartition);
    }
    return all;
  }

  /** Takes every batch that was never sent: its transaction is being aborted. Kafka: `abortUndrainedBatches` (4.2). */
  takeUndrained(): ProducerBatch[] {
    const taken: ProducerBatch[] = [];
    for (const [topicPartition, queue] of this.queues) {
      const first = queue.findIndex(({ sequence }) => sequence === null);
      if (first < 0) continue;
      taken.push(...queue.splice(first));
      this.queuedPartitions.changed(topicPartition);
    }
    return taken;
  }

  /** The batch is done: its memory is free again. */
  release(batch: ProducerBatch): void {
    this.availableBytes += batch.pooledBytes;
  }

  /** What of buffer.memory no batch holds. */
  get freeBytes(): Bytes {
    return this.availableBytes;
  }

  get hasBatches(): boolean {
    return this.queued.length > 0;
  }

  /** The queues that hold something, in the order in which their partitions were first sent to. */
  get queued(): readonly PartitionQueue[] {
    return this.queuedPartitions.queued;
  }

  queueOf(topicPartition: TopicPartition): ProducerBatch[] {
    let queue = this.queues.get(topicPartition);
    if (!queue) {
      queue = [];
      this.queues.set(topicPartition, queue);
      this.partitionsQueued.value?.add(topicPartition, queue);
    }
    return queue;
  }

  private get queuedPartitions(): QueuedPartitions {
    return (this.partitionsQueued.value ??= new QueuedPartitions(this.queues));
  }

  private appendTo(
    batch: ProducerBatch,
    shape: RecordShape,
    timestampMs: Millis,
    keyed: KeyedRecord | null,
  ): boolean {
    if (isClosed(batch)) return false;
    const recordBytes = nextRecordBytes(batch, shape, timestampMs);
    if (!fitsRecord(batch, recordBytes, batch.pooledBytes)) return false;
    if (keyed && batch.records)
      addRecord(batch.records, keyed, shape.contentBytes, timestampMs - batch.firstTimestampMs);
    batch.sizeBytes += recordBytes;
    addCompressed(batch, recordBytes);
    batch.count += 1;
    if (timestampMs > batch.maxTimestampMs) batch.maxTimestampMs = timestampMs;
    return true;
  }

  private takeOrdinal(topicPartition: TopicPartition): number {
    const ordinal = this.nextOrdinals.get(topicPartition) ?? 0;
    this.nextOrdinals.set(topicPartition, ordinal + 1);
    return ordinal;
  }
}

/** Sent before, and put back for a retry: it takes no more records. */
function isClosed(batch: ProducerBatch): boolean {
  return (
    batch.sequence !== null || batch.attempts > 0 || batch.isSplit || batch.compressed?.isClosed === true
  );
}

/** A batch as it is opened. All of one shape, whether new or copied for a checkpoint. */
class OpenBatch implements ProducerBatch, SelfCloning {
  readonly topicPartition: TopicPartition;
  readonly firstOrdinal: number;
  readonly createdUs: Micros;
  readonly firstTimestampMs: Millis;
  count = 0;
  sizeBytes = RECORD_BATCH_OVERHEAD;
  maxTimestampMs: Millis;
  readonly records: BatchRecords | null;
  attempts = 0;
  waitingSinceUs: Micros;
  backoffMs: Millis = 0;
  attemptLeaderEpoch = -1;
  lastError: string | null = null;
  sequence: ProducerBatch['sequence'] = null;
  sequenceHasBeenReset = false;
  readonly isSplit = false;
  readonly pooledBytes: Bytes;

  constructor(
    topicPartition: TopicPartition,
    firstOrdinal: number,
    atUs: Micros,
    timestampMs: Millis,
    pooledBytes: Bytes,
    records: BatchRecords | null,
  ) {
    this.topicPartition = topicPartition;
    this.firstOrdinal = firstOrdinal;
    this.createdUs = atUs;
    this.firstTimestampMs = timestampMs;
    this.maxTimestampMs = timestampMs;
    this.records = records;
    this.waitingSinceUs = atUs;
    this.pooledBytes = pooledBytes;
  }

  shareOrClone(): OpenBatch {
    const { topicPartition, firstOrdinal, createdUs, firstTimestampMs, pooledBytes } = this;
    const records = this.records && cloneState(this.records);
    const copy = new OpenBatch(
      topicPartition,
      firstOrdinal,
      createdUs,
      firstTimestampMs,
      pooledBytes,
      records,
    );
    copy.count = this.count;
    copy.sizeBytes = this.sizeBytes;
    copy.maxTimestampMs = this.maxTimestampMs;
    copy.attempts = this.attempts;
    copy.waitingSinceUs = this.waitingSinceUs;
    copy.backoffMs = this.backoffMs;
    copy.attemptLeaderEpoch = this.attemptLeaderEpoch;
    copy.lastError = this.lastError;
    copy.sequence = this.sequence;
    copy.sequenceHasBeenReset = this.sequenceHasBeenReset;
    return copy;
  }
}
