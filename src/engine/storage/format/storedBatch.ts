import type { Bytes, Millis, Offset } from '../../../shared/units.ts';
import { ProducerStateManager } from '../ProducerStateManager.ts';
import type { ProducerStateEntry } from '../ProducerStateManager.ts';
import { endOffsetOf, recordTimestampMs } from '../RecordBatch.ts';
import type { RecordBatch } from '../RecordBatch.ts';
import { contentSize, RECORD_BATCH_OVERHEAD, sizedRecord, varintLength } from '../recordBatchSize.ts';
import { recordCountOf, sizeOfContents } from '../BatchContents.ts';
import { producerBatchOf } from '../UnifiedLog.ts';
import { batchOfContents } from './batchOfContents.ts';
import type { CoordinatorRecordBytes } from './batchOfContents.ts';
import { buildBatch } from './buildBatch.ts';
import { compressBatch } from './compressBatch.ts';
import type { Codecs } from './compressBatch.ts';
import type { DiskBatch } from './DiskBatch.ts';
import type { ProducerSnapshot } from './partitionDirectory.ts';
import type { ProducerSnapshotEntry } from './producerSnapshotBytes.ts';
import { storedMarker } from './storedMarker.ts';

/** What is known of a record that a producer sent, beside its place: the key, and how long the value is. */
export interface SentRecord {
  readonly key: Uint8Array | null;
  readonly valueBytes: Bytes;
}

/** Fills what nobody kept. */
export interface MadeUpContents {
  /** The records of the batch in their order; null: nothing is known of them. */
  readonly records: readonly SentRecord[] | null;
  /** A value of exactly so many bytes for the record at that place. */
  readonly valueOf: (place: number, length: Bytes) => Uint8Array;
  /** Added to each time: record timestamps on a disk are never negative. */
  readonly clockOriginMs: Millis;
  /** For batches of real records. */
  readonly codecs: Codecs;
  /** For batches of internal topics; left out: texts stand for their keys. */
  readonly recordBytes?: CoordinatorRecordBytes;
}

interface Fitted {
  readonly timestampDeltasMs: readonly Millis[];
  readonly records: readonly SentRecord[];
}

/**
 * The bytes of a batch of which the log keeps sizes, times and identity: header and sizes are those of the run, to the byte;
 * values are made up. Where times of single records decide a size they are moved
 * between the first and the last until it is right.
 *
 * null: no such records are so small. The size is that of a batch that was compressed by a ratio, and such bytes do not exist.
 */
export function diskBatchOf(batch: RecordBatch, contents: MadeUpContents): DiskBatch | null {
  if (batch.marker) return storedMarker(batch, batch.marker, contents.clockOriginMs);
  if (batch.contents) {
    if (!hasBytes(batch)) return null;
    const { valueOf, clockOriginMs, recordBytes } = contents;
    const disk = batchOfContents(batch, batch.contents, valueOf, clockOriginMs, recordBytes);
    const codec = batch.compression && contents.codecs[batch.compression.type];
    return codec && batch.contents.keys.length > 0
      ? compressBatch(disk, codec, batch.compression.level)
      : disk;
  }
  if (batch.compression) return null;
  const { records } = contents;
  const fitted = (records && fitTimes(batch, records)) ?? fitValues(batch, records);
  if (fitted === null) return null;
  const originMs = contents.clockOriginMs;
  const { baseOffset, maxTimestampMs, baseTimestampMs = maxTimestampMs } = batch;
  return buildBatch({
    baseOffset,
    partitionLeaderEpoch: batch.leaderEpoch,
    producerId: batch.producerId,
    producerEpoch: batch.producerEpoch,
    baseSequence: batch.baseSequence,
    isTransactional: batch.isTransactional === true,
    records: fitted.records.map(({ key, valueBytes }, place) => ({
      offset: baseOffset + place,
      timestampMs: originMs + baseTimestampMs + (fitted.timestampDeltasMs[place] ?? 0),
      key,
      value: contents.valueOf(place, valueBytes),
    })),
    ...(batch.isAppendTime === true ? { logAppendTimeMs: originMs + maxTimestampMs } : {}),
  });
}

/**
 * Times between the batch's first and its largest at which records of these contents have the size of the batch. A record takes
 * a byte more from 64 ms after the first on, and one more from 8,192 ms on, so all that matters is how many are beyond.
 */
