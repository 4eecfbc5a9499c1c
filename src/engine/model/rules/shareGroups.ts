import type { RuleArea } from '../RuleEntry.ts';

const LEADER = 'broker/share';
const GROUP = 'broker/coordinator/group/share';
const CLIENT = 'client/consumer/share';

export const shareGroups: RuleArea = {
  area: 'Share groups (KIP-932)',
  rules: [
    {
      id: 'share-record-states',
      title:
        'States of a record: available, acquired, acknowledged, archived; who may say what of it, and RENEW',
      source: 'InFlightState, SharePartition.acknowledge, KIP-932, KIP-1222',
      files: [`${LEADER}/InFlightState.ts`, `${LEADER}/InFlightBatch.ts`, `${LEADER}/acknowledgeRecords.ts`],
      state: 'modelled',
      controls: ['share.acknowledgement.mode', 'renewEvery'],
    },
    {
      id: 'share-delivery-limit',
      title:
        'A record whose lock ends or that is released is available again, or archived at the delivery count limit',
      source: 'InFlightState.tryUpdateState, releaseAcquisitionLockOnTimeout',
      files: [`${LEADER}/InFlightState.ts`, `${LEADER}/acknowledgeRecords.ts`, `${LEADER}/shareLocks.ts`],
      state: 'modelled',
      controls: ['group.share.delivery.count.limit', 'group.share.record.lock.duration.ms'],
    },
    {
      id: 'share-start-offset',
      title: 'SPSO moves over a front that is accepted or archived, and follows the start of the log',
      source: 'SharePartition.maybeUpdateCachedStateAndOffsets, updateCacheAndOffsets',
      files: [`${LEADER}/moveStartOffset.ts`, `${LEADER}/moveLogStart.ts`, `${LEADER}/ShareState.ts`],
      state: 'modelled',
    },
    {
      id: 'share-acquire',
      title:
        'What a ShareFetch is given: by batches of the log or by a strict limit, within the record locks, with care near the limit',
      source: 'SharePartition.acquire, nextFetchOffset, canAcquireRecords',
      files: [`${LEADER}/acquireRecords.ts`, `${LEADER}/nextFetchOffset.ts`],
      state: 'modelled',
      controls: ['group.share.partition.max.record.locks', 'share.acquire.mode', 'max.poll.records'],
    },
    {
      id: 'share-fetch',
      title:
        'ShareFetch waits for records, takes acknowledgements along, and is answered when both are done; share sessions',
      source: 'KafkaApis.handleShareFetchRequest, DelayedShareFetch, ShareSessionCache',
      files: [
        `${LEADER}/handleShareRequest.ts`,
        `${LEADER}/shareFetch.ts`,
        `${LEADER}/shareRequests.ts`,
        `${LEADER}/SharePartitionManager.ts`,
        `${LEADER}/ShareSession.ts`,
        `${LEADER}/ShareGroupConfig.ts`,
        'protocol/shareRequests.ts',
        'cluster/shareConfigs.ts',
        'invariants/shareInvariants.ts',
      ],
      state: 'modelled',
      controls: ['share.isolation.level', 'share.auto.offset.reset', 'group.share.max.share.sessions'],
    },
    {
      id: 'share-failover',
      title:
        'A new leader reads the state and fills its gaps: what was acquired and not acknowledged is delivered once more',
      source: 'SharePartition.maybeInitialize, GapWindow, ReadShareGroupState',
      files: [
        `${LEADER}/initialShareState.ts`,
        `${LEADER}/SharePartition.ts`,
        `${LEADER}/sharePartitionEvents.ts`,
        `${LEADER}/onShareStateTold.ts`,
      ],
      state: 'modelled',
    },
    {
      id: 'share-coordinator',
      title:
        'The share coordinator keeps snapshots and updates in __share_group_state, and fences earlier leaders',
      source: 'ShareCoordinatorShard, PersisterStateBatchCombiner, ShareGroupOffset',
      files: [
        'broker/coordinator/share/shareCoordinator.ts',
        'broker/coordinator/share/ShareStateShard.ts',
        `${LEADER}/combineStateBatches.ts`,
        'storage/ShareGroupRecord.ts',
        'storage/shareGroupRecordBytes.ts',
      ],
      state: 'simplified',
      reason:
        'The log of __share_group_state is never pruned, and share partitions at rest get no snapshot of their own.',
      consequence: 'A coordinator that takes over after a long time reads more than Kafka’s would.',
      controls: ['share.coordinator.snapshot.update.records.per.snapshot'],
    },
    {
      id: 'share-persister',
      title:
        'A leader has its share coordinator read and write by requests, and tries five times where there is none',
      source: 'DefaultStatePersister, PersisterStateManager',
      files: [`${LEADER}/SharePersister.ts`, `${LEADER}/persister.ts`],
      state: 'simplified',
      reason:
        'Requests to one broker are put together per group and partition of __share_group_state; who coordinates is read from metadata only.',
      consequence: 'A broker that leads share partitions of many groups sends more, smaller requests.',
    },
    {
      id: 'share-group-heartbeat',
      title:
        'ShareGroupHeartbeat: a member gets its target at once; new share partitions are first made known',
      source: 'GroupMetadataManager.shareGroupHeartbeat, ShareGroup',
      files: [
        `${GROUP}/shareGroupHeartbeat.ts`,
        `${GROUP}/handleShareGroupHeartbeat.ts`,
        `${GROUP}/ShareGroup.ts`,
      ],
      state: 'modelled',
      controls: [
        'group.share.session.timeout.ms',
        'group.share.heartbeat.interval.ms',
        'group.share.max.size',
      ],
    },
    {
      id: 'share-group-admin',
      title:
        'Of a share group that nobody is in, an admin client may change where it begins, have offsets forgotten, and delete it',
      source: 'GroupMetadataManager.alterShareGroupOffsets, initiateDeleteShareGroupOffsets, KIP-932',
      files: [
        'broker/coordinator/group/share/shareGroupAdmin.ts',
        'broker/coordinator/share/shareCoordinator.ts',
        'cluster/groupAdmin.ts',
        'cluster/describeShareGroup.ts',
        'cluster/atCoordinator.ts',
      ],
      state: 'simplified',
      reason:
        'What is being deleted is not listed as such meanwhile; the request is carried out at the coordinator, and not sent there.',
      consequence: 'A deletion that the share coordinator refuses is not taken up again by the next one.',
      controls: ['AlterShareGroupOffsets', 'DeleteShareGroupOffsets', 'DeleteGroups'],
    },
    {
      id: 'share-assignor',
      title: 'The simple assignor shares partitions among members, evenly and with few moves',
      source: 'SimpleAssignor, SimpleHomogeneousAssignmentBuilder, SimpleHeterogeneousAssignmentBuilder',
      files: [`${GROUP}/simpleAssignor.ts`],
      state: 'simplified',
      reason: 'Partitions come in their order, where Kafka takes them in that of a hash of random topic ids.',
      consequence: 'With several topics the members that share a partition may be others than in Kafka.',
    },
    {
      id: 'share-consumer',
      title:
        'KafkaShareConsumer: fetches when poll() asks, implicit and explicit acknowledgement, commitSync and commitAsync',
      source: 'ShareConsumerImpl, ShareConsumeRequestManager, ShareSessionHandler, ShareMembershipManager',
      files: [
        `${CLIENT}/ShareConsumer.ts`,
        `${CLIENT}/ShareConsumerConfig.ts`,
        `${CLIENT}/acknowledgementErrors.ts`,
        `${CLIENT}/ShareApplication.ts`,
        `${CLIENT}/ShareMembership.ts`,
        `${CLIENT}/ShareSessionHandler.ts`,
        `${CLIENT}/acknowledgementBatches.ts`,
        `${CLIENT}/shareMembershipHeartbeats.ts`,
        `${CLIENT}/shareRequests.ts`,
        'client/consumer/noteRead.ts',
      ],
      state: 'simplified',
      reason:
        'After an error a broker rests for retry.backoff.ms, and a commit that is refused for a time is not tried again.',
      consequence:
        'Around a failover some records are delivered once more that Kafka’s second try would have accepted.',
      controls: ['share group', 'share.acknowledgement.mode'],
    },
  ],
};
