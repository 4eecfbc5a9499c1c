import type { Cluster } from '../engine/cluster/Cluster.ts';
import { partsOfSeries, TELLING_METRICS } from '../shared/metricDefinitions.ts';
import type { SeriesName } from '../shared/metricDefinitions.ts';
import type { Micros } from '../shared/units.ts';
import type { MetricColumns } from './frame.ts';
import type { MetricVisitor } from './metrics/MetricVisitor.ts';
import { acrossNodes, readMetrics } from './metrics/readMetrics.ts';
import { SampleTable } from './SampleTable.ts';

const FIRST_INTERVAL_US = 100_000;
/** A sample looks at every replica: of so many and more it is taken half as often, and half as often again of three times as many. */
const MANY_REPLICAS = 1000;
/** Samples times columns stay below this, so that a large cluster does not fill the memory; never fewer than the third. */
const MOST_VALUES = 1_500_000;
const MOST_SAMPLES = 2048;
const FEWEST_SAMPLES = 256;

/** One MBean and attribute of one process. */
interface Column {
  readonly bean: string;
  readonly attribute: string | null;
  /** Where its values stand in each row. */
  readonly index: number;
}

/** One process: its columns in the order in which they were reported last. */
interface NodeColumns {
  readonly columns: Column[];
  /** Where the next one is looked for: nearly always right there. */
  cursor: number;
}

/**
 * Metrics over simulated time, sampled at even distances that double when there are too many samples. Of requests only those
 * that carry records are kept over time.
 */
export class MetricSeries {
  private times: number[] = [];
  /** One row a sample. */
  private readonly samples = new SampleTable();
  private readonly nodes = new Map<string, NodeColumns>();
  private columnCount = 0;
  /** What `columns` gave last; many frames pass between two samples. */
  private latest: MetricColumns | null = null;
  /** The row that is being read. */
  private reading: Float64Array = new Float64Array(0);
  private intervalUs: Micros;
  private nextUs: Micros = 0;

  /** @param replicaCount replicas of the cluster that is measured. */
  constructor(replicaCount = 0) {
    this.intervalUs = firstIntervalUs(replicaCount);
  }

  /** Takes the sample that is due by the time of the next event, as the world stands before it. */
  sampleBefore(eventUs: Micros, cluster: Cluster): void {
    if (eventUs < this.nextUs) return;
    const at = Math.floor(eventUs / this.intervalUs) * this.intervalUs;
    this.push(at, this.readAt(at, cluster));
  }

  /** What every process reports. */
  private readAt(atUs: Micros, cluster: Cluster): Float64Array {
    this.reading = new Float64Array(this.columnCount).fill(NaN);
    readMetrics(cluster, (node) => this.visitorOf(node), atUs, false);
    return this.reading;
  }

  private push(at: Micros, row: Float64Array): void {
    this.latest = null;
    this.times.push(at);
    this.samples.push(row);
    this.nextUs = at + this.intervalUs;
    const most = Math.max(FEWEST_SAMPLES, Math.floor(MOST_VALUES / Math.max(1, this.columnCount)));
    if (this.times.length > Math.min(MOST_SAMPLES, most)) this.thin();
  }

  /**
   * The samples of a stretch that was gone over in one step: nothing happened in it, so gauges stood where they were, and what
   * counts grew evenly from what was sampled before it to what is there now.
   */
  bridge(untilUs: Micros, cluster: Cluster): void {
    const beforeUs = this.times.at(-1);
    if (beforeUs === undefined || untilUs < this.nextUs) {
      this.sampleBefore(untilUs, cluster);
      return;
    }
    const after = this.readAt(untilUs, cluster);
    const before = after.map((_, i) => this.samples.lastOf(i));
    while (this.nextUs <= untilUs) {
      const at = this.nextUs;
      const part = (at - beforeUs) / (untilUs - beforeUs);
      this.push(
        at,
        after.map((value, i) => {
          const from = before[i] as number;
          if (from === value) return value;
          const between = from + (value - from) * part;
          return Number.isInteger(from) && Number.isInteger(value) ? Math.round(between) : between;
        }),
      );
    }
  }

