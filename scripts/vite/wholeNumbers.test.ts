import { expect, test } from 'vitest';
import { wholeNumbers } from './wholeNumbers.ts';

const text = (value: string) => ({ type: 'text', value });

test('numbers of a text stay whole, and code stays as it is', () => {
  const prose = text('batches of 2 048 bytes, 1 048 576 in all, in 2 1000 and 3 20 and broker 1 100 ms');
  const code = text('seq 1 100');
  wholeNumbers()({
    type: 'root',
    children: [
      { type: 'element', children: [prose] },
      { type: 'element', tagName: 'code', children: [code] } as never,
    ],
  });
  expect(prose.value).toBe(
    'batches of 2\u202F048 bytes, 1\u202F048\u202F576 in all, in 2 1000 and 3 20 and broker 1\u202F100 ms',
  );
  expect(code.value).toBe('seq 1 100');
});
