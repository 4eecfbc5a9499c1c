import { NO_ASSIGNMENT } from '../../../protocol/ConsumerProtocol.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import type {
  HeartbeatRequest,
  LeaveGroupRequest,
  LeaveGroupResponse,
  MemberIdentity,
  SyncGroupRequest,
} from '../../../protocol/groupRequests.ts';
import type { ReplyAddress } from '../../../node/Node.ts';
import type { CoordinatorRecord } from '../../../storage/CoordinatorRecord.ts';
import type { ClassicGroup } from './ClassicGroup.ts';
import { SYNC_TIMER } from './GroupContext.ts';
import type { GroupContext } from './GroupContext.ts';
import { clientError } from './GroupOperation.ts';
import type { GroupOperation } from './GroupOperation.ts';
import { errorResponse, joinGroupError, syncGroupErrorResponse } from './groupResponses.ts';
import {
  answerJoin,
  dropMember,
  maybeCompleteJoinPhase,
  maybePrepareRebalanceOrCompleteJoin,
  propagateAssignments,
  resetAssignments,
} from './rebalance.ts';

// SyncGroup, Heartbeat and LeaveGroup of classic groups (G6, G7). Kafka: `GroupMetadataManager` (4.2).

/** SyncGroup: members wait for the leader; its assignments are stored, and then everybody gets the own. */
export function syncGroup(request: SyncGroupRequest, replyTo: ReplyAddress, context: GroupContext): void {
  const { groupId, memberId, generationId } = request;
  const group = context.state.groups.get(groupId);
  const error = syncError(request, group, context);
  const member = group?.members.get(memberId);
  if (error !== 'NONE' || !group || !member) {
    if (error !== 'REBALANCE_IN_PROGRESS') context.traceRefusal('SyncGroup', groupId, memberId, error);
    context.respond(replyTo, syncGroupErrorResponse(error));
    return;
  }
  group.pendingSyncMembers.delete(memberId);
  if (group.pendingSyncMembers.size === 0) context.cancelGroupTimer(SYNC_TIMER, group);
  if (group.state === 'Stable') {
    const { protocolType, protocolName } = group;
    const { assignment } = member;
    context.respond(replyTo, {
      kind: 'SyncGroupResponse',
      error: 'NONE',
      protocolType,
      protocolName,
      assignment,
    });
    return;
  }
  member.awaitingSync = replyTo;
  if (!group.isLeader(memberId)) return;
  const given = new Map(request.assignments.map((item) => [item.memberId, item.assignment]));
  const assignments = group.memberList.map((item) => ({
    memberId: item.memberId,
    assignment: given.get(item.memberId) ?? NO_ASSIGNMENT,
  }));
  const record = group.metadataRecord((item) => given.get(item.memberId) ?? NO_ASSIGNMENT);
  const operation: GroupOperation = {
    kind: 'AssignmentStored',
    groupId,
    generationId,
    memberId,
    assignments: Object.freeze(assignments),
  };
  context.write([record], operation, { replays: false });
}

function syncError(
  request: SyncGroupRequest,
  group: ClassicGroup | undefined,
  context: GroupContext,
): KafkaError {
  if (request.groupId === '') return 'INVALID_GROUP_ID';
  if (!group || group.state === 'Empty') return 'UNKNOWN_MEMBER_ID';
  return context.host.ctx.rules.syncGroupError(group, request);
}

/** The assignments are committed, unless the group has gone on by then. */
export function onAssignmentStored(
  operation: Extract<GroupOperation, { kind: 'AssignmentStored' }>,
  cause: KafkaError,
  context: GroupContext,
): void {
  const { groupId, generationId, memberId, assignments } = operation;
  const group = context.state.groups.get(groupId);
  if (group?.state !== 'CompletingRebalance' || group.generationId !== generationId) return;
  if (cause === 'NONE') {
    const given = new Map(assignments.map((item) => [item.memberId, item.assignment]));
    propagateAssignments(group, (id) => given.get(id) ?? NO_ASSIGNMENT, context);
    context.transition(group, 'Stable', `assignment received from leader ${memberId}`);
    context.host.broker.meters?.mark('completedRebalances', 1, context.host.ctx.nowUs);
    return;
  }
  const error = clientError(cause);
  resetAssignments(group, error, context);
  const reason = `Error ${error} when storing group assignment during SyncGroup (member: ${memberId})`;
  context.store(maybePrepareRebalanceOrCompleteJoin(group, reason, context));
}

