import type { Meter } from '../../engine/kernel/Meter.ts';
import type { SampledTally, TimeTally } from '../../engine/broker/BrokerMeters.ts';
import type { Micros } from '../../shared/units.ts';

/** Takes one value of one process: the MBean with all its tags, and the attribute (null of a gauge). */
export type MetricVisitor = (bean: string, attribute: MeterAttribute | null, value: number) => void;

export type MeterAttribute = 'Count' | 'OneMinuteRate' | 'Mean' | 'Max' | Percentile;

export type Percentile = '50thPercentile' | '95thPercentile' | '99thPercentile';

const PERCENTILES: readonly (readonly [Percentile, number])[] = [
  ['50thPercentile', 0.5],
  ['95thPercentile', 0.95],
  ['99thPercentile', 0.99],
];

/** Of one process and one kind of request: percentiles do not add up. */
export function visitPercentiles(visit: MetricVisitor, bean: string, tally: SampledTally): void {
  for (const [attribute, share] of PERCENTILES) visit(bean, attribute, tally.quantile(share));
}

/** Several meters as one: they forget alike, so their rates add up. One that was never marked stands there with 0. */
export function visitMeters(
  visit: MetricVisitor,
  bean: string,
  meters: readonly Meter[],
  ageUs: Micros,
): void {
  let count = 0;
  let rate = 0;
  for (const meter of meters) {
    count += meter.count;
    rate += meter.oneMinuteRate(ageUs);
  }
  visit(bean, 'Count', count);
  visit(bean, 'OneMinuteRate', rate);
}

export function visitTallies(visit: MetricVisitor, bean: string, tallies: readonly TimeTally[]): void {
  let count = 0;
  let sumMs = 0;
  let maxMs = 0;
  for (const tally of tallies) {
    count += tally.count;
    sumMs += tally.sumMs;
    maxMs = Math.max(maxMs, tally.maxMs);
  }
  visit(bean, 'Count', count);
  visit(bean, 'Mean', count === 0 ? 0 : sumMs / count);
  visit(bean, 'Max', maxMs);
}
