/**
 * Every metric that a run has, under the name that Kafka's MBean has. One place for what it is; `src/bridge/metrics` reads it off
 * the cluster, and the catalogue says what it means.
 */
export interface MetricDefinition {
  /** `type.name` of the MBean: the key of its sentence in the catalogue. */
  readonly id: MetricId;
  /** MBean without the tags that vary: `kafka.server:type=ReplicaManager,name=LeaderCount`. */
  readonly name: string;
  /**
   * A gauge has one value. A meter has `Count` and rates; its rate here is Kafka's `OneMinuteRate`. A histogram has `Count`,
   * `Mean` and `Max`; TotalTimeMs of a request has `50thPercentile`, `95thPercentile` and `99thPercentile` as well.
   */
  readonly type: 'gauge' | 'meter' | 'histogram';
  readonly unit: MetricUnit;
  /** Which process has the MBean. */
  readonly reporter: 'broker' | 'controller' | 'consumer' | 'producer';
  /** How the values of several nodes make one for the whole cluster; `none`: they do not. */
  readonly across: 'sum' | 'max' | 'none';
  /** Kafka class that computes it. */
  readonly source: string;
  /** Has tags `topic` and `partition`: kept over time only in clusters of few replicas. */
  readonly perPartition: boolean;
}

export type MetricUnit =
  | 'partitions'
  | 'directories'
  | 'logs'
  | 'segments'
  | 'replicas'
  | 'brokers'
  | 'topics'
  | 'controllers'
  | 'producers'
  | 'groups'
  | 'requests'
  | 'operations'
  | 'records'
  | 'bytes'
  | 'changes'
  | 'elections'
  | 'errors'
  | 'offset'
  | 'ms'
  | 's'
  | 'percent'
  | 'threads'
  | 'state'
  | 'node id'
  | 'epoch'
  | 'records a second'
  | 'fetches a second'
  | 'bytes a second'
  | 'heartbeats a second'
  | 'commits a second'
  | 'rebalances an hour'
  | 'joins a second'
  | 'syncs a second'
  | 'ratio'
  | 'batches'
  | 'batches a second'
  | 'requests a second'
  | 'connections'
  | 'ns'
  | 'share'
  | 'yes or no';

type Row = readonly [
  type: MetricDefinition['type'],
  unit: MetricUnit,
  across: MetricDefinition['across'],
  source: string,
];

