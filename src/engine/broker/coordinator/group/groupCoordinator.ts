import type { KafkaError } from '../../../protocol/Errors.ts';
import type { CoordinatorRecord } from '../../../storage/CoordinatorRecord.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Offset } from '../../../../shared/units.ts';
import type { BrokerProcess } from '../../BrokerProcess.ts';
import type { TransactionalWriter } from '../coordinatorBatch.ts';
import type { CoordinatorHost, CoordinatorKind, CoordinatorShard } from '../CoordinatorShard.ts';
import type { CoordinatorRuntime } from '../CoordinatorRuntime.ts';
import { OFFSETS_TOPIC } from '../internalTopics.ts';
import { ClassicGroup } from './ClassicGroup.ts';
import {
  onConsumerGroupsLoaded,
  onConsumerGroupsUnloaded,
  onConsumerGroupTimer,
} from './modern/handleConsumerGroupHeartbeat.ts';
import {
  onShareGroupsLoaded,
  onShareGroupsUnloaded,
  onShareHeartbeatStored,
  onShareSessionTimer,
} from './share/handleShareGroupHeartbeat.ts';
import { onShareAdminStored } from './share/shareGroupAdmin.ts';
import {
  EXPIRATION_TIMER,
  GroupContext,
  JOIN_TIMER,
  parseGroupTimerKey,
  REBALANCE_TIMER,
  SESSION_TIMER,
  SYNC_TIMER,
} from './GroupContext.ts';
import type { GroupOperation } from './GroupOperation.ts';
import { clientError } from './GroupOperation.ts';
import { errorResponse, joinGroupError } from './groupResponses.ts';
import { GroupShard } from './GroupShard.ts';
import { onGroupCreated, onStaticMemberStored } from './joinGroup.ts';
import { onAssignmentStored } from './memberRequests.ts';
import { cleanupGroupMetadata } from './offsetRequests.ts';
import {
  answerJoin,
  answerSync,
  onJoinTimer,
  onSessionTimer,
  onSyncTimer,
  prepareRebalance,
} from './rebalance.ts';

type Shard = CoordinatorShard<GroupShard, GroupOperation>;

/**
 * The coordinator of groups: what it writes holds at once, and is answered when it is committed. Kafka: `GroupCoordinatorService`,
 * `GroupCoordinatorShard` (4.2).
 */
export const GROUP_COORDINATOR: CoordinatorKind<GroupShard, GroupOperation> = {
  topic: OFFSETS_TOPIC,
  timerPrefix: 'coordinator/group/',
  loaderThreads: 1,
  reloadsUnderNewEpoch: false,
  runtimeOf: (process: BrokerProcess): CoordinatorRuntime<GroupShard, GroupOperation> =>
    process.coordinators.groups,
  newState: (topicPartition) => new GroupShard(topicPartition),
  writeTimeoutUs: ({ groups }) => groups.offsetCommitTimeoutUs,
  // −1 waits until the queue of the coordinator is empty, which it is after every request here.
  appendLingerUs: ({ groups }) => Math.max(0, groups.appendLingerMs) * MICROS_PER_MILLI,
  replay,
  replayMarker: ({ offsets }, { producerId, marker }, offset) => {
    if (marker) offsets.endTransaction(producerId, marker.type, offset);
  },
  revert: ({ offsets, consumerGroups, shareGroups }, records, baseOffset) => {
    consumerGroups.revert(baseOffset);
    shareGroups.revert(baseOffset);
    for (const record of records) if (record.kind === 'OffsetCommit') offsets.revert(record, baseOffset);
  },
  noteCommitted: ({ offsets, consumerGroups, shareGroups }, highWatermark) => {
    consumerGroups.noteCommitted(highWatermark);
    shareGroups.noteCommitted(highWatermark);
    offsets.noteCommitted(highWatermark);
  },
  loaded,
  unloaded,
  onTimer,
  complete,
};

function replay(
  { offsets, groups, consumerGroups, shareGroups }: GroupShard,
  record: CoordinatorRecord,
  offset: Offset,
  writer: TransactionalWriter | null,
): void {
  switch (record.kind) {
    case 'OffsetCommit': {
      const { group } = record.key;
      // Whoever commits and is no member of anything has a group of its own.
      if (record.value && !groups.has(group) && !consumerGroups.has(group))
        groups.set(group, new ClassicGroup(group, null));
      offsets.replay(record, offset, writer);
      return;
    }
    case 'GroupMetadata':
      if (record.value) groups.set(record.key.group, ClassicGroup.fromRecord(record.key.group, record.value));
      else groups.delete(record.key.group);
      return;
    case 'TransactionLog':
    case 'ShareSnapshot':
    case 'ShareUpdate':
      return;
    case 'ShareGroupMetadata':
    case 'ShareGroupMemberMetadata':
    case 'ShareGroupTargetAssignmentMetadata':
    case 'ShareGroupTargetAssignmentMember':
    case 'ShareGroupCurrentMemberAssignment':
    case 'ShareGroupStatePartitionMetadata':
      shareGroups.replay(record, offset);
      return;
    default:
      // Offsets that were there before make no classic group of it.
      if (record.value && groups.get(record.key.groupId)?.state === 'Empty')
        groups.delete(record.key.groupId);
      consumerGroups.replay(record, offset);
  }
}

