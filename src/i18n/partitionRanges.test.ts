import { expect, test } from 'vitest';
import { partitionRanges } from './partitionRanges.ts';

test.each([
  [['p-0'], ['p-0']],
  [
    ['p-1', 'p-0'],
    ['p-0', 'p-1'],
  ],
  [['p-10', 'p-9', 'p-11'], ['p-9 to p-11']],
  [
    ['p-0', 'a-b-1', 'p-1', 'p-2', 'p-4'],
    ['p-0 to p-2', 'p-4', 'a-b-1'],
  ],
])('%j', (partitions, told) => {
  expect(partitionRanges(partitions)).toEqual(told);
});
