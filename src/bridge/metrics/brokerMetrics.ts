import type { Broker } from '../../engine/broker/Broker.ts';
import type { BrokerMeter, RequestTally } from '../../engine/broker/BrokerMeters.ts';
import type { BrokerProcess } from '../../engine/broker/BrokerProcess.ts';
import { committedIsr } from '../../engine/broker/isrState.ts';
import type { LeaderRole, Partition } from '../../engine/broker/Partition.ts';
import type { DelayedOperation, Purgatory } from '../../engine/broker/Purgatory.ts';
import { replicationGauges } from '../../engine/broker/replicationGauges.ts';
import { kafkaRules } from '../../engine/rules/kafkaRules.ts';
import type { PartitionRegistration } from '../../engine/metadata/PartitionRegistration.ts';
import type { Micros, TopicPartition } from '../../shared/units.ts';
import { visitMeter, visitTally } from './MetricVisitor.ts';
import type { MetricVisitor } from './MetricVisitor.ts';

const REPLICA_MANAGER = 'kafka.server:type=ReplicaManager,name=';
const PURGATORY = 'kafka.server:type=DelayedOperationPurgatory,name=';
const FETCHERS = 'kafka.server:type=ReplicaFetcherManager,name=';

/** MBeans of meters, always there while the process runs. */
const METERS: readonly (readonly [bean: string, meter: BrokerMeter])[] = [
  [`${REPLICA_MANAGER}IsrShrinksPerSec`, 'isrShrinks'],
  [`${REPLICA_MANAGER}IsrExpandsPerSec`, 'isrExpands'],
  [`${REPLICA_MANAGER}FailedIsrUpdatesPerSec`, 'failedIsrUpdates'],
  ['kafka.server:type=BrokerTopicMetrics,name=MessagesInPerSec', 'messagesIn'],
  ['kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec', 'bytesIn'],
  ['kafka.server:type=BrokerTopicMetrics,name=BytesOutPerSec', 'bytesOut'],
  ['kafka.server:type=BrokerTopicMetrics,name=ReplicationBytesInPerSec', 'replicationBytesIn'],
  ['kafka.server:type=BrokerTopicMetrics,name=ReplicationBytesOutPerSec', 'replicationBytesOut'],
  ['kafka.server:type=BrokerTopicMetrics,name=TotalProduceRequestsPerSec', 'totalProduceRequests'],
  ['kafka.server:type=BrokerTopicMetrics,name=FailedProduceRequestsPerSec', 'failedProduceRequests'],
  ['kafka.server:type=BrokerTopicMetrics,name=TotalFetchRequestsPerSec', 'totalFetchRequests'],
  ['kafka.server:type=DelayedProduceMetrics,name=ExpiresPerSec', 'produceExpires'],
  ['kafka.server:type=DelayedFetchMetrics,name=ExpiresPerSec,fetcherType=consumer', 'consumerFetchExpires'],
  ['kafka.server:type=DelayedFetchMetrics,name=ExpiresPerSec,fetcherType=follower', 'followerFetchExpires'],
];

/** Kafka's `BrokerState` as the number that the gauge has. */
const BROKER_STATES: Readonly<Record<string, number>> = {
  STARTING: 1,
  RECOVERY: 2,
  RUNNING: 3,
  PENDING_CONTROLLED_SHUTDOWN: 6,
};

/** Everything that the process of a broker reports; nothing if it does not run, for then nobody answers over JMX. */
export function visitBroker(
  broker: Broker,
  nowUs: Micros,
  perPartition: boolean,
  visit: MetricVisitor,
): void {
  const { process } = broker;
  if (!process) return;
  visit('kafka.server:type=KafkaServer,name=BrokerState', null, BROKER_STATES[process.lifecycle.state] ?? 0);
  visitReplicas(broker, process, perPartition, visit);
  const ageUs = nowUs - process.meters.startedUs;
  for (const [bean, meter] of METERS) visitMeter(visit, bean, process.meters.meters.get(meter), ageUs);
  visitPurgatory(process.replicas.produces, 'Produce', visit);
  visitPurgatory(process.replicas.fetches, 'Fetch', visit);
  visitFetchers(process, perPartition, visit);
  visit('kafka.network:type=RequestChannel,name=RequestQueueSize', null, process.requests.waiting.length);
  for (const [name, tally] of process.meters.requests) visitRequests(name, tally, ageUs, visit);
}

