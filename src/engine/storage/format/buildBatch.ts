import { assert } from '../../../shared/assert.ts';
import type { Epoch, Millis, Offset } from '../../../shared/units.ts';
import type { BatchAttributes, DiskBatch, DiskHeader } from './DiskBatch.ts';
import { PLAIN_ATTRIBUTES } from './DiskBatch.ts';

/** A record as its producer made it, with the offset that it got. */
export interface RecordToStore {
  readonly offset: Offset;
  readonly timestampMs: Millis;
  readonly key: Uint8Array | null;
  readonly value: Uint8Array | null;
  readonly headers?: readonly DiskHeader[];
}

export interface BatchToStore {
  readonly baseOffset: Offset;
  readonly partitionLeaderEpoch: Epoch;
  readonly records: readonly RecordToStore[];
  /** Of the last record that the batch ever had, if the cleaner took it out. */
  readonly lastOffset?: Offset;
  readonly producerId?: number;
  readonly producerEpoch?: Epoch;
  readonly baseSequence?: number;
  readonly isTransactional?: boolean;
  /** For a topic with message.timestamp.type LogAppendTime: when the leader appended it. */
  readonly logAppendTimeMs?: Millis;
  /** When the cleaner may drop its tombstones (KIP-534). */
  readonly deleteHorizonMs?: Millis;
}

/**
 * A batch of these records, not compressed. Timestamps count from the first record's, or from the delete horizon, whose field
 * it takes; under LogAppendTime the records keep theirs in their bytes, and the batch's largest is the time of the append. Kafka:
 * `MemoryRecordsBuilder` (4.2).
 */
export function buildBatch(from: BatchToStore): DiskBatch {
  const { baseOffset, records, logAppendTimeMs, deleteHorizonMs, producerId = -1 } = from;
  const first = records[0];
  const last = records.at(-1);
  assert(first !== undefined && last !== undefined, 'a batch has records');
  const baseTimestampMs = deleteHorizonMs ?? first.timestampMs;
  const attributes: BatchAttributes = {
    ...PLAIN_ATTRIBUTES,
    timestampType: logAppendTimeMs === undefined ? 'CreateTime' : 'LogAppendTime',
    isTransactional: from.isTransactional ?? false,
    hasDeleteHorizon: deleteHorizonMs !== undefined,
  };
  return {
    baseOffset,
    partitionLeaderEpoch: from.partitionLeaderEpoch,
    attributes,
    lastOffsetDelta: (from.lastOffset ?? last.offset) - baseOffset,
    baseTimestampMs,
    maxTimestampMs: logAppendTimeMs ?? records.reduce((max, record) => Math.max(max, record.timestampMs), -1),
    producerId,
    producerEpoch: from.producerEpoch ?? -1,
    baseSequence: from.baseSequence ?? -1,
    content: {
      kind: 'records',
      records: records.map(({ offset, timestampMs, key, value, headers = [] }) => ({
        offsetDelta: offset - baseOffset,
        timestampDeltaMs: timestampMs - baseTimestampMs,
        key,
        value,
        headers,
      })),
    },
  };
}
