import { topicOf } from '../../engine/cluster/buildCluster.ts';
import type { Broker } from '../../engine/broker/Broker.ts';
import { CONSUMER_FETCH, FOLLOWER_FETCH } from '../../engine/broker/BrokerMeters.ts';
import type { BrokerMeter, RequestTally, TimeTally } from '../../engine/broker/BrokerMeters.ts';
import type { BrokerProcess } from '../../engine/broker/BrokerProcess.ts';
import { committedIsr } from '../../engine/broker/isrState.ts';
import type { Meter } from '../../engine/kernel/Meter.ts';
import type { LeaderRole, Partition } from '../../engine/broker/Partition.ts';
import type { DelayedOperation, Purgatory } from '../../engine/broker/Purgatory.ts';
import { remainingToRecover } from '../../engine/broker/logRecovery.ts';
import { replicationGauges } from '../../engine/broker/replicationGauges.ts';
import type { Rules } from '../../engine/rules/Rules.ts';
import type { PartitionRegistration } from '../../engine/metadata/PartitionRegistration.ts';
import { millisFromMicros } from '../../shared/units.ts';
import type { BrokerId, Micros, TopicPartition } from '../../shared/units.ts';
import { visitMeters, visitPercentiles, visitTallies } from './MetricVisitor.ts';
import { visitShares } from './shareMetrics.ts';
import { visitCleaner } from './cleanerMetrics.ts';
import { visitGroups } from './groupMetrics.ts';
import type { MetricVisitor } from './MetricVisitor.ts';

const MARKERS = 'kafka.coordinator.transaction:type=TransactionMarkerChannelManager,name=';
const REPLICA_MANAGER = 'kafka.server:type=ReplicaManager,name=';
const PURGATORY = 'kafka.server:type=DelayedOperationPurgatory,name=';
const LOG_MANAGER = 'kafka.log:type=LogManager,name=';
const FLUSHES = 'kafka.log:type=LogFlushStats,name=LogFlushRateAndTimeMs';
const SESSIONS = 'kafka.server:type=FetchSessionCache,name=';
const IO_THREADS = 'kafka.server:type=KafkaRequestHandlerPool,name=RequestHandlerAvgIdlePercent';
const FETCHERS = 'kafka.server:type=ReplicaFetcherManager,name=';

/** MBeans of meters, always there while the process runs. */
const METERS: readonly (readonly [bean: string, meter: BrokerMeter])[] = [
  [`${REPLICA_MANAGER}IsrShrinksPerSec`, 'isrShrinks'],
  [`${REPLICA_MANAGER}IsrExpandsPerSec`, 'isrExpands'],
  [`${REPLICA_MANAGER}FailedIsrUpdatesPerSec`, 'failedIsrUpdates'],
  ['kafka.server:type=BrokerTopicMetrics,name=MessagesInPerSec', 'messagesIn'],
  ['kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec', 'bytesIn'],
  ['kafka.server:type=BrokerTopicMetrics,name=BytesOutPerSec', 'bytesOut'],
  ['kafka.server:type=BrokerTopicMetrics,name=BytesRejectedPerSec', 'bytesRejected'],
  ['kafka.server:type=BrokerTopicMetrics,name=ReplicationBytesInPerSec', 'replicationBytesIn'],
  ['kafka.server:type=BrokerTopicMetrics,name=ReplicationBytesOutPerSec', 'replicationBytesOut'],
  ['kafka.server:type=BrokerTopicMetrics,name=TotalProduceRequestsPerSec', 'totalProduceRequests'],
  ['kafka.server:type=BrokerTopicMetrics,name=FailedProduceRequestsPerSec', 'failedProduceRequests'],
  [
    'kafka.server:type=BrokerTopicMetrics,name=NoKeyCompactedTopicRecordsPerSec',
    'noKeyCompactedTopicRecords',
  ],
  ['kafka.server:type=BrokerTopicMetrics,name=TotalFetchRequestsPerSec', 'totalFetchRequests'],
  [`${SESSIONS}IncrementalFetchSessionEvictionsPerSec`, 'fetchSessionEvictions'],
  ['kafka.server:type=DelayedProduceMetrics,name=ExpiresPerSec', 'produceExpires'],
  ['kafka.server:type=DelayedFetchMetrics,name=ExpiresPerSec,fetcherType=consumer', 'consumerFetchExpires'],
  ['kafka.server:type=DelayedFetchMetrics,name=ExpiresPerSec,fetcherType=follower', 'followerFetchExpires'],
];

