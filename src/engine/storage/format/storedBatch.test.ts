import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CODECS, compressRecords } from '../../../codecs/codecs.ts';
import { rewriteBatch } from '../cleaner/rewriteBatch.ts';
import { controlBatch } from '../controlBatch.ts';
import type { DiskBatch } from './DiskBatch.ts';
import { decodeEndTransactionMarker } from './endTransactionMarker.ts';
import { assignOffsets } from '../RecordBatch.ts';
import type { RecordBatch } from '../RecordBatch.ts';
import { keepRecords, sizeOfContents } from '../BatchContents.ts';
import type { BatchContents } from '../BatchContents.ts';
import { ProducerStateManager } from '../ProducerStateManager.ts';
import { batchSize } from '../recordBatchSize.ts';
import { producerBatchOf } from '../UnifiedLog.ts';
import { decodeBatch, encodeBatch } from './batchBytes.ts';
import { timestampOf } from './DiskBatch.ts';
import { diskBatchOf, hasBytes, snapshotsAt } from './storedBatch.ts';

const ORIGIN_MS = 1_000_000_000_000;

function batchOf(fields: Partial<RecordBatch>): RecordBatch {
  return {
    baseOffset: 500,
    count: 1,
    sizeBytes: 68,
    leaderEpoch: 3,
    maxTimestampMs: 7,
    producerId: -1,
    producerEpoch: -1,
    baseSequence: -1,
    origin: -1,
    firstOrdinal: 0,
    ...fields,
  };
}

const valueOf = (_place: number, length: number): Uint8Array => new Uint8Array(length);

const contents: BatchContents = {
  keys: ['a', 'bc', null],
  // The tombstone of two letters: 1 + 2 of the key, 1 of no value, 1 of no headers.
  contentBytes: [104, 5, 24],
  timestampDeltasMs: [0, 70, 90],
  baseTimestampMs: 1000,
  tombstones: [1],
  offsetDeltas: null,
  deleteHorizonMs: null,
};

test('[RB8] [stored-contents] of a batch whose records are kept the bytes say keys, times, tombstones, and what the cleaner took out', () => {
  const left = keepRecords(contents, [1, 2], 50_000);
  for (const kept of [contents, left]) {
    const batch = batchOf({
      count: 3,
      sizeBytes: sizeOfContents(kept),
      maxTimestampMs: 1090,
      baseTimestampMs: 1000,
      contents: kept,
    });
    const bytes = encodeBatch(
      diskBatchOf(batch, { records: null, valueOf, codecs: CODECS, clockOriginMs: ORIGIN_MS })!,
    );
    expect(bytes.length).toBe(batch.sizeBytes);
    const read = decodeBatch(bytes).batch;
    expect(read).toMatchObject({ lastOffsetDelta: 2, maxTimestampMs: ORIGIN_MS + 1090 });
    expect(read.attributes.hasDeleteHorizon).toBe(kept === left);
    const records = read.content.kind === 'records' ? read.content.records : [];
    expect(
      records.map(({ offsetDelta, key, value, ...record }) => [
        offsetDelta,
        key && new TextDecoder().decode(key),
        value?.length ?? null,
        timestampOf(read, { offsetDelta, key, value, ...record }) - ORIGIN_MS,
      ]),
    ).toEqual(
      [
        [0, 'a', 99, 1000],
        [1, 'bc', null, 1070],
        [2, null, 21, 1090],
      ].slice(kept === left ? 1 : 0),
    );
  }
});

/** Records of a producer at times that it chose, and the batch that the engine keeps of them. */
const sent = fc
  .record({
    valueBytes: fc.oneof(fc.nat(130), fc.nat(20_000)),
    keyBytes: fc.option(fc.nat(70)),
    gapsMs: fc.array(fc.oneof(fc.nat(3), fc.nat(100), fc.nat(9000)), { maxLength: 200 }),
    baseTimestampMs: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    isAppendTime: fc.boolean(),
  })
  .map(({ valueBytes, keyBytes, gapsMs, baseTimestampMs, isAppendTime }) => {
    let deltaMs = 0;
    const deltasMs = [0, ...gapsMs.map((gapMs) => (deltaMs += gapMs))];
    const records = deltasMs.map((timestampDeltaMs) => ({ keyBytes, valueBytes, timestampDeltaMs }));
    const maxTimestampMs = isAppendTime ? baseTimestampMs + 1_000_000 : baseTimestampMs + deltaMs;
    const batch = batchOf({
      count: records.length,
      sizeBytes: batchSize(records),
      maxTimestampMs,
      baseTimestampMs,
      ...(isAppendTime ? { isAppendTime: true as const } : {}),
    });
    const known = records.map(() => ({
      key: keyBytes === null ? null : new Uint8Array(keyBytes),
      valueBytes,
    }));
    return { batch, known };
  });

