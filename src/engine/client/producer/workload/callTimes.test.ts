import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cloneState } from '../../../kernel/cloneState.ts';
import type { CallTimes } from './CallTimes.ts';
import { ClosedLoop } from './ClosedLoop.ts';
import { PoissonArrivals } from './PoissonArrivals.ts';
import { countBefore, diurnalSchedule, scheduledUs } from './schedule.ts';
import { ScheduledArrivals } from './ScheduledArrivals.ts';

const SECOND = 1_000_000;
const bursts = { kind: 'bursts', records: 3, everyUs: SECOND, withinUs: 0 } as const;
const timesOf = (calls: CallTimes, count: number): number[] =>
  Array.from({ length: count }, (_, ahead) => calls.timeOf(ahead));

describe('[workload] calls at random', () => {
  const poisson = (rate: number, endUs: number | null = null) => new PoissonArrivals(7, rate, 500, endUs);

  test('come as often as the rate says, with gaps as long as they are far apart', () => {
    const calls = poisson(1000);
    const times = timesOf(calls, 20_001);
    const gaps = times.slice(1).map((time, i) => time - times[i]!);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
    expect(Math.abs(mean - 1000)).toBeLessThan(3000 / Math.sqrt(gaps.length));
    // The standard deviation of an exponential gap is its mean.
    expect(Math.abs(Math.sqrt(variance) / mean - 1)).toBeLessThan(0.05);
  });

  test('are the same whether they were looked at before they were due or not, and in a copy', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 20 }), fc.nat(200), (takes, lookAhead) => {
        const watched = poisson(300);
        const unwatched = poisson(300);
        for (const count of takes) {
          watched.timeOf(lookAhead);
          watched.take(count);
          unwatched.take(count);
        }
        expect(timesOf(unwatched, 5)).toEqual(timesOf(watched, 5));
        expect(timesOf(cloneState(watched), 5)).toEqual(timesOf(watched, 5));
      }),
    );
  });

  test('end, pause, and begin anew without what was due meanwhile', () => {
    const calls = poisson(10, 2 * SECOND);
    expect(timesOf(calls, 60).at(-1)).toBe(Infinity);
    calls.pause();
    expect(calls.nextUs()).toBe(Infinity);
    calls.resume(SECOND);
    expect(calls.nextUs()).toBeGreaterThan(SECOND);
    expect(poisson(0).nextUs()).toBe(Infinity);
  });
});

describe('[workload] calls by a schedule', () => {
  test('come in bursts, at once or spread', () => {
    expect(Array.from({ length: 7 }, (_, n) => scheduledUs(bursts, n))).toEqual([
      ...[0, 0, 0],
      ...[SECOND, SECOND, SECOND],
      2 * SECOND,
    ]);
    const spread = { ...bursts, withinUs: 300 };
    expect(Array.from({ length: 4 }, (_, n) => scheduledUs(spread, n))).toEqual([0, 100, 200, SECOND]);
  });

  test('rise and fall in a period that has as many records as its mean rate says', () => {
    const day = diurnalSchedule(10, 110, 96 * SECOND);
    const perPeriod = day.cumulative.at(-1)!;
    expect(perPeriod).toBeCloseTo(60 * 96, 6);
    const perStep = Array.from({ length: 97 }, (_, step) => countBefore(day, step * SECOND));
    const rates = perStep.slice(1).map((count, i) => count - perStep[i]!);
    for (const [step, rate] of [
      [0, 10],
      [47, 110],
      [95, 10],
    ] as const)
      expect(Math.abs(rates[step]! - rate)).toBeLessThanOrEqual(1);
    expect(rates[24]).toBeGreaterThan(57);
    expect(rates[24]).toBeLessThan(63);
    // The next period is the same again.
    expect(countBefore(day, 192 * SECOND)).toBe(2 * Math.round(perPeriod));
  });

  test('never fall, and are counted as they come', () => {
    const schedules = [
      bursts,
      { ...bursts, withinUs: SECOND },
      diurnalSchedule(0.5, 20, 60 * SECOND),
      { kind: 'list', timesUs: [0, 0, 5, 9, 9, 70] } as const,
    ];
    fc.assert(
      fc.property(fc.constantFrom(...schedules), fc.nat(500), (schedule, n) => {
        const timeUs = scheduledUs(schedule, n);
        expect(scheduledUs(schedule, n + 1)).toBeGreaterThanOrEqual(timeUs);
        if (timeUs === Infinity) return;
        const before = countBefore(schedule, timeUs);
        expect(before).toBeLessThanOrEqual(n);
        expect(scheduledUs(schedule, before)).toBe(timeUs);
      }),
    );
  });

  test('go on in a pause: what was due in it is never made', () => {
    const calls = new ScheduledArrivals({ kind: 'list', timesUs: [1, 2, 3, 50] }, 100, null);
    calls.take(1);
    expect(calls.nextUs()).toBe(102);
    calls.pause();
    expect([calls.paused, calls.nextUs()]).toEqual([true, Infinity]);
    calls.resume(103);
    expect(timesOf(calls, 3)).toEqual([103, 150, Infinity]);
    calls.skipTo(104);
    expect(calls.nextUs()).toBe(150);
    expect(new ScheduledArrivals({ kind: 'list', timesUs: [1, 9] }, 0, 9).timeOf(1)).toBe(Infinity);
  });
});

describe('[workload] calls in a closed loop', () => {
  test('wait for their callbacks and think', () => {
    const calls = new ClosedLoop(3, 10, 5, null);
    expect(timesOf(calls, 4)).toEqual([5, 5, 5, Infinity]);
    calls.take(3);
    expect(calls.nextUs()).toBe(Infinity);
    calls.completed(2, 100);
    expect(timesOf(calls, 3)).toEqual([110, 110, Infinity]);
    // Callbacks of records that nobody waited for free nobody.
    calls.completed(9, 100);
    expect(timesOf(calls, 4)).toEqual([110, 110, 110, Infinity]);
  });

  test('end with their process, and are as many in the next', () => {
    const calls = new ClosedLoop(2, 0, 0, 1000);
    calls.take(2);
    calls.skipTo(300);
    expect(timesOf(calls, 3)).toEqual([300, 300, Infinity]);
    calls.pause();
    calls.resume(400);
    expect(timesOf(calls, 2)).toEqual([400, 400]);
    calls.skipTo(1000);
    expect(calls.nextUs()).toBe(Infinity);
  });
});
