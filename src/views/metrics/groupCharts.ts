import { partsOfSeries } from '../../shared/metricDefinitions.ts';
import type { SeriesName } from '../../shared/metricDefinitions.ts';

/** One chart: a metric, or the percentiles of one time together. */
export interface Chart {
  readonly key: string;
  /** Places among the names that are watched; of percentiles the lowest first. */
  readonly places: readonly number[];
}

/** Charts in the order in which their first metric was chosen. */
export function groupCharts(names: readonly SeriesName[]): readonly Chart[] {
  const charts = new Map<string, number[]>();
  names.forEach((name, place) => {
    const { node, bean, attribute } = partsOfSeries(name);
    const key = isPercentile(attribute) ? `${node ?? ''} ${bean} percentiles` : name;
    const places = charts.get(key);
    if (places === undefined) charts.set(key, [place]);
    else places.push(place);
  });
  return [...charts].map(([key, places]) => ({
    key,
    places: places.sort((a, b) => percentOf(names[a]) - percentOf(names[b])),
  }));
}

function isPercentile(attribute: string | null): attribute is string {
  return attribute?.endsWith('Percentile') === true;
}

function percentOf(name: SeriesName | undefined): number {
  return name === undefined ? 0 : Number.parseInt(partsOfSeries(name).attribute ?? '', 10) || 0;
}

/** Percentiles of the time of produce requests, of as many brokers as one can look at. */
export function producePercentiles(names: readonly SeriesName[]): readonly SeriesName[] {
  const MOST_BROKERS = 3;
  const ofProduce = names.filter(
    (name) => name.includes('name=TotalTimeMs,request=Produce:') && name.endsWith('Percentile'),
  );
  const brokers = [...new Set(ofProduce.map((name) => partsOfSeries(name).node))].slice(0, MOST_BROKERS);
  return ofProduce.filter((name) => brokers.includes(partsOfSeries(name).node));
}
