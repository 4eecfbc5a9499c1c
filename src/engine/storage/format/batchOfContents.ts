import type { Bytes, Millis } from '../../../shared/units.ts';
import { offsetDeltaOf } from '../BatchContents.ts';
import type { BatchContents } from '../BatchContents.ts';
import type { CoordinatorRecord } from '../CoordinatorRecord.ts';
import type { RecordBatch } from '../RecordBatch.ts';
import { PLAIN_ATTRIBUTES } from './DiskBatch.ts';
import type { DiskBatch, DiskRecord } from './DiskBatch.ts';
import { emptyBatch } from './emptyBatch.ts';
import { describedRecords } from './packedRecords.ts';

/** Key and value of a record of an internal topic. */
export type CoordinatorRecordBytes = (record: CoordinatorRecord) => {
  readonly key: Uint8Array;
  readonly value: Uint8Array | null;
};

/**
 * A batch of which the log keeps what its records are, as on a compacted topic: keys, sizes, times and tombstones are those of the
 * run, also of what the cleaner left (RB8, KIP-534); values are those of the run where it has any, else made up.
 */
export function batchOfContents(
  batch: RecordBatch,
  contents: BatchContents,
  valueOf: (place: number, length: Bytes) => Uint8Array,
  clockOriginMs: Millis,
  recordBytes?: CoordinatorRecordBytes,
): DiskBatch {
  const { deleteHorizonMs } = contents;
  const { coordinatorRecords } = batch;
  const records =
    coordinatorRecords && recordBytes
      ? coordinatorRecords.map((record, i): DiskRecord => ({
          offsetDelta: offsetDeltaOf(batch, i),
          timestampDeltaMs: contents.timestampDeltasMs[i] as Millis,
          ...recordBytes(record),
          headers: [],
        }))
      : describedRecords({ ...batch, contents }, valueOf);
  const disk: DiskBatch = {
    baseOffset: batch.baseOffset,
    partitionLeaderEpoch: batch.leaderEpoch,
    attributes: {
      ...PLAIN_ATTRIBUTES,
      timestampType: batch.isAppendTime === true ? 'LogAppendTime' : 'CreateTime',
      isTransactional: batch.isTransactional === true,
      hasDeleteHorizon: deleteHorizonMs !== null,
    },
    lastOffsetDelta: batch.count - 1,
    baseTimestampMs: clockOriginMs + contents.baseTimestampMs,
    maxTimestampMs: clockOriginMs + batch.maxTimestampMs,
    producerId: batch.producerId,
    producerEpoch: batch.producerEpoch,
    baseSequence: batch.baseSequence,
    content: { kind: 'records', records },
  };
  return records.length === 0 ? emptyBatch(disk) : disk;
}
