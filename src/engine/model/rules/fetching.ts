import type { RuleArea } from '../RuleEntry.ts';

export const fetching: RuleArea = {
  area: 'Follower fetch loop',
  rules: [
    {
      id: 'F1',
      title:
        'A follower runs one fetch loop per leader: truncate what must be, then one Fetch for all partitions',
      source: 'AbstractFetcherThread, AbstractFetcherManager',
      files: ['broker/ReplicaFetcher.ts', 'broker/publishMetadata.ts'],
      state: 'simplified',
      reason: 'Always one loop per source broker; num.replica.fetchers is not read.',
      consequence:
        'Only clusters that raise num.replica.fetchers replicate faster and in more requests than shown here.',
    },
    {
      id: 'F2',
      title: 'A follower’s Fetch carries wait, minimum and caps; both caps yield to the first batch',
      source: 'RemoteLeaderEndPoint, ReplicaManager.readFromLog, KIP-74, KIP-903',
      files: ['broker/readPartitions.ts', 'broker/fetchRequests.ts', 'broker/ReplicaFetcher.ts'],
      state: 'modelled',
      controls: [
        'replica.fetch.wait.max.ms',
        'replica.fetch.min.bytes',
        'replica.fetch.max.bytes',
        'replica.fetch.response.max.bytes',
      ],
    },
    {
      id: 'F3',
      title: 'A follower starts at its LEO if its log has leader epochs, else at its HW',
      source: 'ReplicaManager.initialFetchOffset',
      files: ['broker/initialFetchOffset.ts', 'broker/ReplicaFetcher.ts'],
      state: 'modelled',
    },
    {
      id: 'F4',
      title: 'When a Fetch is answered at once, and when it parks',
      source: 'ReplicaManager.fetchMessages',
      files: ['broker/fetchAnswersAtOnce.ts', 'broker/fetchRequests.ts'],
      state: 'modelled',
    },
    {
      id: 'F5',
      title: 'What wakes a parked Fetch; a new HW alone does not wake a follower’s',
      source: 'DelayedFetch',
      files: ['broker/fetchRequests.ts', 'broker/DelayedFetch.ts', 'broker/Purgatory.ts'],
      state: 'modelled',
    },
    {
      id: 'F6',
      title: 'A leader credits a follower’s Fetch once, when it arrives, not again when the park ends',
      source: 'ReplicaManager.readFromLog, Partition.updateFollowerFetchState',
      files: ['broker/fetchRequests.ts', 'broker/Partition.ts'],
      state: 'modelled',
    },
    {
      id: 'F7',
      title:
        'An immediate answer carries the HW from before this Fetch, one from the purgatory the HW of now',
      source: 'Partition.fetchRecords, DelayedFetch.onComplete',
      files: ['broker/fetchRequests.ts', 'broker/computeHighWatermark.ts'],
      state: 'modelled',
    },
    {
      id: 'F8',
      title: 'A follower appends, then takes the leader’s HW as far as its log reaches, then its log start',
      source: 'ReplicaFetcherThread.processPartitionData, UnifiedLog.maybeUpdateHighWatermark, KAFKA-18723',
      files: ['broker/clampFollowerHighWatermark.ts', 'broker/ReplicaFetcher.ts', 'broker/Partition.ts'],
      state: 'modelled',
    },
    {
      id: 'F9',
      title:
        'How a follower reacts to each error of a Fetch: find the offset, back off, or give the partition up',
      source: 'AbstractFetcherThread.processFetchRequest, onPartitionFenced',
      files: ['broker/reactToFetchError.ts', 'broker/ReplicaFetcher.ts'],
      state: 'modelled',
      controls: ['replica.fetch.backoff.ms', 'replica.socket.timeout.ms'],
    },
    {
      id: 'F10',
      title: 'After OFFSET_OUT_OF_RANGE a follower asks for the leader’s log end, then its log start',
      source: 'AbstractFetcherThread.fetchOffsetAndTruncate',
      files: ['broker/outOfRangeFetch.ts', 'broker/ReplicaFetcher.ts', 'broker/fetchRequests.ts'],
      state: 'modelled',
    },
    {
      id: 'FS1',
      title: 'Fetch sessions: after a full fetch only changes are asked and told',
      source: 'FetchManager, FetchSession, FetchSessionHandler, KIP-227',
      files: [
        'broker/openFetch.ts',
        'broker/FetchSession.ts',
        'broker/fetchSessions.ts',
        'protocol/FetchSessionHandler.ts',
      ],
      state: 'modelled',
    },
    {
      id: 'FS2',
      title: 'A partition that got records is read last in the next turn',
      source: 'FetchContext.IncrementalFetchContext, AbstractFetcherThread, SubscriptionState',
      files: ['broker/FetchSession.ts', 'protocol/FetchSessionHandler.ts'],
      state: 'modelled',
    },
    {
      id: 'FS3',
      title: 'A broker keeps a limited number of sessions; who may evict whom, and when',
      source: 'FetchSessionCacheShard.tryEvict, KAFKA-9401',
      files: ['broker/FetchSessionCache.ts'],
      state: 'modelled',
      controls: ['max.incremental.fetch.session.cache.slots'],
    },
    {
      id: 'K1',
      title: 'Which replica a consumer is sent to: one in its rack, with the most records, caught up last',
      source: 'RackAwareReplicaSelector, ReplicaView, KIP-392',
      files: ['broker/rackAwareReplicaSelector.ts'],
      state: 'modelled',
      controls: ['client.rack', 'replica.selector.class'],
    },
    {
      id: 'K2',
      title:
        'The leader names a replica of the ISR at once and without records; the consumer keeps to it until metadata are old',
      source: 'ReplicaManager.findPreferredReadReplica, AbstractFetch.selectReadReplica',
      files: [
        'broker/findPreferredReadReplica.ts',
        'client/consumer/fetches.ts',
        'client/consumer/positions.ts',
      ],
      state: 'modelled',
    },
    {
      id: 'K3',
      title:
        'A follower serves consumers up to its own HW; OFFSET_OUT_OF_RANGE there leads back to the leader',
      source: 'Partition.readRecords, FetchCollector.handleInitializeErrors',
      files: ['broker/readPartitions.ts', 'client/consumer/fetches.ts', 'broker/ReplicaFetcher.ts'],
      state: 'modelled',
    },
  ],
};