function visitReplicas(
  broker: Broker,
  process: BrokerProcess,
  perPartition: boolean,
  visit: MetricVisitor,
): void {
  let hosted = 0;
  let led = 0;
  let underReplicated = 0;
  let underMinIsr = 0;
  let atMinIsr = 0;
  let reassigning = 0;
  let producerIds = 0;
  for (const partition of broker.partitions.values()) {
    // What a process has not acted upon yet does not exist for it.
    if (partition.role === null) continue;
    hosted += 1;
    producerIds += partition.log.producers.producers.size;
    const { leader } = partition;
    const gauges = gaugesOf(partition, leader, broker, process);
    if (leader) {
      led += 1;
      const registration = broker.image.partitions.get(partition.topicPartition)?.registration;
      if (registration && isReassigning(registration)) reassigning += 1;
    }
    if (gauges.isUnderReplicated) underReplicated += 1;
    if (gauges.isUnderMinIsr) underMinIsr += 1;
    if (gauges.isAtMinIsr) atMinIsr += 1;
    if (perPartition) visitPartition(partition, gauges, visit);
  }
  visit(`${REPLICA_MANAGER}UnderReplicatedPartitions`, null, underReplicated);
  visit(`${REPLICA_MANAGER}UnderMinIsrPartitionCount`, null, underMinIsr);
  visit(`${REPLICA_MANAGER}AtMinIsrPartitionCount`, null, atMinIsr);
  visit(`${REPLICA_MANAGER}PartitionCount`, null, hosted);
  visit(`${REPLICA_MANAGER}LeaderCount`, null, led);
  visit(`${REPLICA_MANAGER}OfflineReplicaCount`, null, offlineReplicasOf(broker));
  visit(`${REPLICA_MANAGER}ReassigningPartitions`, null, reassigning);
  visit(`${REPLICA_MANAGER}ProducerIdCount`, null, producerIds);
}

function gaugesOf(
  partition: Partition,
  leader: LeaderRole | null,
  broker: Broker,
  process: BrokerProcess,
): ReturnType<typeof replicationGauges> {
  return replicationGauges({
    isLeader: leader !== null,
    replicationFactor: leader?.replicas.length ?? 0,
    isrSize: leader ? committedIsr(leader.isrState).length : 0,
    minInsyncReplicas: leader ? process.replicas.minIsrOf(partition, broker, kafkaRules) : 0,
  });
}

function visitPartition(
  partition: Partition,
  gauges: ReturnType<typeof replicationGauges>,
  visit: MetricVisitor,
): void {
  const { leader, log } = partition;
  const tags = tagsOf(partition.topicPartition);
  const cluster = (name: string): string => `kafka.cluster:type=Partition,name=${name},${tags}`;
  visit(cluster('UnderReplicated'), null, gauges.isUnderReplicated ? 1 : 0);
  visit(cluster('UnderMinIsr'), null, gauges.isUnderMinIsr ? 1 : 0);
  visit(cluster('AtMinIsr'), null, gauges.isAtMinIsr ? 1 : 0);
  visit(cluster('InSyncReplicasCount'), null, leader ? committedIsr(leader.isrState).length : 0);
  visit(cluster('ReplicasCount'), null, leader ? leader.replicas.length : 0);
  visit(`kafka.log:type=Log,name=LogStartOffset,${tags}`, null, log.logStartOffset);
  visit(`kafka.log:type=Log,name=LogEndOffset,${tags}`, null, log.logEndOffset);
}

/** An operation counts once for each partition that it watches: Kafka's PurgatorySize is the number of watchers. */
function visitPurgatory(
  purgatory: Purgatory<DelayedOperation>,
  operation: 'Produce' | 'Fetch',
  visit: MetricVisitor,
): void {
  let watched = 0;
  for (const delayed of purgatory.parked.values()) watched += delayed.watched.length;
  visit(`${PURGATORY}PurgatorySize,delayedOperation=${operation}`, null, watched);
  visit(`${PURGATORY}NumDelayedOperations,delayedOperation=${operation}`, null, purgatory.parked.size);
}

function visitFetchers(process: BrokerProcess, perPartition: boolean, visit: MetricVisitor): void {
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
      const client = `clientId=ReplicaFetcherThread-0-${leader}`;
      if (perPartition)
        visit(
          `kafka.server:type=FetcherLagMetrics,name=ConsumerLag,${client},${tagsOf(topicPartition)}`,
          null,
          lag,
        );
    }
  }
  visit(`${FETCHERS}MaxLag,clientId=Replica`, null, maxLag);
  visit(`${FETCHERS}FailedPartitionsCount,clientId=Replica`, null, failed);
}

function visitRequests(name: string, tally: RequestTally, ageUs: Micros, visit: MetricVisitor): void {
  const bean = (metric: string): string => `kafka.network:type=RequestMetrics,name=${metric},request=${name}`;
  visitMeter(visit, bean('RequestsPerSec'), tally.requests, ageUs);
  visitTally(visit, bean('RequestQueueTimeMs'), tally.requestQueueTime);
  visitTally(visit, bean('LocalTimeMs'), tally.localTime);
  visitTally(visit, bean('RemoteTimeMs'), tally.remoteTime);
  visitTally(visit, bean('TotalTimeMs'), tally.totalTime);
  for (const [error, meter] of tally.errors)
    visitMeter(visit, `${bean('ErrorsPerSec')},error=${error}`, meter, ageUs);
}

/** The leader counts a partition as long as replicas are being added or removed (KIP-455). */
function isReassigning(registration: PartitionRegistration): boolean {
  const { addingReplicas = [], removingReplicas = [] } = registration as {
    readonly addingReplicas?: readonly number[];
    readonly removingReplicas?: readonly number[];
  };
  return addingReplicas.length > 0 || removingReplicas.length > 0;
}

/** Replicas in a log directory that failed. */
function offlineReplicasOf(_broker: Broker): number {
  return 0;
}

function tagsOf(topicPartition: TopicPartition): string {
  const dash = topicPartition.lastIndexOf('-');
  return `topic=${topicPartition.slice(0, dash)},partition=${topicPartition.slice(dash + 1)}`;
}