/** What is left out where it would cost more than it tells. */
export interface MetricDetail {
  /** Whether the partitions of a topic have metrics of their own. */
  readonly perPartition: (topic: string) => boolean;
  /** RequestMetrics of every kind of request, in place of those that carry records. */
  readonly allRequests: boolean;
}

const MAIN_REQUESTS: ReadonlySet<string> = new Set(['Produce', CONSUMER_FETCH, FOLLOWER_FETCH]);

/** Kafka's `BrokerState` as the number that the gauge has. */
const BROKER_STATES: Readonly<Record<string, number>> = {
  STARTING: 1,
  RECOVERY: 2,
  RUNNING: 3,
  PENDING_CONTROLLED_SHUTDOWN: 6,
  SHUTTING_DOWN: 7,
};

/** Everything that the process of a broker reports; nothing if it does not run, for then nobody answers over JMX. */
export function visitBroker(
  broker: Broker,
  rules: Rules,
  nowUs: Micros,
  detail: MetricDetail,
  visit: MetricVisitor,
): void {
  const { process } = broker;
  if (!process) return;
  visit('kafka.server:type=KafkaServer,name=BrokerState', null, BROKER_STATES[process.lifecycle.state] ?? 0);
  visitReplicas(broker, process, rules, nowUs, detail.perPartition, visit);
  const ageUs = nowUs - process.meters.startedUs;
  for (const [bean, meter] of METERS) visitMeters(visit, bean, metersOf(process, meter), ageUs);
  visitShares(process, ageUs, visit);
  const { produces, fetches } = process.replicas;
  visitPurgatory(produces, 'Produce', ({ watched }) => watched.length, visit);
  visitPurgatory(fetches, 'Fetch', (delayed) => process.replicas.watchedCount(delayed), visit);
  visit(`${SESSIONS}NumIncrementalFetchSessions`, null, process.replicas.sessions.size);
  visit(`${SESSIONS}NumIncrementalFetchPartitionsCached`, null, process.replicas.sessions.partitionCount);
  visit(IO_THREADS, 'OneMinuteRate', process.meters.ioThreadsIdle(broker.config.numIoThreads, ageUs));
  visitFetchers(process, detail.perPartition, visit);
  visitLogs(broker, process, nowUs, visit);
  if (process.cleaner.hasLogs) visitCleaner(broker, process, nowUs, visit);
  visitMarkers(process, visit);
  visitGroups(process, visit);
  visit('kafka.network:type=RequestChannel,name=RequestQueueSize', null, process.requests.waiting.length);
  for (const [name, tally] of process.meters.requests)
    if (detail.allRequests || MAIN_REQUESTS.has(name)) visitRequests(name, [tally], ageUs, visit);
  if (!detail.allRequests) return;
  const tallies = [CONSUMER_FETCH, FOLLOWER_FETCH].flatMap((name) => process.meters.requests.get(name) ?? []);
  if (tallies.length > 0) visitRequests('Fetch', tallies, ageUs, visit);
}

export function metersOf(process: BrokerProcess, name: BrokerMeter): readonly Meter[] {
  const meter = process.meters.meters.get(name);
  return meter === undefined ? [] : [meter];
}

