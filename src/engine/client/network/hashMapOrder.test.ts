import { expect, test } from 'vitest';
import { entriesInHashMapOrder, inHashMapOrder } from './hashMapOrder.ts';

/** From java.util.HashMap itself (OpenJDK 17), filled as `MetadataSnapshot` fills it. */
test.each([
  ['payments', 1, [0]],
  ['payments', 2, [0, 1]],
  ['payments', 3, [0, 2, 1]],
  ['payments', 4, [3, 0, 2, 1]],
  ['payments', 6, [4, 3, 5, 0, 2, 1]],
  ['payments', 7, [4, 3, 6, 5, 0, 2, 1]],
  ['payments', 12, [4, 3, 6, 5, 0, 2, 1, 11, 8, 7, 10, 9]],
  ['orders', 1, [0]],
  ['orders', 2, [0, 1]],
  ['orders', 3, [0, 1, 2]],
  ['orders', 4, [0, 1, 2, 3]],
  ['orders', 6, [0, 1, 2, 3, 4, 5]],
  ['orders', 7, [0, 1, 2, 3, 4, 5, 6]],
  ['orders', 12, [7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6]],
  ['t', 1, [0]],
  ['t', 2, [1, 0]],
  ['t', 3, [1, 0, 2]],
  ['t', 4, [3, 2, 1, 0]],
  ['t', 6, [5, 4, 3, 2, 1, 0]],
  ['t', 7, [5, 4, 3, 2, 1, 0, 6]],
  ['t', 12, [5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6]],
  ['a-very-long-topic.name_with-all', 1, [0]],
  ['a-very-long-topic.name_with-all', 2, [0, 1]],
  ['a-very-long-topic.name_with-all', 3, [0, 1, 2]],
  ['a-very-long-topic.name_with-all', 4, [0, 1, 2, 3]],
  ['a-very-long-topic.name_with-all', 6, [0, 1, 2, 3, 4, 5]],
  ['a-very-long-topic.name_with-all', 7, [0, 1, 2, 3, 4, 5, 6]],
  ['a-very-long-topic.name_with-all', 12, [0, 1, 2, 11, 7, 8, 9, 10, 3, 4, 5, 6]],
])('[PP8] the order of the partitions of %s, of which there are %i', (topic, count, expected) => {
  expect(
    inHashMapOrder(
      topic,
      Array.from({ length: count }, (_, i) => i),
    ),
  ).toEqual(expected);
});

test('[PP8] partitions that are missing leave the order of the others, as long as the table is as large', () => {
  expect(inHashMapOrder('payments', [0, 2, 3, 5])).toEqual([3, 5, 0, 2]);
});

test.each([
  [['a', 'b'], 2, 'a-1 a-0 b-1 b-0'],
  [
    ['orders', 'payments', 'clicks'],
    3,
    'payments-0 payments-2 payments-1 clicks-2 orders-0 clicks-1 orders-1 orders-2 clicks-0',
  ],
])('[S4] partitions of several topics stand in one table of Java’s: %s', (topics, count, expected) => {
  const entries = topics.flatMap((topic) =>
    Array.from({ length: count }, (_, partition) => ({ topic, partition })),
  );
  const names = entriesInHashMapOrder(entries).map(({ topic, partition }) => `${topic}-${partition}`);
  expect(names.join(' ')).toBe(expected);
});
