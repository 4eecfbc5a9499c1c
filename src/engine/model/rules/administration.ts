import type { RuleArea } from '../RuleEntry.ts';

export const administration: RuleArea = {
  area: 'Administration: topics, placement, reassignment, configs',
  rules: [
    {
      id: 'P1',
      title: 'New replicas are striped over racks and brokers, leaders on unfenced brokers only',
      source: 'StripedReplicaPlacer; java.util.Random, Collections.shuffle, HashMap',
      files: ['controller/stripedReplicaPlacer.ts', 'controller/javaRandom.ts', 'controller/topicControl.ts'],
      state: 'modelled',
      controls: ['CreateTopic', 'broker.rack'],
    },
    {
      id: 'P2',
      title: 'Nothing is placed with no unfenced broker, or for more replicas than there are brokers',
      source: 'StripedReplicaPlacer',
      files: ['controller/stripedReplicaPlacer.ts', 'controller/newPartitions.ts'],
      state: 'modelled',
      controls: ['CreateTopic'],
    },
    {
      id: 'topic-changes',
      title: 'Topics are created, deleted and given more partitions, or refused with Kafka’s errors',
      source: 'ReplicationControlManager.createTopics, createPartitions, deleteTopics',
      files: ['controller/newPartitions.ts', 'controller/topicName.ts', 'controller/topicControl.ts'],
      state: 'modelled',
      controls: ['topic', 'CreateTopic', 'DeleteTopic', 'CreatePartitions'],
    },
    {
      id: 'auto-create-topics',
      title: 'A client that asks for an unknown topic makes the broker create it',
      source: 'AutoTopicCreationManager',
      files: [],
      state: 'not modelled',
      reason: 'auto.create.topics.enable is not read.',
      consequence: 'An unknown topic stays unknown until a command creates it.',
      controls: ['auto.create.topics.enable'],
    },
    {
      id: 'hosted-logs',
      title: 'A broker creates a log for each replica the metadata give it, and deletes what they take away',
      source: 'ReplicaManager.applyDelta, getOrCreatePartition, stopPartitions',
      files: [
        'broker/hostedReplicas.ts',
        'broker/logDirs.ts',
        'broker/publishMetadata.ts',
        'storage/DeletedRecords.ts',
      ],
      state: 'simplified',
      reason:
        'A deleted log is gone at once. The id of a topic is the offset of its record, and only AlterPartition and the brokers’ own logs compare it.',
      consequence:
        'Disks are freed file.delete.delay.ms (60 s) too early. A request that is under way while a topic is deleted and created anew could reach the new one.',
      controls: ['DeleteTopic'],
    },
    {
      id: 'reassignment',
      title: 'A partition gains replicas first, and loses those that are to go once the new ones are in sync',
      source: 'ReplicationControlManager.alterPartitionReassignments, PartitionReassignmentReplicas, KIP-455',
      files: [
        'controller/reassignment.ts',
        'controller/alterPartitionReassignments.ts',
        'controller/buildPartitionChange.ts',
      ],
      state: 'modelled',
      controls: ['AlterPartitionReassignments'],
    },
    {
      id: 'reassignment-revert',
      title: 'A cancelled reassignment goes back to the old replicas, uncleanly only where that is allowed',
      source: 'PartitionReassignmentRevert, KIP-455',
      files: ['controller/reassignment.ts', 'controller/alterPartitionReassignments.ts'],
      state: 'modelled',
      controls: ['AlterPartitionReassignments'],
    },
    {
      id: 'dynamic-configs',
      title:
        'Topics, single brokers and the cluster have dynamic configs; they are set and removed one by one',
      source: 'ConfigurationControlManager, DynamicBrokerConfig, KIP-226',
      files: ['controller/configControl.ts', 'metadata/MetadataImage.ts'],
      state: 'simplified',
      reason:
        'Any config that Kafka knows can be stored. While a run goes on, min.insync.replicas and unclean.leader.election.enable take effect at once; other broker configs keep the value from the start.',
      consequence: 'A dynamic change of, say, num.io.threads shows in the metadata and changes nothing else.',
      controls: ['AlterTopicConfigs', 'AlterBrokerConfigs', 'AlterClusterConfigs'],
    },
    {
      id: 'group-configs',
      title: 'Dynamic configs of groups: what changes holds from the next heartbeat of a member on',
      source: 'GroupConfig.validate, GroupConfigManager, KIP-848, KIP-932',
      files: [
        'controller/groupConfigFault.ts',
        'broker/coordinator/group/modern/handleConsumerGroupHeartbeat.ts',
        'broker/share/ShareGroupConfig.ts',
      ],
      state: 'simplified',
      reason: 'The bounds of what is accepted are those of a broker that sets none of them.',
      consequence:
        'group.consumer.min.session.timeout.ms and its like do not widen what AlterGroupConfigs may set.',
      controls: ['AlterGroupConfigs', 'groups'],
    },
    {
      id: 'unregister-broker',
      title: 'An unregistered broker leaves every ISR and the metadata; its replicas stay assigned to it',
      source: 'ReplicationControlManager.unregisterBroker, KIP-1073',
      files: ['controller/administer.ts', 'controller/ReplicationControl.ts'],
      state: 'modelled',
      controls: ['UnregisterBroker'],
    },
    {
      id: 'new-brokers',
      title: 'A broker that starts for the first time joins the cluster with an empty disk',
      source: 'ClusterControlManager.registerBroker',
      files: ['cluster/buildCluster.ts', 'broker/Broker.ts'],
      state: 'modelled',
      controls: ['StartBroker'],
    },
    {
      id: 'admin-client',
      title: 'What an admin client asks of the controller, and how it hears of the outcome',
      source: 'KafkaAdminClient, QuorumController',
      files: ['controller/administer.ts', 'controller/AdminControl.ts', 'cluster/adminRequests.ts'],
      state: 'simplified',
      reason:
        'A request reaches the active controller at once and is decided there; the answer is the trace. There are no quotas on mutations and no validateOnly.',
      consequence:
        'An administrator’s requests are never lost, late or repeated; with no controller they fail at once instead of timing out.',
      controls: ['CreateTopic', 'AlterPartitionReassignments', 'ElectLeaders'],
    },
  ],
};