function visitReplicas(
  broker: Broker,
  process: BrokerProcess,
  rules: Rules,
  nowUs: Micros,
  perPartition: MetricDetail['perPartition'],
  visit: MetricVisitor,
): void {
  // In a log directory that failed; Kafka still counts them among its partitions.
  const offline = broker.offlinePartitions.size;
  let hosted = 0;
  let led = 0;
  let underReplicated = 0;
  let underMinIsr = 0;
  let atMinIsr = 0;
  let reassigning = 0;
  let producerIds = 0;
  let late = 0;
  const { transactionMaxTimeoutMs } = broker.config.transactions;
  for (const partition of broker.partitions.values()) {
    // What a process has not acted upon yet does not exist for it.
    if (partition.role === null) continue;
    hosted += 1;
    producerIds += partition.log.producers.producers.size;
    const { leader } = partition;
    const gauges = gaugesOf(partition, leader, broker, process, rules);
    if (leader) {
      led += 1;
      if (partition.log.producers.hasLateTransaction(millisFromMicros(nowUs), transactionMaxTimeoutMs))
        late += 1;
      const registration = broker.image.partitions.get(partition.topicPartition)?.registration;
      if (registration && isReassigning(registration)) reassigning += 1;
    }
    if (gauges.isUnderReplicated) underReplicated += 1;
    if (gauges.isUnderMinIsr) underMinIsr += 1;
    if (gauges.isAtMinIsr) atMinIsr += 1;
    if (perPartition(partition.topic)) visitPartition(partition, gauges, visit);
  }
  visit(`${REPLICA_MANAGER}UnderReplicatedPartitions`, null, underReplicated);
  visit(`${REPLICA_MANAGER}UnderMinIsrPartitionCount`, null, underMinIsr);
  visit(`${REPLICA_MANAGER}AtMinIsrPartitionCount`, null, atMinIsr);
  visit(`${REPLICA_MANAGER}PartitionCount`, null, hosted + offline);
  visit(`${REPLICA_MANAGER}LeaderCount`, null, led);
  visit(`${REPLICA_MANAGER}OfflineReplicaCount`, null, offline);
  visit(`${REPLICA_MANAGER}ReassigningPartitions`, null, reassigning);
  visit(`${REPLICA_MANAGER}ProducerIdCount`, null, producerIds);
  visit(`${REPLICA_MANAGER}PartitionsWithLateTransactionsCount`, null, late);
}

function gaugesOf(
  partition: Partition,
  leader: LeaderRole | null,
  broker: Broker,
  process: BrokerProcess,
  rules: Rules,
): ReturnType<typeof replicationGauges> {
  return replicationGauges({
    isLeader: leader !== null,
    replicationFactor: leader?.replicas.length ?? 0,
    isrSize: leader ? committedIsr(leader.isrState).length : 0,
    minInsyncReplicas: leader ? process.replicas.minIsrOf(partition, broker, rules) : 0,
  });
}

function visitPartition(
  partition: Partition,
  gauges: ReturnType<typeof replicationGauges>,
  visit: MetricVisitor,
): void {
  const { leader, log } = partition;
  const bean = partitionBeans(partition.topicPartition);
  visit(bean.underReplicated, null, gauges.isUnderReplicated ? 1 : 0);
  visit(bean.underMinIsr, null, gauges.isUnderMinIsr ? 1 : 0);
  visit(bean.atMinIsr, null, gauges.isAtMinIsr ? 1 : 0);
  visit(bean.inSyncReplicasCount, null, leader ? committedIsr(leader.isrState).length : 0);
  visit(bean.replicasCount, null, leader ? leader.replicas.length : 0);
  visit(bean.lastStableOffsetLag, null, log.highWatermark - log.lastStableOffset);
  visit(bean.size, null, log.sizeBytes);
  visit(bean.numLogSegments, null, log.segments.length);
  visit(bean.logStartOffset, null, log.logStartOffset);
  visit(bean.logEndOffset, null, log.logEndOffset);
}

