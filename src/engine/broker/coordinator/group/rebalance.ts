import { NO_ASSIGNMENT } from '../../../protocol/ConsumerProtocol.ts';
import type { ConsumerProtocolAssignment } from '../../../protocol/ConsumerProtocol.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import type { JoinGroupResponse } from '../../../protocol/groupRequests.ts';
import type { CoordinatorRecord } from '../../../storage/CoordinatorRecord.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { ClassicGroup, ClassicGroupMember } from './ClassicGroup.ts';
import { canRebalance } from './ClassicGroupState.ts';
import { JOIN_TIMER, SYNC_TIMER } from './GroupContext.ts';
import type { GroupContext } from './GroupContext.ts';
import { joinGroupError, syncGroupErrorResponse } from './groupResponses.ts';
import { initialDelay } from './initialRebalanceDelay.ts';

// How a classic group comes from one generation to the next. What a step has to store it returns, for who began it to write.
// Kafka: `GroupMetadataManager` (4.2).

const NOTHING: readonly CoordinatorRecord[] = [];

/** Begins a rebalance if there is none, else ends its join phase if all are there. */
export function maybePrepareRebalanceOrCompleteJoin(
  group: ClassicGroup,
  reason: string,
  context: GroupContext,
): readonly CoordinatorRecord[] {
  return canRebalance(group.state)
    ? prepareRebalance(group, reason, context)
    : maybeCompleteJoinPhase(group, context);
}

/**
 * Everybody is to join anew (G3): at the latest when the rebalance timeout is over; into an empty group the first wait for company. Who
 * waits for an assignment is sent to join.
 */
export function prepareRebalance(
  group: ClassicGroup,
  reason: string,
  context: GroupContext,
): readonly CoordinatorRecord[] {
  if (group.state === 'CompletingRebalance') resetAssignments(group, 'REBALANCE_IN_PROGRESS', context);
  group.pendingSyncMembers.clear();
  context.cancelGroupTimer(SYNC_TIMER, group);
  const isInitial = group.state === 'Empty';
  if (isInitial) {
    const configuredUs = context.host.broker.config.groups.groupInitialRebalanceDelayUs;
    group.initialDelay = initialDelay(configuredUs, group.rebalanceTimeoutMs * MICROS_PER_MILLI);
    context.setGroupTimer(JOIN_TIMER, group, group.initialDelay.delayUs);
  }
  context.transition(group, 'PreparingRebalance', reason);
  if (isInitial) return NOTHING;
  if (group.hasAllMembersJoined) return completeJoin(group, context);
  waitForJoins(group, context);
  return NOTHING;
}

/** The first rebalance never ends early. */
export function maybeCompleteJoinPhase(
  group: ClassicGroup,
  context: GroupContext,
): readonly CoordinatorRecord[] {
  const isOver =
    group.state === 'PreparingRebalance' && group.previousState !== 'Empty' && group.hasAllMembersJoined;
  return isOver ? completeJoin(group, context) : NOTHING;
}

/** The timer of the join phase went off. */
export function onJoinTimer(group: ClassicGroup, context: GroupContext): readonly CoordinatorRecord[] {
  if (group.state !== 'PreparingRebalance') return NOTHING;
  const { rules } = context.host.ctx;
  const configuredUs = context.host.broker.config.groups.groupInitialRebalanceDelayUs;
  const next =
    group.initialDelay && rules.nextInitialDelay(group.initialDelay, group.newMemberAdded, configuredUs);
  if (!next) return completeJoin(group, context);
  group.newMemberAdded = false;
  group.initialDelay = next;
  context.setGroupTimer(JOIN_TIMER, group, next.delayUs);
  return NOTHING;
}

/**
 * The join phase is over (G3): dynamic members that did not come are out, the others are a generation, whose leader is to assign within
 * the rebalance timeout; or nobody is left.
 */
export function completeJoin(group: ClassicGroup, context: GroupContext): readonly CoordinatorRecord[] {
  context.cancelGroupTimer(JOIN_TIMER, group);
  group.initialDelay = null;
  for (const { memberId, groupInstanceId, awaitingJoin } of group.memberList) {
    if (awaitingJoin || groupInstanceId !== null) continue;
    dropMember(group, memberId, 'rebalance timeout', context);
  }
  if (group.state === 'Dead') return NOTHING;
  if (group.members.size > 0 && !group.maybeElectNewJoinedLeader()) {
    waitForJoins(group, context);
    return NOTHING;
  }
  group.initNextGeneration(context.host.ctx.rules.selectProtocol, context.nowMs);
  if (group.state === 'Empty') {
    context.traceState(group, 'no member is left');
    return [group.metadataRecord(() => NO_ASSIGNMENT)];
  }
  context.traceState(group, 'all members have joined');
  for (const member of group.memberList) {
    answerJoin(member, joinGroupResponse(group, member, false), context);
    context.rescheduleSession(group, member);
    member.isNew = false;
    group.pendingSyncMembers.add(member.memberId);
  }
  context.setGroupTimer(SYNC_TIMER, group, group.rebalanceTimeoutMs * MICROS_PER_MILLI);
  return NOTHING;
}

