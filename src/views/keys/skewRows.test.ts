import { expect, it } from 'vitest';
import { countKeys, pastedKeys, skewRows } from './skewRows.ts';

it('takes lines for keys, without what stands around them, up to a number', () => {
  expect(pastedKeys(' a\r\n\nb \na\nc', 3)).toEqual(['a', 'b', 'a']);
  expect([...countKeys(['a', 'b', 'a'])]).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

it('counts records by partition, and keys that are elsewhere than with Java', () => {
  const rows = skewRows(
    {
      clients: [
        { client: 'java', partitions: [0, 2, 2], counts: [1, 0, 2] },
        { client: 'sarama', partitions: [1, 2, -1], counts: [0, 1, 1] },
      ],
    },
    [10, 3, 4],
  );
  expect(rows).toEqual([
    { client: 'java', counts: [10, 0, 7], fullest: 0, empty: 1, elsewhere: 0 },
    { client: 'sarama', counts: [0, 10, 3], fullest: 1, empty: 1, elsewhere: 2 },
  ]);
});
