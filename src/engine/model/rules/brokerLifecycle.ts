import type { RuleArea } from '../RuleEntry.ts';

export const brokerLifecycle: RuleArea = {
  area: 'Broker lifecycle and controller',
  rules: [
    {
      id: 'B1',
      title: 'A broker sends a heartbeat every 2 s, every 10 ms while it catches up; its session lasts 9 s',
      source: 'BrokerLifecycleManager, BrokerHeartbeatManager',
      files: ['broker/BrokerLifecycleManager.ts', 'controller/Controller.ts'],
      state: 'modelled',
      controls: ['broker.heartbeat.interval.ms', 'broker.session.timeout.ms'],
    },
    {
      id: 'B2',
      title: 'A broker registers, starts fenced, and is refused while the session of its former life lasts',
      source: 'ClusterControlManager.registerBroker, BrokerHeartbeatManager.calculateNextBrokerState',
      files: [
        'controller/brokerRegistration.ts',
        'controller/unfenceBroker.ts',
        'controller/brokerHeartbeat.ts',
        'broker/BrokerLifecycleManager.ts',
      ],
      state: 'modelled',
      controls: ['StartBroker'],
    },
    {
      id: 'registration-timeout',
      title: 'A broker that cannot register for initial.broker.registration.timeout.ms gives up',
      source: 'BrokerLifecycleManager',
      files: ['broker/BrokerLifecycleManager.ts'],
      state: 'simplified',
      reason: 'It goes on trying without end.',
      consequence:
        'A broker that is cut off from the controller for over 60 s while it starts comes up here, and is down in Kafka.',
    },
    {
      id: 'B3',
      title: 'A silent broker is fenced 9 to 10.1 s after its last heartbeat',
      source: 'QuorumController.maybeFenceStaleBrokerPeriodNs, BrokerHeartbeatTracker',
      files: ['controller/staleBroker.ts', 'controller/Controller.ts'],
      state: 'modelled',
      controls: ['broker.session.timeout.ms', 'KillBroker', 'CutPower'],
    },
    {
      id: 'fencing-order',
      title: 'Which of several silent brokers is fenced first',
      source: 'BrokerHeartbeatTracker.maybeRemoveExpired',
      files: ['controller/staleBroker.ts'],
      state: 'simplified',
      reason: 'Kafka takes the first of a hash table; here it is the longest silent one, then the lowest id.',
      consequence:
        'When several brokers die within one check, the order of leader changes may differ, and with it the last-known leader.',
    },
    {
      id: 'B4',
      title: 'Fencing takes a broker out of every ISR and elects new leaders in one step',
      source: 'ReplicationControlManager.handleBrokerFenced',
      files: ['controller/Controller.ts', 'controller/ReplicationControl.ts'],
      state: 'modelled',
      controls: ['KillBroker', 'CutPower'],
    },
    {
      id: 'B5',
      title:
        'A broker that comes back leads only what has no leader; the ISR it re-enters through the leader',
      source: 'ReplicationControlManager.handleBrokerUnfenced',
      files: ['controller/ReplicationControl.ts', 'controller/Controller.ts'],
      state: 'modelled',
      controls: ['StartBroker'],
    },
    {
      id: 'B6',
      title: 'Controlled shutdown: leaderships move first, the broker stops when all active brokers know',
      source: 'BrokerLifecycleManager, BrokerHeartbeatManager, KIP-841',
      files: [
        'controller/controlledShutdown.ts',
        'controller/brokerHeartbeat.ts',
        'controller/Controller.ts',
        'broker/BrokerLifecycleManager.ts',
      ],
      state: 'modelled',
      controls: ['StopBroker', 'controlled.shutdown.enable'],
    },
    {
      id: 'B7',
      title: 'A broker that cannot name its last epoch stopped uncleanly, and leaves every ISR and ELR',
      source: 'ClusterControlManager.registerBroker, ReplicationControlManager, KIP-966',
      files: ['controller/brokerRegistration.ts', 'controller/Controller.ts', 'broker/Broker.ts'],
      state: 'modelled',
      controls: ['eligible.leader.replicas.version'],
    },
    {
      id: 'B8',
      title: 'A failed log directory takes its replicas offline; with none left the broker stops',
      source: 'ReplicationControlManager.handleDirectoriesOffline, LogDirFailureChannel, KIP-112, KIP-858',
      files: ['controller/offlineReplicas.ts', 'broker/logDirFaults.ts', 'broker/logDirs.ts'],
      state: 'simplified',
      reason:
        'Heartbeats name the replicas that went offline, where Kafka’s name directories and AssignReplicasToDirs says who stands in them. A directory whose disk is gone never comes back.',
      consequence:
        'Moving a replica between directories of a broker, and replacing one disk of several, cannot be shown.',
      controls: ['FailLogDir', 'log.dirs'],
    },
    {
      id: 'broker-start',
      title:
        'A started process applies metadata, registers, and serves clients once it has heard its registration',
      source: 'BrokerServer, BrokerMetadataPublisher',
      files: ['broker/Broker.ts', 'broker/BrokerProcess.ts', 'broker/publishMetadata.ts'],
      state: 'modelled',
      controls: ['StartBroker'],
    },
    {
      id: 'metadata-for-clients',
      title: 'A broker tells clients what it has heard so far, which may be old',
      source: 'KRaftMetadataCache',
      files: ['broker/metadataRequests.ts'],
      state: 'modelled',
    },
    {
      id: 'T1',
      title:
        'A group or transactional.id lives in the partition abs(hashCode) mod count of its internal topic',
      source: 'GroupCoordinatorService.partitionFor, TransactionStateManager.partitionFor, Utils.abs',
      files: ['broker/coordinatorPartition.ts'],
      state: 'modelled',
    },
    {
      id: 'find-coordinator',
      title:
        'FindCoordinator names the leader of that partition, or COORDINATOR_NOT_AVAILABLE; a missing internal topic is created first',
      source: 'KafkaApis.getCoordinator, DefaultAutoTopicCreationManager',
      files: [
        'broker/findCoordinator.ts',
        'broker/coordinator/AutoTopicCreationManager.ts',
        'broker/coordinator/internalTopics.ts',
        'controller/createMissingTopics.ts',
      ],
      state: 'simplified',
      reason: 'A broker asks for one missing topic at a time.',
      consequence: 'Where both internal topics are missing the second comes a round trip later.',
    },
  ],
};
