import { expect, test } from 'vitest';
import { compressRecords } from '../../../codecs/codecs.ts';
import { recordTimestampsOf } from '../BatchContents.ts';
import { batchSize } from '../recordBatchSize.ts';
import type { RecordBatch } from '../RecordBatch.ts';
import { compactionDelayMs } from './cleanableOffsets.ts';
import { rewriteBatch } from './rewriteBatch.ts';

const RECORDS = [
  { keyBytes: 1, valueBytes: 10, timestampDeltaMs: 0 },
  { keyBytes: 1, valueBytes: null, timestampDeltaMs: 5 },
  { keyBytes: 1, valueBytes: 200, timestampDeltaMs: 70 },
];
const BATCH: RecordBatch = {
  baseOffset: 40,
  count: 3,
  sizeBytes: batchSize(RECORDS),
  leaderEpoch: 2,
  maxTimestampMs: 1070,
  producerId: 7,
  producerEpoch: 0,
  baseSequence: 12,
  origin: 0,
  firstOrdinal: 4,
  contents: {
    keys: ['a', 'b', 'c'],
    contentBytes: [14, 4, 205],
    timestampDeltasMs: [0, 5, 70],
    baseTimestampMs: 1000,
    tombstones: [1],
    offsetDeltas: null,
    deleteHorizonMs: null,
  },
};

test('[CL5] a cleaned batch keeps its offsets and sequence, and has the size and the time of what is left', () => {
  const left = rewriteBatch(
    BATCH,
    { kept: [0, 1], deleteHorizonMs: null, isOriginal: false },
    compressRecords,
  );
  expect(left).toMatchObject({ baseOffset: 40, count: 3, baseSequence: 12, leaderEpoch: 2, firstOrdinal: 4 });
  expect(left.maxTimestampMs).toBe(1005);
  expect(left.sizeBytes).toBe(batchSize(RECORDS.slice(0, 2)));
  expect(left.contents).toMatchObject({ keys: ['a', 'b'], offsetDeltas: [0, 1], tombstones: [1] });
  expect(recordTimestampsOf(left)).toEqual([1000, 1005, -1]);
  // And once more: what is left is named by its own places.
  const last = rewriteBatch(left, { kept: [1], deleteHorizonMs: null, isOriginal: false }, compressRecords);
  expect(last.contents).toMatchObject({ keys: ['b'], offsetDeltas: [1], tombstones: [0] });
});

test('[CL6] a delete horizon takes the place of the base timestamp, and the records’ times cost more bytes', () => {
  const left = rewriteBatch(
    BATCH,
    { kept: [1], deleteHorizonMs: 86_401_000, isOriginal: false },
    compressRecords,
  );
  expect(left.contents).toMatchObject({ baseTimestampMs: 86_401_000, deleteHorizonMs: 86_401_000 });
  expect(recordTimestampsOf(left)).toEqual([-1, 1005, -1]);
  // −86 399 995 ms is a varint of 4 bytes, where 5 was one of 1.
  const plain = rewriteBatch(BATCH, { kept: [1], deleteHorizonMs: null, isOriginal: false }, compressRecords);
  expect(left.sizeBytes - plain.sizeBytes).toBe(3);
});

test('[CL5] an empty batch is a header with the time it had; LogAppendTime stays', () => {
  const empty = rewriteBatch(BATCH, { kept: [], deleteHorizonMs: null, isOriginal: false }, compressRecords);
  expect([empty.sizeBytes, empty.maxTimestampMs, empty.count]).toEqual([61, 1070, 3]);
  const appended = { ...BATCH, maxTimestampMs: 9000 };
  const left = rewriteBatch(
    appended,
    { kept: [0], deleteHorizonMs: null, isOriginal: false },
    compressRecords,
  );
  expect(left.maxTimestampMs).toBe(9000);
  expect(recordTimestampsOf(left)).toEqual([9000, -1, -1]);
  expect(
    rewriteBatch(BATCH, { kept: [0, 1, 2], deleteHorizonMs: null, isOriginal: true }, compressRecords),
  ).toBe(BATCH);
});

test('[CL2] max.compaction.lag.ms counts from the first batch of the oldest dirty closed segment', () => {
  const segmentAt = (baseOffset: number, firstMs: number) => ({
    baseOffset,
    sizeBytes: 1,
    maxTimestampMs: firstMs + 500,
    firstBatchMaxTimestampMs: firstMs,
  });
  const segments = [segmentAt(0, 100), segmentAt(10, 1000), segmentAt(20, 1)];
  const log = { segments, logStartOffset: 0, logEndOffset: 30, lastStableOffset: 30 };
  expect(compactionDelayMs(log, 0, 400, 600)).toBe(100);
  expect(compactionDelayMs(log, 0, 500, 600)).toBe(0);
  expect(compactionDelayMs(log, 10, 400, 1500)).toBe(100);
  // The active one does not count.
  expect(compactionDelayMs(log, 20, 400, 9999)).toBe(0);
});
