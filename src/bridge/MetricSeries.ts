import type { Cluster } from '../engine/cluster/Cluster.ts';
import { partsOfSeries, TELLING_METRICS } from '../shared/metricDefinitions.ts';
import type { SeriesName } from '../shared/metricDefinitions.ts';
import type { Micros } from '../shared/units.ts';
import type { MetricColumns } from './frame.ts';
import type { MetricVisitor } from './metrics/MetricVisitor.ts';
import { acrossNodes, readMetrics } from './metrics/readMetrics.ts';

const FIRST_INTERVAL_US = 100_000;
/** Samples times columns stay below this, so that a large cluster does not fill the memory; never fewer than the second. */
const MOST_VALUES = 1_500_000;
const MOST_SAMPLES = 2048;
const FEWEST_SAMPLES = 256;

/** Values of one MBean and attribute, one a sample; NaN where nobody reported it. */
interface Column {
  readonly name: SeriesName;
  values: number[];
}

/** One process: its columns, by MBean and then by attribute. */
type NodeColumns = Map<string, Map<string | null, Column>>;

/** Metrics over simulated time, sampled at even distances that double when there are too many samples. */
export class MetricSeries {
  private times: number[] = [];
  private readonly nodes = new Map<string, NodeColumns>();
  private columnCount = 0;
  /** What `columns` gave last; many frames pass between two samples. */
  private latest: MetricColumns | null = null;
  private intervalUs: Micros = FIRST_INTERVAL_US;
  private nextUs: Micros = 0;

  /** Takes the sample that is due by the time of the next event, as the world stands before it. */
  sampleBefore(eventUs: Micros, cluster: Cluster): void {
    if (eventUs < this.nextUs) return;
    this.latest = null;
    const at = Math.floor(eventUs / this.intervalUs) * this.intervalUs;
    const sample = this.times.length;
    this.times.push(at);
    readMetrics(cluster, (node) => this.visitorOf(node, sample), at);
    this.padTo(sample + 1);
    this.nextUs = at + this.intervalUs;
    const most = Math.max(FEWEST_SAMPLES, Math.floor(MOST_VALUES / Math.max(1, this.columnCount)));
    if (this.times.length > Math.min(MOST_SAMPLES, most)) this.thin();
  }

  /** Another future begins at `timeUs`. */
  forgetAfter(timeUs: Micros): void {
    this.latest = null;
    let keep = this.times.length;
    while (keep > 0 && (this.times[keep - 1] as number) > timeUs) keep -= 1;
    this.times.length = keep;
    this.eachColumn((column) => {
      column.values.length = keep;
    });
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
    for (const [node, beans] of this.nodes) {
      for (const columns of beans.values()) {
        for (const { name } of columns.values()) {
          own.push(`${node} ${name}`);
          if (acrossNodes(name) !== null) cluster.add(name);
        }
      }
    }
    return [...cluster, ...own];
  }

  private valuesOf(series: SeriesName): Float64Array {
    const { node, bean, attribute } = partsOfSeries(series);
    if (node !== null) {
      const column = this.nodes.get(node)?.get(bean)?.get(attribute);
      return column ? Float64Array.from(column.values) : new Float64Array(this.times.length).fill(NaN);
    }
    const across = acrossNodes(series);
    const result = new Float64Array(this.times.length).fill(NaN);
    for (const beans of this.nodes.values()) {
      const own = beans.get(bean)?.get(attribute)?.values;
      if (own === undefined || across === null) continue;
      for (let sample = 0; sample < result.length; sample++) {
        const value = own[sample] as number;
        const before = result[sample] as number;
        if (!Number.isNaN(value)) result[sample] = Number.isNaN(before) ? value : across(before, value);
      }
    }
    return result;
  }

  private visitorOf(node: string, sample: number): MetricVisitor {
    let beans = this.nodes.get(node);
    if (beans === undefined) {
      beans = new Map();
      this.nodes.set(node, beans);
    }
    const columnsOf = beans;
    return (bean, attribute, value) => {
      let columns = columnsOf.get(bean);
      if (columns === undefined) {
        columns = new Map();
        columnsOf.set(bean, columns);
      }
      let column = columns.get(attribute);
      if (column === undefined) {
        const name = attribute === null ? bean : `${bean}:${attribute}`;
        column = { name, values: new Array<number>(sample).fill(NaN) };
        columns.set(attribute, column);
        this.columnCount += 1;
      }
      column.values.push(value);
    };
  }

  /** Who reported nothing this time has a gap. */
  private padTo(samples: number): void {
    this.eachColumn(({ values }) => {
      while (values.length < samples) values.push(NaN);
    });
  }

  private thin(): void {
    this.intervalUs *= 2;
    const isKept = (_: number, i: number): boolean => i % 2 === 0;
    this.times = this.times.filter(isKept);
    this.eachColumn((column) => {
      column.values = column.values.filter(isKept);
    });
    this.nextUs = (this.times[this.times.length - 1] ?? 0) + this.intervalUs;
  }

  private eachColumn(visit: (column: Column) => void): void {
    for (const beans of this.nodes.values())
      for (const columns of beans.values()) for (const column of columns.values()) visit(column);
  }
}
