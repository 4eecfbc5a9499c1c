import { NO_ASSIGNMENT } from '../../../protocol/ConsumerProtocol.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import type { JoinGroupRequest } from '../../../protocol/groupRequests.ts';
import type { ReplyAddress } from '../../../node/Node.ts';
import type { CoordinatorRecord, GroupMetadataRecord } from '../../../storage/CoordinatorRecord.ts';
import { ClassicGroup } from './ClassicGroup.ts';
import type { ClassicGroupMember } from './ClassicGroup.ts';
import type { GroupContext } from './GroupContext.ts';
import type { GroupOperation } from './GroupOperation.ts';
import { groupTombstones } from './modern/consumerGroupRecords.ts';
import { joinGroupError } from './groupResponses.ts';
import { memberUuid } from './memberUuid.ts';
import {
  answerJoin,
  answerSync,
  joinGroupResponse,
  maybeCompleteJoinPhase,
  maybePrepareRebalanceOrCompleteJoin,
  prepareRebalance,
  resetAssignments,
} from './rebalance.ts';
import { matchesProtocols, supportsProtocols } from './selectProtocol.ts';

/** `GroupCoordinatorConfig.CLASSIC_GROUP_NEW_MEMBER_JOIN_TIMEOUT_MS`: for so long a first JoinGroup may wait. */
const NEW_MEMBER_JOIN_TIMEOUT_MS = 5 * 60_000;

/** JoinGroup to a classic group, which is made when nobody has come before (G3, G5, G7, G8). Kafka: `GroupMetadataManager.classicGroupJoin`. */
export function joinGroup(request: JoinGroupRequest, replyTo: ReplyAddress, context: GroupContext): void {
  const { groupId } = request;
  const known = context.state.groups.get(groupId);
  const consumerGroup = context.state.consumerGroups.get(groupId);
  // A group of the consumer protocol keeps that while somebody is in it.
  const isTaken = consumerGroup !== undefined && consumerGroup.members.size > 0;
  const error = isTaken ? 'INCONSISTENT_GROUP_PROTOCOL' : requestError(request, known !== undefined, context);
  if (error !== 'NONE') {
    refuse(request, replyTo, error, context);
    return;
  }
  if (consumerGroup) context.write(groupTombstones(consumerGroup), { kind: 'Stored' }, { replays: true });
  const group = known ?? new ClassicGroup(groupId, context.nowMs);
  context.state.groups.set(groupId, group);
  const records = join(request, replyTo, group, context);
  context.store(records);
  if (!known && records.length === 0)
    context.write([emptyGroupRecord(group)], { kind: 'GroupCreated', groupId }, { replays: false });
}

function requestError(
  { groupId, memberId, sessionTimeoutMs }: JoinGroupRequest,
  isKnown: boolean,
  context: GroupContext,
): KafkaError {
  const { groupMinSessionTimeoutMs, groupMaxSessionTimeoutMs } = context.host.broker.config.groups;
  if (groupId === '') return 'INVALID_GROUP_ID';
  if (sessionTimeoutMs < groupMinSessionTimeoutMs || sessionTimeoutMs > groupMaxSessionTimeoutMs)
    return 'INVALID_SESSION_TIMEOUT';
  return isKnown || memberId === '' ? 'NONE' : 'UNKNOWN_MEMBER_ID';
}

/** A group of nobody, to which somebody is about to come. Kafka: `newEmptyGroupMetadataRecord`. */
function emptyGroupRecord({ groupId, currentStateTimestamp }: ClassicGroup): GroupMetadataRecord {
  return Object.freeze({
    kind: 'GroupMetadata',
    key: Object.freeze({ group: groupId }),
    value: Object.freeze({
      protocolType: '',
      generation: 0,
      protocol: null,
      leader: null,
      currentStateTimestamp: currentStateTimestamp ?? -1,
      members: Object.freeze([]),
    }),
  });
}

function refuse(
  request: JoinGroupRequest,
  replyTo: ReplyAddress,
  error: KafkaError,
  context: GroupContext,
  memberId = request.memberId,
): void {
  context.traceRefusal('JoinGroup', request.groupId, request.memberId || request.clientId, error);
  context.respond(replyTo, joinGroupError(error, memberId));
}

