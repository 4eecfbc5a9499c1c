import { fitsRecord, grownSize } from './appendRecord.ts';
import type { RecordShape } from './appendRecord.ts';
import { singleRecordUpperBound } from '../../storage/recordBatchSize.ts';
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
  append(topicPartition: TopicPartition, shape: RecordShape, nowUs: Micros): 'appended' | 'newBatch' | null {
    const queue = this.queueOf(topicPartition);
    const open = queue[queue.length - 1];
    const timestampMs = millisFromMicros(nowUs);
    if (
      open &&
      open.sequence === null &&
      open.attempts === 0 &&
      fitsRecord(open, shape, timestampMs, this.batchSizeBytes)
    ) {
      open.sizeBytes = grownSize(open, shape, timestampMs);
      open.count += 1;
      open.maxTimestampMs = Math.max(open.maxTimestampMs, timestampMs);
      this.takeOrdinal(topicPartition);
      return 'appended';
    }
    const pooledBytes = Math.max(this.batchSizeBytes, singleRecordUpperBound(shape));
    if (pooledBytes > this.availableBytes) return null;
    this.availableBytes -= pooledBytes;
    const batch: ProducerBatch = {
      topicPartition,
      firstOrdinal: this.takeOrdinal(topicPartition),
      createdUs: nowUs,
      firstTimestampMs: timestampMs,
      count: 0,
      sizeBytes: 61,
      maxTimestampMs: timestampMs,
      attempts: 0,
      waitingSinceUs: nowUs,
      backoffMs: 0,
      attemptLeaderEpoch: -1,
      lastError: null,
      sequence: null,
      pooledBytes,
    };
    batch.sizeBytes = grownSize(batch, shape, timestampMs);
    batch.count = 1;
    queue.push(batch);
    return 'newBatch';
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

  private takeOrdinal(topicPartition: TopicPartition): number {
    const ordinal = this.nextOrdinals.get(topicPartition) ?? 0;
    this.nextOrdinals.set(topicPartition, ordinal + 1);
    return ordinal;
  }
}
