import type { Epoch, Millis, Offset } from '../../../shared/units.ts';
import { offsetDeltaOf, recordCountOf } from '../BatchContents.ts';
import { NO_ORIGIN } from '../RecordBatch.ts';
import type { CleanableBatch } from './CleanableBatch.ts';
import type { OffsetMap } from './OffsetMap.ts';

/** What a log knows last of a producer: the last offset of its last batch, −1 when its last entry was a marker. Kafka: `LastRecord`. */
export interface LastRecord {
  readonly lastDataOffset: Offset;
  readonly producerEpoch: Epoch;
}

/** What one cleaning goes by. */
export interface RetentionInput {
  readonly map: OffsetMap;
  /** Where the cleaning ends at the latest. */
  readonly firstUncleanableOffset: Offset;
  readonly nowMs: Millis;
  /** delete.retention.ms */
  readonly deleteRetentionMs: Millis;
  /** Of a producer that is not forgotten; null: it is. */
  readonly lastRecordOf: (producerId: number) => LastRecord | null;
}

/** What the cleaner makes of a batch; null: it goes as a whole. */
export interface RetainedBatch {
  /** Places of the records that stay, among those that the batch holds. */
  readonly kept: readonly number[];
  readonly deleteHorizonMs: Millis | null;
  /** Nothing in it changes, and it is copied as it stands. */
  readonly isOriginal: boolean;
}

/**
 * What stays of a batch (CL5, CL6, CL7). `mayDiscard` is what its transaction says: its records are aborted, or of its transaction
 * nothing is left but this marker.
 *
 * A batch whose records all go stays empty, if it is the last of a producer that the log still knows, for its sequence number, or
 * the last of all that is cleaned. Where tombstones stay, or a marker that is the last of its transaction, the batch gets a delete
 * horizon the first time; from then on, in a later cleaning, they go. Kafka: `Cleaner.cleanInto`, `MemoryRecords.filterTo` (4.2).
 */
export function retainBatch(
  batch: CleanableBatch,
  mayDiscard: boolean,
  input: RetentionInput,
): RetainedBatch | null {
  const horizonMs = batch.contents?.deleteHorizonMs ?? null;
  const isControl = batch.marker !== undefined;
  const discards = mayDiscard && (!isControl || (horizonMs !== null && horizonMs <= input.nowMs));
  const staysEmpty = isLastOfProducer(batch, input) || endOf(batch) === input.firstUncleanableOffset;
  if (discards && !staysEmpty) return null;
  const kept: number[] = [];
  let hasTombstone = false;
  const records = discards ? 0 : recordCountOf(batch);
  for (let i = 0; i < records; i++) {
    if (!isControl && !retainRecord(batch, i, input)) continue;
    kept.push(i);
    if (!isControl && batch.contents?.tombstones.includes(i) === true) hasTombstone = true;
  }
  if (kept.length === 0) return staysEmpty ? { kept, deleteHorizonMs: null, isOriginal: false } : null;
  const setsHorizon = horizonMs === null && (hasTombstone || (mayDiscard && isControl));
  return {
    kept,
    deleteHorizonMs: setsHorizon ? input.nowMs + input.deleteRetentionMs : horizonMs,
    isOriginal: kept.length === recordCountOf(batch) && !setsHorizon,
  };
}

/**
 * Whether the cleaner keeps a record (CL5): what the map has not come to; else what has a key of which the map has no later record, and
 * a value, or none and its time to go has not come.
 *
 * Simplified: records that stand in a log from the start of a scenario have no keys here, and count as each having one of its own.
 * Kafka: `Cleaner.shouldRetainRecord` (4.2).
 */
function retainRecord(batch: CleanableBatch, i: number, { map, nowMs }: RetentionInput): boolean {
  const offset = batch.baseOffset + offsetDeltaOf(batch, i);
  if (offset > map.latestOffset) return true;
  const { contents } = batch;
  const key = contents?.keys[i] ?? null;
  if (key === null) return batch.origin === NO_ORIGIN && contents === undefined;
  if (offset < (map.offsets.get(key) ?? -1)) return false;
  const horizonMs = contents?.deleteHorizonMs ?? null;
  return contents?.tombstones.includes(i) !== true || horizonMs === null || nowMs < horizonMs;
}

function isLastOfProducer(batch: CleanableBatch, { lastRecordOf }: RetentionInput): boolean {
  if (batch.producerId < 0) return false;
  const last = lastRecordOf(batch.producerId);
  if (last === null) return false;
  if (last.lastDataOffset >= 0) return endOf(batch) - 1 === last.lastDataOffset;
  return batch.marker !== undefined && batch.producerEpoch === last.producerEpoch;
}

function endOf(batch: CleanableBatch): Offset {
  return batch.baseOffset + batch.count;
}
