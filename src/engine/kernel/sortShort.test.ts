import { describe, expect, test } from 'vitest';
import { hashedInt } from './hash.ts';
import { sortShort } from './sortShort.ts';

describe('a sort of short lists', () => {
  test.each([0, 1, 2, 3, 10, 24, 25, 100])(
    'sorts %i items as Array.sort does, equal ones in their order',
    (length) => {
      for (let seed = 0; seed < 20; seed++) {
        const list = Array.from({ length }, (_, place) => ({ key: hashedInt(seed, 1, place, 8), place }));
        const expected = [...list].sort((a, b) => a.key - b.key);
        expect(sortShort(list, (a, b) => a.key - b.key)).toEqual(expected);
      }
    },
  );

  test('sorts in place', () => {
    const list = [3, 1, 2];
    expect(sortShort(list, (a, b) => a - b)).toBe(list);
    expect(list).toEqual([1, 2, 3]);
  });
});
