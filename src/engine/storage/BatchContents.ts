import type { Bytes, Millis } from '../../shared/units.ts';
import { RECORD_BATCH_OVERHEAD, sizedRecord } from './recordBatchSize.ts';

/**
 * What is kept of the single records of a batch: what compaction goes by, and what decides their size. Only batches with keys
 * have it, and what the cleaner left of others. One entry a record, in the order of their offsets.
 */
export interface BatchContents {
  /** null: the record has no key. */
  readonly keys: readonly (string | null)[];
  /** Bytes of key, value and headers with their lengths. */
  readonly contentBytes: readonly Bytes[];
  /** To `baseTimestampMs`. */
  readonly timestampDeltasMs: readonly Millis[];
  readonly baseTimestampMs: Millis;
  /** Places in these lists of the records without a value. */
  readonly tombstones: readonly number[];
  /** To the batch's base offset. null: no record was taken out, so they are 0, 1, 2, … */
  readonly offsetDeltas: readonly number[] | null;
  /** When the cleaner may drop the tombstones (KIP-534); null until a cleaning has set it. */
  readonly deleteHorizonMs: Millis | null;
}

/** A batch as far as its records are concerned; `count` is that of the offsets it spans. */
export interface BatchOfRecords {
  readonly count: number;
  readonly contents?: BatchContents;
}

/** How many records a batch holds: fewer than it spans offsets, once the cleaner took some out. */
export function recordCountOf({ count, contents }: BatchOfRecords): number {
  return contents?.offsetDeltas?.length ?? count;
}

/** Where the i-th record of a batch stands, counted from its base offset. */
export function offsetDeltaOf({ contents }: BatchOfRecords, i: number): number {
  return contents?.offsetDeltas?.[i] ?? i;
}

/** How many records of a batch stand before an offset, counted from its base offset. */
export function recordsBefore(batch: BatchOfRecords, delta: number): number {
  const deltas = batch.contents?.offsetDeltas;
  if (!deltas) return Math.max(0, Math.min(batch.count, delta));
  let found = 0;
  while (found < deltas.length && (deltas[found] as number) < delta) found += 1;
  return found;
}

/** Whether a batch holds a record without a key. */
export function hasKeylessRecord({ count, contents }: BatchOfRecords): boolean {
  return contents ? contents.keys.includes(null) : count > 0;
}

/** Runs `[first, end)` of a batch's records that follow one another without a gap, counted from its base offset. */
export function runsOf(batch: BatchOfRecords): readonly (readonly [first: number, end: number])[] {
  const deltas = batch.contents?.offsetDeltas;
  if (!deltas) return [[0, batch.count]];
  const runs: [number, number][] = [];
  for (const delta of deltas) {
    const last = runs[runs.length - 1];
    if (last?.[1] === delta) last[1] = delta + 1;
    else runs.push([delta, delta + 1]);
  }
  return runs;
}

/** The contents that are left when only the records at the given places are. A delete horizon takes the place of the base timestamp. */
export function keepRecords(
  contents: BatchContents,
  kept: readonly number[],
  deleteHorizonMs: Millis | null,
): BatchContents {
  const { keys, contentBytes, timestampDeltasMs, tombstones, offsetDeltas } = contents;
  const baseTimestampMs = deleteHorizonMs ?? contents.baseTimestampMs;
  const shiftMs = contents.baseTimestampMs - baseTimestampMs;
  return Object.freeze({
    keys: Object.freeze(kept.map((i) => keys[i] ?? null)),
    contentBytes: Object.freeze(kept.map((i) => contentBytes[i] ?? 0)),
    timestampDeltasMs: Object.freeze(kept.map((i) => (timestampDeltasMs[i] ?? 0) + shiftMs)),
    baseTimestampMs,
    tombstones: Object.freeze(kept.flatMap((place, i) => (tombstones.includes(place) ? [i] : []))),
    offsetDeltas: Object.freeze(kept.map((i) => offsetDeltas?.[i] ?? i)),
    deleteHorizonMs,
  });
}

/** Bytes of a batch with such records, uncompressed. */
export function sizeOfContents({ contentBytes, timestampDeltasMs, offsetDeltas }: BatchContents): Bytes {
  return contentBytes.reduce(
    (sum, bytes, i) => sum + sizedRecord(offsetDeltas?.[i] ?? i, timestampDeltasMs[i] ?? 0, bytes),
    RECORD_BATCH_OVERHEAD,
  );
}

/** The latest of the records' timestamps; null: there is no record. */
export function maxTimestampOf({ timestampDeltasMs, baseTimestampMs }: BatchContents): Millis | null {
  if (timestampDeltasMs.length === 0) return null;
  let largest = -Infinity;
  for (const delta of timestampDeltasMs) if (delta > largest) largest = delta;
  return baseTimestampMs + largest;
}

/**
 * The time of each offset that a batch spans, −1 where its record was taken out; undefined: of its records nothing is kept. Where
 * they do not come to the batch's largest timestamp, that one is of all of them (LogAppendTime).
 */
export function recordTimestampsOf(
  batch: BatchOfRecords & { readonly maxTimestampMs: Millis },
): readonly Millis[] | undefined {
  const { contents, count, maxTimestampMs } = batch;
  if (!contents) return undefined;
  const isOwn = maxTimestampOf(contents) === maxTimestampMs;
  const timestamps = new Array<Millis>(count).fill(-1);
  contents.timestampDeltasMs.forEach((delta, i) => {
    timestamps[offsetDeltaOf(batch, i)] = isOwn ? contents.baseTimestampMs + delta : maxTimestampMs;
  });
  return timestamps;
}
