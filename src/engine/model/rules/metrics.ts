import type { RuleArea } from '../RuleEntry.ts';

export const metrics: RuleArea = {
  area: 'Metrics',
  rules: [
    {
      id: 'client-metrics',
      title:
        'What producers measure, over two windows of 30 s; records-lag-max and poll-idle-ratio of consumers',
      source:
        'Sender.SenderMetrics, BufferPool, KafkaProducerMetrics, Selector, SampledStat, FetchMetricsManager',
      files: [
        'client/metrics/clientMetricFormulas.ts',
        'client/metrics/SampledStat.ts',
        'client/metrics/SelectorMeters.ts',
        'client/producer/metrics/ProducerMeters.ts',
      ],
      state: 'simplified',
      reason:
        'Of a producer the metrics of sender, buffer, calls and connections are here, without those of single brokers (producer-node-metrics), of the I/O thread, and metadata-wait-time-ns-total. A wait for memory counts when it ends, and a wait for metadata that ends in one for memory does not count before. Sizes of requests are about those of Kafka. Of consumers the formulas are here, and no window.',
      consequence:
        'bufferpool-wait-ratio does not grow while send() still waits; a mean or maximum of nothing is missing, where Kafka reports NaN.',
      controls: ['metrics'],
    },
    {
      id: 'consumer-metrics',
      title:
        'Rates, means and maxima of consumers over the last half minute to minute, by the names of their MBeans',
      source: 'SampledStat, Rate, FetchMetricsManager, KafkaConsumerMetrics, AbstractCoordinator',
      files: [
        'client/metrics/SampledStat.ts',
        'client/consumer/ConsumerMeters.ts',
        'client/consumer/noteFetch.ts',
        'client/consumer/group/noteCall.ts',
      ],
      state: 'simplified',
      reason:
        'Bytes and records of a fetch count when its answer comes, and not when the last of them was taken; the application calls poll() with a timeout of 100 ms; records-lag-max is the lag of now.',
      consequence:
        'records-consumed-rate is ahead of an application that lags by what its buffer holds; poll-idle-ratio-avg is that of such a loop.',
    },
    {
      id: 'replication-gauges',
      title: 'Under-replicated, at and under min ISR: what the leader alone reports of a partition',
      source: 'Partition.isUnderReplicated, isUnderMinIsr, isAtMinIsr; ReplicaManager',
      files: ['broker/replicationGauges.ts'],
      state: 'modelled',
      controls: ['metrics'],
    },
    {
      id: 'metric-meters',
      title: 'What each meter counts, and its OneMinuteRate: an average that forgets, moved every 5 s',
      source: 'BrokerTopicStats, ReplicaManager, DelayedProduce, DelayedFetch; Yammer Metrics Meter, EWMA',
      files: ['kernel/Meter.ts', 'kernel/power.ts', 'broker/BrokerMeters.ts'],
      state: 'simplified',
      reason:
        'All meters of a process tick from its start; a process that ran before the scenario begins at 0. Per topic, per API version, and five and fifteen minutes are left out, and what would stay at 0 here: InvalidMagicNumberRecordsPerSec, InvalidMessageCrcRecordsPerSec, InvalidOffsetOrSequenceRecordsPerSec, MetadataErrorCount.',
      consequence:
        'A OneMinuteRate may differ from a real one by what was marked within a tick; Count is exact. RequestsPerSec is one number where Kafka has one for each version.',
      controls: ['metrics'],
    },
    {
      id: 'request-metrics',
      title: 'Time of a request in the queue, at work, in the purgatory and in all; errors by their name',
      source: 'RequestChannel.updateRequestMetrics, RequestMetrics',
      files: ['broker/BrokerMeters.ts', 'broker/TimeHistogram.ts', 'broker/requestThreads.ts'],
      state: 'simplified',
      reason:
        'Count, Mean and Max are Kafka’s. The percentiles of TotalTimeMs are those that Kafka’s random sample is expected to have (up to 1 028 requests exactly so); other parts have none. Controllers count no requests, and errors with acks=0 are not counted. RequestHandlerAvgIdlePercent is what the work of I/O threads leaves; NetworkProcessorAvgIdlePercent is left out.',
      consequence:
        'On a busy broker the 99th percentile of a real dashboard strays around the number here; that of one part of a request is not here.',
      controls: ['metrics'],
    },
    {
      id: 'storage-metrics',
      title: 'Size and segments of logs, failed log directories, flushes, and what is left of a recovery',
      source: 'UnifiedLog, LogManager, LogFlushStats',
      files: ['broker/BrokerMeters.ts', 'broker/logRecovery.ts'],
      state: 'simplified',
      reason:
        'A flush counts once a log, where Kafka’s counts each segment that it flushes. Metrics of the operating system’s disks (KafkaServer linux-disk-read-bytes, linux-disk-write-bytes) and of remote storage are left out.',
      consequence: 'A flush after several rolls counts once.',
      controls: ['metrics'],
    },
    {
      id: 'controller-metrics',
      title:
        'Partitions without a leader or off their preferred one, fenced brokers, unclean elections, new controllers',
      source: 'ControllerMetadataMetrics, QuorumControllerMetrics, TopicDelta',
      files: ['controller/ControllerMeters.ts'],
      state: 'modelled',
      controls: ['metrics'],
    },
    {
      id: 'raft-metrics',
      title:
        'What a controller is in the quorum, its epoch and offsets, and how long commits and elections take',
      source: 'KafkaRaftMetrics, SampledStat, Avg, Max, Rate',
      files: ['raft/RaftMeters.ts', 'raft/SampledTimes.ts'],
      state: 'simplified',
      reason:
        'current-state is a number where Kafka has a word. Brokers, which are observers, report none. poll-idle-ratio-avg and current-vote-directory-id are left out, and number-unknown-voter-connections, which is 0 where the addresses of all voters are in the configs. A mean or maximum of nothing is missing, where Kafka reports NaN.',
      consequence: 'A dashboard of a broker’s raft-metrics has no source here.',
      controls: ['metrics'],
    },
    {
      id: 'purgatory-size',
      title: 'PurgatorySize counts a parked request once for each partition that it watches',
      source: 'DelayedOperationPurgatory.watched',
      files: ['broker/Purgatory.ts'],
      state: 'simplified',
      reason:
        'Kafka still counts watchers of answered requests until the reaper comes by; here they go at once.',
      consequence: 'PurgatorySize of a real broker that answers requests of many partitions is higher.',
      controls: ['metrics'],
    },
  ],
};
