import { Broker } from '../engine/broker/Broker.ts';
import { Consumer } from '../engine/client/consumer/Consumer.ts';
import type { Cluster } from '../engine/cluster/Cluster.ts';
import { controllerOf, replicasOf } from '../engine/cluster/ledger.ts';
import { minIsrOf } from '../engine/controller/ReplicationControl.ts';
import type { Micros } from '../shared/units.ts';
import type { MetricColumns } from './frame.ts';

const FIRST_INTERVAL_US = 100_000;
const MOST_SAMPLES = 2048;

/** Kafka's own names: what a person would see on this cluster's dashboards. */
export const METRIC_NAMES = [
  'kafka.server:type=ReplicaManager,name=UnderReplicatedPartitions',
  'kafka.server:type=ReplicaManager,name=UnderMinIsrPartitionCount',
  'kafka.controller:type=KafkaController,name=OfflinePartitionsCount',
  'kafka.controller:type=KafkaController,name=FencedBrokerCount',
  'kafka.server:type=DelayedOperationPurgatory,name=PurgatorySize,delayedOperation=Produce',
  'kafka.consumer:type=consumer-fetch-manager-metrics,name=records-lag-max',
] as const;

/** Each metric at this instant, by name. Broker metrics are summed over brokers. */
export function metricsNow(cluster: Cluster): Record<string, number> {
  const values = valuesNow(cluster);
  return Object.fromEntries(METRIC_NAMES.map((name, i) => [name, values[i] as number]));
}

function valuesNow(cluster: Cluster): number[] {
  const controller = controllerOf(cluster);
  let underReplicated = 0;
  let underMinIsr = 0;
  let offline = 0;
  for (const entry of controller?.image.partitions.values() ?? []) {
    const { registration } = entry;
    // Counted on the leader, so a partition without one is in neither.
    if (registration.leader < 0) offline += 1;
    else if (registration.isr.length < registration.replicas.length) underReplicated += 1;
    if (controller && registration.leader >= 0 && registration.isr.length < minIsrOf(controller, entry))
      underMinIsr += 1;
  }
  let fenced = 0;
  for (const broker of controller?.image.brokers.values() ?? []) if (broker.fenced) fenced += 1;
  let purgatory = 0;
  let lag = 0;
  for (const node of cluster.state.nodes) {
    if (node instanceof Broker) purgatory += node.process?.replicas.produces.parked.size ?? 0;
    if (node instanceof Consumer) lag = Math.max(lag, lagOf(node, cluster));
  }
  return [underReplicated, underMinIsr, offline, fenced, purgatory, lag];
}

/** Largest distance from a position to the high watermark, over the consumer's partitions. */
function lagOf(consumer: Consumer, cluster: Cluster): number {
  let lag = 0;
  for (const { topicPartition, position } of consumer.partitions) {
    const leader = controllerOf(cluster)?.image.partitions.get(topicPartition)?.registration.leader ?? -1;
    const end = replicasOf(cluster, topicPartition).get(leader)?.log.highWatermark;
    if (end !== undefined && position >= 0) lag = Math.max(lag, end - position);
  }
  return lag;
}

/** Metrics over simulated time, sampled at even distances that double when there are too many samples. */
export class MetricSeries {
  private times: number[] = [];
  private values: number[][] = METRIC_NAMES.map(() => []);
  private intervalUs: Micros = FIRST_INTERVAL_US;
  private nextUs: Micros = 0;

  /** Takes the sample that is due by the time of the next event, as the world stands before it. */
  sampleBefore(eventUs: Micros, cluster: Cluster): void {
    if (eventUs < this.nextUs) return;
    const at = Math.floor(eventUs / this.intervalUs) * this.intervalUs;
    this.times.push(at);
    valuesNow(cluster).forEach((value, i) => (this.values[i] as number[]).push(value));
    this.nextUs = at + this.intervalUs;
    if (this.times.length > MOST_SAMPLES) this.thin();
  }

  /** Another future begins at `timeUs`. */
  forgetAfter(timeUs: Micros): void {
    let keep = this.times.length;
    while (keep > 0 && (this.times[keep - 1] as number) > timeUs) keep -= 1;
    this.times.length = keep;
    for (const column of this.values) column.length = keep;
    this.nextUs = keep === 0 ? 0 : (this.times[keep - 1] as number) + this.intervalUs;
  }

  columns(): MetricColumns {
    return {
      names: METRIC_NAMES,
      timesUs: Float64Array.from(this.times),
      values: this.values.map((column) => Float64Array.from(column)),
    };
  }

  private thin(): void {
    this.intervalUs *= 2;
    const isKept = (_: number, i: number): boolean => i % 2 === 0;
    this.times = this.times.filter(isKept);
    this.values = this.values.map((column) => column.filter(isKept));
    this.nextUs = (this.times[this.times.length - 1] ?? 0) + this.intervalUs;
  }
}
