import { expect, test } from 'vitest';
import { removeAt, shorten, takeFirst } from './shortLists.ts';

const upTo = (length: number): number[] => Array.from({ length }, (_, i) => i);

test.each([1, 2, 5, 31, 32, 33, 80])(
  'a list of %i items loses the same as by splice, shift and length',
  (length) => {
    for (const index of [0, length >> 1, length - 1]) {
      const list = upTo(length);
      removeAt(list, index);
      expect(list).toEqual(upTo(length).toSpliced(index, 1));
    }
    const list = upTo(length);
    expect(takeFirst(list)).toBe(0);
    expect(list).toEqual(upTo(length).slice(1));
    shorten(list, 1);
    expect(list).toEqual(upTo(length).slice(1, 2));
    expect(takeFirst(upTo(0))).toBeUndefined();
  },
);
