import type { Millis } from '../../../shared/units.ts';
import type { EndTransactionMarker, RecordBatch } from '../RecordBatch.ts';
import type { DiskBatch } from './DiskBatch.ts';
import { emptyBatch } from './emptyBatch.ts';
import { endTransactionBatch } from './endTransactionMarker.ts';

/**
 * The bytes of a control batch (RB7). One that the cleaner has been at counts its record's time from the delete horizon, or has no
 * record any more (KIP-534).
 */
export function storedMarker(
  batch: RecordBatch,
  marker: EndTransactionMarker,
  clockOriginMs: Millis,
): DiskBatch {
  const timestampMs = clockOriginMs + batch.maxTimestampMs;
  const disk = endTransactionBatch({
    ...marker,
    baseOffset: batch.baseOffset,
    partitionLeaderEpoch: batch.leaderEpoch,
    timestampMs,
    producerId: batch.producerId,
    producerEpoch: batch.producerEpoch,
  });
  const { contents } = batch;
  if (!contents) return disk;
  if (contents.keys.length === 0) return emptyBatch(disk);
  if (contents.deleteHorizonMs === null || disk.content.kind !== 'records') return disk;
  const baseTimestampMs = clockOriginMs + contents.deleteHorizonMs;
  const records = disk.content.records.map((record) => ({
    ...record,
    timestampDeltaMs: timestampMs - baseTimestampMs,
  }));
  return {
    ...disk,
    attributes: { ...disk.attributes, hasDeleteHorizon: true },
    baseTimestampMs,
    content: { kind: 'records', records },
  };
}
