import type { SeriesName } from './metricDefinitions.ts';
import type { Micros } from './units.ts';

/** When a metric is worth a word. `absent`: nobody reports it. */
export const ALERT_CONDITIONS = ['above', 'below', 'absent'] as const;
export type AlertCondition = (typeof ALERT_CONDITIONS)[number];

export interface AlertRule {
  readonly series: SeriesName;
  readonly condition: AlertCondition;
  /** In the unit of the metric; of no account with `absent`. */
  readonly threshold: number;
  /** The condition must hold so long before the alert fires. */
  readonly forUs: Micros;
}

/** One time that a rule fired. */
export interface Alert {
  readonly rule: AlertRule;
  /** Since when the condition held. */
  readonly sinceUs: Micros;
  /** When it had held long enough. */
  readonly firedUs: Micros;
  /** When it ended; null: it holds at the last sample. */
  readonly endedUs: Micros | null;
}

/** More than anybody can tell apart. */
export const MOST_ALERT_RULES = 20;

interface Columns {
  readonly names: readonly SeriesName[];
  readonly timesUs: ArrayLike<Micros>;
  /** NaN: nobody reported. */
  readonly values: readonly ArrayLike<number>[];
}

/**
 * Every time that a rule fired, in order of time. A metric is looked at where it was sampled, as a monitoring system does that
 * scrapes it. A gap is no value: it ends what was above or below, and only `absent` holds in it. A rule whose metric is not among
 * the columns fires never.
 */
export function alertsOf(rules: readonly AlertRule[], columns: Columns): readonly Alert[] {
  const alerts = rules.flatMap((rule) => {
    const values = columns.values[columns.names.indexOf(rule.series)];
    return values === undefined ? [] : alertsOfRule(rule, columns.timesUs, values);
  });
  return alerts.sort((a, b) => a.firedUs - b.firedUs);
}

function alertsOfRule(rule: AlertRule, timesUs: ArrayLike<Micros>, values: ArrayLike<number>): Alert[] {
  const alerts: Alert[] = [];
  let sinceUs: Micros | null = null;
  const end = (endedUs: Micros | null, lastUs: Micros) => {
    if (sinceUs !== null && lastUs - sinceUs >= rule.forUs)
      alerts.push({ rule, sinceUs, firedUs: sinceUs + rule.forUs, endedUs });
    sinceUs = null;
  };
  for (let i = 0; i < values.length; i++) {
    const timeUs = timesUs[i] as Micros;
    if (holds(rule, values[i] as number)) sinceUs ??= timeUs;
    else end(timeUs, timeUs);
  }
  end(null, values.length === 0 ? 0 : (timesUs[values.length - 1] as Micros));
  return alerts;
}

function holds({ condition, threshold }: AlertRule, value: number): boolean {
  if (condition === 'absent') return Number.isNaN(value);
  // Nothing is above or below a gap.
  return condition === 'above' ? value > threshold : value < threshold;
}

export function isSameRule(a: AlertRule, b: AlertRule): boolean {
  return (
    a.series === b.series &&
    a.condition === b.condition &&
    (a.condition === 'absent' || a.threshold === b.threshold) &&
    a.forUs === b.forUs
  );
}

/** Rules of this browser's storage; those that are no rules are left out. */
export function readAlertRules(json: unknown): readonly AlertRule[] {
  if (!Array.isArray(json)) return [];
  return (json as readonly unknown[]).filter(isRule).slice(0, MOST_ALERT_RULES);
}

function isRule(value: unknown): value is AlertRule {
  if (typeof value !== 'object' || value === null) return false;
  const { series, condition, threshold, forUs } = value as Readonly<Record<string, unknown>>;
  return (
    typeof series === 'string' &&
    series !== '' &&
    (ALERT_CONDITIONS as readonly unknown[]).includes(condition) &&
    typeof threshold === 'number' &&
    Number.isFinite(threshold) &&
    Number.isSafeInteger(forUs) &&
    (forUs as number) >= 0
  );
}