function fitTimes(batch: RecordBatch, records: readonly SentRecord[]): Fitted | null {
  if (records.length !== batch.count) return null;
  const contentBytes = records.map((record) =>
    contentSize({ keyBytes: record.key?.length ?? null, valueBytes: record.valueBytes }),
  );
  const sizeWith = (deltasMs: readonly Millis[]): Bytes =>
    deltasMs.reduce(
      (sum, deltaMs, place) => sum + sizedRecord(place, deltaMs, contentBytes[place] as Bytes),
      RECORD_BATCH_OVERHEAD,
    );
  // Under LogAppendTime the time of the last record is not known; the size tells.
  const deltas = (step: number): Millis[] =>
    batch.isAppendTime === true ? spread(batch.count, step, 0) : spread(batch.count, spanOf(batch), step);
  let [low, high] = batch.isAppendTime === true ? [0, LONGEST_SPAN_MS] : [-batch.count, batch.count];
  const even = batch.isAppendTime === true ? null : deltas(0);
  if (even && sizeWith(even) === batch.sizeBytes) return { timestampDeltasMs: even, records };
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (sizeWith(deltas(middle)) < batch.sizeBytes) low = middle + 1;
    else high = middle;
  }
  const timestampDeltasMs = deltas(low);
  return sizeWith(timestampDeltasMs) === batch.sizeBytes ? { timestampDeltasMs, records } : null;
}

/** Longer than any producer holds a batch. */
const LONGEST_SPAN_MS: Millis = 2 ** 31;

/** From 0 for the first record to the span for the last; the records between come so many places later or earlier. */
function spread(count: number, spanMs: Millis, shift: number): Millis[] {
  return Array.from({ length: count }, (_, place) => {
    if (place === 0) return 0;
    if (place === count - 1) return spanMs;
    const shifted = Math.floor(((place + shift) * spanMs) / (count - 1));
    return Math.max(0, Math.min(spanMs, shifted));
  });
}

function spanOf(batch: RecordBatch): Millis {
  return batch.maxTimestampMs - (batch.baseTimestampMs ?? batch.maxTimestampMs);
}

/** Of a record without key and headers whose value is empty. */
const EMPTY_CONTENT_BYTES: Bytes = contentSize({ keyBytes: null, valueBytes: 0 });

/** A few bytes that a batch is short of are looked for so far back. */
const MOST_SHORTER_BYTES = 8;

/**
 * Values as long as the batch needs them to be, all records about equally large; keys as far as they are known. Times are spread
 * evenly; where the records would be too large then, all but the last have that of the first.
 */
function fitValues(batch: RecordBatch, known: readonly SentRecord[] | null): Fitted | null {
  const { count } = batch;
  const spanMs = batch.isAppendTime === true ? 0 : spanOf(batch);
  const evenly = Array.from({ length: count }, (_, place) =>
    batch.isAppendTime === true ? 0 : recordTimestampMs(batch, place) - recordTimestampMs(batch, 0),
  );
  const smallest = Array.from({ length: count }, (_, place) => (place === count - 1 ? spanMs : 0));
  const keyOf = (place: number): Uint8Array | null => (known?.length === count ? known[place]!.key : null);
  for (const timestampDeltasMs of [evenly, smallest])
    for (const lastKey of [keyOf(count - 1), new Uint8Array(1)]) {
      const records = fitRecords(batch, timestampDeltasMs, keyOf, lastKey);
      if (records) return { timestampDeltasMs, records };
    }
  return null;
}

/**
 * null: they come to a byte less or more. Some sizes no record without a key has, because two of its lengths grow by a byte at
 * once; with a key of one byte it has them.
 */
function fitRecords(
  { count, sizeBytes }: RecordBatch,
  timestampDeltasMs: readonly Millis[],
  keyOf: (place: number) => Uint8Array | null,
  lastKey: Uint8Array | null,
): SentRecord[] | null {
  const leastBytes = timestampDeltasMs.map((deltaMs, place) =>
    sizedRecord(place, deltaMs, EMPTY_CONTENT_BYTES),
  );
  const spareBytes = leastBytes.reduce((left, bytes) => left - bytes, sizeBytes - RECORD_BATCH_OVERHEAD);
  for (let shorter = 0; shorter < MOST_SHORTER_BYTES; shorter++) {
    let leftBytes = spareBytes;
    const records: SentRecord[] = [];
    for (let place = 0; place < count; place++) {
      const least = leastBytes[place] as Bytes;
      const share = Math.floor(leftBytes / (count - place)) - (place === count - 2 ? shorter : 0);
      const fit = largestRecord(
        place,
        timestampDeltasMs[place] as Millis,
        place === count - 1 ? lastKey : keyOf(place),
        least + share,
      );
      if (fit === null) return null;
      records.push(fit.record);
      leftBytes -= fit.sizeBytes - least;
    }
    if (leftBytes === 0) return records;
  }
  return null;
}