/** Members of the generation that have not sent SyncGroup in time are out (G6). Kafka: `expirePendingSync`. */
export function onSyncTimer(group: ClassicGroup, context: GroupContext): readonly CoordinatorRecord[] {
  const isAwaited = group.state === 'CompletingRebalance' || group.state === 'Stable';
  if (!isAwaited || group.pendingSyncMembers.size === 0) return NOTHING;
  const late = [...group.pendingSyncMembers];
  for (const memberId of late) {
    dropMember(group, memberId, 'pending sync request expiration', context);
    context.cancelSession(group.groupId, memberId);
  }
  return prepareRebalance(group, `Removing ${late.join(', ')} on pending sync request expiration`, context);
}

/** A member has not been heard of for its session timeout (G6). Kafka: `expireClassicGroupMemberHeartbeat`. */
export function onSessionTimer(
  group: ClassicGroup,
  memberId: string,
  context: GroupContext,
): readonly CoordinatorRecord[] {
  if (group.state === 'Dead') return NOTHING;
  if (group.pendingJoinMembers.has(memberId)) {
    group.remove(memberId);
    return group.state === 'PreparingRebalance' && group.hasAllMembersJoined
      ? completeJoin(group, context)
      : NOTHING;
  }
  const member = group.members.get(memberId);
  if (!member || hasSatisfiedHeartbeat(member)) return NOTHING;
  answerJoin(member, joinGroupError('UNKNOWN_MEMBER_ID', ''), context);
  dropMember(group, memberId, 'session timeout', context);
  if (group.state === 'PreparingRebalance')
    return group.hasAllMembersJoined ? completeJoin(group, context) : NOTHING;
  return maybePrepareRebalanceOrCompleteJoin(
    group,
    `removing member ${memberId} on heartbeat expiration`,
    context,
  );
}

/** Who waits for others is alive, unless it is new and may have gone without a word. */
function hasSatisfiedHeartbeat({ isNew, awaitingJoin, awaitingSync }: ClassicGroupMember): boolean {
  return !isNew && (awaitingJoin !== null || awaitingSync !== null);
}

/** What a member is told of a generation that it belongs to. */
export function joinGroupResponse(
  group: ClassicGroup,
  { memberId }: ClassicGroupMember,
  skipAssignment: boolean,
): JoinGroupResponse {
  const { generationId, protocolType, protocolName, leaderId } = group;
  return {
    kind: 'JoinGroupResponse',
    error: 'NONE',
    generationId,
    protocolType,
    protocolName,
    leader: leaderId ?? '',
    skipAssignment,
    memberId,
    members: group.isLeader(memberId) ? group.currentMembers() : [],
  };
}

/** Answers the JoinGroup of a member, if one waits. */
export function answerJoin(
  member: ClassicGroupMember,
  response: JoinGroupResponse,
  context: GroupContext,
): void {
  const { awaitingJoin } = member;
  if (!awaitingJoin) return;
  member.awaitingJoin = null;
  context.respond(awaitingJoin, response);
}

/** A member gets what it was assigned, if it waits for it. */
export function answerSync(
  group: ClassicGroup,
  member: ClassicGroupMember,
  error: KafkaError,
  context: GroupContext,
): boolean {
  const { awaitingSync, assignment } = member;
  if (!awaitingSync) return false;
  member.awaitingSync = null;
  const { protocolType, protocolName } = group;
  context.respond(
    awaitingSync,
    error === 'NONE'
      ? { kind: 'SyncGroupResponse', error, protocolType, protocolName, assignment }
      : syncGroupErrorResponse(error),
  );
  return true;
}

/** The leader's assignments hold: everybody who waits gets its own. Kafka: `setAndPropagateAssignment`. */
export function propagateAssignments(
  group: ClassicGroup,
  assignmentOf: (memberId: string) => ConsumerProtocolAssignment,
  context: GroupContext,
): void {
  for (const member of group.memberList) member.assignment = assignmentOf(member.memberId);
  for (const member of group.memberList)
    if (answerSync(group, member, 'NONE', context)) context.rescheduleSession(group, member);
}

/** Nobody has an assignment: who waits for one is told why. Kafka: `resetAndPropagateAssignmentWithError`. */
export function resetAssignments(group: ClassicGroup, error: KafkaError, context: GroupContext): void {
  for (const member of group.memberList) member.assignment = NO_ASSIGNMENT;
  for (const member of group.memberList)
    if (answerSync(group, member, error, context)) context.rescheduleSession(group, member);
}

/** Takes a member out, and says so. */
export function dropMember(
  group: ClassicGroup,
  memberId: string,
  reason: 'session timeout' | 'rebalance timeout' | 'pending sync request expiration' | 'LeaveGroup',
  context: GroupContext,
): void {
  group.remove(memberId);
  context.cancelSession(group.groupId, memberId);
  const { ctx, broker } = context.host;
  ctx.trace({
    kind: 'GroupMemberRemoved',
    group: group.groupId,
    member: memberId,
    broker: broker.id,
    generation: group.generationId,
    reason,
  });
}

function waitForJoins(group: ClassicGroup, context: GroupContext): void {
  group.initialDelay = null;
  context.setGroupTimer(JOIN_TIMER, group, group.rebalanceTimeoutMs * MICROS_PER_MILLI);
}
