import { fitsRecord, nextRecordBytes } from './appendRecord.ts';
import type { RecordShape } from './appendRecord.ts';
import { RECORD_BATCH_OVERHEAD } from '../../storage/recordBatchSize.ts';
import { millisFromMicros } from '../../../shared/units.ts';
import type { Bytes, Micros, TopicPartition } from '../../../shared/units.ts';
import type { ProducerBatch } from './ProducerBatch.ts';
import { reenqueueIndex } from './drainOrder.ts';

/**
 * Batches that wait to be sent, one queue a partition, the open one last. Kafka: `RecordAccumulator`, `BufferPool` (S1, S2).
 */
export class RecordAccumulator {
  readonly queues = new Map<TopicPartition, ProducerBatch[]>();
  private availableBytes: Bytes;
  private batchSizeBytes: Bytes;
  private readonly nextOrdinals = new Map<TopicPartition, number>();

  constructor(bufferMemoryBytes: Bytes, batchSizeBytes: Bytes) {
    this.availableBytes = bufferMemoryBytes;
    this.batchSizeBytes = batchSizeBytes;
  }

  /** New sizes for a producer that starts again; nothing may be held. */
  configure(bufferMemoryBytes: Bytes, batchSizeBytes: Bytes): void {
    this.availableBytes = bufferMemoryBytes;
    this.batchSizeBytes = batchSizeBytes;
  }

  /** Adds one record, or returns null when the pool has no memory for the batch that it would need. */
  append(topicPartition: TopicPartition, shape: RecordShape, atUs: Micros): 'appended' | 'newBatch' | null {
    const queue = this.queueOf(topicPartition);
    const open = queue[queue.length - 1];
    if (open && this.appendTo(open, shape, atUs)) {
      this.nextOrdinals.set(topicPartition, this.produced(topicPartition) + 1);
      return 'appended';
    }
    const pooledBytes = Math.max(this.batchSizeBytes, shape.upperBoundBytes);
    if (pooledBytes > this.availableBytes) return null;
    this.availableBytes -= pooledBytes;
    const batch = newBatch(topicPartition, this.takeOrdinal(topicPartition), atUs, pooledBytes);
    this.appendTo(batch, shape, atUs);
    queue.push(batch);
    return 'newBatch';
  }

  /** Whether the queue's last batch still takes such a record; not when there is none. */
  hasRoom(topicPartition: TopicPartition, shape: RecordShape, atUs: Micros): boolean {
    const queue = this.queues.get(topicPartition);
    const open = queue?.[queue.length - 1];
    if (!open || open.sequence !== null || open.attempts > 0) return false;
    return fitsRecord(open, nextRecordBytes(open, shape, millisFromMicros(atUs)), this.batchSizeBytes);
  }

  /**
   * Adds records to the open batch for as long as they fit and are due, up to about `maxBytes`, and returns how many. What
   * does not fit is left for `append`, which opens the next batch.
   */
  appendRun(
    topicPartition: TopicPartition,
    shape: RecordShape,
    due: { timeOf(ahead: number): Micros },
    nowUs: Micros,
    maxBytes: Bytes,
  ): number {
    const queue = this.queueOf(topicPartition);
    const open = queue[queue.length - 1];
    if (!open) return 0;
    const limitBytes = open.sizeBytes + maxBytes;
    let count = 0;
    for (
      let atUs = due.timeOf(0);
      atUs <= nowUs && open.sizeBytes < limitBytes && this.appendTo(open, shape, atUs);
      atUs = due.timeOf(count)
    )
      count += 1;
    if (count > 0) this.nextOrdinals.set(topicPartition, this.produced(topicPartition) + count);
    return count;
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
    if (batch.sequence === null) {
      queue.unshift(batch);
      return;
    }
    const sequences = queue.map((other) => other.sequence?.baseSequence ?? null);
    queue.splice(reenqueueIndex(sequences, batch.sequence.baseSequence), 0, batch);
  }

  /** The batch is done: its memory is free again. */
  release(batch: ProducerBatch): void {
    this.availableBytes += batch.pooledBytes;
  }

  get hasBatches(): boolean {
    for (const queue of this.queues.values()) if (queue.length > 0) return true;
    return false;
  }

  queueOf(topicPartition: TopicPartition): ProducerBatch[] {
    let queue = this.queues.get(topicPartition);
    if (!queue) {
      queue = [];
      this.queues.set(topicPartition, queue);
    }
    return queue;
  }

  private appendTo(batch: ProducerBatch, shape: RecordShape, atUs: Micros): boolean {
    if (batch.sequence !== null || batch.attempts > 0) return false;
    const timestampMs = millisFromMicros(atUs);
    const recordBytes = nextRecordBytes(batch, shape, timestampMs);
    if (!fitsRecord(batch, recordBytes, this.batchSizeBytes)) return false;
    batch.sizeBytes += recordBytes;
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

function newBatch(
  topicPartition: TopicPartition,
  firstOrdinal: number,
  atUs: Micros,
  pooledBytes: Bytes,
): ProducerBatch {
  const timestampMs = millisFromMicros(atUs);
  return {
    topicPartition,
    firstOrdinal,
    createdUs: atUs,
    firstTimestampMs: timestampMs,
    count: 0,
    sizeBytes: RECORD_BATCH_OVERHEAD,
    maxTimestampMs: timestampMs,
    attempts: 0,
    waitingSinceUs: atUs,
    backoffMs: 0,
    attemptLeaderEpoch: -1,
    lastError: null,
    sequence: null,
    sequenceHasBeenReset: false,
    pooledBytes,
  };
}