test('[RB5] [stored-contents] a batch has bytes of its size, with its first and its largest time, whether its records are known or not', () => {
  fc.assert(
    fc.property(sent, fc.boolean(), ({ batch, known }, isKnown) => {
      const disk = diskBatchOf(batch, {
        records: isKnown ? known : null,
        valueOf,
        clockOriginMs: ORIGIN_MS,
        codecs: CODECS,
      });
      expect(hasBytes(batch)).toBe(true);
      const bytes = encodeBatch(disk!);
      expect(bytes.length).toBe(batch.sizeBytes);
      const read = decodeBatch(bytes).batch;
      expect(read).toMatchObject({
        baseOffset: 500,
        lastOffsetDelta: batch.count - 1,
        baseTimestampMs: batch.baseTimestampMs! + ORIGIN_MS,
        maxTimestampMs: batch.maxTimestampMs + ORIGIN_MS,
      });
      const records = read.content.kind === 'records' ? read.content.records : [];
      const times = records.map((record) => timestampOf(read, record));
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times.at(-1)).toBe(batch.maxTimestampMs + ORIGIN_MS);
    }),
    { numRuns: 150 },
  );
});

test('[RB5] records that are known keep their keys and the lengths of their values', () => {
  const key = Uint8Array.of(65, 66);
  const records = [0, 40, 80].map((timestampDeltaMs) => ({ keyBytes: 2, valueBytes: 30, timestampDeltaMs }));
  const batch = batchOf({ count: 3, sizeBytes: batchSize(records), maxTimestampMs: 80, baseTimestampMs: 0 });
  const known = records.map(() => ({ key, valueBytes: 30 }));
  const disk = diskBatchOf(batch, { records: known, valueOf, codecs: CODECS, clockOriginMs: 0 });
  const content = disk?.content.kind === 'records' ? disk.content.records : [];
  expect(content.map((record) => [record.key, record.value?.length, record.timestampDeltaMs])).toEqual([
    [key, 30, 0],
    [key, 30, 40],
    [key, 30, 80],
  ]);
});

test('[RB5] where times spread evenly would be too large, all records but the last have the time of the first', () => {
  const spread = (sizeBytes: number): RecordBatch =>
    batchOf({ count: 3, sizeBytes, maxTimestampMs: 90, baseTimestampMs: -90 });
  // 7 bytes a record, and one more for the time of the last; with a time between them it would be two.
  for (const sizeBytes of [61 + 22, 61 + 23, 61 + 24, 61 + 40]) {
    const disk = diskBatchOf(spread(sizeBytes), {
      records: null,
      valueOf,
      codecs: CODECS,
      clockOriginMs: ORIGIN_MS,
    })!;
    expect(encodeBatch(disk).length).toBe(sizeBytes);
    expect(disk.maxTimestampMs).toBe(ORIGIN_MS + 90);
  }
  expect(hasBytes(spread(61 + 21))).toBe(false);
  expect(
    diskBatchOf(spread(61 + 21), { records: null, valueOf, codecs: CODECS, clockOriginMs: ORIGIN_MS }),
  ).toBeNull();
});

test('[RB9] a batch that is smaller than its records can be has no bytes', () => {
  for (const [count, sizeBytes] of [
    [10, 61 + 69],
    [1000, 61 + 7000],
  ] as const) {
    const batch = batchOf({ count, sizeBytes });
    expect(hasBytes(batch)).toBe(false);
    expect(diskBatchOf(batch, { records: null, valueOf, codecs: CODECS, clockOriginMs: 0 })).toBeNull();
  }
});

test('[producer-snapshots] a snapshot knows the last batch below it of each producer', () => {
  const of = (baseOffset: number, producerId: number, baseSequence: number): RecordBatch =>
    batchOf({ baseOffset, count: 5, producerId, producerEpoch: 0, baseSequence });
  const batches = [of(0, 1, 0), of(5, 2, 0), batchOf({ baseOffset: 10, count: 5 }), of(15, 1, 5)];
  const [first, second] = snapshotsAt(batches, [10, 20], ORIGIN_MS);
  expect(first?.producers.map(({ producerId, lastSequence }) => [producerId, lastSequence])).toEqual([
    [1, 4],
    [2, 4],
  ]);
  expect(second?.producers[0]).toEqual({
    producerId: 1,
    producerEpoch: 0,
    lastSequence: 9,
    lastOffset: 19,
    offsetDelta: 4,
    timestampMs: ORIGIN_MS + 7,
    coordinatorEpoch: -1,
    currentTransactionFirstOffset: -1,
  });
});

