import { expect } from 'vitest';
import { ClusterTestContext } from './ClusterTestContext.ts';

export function within(measured: number, expected: number, tolerance: number, what: string): void {
  expect(Math.abs(measured / expected - 1), `${what}: ${measured} for ${expected}`).toBeLessThan(tolerance);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
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
