import type { Bytes, Millis } from '../../../shared/units.ts';
import { utf8Bytes } from '../../../shared/utf8.ts';
import { offsetDeltaOf } from '../BatchContents.ts';
import type { BatchContents } from '../BatchContents.ts';
import type { RecordBatch } from '../RecordBatch.ts';
import { contentSize } from '../recordBatchSize.ts';
import { PLAIN_ATTRIBUTES } from './DiskBatch.ts';
import type { DiskBatch, DiskRecord } from './DiskBatch.ts';
import { emptyBatch } from './emptyBatch.ts';

/**
 * A batch of which the log keeps what its records are, as on a compacted topic: keys, sizes, times and tombstones are those of the
 * run, also of what the cleaner left (RB8, KIP-534); only the values are made up.
 */
export function batchOfContents(
  batch: RecordBatch,
  contents: BatchContents,
  valueOf: (place: number, length: Bytes) => Uint8Array,
  clockOriginMs: Millis,
): DiskBatch {
  const { keys, contentBytes, timestampDeltasMs, tombstones, deleteHorizonMs } = contents;
  const records = keys.map((text, i): DiskRecord => {
    const key = text === null ? null : utf8Bytes(text);
    const offsetDelta = offsetDeltaOf(batch, i);
    const value = tombstones.includes(i)
      ? null
      : valueOf(offsetDelta, valueLength(key?.length ?? null, contentBytes[i] as Bytes));
    return { offsetDelta, timestampDeltaMs: timestampDeltasMs[i] as Millis, key, value, headers: [] };
  });
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

/** How long the value is in so many bytes of key, value and headers. */
function valueLength(keyBytes: Bytes | null, contentBytes: Bytes): Bytes {
  let valueBytes = contentBytes - contentSize({ keyBytes, valueBytes: 0 });
  while (contentSize({ keyBytes, valueBytes }) > contentBytes) valueBytes -= 1;
  return valueBytes;
}
