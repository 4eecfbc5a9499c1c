import type { RuleArea } from '../RuleEntry.ts';

const FOLDER = 'broker/coordinator/group/modern';

export const consumerProtocol: RuleArea = {
  area: 'Groups of the consumer protocol (KIP-848)',
  rules: [
    {
      id: 'server-assignor-range',
      title: 'The server’s range assignor: topic by topic consecutive partitions, whatever anybody had',
      source: 'RangeAssignor of the group coordinator, KIP-848',
      files: [
        `${FOLDER}/assignors/rangeAssignor.ts`,
        `${FOLDER}/assignors/assignTarget.ts`,
        `${FOLDER}/assignors/GroupSpec.ts`,
      ],
      state: 'modelled',
      controls: ['group.remote.assignor', 'group.consumer.assignors'],
    },
    {
      id: 'server-assignor-uniform',
      title:
        'The server’s uniform assignor: everybody as many, and what it has; members in the order of a HashMap of their ids',
      source: 'UniformAssignor and its two builders, KIP-848, KAFKA-18688',
      files: [
        `${FOLDER}/assignors/uniformHomogeneousAssignment.ts`,
        `${FOLDER}/assignors/uniformHeterogeneousAssignment.ts`,
        `${FOLDER}/assignors/MemberAssignmentBalancer.ts`,
      ],
      state: 'simplified',
      reason: 'Topics are gone over by name, where Kafka goes by a hash of their ids, which are random.',
      consequence:
        'With several topics and equal members it is one of the assignments that Kafka might have made; with one topic it is Kafka’s.',
      controls: ['group.remote.assignor', 'group.consumer.assignors'],
    },
    {
      id: 'consumer-group-reconciliation',
      title:
        'A member first gives up what it is not to have, under its old epoch, and then gets what nobody else has any more',
      source: 'CurrentAssignmentBuilder, KIP-848, KAFKA-19974, KAFKA-19449',
      files: [`${FOLDER}/reconcileMember.ts`, `${FOLDER}/ConsumerGroupMember.ts`],
      state: 'modelled',
      controls: ['group.protocol'],
    },
    {
      id: 'consumer-group-heartbeat',
      title:
        'A heartbeat that changes the group raises its epoch, an epoch without a target gets one, and each member goes towards its own',
      source: 'GroupMetadataManager.consumerGroupHeartbeat, TargetAssignmentBuilder, KIP-848',
      files: [
        `${FOLDER}/consumerGroupHeartbeat.ts`,
        `${FOLDER}/targetAssignment.ts`,
        `${FOLDER}/memberEpochs.ts`,
        `${FOLDER}/handleConsumerGroupHeartbeat.ts`,
        `${FOLDER}/topicsHash.ts`,
        'protocol/consumerGroupRequests.ts',
      ],
      state: 'simplified',
      reason:
        'A topic is known by its name, not its id; regular expressions are matched by the consumer; a group changes its protocol only while it is empty.',
      consequence:
        'A topic deleted and created anew between two heartbeats keeps its owners, and members of both protocols cannot share a group.',
      controls: [
        'group.protocol',
        'group.consumer.heartbeat.interval.ms',
        'group.consumer.session.timeout.ms',
      ],
    },
    {
      id: 'consumer-protocol-configs',
      title:
        'Under group.protocol=consumer a consumer refuses session.timeout.ms, heartbeat.interval.ms and partition.assignment.strategy',
      source: 'ConsumerConfig.checkUnsupportedConfigsPostProcess, KIP-848',
      files: ['cluster/configs.ts', 'client/consumer/group/GroupConfig.ts'],
      state: 'modelled',
      controls: [
        'group.protocol',
        'session.timeout.ms',
        'heartbeat.interval.ms',
        'partition.assignment.strategy',
      ],
    },
    {
      id: 'consumer-membership',
      title:
        'A member heartbeats whatever its application does, and in poll() commits, revokes, takes what is new and says so at once',
      source: 'ConsumerMembershipManager, ConsumerHeartbeatRequestManager, AsyncKafkaConsumer, KIP-848',
      files: [
        'client/consumer/group/modern/ConsumerMembership.ts',
        'client/consumer/group/modern/HeartbeatRequestState.ts',
        'client/consumer/group/modern/heartbeatReaction.ts',
        'client/consumer/group/modern/membershipHeartbeats.ts',
        'client/consumer/group/modern/memberCommitError.ts',
        'client/consumer/group/modern/newMemberId.ts',
        'client/consumer/group/modern/noteMembership.ts',
        'client/consumer/group/modern/reconcile.ts',
      ],
      state: 'simplified',
      reason:
        'Every application has a rebalance listener, so that nothing is revoked or assigned outside of poll().',
      consequence:
        'Without a listener and without auto-commit a Java consumer gives partitions up while its application is still busy.',
      controls: ['group.protocol', 'group.remote.assignor', 'group.instance.id'],
    },
    {
      id: 'consumer-group-commit',
      title:
        'Offsets of a member are committed under its present epoch only, else it hears STALE_MEMBER_EPOCH',
      source: 'ConsumerGroup.validateOffsetCommit, validateOffsetFetch, KIP-848',
      files: [`${FOLDER}/memberEpochs.ts`],
      state: 'modelled',
      controls: ['group.protocol'],
    },
    {
      id: 'consumer-group-records',
      title:
        'All that a coordinator knows of a group is in five kinds of records, written before anybody is answered',
      source: 'GroupCoordinatorRecordHelpers, GroupMetadataManager.replay, KIP-848',
      files: [
        'broker/coordinator/group/ModernGroup.ts',
        'storage/GroupRecord.ts',
        `${FOLDER}/ConsumerGroup.ts`,
        `${FOLDER}/ConsumerGroups.ts`,
        `${FOLDER}/consumerGroupRecords.ts`,
        'storage/ConsumerGroupRecord.ts',
        'storage/consumerGroupRecordBytes.ts',
      ],
      state: 'modelled',
      controls: ['__consumer_offsets'],
    },
  ],
};
