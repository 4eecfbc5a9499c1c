import type { RuleArea } from '../RuleEntry.ts';

export const elections: RuleArea = {
  area: 'Elections and eligible leader replicas',
  rules: [
    {
      id: 'L1',
      title: 'What makes the controller look for a leader',
      source: 'ReplicationControlManager',
      files: ['controller/ReplicationControl.ts', 'controller/Controller.ts'],
      state: 'simplified',
      reason:
        'Triggers are fencing, registration, unfencing, controlled shutdown and AlterPartition. Reassignment, the preferred-leader timer, ElectLeaders by hand and the unclean-election timer are missing.',
      consequence: 'Leadership moves only when a broker comes or goes, never by itself or by a tool.',
    },
    {
      id: 'L2',
      title: 'A valid leader is alive and in the ISR, or in the ELR of an empty ISR',
      source: 'PartitionChangeBuilder.isValidNewLeader',
      files: ['controller/electLeader.ts'],
      state: 'modelled',
    },
    {
      id: 'L3',
      title: 'The first valid replica in assignment order is elected; the longest log is never asked for',
      source: 'PartitionChangeBuilder.electAnyLeader',
      files: ['controller/electLeader.ts', 'controller/buildPartitionChange.ts'],
      state: 'modelled',
      controls: ['KillBroker'],
    },
    {
      id: 'L4',
      title: 'A preferred election takes replicas[0] if it is valid, and is never unclean',
      source: 'PartitionChangeBuilder.electPreferredLeader',
      files: ['controller/electLeader.ts'],
      state: 'simplified',
      reason: 'The decision is modelled and tested, but nothing triggers it yet (L7, ElectLeaders).',
      consequence: 'Leaderships never return to the preferred replica after a restart.',
    },
    {
      id: 'L5',
      title: 'An unclean leader is alone in the ISR and RECOVERING; with it on, it is elected at once',
      source: 'PartitionChangeBuilder, ReplicationControlManager, KIP-704',
      files: [
        'controller/electLeader.ts',
        'controller/buildPartitionChange.ts',
        'controller/ReplicationControl.ts',
      ],
      state: 'simplified',
      reason:
        'The five-minute task that picks up leaderless partitions after unclean.leader.election.enable was switched on does not run.',
      consequence:
        'Switched on while a partition has no leader, it acts only when the next broker comes or goes; Kafka elects within 5 minutes.',
      controls: ['unclean.leader.election.enable'],
    },
    {
      id: 'L6',
      title:
        'With ELR on, a live last-known leader may lead when ISR and ELR are empty, even if unclean is off',
      source: 'PartitionChangeBuilder.canElectLastKnownLeader, KIP-966',
      files: ['controller/electLeader.ts', 'controller/buildPartitionChange.ts'],
      state: 'modelled',
    },
    {
      id: 'L7',
      title: 'Every 300 s leaderships go back to the preferred replicas',
      source: 'QuorumController, ReplicationControlManager.maybeBalancePartitionLeaders',
      files: [],
      state: 'not modelled',
      reason: 'The rebalance timer does not run; auto.leader.rebalance.enable is not read.',
      consequence:
        'After a broker came back its former partitions stay with their new leaders for the rest of the run.',
      controls: ['auto.leader.rebalance.enable', 'StartBroker'],
    },
    {
      id: 'L8',
      title: 'A new partition’s ISR is its active replicas, and the first of them leads',
      source: 'ReplicationControlManager.createTopic',
      files: ['controller/createdPartition.ts'],
      state: 'simplified',
      reason:
        'Topics stand in the scenario from the start; the rule is tested, but no CreateTopics request reaches it, and a placement by hand without an active replica would get the wrong error.',
      consequence: 'Topics cannot be created, deleted or given more partitions while the run goes on.',
      controls: ['topic'],
    },
    {
      id: 'R1',
      title: 'Who leaves an ISR that is below the minimum becomes an eligible leader replica',
      source: 'PartitionChangeBuilder.maybePopulateTargetElr, KIP-966',
      files: ['controller/targetElr.ts', 'controller/buildPartitionChange.ts'],
      state: 'modelled',
      controls: ['eligible.leader.replicas.version'],
    },
    {
      id: 'R2',
      title: 'An elected ELR member starts the ISR anew and leaves the ELR',
      source: 'PartitionChangeBuilder, KIP-966',
      files: ['controller/buildPartitionChange.ts'],
      state: 'modelled',
      controls: ['eligible.leader.replicas.version'],
    },
    {
      id: 'R3',
      title: 'Only with ELR on may the ISR be empty; else its last member stays in it',
      source: 'PartitionChangeBuilder, KIP-966',
      files: ['controller/buildPartitionChange.ts'],
      state: 'modelled',
      controls: ['eligible.leader.replicas.version'],
    },
    {
      id: 'R4',
      title:
        'The last-known leader is stored when a partition becomes leaderless, and cleared when it has one',
      source: 'PartitionChangeBuilder.maybeUpdateLastKnownLeader, KIP-966',
      files: ['controller/buildPartitionChange.ts', 'controller/targetElr.ts'],
      state: 'modelled',
    },
    {
      id: 'R5',
      title: 'Three brokers fall one by one and return: ISR, ELR, last-known leader and epochs at each step',
      source: 'PartitionChangeBuilder, ReplicationControlManager, KIP-966',
      files: [
        'controller/buildPartitionChange.ts',
        'controller/ReplicationControl.ts',
        'controller/Controller.ts',
      ],
      state: 'modelled',
    },
    {
      id: 'R6',
      title: 'Every ELR member holds all that is committed: up to min ISR − 1 lossy restarts lose nothing',
      source: 'KIP-966',
      files: ['broker/computeHighWatermark.ts', 'controller/targetElr.ts'],
      state: 'modelled',
    },
    {
      id: 'R7',
      title: 'Changing min.insync.replicas clears the ELR of what it concerns',
      source: 'ConfigurationControlManager, ReplicationControlManager',
      files: ['controller/Controller.ts', 'controller/ReplicationControl.ts'],
      state: 'simplified',
      reason:
        'Only a topic’s value can change while the run goes on. A broker’s own value is not refused while ELR is on.',
      consequence:
        'A scenario that sets min.insync.replicas on single brokers runs here; Kafka 4.2 with ELR on refuses to.',
      controls: ['min.insync.replicas', 'AlterTopicConfigs'],
    },
  ],
};