/** Members have their whole session from now on, as nobody heard of them while the log was read. Kafka: `onLoaded`. */
function loaded(shard: Shard, host: CoordinatorHost): void {
  const context = new GroupContext(GROUP_COORDINATOR, shard, host);
  const { groupMaxSize } = host.broker.config.groups;
  context.setExpirationTimer();
  onConsumerGroupsLoaded(context);
  onShareGroupsLoaded(context);
  for (const group of shard.state.groups.values()) {
    for (const member of group.members.values()) context.rescheduleSession(group, member);
    if (group.members.size > groupMaxSize)
      context.store(
        prepareRebalance(
          group,
          `Freshly-loaded group ${group.groupId} is over capacity ${groupMaxSize}`,
          context,
        ),
      );
  }
}

/** Who waits is sent to look for another coordinator. Kafka: `onUnloaded`. */
function unloaded(shard: Shard, host: CoordinatorHost): void {
  const context = new GroupContext(GROUP_COORDINATOR, shard, host);
  context.cancelExpirationTimer();
  onConsumerGroupsUnloaded(context);
  onShareGroupsUnloaded(context);
  for (const group of shard.state.groups.values()) {
    for (const member of group.memberList) {
      answerJoin(member, joinGroupError('NOT_COORDINATOR', member.memberId), context);
      answerSync(group, member, 'NOT_COORDINATOR', context);
    }
    context.cancelTimers(group);
    group.state = 'Dead';
  }
}

function onTimer(key: string, host: CoordinatorHost): void {
  const slash = key.indexOf('/') + 1;
  const timer = key.slice(0, slash);
  const { topicPartition, groupId, memberId } = parseGroupTimerKey(key.slice(slash));
  const shard = host.process.coordinators.groups.activeShard(topicPartition);
  if (typeof shard === 'string') return;
  const context = new GroupContext(GROUP_COORDINATOR, shard, host);
  if (timer === EXPIRATION_TIMER) {
    context.setExpirationTimer();
    cleanupGroupMetadata(context);
    return;
  }
  const consumerGroup = shard.state.consumerGroups.get(groupId);
  if (consumerGroup && (timer === SESSION_TIMER || timer === REBALANCE_TIMER)) {
    const kind = timer === SESSION_TIMER ? 'session' : 'rebalance';
    onConsumerGroupTimer(kind, consumerGroup, memberId, context);
    return;
  }
  const shareGroup = shard.state.shareGroups.get(groupId);
  if (shareGroup && timer === SESSION_TIMER) {
    onShareSessionTimer(shareGroup, memberId, context);
    return;
  }
  const group = shard.state.groups.get(groupId);
  if (!group) return;
  if (timer === JOIN_TIMER) context.store(onJoinTimer(group, context));
  else if (timer === SYNC_TIMER) context.store(onSyncTimer(group, context));
  else if (timer === SESSION_TIMER) context.store(onSessionTimer(group, memberId, context));
}

function complete(operation: GroupOperation, error: KafkaError, shard: Shard, host: CoordinatorHost): void {
  const context = new GroupContext(GROUP_COORDINATOR, shard, host);
  switch (operation.kind) {
    case 'Respond':
      respond(operation, error, context);
      return;
    case 'ShareHeartbeat':
      if (error === 'NONE') onShareHeartbeatStored(operation, context);
      else context.respond(operation.replyTo, errorResponse(operation.request, error));
      return;
    case 'ShareAdmin':
      if (error === 'NONE') onShareAdminStored(operation.change, context);
      return;
    case 'AssignmentStored':
      onAssignmentStored(operation, error, context);
      return;
    case 'StaticMemberStored':
      onStaticMemberStored(operation, clientError(error), context);
      return;
    case 'GroupCreated':
      onGroupCreated(operation.groupId, clientError(error), context);
      return;
    case 'Stored':
      return;
  }
}

function respond(
  { replyTo, request, response }: Extract<GroupOperation, { kind: 'Respond' }>,
  error: KafkaError,
  context: GroupContext,
): void {
  if (error !== 'NONE') {
    const member = 'memberId' in request ? (request.memberId ?? '') : '';
    const group = 'groupId' in request ? request.groupId : '';
    context.traceRefusal(request.kind.slice(0, -'Request'.length), group, member, clientError(error));
    context.respond(replyTo, errorResponse(request, error));
    return;
  }
  if (request.kind === 'OffsetCommitRequest') context.traceCommits(request, response);
  context.respond(replyTo, response);
}
