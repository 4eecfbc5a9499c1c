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
      files: ['broker/fetchRequests.ts', 'broker/ReplicaFetcher.ts', 'storage/UnifiedLog.ts'],
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
      state: 'simplified',
      reason:
        'Woken by bytes, by lost leadership, by a fenced epoch, by an offset beyond the log and by the timeout. Logs have one segment, so a segment roll wakes nobody.',
      consequence: 'In Kafka a roll (1 GiB or 7 days by default) ends a park a little earlier.',
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
  ],
};