/** A member is alive, and hears whether it is to join anew. */
export function heartbeat(request: HeartbeatRequest, replyTo: ReplyAddress, context: GroupContext): void {
  const { groupId, memberId } = request;
  const group = context.state.groups.get(groupId);
  const error =
    groupId === ''
      ? 'INVALID_GROUP_ID'
      : group
        ? context.host.ctx.rules.heartbeatError(group, request)
        : 'UNKNOWN_MEMBER_ID';
  const member = group?.members.get(memberId);
  if (group && member && (error === 'NONE' || error === 'REBALANCE_IN_PROGRESS'))
    context.rescheduleSession(group, member);
  else context.traceRefusal('Heartbeat', groupId, memberId, error);
  const response = { kind: 'HeartbeatResponse', error } as const;
  // An answer with an error that Kafka throws does not wait for what was written before.
  if (error === 'NONE' || error === 'REBALANCE_IN_PROGRESS')
    context.write([], { kind: 'Respond', replyTo, request, response }, { replays: true });
  else context.respond(replyTo, response);
}

/** Members leave: each by itself, or taken out by their instance ids. The rest rebalances at once. */
export function leaveGroup(request: LeaveGroupRequest, replyTo: ReplyAddress, context: GroupContext): void {
  const { groupId } = request;
  const group = context.state.groups.get(groupId);
  const refusal = groupId === '' ? 'INVALID_GROUP_ID' : group ? 'NONE' : 'UNKNOWN_MEMBER_ID';
  if (refusal !== 'NONE' || !group) {
    context.traceRefusal('LeaveGroup', groupId, request.members[0]?.memberId ?? '', refusal);
    context.respond(replyTo, errorResponse(request, refusal));
    return;
  }
  const members = request.members.map((member) => ({
    memberId: member.memberId,
    groupInstanceId: member.groupInstanceId,
    error: removeMember(group, member, context),
  }));
  const left = members.filter(({ error }) => error === 'NONE');
  const records = left.length === 0 ? [] : goOnWithout(group, left, context);
  const response: LeaveGroupResponse = { kind: 'LeaveGroupResponse', error: 'NONE', members };
  context.write(records, { kind: 'Respond', replyTo, request, response }, { replays: false });
}

function goOnWithout(
  group: ClassicGroup,
  left: readonly { readonly memberId: string }[],
  context: GroupContext,
): readonly CoordinatorRecord[] {
  const names = left.map(({ memberId }) => memberId).join(', ');
  if (group.state === 'Stable' || group.state === 'CompletingRebalance')
    return maybePrepareRebalanceOrCompleteJoin(
      group,
      `explicit LeaveGroup request for (${names}) members`,
      context,
    );
  return group.state === 'PreparingRebalance' ? maybeCompleteJoinPhase(group, context) : [];
}

function removeMember(
  group: ClassicGroup,
  { memberId, groupInstanceId }: MemberIdentity,
  context: GroupContext,
): KafkaError {
  if (memberId === '') {
    const known = groupInstanceId === null ? null : group.staticMemberId(groupInstanceId);
    if (known === null) return refuseLeave(group, groupInstanceId ?? '', 'UNKNOWN_MEMBER_ID', context);
    return leave(group, known, context);
  }
  if (group.pendingJoinMembers.has(memberId)) {
    group.remove(memberId);
    context.cancelSession(group.groupId, memberId);
    return 'NONE';
  }
  const error = context.host.ctx.rules.memberError(group, { memberId, groupInstanceId });
  return error === 'NONE' ? leave(group, memberId, context) : refuseLeave(group, memberId, error, context);
}

function leave(group: ClassicGroup, memberId: string, context: GroupContext): KafkaError {
  const member = group.members.get(memberId);
  if (member) answerJoin(member, joinGroupError('UNKNOWN_MEMBER_ID', ''), context);
  dropMember(group, memberId, 'LeaveGroup', context);
  return 'NONE';
}

function refuseLeave(
  { groupId }: ClassicGroup,
  member: string,
  error: KafkaError,
  context: GroupContext,
): KafkaError {
  context.traceRefusal('LeaveGroup', groupId, member, error);
  return error;
}
