import { expect, test } from 'vitest';
import {
  cumulativeWeights,
  stickySwitch,
  uniformPartition,
  weightedPartition,
} from '../../src/engine/client/producer/stickyPartition.ts';
import { hasRoomFor, RECORD_BATCH_OVERHEAD, recordSize } from '../../src/engine/storage/recordBatchSize.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

interface StickyCase {
  'batch.size': number;
  value_bytes: number;
  scenario: string;
  records_per_turn: number;
  batches_per_turn?: number;
  single_record_batch_bytes?: number;
}

/** A producer without keys: how many records and batches one partition gets before the producer leaves it. */
function turn(batchSizeBytes: number, valueBytes: number, drainsEachRecord: boolean) {
  const record = { keyBytes: null, valueBytes, timestampDeltaMs: 0 };
  let producedBytes = 0;
  let records = 0;
  let batches = 0;
  let open = { records: 0, sizeBytes: 0 };
  while (true) {
    let growth = recordSize(open.records, record);
    if (open.records === 0 || !hasRoomFor(open.records, open.sizeBytes, growth, batchSizeBytes)) {
      // A batch boundary: the last batch is closed or drained. A switch that had to wait for it is made now.
      if (stickySwitch(producedBytes, batchSizeBytes, true) !== 'keep') break;
      growth = RECORD_BATCH_OVERHEAD + recordSize(0, record);
      open = { records: 0, sizeBytes: 0 };
      batches += 1;
    }
    open = { records: open.records + 1, sizeBytes: open.sizeBytes + growth };
    records += 1;
    producedBytes += growth;
    const full = open.sizeBytes >= batchSizeBytes;
    if (stickySwitch(producedBytes, batchSizeBytes, full) !== 'keep') break;
    if (drainsEachRecord) open = { records: 0, sizeBytes: 0 };
  }
  return { records, batches };
}

runVectorGroup({
  file: 'vectors-1.json',
  group: 'sticky_partitioner',
  cases: () =>
    caseRunner<StickyCase>(
      ['PP5'],
      /^(records_per_turn|batches_per_turn|single_record_batch_bytes)$/,
      (vector) => {
        const { 'batch.size': batchSizeBytes, value_bytes: valueBytes, scenario } = vector;
        const drainsEachRecord = scenario.startsWith('slow');
        expect(drainsEachRecord || scenario === 'fast, nothing drained').toBe(true);
        const { records, batches } = turn(batchSizeBytes, valueBytes, drainsEachRecord);
        expect(records).toBe(vector.records_per_turn);
        if (vector.batches_per_turn !== undefined) expect(batches).toBe(vector.batches_per_turn);
        if (vector.single_record_batch_bytes !== undefined) {
          const record = { keyBytes: null, valueBytes, timestampDeltaMs: 0 };
          expect(RECORD_BATCH_OVERHEAD + recordSize(0, record)).toBe(vector.single_record_batch_bytes);
        }
      },
    ),
  prose: ['source', 'note', 'key'],
  runCount: 6,
  leftCount: 0,
});

interface AdaptiveCase {
  queue_sizes: number[];
  weights?: number[];
  total?: number;
  cumulative?: number[];
  picks?: Record<string, number>;
  result?: string;
}

runVectorGroup({
  file: 'vectors-1.json',
  group: 'adaptive_partitioner',
  cases: () =>
    caseRunner<AdaptiveCase>(['PP6'], /^(weights.*|total|cumulative.*|picks.*|result)$/, (vector) => {
      const queueSizes = [...vector.queue_sizes];
      const cumulative = cumulativeWeights(queueSizes, queueSizes.length);
      if (vector.result !== undefined) {
        expect(vector.result).toMatch(/^uniform/);
        expect(cumulative).toBeNull();
        return;
      }
      expect(cumulative).not.toBeNull();
      const sums = cumulative ?? [];
      if (vector.weights) expect(sums.map((sum, i) => sum - (sums[i - 1] ?? 0))).toEqual([...vector.weights]);
      if (vector.total !== undefined) expect(sums.at(-1)).toBe(vector.total);
      if (vector.cumulative) expect(sums).toEqual([...vector.cumulative]);
      for (const [drawn, partition] of Object.entries(vector.picks ?? {})) {
        expect(weightedPartition(Number(drawn), sums, [0, 1, 2])).toBe(partition);
      }
    }),
  prose: ['source'],
  runCount: 4,
  leftCount: 0,
});

test('[PP6] every draw of a full round falls on a partition as often as its weight says', () => {
  const sums = cumulativeWeights([5, 0, 3, 0, 1], 5)!;
  const hits = [0, 0, 0, 0, 0];
  for (let drawn = 0; drawn < 21; drawn++) hits[weightedPartition(drawn, sums, [0, 1, 2, 3, 4])]! += 1;
  expect(hits).toEqual([1, 6, 3, 6, 5]);
});

test('[PP7] the weights hold even for equal queues once a slow partition is left out', () => {
  expect(cumulativeWeights([2, 2], 3)).toEqual([1, 2]);
  expect(cumulativeWeights([2], 2)).toEqual([1]);
  expect(cumulativeWeights([], 3)).toBeNull();
});

test('[PP6] draws among the partitions with a leader, or among all if none has one', () => {
  expect([0, 1, 2, 3].map((drawn) => uniformPartition(drawn, [1, 4, 5], 6))).toEqual([1, 4, 5, 1]);
  expect([0, 5, 6].map((drawn) => uniformPartition(drawn, [], 6))).toEqual([0, 5, 0]);
});
