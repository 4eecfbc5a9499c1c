import { expect, test } from 'vitest';
import { clockOffsetMs } from './clockOffset.ts';

test.each([
  ['set ahead', 3_000_000, 0, 60_000_000, 3000],
  ['set behind', -1500, 0, 0, -2],
  ['going fast from true', 0, 200, 10_000_000, 2],
  ['going slow from ahead', 10_000, -200, 100_000_000, -10],
  ['not yet gone wrong by a whole ms', 0, 100, 5_000_000, 0],
])('[clocks] a clock %s', (_name, offsetUs, driftPpm, passedUs, aheadMs) => {
  expect(clockOffsetMs({ offsetUs, driftPpm, sinceUs: 500 }, 500 + passedUs)).toBe(aheadMs);
});
