import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SampledRate } from '../../protocol/quota/SampledRate.ts';
import { SampledStat } from './SampledStat.ts';

test('[client-metrics] mean and largest value of all samples that are not too old; then nothing, but for the total', () => {
  const stat = new SampledStat();
  expect([stat.avg(0), stat.max(0), stat.rate(0), stat.total]).toEqual([null, null, 0, 0]);
  stat.record(1000, 0);
  stat.record(800, 10_000);
  stat.record(100, 35_000);
  expect([stat.avg(69_999), stat.max(69_999)]).toEqual([1900 / 3, 1000]);
  expect([stat.avg(70_000), stat.max(70_000)]).toEqual([100, 100]);
  expect([stat.avg(95_000), stat.max(95_000), stat.rate(95_000), stat.total]).toEqual([null, null, 0, 1900]);
});

test.each([
  // A burst counts as spread over 30 s: one whole window is taken as past.
  [[[0, 300]], 0, 10],
  [[[0, 300]], 29_000, 300 / 59],
  [[[0, 300]], 30_000, 10],
  [[[0, 300], [31_000, 300]], 31_000, 600 / 31],
  [[[0, 300]], 60_000, 0],
] as const)('[client-metrics] of %j at %i ms the rate is %d a second', (values, nowMs, rate) => {
  const stat = new SampledStat();
  for (const [atMs, value] of values) stat.record(value, atMs);
  expect(stat.rate(nowMs)).toBeCloseTo(rate, 9);
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
        stat.record(value, nowMs);
        quota.record(value, nowMs, window);
        const copy = stat.shareOrClone();
        stat.record(7, nowMs);
        stat = copy;
      }
      expect(stat.rate(nowMs + afterMs)).toBe(quota.perSecond(nowMs + afterMs, window));
    }),
    { numRuns: 100 },
  );
});
