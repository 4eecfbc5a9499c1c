import { formatNumber } from '../../i18n/format.ts';
import { dashboard } from '../../i18n/en/dashboard.ts';
import type { AlertRule } from '../../shared/alerts.ts';
import { partsOfSeries } from '../../shared/metricDefinitions.ts';
import { shortNameOf } from './metricWords.ts';

/** `records-lag-max above 100`, `broker:1 …`. */
export function metricOf({ series }: AlertRule): string {
  const { node } = partsOfSeries(series);
  return node === null ? shortNameOf(series) : `${node} ${shortNameOf(series)}`;
}

export function conditionOf({ condition, threshold }: AlertRule): string {
  return dashboard.condition[condition](formatNumber(threshold, 3));
}