/** The record with that key, or without one if it has no room, that is as large as it can be. */
function largestRecord(
  place: number,
  deltaMs: Millis,
  key: Uint8Array | null,
  mostBytes: Bytes,
): { readonly record: SentRecord; readonly sizeBytes: Bytes } | null {
  for (const tried of key === null ? [null] : [key, null]) {
    const keyBytes = tried?.length ?? null;
    const sizeWith = (valueBytes: Bytes): Bytes =>
      sizedRecord(place, deltaMs, contentSize({ keyBytes, valueBytes }));
    let valueBytes = mostBytes - sizeWith(0);
    while (valueBytes >= 0 && sizeWith(valueBytes) > mostBytes) valueBytes -= 1;
    if (valueBytes >= 0) return { record: { key: tried, valueBytes }, sizeBytes: sizeWith(valueBytes) };
  }
  return null;
}

/**
 * Whether there can be bytes of that size for a batch: without compression a record takes 7 bytes at least, one more from its
 * 64th place on, and another from the 8,192nd; the one with the largest time takes the bytes of that.
 */
export function hasBytes(batch: RecordBatch): boolean {
  const { count, sizeBytes, contents } = batch;
  if (batch.marker) return true;
  // What the cleaner emptied is a header, which no codec compresses.
  if (contents?.keys.length === 0) return true;
  if (batch.compression) return batch.values !== undefined;
  if (contents) return sizeOfContents(contents) === sizeBytes;
  const wider = Math.max(0, count - 64) + Math.max(0, count - 8192);
  const later = batch.isAppendTime === true ? 0 : varintLength(spanOf(batch)) - 1;
  return sizeBytes >= RECORD_BATCH_OVERHEAD + MIN_RECORD_BYTES * count + wider + later;
}

const MIN_RECORD_BYTES: Bytes = 7;

/**
 * What snapshots at these offsets say of the producers of the batches: the last batch of each below it, and where its open transaction
 * began. Kafka: `ProducerStateManager.takeSnapshot` (4.2). Both in the order of their offsets.
 *
 * Simplified: a producer whose batches were all removed is in none of segments, and one that was forgotten (producer.id.expiration.ms) still
 * is; at the end of the log stands what the log knows.
 *
 * @param end where the log ends, with what it knows of its producers.
 */
export function snapshotsAt(
  batches: readonly RecordBatch[],
  offsets: readonly Offset[],
  clockOriginMs: Millis,
  end: { readonly offset: Offset; readonly producers: ProducerStateManager } | null = null,
): ProducerSnapshot[] {
  const producers = new ProducerStateManager();
  let next = 0;
  return offsets.map((offset) => {
    for (let batch = batches[next]; batch && endOffsetOf(batch) <= offset; batch = batches[next]) {
      if (!batch.marker || recordCountOf(batch) > 0) producers.append(producerBatchOf(batch));
      next += 1;
    }
    const known = offset === end?.offset ? end.producers : producers;
    return { offset, producers: known.takeSnapshot().map((entry) => snapshotEntry(entry, clockOriginMs)) };
  });
}

function snapshotEntry(entry: ProducerStateEntry, clockOriginMs: Millis): ProducerSnapshotEntry {
  const last = entry.batches.at(-1);
  return {
    producerId: entry.producerId,
    producerEpoch: entry.producerEpoch,
    lastSequence: last?.lastSequence ?? -1,
    lastOffset: last?.lastOffset ?? -1,
    offsetDelta: last ? last.lastOffset - last.baseOffset : 0,
    timestampMs: clockOriginMs + entry.lastTimestampMs,
    coordinatorEpoch: entry.coordinatorEpoch ?? -1,
    currentTransactionFirstOffset: entry.currentTxnFirstOffset ?? -1,
  };
}