function join(
  request: JoinGroupRequest,
  replyTo: ReplyAddress,
  group: ClassicGroup,
  context: GroupContext,
): readonly CoordinatorRecord[] {
  const { memberId, protocolType, protocols } = request;
  const known = group.members.get(memberId);
  const hasRoom = context.host.ctx.rules.acceptJoiningMember(
    { state: group.state, memberCount: group.members.size, awaitingJoinCount: group.awaitingJoinCount },
    { isMember: known !== undefined, isAwaitingJoin: Boolean(known?.awaitingJoin) },
    context.host.broker.config.groups.groupMaxSize,
  );
  if (!hasRoom) {
    group.remove(memberId);
    refuse(request, replyTo, 'GROUP_MAX_SIZE_REACHED', context, '');
    return [];
  }
  if (group.state === 'Dead') {
    refuse(request, replyTo, 'COORDINATOR_NOT_AVAILABLE', context);
    return [];
  }
  const own = {
    isEmpty: group.state === 'Empty',
    protocolType: group.protocolType,
    members: group.memberList,
  };
  if (!supportsProtocols(own, protocolType, protocols)) {
    refuse(request, replyTo, 'INCONSISTENT_GROUP_PROTOCOL', context);
    return [];
  }
  return memberId === ''
    ? joinNew(request, replyTo, group, context)
    : joinAgain(request, replyTo, group, context);
}

/** Somebody without a member id: a dynamic member is given one to come back with, a static one is let in, or takes its own place. */
function joinNew(
  request: JoinGroupRequest,
  replyTo: ReplyAddress,
  group: ClassicGroup,
  context: GroupContext,
): readonly CoordinatorRecord[] {
  const { groupId, clientId, groupInstanceId, sessionTimeoutMs } = request;
  const newMemberId = `${groupInstanceId ?? clientId}-${memberUuid(context)}`;
  if (groupInstanceId !== null) {
    const known = group.staticMemberId(groupInstanceId);
    return known === null
      ? addMember(request, replyTo, group, newMemberId, context)
      : replaceStatic(request, replyTo, group, known, newMemberId, context);
  }
  group.pendingJoinMembers.add(newMemberId);
  context.setSessionTimer(groupId, newMemberId, sessionTimeoutMs);
  context.respond(replyTo, joinGroupError('MEMBER_ID_REQUIRED', newMemberId));
  return [];
}

function joinAgain(
  request: JoinGroupRequest,
  replyTo: ReplyAddress,
  group: ClassicGroup,
  context: GroupContext,
): readonly CoordinatorRecord[] {
  const { memberId, protocols, reason } = request;
  if (group.pendingJoinMembers.has(memberId)) return addMember(request, replyTo, group, memberId, context);
  const error = context.host.ctx.rules.memberError(group, request);
  const member = group.members.get(memberId);
  if (error !== 'NONE' || !member) {
    refuse(request, replyTo, error, context);
    return [];
  }
  switch (group.state) {
    case 'PreparingRebalance':
      return updateMember(request, replyTo, group, member, `Member ${memberId} is joining group`, context);
    case 'CompletingRebalance':
    case 'Stable': {
      const isLeader = group.isLeader(memberId);
      // The leader may have seen what the others cannot: partitions that are new.
      if (group.state === 'Stable' && isLeader) {
        const why = `Leader ${memberId} re-joining group`;
        return updateMember(request, replyTo, group, member, why, context);
      }
      if (!matchesProtocols(member.supportedProtocols, protocols)) {
        const why = `Updating metadata for member ${memberId}; client reason: ${reason}`;
        return updateMember(request, replyTo, group, member, why, context);
      }
      context.respond(replyTo, joinGroupResponse(group, member, false));
      return [];
    }
    default:
      refuse(request, replyTo, 'UNKNOWN_MEMBER_ID', context);
      return [];
  }
}

function addMember(
  request: JoinGroupRequest,
  replyTo: ReplyAddress,
  group: ClassicGroup,
  memberId: string,
  context: GroupContext,
): readonly CoordinatorRecord[] {
  const { groupInstanceId, clientId, rebalanceTimeoutMs, sessionTimeoutMs, protocolType } = request;
  const member: ClassicGroupMember = {
    memberId,
    groupInstanceId,
    clientId,
    clientHost: CLIENT_HOST,
    rebalanceTimeoutMs,
    sessionTimeoutMs,
    supportedProtocols: Object.freeze([...request.protocols]),
    assignment: NO_ASSIGNMENT,
    awaitingJoin: replyTo,
    awaitingSync: null,
    isNew: true,
  };
  if (group.state === 'PreparingRebalance' && group.previousState === 'Empty') group.newMemberAdded = true;
  group.add(member, protocolType);
  context.rescheduleSession(group, member, NEW_MEMBER_JOIN_TIMEOUT_MS);
  const reason = `Adding new member ${memberId}; client reason: ${request.reason}`;
  return maybePrepareRebalanceOrCompleteJoin(group, reason, context);
}

/** Simplified: Kafka writes the address that the client's connection comes from. */
const CLIENT_HOST = '/127.0.0.1';

