import type { MetricId } from '../../shared/metricDefinitions.ts';
import type { TraceKind } from '../../shared/traceEvents.ts';

/** How a metric comes about: the rule by which it is measured, that of what it measures, and the facts that move it. */
interface WhyMetricOf {
  readonly measuredBy: string;
  readonly movedBy: string | null;
  readonly kinds: readonly TraceKind[];
  /** How long what it measured counts. */
  readonly memory: MetricMemory;
}

/** `now`: a gauge of what is. `windows`: two windows of 30 s. `meter`: an average that forgets. `process`: as long as its process lives. */
type MetricMemory = 'now' | 'windows' | 'meter' | 'process';

type Row = readonly [
  ids: RegExp,
  measuredBy: string,
  movedBy: string | null,
  kinds: readonly TraceKind[],
  memory?: MetricMemory,
];

const ISR: readonly TraceKind[] = ['IsrShrunk', 'IsrExpanded'];
const LEADERS: readonly TraceKind[] = ['LeaderElected', 'PartitionOffline'];
const REGISTRATION: readonly TraceKind[] = ['BrokerFenced', 'BrokerUnfenced', 'BrokerRegistered'];
const READING: readonly TraceKind[] = [
  'RecordsDelivered',
  'ConsumerStalled',
  'OffsetReset',
  'PartitionsLost',
];

