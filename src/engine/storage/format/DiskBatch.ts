import type { CompressionType } from '../../../shared/Codec.ts';
import type { Epoch, Millis, Offset } from '../../../shared/units.ts';

/** A header of a record. Keys are texts in UTF-8 for Kafka's clients; here they are the bytes. */
export interface DiskHeader {
  readonly key: Uint8Array;
  readonly value: Uint8Array | null;
}

/** A record as it stands in a batch v2 (RB4). */
export interface DiskRecord {
  /** To the batch's base offset. */
  readonly offsetDelta: number;
  /** To the batch's base timestamp. */
  readonly timestampDeltaMs: Millis;
  /** null is not an empty key. */
  readonly key: Uint8Array | null;
  /** null is a tombstone. */
  readonly value: Uint8Array | null;
  readonly headers: readonly DiskHeader[];
}

/** `message.timestamp.type`, as bit 3 of the attributes says it. */
export type TimestampType = 'CreateTime' | 'LogAppendTime';

/** The attributes of a batch (RB3). */
export interface BatchAttributes {
  readonly compression: CompressionType;
  readonly timestampType: TimestampType;
  readonly isTransactional: boolean;
  /** Holds markers instead of records. */
  readonly isControl: boolean;
  /** The base timestamp is the time at which the cleaner may drop tombstones and markers (KIP-534). */
  readonly hasDeleteHorizon: boolean;
}

/** What follows the header. */
export type BatchContent =
  | { readonly kind: 'records'; readonly records: readonly DiskRecord[] }
  /** As the codec made them, not looked into. */
  | { readonly kind: 'compressed'; readonly count: number; readonly bytes: Uint8Array };

/** A record batch v2 with all that its bytes say (RB1). What the bytes repeat (length, CRC, count) is worked out. */
export interface DiskBatch {
  readonly baseOffset: Offset;
  readonly partitionLeaderEpoch: Epoch;
  readonly attributes: BatchAttributes;
  /** Stays as it is when the cleaner takes records out (RB8). */
  readonly lastOffsetDelta: number;
  readonly baseTimestampMs: Millis;
  readonly maxTimestampMs: Millis;
  /** −1 without idempotence, as epoch and sequence. */
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  readonly baseSequence: number;
  readonly content: BatchContent;
}

export const PLAIN_ATTRIBUTES: BatchAttributes = {
  compression: 'none',
  timestampType: 'CreateTime',
  isTransactional: false,
  isControl: false,
  hasDeleteHorizon: false,
};

/** Offset of the last record, also if the cleaner took it out. */
export function lastOffsetOf(batch: DiskBatch): Offset {
  return batch.baseOffset + batch.lastOffsetDelta;
}

/** `recordsCount` of the header. */
export function recordCountOf({ content }: DiskBatch): number {
  return content.kind === 'records' ? content.records.length : content.count;
}

/** When a record was made, or appended if the topic says so. Kafka: `DefaultRecord.readFrom` (4.2). */
export function timestampOf(batch: DiskBatch, record: DiskRecord): Millis {
  return batch.attributes.timestampType === 'LogAppendTime'
    ? batch.maxTimestampMs
    : batch.baseTimestampMs + record.timestampDeltaMs;
}