test('[RB7] a marker has its bytes, also after the cleaner was at it', () => {
  const marker = assignOffsets(controlBatch(7, 3, { type: 'ABORT', coordinatorEpoch: 5 }, 1_000), 40, 2);
  const written = (batch: RecordBatch): DiskBatch => {
    const disk = diskBatchOf(batch, { records: null, valueOf, codecs: CODECS, clockOriginMs: ORIGIN_MS });
    expect(disk && encodeBatch(disk).length).toBe(batch.sizeBytes);
    return disk!;
  };
  expect(hasBytes(marker)).toBe(true);
  expect(written(marker)).toMatchObject({
    baseOffset: 40,
    maxTimestampMs: ORIGIN_MS + 1_000,
    producerEpoch: 3,
  });

  const kept = rewriteBatch(
    marker,
    { kept: [0], deleteHorizonMs: 86_401_000, isOriginal: false },
    compressRecords,
  );
  const disk = written(kept);
  expect(kept.sizeBytes).toBeGreaterThan(marker.sizeBytes);
  expect(disk).toMatchObject({
    baseTimestampMs: ORIGIN_MS + 86_401_000,
    attributes: { isControl: true, isTransactional: true, hasDeleteHorizon: true },
  });
  expect(disk.content.kind === 'records' && decodeEndTransactionMarker(disk.content.records[0]!)).toEqual({
    type: 'ABORT',
    coordinatorEpoch: 5,
  });

  const emptied = rewriteBatch(kept, { kept: [], deleteHorizonMs: null, isOriginal: false }, compressRecords);
  expect(emptied.sizeBytes).toBe(61);
  expect(written(emptied).attributes.isControl).toBe(true);
});

test('[RB3] records of a transaction say so', () => {
  const batch = batchOf({
    count: 2,
    sizeBytes: 200,
    producerId: 7,
    producerEpoch: 0,
    baseSequence: 0,
    isTransactional: true,
  });
  const disk = diskBatchOf(batch, { records: null, valueOf, codecs: CODECS, clockOriginMs: ORIGIN_MS });
  expect(disk?.attributes).toMatchObject({ isTransactional: true, isControl: false });
});

test('[stored-contents] also a tombstone with headers, and a text in place of a longer or shorter key, have the bytes that are counted', () => {
  for (let spare = 0; spare < 300; spare++) {
    if (spare === 1) continue;
    const odd = { ...contents, contentBytes: [104, 5 + spare, 24], keys: ['a', 'bc', 'k'.repeat(40)] };
    const batch = batchOf({ count: 3, sizeBytes: sizeOfContents(odd), maxTimestampMs: 1090, contents: odd });
    const made = { records: null, valueOf, codecs: CODECS, clockOriginMs: ORIGIN_MS };
    const bytes = encodeBatch(diskBatchOf(batch, made)!);
    expect(bytes.length).toBe(batch.sizeBytes);
    const { content } = decodeBatch(bytes).batch;
    if (content.kind === 'records') expect(content.records[1]!.value).toBeNull();
  }
});

test('[producer-snapshots] at the end of a log stands what the log knows, also of producers whose batches are gone', () => {
  const own = batchOf({ count: 5, producerId: 1, producerEpoch: 0, baseSequence: 0, baseOffset: 5 });
  const producers = new ProducerStateManager();
  const gone = batchOf({ count: 5, producerId: 9, producerEpoch: 2, baseSequence: 0, baseOffset: 0 });
  for (const batch of [gone, own]) producers.append(producerBatchOf(batch));
  const snapshots = snapshotsAt([own], [8, 10], ORIGIN_MS, { offset: 10, producers });
  expect(snapshots.map(({ producers: known }) => known.map(({ producerId }) => producerId).sort())).toEqual([
    [],
    [1, 9],
  ]);
});

test('[producer-snapshots] a snapshot knows where a transaction is open, and the coordinator of the last marker', () => {
  const sent = { count: 5, producerId: 1, producerEpoch: 0, isTransactional: true } as const;
  const end = assignOffsets(controlBatch(1, 1, { type: 'COMMIT', coordinatorEpoch: 9 }, 2_000), 10, 0);
  const batches = [
    batchOf({ ...sent, baseOffset: 0, baseSequence: 0 }),
    batchOf({ ...sent, baseOffset: 5, baseSequence: 5 }),
    end,
  ];
  const [open, ended] = snapshotsAt(batches, [10, 11], ORIGIN_MS).map(({ producers }) => producers[0]);
  expect(open).toMatchObject({ lastSequence: 9, coordinatorEpoch: -1, currentTransactionFirstOffset: 0 });
  expect(ended).toMatchObject({
    producerEpoch: 1,
    lastSequence: -1,
    lastOffset: -1,
    timestampMs: ORIGIN_MS + 2_000,
    coordinatorEpoch: 9,
    currentTransactionFirstOffset: -1,
  });
});
