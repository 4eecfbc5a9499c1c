import { expect, test } from 'vitest';
import { groupSegments } from './groupSegments.ts';

const LIMITS = { segmentBytes: 100, segmentIndexBytes: 120 };

function segment(baseOffset: number, sizeBytes: number, offsetIndexEntries = 1, timeIndexEntries = 1) {
  return { baseOffset, sizeBytes, offsetIndexEntries, timeIndexEntries };
}

test.each([
  { what: 'as many as fit, exactly', sizes: [40, 60, 100, 1], groups: [[0, 1], [2], [3]] },
  { what: 'one that is too large alone stays alone', sizes: [150, 10, 10], groups: [[0], [1, 2]] },
  { what: 'empty ones join anything', sizes: [100, 0, 0, 100], groups: [[0, 1, 2], [3]] },
  { what: 'none', sizes: [], groups: [] },
])('[CL4] groups neighbours up to segment.bytes: $what', ({ sizes, groups }) => {
  const segments = sizes.map((size, i) => segment(i * 10, size));
  const found = groupSegments(segments, LIMITS, 1000);
  expect(found.map((group) => group.map(({ baseOffset }) => baseOffset / 10))).toEqual(groups);
});

test('[CL4] and no further than segment.index.bytes, of either index', () => {
  const basesOf = (segments: ReturnType<typeof segment>[]) =>
    groupSegments(segments, LIMITS, 1000).map((group) => group.map(({ baseOffset }) => baseOffset));
  // 15 entries of 8 bytes, and 10 of 12.
  expect(basesOf([segment(0, 1, 7), segment(10, 1, 8)])).toEqual([[0, 10]]);
  expect(basesOf([segment(0, 1, 8), segment(10, 1, 8)])).toEqual([[0], [10]]);
  expect(basesOf([segment(0, 1, 1, 5), segment(10, 1, 1, 5)])).toEqual([[0, 10]]);
  expect(basesOf([segment(0, 1, 1, 5), segment(10, 1, 1, 6)])).toEqual([[0], [10]]);
});

test('[CL4] and no further than offsets fit into an index: by the next segment, or by the end of what is cleaned', () => {
  const far = 2_147_483_648;
  const basesOf = (end: number) =>
    groupSegments([segment(0, 1), segment(10, 1)], LIMITS, end).map((group) => group.length);
  expect(basesOf(far)).toEqual([2]);
  expect(basesOf(far + 1)).toEqual([1, 1]);
});
