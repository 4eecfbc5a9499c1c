import type { NodeContext } from '../../../node/Node.ts';
import type { FindCoordinatorResponse } from '../../../protocol/requests.ts';
import type { ShareGroupHeartbeatResponse } from '../../../protocol/shareRequests.ts';
import {
  exponentialBackoffMs,
  jitterFactor,
  RETRY_BACKOFF_JITTER,
} from '../../network/exponentialBackoff.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { BrokerId, Micros } from '../../../../shared/units.ts';
import { exceptionOf, heartbeatReaction } from '../group/modern/heartbeatReaction.ts';
import { newMemberId } from '../group/modern/newMemberId.ts';
import type { ShareConsumer } from './ShareConsumer.ts';

/**
 * What the background thread does about the membership now: it looks for the coordinator, and speaks to it. Returns when to look
 * again. Kafka: `AbstractHeartbeatRequestManager.poll`, `CoordinatorRequestManager` (4.2).
 */
export function runShareMembership(consumer: ShareConsumer, ctx: NodeContext): Micros {
  const { membership, channel, topics } = consumer;
  if (membership.memberId === '' && membership.state !== 'UNSUBSCRIBED')
    membership.memberId = newMemberId(ctx.rng('memberId'));
  if (membership.isOutside) return Infinity;
  if (channel.node === null) return lookUp(consumer, ctx);
  const { heartbeats } = membership;
  if (heartbeats.canSend(ctx.nowUs) || (membership.speaksNow && !heartbeats.isInFlight)) {
    const request = membership.nextHeartbeat(topics);
    heartbeats.sent(ctx.nowUs);
    channel.call({ kind: 'ConsumerGroupHeartbeat' }, request, ctx);
  }
  return heartbeats.isInFlight ? Infinity : heartbeats.nextUs;
}

function lookUp(consumer: ShareConsumer, ctx: NodeContext): Micros {
  const { network, metadata, share } = consumer;
  if (consumer.lookup === null) {
    if (consumer.lookupAtUs > ctx.nowUs) return consumer.lookupAtUs;
    const broker = network.leastLoaded(metadata.brokers, ctx);
    if (broker === null) {
      lookupFailed(consumer, ctx);
      return consumer.lookupAtUs;
    }
    consumer.lookup = { broker, correlationId: null };
  }
  const { lookup } = consumer;
  if (lookup.correlationId !== null) return Infinity;
  if (!consumer.isReady(lookup.broker, ctx)) return network.retryAtUs(lookup.broker, ctx.nowUs) ?? Infinity;
  const request = { kind: 'FindCoordinatorRequest', keyType: 'GROUP', key: share.groupId } as const;
  lookup.correlationId = network.send(lookup.broker, request, true, ctx);
  return Infinity;
}

export function handleShareLookup(
  consumer: ShareConsumer,
  { error, nodeId }: FindCoordinatorResponse,
  ctx: NodeContext,
): void {
  consumer.lookup = null;
  if (error !== 'NONE') {
    lookupFailed(consumer, ctx);
    return;
  }
  consumer.lookupAttempts = 0;
  consumer.channel.node = nodeId;
  consumer.channel.network.ready(nodeId, ctx);
  ctx.trace({
    kind: 'CoordinatorDiscovered',
    client: consumer.name,
    keyType: 'GROUP',
    key: consumer.share.groupId,
    broker: nodeId,
  });
}

/** The broker that was asked is gone. */
export function onShareBrokerLost(consumer: ShareConsumer, broker: BrokerId, ctx: NodeContext): void {
  if (consumer.lookup?.broker !== broker) return;
  consumer.lookup = null;
  lookupFailed(consumer, ctx);
}

