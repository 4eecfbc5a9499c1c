import { contentSize } from '../../storage/recordBatchSize.ts';
import { sizeOfContents } from '../../storage/BatchContents.ts';
import type { CoordinatorRecord } from '../../storage/CoordinatorRecord.ts';
import {
  coordinatorKeyBytes,
  coordinatorRecordKey,
  coordinatorValueBytes,
} from '../../storage/coordinatorRecordBytes.ts';
import { NO_ORIGIN } from '../../storage/RecordBatch.ts';
import type { RecordBatch } from '../../storage/RecordBatch.ts';
import type { Epoch, Millis } from '../../../shared/units.ts';

/** In whose transaction records are written: those of a TxnOffsetCommit. */
export interface TransactionalWriter {
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  /** What the verification of the transaction began with; null or left out: it was not verified. */
  readonly guard?: number | null;
}

/** The batch that a coordinator appends: all its records have the time of the append. Kafka: `CoordinatorRuntime.append` (4.2). */
export function coordinatorBatch(
  records: readonly CoordinatorRecord[],
  nowMs: Millis,
  writer: TransactionalWriter | null,
): RecordBatch {
  const contents = Object.freeze({
    keys: Object.freeze(records.map(coordinatorRecordKey)),
    contentBytes: Object.freeze(
      records.map((record) =>
        contentSize({ keyBytes: coordinatorKeyBytes(record), valueBytes: coordinatorValueBytes(record) }),
      ),
    ),
    timestampDeltasMs: Object.freeze(new Array<Millis>(records.length).fill(0)),
    baseTimestampMs: nowMs,
    tombstones: Object.freeze(records.flatMap((record, i) => (record.value === null ? [i] : []))),
    offsetDeltas: null,
    deleteHorizonMs: null,
  });
  return {
    baseOffset: 0,
    count: records.length,
    sizeBytes: sizeOfContents(contents),
    leaderEpoch: -1,
    maxTimestampMs: nowMs,
    producerId: writer?.producerId ?? -1,
    producerEpoch: writer?.producerEpoch ?? -1,
    baseSequence: -1,
    ...(writer ? { isTransactional: true as const } : {}),
    origin: NO_ORIGIN,
    firstOrdinal: 0,
    contents,
    coordinatorRecords: Object.freeze([...records]),
  };
}
