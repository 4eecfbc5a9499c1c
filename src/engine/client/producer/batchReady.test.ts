import { expect, test } from 'vitest';
import { batchReady, isBackingOff, type AccumulatorPressure } from './batchReady.ts';

const CALM: AccumulatorPressure = {
  memoryExhausted: false,
  closing: false,
  flushing: false,
  transactionCompleting: false,
};
const FRESH = { waitedMs: 0, full: false, backoffMs: null };

test('[S3] waits for linger, and says how long', () => {
  expect(batchReady({ ...FRESH, waitedMs: 4 }, 5, CALM)).toEqual({ ready: false, nextCheckMs: 1 });
  expect(batchReady({ ...FRESH, waitedMs: 5 }, 5, CALM)).toEqual({ ready: true });
  expect(batchReady(FRESH, 0, CALM)).toEqual({ ready: true });
});

test('[S3] a full batch or a second one behind it does not wait', () => {
  expect(batchReady({ ...FRESH, full: true }, 5, CALM)).toEqual({ ready: true });
});

test.each(['memoryExhausted', 'closing', 'flushing', 'transactionCompleting'] as const)(
  '[S3] nothing waits while %s',
  (pressure) => {
    expect(batchReady(FRESH, 5, { ...CALM, [pressure]: true })).toEqual({ ready: true });
  },
);

test('[S3] a batch that backs off waits through all of it', () => {
  const everything = { memoryExhausted: true, closing: true, flushing: true, transactionCompleting: true };
  const batch = { waitedMs: 30, full: true, backoffMs: 100 };
  expect(batchReady(batch, 5, everything)).toEqual({ ready: false, nextCheckMs: 70 });
});

test('[RT1] backs off after a failed attempt until the time is over, or the leader has changed', () => {
  expect(isBackingOff(0, 0, 100, false)).toBe(false);
  expect(isBackingOff(1, 99, 100, false)).toBe(true);
  expect(isBackingOff(1, 100, 100, false)).toBe(false);
  expect(isBackingOff(1, 0, 100, true)).toBe(false);
});