function lookupFailed(consumer: ShareConsumer, ctx: NodeContext): void {
  const { retryBackoffMs: initialMs, retryBackoffMaxMs: maxMs } = consumer.config;
  consumer.backoffs += 1;
  const factor = jitterFactor(RETRY_BACKOFF_JITTER, ctx.jitter('coordinatorBackoff', consumer.backoffs));
  const waitMs = exponentialBackoffMs({ initialMs, maxMs, multiplier: 2 }, consumer.lookupAttempts, factor);
  consumer.lookupAttempts += 1;
  consumer.lookupAtUs = ctx.nowUs + waitMs * MICROS_PER_MILLI;
  consumer.metadata.requestUpdate();
}

/** Another coordinator is looked for. */
export function shareCoordinatorLost(consumer: ShareConsumer, reason: string, ctx: NodeContext): void {
  const { channel, clientId, share } = consumer;
  const broker = channel.node;
  if (broker === null) return;
  ctx.trace({ kind: 'CoordinatorLost', consumer: clientId, group: share.groupId, broker, reason });
  channel.forget(true, ctx);
  consumer.lookupAtUs = ctx.nowUs;
}

export function handleShareHeartbeat(
  consumer: ShareConsumer,
  response: ShareGroupHeartbeatResponse,
  ctx: NodeContext,
): void {
  const { membership } = consumer;
  const { heartbeats } = membership;
  const { error, memberEpoch, assignment, heartbeatIntervalMs } = response;
  const reaction = heartbeatReaction(error);
  if (reaction === 'goesOn') {
    heartbeats.succeeded(heartbeatIntervalMs, ctx.nowUs);
    if (membership.isOutside || memberEpoch < 0) return;
    const before = membership.memberEpoch;
    membership.memberEpoch = memberEpoch;
    const isNew = assignment !== null && membership.receiveAssignment(assignment);
    if (before !== memberEpoch || isNew) note(consumer, '', ctx);
    return;
  }
  shareHeartbeatFailed(consumer, ctx);
  if (reaction === 'looksForCoordinator') {
    shareCoordinatorLost(consumer, `error response ${error}`, ctx);
    heartbeats.reset();
  } else if (reaction === 'fenced') {
    if (!membership.isOutside) membership.state = 'FENCED';
    membership.memberEpoch = 0;
    membership.assigned = [];
    heartbeats.reset();
    note(consumer, error, ctx);
    membership.join();
  } else if (reaction === 'fatal') {
    membership.state = 'FATAL';
    consumer.fatalError = exceptionOf(error);
    note(consumer, error, ctx);
  }
}

/** It will never be answered, or not well. */
export function shareHeartbeatFailed({ membership, config }: ShareConsumer, ctx: NodeContext): void {
  membership.forgetSent();
  membership.heartbeats.failed(
    ctx.nowUs,
    { initialMs: config.retryBackoffMs, maxMs: config.retryBackoffMaxMs },
    (n) => ctx.jitter('heartbeatBackoff', n),
  );
}

export function leaveShareGroup(consumer: ShareConsumer, reason: string, ctx: NodeContext): void {
  const { membership, channel, clientId, share } = consumer;
  if (!membership.isOutside && channel.node !== null) {
    const { memberId } = membership;
    ctx.trace({ kind: 'LeaveGroupSent', consumer: clientId, group: share.groupId, memberId, reason });
    channel.call({ kind: 'LeaveGroup' }, membership.leavingHeartbeat(), ctx);
  }
  membership.state = 'UNSUBSCRIBED';
  membership.assigned = [];
}

function note({ membership, clientId, share }: ShareConsumer, reason: string, ctx: NodeContext): void {
  const { state, memberEpoch, assigned } = membership;
  ctx.trace({
    kind: 'MembershipChanged',
    consumer: clientId,
    group: share.groupId,
    state,
    memberEpoch,
    reason,
  });
  if (state === 'ACKNOWLEDGING')
    ctx.trace({
      kind: 'SharePartitionsAssigned',
      consumer: clientId,
      group: share.groupId,
      memberEpoch,
      partitions: assigned,
    });
}
