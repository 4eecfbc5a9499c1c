import { Broker } from '../../engine/broker/Broker.ts';
import { isInternalTopic } from '../../engine/broker/coordinator/internalTopics.ts';
import { Consumer } from '../../engine/client/consumer/Consumer.ts';
import { GroupConsumer } from '../../engine/client/consumer/group/GroupConsumer.ts';
import { Producer } from '../../engine/client/producer/Producer.ts';
import type { Cluster } from '../../engine/cluster/Cluster.ts';
import { controllerOf } from '../../engine/cluster/ledger.ts';
import { Controller } from '../../engine/controller/Controller.ts';
import { recordsLag, recordsLead } from '../../shared/consumerLag.ts';
import { definitionOf } from '../../shared/metricDefinitions.ts';
import type { SeriesName } from '../../shared/metricDefinitions.ts';
import { MICROS_PER_MILLI, MICROS_PER_SECOND } from '../../shared/units.ts';
import type { BrokerId, Micros, TopicPartition } from '../../shared/units.ts';
import { visitBroker } from './brokerMetrics.ts';
import { visitConsumerMeters, visitCoordinatorMeters } from './consumerMetrics.ts';
import { visitController } from './controllerMetrics.ts';
import type { MetricVisitor } from './MetricVisitor.ts';
import { visitProducer } from './producerMetrics.ts';
import { visitRemoteStorage } from './remoteMetrics.ts';

/** In clusters of more replicas than this, metrics of single partitions are left out. */
const MOST_REPLICAS_SHOWN = 64;

/**
 * Reads every metric of every process at this instant. Looks and changes nothing, so a run that is measured is the run that is
 * not. The only place that knows which node has which metrics.
 */
export function readMetrics(
  cluster: Cluster,
  visitorOf: (node: string) => MetricVisitor,
  nowUs: Micros = cluster.nowUs,
  allRequests = true,
): void {
  const detail = { perPartition: shownTopics(cluster), allRequests };
  for (const [index, node] of cluster.state.nodes.entries()) {
    // A process that stands still answers nobody over JMX either.
    if (cluster.isPaused(index)) continue;
    if (node instanceof Broker) {
      const visit = visitorOf(node.name);
      visitBroker(node, cluster.rules, nowUs, detail, visit);
      if (node.process) visitRemoteStorage(node, cluster.remoteLogs, nowUs, visit);
    } else if (node instanceof Controller && node.isRunning())
      visitController(node, node === controllerOf(cluster), nowUs, visitorOf(node.name));
    else if (node instanceof Producer) visitProducer(node, nowUs, visitorOf(node.name));
    else if (node instanceof Consumer) visitConsumer(node, cluster, visitorOf(node.name));
  }
}

function visitConsumer(consumer: Consumer, cluster: Cluster, visit: MetricVisitor): void {
  const { lag, lead } = progressOf(consumer, cluster);
  const fetches = 'kafka.consumer:type=consumer-fetch-manager-metrics,name=';
  visit(`${fetches}records-lag-max`, null, lag);
  if (lead !== null) visit(`${fetches}records-lead-min`, null, lead);
  visitConsumerMeters(consumer, cluster.nowUs, visit);
  if (!(consumer instanceof GroupConsumer)) return;
  visitCoordinatorMeters(consumer, cluster.nowUs, visit);
  const { commits, rebalances, rebalanceUs, failedRebalances, lastRebalanceEndUs } = consumer.coordinator;
  const bean = 'kafka.consumer:type=consumer-coordinator-metrics,name=';
  visit(`${bean}assigned-partitions`, null, consumer.partitions.length);
  visit(`${bean}commit-total`, null, commits);
  visit(`${bean}rebalance-total`, null, rebalances);
  visit(`${bean}rebalance-latency-total`, null, rebalanceUs / MICROS_PER_MILLI);
  visit(`${bean}failed-rebalance-total`, null, failedRebalances);
  const sinceUs = lastRebalanceEndUs === null ? null : cluster.nowUs - lastRebalanceEndUs;
  visit(
    `${bean}last-rebalance-seconds-ago`,
    null,
    sinceUs === null ? -1 : Math.floor(sinceUs / MICROS_PER_SECOND),
  );
}

