import { expect, test } from 'vitest';
import { readIdLists, readIds, readPairs, readWhole } from './readFields.ts';

test.each([
  ['1,2, 3', [1, 2, 3]],
  ['4', [4]],
  ['', []],
  ['1,x', null],
  ['1.5', null],
  ['-1', null],
])('ids of %j', (text, ids) => {
  expect(readIds(text)).toEqual(ids);
});

test.each([
  [
    '1,2; 2,3',
    [
      [1, 2],
      [2, 3],
    ],
  ],
  [' ', []],
  ['1,2;', null],
  ['1;a', null],
])('lists of ids of %j', (text, lists) => {
  expect(readIdLists(text)).toEqual(lists);
});

test.each([
  ['3', 3],
  ['−1', -1],
  ['', null],
  ['2.5', null],
  ['two', null],
])('whole number of %j', (text, value) => {
  expect(readWhole(text)).toBe(value);
});

test('pairsHaveCommasBetweenThemAndInThem', () => {
  expect(readPairs('min.insync.replicas=2, cleanup.policy=compact,delete\nretention.ms = 1')).toEqual({
    pairs: { 'min.insync.replicas': '2', 'cleanup.policy': 'compact,delete', 'retention.ms': '1' },
    bad: null,
  });
  expect(readPairs('min.insync.replicas 2').bad).toBe('min.insync.replicas 2');
});
