import { metricMeanings } from '../../i18n/en/metricMeanings.ts';
import { formatNumber } from '../../i18n/format.ts';
import { definitionOf, partsOfSeries } from '../../shared/metricDefinitions.ts';
import type { SeriesName } from '../../shared/metricDefinitions.ts';
import type { useMessages } from '../../ui/messages.tsx';

type Messages = ReturnType<typeof useMessages>;

/** `UnderReplicatedPartitions`, `PurgatorySize, Produce`, `TotalTimeMs, Produce, Max`. */
export function shortNameOf(series: SeriesName): string {
  const { name, tags, attribute } = partsOfSeries(series);
  const values = tags
    .split(',')
    .map((tag) => tag.slice(tag.indexOf('=') + 1))
    .filter((value) => value !== '' && value !== 'Replica');
  return [name, ...values, ...(attribute === null || attribute === 'Count' ? [] : [attribute])].join(', ');
}

/** MBean without what the short name says, and whose it is: `kafka.server:type=ReplicaManager`. */
export function longNameOf(series: SeriesName): string {
  const { bean } = partsOfSeries(series);
  return bean.slice(0, bean.indexOf(','));
}

/** What it says, what its number counts, and of which process. */
export function meaningOf(series: SeriesName, m: Messages['metrics']): string {
  const definition = definitionOf(series);
  const { attribute } = partsOfSeries(series);
  if (definition === undefined) return '';
  const kind = attribute === null ? '' : m.kind[attribute as keyof typeof m.kind];
  const unit = m.unit[definition.unit];
  return `${metricMeanings[definition.id]} ${capital(kind === '' ? unit : `${unit}, ${kind}`)}.`;
}

export function valueText(value: number | undefined, m: Messages['metrics']): string {
  if (value === undefined || Number.isNaN(value)) return m.noValue;
  return formatNumber(value, Number.isInteger(value) ? 0 : 1);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
