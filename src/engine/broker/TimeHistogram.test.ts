import { expect, test } from 'vitest';
import { TimeHistogram } from './TimeHistogram.ts';

const SECOND = 1_000_000;

function of(values: readonly number[], ageUs = 0): TimeHistogram {
  const histogram = new TimeHistogram();
  for (const value of values) histogram.add(value, ageUs);
  return histogram;
}

// By hand from Yammer's `Snapshot.getValue`: the place is share × (n + 1), between two values it is interpolated.
test.each([
  [[], 0.5, 0],
  [[7], 0.99, 7],
  [[1, 2, 3, 4], 0.5, 2.5],
  [[4, 1, 3, 2, 5], 0.5, 3],
  [[10, 20, 30], 0.1, 10],
  [[10, 20, 30], 0.95, 30],
  [Array.from({ length: 100 }, (_, i) => i + 1), 0.95, 95.95],
  [Array.from({ length: 100 }, (_, i) => i + 1), 0.99, 99.99],
])('of %j the quantile %d is %d', (values, share, expected) => {
  expect(of(values).quantile(share)).toBeCloseTo(expected, 9);
});

test('once there are more values than a sample holds, the last minutes count for most', () => {
  const histogram = of(Array.from({ length: 3000 }, () => 10));
  for (let i = 0; i < 3000; i++) histogram.add(50, 600 * SECOND);
  // Ten minutes weaken a value by e^9.
  expect(histogram.quantile(0.01)).toBe(50);
  const mixed = of(Array.from({ length: 3000 }, () => 10));
  for (let i = 0; i < 3000; i++) mixed.add(50, 0);
  expect([mixed.quantile(0.49), mixed.quantile(0.51)]).toEqual([10, 50]);
});

test('quiet time that is gone over at once weighs as if each had come in its turn', () => {
  const each = of(Array.from({ length: 1200 }, () => 10));
  const atOnce = of(Array.from({ length: 1200 }, () => 10));
  for (let second = 1; second <= 40; second++) for (let i = 0; i < 20; i++) each.add(500, second * SECOND);
  atOnce.skip(500, 800, SECOND, 40 * SECOND);
  for (let i = 0; i < 400; i++) {
    each.add(900, 41 * SECOND);
    atOnce.add(900, 41 * SECOND);
  }
  for (const share of [0.2, 0.35, 0.5, 0.65, 0.8, 0.95])
    expect(atOnce.quantile(share)).toBe(each.quantile(share));
  // Weeks of it leave no infinity behind.
  atOnce.skip(500, 1e6, 50 * SECOND, 30 * 86_400 * SECOND);
  expect(atOnce.quantile(0.99)).toBe(500);
});

test('large values stand together within a 64th of themselves', () => {
  for (const ms of [128, 129, 500, 12_345, 30_000]) {
    const value = of([ms]).quantile(0.5);
    expect(value).toBeLessThanOrEqual(ms);
    expect(ms - value).toBeLessThan(ms / 64);
  }
});

test('a copy and what it was copied from go their own ways', () => {
  const histogram = of([1, 2, 3]);
  const copy = histogram.shareOrClone();
  histogram.add(100, 0);
  copy.add(50, 0);
  expect([histogram.quantile(1), copy.quantile(1)]).toEqual([100, 50]);
  expect(of([1, 2, 3]).quantile(0.5)).toBe(2);
});
