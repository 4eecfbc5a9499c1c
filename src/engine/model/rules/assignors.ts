import type { RuleArea } from '../RuleEntry.ts';

export const assignors: RuleArea = {
  area: 'Assignors',
  rules: [
    {
      id: 'consumer-assignor-order',
      title:
        'The leader of a group hands members and topics to the assignor in the order of Java’s HashMap, where that decides',
      source: 'ConsumerCoordinator.onLeaderElected, AbstractPartitionAssignor.assign, java.util.HashMap',
      files: [
        'client/consumer/assignors/groupSubscription.ts',
        'client/consumer/assignors/Subscription.ts',
        'client/consumer/assignors/assignors.ts',
        'kernel/javaHashOrder.ts',
      ],
      state: 'modelled',
    },
    {
      id: 'consumer-assignor-range',
      title:
        'RangeAssignor: topic by topic consecutive partitions, the first members one more; by racks first where these differ',
      source: 'RangeAssignor, AbstractPartitionAssignor, KIP-881',
      files: [
        'client/consumer/assignors/rangeAssignor.ts',
        'client/consumer/assignors/usesRacks.ts',
        'client/consumer/assignors/memberOrder.ts',
      ],
      state: 'modelled',
      controls: ['partition.assignment.strategy'],
    },
    {
      id: 'consumer-assignor-roundrobin',
      title: 'RoundRobinAssignor: partitions one by one in turn, passing over who does not want the topic',
      source: 'RoundRobinAssignor',
      files: ['client/consumer/assignors/roundRobinAssignor.ts', 'client/consumer/assignors/memberOrder.ts'],
      state: 'modelled',
      controls: ['partition.assignment.strategy'],
    },
    {
      id: 'consumer-assignor-sticky',
      title: 'StickyAssignor: as balanced as can be, and everybody keeps what it had as far as that allows',
      source: 'StickyAssignor, AbstractStickyAssignor, KIP-54, KIP-881',
      files: [
        'client/consumer/assignors/stickyAssignor.ts',
        'client/consumer/assignors/ownedPartitions.ts',
        'client/consumer/assignors/constrainedAssignment.ts',
        'client/consumer/assignors/generalAssignment.ts',
        'client/consumer/assignors/PartitionMovements.ts',
        'client/consumer/assignors/RackInfo.ts',
      ],
      state: 'modelled',
      controls: ['partition.assignment.strategy'],
    },
    {
      id: 'consumer-assignor-cooperative-sticky',
      title:
        'CooperativeStickyAssignor: the sticky assignment without what another member still has; that comes a rebalance later',
      source: 'CooperativeStickyAssignor, KIP-429',
      files: ['client/consumer/assignors/cooperativeStickyAssignor.ts'],
      state: 'modelled',
      controls: ['partition.assignment.strategy'],
    },
  ],
};
