import { hashText } from '../../kernel/hash.ts';
import type { BatchCompression } from '../../storage/compressedSize.ts';
import { sealRecords } from './BatchRecords.ts';
import type { BatchRecords } from './BatchRecords.ts';
import type { CompressedRecords } from './compression/ProducerCompression.ts';
import type { RecordBatch } from '../../storage/RecordBatch.ts';
import type { RecordValues } from '../../storage/RecordValues.ts';
import type { Bytes, Epoch, Micros, Millis, NodeIndex, TopicPartition } from '../../../shared/units.ts';

/** A batch in the hands of a producer, from its first record to its callback. Kafka: `ProducerBatch`. */
export interface ProducerBatch {
  readonly topicPartition: TopicPartition;
  readonly firstOrdinal: number;
  readonly createdUs: Micros;
  readonly firstTimestampMs: Millis;
  count: number;
  sizeBytes: Bytes;
  maxTimestampMs: Millis;
  /** Left out without compression. `sizeBytes` is an estimate until it is closed. */
  readonly compressed?: CompressedRecords;
  /** Its records, if they have keys or real values. */
  readonly records: BatchRecords | null;
  /** How often it was sent. */
  attempts: number;
  /** When it was put back after its last failure; its creation before that. */
  waitingSinceUs: Micros;
  /** How long it then has to wait. */
  backoffMs: Millis;
  /** Leader epoch under which it was sent last. */
  attemptLeaderEpoch: Epoch;
  lastError: string | null;
  /** Set when it is drained for the first time (ID2); null without idempotence. */
  sequence: {
    readonly producerId: number;
    readonly producerEpoch: Epoch;
    readonly baseSequence: number;
  } | null;
  /** It was numbered anew since it was sent last (ID8). */
  sequenceHasBeenReset: boolean;
  /** Part of a batch that was too large for the broker (RT7). */
  readonly isSplit: boolean;
  /** Memory taken from the pool: as large as the batch can become, which is more than `batch.size` if its first record needs more. */
  readonly pooledBytes: Bytes;
}

/** What the records of a batch are made of: those of each partition differ. */
export function valuesOf({ topicPartition }: ProducerBatch, values: RecordValues): RecordValues {
  return Object.freeze({ ...values, seed: hashText(topicPartition, values.seed) });
}

/**
 * The batch as it goes on the wire, stamped by a clock that is ahead by so much (CreateTime).
 *
 * Simplified: a clock that is set while a batch waits stamps all of it anew.
 */
export function toRecordBatch(
  batch: ProducerBatch,
  origin: NodeIndex,
  clockOffsetMs: Millis,
  isTransactional = false,
  compression: BatchCompression | null = null,
  values: RecordValues | null = null,
): RecordBatch {
  const { count, sizeBytes, sequence, firstOrdinal, records } = batch;
  const maxTimestampMs = batch.maxTimestampMs + clockOffsetMs;
  const baseTimestampMs = batch.firstTimestampMs + clockOffsetMs;
  const producerId = sequence?.producerId ?? -1;
  const producerEpoch = sequence?.producerEpoch ?? -1;
  const baseSequence = sequence?.baseSequence ?? -1;
  // Most are so; a field that may be left out is dear to make.
  if (!isTransactional && !compression && !records)
    return {
      baseOffset: 0,
      count,
      sizeBytes,
      leaderEpoch: -1,
      maxTimestampMs,
      baseTimestampMs,
      producerId,
      producerEpoch,
      baseSequence,
      origin,
      firstOrdinal,
    };
  return {
    baseOffset: 0,
    count,
    sizeBytes,
    leaderEpoch: -1,
    maxTimestampMs,
    baseTimestampMs,
    producerId,
    producerEpoch,
    baseSequence,
    ...(isTransactional && { isTransactional }),
    origin,
    firstOrdinal,
    ...(compression && { compression: Object.freeze(compression) }),
    ...(values && records && { values: valuesOf(batch, values) }),
    ...(records && { contents: sealRecords(records, baseTimestampMs) }),
  };
}
