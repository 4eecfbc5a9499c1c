import type { BatchContents } from './BatchContents.ts';
import type { BatchCompression } from './compressedSize.ts';
import type { CoordinatorRecord } from './CoordinatorRecord.ts';
import type { RecordValues } from './RecordValues.ts';
import type { Bytes, Epoch, Millis, NodeIndex, Offset } from '../../shared/units.ts';

/** How a transaction ended in one partition. Kafka: `ControlRecordType`. */
export type EndTransactionType = 'ABORT' | 'COMMIT';

/** What the record of a control batch says. Kafka: `EndTransactionMarker`. */
export interface EndTransactionMarker {
  readonly type: EndTransactionType;
  /** Of the transaction coordinator that had it written. */
  readonly coordinatorEpoch: Epoch;
}

/**
 * A record batch v2: the unit in which records are sent, stored and replicated. Never changed once made: producers, requests,
 * the logs of all replicas and every checkpoint share the same object.
 *
 * Simplified: record contents are not kept, only what decides behaviour (keys, sizes, times, sequence, identity), and what real values are
 * made of; of the times only the first and the largest, between which those of the records are spread evenly.
 */
export interface RecordBatch {
  /** 0 until a leader assigns it. */
  readonly baseOffset: Offset;
  /** Offsets that it spans: its records, as long as the cleaner took none out (`recordCountOf`). */
  readonly count: number;
  readonly sizeBytes: Bytes;
  /** Epoch of the leader that appended it; −1 until then. */
  readonly leaderEpoch: Epoch;
  readonly maxTimestampMs: Millis;
  /** Timestamp of the first record; left out: that of them all is the largest. */
  readonly baseTimestampMs?: Millis;
  /** The largest timestamp is the time of the append (message.timestamp.type LogAppendTime), and counts for all records. */
  readonly isAppendTime?: true;
  /** −1 without idempotence. */
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly baseSequence: number;
  /** Its records belong to the transaction that the producer has open, or it ends that one (RB3). */
  readonly isTransactional?: true;
  /** It is a control batch, which holds this marker in place of records (RB7). */
  readonly marker?: EndTransactionMarker;
  /** Who handed the records to send(): a node, or −1 for records that stand in the log from the start and for what brokers write. Not in Kafka: our ledger. */
  readonly origin: NodeIndex;
  /** Place of the first record among all that this producer ever sent to this partition, counted from 0. */
  readonly firstOrdinal: number;
  /** Left out: its records are as they were handed over. */
  readonly compression?: BatchCompression;
  /** Its records are real bytes, made of this; `contents` has the rest of them. Left out: nobody knows their values. */
  readonly values?: RecordValues;
  /** What is kept of its records; left out where they have neither keys nor real values. */
  readonly contents?: BatchContents;
  /** Of a batch in an internal topic: what its records say, one a record, in the order of `contents`. */
  readonly coordinatorRecords?: readonly CoordinatorRecord[];
}

/** What of a batch says where it stands in a segment, and when. */
export type StoredBatch = Pick<
  RecordBatch,
  'baseOffset' | 'count' | 'sizeBytes' | 'maxTimestampMs' | 'baseTimestampMs' | 'isAppendTime' | 'contents'
>;

export const NO_ORIGIN: NodeIndex = -1;
/** Kafka: `RecordBatch.NO_TIMESTAMP`. */
export const NO_TIMESTAMP: Millis = -1;

/** Offset after the last record. */
export function endOffsetOf(batch: StoredBatch): Offset {
  return batch.baseOffset + batch.count;
}

/** Timestamp of the record at that place in the batch, from 0. Under LogAppendTime all have the same. */
export function recordTimestampMs(batch: StoredBatch, place: number): Millis {
  const { count, maxTimestampMs, baseTimestampMs = maxTimestampMs } = batch;
  if (batch.isAppendTime === true || place >= count - 1) return maxTimestampMs;
  return baseTimestampMs + Math.floor((place * (maxTimestampMs - baseTimestampMs)) / (count - 1));
}

/** The same records as the leader stores them (RB8). */
export function assignOffsets(batch: RecordBatch, baseOffset: Offset, leaderEpoch: Epoch): RecordBatch {
  return { ...batch, baseOffset, leaderEpoch };
}

/** Sequence of the last record (ID2): 2147483647 is followed by 0. −1 without idempotence. */
export function lastSequenceOf(batch: RecordBatch): number {
  return batch.baseSequence < 0 ? -1 : (batch.baseSequence + batch.count - 1) % 2147483648;
}
