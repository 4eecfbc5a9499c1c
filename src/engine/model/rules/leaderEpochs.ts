import type { RuleArea } from '../RuleEntry.ts';

export const leaderEpochs: RuleArea = {
  area: 'Leader epochs, truncation, roles',
  rules: [
    {
      id: 'E1',
      title: 'Leader epochs and their start offsets grow together; a contradiction drops the tail',
      source: 'LeaderEpochFileCache.assign, KIP-101',
      files: ['storage/LeaderEpochCache.ts'],
      state: 'modelled',
    },
    {
      id: 'E2',
      title: 'Where a leader epoch ended in a log',
      source: 'LeaderEpochFileCache.endOffsetFor, KIP-279',
      files: ['storage/LeaderEpochCache.ts'],
      state: 'modelled',
    },
    {
      id: 'E3',
      title: 'Truncating a log’s end or start truncates its epochs with it',
      source: 'LeaderEpochFileCache.truncateFromEnd, truncateFromStart',
      files: ['storage/LeaderEpochCache.ts', 'storage/UnifiedLog.ts'],
      state: 'modelled',
    },
    {
      id: 'epoch-checkpoint',
      title: 'Leader epochs are kept in a checkpoint file of their own',
      source: 'LeaderEpochCheckpointFile',
      files: ['storage/LeaderEpochCache.ts'],
      state: 'simplified',
      reason:
        'The file is not modelled: the epochs that survive are exactly those of the records that survive.',
      consequence: 'In Kafka a file that lags behind the log is repaired at start; the outcome is the same.',
    },
    {
      id: 'E4',
      title: 'The leader finds divergence inside Fetch, from the follower’s offset and last epoch',
      source: 'Partition.readRecords, KIP-595, KIP-101, KIP-279',
      files: ['broker/divergingEpoch.ts', 'broker/fetchRequests.ts'],
      state: 'modelled',
    },
    {
      id: 'E5',
      title: 'Where a follower cuts its log after a diverging epoch, and whether it must ask again',
      source: 'AbstractFetcherThread.getOffsetTruncationState',
      files: ['broker/truncationOffset.ts', 'broker/ReplicaFetcher.ts'],
      state: 'modelled',
    },
    {
      id: 'E6',
      title: 'Truncation lowers the HW only if it was above the new LEO',
      source: 'UnifiedLog.truncateTo',
      files: ['storage/UnifiedLog.ts', 'broker/ReplicaFetcher.ts'],
      state: 'modelled',
    },
    {
      id: 'E7',
      title: 'A request under an older leader epoch is fenced, one under a newer is UNKNOWN_LEADER_EPOCH',
      source: 'Partition.checkCurrentLeaderEpoch, KIP-320',
      files: ['broker/checkCurrentLeaderEpoch.ts', 'broker/fetchRequests.ts'],
      state: 'modelled',
    },
    {
      id: 'E8',
      title: 'A consumer validates its position after a leader change and notices a truncation',
      source: 'OffsetsForLeaderEpochClient, SubscriptionState, KIP-320',
      files: [
        'client/consumer/validatePosition.ts',
        'client/consumer/positions.ts',
        'broker/offsetForLeaderEpoch.ts',
      ],
      state: 'modelled',
    },
    {
      id: 'M1',
      title: 'Becoming leader: adopt ISR and epochs, note the epoch’s start, forget what followers had',
      source: 'Partition.makeLeader, Replica.resetReplicaState',
      files: ['broker/Partition.ts', 'broker/replicaState.ts', 'broker/ReplicaManager.ts'],
      state: 'modelled',
    },
    {
      id: 'M2',
      title:
        'Becoming follower: fetch from the new leader, and end what was parked with NOT_LEADER_OR_FOLLOWER',
      source: 'ReplicaManager.applyLocalFollowersDelta, Partition.makeFollower',
      files: ['broker/Partition.ts', 'broker/ReplicaManager.ts', 'broker/publishMetadata.ts'],
      state: 'modelled',
    },
  ],
};
