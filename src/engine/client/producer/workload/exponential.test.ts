import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mix32 } from '../../../kernel/hash.ts';
import { EXPONENTIAL_ONE, unitExponential } from './exponential.ts';

test('[workload] the table is the logarithm, to one in 30,000', () => {
  fc.assert(
    fc.property(fc.nat({ max: 0xffffffff }), (word) => {
      const exact = -Math.log((word + 1) / 4294967296);
      expect(Math.abs(unitExponential(word) / EXPONENTIAL_ONE - exact)).toBeLessThan(1 / 30_000);
    }),
  );
  expect(unitExponential(0xffffffff)).toBe(0);
});

test('[workload] the draws have the mean and the variance of the distribution', () => {
  const count = 50_000;
  let sum = 0;
  let squares = 0;
  for (let n = 0; n < count; n++) {
    const value = unitExponential(mix32(mix32(n) ^ 77)) / EXPONENTIAL_ONE;
    sum += value;
    squares += value * value;
  }
  const mean = sum / count;
  // Three standard errors: 1/√n of the mean, √8/√n of the variance.
  expect(Math.abs(mean - 1)).toBeLessThan(3 / Math.sqrt(count));
  expect(Math.abs(squares / count - mean * mean - 1)).toBeLessThan((3 * Math.sqrt(8)) / Math.sqrt(count));
});
