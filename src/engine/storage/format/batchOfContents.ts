import type { Bytes, Millis } from '../../../shared/units.ts';
import { offsetDeltaOf } from '../BatchContents.ts';
import type { BatchContents } from '../BatchContents.ts';
import type { CoordinatorRecord } from '../CoordinatorRecord.ts';
import type { RecordBatch } from '../RecordBatch.ts';
import { PLAIN_ATTRIBUTES } from './DiskBatch.ts';
import type { DiskBatch, DiskRecord } from './DiskBatch.ts';
import { emptyBatch } from './emptyBatch.ts';
import { describedRecords } from './packedRecords.ts';

/** Key and value of a record of an internal topic; null: nobody knows its schema. */
export type CoordinatorRecordBytes = (
  record: CoordinatorRecord,
) => { readonly key: Uint8Array; readonly value: Uint8Array | null } | null;

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
  const records =
    codedRecords(batch, contents, recordBytes) ?? describedRecords({ ...batch, contents }, valueOf);
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

/** Those of an internal topic; null: it is none, or one of them is of no known kind. */
function codedRecords(
  batch: RecordBatch,
  { timestampDeltasMs }: BatchContents,
  recordBytes: CoordinatorRecordBytes | undefined,
): DiskRecord[] | null {
  if (!batch.coordinatorRecords || !recordBytes) return null;
  const records: DiskRecord[] = [];
  for (const [i, record] of batch.coordinatorRecords.entries()) {
    const coded = recordBytes(record);
    if (coded === null) return null;
    const offsetDelta = offsetDeltaOf(batch, i);
    records.push({ offsetDelta, timestampDeltaMs: timestampDeltasMs[i] as Millis, ...coded, headers: [] });
  }
  return records;
}
