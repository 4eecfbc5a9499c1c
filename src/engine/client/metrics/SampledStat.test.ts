import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SampledRate } from '../../protocol/quota/SampledRate.ts';
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

test('[client-metrics] the sum since the start stays when samples fall away', () => {
  const stat = new SampledStat();
  stat.record(1000, 0);
  stat.record(800, 10 * S, 2);
  expect([stat.total, stat.average(95 * S), stat.perSecond(95 * S)]).toEqual([2600, null, 0]);
});

test.each([
  // A burst counts as spread over 30 s: one whole window is taken as past.
  [[[0, 300]], 0, 10],
  [[[0, 300]], 29, 300 / 59],
  [[[0, 300]], 30, 10],
  [
    [
      [0, 300],
      [31, 300],
    ],
    31,
    600 / 31,
  ],
  [[[0, 300]], 60, 0],
] as const)('[client-metrics] of %j at %i s the rate is %d a second', (values, nowS, rate) => {
  const stat = new SampledStat();
  for (const [atS, value] of values) stat.record(value, atS * S);
  expect(stat.perSecond(nowS * S)).toBeCloseTo(rate, 9);
});

test('[client-metrics] rates are those of quotas with two windows of 30 s, and a copy goes its own way', () => {
  const steps = fc.array(fc.tuple(fc.nat(40_000), fc.nat(500)), { maxLength: 30 });
  fc.assert(
    fc.property(steps, fc.nat(70_000), (values, afterMs) => {
      const window = { samples: 2, windowMs: 30_000 };
      const quota = new SampledRate('Rate');
      let stat = new SampledStat();
      let nowMs = 0;
      for (const [byMs, value] of values) {
        nowMs += byMs;
        stat.record(value, nowMs * 1000);
        quota.record(value, nowMs, window);
        const copy = stat.shareOrClone();
        stat.record(7, nowMs * 1000);
        stat = copy;
      }
      const untilMs = nowMs + afterMs;
      expect(stat.perSecond(untilMs * 1000)).toBeCloseTo(quota.perSecond(untilMs, window), 9);
    }),
    { numRuns: 100 },
  );
});
