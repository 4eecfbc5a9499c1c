import { expect, test } from 'vitest';
import { Processing } from './Processing.ts';
import { workOnRecordUs } from './workTimes.ts';

test('[consumer-processing] works on one record after the other, and polls when all are done', () => {
  const processing = new Processing(50_000);
  expect(processing.isBusy(0)).toBe(false);
  expect(processing.pollsAgainUs(0)).toBe(Infinity);
  processing.begin(3, 1_000_000);
  expect(processing.pollsAgainUs(1_000_000)).toBe(1_150_000);
  expect(
    [1_000_000, 1_050_000, 1_099_999, 1_100_000, 1_150_000].map((us) => processing.remaining(us)),
  ).toEqual([3, 2, 2, 1, 0]);
  expect(processing.isBusy(1_149_999)).toBe(true);
  expect(processing.isBusy(1_150_000)).toBe(false);
});

test('[consumer-processing] counts the time at work', () => {
  const processing = new Processing(50_000);
  processing.begin(2, 0);
  expect([0, 60_000, 100_000, 900_000].map((us) => processing.busyUs(us))).toEqual([
    0, 60_000, 100_000, 100_000,
  ]);
  processing.begin(1, 900_000);
  expect(processing.busyUs(925_000)).toBe(125_000);
});

test('[consumer-processing] works no more once the process is gone', () => {
  const processing = new Processing(50_000);
  processing.begin(4, 0);
  processing.stop(70_000);
  expect([processing.isBusy(70_000), processing.remaining(70_000), processing.busyUs(90_000)]).toEqual([
    false,
    0,
    70_000,
  ]);
});

test('[consumer-processing] times of records may differ: of the exponential distribution, and longer where one fails at first', () => {
  const times = {
    perRecordUs: 1000,
    isExponential: true,
    failingPerMillion: 0,
    retries: 3,
    backoffUs: 50_000,
  };
  const drawn = Array.from({ length: 20_000 }, (_, n) => workOnRecordUs({ ...times, drawSeed: 7 }, n));
  const mean = drawn.reduce((sum, us) => sum + us, 0) / drawn.length;
  // Its standard deviation is its mean.
  expect(Math.abs(mean - 1000)).toBeLessThan((3 * 1000) / Math.sqrt(drawn.length));
  expect(Math.min(...drawn)).toBeGreaterThan(0);
  const failing = { ...times, isExponential: false, failingPerMillion: 100_000, drawSeed: 7 };
  const withRetries = Array.from({ length: 5000 }, (_, n) => workOnRecordUs(failing, n));
  expect(new Set(withRetries)).toEqual(new Set([1000, 1000 + 3 * 51_000]));
  const share = withRetries.filter((us) => us > 1000).length / withRetries.length;
  expect(Math.abs(share - 0.1)).toBeLessThan(3 * Math.sqrt((0.1 * 0.9) / withRetries.length));

  const processing = new Processing(1000);
  processing.vary({ ...failing, failingPerMillion: 1_000_000, retries: 1, backoffUs: 500 });
  processing.begin(2, 0);
  expect([0, 2499, 2500, 4999, 5000].map((us) => processing.remaining(us))).toEqual([2, 2, 1, 1, 0]);
  expect(processing.busyUs(3000)).toBe(3000);
});
