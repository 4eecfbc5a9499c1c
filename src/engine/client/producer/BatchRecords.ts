import type { BatchContents } from '../../storage/BatchContents.ts';
import type { Bytes, Millis } from '../../../shared/units.ts';

/** What a record with a key or a real value says of itself. */
export interface KeyedRecord {
  readonly key: string | null;
  /** false: a tombstone. */
  readonly hasValue: boolean;
}

/** The records of a batch that is being filled, one entry a record: what `BatchContents` will say of them. Only where they have keys or real values. */
export interface BatchRecords {
  readonly keys: (string | null)[];
  readonly contentBytes: Bytes[];
  /** To the batch's first record. */
  readonly timestampDeltasMs: Millis[];
  /** Places in these lists. */
  readonly tombstones: number[];
}

export function noRecords(): BatchRecords {
  return { keys: [], contentBytes: [], timestampDeltasMs: [], tombstones: [] };
}

export function addRecord(
  records: BatchRecords,
  { key, hasValue }: KeyedRecord,
  contentBytes: Bytes,
  timestampDeltaMs: Millis,
): void {
  if (!hasValue) records.tombstones.push(records.keys.length);
  records.keys.push(key);
  records.contentBytes.push(contentBytes);
  records.timestampDeltasMs.push(timestampDeltaMs);
}

/** Some of the records, when a batch is split; their times count from the first of them. */
export function sliceRecords(records: BatchRecords, first: number, end: number): BatchRecords {
  const { keys, contentBytes, timestampDeltasMs, tombstones } = records;
  return {
    keys: keys.slice(first, end),
    contentBytes: contentBytes.slice(first, end),
    timestampDeltasMs: timestampDeltasMs
      .slice(first, end)
      .map((delta) => delta - (timestampDeltasMs[first] ?? 0)),
    tombstones: tombstones.filter((i) => i >= first && i < end).map((i) => i - first),
  };
}

/** As they go on the wire: from now on nothing is added, and everybody shares them. */
export function sealRecords(records: BatchRecords, baseTimestampMs: Millis): BatchContents {
  return Object.freeze({
    keys: Object.freeze(records.keys),
    contentBytes: Object.freeze(records.contentBytes),
    timestampDeltasMs: Object.freeze(records.timestampDeltasMs),
    baseTimestampMs,
    tombstones: Object.freeze(records.tombstones),
    offsetDeltas: null,
    deleteHorizonMs: null,
  });
}
