import { expect, test } from 'vitest';
import { Processing } from './Processing.ts';

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
