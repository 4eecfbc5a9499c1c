import { describe, expect, test } from 'vitest';
import { Digest } from './Digest.ts';
import { Meter } from './Meter.ts';

const SECOND = 1_000_000;
const ALPHA = 1 - Math.exp(-5 / 60);

/** As Yammer Metrics 2 computes it: one tick after the other. */
function tickedRate(marksPerTick: readonly number[]): number {
  let rate = 0;
  marksPerTick.forEach((marks, tick) => {
    const instant = marks / 5;
    rate = tick === 0 ? instant : rate + ALPHA * (instant - rate);
  });
  return rate;
}

describe('a meter', () => {
  test('[metric-meters] counts exactly, and shows no rate before its first tick', () => {
    const meter = new Meter();
    meter.mark(7, 0);
    meter.mark(5, 4_999_999);
    expect(meter.count).toBe(12);
    expect(meter.oneMinuteRate(4_999_999)).toBe(0);
    expect(meter.oneMinuteRate(5 * SECOND)).toBe(12 / 5);
    expect(meter.meanRate(6 * SECOND)).toBe(2);
  });

  test.each([
    ['steady', [50, 50, 50, 50, 50, 50]],
    ['a burst, then nothing', [500, 0, 0, 0, 0, 0, 0, 0]],
    ['quiet, then a burst', [0, 0, 0, 400]],
    ['up and down', [10, 90, 0, 0, 30, 5, 0, 200]],
  ])('[metric-meters] forgets over a minute as one that ticks every 5 s: %s', (_, marksPerTick) => {
    const meter = new Meter();
    marksPerTick.forEach((marks, tick) => {
      if (marks > 0) meter.mark(marks, tick * 5 * SECOND + 1);
    });
    expect(meter.oneMinuteRate(marksPerTick.length * 5 * SECOND)).toBeCloseTo(tickedRate(marksPerTick), 12);
  });

  test('[metric-meters] is not changed by a look, however long it was quiet', () => {
    const meter = new Meter();
    meter.mark(600, 1);
    const looked = structuredClone(meter);
    expect(meter.oneMinuteRate(60 * SECOND)).toBeCloseTo(120 * Math.exp(-55 / 60), 10);
    expect(meter.oneMinuteRate(86_400 * 365 * SECOND)).toBeLessThan(1e-300);
    expect(structuredClone(meter)).toEqual(looked);
  });

  test('decides nothing, so a digest leaves it out', () => {
    const meter = new Meter();
    const digestOf = () => {
      const digest = new Digest();
      digest.state({ meter });
      return digest.hex();
    };
    const before = digestOf();
    meter.mark(1, 1);
    expect(digestOf()).toBe(before);
  });
});

test('[quiet-time] [metric-meters] what is marked evenly may be marked all at once: count and rate come to the same', () => {
  const one = new Meter();
  const other = new Meter();
  for (let second = 0; second < 3600; second++) {
    one.mark(4, second * 1_000_000 + 500_000);
    if (second < 100) other.mark(4, second * 1_000_000 + 500_000);
  }
  other.skip(4 * 3500, 100_000_000, 3_500_000_000);
  expect(other.count).toBe(one.count);
  expect(other.oneMinuteRate(3_600_000_000)).toBeCloseTo(one.oneMinuteRate(3_600_000_000), 6);
});

test('[quiet-time] [metric-meters] what several loops mark evenly over the same time adds up', () => {
  const one = new Meter();
  const other = new Meter();
  for (let second = 0; second < 3600; second++) {
    one.mark(4 + 10, second * 1_000_000 + 500_000);
    if (second < 100) other.mark(4 + 10, second * 1_000_000 + 500_000);
  }
  other.skip(4 * 3500, 100_000_000, 3_500_000_000);
  other.skip(10 * 3500, 100_000_000, 3_500_000_000);
  expect(other.count).toBe(one.count);
  expect(other.oneMinuteRate(3_600_000_000)).toBeCloseTo(one.oneMinuteRate(3_600_000_000), 6);
});
