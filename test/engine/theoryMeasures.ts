import { expect } from 'vitest';
import { ClusterTestContext } from './ClusterTestContext.ts';

export function within(measured: number, expected: number, tolerance: number, what: string): void {
  expect(Math.abs(measured / expected - 1), `${what}: ${measured} for ${expected}`).toBeLessThan(tolerance);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Student's t for 99 % and so many degrees of freedom, from 1. */
const STUDENT_99 = [63.66, 9.92, 5.84, 4.6, 4.03, 3.71, 3.5, 3.36, 3.25];

/**
 * Half the width of the 99 % confidence interval of the mean of runs that differ in nothing but their seed: the runs are independent,
 * whatever hangs together within one.
 */
export function confidenceOf(means: readonly number[]): number {
  const middle = mean(means);
  const variance = means.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (means.length - 1);
  return (STUDENT_99[means.length - 2] ?? NaN) * Math.sqrt(variance / means.length);
}

/** Looks at a number after every event, and returns its mean over the time from one instant to another. */
export class TimeMean extends ClusterTestContext {
  over(fromMs: number, toMs: number, value: () => number): number {
    this.runUntil(fromMs);
    let area = 0;
    let atUs = this.run.cluster.nowUs;
    let before = value();
    const untilUs = toMs * 1000;
    while (this.step(untilUs)) {
      const { nowUs } = this.run.cluster;
      area += before * (nowUs - atUs);
      atUs = nowUs;
      before = value();
    }
    return (area + before * (untilUs - atUs)) / (untilUs - fromMs * 1000);
  }
}
