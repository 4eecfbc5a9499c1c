import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exponentialBackoffMs, jitterFactor, RETRY_BACKOFF_JITTER } from './exponentialBackoff.ts';

const POLICY = { initialMs: 100, maxMs: 1000, multiplier: 2 };

test('[RT1] spreads each wait by a fifth to both sides, in whole ms and never above the maximum', () => {
  const drawn = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.nat(50), drawn, (failures, draw) => {
      const plain = exponentialBackoffMs(POLICY, failures);
      const waitMs = exponentialBackoffMs(POLICY, failures, jitterFactor(RETRY_BACKOFF_JITTER, draw));
      expect(Number.isInteger(waitMs)).toBe(true);
      expect(waitMs).toBeGreaterThanOrEqual(plain * 0.8);
      expect(waitMs).toBeLessThanOrEqual(Math.min(1000, plain * 1.2));
    }),
  );
});

test('[RT1] the first retry waits 80 to 120 ms', () => {
  expect(exponentialBackoffMs(POLICY, 0, jitterFactor(0.2, 0))).toBe(80);
  expect(exponentialBackoffMs(POLICY, 0, jitterFactor(0.2, 0.5))).toBe(100);
  expect(exponentialBackoffMs(POLICY, 0, jitterFactor(0.2, 0.99999))).toBe(119);
});

test('[RT1] a maximum that is not above the initial value is every wait, without jitter', () => {
  expect(exponentialBackoffMs({ initialMs: 500, maxMs: 200, multiplier: 2 }, 3, 0.8)).toBe(200);
  expect(exponentialBackoffMs({ initialMs: 200, maxMs: 200, multiplier: 2 }, 3, 0.8)).toBe(200);
});

test('[RT1] any number of failures ends at the maximum', () => {
  expect(exponentialBackoffMs(POLICY, Number.MAX_SAFE_INTEGER)).toBe(1000);
});
