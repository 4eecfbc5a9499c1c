import { describe, expect, it } from 'vitest';
import { sizeOfContents } from '../../storage/BatchContents.ts';
import { hasBytes } from '../../storage/format/storedBatch.ts';
import { toRecordBatch } from './ProducerBatch.ts';
import type { ProducerBatch } from './ProducerBatch.ts';
import { splitBatch, splitTargetBytes } from './splitBatch.ts';

const OVERHEAD = 61;

function batchOf(count: number, recordBytes: number, changes: Partial<ProducerBatch> = {}): ProducerBatch {
  return {
    topicPartition: 'payments-0',
    firstOrdinal: 100,
    createdUs: 1_000,
    firstTimestampMs: 1,
    count,
    sizeBytes: OVERHEAD + count * recordBytes,
    maxTimestampMs: 1,
    records: null,
    attempts: 3,
    waitingSinceUs: 1_000,
    backoffMs: 200,
    attemptLeaderEpoch: 4,
    lastError: 'MESSAGE_TOO_LARGE',
    sequence: { producerId: 7, producerEpoch: 2, baseSequence: 40 },
    sequenceHasBeenReset: false,
    isSplit: false,
    pooledBytes: 16_384,
    ...changes,
  };
}

describe('[RT7] a batch that is too large for the broker', () => {
  it.each([
    // records, bytes of each, target, expected records of each part
    [30, 109, 16_384, [30]],
    [30, 109, 1_665, [14, 14, 2]],
    [10, 100, 561, [5, 5]],
    [10, 100, 560, [4, 4, 2]],
    [3, 100, 100, [1, 1, 1]],
    [2, 5_000, 1_000, [1, 1]],
  ])('%i records of %i bytes for %i bytes become %j', (count, recordBytes, targetBytes, counts) => {
    const batch = batchOf(count, recordBytes);
    const parts = splitBatch(batch, targetBytes);
    expect(parts.map((part) => part.count)).toEqual(counts);
    expect(parts.map((part) => part.sizeBytes)).toEqual(counts.map((n) => OVERHEAD + n * recordBytes));
    let next = 0;
    for (const part of parts) {
      expect(part.firstOrdinal).toBe(100 + next);
      expect(part.sequence).toEqual({ producerId: 7, producerEpoch: 2, baseSequence: 40 + next });
      expect(part).toMatchObject({
        attempts: 0,
        backoffMs: 0,
        isSplit: true,
        pooledBytes: 0,
        createdUs: 1_000,
      });
      next += part.count;
    }
    expect(next).toBe(count);
  });

  it('loses no byte of records that are not equally large', () => {
    const parts = splitBatch({ ...batchOf(7, 100), sizeBytes: OVERHEAD + 1_003 }, 400);
    expect(parts.reduce((sum, part) => sum + part.sizeBytes - OVERHEAD, 0)).toBe(1_003);
  });

  it('with keys is split record by record, each part with the size, the times and the bytes of its own records', () => {
    const contentBytes = [104, 40, 900, 12, 12, 300, 7, 64, 64, 64];
    const records = {
      keys: contentBytes.map((_, i) => `k${String(i)}`),
      contentBytes,
      timestampDeltasMs: [0, 3, 40, 90, 90, 300, 8500, 8500, 8501, 8490],
      tombstones: [6],
    };
    const whole = { ...batchOf(10, 200), records, firstTimestampMs: 5000, maxTimestampMs: 13_501 };
    const parts = splitBatch(whole, 500);
    // The third alone is more than a part holds, and its buffer has room for a small one behind it; the last is the earlier one of its part.
    expect(parts.map(({ count }) => count)).toEqual([2, 2, 4, 2]);
    expect(parts.map((part) => [part.firstTimestampMs, part.maxTimestampMs])).toEqual([
      [5000, 5003],
      [5040, 5090],
      [5090, 13_500],
      [13_501, 13_501],
    ]);
    expect(parts.map(({ firstOrdinal }) => firstOrdinal)).toEqual([100, 102, 104, 108]);
    for (const part of parts) {
      const batch = toRecordBatch(part, 0, 0);
      expect(batch.contents?.timestampDeltasMs[0]).toBe(0);
      expect(batch.sizeBytes).toBe(sizeOfContents(batch.contents!));
      expect(hasBytes(batch)).toBe(true);
      expect(part.sizeBytes).toBeLessThanOrEqual(part === parts[1] ? 982 : 500);
    }
  });

  it('has no sequence to share without idempotence', () => {
    expect(splitBatch(batchOf(4, 100, { sequence: null }), 261).map((part) => part.sequence)).toEqual([
      null,
      null,
    ]);
  });

  it('is split to batch.size first, and halved after that', () => {
    expect(splitTargetBytes({ isSplit: false, sizeBytes: 40_000 }, 16_384)).toBe(16_384);
    expect(splitTargetBytes({ isSplit: true, sizeBytes: 3_331 }, 16_384)).toBe(1_665);
  });
});
