import type { NodeContext } from '../../../../node/Node.ts';
import type { ConsumerGroupHeartbeatResponse } from '../../../../protocol/consumerGroupRequests.ts';
import { MICROS_PER_MILLI } from '../../../../../shared/units.ts';
import type { Micros } from '../../../../../shared/units.ts';
import { ensureCoordinatorReady, lookupDueUs, markCoordinatorUnknown } from '../coordinatorLookup.ts';
import type { GroupConsumer } from '../GroupConsumer.ts';
import type { ConsumerMembership } from './ConsumerMembership.ts';
import { exceptionOf, heartbeatReaction } from './heartbeatReaction.ts';
import { noteMembership } from './noteMembership.ts';

/**
 * What the background thread does about the membership now, whatever the application does. Returns when it has to look again. Kafka:
 * `AbstractHeartbeatRequestManager.poll` (4.2).
 */
export function runMembershipHeartbeats(
  consumer: GroupConsumer,
  membership: ConsumerMembership,
  ctx: NodeContext,
): Micros {
  const { coordinator } = consumer;
  const { heartbeats } = membership;
  if (membership.state === 'UNSUBSCRIBED' || membership.state === 'FATAL') return Infinity;
  if (!ensureCoordinatorReady(consumer, ctx)) return lookupDueUs(consumer, ctx.nowUs);
  if (membership.isOutside) return Infinity;
  const { pollEndsUs, lastPollUs } = coordinator.heartbeat;
  if (ctx.nowUs >= pollEndsUs) {
    ctx.trace({
      kind: 'PollIntervalExceeded',
      consumer: consumer.clientId,
      group: coordinator.config.groupId,
      sinceMs: Math.floor((ctx.nowUs - lastPollUs) / MICROS_PER_MILLI),
    });
    sendLeave(consumer, membership, 'consumer poll timeout has expired.', ctx);
    membership.state = 'STALE';
    heartbeats.reset();
    membership.forgetSent();
    noteMembership(consumer, membership, ctx);
    return Infinity;
  }
  if (heartbeats.canSend(ctx.nowUs) || (membership.speaksNow && !heartbeats.isInFlight)) {
    const request = membership.nextHeartbeat(coordinator.subscription);
    heartbeats.sent(ctx.nowUs);
    coordinator.channel.call({ kind: 'ConsumerGroupHeartbeat' }, request, ctx);
    noteMembership(consumer, membership, ctx);
  }
  return heartbeats.isInFlight ? pollEndsUs : Math.min(heartbeats.nextUs, pollEndsUs);
}

/** Kafka: `AbstractHeartbeatRequestManager.onResponse`, `ConsumerMembershipManager.onHeartbeatSuccess` (4.2). */
export function handleConsumerGroupHeartbeat(
  consumer: GroupConsumer,
  membership: ConsumerMembership,
  response: ConsumerGroupHeartbeatResponse,
  ctx: NodeContext,
): void {
  const { heartbeats } = membership;
  const { error, memberEpoch, assignment, heartbeatIntervalMs } = response;
  const reaction = heartbeatReaction(error);
  if (reaction === 'goesOn') {
    heartbeats.succeeded(heartbeatIntervalMs, ctx.nowUs);
    if (membership.isOutside || memberEpoch < 0) return;
    membership.memberEpoch = memberEpoch;
    if (assignment !== null) membership.receiveAssignment(assignment);
    noteMembership(consumer, membership, ctx);
    return;
  }
  failed(consumer, membership, ctx);
  switch (reaction) {
    case 'looksForCoordinator':
      // Its connection stays open, unlike that of the classic protocol.
      markCoordinatorUnknown(consumer, `error response ${error}`, true, ctx);
      heartbeats.reset();
      break;
    case 'fenced':
      if (!membership.isOutside) {
        membership.state = 'FENCED';
        membership.memberEpoch = 0;
      }
      heartbeats.reset();
      break;
    case 'fatal':
      if (!membership.isOutside) {
        membership.state = 'FATAL';
        consumer.coordinator.fatalError = exceptionOf(error);
      }
      break;
    default:
      break;
  }
  noteMembership(consumer, membership, ctx, error);
}

/** It will never be answered. Kafka: `onFailure` with a retriable exception. */
export function abandonConsumerGroupHeartbeat(
  consumer: GroupConsumer,
  membership: ConsumerMembership,
  ctx: NodeContext,
): void {
  failed(consumer, membership, ctx);
}

function failed({ config }: GroupConsumer, membership: ConsumerMembership, ctx: NodeContext): void {
  membership.forgetSent();
  membership.heartbeats.failed(
    ctx.nowUs,
    { initialMs: config.retryBackoffMs, maxMs: config.retryBackoffMaxMs },
    (n) => ctx.jitter('heartbeatBackoff', n),
  );
}

/** On close(): whoever is in the group, or on its way, says goodbye. Kafka: `leaveGroupOnClose`. */
export function leaveAsMember(
  consumer: GroupConsumer,
  membership: ConsumerMembership,
  reason: string,
  ctx: NodeContext,
): void {
  const isOutside = membership.isOutside || consumer.coordinator.channel.node === null;
  if (!isOutside) sendLeave(consumer, membership, reason, ctx);
  membership.state = 'UNSUBSCRIBED';
  membership.forgetAssignment();
  noteMembership(consumer, membership, ctx);
}

/** Says goodbye; what becomes of it nobody waits for but close(). */
export function sendLeave(
  { coordinator, clientId }: GroupConsumer,
  membership: ConsumerMembership,
  reason: string,
  ctx: NodeContext,
): void {
  const { groupId } = coordinator.config;
  const { memberId } = membership;
  ctx.trace({ kind: 'LeaveGroupSent', consumer: clientId, group: groupId, memberId, reason });
  coordinator.channel.call({ kind: 'LeaveGroup' }, membership.leavingHeartbeat(), ctx);
}
