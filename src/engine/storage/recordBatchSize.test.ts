import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  batchSize,
  fitEqualRecords,
  recordSize,
  singleRecordUpperBound,
  varintLength,
} from './recordBatchSize.ts';

test.each([
  [0, 1],
  [-1, 1],
  [63, 1],
  [-64, 1],
  [64, 2],
  [-65, 2],
  [8191, 2],
  [-8192, 2],
  [8192, 3],
  [-8193, 3],
  [1_048_575, 3],
  [1_048_576, 4],
  [2_147_483_647, 5],
  [-2_147_483_648, 5],
  [1_700_000_000_000, 6],
  [Number.MAX_SAFE_INTEGER, 8],
  [Number.MIN_SAFE_INTEGER, 8],
])('[RB4] %i takes %i bytes as a varint', (value, length) => {
  expect(varintLength(value)).toBe(length);
});

test('[RB4] the length of a varint is that of its zig-zag bits in groups of seven', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      const zigZag = (BigInt(value) << 1n) ^ (BigInt(value) >> 63n);
      expect(varintLength(value)).toBe(Math.max(1, Math.ceil(zigZag.toString(2).length / 7)));
    }),
  );
});

test('[RB5] a null key takes its length only, an empty key too', () => {
  const value = { valueBytes: 5, timestampDeltaMs: 0 };
  expect(recordSize(0, { ...value, keyBytes: null })).toBe(recordSize(0, { ...value, keyBytes: 0 }));
});

test('[RB5] the 65th record of a batch takes one byte more', () => {
  const record = { keyBytes: 8, valueBytes: 100, timestampDeltaMs: 0 };
  expect(recordSize(63, record)).toBe(117);
  expect(recordSize(64, record)).toBe(118);
});

test('[S2] no record is larger than its upper bound', () => {
  const bytes = fc.option(fc.nat(2_000_000));
  const header = fc.record({ keyBytes: fc.nat(300), valueBytes: bytes });
  const content = fc.record({
    keyBytes: bytes,
    valueBytes: bytes,
    headers: fc.array(header, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(content, fc.maxSafeInteger(), (record, timestampDeltaMs) => {
      expect(batchSize([{ ...record, timestampDeltaMs }])).toBeLessThanOrEqual(
        singleRecordUpperBound(record),
      );
    }),
  );
});

test('[S1] a batch takes as many records as fit, and at least one', () => {
  fc.assert(
    fc.property(fc.nat(3000), fc.nat(20_000), (valueBytes, limit) => {
      const record = { keyBytes: null, valueBytes, timestampDeltaMs: 0 };
      const { recordCount, sizeBytes } = fitEqualRecords(record, limit);
      expect(batchSize(Array.from({ length: recordCount }, () => record))).toBe(sizeBytes);
      expect(recordCount === 1 || sizeBytes <= limit).toBe(true);
      expect(sizeBytes + recordSize(recordCount, record)).toBeGreaterThan(limit);
    }),
  );
});

test('[RB5] an empty batch is none', () => {
  expect(batchSize([])).toBe(0);
});
