import type { Meter } from '../../engine/kernel/Meter.ts';
import type { TimeTally } from '../../engine/broker/BrokerMeters.ts';
import type { Micros } from '../../shared/units.ts';

/** Takes one value of one process: the MBean with all its tags, and the attribute (null of a gauge). */
export type MetricVisitor = (bean: string, attribute: MeterAttribute | null, value: number) => void;

export type MeterAttribute = 'Count' | 'OneMinuteRate' | 'Mean' | 'Max';

/** A meter that was never marked stands there with 0, as a registered one does. */
export function visitMeter(
  visit: MetricVisitor,
  bean: string,
  meter: Meter | undefined,
  ageUs: Micros,
): void {
  visit(bean, 'Count', meter?.count ?? 0);
  visit(bean, 'OneMinuteRate', meter?.oneMinuteRate(ageUs) ?? 0);
}

export function visitTally(visit: MetricVisitor, bean: string, tally: TimeTally): void {
  visit(bean, 'Count', tally.count);
  visit(bean, 'Mean', tally.count === 0 ? 0 : tally.sumMs / tally.count);
  visit(bean, 'Max', tally.maxMs);
}
