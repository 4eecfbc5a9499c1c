import type { RuleArea } from '../RuleEntry.ts';

export const requestPath: RuleArea = {
  area: 'Request path and quotas',
  rules: [
    {
      id: 'QT1',
      title: 'A rate over 11 windows of a second, and how long a client over its quota is muted',
      source: 'SampledStat, Rate, SimpleRate, QuotaUtils, KIP-13',
      files: ['protocol/quota/SampledRate.ts', 'protocol/quota/throttleTime.ts'],
      state: 'modelled',
      controls: ['quota.window.num', 'quota.window.size.seconds'],
    },
    {
      id: 'QT2',
      title: 'Which quota binds a client: eight levels of user and client.id, the most special first',
      source: 'ClientQuotaManager.DefaultQuotaCallback, KIP-55, KIP-546',
      files: ['metadata/ClientQuotas.ts', 'controller/alterClientQuotas.ts'],
      state: 'modelled',
    },
    {
      id: 'QT3',
      title:
        'Over its quota a client is answered with throttle_time_ms, waits that long, and is not read from meanwhile',
      source: 'ClientQuotaManager, SocketServer.handleChannelMuteEvent, NetworkClient, KIP-219',
      files: ['broker/ClientQuotaManager.ts', 'broker/RequestQueue.ts', 'client/network/NetworkClient.ts'],
      state: 'simplified',
      reason:
        'Usage is counted while a quota binds the client; Kafka begins as soon as any quota of the kind exists.',
      consequence: 'A quota set in the middle of a burst does not see what came before it.',
      controls: ['quota', 'AlterClientQuotas', 'producer_byte_rate'],
    },
    {
      id: 'QT4',
      title:
        'A throttled fetch is empty and uses nothing; no fetch may ask for more than a quota lets through at once',
      source: 'KafkaApis.handleFetchRequest, FetchContext.getThrottledResponse',
      files: ['broker/fetchRequests.ts', 'broker/ClientQuotaManager.ts'],
      state: 'modelled',
      controls: ['consumer_byte_rate'],
    },
    {
      id: 'QT6',
      title: 'request_percentage: time of I/O and network threads, muted for one window at most',
      source: 'ClientRequestQuotaManager, KIP-124',
      files: ['broker/requestThreads.ts', 'broker/ClientQuotaManager.ts'],
      state: 'simplified',
      reason: 'Of the network thread only the reading of the request counts, not the writing of the answer.',
      consequence: 'Only where network threads take time (times.networkThread) is usage a little lower.',
      controls: ['request_percentage'],
    },
    {
      id: 'RQ1',
      title: 'The times of a request by part and type: queue, local, remote, throttle, response queue, send',
      source: 'RequestChannel.Request.updateRequestMetrics, RequestMetrics',
      files: ['broker/BrokerMeters.ts', 'broker/requestThreads.ts'],
      state: 'simplified',
      reason: 'Sending an answer takes the time of the network thread, not that of the wire.',
      consequence: 'ResponseSendTimeMs does not show slow readers.',
    },
    {
      id: 'RQ2',
      title: 'Network threads read requests and write answers, each for its connections',
      source: 'SocketServer, Processor',
      files: ['broker/NetworkThreads.ts', 'broker/requestThreads.ts'],
      state: 'simplified',
      reason:
        'They take no time unless the scenario gives them some (times.networkThread, networkThreadPerKiB).',
      consequence: 'By default num.network.threads is never the bottleneck, as on machines without TLS.',
      controls: ['num.network.threads'],
    },
    {
      id: 'RQ3',
      title: 'A full request queue stops the network threads',
      source: 'RequestChannel, queued.max.requests',
      files: ['broker/NetworkThreads.ts', 'broker/RequestQueue.ts'],
      state: 'modelled',
      controls: ['queued.max.requests'],
    },
    {
      id: 'QR1',
      title: 'Replication quotas: throttled replicas out of sync are left out while the rate is exceeded',
      source: 'ReplicationQuotaManager, ReplicaManager.shouldLeaderThrottle, ReplicaFetcherThread, KIP-73',
      files: [
        'broker/isThrottledReplica.ts',
        'broker/ReplicationQuotaManager.ts',
        'broker/ReplicaFetcher.ts',
        'broker/ReplicaManager.ts',
      ],
      state: 'modelled',
      controls: ['leader.replication.throttled.rate', 'follower.replication.throttled.rate'],
    },
    {
      id: 'QT5',
      title: 'A bucket of tokens for creating and deleting partitions: debt is paid by the next request',
      source: 'TokenBucket, ControllerMutationQuotaManager, KIP-599',
      files: [
        'protocol/quota/TokenBucket.ts',
        'controller/ControllerMutationQuota.ts',
        'controller/ControllerMutationQuotaManager.ts',
        'controller/applyPartitionChangeQuota.ts',
      ],
      state: 'simplified',
      reason:
        'All commands come from one admin client, adminclient-1, which sends the newest requests (strict) and, like kafka-topics.sh, does not send a refused one again. Usage never expires, and a request that fails for another reason costs nothing.',
      consequence:
        'An application’s admin client would wait the throttle time and ask again by itself. The permissive mode of old clients is not reached by a command.',
      controls: [
        'controller_mutation_rate',
        'controller.quota.window.num',
        'controller.quota.window.size.seconds',
        'CreateTopic',
        'CreatePartitions',
        'DeleteTopic',
      ],
    },
  ],
};
