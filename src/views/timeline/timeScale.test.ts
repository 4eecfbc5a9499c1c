import { expect, test } from 'vitest';
import { createTimeScale, timeForKey } from './timeScale.ts';

const SECOND = 1_000_000;

test.each([
  [400, 0],
  [400, 9],
  [1, 9],
])('goes from an instant to its place and back: %d px, margin %d', (width, margin) => {
  const scale = createTimeScale(width, 60 * SECOND, margin);
  expect(scale.x(0)).toBe(margin);
  expect(scale.x(90 * SECOND)).toBe(scale.x(60 * SECOND));
  for (const timeUs of [0, 7 * SECOND, 60 * SECOND])
    expect(Math.abs(scale.timeAt(scale.x(timeUs)) - timeUs)).toBeLessThan(2);
  expect(scale.timeAt(-50)).toBe(0);
  expect(scale.timeAt(9999)).toBe(60 * SECOND);
});

test.each([
  ['ArrowRight', 10.3],
  ['ArrowUp', 10.3],
  ['ArrowLeft', 9.7],
  ['ArrowDown', 9.7],
  ['PageUp', 13],
  ['PageDown', 7],
  ['Home', 0],
  ['End', 40],
])('%s leads to %d s', (key, seconds) => {
  const at = { timeUs: 10 * SECOND, endUs: 60 * SECOND, exploredUs: 40 * SECOND };
  expect(timeForKey(key, at)).toBeCloseTo(seconds * SECOND, 3);
  expect(timeForKey('x', at)).toBeNull();
});
