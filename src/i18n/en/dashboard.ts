import { formatDuration, formatNumber, formatTime } from '../format.ts';
import { plural } from '../plural.ts';

/** Metrics over time, alerts on them, and their file. Loaded with the dashboard, and its words for alerts with the timeline. */
export const dashboard = {
  title: 'Dashboard',
  open: 'Dashboard',
  close: 'Back to the picture',
  lead: 'Point at an instant to read it in every chart; press to go there.',
  keysHint: 'The arrow keys read another instant in all charts, Enter goes there.',
  readAt: (metric: string) => `Read ${metric} at`,
  readout: (time: string, value: string) => `${time}: ${value}`,
  chart: (name: string, trend: string, now: string, least: string, most: string) =>
    `${name}: ${now}, ${trend}; between ${least} and ${most}.`,
  trend: { rising: 'rising', falling: 'falling', level: 'level', none: 'no value' },
  emptyChart: (name: string) => `${name}: nobody has reported it yet.`,
  gaps: (count: number) => plural(count, { one: '# gap: nobody reported', other: '# gaps: nobody reported' }),
  percentile: { '50thPercentile': 'p50', '95thPercentile': 'p95', '99thPercentile': 'p99' },
  layout: 'Charts',
  remove: (name: string) => `Take ${name} off the dashboard`,
  csv: 'CSV',
  csvHeard: 'Download what is shown as CSV',
  csvTime: 'time_s',
  table: 'As a table',
  tableOf: (time: string) => `Every metric shown, at ${time}`,
  column: { metric: 'Metric', value: 'Value', least: 'Least', most: 'Most' },
  latency: 'Add request percentiles',
  condition: {
    above: (threshold: string) => `above ${threshold}`,
    below: (threshold: string) => `below ${threshold}`,
    absent: (_threshold: string) => 'not reported',
  },
  alerts: {
    title: 'Alerts',
    lead: 'A rule puts a mark on the timeline each time that it fires, and says so.',
    none: 'No rules yet.',
    metric: 'Metric',
    condition: 'Condition',
    conditions: { above: 'is above', below: 'is below', absent: 'is not reported' },
    threshold: 'Threshold',
    forSeconds: 'For so many seconds',
    add: 'Add the rule',
    most: (most: number) => `No more than ${formatNumber(most)} rules.`,
    badThreshold: 'The threshold is a number.',
    badFor: 'A time in seconds, 0 or more.',
    already: 'This rule is there already.',
    ruleFor: (metric: string, condition: string, forUs: number) =>
      forUs === 0 ? `${metric} ${condition}` : `${metric} ${condition} for ${formatDuration(forUs)}`,
    removeRule: (rule: string) => `Remove the rule: ${rule}`,
    removeShort: 'Remove',
    never: 'never fired in this run',
    fired: (count: number) => plural(count, { one: 'fired once', other: 'fired # times' }),
    firing: 'fires now',
    firedAt: (atUs: number, endedUs: number | null) =>
      endedUs === null
        ? `${formatTime(atUs)}, still going on`
        : `${formatTime(atUs)}, for ${formatDuration(endedUs - atUs)}`,
    goTo: (rule: string, atUs: number) => `Go to ${formatTime(atUs)}: ${rule}`,
    spoken: (atUs: number, rule: string) => `${formatTime(atUs)}. Alert: ${rule}.`,
    moreTimes: (count: number) => plural(count, { one: '# earlier time', other: '# earlier times' }),
  },
};