/** By domain, then `type.name`. */
const BROKER = {
  'kafka.server': {
    'group-coordinator-metrics.group-count': ['gauge', 'groups', 'sum', 'GroupCoordinatorMetrics'],
    'group-coordinator-metrics.consumer-group-count': ['gauge', 'groups', 'sum', 'GroupCoordinatorMetrics'],
    'group-coordinator-metrics.share-group-count': ['gauge', 'groups', 'sum', 'GroupCoordinatorMetrics'],
    'group-coordinator-metrics.num-partitions': ['gauge', 'partitions', 'sum', 'CoordinatorRuntimeMetrics'],
    'group-coordinator-metrics.offset-commit-count': [
      'gauge',
      'operations',
      'sum',
      'GroupCoordinatorMetrics',
    ],
    'group-coordinator-metrics.group-completed-rebalance-count': [
      'gauge',
      'operations',
      'sum',
      'GroupCoordinatorMetrics',
    ],
    'group-coordinator-metrics.offset-expiration-count': [
      'gauge',
      'operations',
      'sum',
      'GroupCoordinatorMetrics',
    ],
    'ReplicaManager.UnderReplicatedPartitions': ['gauge', 'partitions', 'sum', 'Partition.isUnderReplicated'],
    'ReplicaManager.UnderMinIsrPartitionCount': ['gauge', 'partitions', 'sum', 'Partition.isUnderMinIsr'],
    'ReplicaManager.AtMinIsrPartitionCount': ['gauge', 'partitions', 'sum', 'Partition.isAtMinIsr'],
    'ReplicaManager.PartitionCount': ['gauge', 'partitions', 'sum', 'ReplicaManager.allPartitions'],
    'ReplicaManager.LeaderCount': ['gauge', 'partitions', 'sum', 'ReplicaManager.leaderPartitionsIterator'],
    'ReplicaManager.OfflineReplicaCount': [
      'gauge',
      'replicas',
      'sum',
      'ReplicaManager.offlinePartitionCount',
    ],
    'ReplicaManager.ReassigningPartitions': ['gauge', 'partitions', 'sum', 'Partition.isReassigning'],
    'ReplicaManager.ProducerIdCount': ['gauge', 'producers', 'sum', 'Partition.producerIdCount'],
    'ReplicaManager.PartitionsWithLateTransactionsCount': [
      'gauge',
      'partitions',
      'sum',
      'ReplicaManager.lateTransactionsCount',
    ],
    'ReplicaManager.IsrShrinksPerSec': ['meter', 'changes', 'sum', 'Partition.submitAlterPartition'],
    'ReplicaManager.IsrExpandsPerSec': ['meter', 'changes', 'sum', 'Partition.submitAlterPartition'],
    'ReplicaManager.FailedIsrUpdatesPerSec': ['meter', 'changes', 'sum', 'Partition.submitAlterPartition'],
    'BrokerTopicMetrics.MessagesInPerSec': ['meter', 'records', 'sum', 'ReplicaManager.appendToLocalLog'],
    'BrokerTopicMetrics.BytesInPerSec': ['meter', 'bytes', 'sum', 'ReplicaManager.appendToLocalLog'],
    'BrokerTopicMetrics.BytesOutPerSec': ['meter', 'bytes', 'sum', 'BrokerTopicStats.updateBytesOut'],
    'BrokerTopicMetrics.BytesRejectedPerSec': [
      'meter',
      'bytes',
      'sum',
      'UnifiedLog.analyzeAndValidateRecords',
    ],
    'BrokerTopicMetrics.ReplicationBytesInPerSec': ['meter', 'bytes', 'sum', 'ReplicaFetcherThread'],
    'BrokerTopicMetrics.ReplicationBytesOutPerSec': [
      'meter',
      'bytes',
      'sum',
      'BrokerTopicStats.updateBytesOut',
    ],
    'BrokerTopicMetrics.TotalProduceRequestsPerSec': [
      'meter',
      'requests',
      'sum',
      'ReplicaManager.appendToLocalLog',
    ],
    'BrokerTopicMetrics.FailedProduceRequestsPerSec': [
      'meter',
      'requests',
      'sum',
      'ReplicaManager.appendToLocalLog',
    ],
    'BrokerTopicMetrics.NoKeyCompactedTopicRecordsPerSec': ['meter', 'records', 'sum', 'LogValidator'],
    'BrokerTopicMetrics.TotalFetchRequestsPerSec': ['meter', 'requests', 'sum', 'ReplicaManager.readFromLog'],
    'BrokerTopicMetrics.RemoteLogSizeBytes': ['gauge', 'bytes', 'sum', 'RemoteLogManager'],
    'BrokerTopicMetrics.RemoteLogMetadataCount': ['gauge', 'segments', 'sum', 'RemoteLogManager'],
    'BrokerTopicMetrics.RemoteCopyLagBytes': ['gauge', 'bytes', 'sum', 'RemoteLogManager'],
    'BrokerTopicMetrics.RemoteCopyLagSegments': ['gauge', 'segments', 'sum', 'RemoteLogManager'],
    'BrokerTopicMetrics.RemoteCopyBytesPerSec': ['meter', 'bytes', 'sum', 'RemoteLogManager'],
    'BrokerTopicMetrics.RemoteCopyRequestsPerSec': ['meter', 'requests', 'sum', 'RemoteLogManager'],
    'BrokerTopicMetrics.RemoteFetchBytesPerSec': ['meter', 'bytes', 'sum', 'RemoteLogReader'],
    'BrokerTopicMetrics.RemoteFetchRequestsPerSec': ['meter', 'requests', 'sum', 'RemoteLogReader'],
    'BrokerTopicMetrics.RemoteDeleteRequestsPerSec': ['meter', 'requests', 'sum', 'RemoteLogManager'],
    'DelayedOperationPurgatory.PurgatorySize': [
      'gauge',
      'operations',
      'sum',
      'DelayedOperationPurgatory.watched',
    ],
    'DelayedOperationPurgatory.NumDelayedOperations': [
      'gauge',
      'operations',
      'sum',
      'DelayedOperationPurgatory.numDelayed',
    ],
    'DelayedProduceMetrics.ExpiresPerSec': ['meter', 'requests', 'sum', 'DelayedProduce.onExpiration'],
    'BrokerTopicMetrics.TotalShareFetchRequestsPerSec': [
      'meter',
      'requests',
      'sum',
      'SharePartitionManager.processShareFetch',
    ],
    'BrokerTopicMetrics.TotalShareAcknowledgementRequestsPerSec': [
      'meter',
      'requests',
      'sum',
      'SharePartitionManager.acknowledge',
    ],
    'DelayedShareFetchMetrics.ExpiresPerSec': ['meter', 'requests', 'sum', 'DelayedShareFetch.onExpiration'],
    'ShareGroupMetrics.RecordAcknowledgement': ['meter', 'records', 'sum', 'ShareGroupMetrics'],
    'SharePartitionMetrics.AcquisitionLockTimeoutPerSec': [
      'meter',
      'records',
      'sum',
      'SharePartitionMetrics',
    ],
    'SharePartitionMetrics.InFlightMessageCount': [
      'gauge',
      'records',
      'sum',
      'SharePartition.numInFlightRecords',
    ],
    'SharePartitionMetrics.InFlightBatchCount': ['gauge', 'operations', 'sum', 'SharePartition.cachedState'],
    'ShareSessionCache.ShareSessionsCount': ['gauge', 'operations', 'sum', 'ShareSessionCache.size'],
    'ShareSessionCache.SharePartitionsCount': [
      'gauge',
      'partitions',
      'sum',
      'ShareSessionCache.totalPartitions',
    ],
    'DelayedFetchMetrics.ExpiresPerSec': ['meter', 'requests', 'sum', 'DelayedFetch.onExpiration'],
    'ReplicaFetcherManager.MaxLag': ['gauge', 'records', 'max', 'AbstractFetcherManager'],
    'ReplicaFetcherManager.FailedPartitionsCount': ['gauge', 'partitions', 'sum', 'AbstractFetcherManager'],
    'FetchSessionCache.NumIncrementalFetchSessions': ['gauge', 'operations', 'sum', 'FetchSessionCache.size'],
    'FetchSessionCache.NumIncrementalFetchPartitionsCached': [
      'gauge',
      'partitions',
      'sum',
      'FetchSessionCache.totalPartitions',
    ],
    'FetchSessionCache.IncrementalFetchSessionEvictionsPerSec': [
      'meter',
      'operations',
      'sum',
      'FetchSessionCacheShard.tryEvict',
    ],
    'KafkaRequestHandlerPool.RequestHandlerAvgIdlePercent': ['gauge', 'share', 'none', 'KafkaRequestHandler'],
    'KafkaServer.BrokerState': ['gauge', 'state', 'none', 'BrokerLifecycleManager.state'],
  },
  'kafka.log': {
    'LogManager.OfflineLogDirectoryCount': ['gauge', 'directories', 'sum', 'LogManager.offlineLogDirs'],
    'LogManager.LogDirectoryOffline': ['gauge', 'yes or no', 'sum', 'LogManager'],
    'LogManager.remainingLogsToRecover': ['gauge', 'logs', 'sum', 'LogManager.addLogRecoveryMetrics'],
    'LogManager.remainingSegmentsToRecover': ['gauge', 'segments', 'sum', 'LogManager.addLogRecoveryMetrics'],
    'LogFlushStats.LogFlushRateAndTimeMs': ['histogram', 'ms', 'max', 'LogSegment.flush'],
    'LogCleanerManager.max-dirty-percent': ['gauge', 'percent', 'max', 'LogCleanerManager'],
    'LogCleanerManager.time-since-last-run-ms': ['gauge', 'ms', 'max', 'LogCleanerManager'],
    'LogCleanerManager.uncleanable-partitions-count': ['gauge', 'partitions', 'sum', 'LogCleanerManager'],
    'LogCleanerManager.uncleanable-bytes': ['gauge', 'bytes', 'sum', 'LogCleanerManager'],
    'LogCleaner.max-clean-time-secs': ['gauge', 's', 'max', 'LogCleaner'],
    'LogCleaner.cleaner-recopy-percent': ['gauge', 'percent', 'max', 'LogCleaner'],
    'LogCleaner.max-buffer-utilization-percent': ['gauge', 'percent', 'max', 'LogCleaner'],
    'LogCleaner.max-compaction-delay-secs': ['gauge', 's', 'max', 'LogCleaner'],
    'LogCleaner.DeadThreadCount': ['gauge', 'threads', 'sum', 'LogCleaner'],
  },
  'kafka.coordinator.group': {
    'GroupMetadataManager.NumOffsets': ['gauge', 'partitions', 'sum', 'GroupCoordinatorMetrics'],
    'GroupMetadataManager.NumGroups': ['gauge', 'groups', 'sum', 'GroupCoordinatorMetrics'],
    'GroupMetadataManager.NumGroupsPreparingRebalance': ['gauge', 'groups', 'sum', 'GroupCoordinatorMetrics'],
    'GroupMetadataManager.NumGroupsCompletingRebalance': [
      'gauge',
      'groups',
      'sum',
      'GroupCoordinatorMetrics',
    ],
    'GroupMetadataManager.NumGroupsStable': ['gauge', 'groups', 'sum', 'GroupCoordinatorMetrics'],
    'GroupMetadataManager.NumGroupsDead': ['gauge', 'groups', 'sum', 'GroupCoordinatorMetrics'],
    'GroupMetadataManager.NumGroupsEmpty': ['gauge', 'groups', 'sum', 'GroupCoordinatorMetrics'],
  },
  'kafka.coordinator.transaction': {
    'TransactionMarkerChannelManager.UnknownDestinationQueueSize': [
      'gauge',
      'operations',
      'sum',
      'TransactionMarkerChannelManager',
    ],
    'TransactionMarkerChannelManager.LogAppendRetryQueueSize': [
      'gauge',
      'operations',
      'sum',
      'TransactionMarkerChannelManager',
    ],
  },
  'kafka.network': {
    'RequestChannel.RequestQueueSize': ['gauge', 'requests', 'sum', 'RequestChannel'],
    'RequestMetrics.RequestsPerSec': ['meter', 'requests', 'sum', 'RequestChannel.updateRequestMetrics'],
    'RequestMetrics.ErrorsPerSec': ['meter', 'errors', 'sum', 'RequestChannel.updateErrorMetrics'],
    'RequestMetrics.RequestBytes': ['histogram', 'bytes', 'max', 'RequestChannel.updateRequestMetrics'],
    'RequestMetrics.RequestQueueTimeMs': ['histogram', 'ms', 'max', 'RequestChannel.updateRequestMetrics'],
    'RequestMetrics.LocalTimeMs': ['histogram', 'ms', 'max', 'RequestChannel.updateRequestMetrics'],
    'RequestMetrics.RemoteTimeMs': ['histogram', 'ms', 'max', 'RequestChannel.updateRequestMetrics'],
    'RequestMetrics.ThrottleTimeMs': ['histogram', 'ms', 'max', 'RequestChannel.updateRequestMetrics'],
    'RequestMetrics.ResponseQueueTimeMs': ['histogram', 'ms', 'max', 'RequestChannel.updateRequestMetrics'],
    'RequestMetrics.ResponseSendTimeMs': ['histogram', 'ms', 'max', 'RequestChannel.updateRequestMetrics'],
    'RequestMetrics.TotalTimeMs': ['histogram', 'ms', 'max', 'RequestChannel.updateRequestMetrics'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Row>>>>;

const PARTITION = {
  'kafka.server': {
    'FetcherLagMetrics.ConsumerLag': ['gauge', 'records', 'max', 'FetcherLagStats'],
  },
  'kafka.cluster': {
    'Partition.UnderReplicated': ['gauge', 'yes or no', 'sum', 'Partition.isUnderReplicated'],
    'Partition.UnderMinIsr': ['gauge', 'yes or no', 'sum', 'Partition.isUnderMinIsr'],
    'Partition.AtMinIsr': ['gauge', 'yes or no', 'sum', 'Partition.isAtMinIsr'],
    'Partition.InSyncReplicasCount': ['gauge', 'replicas', 'sum', 'Partition'],
    'Partition.ReplicasCount': ['gauge', 'replicas', 'sum', 'Partition'],
    'Partition.LastStableOffsetLag': ['gauge', 'records', 'max', 'UnifiedLog.lastStableOffsetLag'],
  },
  'kafka.log': {
    'Log.Size': ['gauge', 'bytes', 'sum', 'UnifiedLog.size'],
    'Log.NumLogSegments': ['gauge', 'segments', 'sum', 'UnifiedLog.numberOfSegments'],
    'Log.LogStartOffset': ['gauge', 'offset', 'max', 'UnifiedLog'],
    'Log.LogEndOffset': ['gauge', 'offset', 'max', 'UnifiedLog'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Row>>>>;

const CONTROLLER = {
  'kafka.controller': {
    'KafkaController.ActiveControllerCount': ['gauge', 'controllers', 'sum', 'QuorumControllerMetrics'],
    'KafkaController.OfflinePartitionsCount': ['gauge', 'partitions', 'max', 'ControllerMetadataMetrics'],
    'KafkaController.PreferredReplicaImbalanceCount': [
      'gauge',
      'partitions',
      'max',
      'ControllerMetadataMetrics',
    ],
    'KafkaController.GlobalPartitionCount': ['gauge', 'partitions', 'max', 'ControllerMetadataMetrics'],
    'KafkaController.GlobalTopicCount': ['gauge', 'topics', 'max', 'ControllerMetadataMetrics'],
    'KafkaController.ActiveBrokerCount': ['gauge', 'brokers', 'max', 'ControllerMetadataMetrics'],
    'KafkaController.FencedBrokerCount': ['gauge', 'brokers', 'max', 'ControllerMetadataMetrics'],
    'KafkaController.LastCommittedRecordOffset': ['gauge', 'offset', 'max', 'QuorumControllerMetrics'],
    'KafkaController.NewActiveControllersCount': ['gauge', 'elections', 'max', 'QuorumControllerMetrics'],
    'ControllerStats.UncleanLeaderElectionsPerSec': ['meter', 'elections', 'max', 'TopicDelta'],
    'ControllerStats.ElectionFromEligibleLeaderReplicasPerSec': ['meter', 'elections', 'max', 'TopicDelta'],
  },
  'kafka.server': {
    'raft-metrics.current-state': ['gauge', 'state', 'none', 'KafkaRaftMetrics'],
    'raft-metrics.current-leader': ['gauge', 'node id', 'none', 'KafkaRaftMetrics'],
    'raft-metrics.current-vote': ['gauge', 'node id', 'none', 'KafkaRaftMetrics'],
    'raft-metrics.current-epoch': ['gauge', 'epoch', 'max', 'KafkaRaftMetrics'],
    'raft-metrics.high-watermark': ['gauge', 'offset', 'max', 'KafkaRaftMetrics'],
    'raft-metrics.log-end-offset': ['gauge', 'offset', 'max', 'KafkaRaftMetrics'],
    'raft-metrics.log-end-epoch': ['gauge', 'epoch', 'max', 'KafkaRaftMetrics'],
    'raft-metrics.commit-latency-avg': ['gauge', 'ms', 'max', 'KafkaRaftMetrics'],
    'raft-metrics.commit-latency-max': ['gauge', 'ms', 'max', 'KafkaRaftMetrics'],
    'raft-metrics.election-latency-avg': ['gauge', 'ms', 'max', 'KafkaRaftMetrics'],
    'raft-metrics.election-latency-max': ['gauge', 'ms', 'max', 'KafkaRaftMetrics'],
    'raft-metrics.append-records-rate': ['gauge', 'records a second', 'max', 'KafkaRaftMetrics'],
    'raft-metrics.fetch-records-rate': ['gauge', 'records a second', 'max', 'KafkaRaftMetrics'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Row>>>>;

const CONSUMER = {
  'kafka.consumer': {
    'consumer-fetch-manager-metrics.records-lag-max': ['gauge', 'records', 'max', 'FetchMetricsManager'],
    'consumer-fetch-manager-metrics.records-lead-min': ['gauge', 'records', 'none', 'FetchMetricsManager'],
    // Only of consumers with a group.
    'consumer-coordinator-metrics.assigned-partitions': [
      'gauge',
      'partitions',
      'sum',
      'ConsumerCoordinatorMetrics',
    ],
    'consumer-coordinator-metrics.commit-total': ['gauge', 'requests', 'sum', 'ConsumerCoordinatorMetrics'],
    'consumer-coordinator-metrics.last-rebalance-seconds-ago': ['gauge', 's', 'none', 'AbstractCoordinator'],
    'consumer-coordinator-metrics.rebalance-total': ['gauge', 'operations', 'max', 'AbstractCoordinator'],
    'consumer-coordinator-metrics.rebalance-latency-total': ['gauge', 'ms', 'max', 'AbstractCoordinator'],
    'consumer-coordinator-metrics.failed-rebalance-total': [
      'gauge',
      'operations',
      'sum',
      'AbstractCoordinator',
    ],
    'consumer-fetch-manager-metrics.fetch-latency-avg': ['gauge', 'ms', 'none', 'FetchMetricsManager'],
    'consumer-fetch-manager-metrics.fetch-size-avg': ['gauge', 'bytes', 'none', 'FetchMetricsManager'],
    'consumer-fetch-manager-metrics.records-per-request-avg': [
      'gauge',
      'records',
      'none',
      'FetchMetricsManager',
    ],
    'consumer-fetch-manager-metrics.fetch-rate': ['gauge', 'fetches a second', 'sum', 'FetchMetricsManager'],
    'consumer-fetch-manager-metrics.fetch-total': ['gauge', 'requests', 'sum', 'FetchMetricsManager'],
    'consumer-fetch-manager-metrics.records-consumed-rate': [
      'gauge',
      'records a second',
      'sum',
      'FetchMetricsManager',
    ],
    'consumer-fetch-manager-metrics.records-consumed-total': [
      'gauge',
      'records',
      'sum',
      'FetchMetricsManager',
    ],
    'consumer-fetch-manager-metrics.bytes-consumed-rate': [
      'gauge',
      'bytes a second',
      'sum',
      'FetchMetricsManager',
    ],
    'consumer-fetch-manager-metrics.bytes-consumed-total': ['gauge', 'bytes', 'sum', 'FetchMetricsManager'],
    'consumer-share-fetch-manager-metrics.fetch-latency-avg': [
      'gauge',
      'ms',
      'none',
      'ShareFetchMetricsManager',
    ],
    'consumer-share-fetch-manager-metrics.fetch-size-avg': [
      'gauge',
      'bytes',
      'none',
      'ShareFetchMetricsManager',
    ],
    'consumer-share-fetch-manager-metrics.records-per-request-avg': [
      'gauge',
      'records',
      'none',
      'ShareFetchMetricsManager',
    ],
    'consumer-share-fetch-manager-metrics.fetch-rate': [
      'gauge',
      'fetches a second',
      'sum',
      'ShareFetchMetricsManager',
    ],
    'consumer-share-fetch-manager-metrics.fetch-total': [
      'gauge',
      'requests',
      'sum',
      'ShareFetchMetricsManager',
    ],
    'consumer-share-fetch-manager-metrics.records-consumed-rate': [
      'gauge',
      'records a second',
      'sum',
      'ShareFetchMetricsManager',
    ],
    'consumer-share-fetch-manager-metrics.records-consumed-total': [
      'gauge',
      'records',
      'sum',
      'ShareFetchMetricsManager',
    ],
    'consumer-share-fetch-manager-metrics.bytes-consumed-rate': [
      'gauge',
      'bytes a second',
      'sum',
      'ShareFetchMetricsManager',
    ],
    'consumer-share-fetch-manager-metrics.bytes-consumed-total': [
      'gauge',
      'bytes',
      'sum',
      'ShareFetchMetricsManager',
    ],
    'consumer-share-fetch-manager-metrics.acknowledgements-send-rate': [
      'gauge',
      'records a second',
      'sum',
      'ShareFetchMetricsManager',
    ],
    'consumer-share-fetch-manager-metrics.acknowledgements-send-total': [
      'gauge',
      'records',
      'sum',
      'ShareFetchMetricsManager',
    ],
    'consumer-coordinator-metrics.heartbeat-rate': [
      'gauge',
      'heartbeats a second',
      'sum',
      'AbstractCoordinator',
    ],
    'consumer-coordinator-metrics.last-heartbeat-seconds-ago': ['gauge', 's', 'none', 'AbstractCoordinator'],
    'consumer-coordinator-metrics.heartbeat-response-time-max': ['gauge', 'ms', 'max', 'AbstractCoordinator'],
    'consumer-coordinator-metrics.commit-rate': ['gauge', 'commits a second', 'sum', 'AbstractCoordinator'],
    'consumer-coordinator-metrics.commit-latency-avg': ['gauge', 'ms', 'none', 'AbstractCoordinator'],
    'consumer-coordinator-metrics.rebalance-latency-avg': ['gauge', 'ms', 'none', 'AbstractCoordinator'],
    'consumer-coordinator-metrics.rebalance-rate-per-hour': [
      'gauge',
      'rebalances an hour',
      'none',
      'AbstractCoordinator',
    ],
    'consumer-coordinator-metrics.join-rate': ['gauge', 'joins a second', 'sum', 'AbstractCoordinator'],
    'consumer-coordinator-metrics.sync-rate': ['gauge', 'syncs a second', 'sum', 'AbstractCoordinator'],
    'consumer-share-coordinator-metrics.heartbeat-rate': [
      'gauge',
      'heartbeats a second',
      'sum',
      'HeartbeatMetricsManager',
    ],
    'consumer-share-coordinator-metrics.last-heartbeat-seconds-ago': [
      'gauge',
      's',
      'none',
      'HeartbeatMetricsManager',
    ],
    'consumer-share-coordinator-metrics.heartbeat-response-time-max': [
      'gauge',
      'ms',
      'max',
      'HeartbeatMetricsManager',
    ],
    'consumer-metrics.time-between-poll-avg': ['gauge', 'ms', 'none', 'KafkaConsumerMetrics'],
    'consumer-metrics.time-between-poll-max': ['gauge', 'ms', 'max', 'KafkaConsumerMetrics'],
    'consumer-metrics.poll-idle-ratio-avg': ['gauge', 'ratio', 'none', 'KafkaConsumerMetrics'],
    'consumer-metrics.last-poll-seconds-ago': ['gauge', 's', 'none', 'KafkaConsumerMetrics'],
    'consumer-share-metrics.time-between-poll-avg': ['gauge', 'ms', 'none', 'KafkaShareConsumerMetrics'],
    'consumer-share-metrics.time-between-poll-max': ['gauge', 'ms', 'max', 'KafkaShareConsumerMetrics'],
    'consumer-share-metrics.poll-idle-ratio-avg': ['gauge', 'ratio', 'none', 'KafkaShareConsumerMetrics'],
    'consumer-share-metrics.last-poll-seconds-ago': ['gauge', 's', 'none', 'KafkaShareConsumerMetrics'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Row>>>>;

const CONSUMER_PARTITION = {
  'kafka.consumer': {
    'consumer-fetch-manager-metrics.records-lag': ['gauge', 'records', 'max', 'FetchMetricsManager'],
    'consumer-fetch-manager-metrics.records-lead': ['gauge', 'records', 'none', 'FetchMetricsManager'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Row>>>>;

const SENDER = 'SenderMetricsRegistry';
const POOL = 'BufferPool';
const SELECTOR = 'Selector.SelectorMetrics';
const CALLS = 'KafkaProducerMetrics';

const PRODUCER = {
  'kafka.producer': {
    'producer-metrics.batch-size-avg': ['gauge', 'bytes', 'none', SENDER],
    'producer-metrics.batch-size-max': ['gauge', 'bytes', 'max', SENDER],
    'producer-metrics.record-queue-time-avg': ['gauge', 'ms', 'none', SENDER],
    'producer-metrics.record-queue-time-max': ['gauge', 'ms', 'max', SENDER],
    'producer-metrics.compression-rate-avg': ['gauge', 'share', 'none', SENDER],
    'producer-metrics.record-size-avg': ['gauge', 'bytes', 'none', SENDER],
    'producer-metrics.record-size-max': ['gauge', 'bytes', 'max', SENDER],
    'producer-metrics.records-per-request-avg': ['gauge', 'records', 'none', SENDER],
    'producer-metrics.request-latency-avg': ['gauge', 'ms', 'none', SENDER],
    'producer-metrics.request-latency-max': ['gauge', 'ms', 'max', SENDER],
    'producer-metrics.produce-throttle-time-avg': ['gauge', 'ms', 'none', SENDER],
    'producer-metrics.produce-throttle-time-max': ['gauge', 'ms', 'max', SENDER],
    'producer-metrics.record-send-rate': ['gauge', 'records a second', 'sum', SENDER],
    'producer-metrics.record-send-total': ['gauge', 'records', 'sum', SENDER],
    'producer-metrics.record-retry-rate': ['gauge', 'records a second', 'sum', SENDER],
    'producer-metrics.record-retry-total': ['gauge', 'records', 'sum', SENDER],
    'producer-metrics.record-error-rate': ['gauge', 'records a second', 'sum', SENDER],
    'producer-metrics.record-error-total': ['gauge', 'records', 'sum', SENDER],
    'producer-metrics.batch-split-rate': ['gauge', 'batches a second', 'sum', SENDER],
    'producer-metrics.batch-split-total': ['gauge', 'batches', 'sum', SENDER],
    'producer-metrics.requests-in-flight': ['gauge', 'requests', 'sum', SENDER],
    'producer-metrics.metadata-age': ['gauge', 's', 'max', SENDER],
    'producer-metrics.buffer-total-bytes': ['gauge', 'bytes', 'sum', 'RecordAccumulator.registerMetrics'],
    'producer-metrics.buffer-available-bytes': ['gauge', 'bytes', 'sum', 'RecordAccumulator.registerMetrics'],
    'producer-metrics.waiting-threads': ['gauge', 'threads', 'sum', 'RecordAccumulator.registerMetrics'],
    'producer-metrics.bufferpool-wait-ratio': ['gauge', 'share', 'max', POOL],
    'producer-metrics.bufferpool-wait-time-ns-total': ['gauge', 'ns', 'sum', POOL],
    'producer-metrics.buffer-exhausted-rate': ['gauge', 'records a second', 'sum', POOL],
    'producer-metrics.buffer-exhausted-total': ['gauge', 'records', 'sum', POOL],
    'producer-metrics.flush-time-ns-total': ['gauge', 'ns', 'sum', CALLS],
    'producer-metrics.txn-init-time-ns-total': ['gauge', 'ns', 'sum', CALLS],
    'producer-metrics.txn-begin-time-ns-total': ['gauge', 'ns', 'sum', CALLS],
    'producer-metrics.txn-send-offsets-time-ns-total': ['gauge', 'ns', 'sum', CALLS],
    'producer-metrics.txn-commit-time-ns-total': ['gauge', 'ns', 'sum', CALLS],
    'producer-metrics.txn-abort-time-ns-total': ['gauge', 'ns', 'sum', CALLS],
    'producer-metrics.connection-count': ['gauge', 'connections', 'sum', SELECTOR],
    'producer-metrics.outgoing-byte-rate': ['gauge', 'bytes a second', 'sum', SELECTOR],
    'producer-metrics.outgoing-byte-total': ['gauge', 'bytes', 'sum', SELECTOR],
    'producer-metrics.request-rate': ['gauge', 'requests a second', 'sum', SELECTOR],
    'producer-metrics.request-total': ['gauge', 'requests', 'sum', SELECTOR],
    'producer-metrics.request-size-avg': ['gauge', 'bytes', 'none', SELECTOR],
    'producer-metrics.request-size-max': ['gauge', 'bytes', 'max', SELECTOR],
    'producer-metrics.incoming-byte-rate': ['gauge', 'bytes a second', 'sum', SELECTOR],
    'producer-metrics.incoming-byte-total': ['gauge', 'bytes', 'sum', SELECTOR],
    'producer-metrics.response-rate': ['gauge', 'requests a second', 'sum', SELECTOR],
    'producer-metrics.response-total': ['gauge', 'requests', 'sum', SELECTOR],
    'producer-topic-metrics.record-send-rate': ['gauge', 'records a second', 'sum', SENDER],
    'producer-topic-metrics.record-send-total': ['gauge', 'records', 'sum', SENDER],
    'producer-topic-metrics.byte-rate': ['gauge', 'bytes a second', 'sum', SENDER],
    'producer-topic-metrics.byte-total': ['gauge', 'bytes', 'sum', SENDER],
    'producer-topic-metrics.compression-rate': ['gauge', 'share', 'none', SENDER],
    'producer-topic-metrics.record-retry-rate': ['gauge', 'records a second', 'sum', SENDER],
    'producer-topic-metrics.record-retry-total': ['gauge', 'records', 'sum', SENDER],
    'producer-topic-metrics.record-error-rate': ['gauge', 'records a second', 'sum', SENDER],
    'producer-topic-metrics.record-error-total': ['gauge', 'records', 'sum', SENDER],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Row>>>>;

type IdsOf<Table> = { [Domain in keyof Table]: keyof Table[Domain] }[keyof Table];
export type MetricId =
  | IdsOf<typeof BROKER>
  | IdsOf<typeof PARTITION>
  | IdsOf<typeof CONTROLLER>
  | IdsOf<typeof CONSUMER>
  | IdsOf<typeof CONSUMER_PARTITION>
  | IdsOf<typeof PRODUCER>;

function definitionsOf(
  table: Readonly<Record<string, Readonly<Record<string, Row>>>>,
  reporter: MetricDefinition['reporter'],
  perPartition = false,
): MetricDefinition[] {
  return Object.entries(table).flatMap(([domain, rows]) =>
    Object.entries(rows).map(([id, [type, unit, across, source]]): MetricDefinition => {
      const [bean, name] = id.split('.') as [string, string];
      return {
        id: id as MetricId,
        name: `${domain}:type=${bean},name=${name}`,
        type,
        unit,
        reporter,
        across,
        source,
        perPartition,
      };
    }),
  );
}

export const METRIC_DEFINITIONS: readonly MetricDefinition[] = [
  ...definitionsOf(BROKER, 'broker'),
  ...definitionsOf(PARTITION, 'broker', true),
  ...definitionsOf(CONTROLLER, 'controller'),
  ...definitionsOf(CONSUMER, 'consumer'),
  ...definitionsOf(CONSUMER_PARTITION, 'consumer', true),
  ...definitionsOf(PRODUCER, 'producer'),
];

const BY_NAME = new Map(METRIC_DEFINITIONS.map((definition) => [definition.name, definition]));

/** MBean, and the attribute of it that is meant, as JmxTool prints both: `…,name=MessagesInPerSec:Count`. */
export type SeriesName = string;

export interface SeriesParts {
  /** `broker:1`; null for the whole cluster. */
  readonly node: string | null;
  /** MBean with all its tags. */
  readonly bean: string;
  /** MBean type: `ReplicaManager`. */
  readonly type: string;
  /** `UnderReplicatedPartitions`. */
  readonly name: string;
  /** Tags beside type and name, as they stand: `delayedOperation=Produce`. */
  readonly tags: string;
  /** Null of a gauge. */
  readonly attribute: string | null;
}

/** Takes apart `[node ]domain:type=…,name=…[,tag=…][:attribute]`. */
export function partsOfSeries(series: SeriesName): SeriesParts {
  const space = series.indexOf(' ');
  const node = space < 0 ? null : series.slice(0, space);
  const whole = series.slice(space + 1);
  const colon = whole.lastIndexOf(':');
  const isBare = colon === whole.indexOf(':');
  const bean = isBare ? whole : whole.slice(0, colon);
  const [type = '', name = '', ...tags] = bean.slice(bean.indexOf(':') + 1).split(',');
  return {
    node,
    bean,
    type: type.slice('type='.length),
    name: name.slice('name='.length),
    tags: tags.join(','),
    attribute: isBare ? null : whole.slice(colon + 1),
  };
}

/** The definition behind a series; undefined for a name that no run has. */
export function definitionOf(series: SeriesName): MetricDefinition | undefined {
  const { bean, type, name } = partsOfSeries(series);
  return BY_NAME.get(`${bean.slice(0, bean.indexOf(':'))}:type=${type},name=${name}`);
}

/** What is shown of a cluster as long as nobody chose: what tells most when something breaks. */
export const TELLING_METRICS: readonly SeriesName[] = [
  'kafka.server:type=ReplicaManager,name=UnderReplicatedPartitions',
  'kafka.server:type=ReplicaManager,name=UnderMinIsrPartitionCount',
  'kafka.controller:type=KafkaController,name=OfflinePartitionsCount',
  'kafka.controller:type=KafkaController,name=FencedBrokerCount',
  'kafka.server:type=DelayedOperationPurgatory,name=PurgatorySize,delayedOperation=Produce',
  'kafka.consumer:type=consumer-fetch-manager-metrics,name=records-lag-max',
];
