import { expect, it } from 'vitest';
import type { BatchInside, PartitionInside } from '../../shared/RunQuestions.ts';
import { busiestFirst, shownBatches } from './producerRows.ts';

const batch = (createdUs: number): BatchInside => ({
  records: 1,
  sizeBytes: 100,
  limitBytes: 16384,
  createdUs,
  attempts: 0,
  firstSequence: null,
  lastSequence: null,
  untilUs: 0,
  request: null,
});

const partition = (name: string, waiting: readonly BatchInside[]): PartitionInside => ({
  partition: name,
  leader: 1,
  nextSequence: null,
  lastAckedSequence: null,
  waiting,
  inFlight: [],
  remembered: null,
});

it('puts partitions that hold something first', () => {
  const rows = busiestFirst([partition('a-0', []), partition('a-1', [batch(1)]), partition('a-2', [])]);
  expect(rows.map((row) => row.partition)).toEqual(['a-1', 'a-0', 'a-2']);
});

it('shows the batches that leave next, the first of them nearest to the wire', () => {
  const { shown, more } = shownBatches([1, 2, 3, 4, 5, 6].map(batch));
  expect(shown.map(({ createdUs }) => createdUs)).toEqual([4, 3, 2, 1]);
  expect(more).toBe(2);
});
