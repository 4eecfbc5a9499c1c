import { expect, test } from 'vitest';
import { labelledRows } from './labelledRows.ts';

const rows = (count: number, height: number) => Array.from({ length: count }, (_, i) => ({ y: i * height }));

test.each([
  ['high rows each', 14, null, [0, 1, 2, 3, 4, 5]],
  ['lower ones every second', 9, null, [0, 2, 4]],
  ['very low ones every fifth', 5, null, [0, 5]],
  ['the one that is pointed at in place of those that it would lie on', 9, 1, [1, 4]],
  ['the same of very low ones', 5, 4, [0, 4]],
  ['high rows beside the one that is pointed at', 14, 2, [0, 1, 2, 3, 4, 5]],
])('%s', (_, height, pointedAt, expected) => {
  expect(labelledRows(rows(6, height), height, pointedAt)).toEqual(expected);
});
