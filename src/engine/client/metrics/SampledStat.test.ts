import { expect, test } from 'vitest';
import { SampledStat } from './SampledStat.ts';

const S = 1_000_000;

test('[consumer-metrics] what was recorded is spread over one window at least, and over two once they are full', () => {
  const stat = new SampledStat();
  expect([stat.average(0), stat.largest(0), stat.timesPerSecond(0)]).toEqual([null, null, 0]);
  for (let s = 0; s < 10; s++) stat.record(3, s * S);
  // Ten in ten seconds, and one whole window counts as past: 10 / (9 + 30).
  expect(stat.timesPerSecond(9 * S)).toBeCloseTo(10 / 39, 10);
  for (let s = 10; s < 60; s++) stat.record(s === 40 ? 9 : 3, s * S);
  expect(stat.timesPerSecond(60 * S)).toBeCloseTo(1, 10);
  expect(stat.perSecond(60 * S)).toBeCloseTo((59 * 3 + 9) / 60, 10);
  expect([stat.largest(60 * S), stat.average(60 * S)]).toEqual([9, (59 * 3 + 9) / 60]);
});

test('[consumer-metrics] a sample falls away as a whole, two windows after its last record', () => {
  const stat = new SampledStat();
  stat.record(7, 0);
  stat.record(7, 29 * S);
  expect(stat.largest(88 * S)).toBe(7);
  expect(stat.largest(89 * S)).toBeNull();
  stat.shift(10 * S);
  expect(stat.largest(98 * S)).toBe(7);
});