  /** Another future begins at `timeUs`. */
  forgetAfter(timeUs: Micros): void {
    this.latest = null;
    let keep = this.times.length;
    while (keep > 0 && (this.times[keep - 1] as number) > timeUs) keep -= 1;
    this.times.length = keep;
    this.samples.truncate(keep);
    this.nextUs = keep === 0 ? 0 : (this.times[keep - 1] as number) + this.intervalUs;
  }

  /** The series asked for; what no process ever reported is NaN throughout. */
  columns(names: readonly SeriesName[] = TELLING_METRICS): MetricColumns {
    if (this.latest?.names !== names)
      this.latest = {
        names,
        timesUs: Float64Array.from(this.times),
        values: names.map((name) => this.valuesOf(name)),
      };
    return this.latest;
  }

  /** Every series there is: those of the cluster first, then each process's own. */
  names(): SeriesName[] {
    const own: SeriesName[] = [];
    const cluster = new Set<SeriesName>();
    for (const [node, { columns }] of this.nodes) {
      for (const { bean, attribute } of columns) {
        const name = attribute === null ? bean : `${bean}:${attribute}`;
        own.push(`${node} ${name}`);
        if (acrossNodes(name) !== null) cluster.add(name);
      }
    }
    return [...cluster, ...own];
  }

  /** Every series of one process as it was sampled last. */
  lastOf(node: string): { readonly series: SeriesName; readonly value: number | null }[] {
    return (this.nodes.get(node)?.columns ?? []).map(({ bean, attribute, index }) => {
      const value = this.samples.lastOf(index);
      return {
        series: attribute === null ? bean : `${bean}:${attribute}`,
        value: Number.isNaN(value) ? null : value,
      };
    });
  }

  private valuesOf(series: SeriesName): Float64Array {
    const { node, bean, attribute } = partsOfSeries(series);
    const across = node === null ? acrossNodes(series) : null;
    const result = new Float64Array(this.times.length).fill(NaN);
    for (const [name, { columns }] of this.nodes) {
      if (node === null ? across === null : node !== name) continue;
      const index = columns.find((column) => column.bean === bean && column.attribute === attribute)?.index;
      if (index === undefined) continue;
      const values = this.samples.valuesOf(index);
      for (let sample = 0; sample < result.length; sample++) {
        const value = values[sample] as number;
        const before = result[sample] as number;
        if (Number.isNaN(value)) continue;
        result[sample] = across === null || Number.isNaN(before) ? value : across(before, value);
      }
    }
    return result;
  }

  private visitorOf(node: string): MetricVisitor {
    const own = this.nodes.get(node) ?? { columns: [], cursor: 0 };
    this.nodes.set(node, own);
    own.cursor = 0;
    return (bean, attribute, value) => {
      let column = own.columns[own.cursor];
      if (column?.bean !== bean || column.attribute !== attribute) column = this.seek(own, bean, attribute);
      own.cursor += 1;
      if (column.index >= this.reading.length) this.reading = grown(this.reading, 2 * column.index + 1);
      this.reading[column.index] = value;
    };
  }

  /** Puts the cursor on a column that is not where it was expected; a new one is put in there. */
  private seek(own: NodeColumns, bean: string, attribute: string | null): Column {
    const at = own.columns.findIndex((column) => column.bean === bean && column.attribute === attribute);
    if (at >= 0) {
      own.cursor = at;
      return own.columns[at] as Column;
    }
    const column = { bean, attribute, index: this.columnCount };
    own.columns.splice(own.cursor, 0, column);
    this.columnCount += 1;
    return column;
  }

  private thin(): void {
    this.intervalUs *= 2;
    this.times = this.times.filter((_, i) => i % 2 === 0);
    this.samples.thin();
    this.nextUs = (this.times[this.times.length - 1] ?? 0) + this.intervalUs;
  }
}

function firstIntervalUs(replicaCount: number): Micros {
  if (replicaCount < MANY_REPLICAS) return FIRST_INTERVAL_US;
  return replicaCount < 3 * MANY_REPLICAS ? 2 * FIRST_INTERVAL_US : 4 * FIRST_INTERVAL_US;
}

function grown(row: Float64Array, length: number): Float64Array {
  const longer = new Float64Array(length).fill(NaN);
  longer.set(row);
  return longer;
}
