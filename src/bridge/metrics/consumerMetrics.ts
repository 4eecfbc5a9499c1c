import type { Consumer } from '../../engine/client/consumer/Consumer.ts';
import type { ConsumerMeters } from '../../engine/client/consumer/ConsumerMeters.ts';
import { GroupConsumer } from '../../engine/client/consumer/group/GroupConsumer.ts';
import { ShareConsumer } from '../../engine/client/consumer/share/ShareConsumer.ts';
import type { SampledStat } from '../../engine/client/metrics/SampledStat.ts';
import { MICROS_PER_MILLI, MICROS_PER_SECOND } from '../../shared/units.ts';
import type { Micros, TopicPartition } from '../../shared/units.ts';
import type { MetricVisitor } from './MetricVisitor.ts';

const SECONDS_PER_HOUR = 3600;

/**
 * What a consumer of any kind counts over its last half minute to minute, by the names of its MBeans. What was never recorded, which
 * Kafka shows as NaN, is left out. Kafka: `FetchMetricsManager`, `KafkaConsumerMetrics`, `AbstractCoordinator`, `ShareConsumeMetricsManager`
 * (4.2).
 */
export function visitConsumerMeters(consumer: Consumer, nowUs: Micros, visit: MetricVisitor): void {
  const { meters } = consumer;
  const isShare = consumer instanceof ShareConsumer;
  const prefix = isShare ? 'consumer-share' : 'consumer';
  visitFetches(meters, `kafka.consumer:type=${prefix}-fetch-manager-metrics,name=`, isShare, nowUs, visit);
  if (isShare) {
    const bean = `kafka.consumer:type=${prefix}-coordinator-metrics,name=`;
    visitHeartbeats(meters, bean, nowUs, visit);
  }
  if (!isShare && !(consumer instanceof GroupConsumer)) return;
  visitPolls(meters, `kafka.consumer:type=${prefix}-metrics,name=`, nowUs, visit);
}

/** Of consumers of a classic group, or of one of KIP-848. */
export function visitCoordinatorMeters(consumer: GroupConsumer, nowUs: Micros, visit: MetricVisitor): void {
  const bean = 'kafka.consumer:type=consumer-coordinator-metrics,name=';
  const { calls, rebalanceMs } = consumer.meters;
  visitHeartbeats(consumer.meters, bean, nowUs, visit);
  visit(`${bean}commit-rate`, null, calls.commit.timesPerSecond(nowUs));
  visitAverage(visit, `${bean}commit-latency-avg`, calls.commit, nowUs);
  visitAverage(visit, `${bean}rebalance-latency-avg`, rebalanceMs, nowUs);
  visit(`${bean}rebalance-rate-per-hour`, null, rebalanceMs.timesPerSecond(nowUs) * SECONDS_PER_HOUR);
  if (consumer.coordinator.membership) return;
  visit(`${bean}join-rate`, null, calls.join.timesPerSecond(nowUs));
  visit(`${bean}sync-rate`, null, calls.sync.timesPerSecond(nowUs));
}

function visitFetches(
  meters: ConsumerMeters,
  bean: string,
  isShare: boolean,
  nowUs: Micros,
  visit: MetricVisitor,
): void {
  const { fetchLatencyMs, fetchBytes, fetchRecords, fetches, records, bytes, acknowledgements } = meters;
  visitAverage(visit, `${bean}fetch-latency-avg`, fetchLatencyMs, nowUs);
  visitAverage(visit, `${bean}fetch-size-avg`, fetchBytes, nowUs);
  visitAverage(visit, `${bean}records-per-request-avg`, fetchRecords, nowUs);
  visit(`${bean}fetch-rate`, null, fetchLatencyMs.timesPerSecond(nowUs));
  visit(`${bean}fetch-total`, null, fetches);
  visit(`${bean}records-consumed-rate`, null, fetchRecords.perSecond(nowUs));
  visit(`${bean}records-consumed-total`, null, records);
  visit(`${bean}bytes-consumed-rate`, null, fetchBytes.perSecond(nowUs));
  visit(`${bean}bytes-consumed-total`, null, bytes);
  if (isShare) {
    visit(`${bean}acknowledgements-send-rate`, null, acknowledgements.perSecond(nowUs));
    visit(`${bean}acknowledgements-send-total`, null, meters.acknowledged);
    return;
  }
  for (const [topicPartition, { lag, lead }] of meters.progress) {
    const beans = beansOf(topicPartition);
    visit(beans.lag, null, lag);
    visit(beans.lead, null, lead);
  }
}

interface PartitionBeans {
  readonly lag: string;
  readonly lead: string;
}

/** Names of a partition's MBeans, made once: a consumer may have thousands, and each sample asks for them. */
const BEANS = new Map<TopicPartition, PartitionBeans>();
const MOST_BEANS = 20_000;

function beansOf(topicPartition: TopicPartition): PartitionBeans {
  let beans = BEANS.get(topicPartition);
  if (beans === undefined) {
    const dash = topicPartition.lastIndexOf('-');
    const tags = `topic=${topicPartition.slice(0, dash)},partition=${topicPartition.slice(dash + 1)}`;
    const type = 'kafka.consumer:type=consumer-fetch-manager-metrics';
    beans = { lag: `${type},name=records-lag,${tags}`, lead: `${type},name=records-lead,${tags}` };
    if (BEANS.size >= MOST_BEANS) BEANS.clear();
    BEANS.set(topicPartition, beans);
  }
  return beans;
}

function visitHeartbeats(meters: ConsumerMeters, bean: string, nowUs: Micros, visit: MetricVisitor): void {
  const { lastHeartbeatUs } = meters;
  visit(`${bean}heartbeat-rate`, null, meters.calls.heartbeat.timesPerSecond(nowUs));
  const agoUs = lastHeartbeatUs === null ? null : nowUs - lastHeartbeatUs;
  visit(
    `${bean}last-heartbeat-seconds-ago`,
    null,
    agoUs === null ? -1 : Math.floor(agoUs / MICROS_PER_SECOND),
  );
  const longestMs = meters.calls.heartbeat.largest(nowUs);
  if (longestMs !== null) visit(`${bean}heartbeat-response-time-max`, null, longestMs);
}

function visitPolls(meters: ConsumerMeters, bean: string, nowUs: Micros, visit: MetricVisitor): void {
  meters.settle(nowUs);
  visitAverage(visit, `${bean}time-between-poll-avg`, meters.betweenPollsMs, nowUs);
  const longestMs = meters.betweenPollsMs.largest(nowUs);
  if (longestMs !== null) visit(`${bean}time-between-poll-max`, null, longestMs);
  visitAverage(visit, `${bean}poll-idle-ratio-avg`, meters.idleRatio, nowUs);
  const { lastPollUs } = meters;
  visit(
    `${bean}last-poll-seconds-ago`,
    null,
    lastPollUs === null ? -1 : Math.floor((nowUs - lastPollUs) / (1000 * MICROS_PER_MILLI)),
  );
}

function visitAverage(visit: MetricVisitor, bean: string, stat: SampledStat, nowUs: Micros): void {
  const average = stat.average(nowUs);
  if (average !== null) visit(bean, null, average);
}