/** Log directories, flushes, and what is left of a recovery (Kafka shows that as long as it lasts). */
function visitLogs(broker: Broker, process: BrokerProcess, nowUs: Micros, visit: MetricVisitor): void {
  const { logDirs, recoveryThreadsPerDataDir } = broker.config;
  const online = broker.onlineLogDirs();
  visit(`${LOG_MANAGER}OfflineLogDirectoryCount`, null, logDirs.length - online.length);
  for (const dir of logDirs) visit(offlineBeans(dir), null, online.includes(dir) ? 0 : 1);
  const { flushes, flushTime, startedUs } = process.meters;
  visitTallies(visit, FLUSHES, [flushTime]);
  visit(FLUSHES, 'OneMinuteRate', flushes.oneMinuteRate(nowUs - startedUs));
  const { recovery } = process;
  if (!recovery?.turns || recovery.isDone) return;
  const remaining = remainingToRecover(recovery, nowUs);
  for (const dir of logDirs) {
    visit(`${LOG_MANAGER}remainingLogsToRecover,dir=${dir}`, null, remaining.logs(dir));
    for (let thread = 0; thread < recoveryThreadsPerDataDir; thread++)
      visit(
        `${LOG_MANAGER}remainingSegmentsToRecover,dir=${dir},threadNum=${thread}`,
        null,
        remaining.segments(dir, thread),
      );
  }
}

const offlineBeans = madeOnce((logDir: string) => `${LOG_MANAGER}LogDirectoryOffline,logDirectory=${logDir}`);

const partitionBeans = madeOnce((topicPartition: TopicPartition) => {
  const tags = tagsOf(topicPartition);
  return {
    underReplicated: `kafka.cluster:type=Partition,name=UnderReplicated,${tags}`,
    underMinIsr: `kafka.cluster:type=Partition,name=UnderMinIsr,${tags}`,
    atMinIsr: `kafka.cluster:type=Partition,name=AtMinIsr,${tags}`,
    inSyncReplicasCount: `kafka.cluster:type=Partition,name=InSyncReplicasCount,${tags}`,
    replicasCount: `kafka.cluster:type=Partition,name=ReplicasCount,${tags}`,
    lastStableOffsetLag: `kafka.cluster:type=Partition,name=LastStableOffsetLag,${tags}`,
    size: `kafka.log:type=Log,name=Size,${tags}`,
    numLogSegments: `kafka.log:type=Log,name=NumLogSegments,${tags}`,
    logStartOffset: `kafka.log:type=Log,name=LogStartOffset,${tags}`,
    logEndOffset: `kafka.log:type=Log,name=LogEndOffset,${tags}`,
  };
});

/** An operation counts once for each partition that it watches: Kafka's PurgatorySize is the number of watchers. */
function visitPurgatory<Operation extends DelayedOperation>(
  purgatory: Purgatory<Operation>,
  operation: 'Produce' | 'Fetch',
  watchedBy: (delayed: Operation) => number,
  visit: MetricVisitor,
): void {
  let watched = 0;
  for (const delayed of purgatory.parked.values()) watched += watchedBy(delayed);
  visit(`${PURGATORY}PurgatorySize,delayedOperation=${operation}`, null, watched);
  visit(`${PURGATORY}NumDelayedOperations,delayedOperation=${operation}`, null, purgatory.parked.size);
}

function visitFetchers(
  process: BrokerProcess,
  perPartition: MetricDetail['perPartition'],
  visit: MetricVisitor,
): void {
  let maxLag = 0;
  let failed = 0;
  for (const [leader, fetcher] of process.fetchers) {
    for (const [topicPartition, state] of fetcher.partitions) {
      const lag = process.meters.fetcherLag.get(topicPartition) ?? 0;
      if (state.failed) {
        failed += 1;
        continue;
      }
      maxLag = Math.max(maxLag, lag);
      if (perPartition(topicOf(topicPartition))) visit(lagBeans(leader)(topicPartition), null, lag);
    }
  }
  visit(`${FETCHERS}MaxLag,clientId=Replica`, null, maxLag);
  visit(`${FETCHERS}FailedPartitionsCount,clientId=Replica`, null, failed);
}

const lagBeans = madeOnce((leader: BrokerId) =>
  madeOnce(
    (topicPartition: TopicPartition) =>
      `kafka.server:type=FetcherLagMetrics,name=ConsumerLag,clientId=ReplicaFetcherThread-0-${leader},${tagsOf(topicPartition)}`,
  ),
);

