import type { Bytes, Epoch, Millis } from '../../shared/units.ts';
import { NO_ORIGIN } from './RecordBatch.ts';
import type { EndTransactionMarker, RecordBatch } from './RecordBatch.ts';

/** A control batch with one end marker (RB7). */
export const CONTROL_BATCH_BYTES: Bytes = 78;

/** The control batch that ends a producer's transaction in a partition, as its leader makes it. Kafka: `MemoryRecords.withEndTransactionMarker`. */
export function controlBatch(
  producerId: number,
  producerEpoch: Epoch,
  marker: EndTransactionMarker,
  timestampMs: Millis,
): RecordBatch {
  return Object.freeze({
    baseOffset: 0,
    count: 1,
    sizeBytes: CONTROL_BATCH_BYTES,
    leaderEpoch: -1,
    maxTimestampMs: timestampMs,
    producerId,
    producerEpoch,
    baseSequence: -1,
    isTransactional: true,
    marker: Object.freeze(marker),
    origin: NO_ORIGIN,
    firstOrdinal: 0,
  });
}
