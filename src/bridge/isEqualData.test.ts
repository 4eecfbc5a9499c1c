import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEqualData } from './isEqualData.ts';

const DATA = fc.jsonValue({ maxDepth: 3 });

test('data are equal if, and only if, they print alike', () => {
  fc.assert(
    fc.property(DATA, DATA, (a, b) => {
      expect(isEqualData(a, structuredClone(a))).toBe(true);
      expect(isEqualData([a], [b])).toBe(isEqualData([b], [a]));
      if (isEqualData(a, b)) expect(a).toEqual(b);
      else expect(a).not.toEqual(b);
    }),
  );
});

test.each([
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: undefined }, { b: undefined }],
  [[1, 2], [1]],
  [[], {}],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }],
  [null, {}],
  ['1', 1],
])('%j is not %j', (a, b) => {
  expect([isEqualData(a, b), isEqualData(b, a)]).toEqual([false, false]);
});
