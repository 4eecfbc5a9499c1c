import type { RuleArea } from '../RuleEntry.ts';

export const isr: RuleArea = {
  area: 'In-sync replicas',
  rules: [
    {
      id: 'I1',
      title: 'What a leader remembers of a follower’s fetches, and when it was last caught up',
      source: 'ReplicaState, Replica.updateFetchStateOrThrow',
      files: ['broker/replicaState.ts', 'broker/Partition.ts'],
      state: 'modelled',
    },
    {
      id: 'I2',
      title: 'Caught up: at the leader’s LEO, or there at most replica.lag.time.max.ms ago',
      source: 'Partition.isFollowerOutOfSync, ReplicaState.isCaughtUp',
      files: ['broker/replicaState.ts', 'broker/outOfSyncReplicas.ts'],
      state: 'modelled',
      controls: ['replica.lag.time.max.ms'],
    },
    {
      id: 'I3',
      title: 'The ISR is checked twice per replica.lag.time.max.ms; a slow follower leaves after 30 to 45 s',
      source: 'ReplicaManager.startup, Partition.maybeShrinkIsr',
      files: ['broker/outOfSyncReplicas.ts', 'broker/ReplicaManager.ts', 'broker/Broker.ts'],
      state: 'modelled',
      controls: ['replica.lag.time.max.ms'],
    },
    {
      id: 'I4',
      title: 'Only a broker that is unfenced, not shutting down and in its present life may join the ISR',
      source: 'Partition.isReplicaIsrEligible, KIP-841, KIP-903',
      files: ['broker/needsExpandIsr.ts', 'broker/ReplicaManager.ts'],
      state: 'modelled',
    },
    {
      id: 'I5',
      title: 'A follower is proposed for the ISR once it is at the HW and at the start of the leader’s epoch',
      source: 'Partition.needsExpandIsr, isFollowerInSync',
      files: ['broker/needsExpandIsr.ts', 'broker/ReplicaManager.ts'],
      state: 'modelled',
    },
    {
      id: 'I6',
      title:
        'While an ISR change is pending, the newcomer already holds the HW back and the laggard still does',
      source: 'PendingExpandIsr, PendingShrinkIsr, KIP-497',
      files: ['broker/isrState.ts', 'broker/Partition.ts'],
      state: 'modelled',
    },
    {
      id: 'I7',
      title:
        'One ISR change in flight per partition, one AlterPartition per broker; the rest goes with the next',
      source: 'AlterPartitionManager',
      files: ['broker/AlterPartitionManager.ts', 'broker/isrState.ts', 'broker/outOfSyncReplicas.ts'],
      state: 'modelled',
    },
    {
      id: 'I8',
      title:
        'What each answer to AlterPartition does to the leader’s view: commit, revert, wait or ask again',
      source: 'Partition.handleAlterPartitionUpdate, handleAlterPartitionError',
      files: ['broker/isrState.ts', 'broker/AlterPartitionManager.ts'],
      state: 'modelled',
    },
    {
      id: 'forgotten-proposal-race',
      title:
        'A leader may forget whom it asked into the ISR and move the HW without it: an acked record may be lost',
      source: 'Partition.makeLeader, updateAssignmentAndIsr, submitAlterPartition, maybeIncrementLeaderHW',
      files: ['broker/Partition.ts', 'broker/ReplicaManager.ts', 'invariants/passedOver.ts'],
      state: 'modelled',
      controls: ['SlowLink'],
    },
    {
      id: 'I9',
      title: 'In which order the controller checks an AlterPartition, and with which error it refuses',
      source: 'ReplicationControlManager.validateAlterPartitionData',
      files: ['controller/validateAlterPartition.ts', 'controller/ReplicationControl.ts'],
      state: 'modelled',
    },
    {
      id: 'I10',
      title: 'Every stored change raises the partition epoch; only a written leader raises the leader epoch',
      source: 'PartitionChangeBuilder, PartitionRegistration.merge, KAFKA-15021',
      files: ['controller/buildPartitionChange.ts', 'metadata/MetadataImage.ts'],
      state: 'modelled',
    },
  ],
};