/** The first that fits. What stands alone at an end fits everything of its bean. */
const ROWS: readonly Row[] = [
  // Producers
  [/^producer.*throttle/, 'client-metrics', 'QT3', ['ClientThrottled']],
  [/^producer.*(?:batch-size|records-per-request)/, 'client-metrics', 'S1', ['BatchSplit']],
  [/^producer.*batch-split/, 'client-metrics', 'RT7', ['BatchSplit']],
  [/^producer.*queue-time/, 'client-metrics', 'S3', ['ProduceRetried', 'ClientThrottled']],
  [/^producer.*(?:request-latency|in-flight)/, 'client-metrics', 'A3', ['ProduceParked', 'ProduceTimedOut']],
  [/^producer.*retry/, 'client-metrics', 'RT1', ['ProduceRetried']],
  [/^producer.*error/, 'client-metrics', 'RT5', ['RecordsFailed']],
  [/^producer.*(?:compression)/, 'client-metrics', 'CM2', []],
  [/^producer.*(?:buffer|waiting-threads)/, 'client-metrics', 'S2', ['RecordsFailed']],
  [/^producer.*metadata-age/, 'client-metrics', 'RT8', ['LeaderLearned']],
  [/^producer.*(?:txn|flush)/, 'client-metrics', 'transactional-application', ['TransactionalCallEnded']],
  [/^producer.*connection/, 'client-metrics', 'connections', ['Disconnected']],
  [/^producer/, 'client-metrics', 'producer-threads', []],
  // Consumers
  [/^consumer.*records-lag|records-lead/, 'client-metrics', 'lag', READING],
  [/^consumer.*fetch-latency/, 'consumer-metrics', 'F4', ['RecordsDelivered']],
  [/^consumer.*throttle/, 'consumer-metrics', 'QT3', ['ClientThrottled']],
  [/^consumer-share.*acknowledgements/, 'consumer-metrics', 'share-consumer', ['ShareAcknowledgementFailed']],
  [
    /^consumer.*(?:rebalance|join|sync|assigned)/,
    'consumer-metrics',
    'consumer-join',
    ['GroupJoined', 'RejoinRequested'],
  ],
  [
    /^consumer.*commit/,
    'consumer-metrics',
    'consumer-commit',
    ['OffsetCommitAcknowledged', 'OffsetCommitFailed'],
  ],
  [/^consumer.*heartbeat/, 'consumer-metrics', 'consumer-heartbeat', ['CoordinatorLost']],
  [/^consumer.*poll/, 'consumer-metrics', 'consumer-processing', ['ConsumerStalled', 'ConsumerUnstalled']],
  [/^consumer/, 'consumer-metrics', 'consumer-fetch', READING],
  // Controllers
  [/OfflinePartitionsCount|PreferredReplicaImbalance/, 'controller-metrics', 'L2', LEADERS],
  [/(?:Active|Fenced)BrokerCount/, 'controller-metrics', 'B3', REGISTRATION],
  [/ActiveControllerCount/, 'controller-metrics', 'Q4', ['ControllerActivated', 'ControllerResigned']],
  [/UncleanLeaderElections/, 'controller-metrics', 'L5', ['LeaderElected']],
  [/ElectionFromEligible/, 'controller-metrics', 'R2', ['LeaderElected']],
  [/Global(?:Partition|Topic)Count/, 'controller-metrics', 'topic-changes', ['TopicCreated', 'TopicDeleted']],
  [/^Kafka?Controller|^ControllerStats/, 'controller-metrics', 'metadata-log', []],
  [/^raft-metrics.*(?:state|leader|vote|epoch|election)/, 'raft-metrics', 'Q6', ['QuorumStateChanged']],
  [/^raft-metrics/, 'raft-metrics', 'Q3', []],
  // Replication
  [/IsrUpdates/, 'metric-meters', 'I8', ['AlterPartitionFailed']],
  [/IsrShrinks|IsrExpands/, 'metric-meters', 'I2', ISR],
  [/UnderReplicated|MinIsr|InSyncReplicas/, 'replication-gauges', 'I2', ISR],
  [/LeaderCount/, 'replication-gauges', 'M1', LEADERS],
  [/ProducerIdCount/, 'replication-gauges', 'ID3', ['ProducerIdAssigned']],
  [/LateTransactions/, 'replication-gauges', 'T23', []],
  [/Reassigning/, 'replication-gauges', 'reassignment', ['ReassignmentStarted', 'ReassignmentCompleted']],
  [/OfflineReplica/, 'replication-gauges', 'B8', ['LogDirFailed', 'DiskFailed']],
  [/MaxLag|ConsumerLag|FailedPartitions/, 'replication-gauges', 'F9', ['FetchFailed']],
  [/LastStableOffsetLag/, 'replication-gauges', 'T24', ['LastStableOffsetAdvanced']],
  [/^(?:ReplicaManager|Partition)\./, 'replication-gauges', 'hosted-logs', ['LogCreated', 'LogDeleted']],
  // Brokers
  [/PurgatorySize|NumDelayed/, 'purgatory-size', 'A3', ['ProduceParked', 'ProduceTimedOut']],
  [/^DelayedProduce/, 'metric-meters', 'A4', ['ProduceTimedOut']],
  [/^DelayedFetch/, 'metric-meters', 'F4', []],
  [/Share/, 'metric-meters', 'share-fetch', ['ShareRecordsAcquired', 'AcquisitionLockTimedOut']],
  [/Remote/, 'metric-meters', 'TS1', ['SegmentCopied', 'RemoteSegmentsDeleted']],
  [/Failed(?:Produce)/, 'metric-meters', 'A2', ['ProduceRefused']],
  [/Rejected|NoKey/, 'metric-meters', 'batch-limits', ['ProduceRefused']],
  [/^BrokerTopicMetrics/, 'metric-meters', 'A2', ['RecordsAppended']],
  [/BrokerState/, 'storage-metrics', 'broker-start', REGISTRATION],
  [/^FetchSessionCache/, 'metric-meters', 'FS3', []],
  [/^KafkaRequestHandlerPool/, 'metric-meters', 'request-queue', []],
  [/ThrottleTimeMs/, 'request-metrics', 'QT3', ['ClientThrottled']],
  [/ErrorsPerSec/, 'request-metrics', 'RQ1', ['ProduceRefused', 'FetchFailed', 'GroupRequestRefused']],
  [/^Request/, 'request-metrics', 'RQ1', []],
  // Logs
  [/^LogCleaner/, 'storage-metrics', 'CL2', ['LogCleaned', 'LogCleaningStarted']],
  [/Offline/, 'storage-metrics', 'B8', ['LogDirFailed', 'DiskFailed']],
  [/Recover/, 'storage-metrics', 'RC2', ['LogRecoveryStarted', 'LogRecovered']],
  [/Flush/, 'storage-metrics', 'FL4', ['LogFlushed']],
  [/^Log\.LogStart/, 'storage-metrics', 'RE1', ['LogStartOffsetIncremented']],
  [/^Log\.LogEnd/, 'storage-metrics', 'F8', ['RecordsAppended', 'LogTruncated']],
  [/^Log\./, 'storage-metrics', 'SG3', ['SegmentRolled', 'SegmentsDeleted']],
  // Coordinators
  [/^group-coordinator|^GroupMetadata/, 'metric-meters', 'G2', ['GroupStateChanged', 'OffsetExpired']],
  [/^TransactionMarker/, 'transaction-metrics', 'T15', ['TxnMarkersSent', 'TxnMarkerRefused']],
];

/** Every metric has one; a test says so. */
export function whyMetricOf(id: MetricId, type: 'gauge' | 'meter' | 'histogram'): WhyMetricOf | null {
  const row = ROWS.find(([ids]) => ids.test(id));
  if (row === undefined) return null;
  const [, measuredBy, movedBy, kinds] = row;
  return { measuredBy, movedBy, kinds, memory: memoryOf(id, type) };
}

function memoryOf(id: MetricId, type: 'gauge' | 'meter' | 'histogram'): MetricMemory {
  if (type === 'meter') return 'meter';
  if (type === 'histogram' || /-total$|-count$/.test(id)) return 'process';
  return /^(?:producer|consumer|raft).*-(?:avg|max|min|rate|ratio|rate-per-hour)$/.test(id)
    ? 'windows'
    : 'now';
}
