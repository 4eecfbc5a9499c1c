import type { RuleArea } from '../RuleEntry.ts';

const GROUP = 'broker/coordinator/group';

export const groups: RuleArea = {
  area: 'Group coordinator: classic groups and offsets',
  rules: [
    {
      id: 'G1',
      title:
        'A coordinator lives on the leader of its partition: it reads the log when elected, then serves; others say NOT_COORDINATOR',
      source: 'CoordinatorRuntime, CoordinatorLoaderImpl, GroupCoordinatorService',
      files: [
        'broker/coordinator/runCoordinator.ts',
        'broker/coordinator/CoordinatorRuntime.ts',
        'broker/coordinator/CoordinatorShard.ts',
        'broker/coordinator/coordinatorEvents.ts',
        `${GROUP}/groupCoordinator.ts`,
        `${GROUP}/handleGroupRequest.ts`,
        `${GROUP}/GroupShard.ts`,
        `${GROUP}/GroupContext.ts`,
        'broker/coordinator/appendToInternalLog.ts',
        'broker/coordinator/Coordinators.ts',
        'broker/coordinator/GroupCoordinatorConfig.ts',
        'storage/CoordinatorRecord.ts',
        'storage/coordinatorRecordBytes.ts',
        'protocol/ConsumerProtocol.ts',
        '../shared/consumerProtocol.ts',
        'protocol/groupRequests.ts',
        'protocol/groupRpcBytes.ts',
      ],
      state: 'simplified',
      reason:
        'Reading takes the time that a request thread would need for as many bytes; coordinator threads work in no time; an operation is written as one batch.',
      consequence: 'group.coordinator.threads has no effect.',
      controls: ['offsets.topic.num.partitions', 'offsets.topic.replication.factor'],
    },
    {
      id: 'G2',
      title: 'States of a classic group: Empty, PreparingRebalance, CompletingRebalance, Stable, Dead',
      source: 'ClassicGroupState, ClassicGroup',
      files: [`${GROUP}/ClassicGroupState.ts`, `${GROUP}/ClassicGroup.ts`],
      state: 'simplified',
      reason: 'Members stand in the order in which they came, Kafka’s in that of a hash table.',
      consequence: 'Which member leads after the leader has left is another than Kafka’s chance would have.',
    },
    {
      id: 'G3',
      title:
        'A join phase ends when all have joined, or with the rebalance timeout; the first of a group waits for company',
      source: 'GroupMetadataManager.prepareRebalance, tryCompleteInitialRebalanceElseSchedule',
      files: [
        `${GROUP}/rebalance.ts`,
        `${GROUP}/initialRebalanceDelay.ts`,
        `${GROUP}/joinGroup.ts`,
        `${GROUP}/memberUuid.ts`,
      ],
      state: 'modelled',
      controls: ['group.initial.rebalance.delay.ms'],
    },
    {
      id: 'G4',
      title: 'Members vote for an assignor that all of them have; who has none in common is refused',
      source: 'ClassicGroup.selectProtocol, supportsProtocols',
      files: [`${GROUP}/selectProtocol.ts`],
      state: 'modelled',
    },
    {
      id: 'G5',
      title: 'group.max.size, and the bounds of a session timeout',
      source: 'GroupMetadataManager.acceptJoiningMember, GroupCoordinatorService.joinGroup',
      files: [`${GROUP}/acceptJoiningMember.ts`, `${GROUP}/joinGroup.ts`],
      state: 'modelled',
      controls: ['group.max.size', 'group.min.session.timeout.ms', 'group.max.session.timeout.ms'],
    },
    {
      id: 'G6',
      title: 'SyncGroup, heartbeats and sessions: who is out, when, and what the others are told',
      source:
        'GroupMetadataManager.classicGroupSync, classicGroupHeartbeat, expireClassicGroupMemberHeartbeat',
      files: [
        `${GROUP}/memberRequests.ts`,
        `${GROUP}/rebalance.ts`,
        `${GROUP}/groupMemberErrors.ts`,
        'invariants/groupInvariants.ts',
        'invariants/groupsOf.ts',
        'invariants/GroupCalm.ts',
        'invariants/membershipInvariants.ts',
        'invariants/commitInvariants.ts',
      ],
      state: 'modelled',
    },
    {
      id: 'G7',
      title:
        'Unknown members and members of another generation are refused; a static one that was replaced is fenced',
      source: 'ClassicGroup.validateMember',
      files: [`${GROUP}/groupMemberErrors.ts`],
      state: 'modelled',
    },
    {
      id: 'G8',
      title:
        'A static member that comes back to a stable group goes on in its generation, without a rebalance (KIP-345)',
      source: 'GroupMetadataManager.updateStaticMemberThenRebalanceOrCompleteJoin',
      files: [`${GROUP}/joinGroup.ts`],
      state: 'simplified',
      reason: 'Every client has the address /127.0.0.1 in the records of groups.',
      consequence: 'A record of a group is a few bytes shorter or longer than Kafka’s.',
    },
    {
      id: 'G9',
      title: 'Who waits at a coordinator that leads no more is sent to look for another',
      source: 'GroupMetadataManager.onUnloaded',
      files: [`${GROUP}/groupCoordinator.ts`],
      state: 'modelled',
    },
    {
      id: 'O1',
      title:
        'OffsetCommit: by members of the present generation, or to a group without members; answered when replicated. In a classic group that is Stable or PreparingRebalance it begins the session of its member anew',
      source:
        'OffsetMetadataManager.validateOffsetCommit, GroupMetadataManager.rescheduleClassicGroupMemberHeartbeat, ClassicGroup.validateOffsetCommit',
      files: [`${GROUP}/offsetRequests.ts`, `${GROUP}/groupMemberErrors.ts`],
      state: 'modelled',
      controls: ['offsets.commit.timeout.ms', 'offset.metadata.max.bytes'],
    },
    {
      id: 'O2',
      title:
        'OffsetFetch: what is committed, or with requireStable all that was written, once it is committed',
      source: 'OffsetMetadataManager.fetchOffsets, GroupCoordinatorService.fetchOffsets',
      files: [`${GROUP}/offsetRequests.ts`, `${GROUP}/OffsetStore.ts`],
      state: 'modelled',
    },
    {
      id: 'O3',
      title: 'group.coordinator.append.linger.ms: records of several requests share a batch',
      source: 'CoordinatorRuntime.CoordinatorContext.append',
      files: ['broker/coordinator/runCoordinator.ts', 'broker/coordinator/coordinatorBatch.ts'],
      state: 'simplified',
      reason:
        'With −1, the default of 4.2, each request is a batch, as a coordinator’s queue is always empty after it.',
      consequence: 'Under load Kafka’s batches in __consumer_offsets are larger.',
      controls: ['group.coordinator.append.linger.ms'],
    },
    {
      id: 'O4',
      title: 'When an offset expires: by group state, subscription and the time it counts from',
      source: 'OffsetMetadataManager.cleanupExpiredOffsets, ClassicGroup.offsetExpirationCondition',
      files: [`${GROUP}/offsetExpiration.ts`],
      state: 'modelled',
      controls: ['offsets.retention.minutes', 'offsets.retention.check.interval.ms'],
    },
    {
      id: 'O5',
      title: 'What is gone gets a tombstone: expired offsets, those of deleted topics, deleted groups',
      source:
        'GroupCoordinatorShard.cleanupGroupMetadata, deleteGroups, OffsetMetadataManager.onPartitionsDeleted',
      files: [`${GROUP}/offsetRequests.ts`],
      state: 'simplified',
      reason: 'DeleteGroups takes groups of one partition of __consumer_offsets a request.',
      consequence: 'None: an admin client asks once more.',
    },
    {
      id: 'O6',
      title: 'What goes wrong at the log of a coordinator is told to clients in errors that they know',
      source:
        'CoordinatorOperationExceptionHelper, GroupMetadataManager.appendGroupMetadataErrorToResponseError',
      files: [`${GROUP}/GroupOperation.ts`, `${GROUP}/groupResponses.ts`],
      state: 'modelled',
    },
    {
      id: 'T19',
      title: 'Offsets in a transaction take effect with its COMMIT marker, and are forgotten with ABORT',
      source: 'OffsetMetadataManager.replayEndTransactionMarker, CoordinatorRuntime.completeTransaction',
      files: [
        `${GROUP}/OffsetStore.ts`,
        `${GROUP}/commitVerifiedOffsets.ts`,
        'broker/coordinator/coordinatorEvents.ts',
      ],
      state: 'modelled',
    },
    {
      id: 'lag',
      title: 'Lag by the groups command, by the client’s metrics, to the log end, and in time',
      source: 'ConsumerGroupCommand, SubscriptionState.partitionLag',
      files: ['../shared/consumerLag.ts'],
      state: 'modelled',
    },
    {
      id: 'reset-offsets',
      title:
        'The offsets of a group are reset by a tool only while nobody is in it, to a place within each log',
      source: 'ConsumerGroupCommand.resetOffsets, OffsetsUtils',
      files: ['cluster/resetOffsets.ts', 'cluster/describeGroups.ts'],
      state: 'simplified',
      reason:
        'The tool knows what leaders and coordinator have at once, where Kafka’s asks over the network.',
      consequence: 'A reset takes no time, and cannot fail halfway.',
      controls: ['ResetOffsets'],
    },
  ],
};