export type MetricsNow = Record<string, number | Record<string, number>>;

/** Each metric at this instant: of the whole cluster by its name, and of each process below the name of that. */
export function metricsNow(cluster: Cluster): MetricsNow {
  const nodes = new Map<string, Map<string, number>>();
  readMetrics(cluster, (node) => {
    const values = new Map<string, number>();
    nodes.set(node, values);
    return (bean, attribute, value) => values.set(attribute === null ? bean : `${bean}:${attribute}`, value);
  });
  const result: MetricsNow = {};
  const names = new Set([...nodes.values()].flatMap((values) => [...values.keys()]));
  for (const name of names) {
    const across = acrossNodes(name);
    const values = [...nodes.values()].flatMap((own) => own.get(name) ?? []);
    if (across !== null) result[name] = values.reduce(across);
  }
  for (const [node, values] of nodes) if (values.size > 0) result[node] = Object.fromEntries(values);
  return result;
}

/** How the values of two nodes make one; null where they make none. */
export function acrossNodes(name: SeriesName): ((a: number, b: number) => number) | null {
  const definition = definitionOf(name);
  if (!definition || definition.across === 'none') return null;
  // A mean of means would be none, and the largest of them tells nothing.
  if (name.endsWith(':Mean') || name.endsWith('Percentile')) return null;
  const isSum = definition.type === 'histogram' ? name.endsWith(':Count') : definition.across === 'sum';
  return isSum ? add : larger;
}

function add(a: number, b: number): number {
  return a + b;
}

function larger(a: number, b: number): number {
  return Math.max(a, b);
}

/** All topics of a small cluster; internal ones, which have 50 partitions, only where they are small as well. */
function shownTopics(cluster: Cluster): (topic: string) => boolean {
  let replicas = 0;
  let internal = 0;
  for (const node of cluster.state.nodes) {
    if (!(node instanceof Broker)) continue;
    replicas += node.partitions.size;
    for (const { topic } of node.partitions.values()) if (isInternalTopic(topic)) internal += 1;
  }
  if (replicas <= MOST_REPLICAS_SHOWN) return () => true;
  return replicas - internal <= MOST_REPLICAS_SHOWN ? (topic) => !isInternalTopic(topic) : () => false;
}

/** Asked for one by one: an index of all replicas would be made anew for each sample. */
function replicaOn({ directory, state }: Cluster, broker: BrokerId, topicPartition: TopicPartition) {
  const node = state.nodes[directory.brokers.get(broker) ?? -1];
  return node instanceof Broker ? node.partitions.get(topicPartition) : undefined;
}

/**
 * The largest distance from a position to what the consumer may read, and the smallest from a log start to a position, over its
 * partitions; null: it has no place in any.
 */
function progressOf(
  consumer: Consumer,
  cluster: Cluster,
): { readonly lag: number; readonly lead: number | null } {
  const isolation =
    consumer.config.isolationLevel === 'READ_COMMITTED' ? 'read_committed' : 'read_uncommitted';
  let lag = 0;
  let lead: number | null = null;
  const partitions = controllerOf(cluster)?.image.partitions;
  for (const { topicPartition, position } of consumer.partitions) {
    const leader = partitions?.get(topicPartition)?.registration.leader ?? -1;
    const log = replicaOn(cluster, leader, topicPartition)?.log;
    if (!log || position < 0) continue;
    const { logStartOffset, logEndOffset, highWatermark, lastStableOffset } = log;
    const progress = {
      logStartOffset,
      logEndOffset,
      highWatermark,
      lastStableOffset,
      position,
      committed: null,
    };
    lag = Math.max(lag, recordsLag(progress, isolation));
    lead = Math.min(lead ?? Infinity, recordsLead(progress));
  }
  return { lag, lead };
}
