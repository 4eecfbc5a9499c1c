import { expect, test } from 'vitest';
import { flowWidth, shownWidth } from './flowWidth.ts';

test.each([
  [0, 2],
  [1000, 2],
  [10_000, 5],
  [100_000, 8],
  [1_000_000, 11],
  [10_000_000, 14],
  [4_000_000_000, 14],
])('%i bytes a second: a ribbon of %d px', (bytesPerSecond, width) => {
  expect(flowWidth(bytesPerSecond)).toBeCloseTo(width, 9);
});

test('twice as much is wider, and what is drawn at rest is narrower but never gone', () => {
  expect(flowWidth(40_000)).toBeGreaterThan(flowWidth(20_000) + 0.8);
  for (const rate of [0, 900, 30_000, 90_000_000]) {
    expect(shownWidth(rate, 1)).toBe(flowWidth(rate));
    expect(shownWidth(rate, 0)).toBeGreaterThanOrEqual(1.2);
    expect(shownWidth(rate, 0)).toBeLessThan(flowWidth(rate));
  }
  expect(shownWidth(90_000, 0)).toBeGreaterThan(shownWidth(9000, 0));
});
