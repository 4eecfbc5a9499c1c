import { expect, test } from 'vitest';
import { SliceLength } from './SliceLength.ts';

test('grows while little happens, to two minutes at most', () => {
  const slice = new SliceLength();
  const lengths = Array.from({ length: 10 }, () => {
    slice.brought(20);
    return slice.us;
  });
  expect(lengths.slice(0, 3)).toEqual([1_000_000, 2_000_000, 4_000_000]);
  expect(lengths.at(-1)).toBe(120_000_000);
});

test('is short again after a slice that brought nearly too many rows', () => {
  const slice = new SliceLength();
  slice.brought(20);
  slice.brought(1000);
  expect(slice.us).toBe(1_000_000);
  slice.brought(2500);
  expect(slice.us).toBe(500_000);
});
