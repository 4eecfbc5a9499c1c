import { expect, test } from 'vitest';
import { roundRobinPartition } from './roundRobinPartitioner.ts';

test.each([
  ['each in turn', [0, 1, 2], 3, [0, 1, 2, 0, 1]],
  ['those with a leader alone', [0, 2], 3, [0, 2, 0, 2, 0]],
  ['all while none has a leader', [], 3, [0, 1, 2, 0, 1]],
])('[PP8] takes %s', (_name, available, partitionCount, expected) => {
  expect([0, 1, 2, 3, 4].map((n) => roundRobinPartition(n, available, partitionCount))).toEqual(expected);
});

test('[PP8] goes on when the counter of 32 bits wraps', () => {
  expect(roundRobinPartition(0x7fffffff, [0, 1, 2], 3)).toBe(0x7fffffff % 3);
  expect(roundRobinPartition(0x80000000, [0, 1, 2], 3)).toBe(0);
});
