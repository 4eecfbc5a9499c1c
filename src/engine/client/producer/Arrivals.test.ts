import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Arrivals } from './Arrivals.ts';

describe('calls of send()', () => {
  test('come with equal gaps from the start on, exact over any time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.nat(10_000_000),
        fc.nat(1_000_000),
        (rate, startUs, n) => {
          const arrivals = new Arrivals(rate, startUs, null);
          expect(arrivals.timeOf(n)).toBe(startUs + Math.floor((n * 1_000_000) / rate));
          expect(arrivals.timeOf(n + rate) - arrivals.timeOf(n)).toBe(1_000_000);
        },
      ),
    );
  });

  test('are the same one by one and many at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.array(fc.nat(9), { maxLength: 20 }), (rate, runs) => {
        const arrivals = new Arrivals(rate, 0, null);
        const single = new Arrivals(rate, 0, null);
        for (const count of runs) {
          arrivals.take(count);
          for (let i = 0; i < count; i++) single.take(1);
          expect(arrivals.nextUs()).toBe(single.nextUs());
        }
      }),
    );
  });

  test('end where the workload ends', () => {
    const arrivals = new Arrivals(10, 0, 250_000);
    expect([0, 1, 2, 3].map((n) => arrivals.timeOf(n))).toEqual([0, 100_000, 200_000, Infinity]);
  });

  test('begin anew, one gap apart, when the workload goes on after a pause', () => {
    const arrivals = new Arrivals(10, 0, null);
    arrivals.take(3);
    arrivals.pause();
    expect([arrivals.paused, arrivals.nextUs()]).toEqual([true, Infinity]);
    arrivals.resume(5_000_123);
    expect([arrivals.paused, arrivals.nextUs(), arrivals.timeOf(1)]).toEqual([false, 5_000_123, 5_100_123]);
    arrivals.resume(9_000_000);
    expect(arrivals.nextUs()).toBe(5_000_123);
  });

  test('never come without a rate', () => {
    expect(new Arrivals(0, 0, null).nextUs()).toBe(Infinity);
  });
});
