import { describe, expect, test } from 'vitest';
import { decrementSequence, incrementSequence } from '../../src/engine/client/producer/sequence.ts';
import {
  batchSize,
  fitEqualRecords,
  RECORD_BATCH_OVERHEAD,
  singleRecordUpperBound,
  type RecordInBatch,
} from '../../src/engine/storage/recordBatchSize.ts';
import vectors from './vectors-1.json';

const group = vectors.record_batch_v2;

describe('record_batch_v2 sizes', () => {
  let ran = 0;

  for (const vector of group.sizes) {
    test(`[RB5] ${vector.case} is ${vector.total_bytes} bytes`, () => {
      const [, count, keyBytes, valueBytes, timestampDeltaMs] = /^n=(\d+) key=(\d+) val=(\d+) dt=(\d+)$/
        .exec(vector.case)!
        .map(Number);
      const record = { keyBytes: keyBytes!, valueBytes: valueBytes!, timestampDeltaMs: timestampDeltaMs! };
      expect(batchSize(Array.from({ length: count! }, () => record))).toBe(vector.total_bytes);
      ran += 1;
    });
  }

  for (const vector of group.single_record_upper_bound) {
    test(`[S2] asks for ${vector.estimate} bytes to hold a value of ${vector.value_bytes}`, () => {
      const content = { keyBytes: vector.key_bytes, valueBytes: vector.value_bytes };
      expect(singleRecordUpperBound(content)).toBe(vector.estimate);
      ran += 1;
    });
  }

  for (const vector of group.fit_in_batch_size_16384) {
    test(`[S1] fits ${vector.count} records with values of ${vector.val} bytes into batch.size`, () => {
      const { key_bytes: keyBytes, val: valueBytes, source, ...expected } = vector;
      const { recordCount, sizeBytes } = fitEqualRecords({ keyBytes, valueBytes }, 16_384);
      const full = sizeBytes >= 16_384;
      expect({ count: recordCount, est: sizeBytes, built: sizeBytes, full }).toEqual(expected);
      expect(source).toBe('ORC');
      ran += 1;
    });
  }

  for (const vector of group.sequence_arithmetic) {
    if (vector.op === undefined) continue; // names the source only
    test(`[ID2] ${vector.op} ${vector.seq} by ${vector.by} is ${vector.result}`, () => {
      expect(vector.op).toBe('increment');
      expect(incrementSequence(vector.seq, vector.by)).toBe(vector.result);
      expect(decrementSequence(vector.result, vector.by)).toBe(vector.seq);
      ran += 1;
    });
  }

  test('runs 16 sizes, 7 upper bounds, 6 fits and 3 sequences', () => {
    const { sizes, single_record_upper_bound: bounds, fit_in_batch_size_16384: fits } = group;
    expect([sizes.length, bounds.length, fits.length, group.sequence_arithmetic.length - 1]).toEqual([
      16, 7, 6, 3,
    ]);
    expect(ran).toBe(32);
    expect(RECORD_BATCH_OVERHEAD).toBe(group.header_bytes);
  });
});

describe('record_batch_v2 examples, their sizes', () => {
  const T = 30_000;
  const record = (
    keyBytes: number | null,
    valueBytes: number | null,
    timestampDeltaMs: number,
  ): RecordInBatch => {
    return { keyBytes, valueBytes, timestampDeltaMs };
  };
  const EXAMPLES: Record<string, RecordInBatch[]> = {
    batch3: [record(1, 1, 0), record(1, 1, 1), record(1, 1, 2)],
    batch_nokey: [record(null, 5, 0)],
    batch_tombstone: [record(1, null, 0)],
    batch_hdrs: [
      record(3, 5, 0),
      record(null, 5, T),
      record(3, null, 2 * T),
      {
        ...record(3, 5, 2 * T),
        headers: [
          { keyBytes: 3, valueBytes: 5 },
          { keyBytes: 3, valueBytes: null },
        ],
      },
    ],
    batch_idem: [record(1, 1, 0), record(1, 1, 1)],
    batch_txn: [record(1, 1, 0)],
    marker_COMMIT: [record(4, 6, 0)],
    marker_ABORT: [record(4, 6, 0)],
  };
  let ran = 0;

  for (const { name, size } of group.examples) {
    test(`[RB5] ${name} is ${size} bytes`, () => {
      expect(batchSize(EXAMPLES[name] ?? [])).toBe(size);
      ran += 1;
    });
  }

  test('runs all 8', () => {
    expect(group.examples).toHaveLength(8);
    expect(ran).toBe(8);
  });
});