/** Of one name, or of both kinds of fetch together: Kafka keeps a third set for those, which comes to the same. */
function visitRequests(
  name: string,
  tallies: readonly RequestTally[],
  ageUs: Micros,
  visit: MetricVisitor,
): void {
  const bean = requestBeans(name);
  visitMeters(visit, bean('RequestsPerSec'), tallies.map(requestsOf), ageUs);
  for (const [metric, timeOf] of REQUEST_TIMES) visitTallies(visit, bean(metric), tallies.map(timeOf));
  visitBytes(visit, bean('RequestBytes'), tallies);
  const [only, ...others] = tallies;
  if (only !== undefined && others.length === 0) visitPercentiles(visit, bean('TotalTimeMs'), only.totalTime);
  // Errors stand under the plain name of the API only.
  if (name === CONSUMER_FETCH || name === FOLLOWER_FETCH) return;
  for (const error of new Set(tallies.flatMap((tally) => [...tally.errors.keys()]))) {
    const meters = tallies.flatMap((tally) => tally.errors.get(error) ?? []);
    visitMeters(visit, bean(`ErrorsPerSec/${error}`), meters, ageUs);
  }
}

function visitBytes(visit: MetricVisitor, bean: string, tallies: readonly RequestTally[]): void {
  let count = 0;
  let sum = 0;
  let max = 0;
  for (const { requests, sumBytes, maxBytes } of tallies) {
    count += requests.count;
    sum += sumBytes;
    max = Math.max(max, maxBytes);
  }
  visit(bean, 'Count', count);
  visit(bean, 'Mean', count === 0 ? 0 : sum / count);
  visit(bean, 'Max', max);
}

function requestsOf(tally: RequestTally): Meter {
  return tally.requests;
}

const REQUEST_TIMES: readonly (readonly [metric: string, of: (tally: RequestTally) => TimeTally])[] = [
  ['RequestQueueTimeMs', (tally) => tally.requestQueueTime],
  ['LocalTimeMs', (tally) => tally.localTime],
  ['RemoteTimeMs', (tally) => tally.remoteTime],
  ['ThrottleTimeMs', (tally) => tally.throttleTime],
  ['ResponseQueueTimeMs', (tally) => tally.responseQueueTime],
  ['ResponseSendTimeMs', (tally) => tally.responseSendTime],
  ['TotalTimeMs', (tally) => tally.totalTime],
];

/** MBeans of one request; an error comes after a slash. */
const requestBeans = madeOnce((request: string) =>
  madeOnce((metric: string) => {
    const [name = '', error] = metric.split('/');
    const bean = `kafka.network:type=RequestMetrics,name=${name},request=${request}`;
    return error === undefined ? bean : `${bean},error=${error}`;
  }),
);

/** The leader counts a partition as long as replicas are being added or removed (KIP-455). */
function isReassigning({ addingReplicas = [], removingReplicas = [] }: PartitionRegistration): boolean {
  return addingReplicas.length > 0 || removingReplicas.length > 0;
}

function tagsOf(topicPartition: TopicPartition): string {
  const dash = topicPartition.lastIndexOf('-');
  return `topic=${topicPartition.slice(0, dash)},partition=${topicPartition.slice(dash + 1)}`;
}

/** Names are long and asked for at every sample. */
function madeOnce<Key extends string | number, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return (key) => {
    let known = made.get(key);
    if (known === undefined) {
      known = make(key);
      made.set(key, known);
    }
    return known;
  };
}

/** Here only where transactions are coordinated: before that both stand at 0. Kafka: `TransactionMarkerChannelManager` (4.2). */
function visitMarkers({ coordinators }: BrokerProcess, visit: MetricVisitor): void {
  const { markers, isDormant } = coordinators.transactions;
  if (isDormant) return;
  visit(`${MARKERS}UnknownDestinationQueueSize`, null, markers.unknownDestination.length);
  visit(`${MARKERS}LogAppendRetryQueueSize`, null, markers.logAppendRetries.length);
}
