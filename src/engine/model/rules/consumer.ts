import type { RuleArea } from '../RuleEntry.ts';

export const consumer: RuleArea = {
  area: 'Consumer without a group',
  rules: [
    {
      id: 'consumer-fetch',
      title:
        'An assigned consumer keeps one Fetch at each leader, which waits for fetch.min.bytes or fetch.max.wait.ms',
      source: 'KafkaConsumer.assign, Fetcher, SubscriptionState',
      files: [
        'client/consumer/Consumer.ts',
        'client/consumer/AssignedPartition.ts',
        'client/consumer/ConsumerConfig.ts',
        'client/consumer/fetches.ts',
        'broker/fetchRequests.ts',
      ],
      state: 'modelled',
      controls: ['consumer', 'fetch.min.bytes', 'fetch.max.wait.ms', 'max.partition.fetch.bytes'],
    },
    {
      id: 'consumer-processing',
      title:
        'A slow application polls when it is done with max.poll.records records; partitions with buffered records wait',
      source: 'FetchCollector, FetchBuffer, AbstractFetch.fetchablePartitions',
      files: ['client/consumer/Processing.ts', 'client/consumer/workTimes.ts', 'client/consumer/fetches.ts'],
      state: 'simplified',
      reason:
        'Records take the same time, or times of the exponential distribution; one that fails is tried again in place so many times, and then succeeds. One that takes no time is taken at once, without a poll loop.',
      consequence:
        'Lag by slow work is exact for such work; a record that never succeeds is not modelled; max.poll.records changes nothing for an application that takes no time.',
      controls: ['max.poll.records', 'processing'],
    },
    {
      id: 'consumer-reads-committed',
      title: 'A consumer reads below the HW only',
      source: 'ReplicaManager.readFromLog, Partition.readRecords',
      files: ['broker/fetchRequests.ts', 'client/consumer/fetches.ts'],
      state: 'modelled',
      controls: ['consumer'],
    },
    {
      id: 'consumer-reset',
      title: 'Without a position, or out of range, a consumer asks for the earliest or latest offset',
      source: 'OffsetFetcher, SubscriptionState, auto.offset.reset',
      files: ['client/consumer/positions.ts'],
      state: 'modelled',
      controls: ['auto.offset.reset'],
    },
    {
      id: 'consumer-seek',
      title:
        'After a seek() the next poll() returns what stands there, and what was fetched elsewhere is thrown away',
      source: 'KafkaConsumer, SubscriptionState.seekUnvalidated, OffsetFetcher.fetchOffsetsByTimes',
      files: [
        'client/consumer/calls/ConsumerCall.ts',
        'client/consumer/calls/carryOutCalls.ts',
        'client/consumer/positions.ts',
        'cluster/consumerCalls.ts',
      ],
      state: 'simplified',
      reason: 'An application that waits in poll() makes its call at once.',
      consequence:
        'A call comes up to one timeout of poll() earlier than in an application that polls in a loop.',
      controls: ['Seek'],
    },
    {
      id: 'consumer-pause',
      title:
        'A paused partition is neither fetched nor returned; what was fetched stays in the buffer, and the position where it is',
      source: 'SubscriptionState.pause, FetchCollector.collectFetch',
      files: ['client/consumer/calls/carryOutCalls.ts', 'client/consumer/fetches.ts'],
      state: 'modelled',
      controls: ['PausePartitions', 'ResumePartitions'],
    },
    {
      id: 'consumer-truncation',
      title: 'Without auto.offset.reset a consumer that finds a log truncated throws LogTruncationException',
      source: 'SubscriptionState.maybeCompleteValidation, KIP-320',
      files: ['client/consumer/positions.ts', 'client/consumer/validatePosition.ts'],
      state: 'modelled',
      controls: ['auto.offset.reset'],
    },
    {
      id: 'broker-fetch-cap',
      title: 'A broker caps the whole answer to a Fetch at its own fetch.max.bytes',
      source: 'KafkaApis.handleFetchRequest, KIP-541',
      files: ['broker/fetchRequests.ts'],
      state: 'modelled',
      controls: ['fetch.max.bytes'],
    },
    {
      id: 'consumer-backoff',
      title: 'After an error a consumer asks again as soon as it polls',
      source: 'Fetcher, FetchCollector',
      files: ['client/consumer/positions.ts'],
      state: 'simplified',
      reason: 'A partition rests for retry.backoff.ms after every error.',
      consequence: 'Reading resumes up to 100 ms later than in Kafka after a change of leader.',
      controls: ['retry.backoff.ms'],
    },
  ],
};
