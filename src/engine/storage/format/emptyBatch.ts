import type { DiskBatch } from './DiskBatch.ts';

/**
 * What the cleaner leaves of a batch whose records all go, when it must stay: the last of a producer, for its sequence, or the
 * last of what was cleaned, for the offset (RB9). Not compressed, 61 bytes. Kafka: `DefaultRecordBatch.writeEmptyHeader` (4.2).
 */
export function emptyBatch(batch: DiskBatch): DiskBatch {
  return {
    ...batch,
    attributes: { ...batch.attributes, compression: 'none', hasDeleteHorizon: false },
    baseTimestampMs: -1,
    content: { kind: 'records', records: [] },
  };
}
