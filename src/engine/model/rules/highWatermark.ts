import type { RuleArea } from '../RuleEntry.ts';

export const highWatermark: RuleArea = {
  area: 'High watermark',
  rules: [
    {
      id: 'H1',
      title:
        'The HW is the lowest LEO of the leader, the maximal ISR, and caught-up replicas that may join it',
      source: 'Partition.maybeIncrementLeaderHW',
      files: ['broker/computeHighWatermark.ts', 'broker/Partition.ts'],
      state: 'modelled',
    },
    {
      id: 'H2',
      title: 'While the ISR is below min.insync.replicas the HW does not move, whatever the acks',
      source: 'Partition.maybeIncrementLeaderHW, KAFKA-15583, KIP-966',
      files: ['broker/computeHighWatermark.ts', 'broker/Partition.ts'],
      state: 'modelled',
      controls: ['min.insync.replicas'],
    },
    {
      id: 'raised-minimum-race',
      title:
        'A leader may hear of a raised min.insync.replicas after the shrink it bound: an acked record may be lost',
      source:
        'Partition.handleAlterPartitionUpdate, ReplicationControlManager.getTopicEffectiveMinIsr, PartitionChangeBuilder.maybePopulateTargetElr, KIP-966',
      files: [
        'controller/targetElr.ts',
        'controller/ReplicationControl.ts',
        'broker/ReplicaManager.ts',
        'invariants/passedOver.ts',
      ],
      state: 'modelled',
      controls: ['min.insync.replicas', 'AlterTopicConfigs'],
    },
    {
      id: 'H3',
      title:
        'The HW is recomputed after a leader append, a follower’s progress, an ISR commit and a take-over',
      source: 'Partition',
      files: ['broker/ReplicaManager.ts', 'broker/produceRequests.ts', 'broker/fetchRequests.ts'],
      state: 'modelled',
    },
    {
      id: 'H4',
      title: 'Two trips: the leader’s HW passes a record when followers fetch again, theirs one fetch later',
      source: 'ReplicaManager.fetchMessages, DelayedFetch',
      files: ['broker/computeHighWatermark.ts', 'broker/fetchRequests.ts', 'broker/ReplicaFetcher.ts'],
      state: 'modelled',
    },
    {
      id: 'H5',
      title: 'A new leader starts from its own, perhaps older, HW and knows no follower’s LEO',
      source: 'Partition.makeLeader',
      files: ['broker/Partition.ts', 'broker/replicaState.ts'],
      state: 'modelled',
    },
    {
      id: 'H6',
      title:
        'A fresh leader answers ListOffsets(latest) with OFFSET_NOT_AVAILABLE until its HW reaches its epoch’s start',
      source: 'Partition.fetchOffsetForTimestamp, KIP-207',
      files: ['broker/fetchRequests.ts'],
      state: 'modelled',
    },
    {
      id: 'H7',
      title: 'After a restart the HW is what the checkpoint file says, within the recovered log',
      source: 'ReplicaManager.checkpointHighWatermarks, OffsetCheckpointFile',
      files: ['broker/Partition.ts', 'broker/Broker.ts'],
      state: 'modelled',
      controls: ['replica.high.watermark.checkpoint.interval.ms'],
    },
  ],
};