/** What a member says of itself takes the place of what it said before, and it waits for the others. */
function updateMember(
  request: JoinGroupRequest,
  replyTo: ReplyAddress,
  group: ClassicGroup,
  member: ClassicGroupMember,
  reason: string,
  context: GroupContext,
): readonly CoordinatorRecord[] {
  takeOver(request, replyTo, member);
  return maybePrepareRebalanceOrCompleteJoin(group, reason, context);
}

function takeOver(request: JoinGroupRequest, replyTo: ReplyAddress, member: ClassicGroupMember): void {
  member.supportedProtocols = Object.freeze([...request.protocols]);
  member.rebalanceTimeoutMs = request.rebalanceTimeoutMs;
  member.sessionTimeoutMs = request.sessionTimeoutMs;
  member.awaitingJoin = replyTo;
}

/**
 * A static member came back without its member id (G8): the process before it is fenced. Into a stable group whose assignor stays it
 * slips without a rebalance, once it is stored under its new id. Kafka: `updateStaticMemberThenRebalanceOrCompleteJoin`.
 */
function replaceStatic(
  request: JoinGroupRequest,
  replyTo: ReplyAddress,
  group: ClassicGroup,
  oldMemberId: string,
  newMemberId: string,
  context: GroupContext,
): readonly CoordinatorRecord[] {
  const old = group.members.get(oldMemberId);
  if (old) {
    answerJoin(old, joinGroupError('FENCED_INSTANCE_ID', oldMemberId), context);
    answerSync(group, old, 'FENCED_INSTANCE_ID', context);
  }
  const member = group.replaceStaticMember(oldMemberId, newMemberId);
  const groupInstanceId = request.groupInstanceId ?? '';
  if (!member) return [];
  context.host.ctx.trace({
    kind: 'StaticMemberReplaced',
    group: group.groupId,
    instance: groupInstanceId,
    broker: context.host.broker.id,
    member: newMemberId,
    replaced: oldMemberId,
  });
  context.cancelSession(group.groupId, oldMemberId);
  context.rescheduleSession(group, member);
  const { supportedProtocols: protocols, rebalanceTimeoutMs, sessionTimeoutMs } = member;
  takeOver(request, replyTo, member);
  switch (group.state) {
    case 'Stable': {
      const next = context.host.ctx.rules.selectProtocol(group.memberList);
      if (next !== group.protocolName) {
        const reason = `Group's selectedProtocol will change because static member ${newMemberId} joined with change of protocol`;
        return maybePrepareRebalanceOrCompleteJoin(group, reason, context);
      }
      const record = group.metadataRecord(({ assignment }) => assignment);
      const before = { protocols, rebalanceTimeoutMs, sessionTimeoutMs };
      const { groupId } = group;
      const operation: GroupOperation = {
        kind: 'StaticMemberStored',
        groupId,
        groupInstanceId,
        oldMemberId,
        newMemberId,
        before,
      };
      context.write([record], operation, { replays: false });
      return [];
    }
    case 'CompletingRebalance': {
      const reason = `Updating metadata for static member ${newMemberId} with instance id ${groupInstanceId}`;
      return prepareRebalance(group, reason, context);
    }
    default:
      return maybeCompleteJoinPhase(group, context);
  }
}

/** The static member is stored under its new id: it goes on in the same generation; or it could not be, and has its old id again. */
export function onStaticMemberStored(
  operation: Extract<GroupOperation, { kind: 'StaticMemberStored' }>,
  error: KafkaError,
  context: GroupContext,
): void {
  const { groupId, oldMemberId, newMemberId, before } = operation;
  const group = context.state.groups.get(groupId);
  const member = group?.members.get(newMemberId);
  if (!group || !member) return;
  if (error === 'NONE') {
    answerJoin(member, joinGroupResponse(group, member, group.isLeader(newMemberId)), context);
    return;
  }
  answerJoin(member, joinGroupError(error, ''), context);
  const restored = group.replaceStaticMember(newMemberId, oldMemberId);
  if (!restored) return;
  restored.supportedProtocols = before.protocols;
  restored.rebalanceTimeoutMs = before.rebalanceTimeoutMs;
  restored.sessionTimeoutMs = before.sessionTimeoutMs;
  context.cancelSession(groupId, newMemberId);
  context.rescheduleSession(group, restored);
}

/** A group that is not in the log is none: whoever had come is told. */
export function onGroupCreated(groupId: string, error: KafkaError, context: GroupContext): void {
  const group = context.state.groups.get(groupId);
  if (error === 'NONE' || !group) return;
  if (group.generationId > 0) return;
  for (const member of group.memberList) {
    answerJoin(member, joinGroupError(error, member.memberId), context);
    context.cancelSession(groupId, member.memberId);
  }
  if (group.state === 'CompletingRebalance') resetAssignments(group, error, context);
  context.forgetGroup(group);
}
