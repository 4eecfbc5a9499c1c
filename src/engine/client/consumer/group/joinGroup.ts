import { isRetriable } from '../../network/retriableErrors.ts';
import type { NodeContext } from '../../../node/Node.ts';
import { consumerProtocolSubscription } from '../../../protocol/ConsumerProtocol.ts';
import type { JoinGroupProtocol, JoinGroupResponse, SyncGroupResponse } from '../../../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros, Millis } from '../../../../shared/units.ts';
import { changeAssignment, giveUpBeforeJoin } from './changeAssignment.ts';
import { commitBeforeJoin } from './commits.ts';
import type { JoinError, JoinProgress } from './ConsumerCoordinator.ts';
import { ensureCoordinatorReady, lookupDueUs, markCoordinatorUnknown } from './coordinatorLookup.ts';
import { isReset, isSameGeneration, NO_GENERATION } from './Generation.ts';
import type { Generation } from './Generation.ts';
import type { GroupConsumer } from './GroupConsumer.ts';
import { assignAsLeader } from './leaderAssignment.ts';
import { requestRejoin, resetStateAndRejoin, resetStateOnError } from './rejoin.ts';
import { failJoin, PROTOCOL_TYPE, sendSyncGroup } from './syncGroup.ts';

/** JoinGroup may wait for the slowest member, and that much longer. Kafka: `AbstractCoordinator.JOIN_GROUP_TIMEOUT_LAPSE`. */
const JOIN_GROUP_TIMEOUT_LAPSE_MS: Millis = 5000;

/** Joined again at once, without a pause. */
const REJOIN_AT_ONCE: ReadonlySet<JoinError> = new Set<JoinError>([
  'UNKNOWN_MEMBER_ID',
  'ILLEGAL_GENERATION',
  'REBALANCE_IN_PROGRESS',
  'MEMBER_ID_REQUIRED',
]);

/** What poll() throws for an error that no other attempt can mend. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  FENCED_INSTANCE_ID: 'FencedInstanceIdException',
  INCONSISTENT_GROUP_PROTOCOL: 'InconsistentGroupProtocolException',
  INVALID_SESSION_TIMEOUT: 'InvalidSessionTimeoutException',
  INVALID_GROUP_ID: 'InvalidGroupIdException',
  GROUP_MAX_SIZE_REACHED: 'GroupMaxSizeReachedException',
};

/**
 * Goes on with joining the group as far as it can without an answer. Returns when to try again; null when the member has what it
 * was assigned. Kafka: `AbstractCoordinator.joinGroupIfNeeded` (4.2), with a timer of 0.
 */
export function joinGroupIfNeeded(consumer: GroupConsumer, ctx: NodeContext): Micros | null {
  const { coordinator } = consumer;
  while (consumer.isRunning() && (coordinator.rejoinNeeded || coordinator.join !== null)) {
    if (!ensureCoordinatorReady(consumer, ctx)) return lookupDueUs(consumer, ctx.nowUs);
    if (coordinator.joinRetryAtUs > ctx.nowUs) return coordinator.joinRetryAtUs;
    if (coordinator.needsJoinPrepare) {
      const againUs = prepareJoin(consumer, ctx);
      if (againUs !== null) return againUs;
      coordinator.needsJoinPrepare = false;
    }
    const join = (coordinator.join ??= initiateJoin(consumer, ctx));
    if (join.kind === 'underWay') return Infinity;
    coordinator.join = null;
    if (join.kind === 'succeeded') completeJoin(consumer, join.assigned, ctx);
    else recoverFromFailure(consumer, join.error, ctx);
  }
  return null;
}

/** Kafka: `ConsumerCoordinator.onJoinPrepare`. Returns when to go on with it; null: it is done. */
function prepareJoin(consumer: GroupConsumer, ctx: NodeContext): Micros | null {
  const { coordinator } = consumer;
  const againUs = commitBeforeJoin(consumer, ctx);
  if (againUs !== null) return againUs;
  giveUpBeforeJoin(consumer, ctx);
  coordinator.isLeader = false;
  coordinator.joinPrepare = null;
  coordinator.isRevoking = false;
  consumer.metadata.setTopics(consumer.topics);
  return null;
}

function initiateJoin(consumer: GroupConsumer, ctx: NodeContext): JoinProgress {
  const { coordinator, clientId, config: client } = consumer;
  const { config, generation, channel } = coordinator;
  coordinator.memberState = 'PREPARING_REBALANCE';
  coordinator.rebalanceStartedUs ??= ctx.nowUs;
  const timeoutMs = Math.max(client.requestTimeoutMs, config.maxPollIntervalMs + JOIN_GROUP_TIMEOUT_LAPSE_MS);
  channel.call(
    { kind: 'JoinGroup', generation },
    {
      kind: 'JoinGroupRequest',
      groupId: config.groupId,
      sessionTimeoutMs: config.sessionTimeoutMs,
      rebalanceTimeoutMs: config.maxPollIntervalMs,
      memberId: generation.memberId,
      groupInstanceId: config.groupInstanceId,
      protocolType: PROTOCOL_TYPE,
      protocols: protocolsOf(consumer),
      clientId,
      reason: coordinator.rejoinReason,
    },
    ctx,
    timeoutMs,
  );
  return { kind: 'underWay' };
}

/** What it tells the others, under each of its assignors. Kafka: `ConsumerCoordinator.metadata`. */
function protocolsOf({ coordinator, partitions, config }: GroupConsumer): JoinGroupProtocol[] {
  const { subscription: topics, generation, stickyAssignment } = coordinator;
  const ownedPartitions = partitions.map(({ topicPartition }) => topicPartition);
  return coordinator.config.assignors.map((name) => ({
    name,
    metadata: consumerProtocolSubscription({
      topics,
      userData: name === 'sticky' && stickyAssignment !== null ? JSON.stringify(stickyAssignment) : null,
      ownedPartitions,
      generationId: generation.generationId,
      rackId: config.clientRack === '' ? null : config.clientRack,
    }),
  }));
}

/** Kafka: `JoinGroupResponseHandler` (4.2). */
export function handleJoinGroup(
  consumer: GroupConsumer,
  response: JoinGroupResponse,
  sentGeneration: Generation,
  ctx: NodeContext,
): void {
  const { coordinator, clientId } = consumer;
  const { error, generationId, memberId, protocolName } = response;
  switch (error) {
    case 'NONE':
      break;
    case 'UNKNOWN_MEMBER_ID':
      if (isSameGeneration(coordinator.generation, sentGeneration))
        resetStateOnError(consumer, 'JOIN_GROUP', error, ctx);
      failJoin(consumer, error);
      return;
    case 'COORDINATOR_NOT_AVAILABLE':
    case 'NOT_COORDINATOR':
      markCoordinatorUnknown(consumer, `error response ${error}`, false, ctx);
      failJoin(consumer, error);
      return;
    case 'MEMBER_ID_REQUIRED':
      coordinator.generation = { ...NO_GENERATION, memberId };
      coordinator.rejoinNeeded = true;
      coordinator.rejoinReason = `need to re-join with the given member-id: ${memberId}`;
      failJoin(consumer, error);
      return;
    default:
      failJoin(consumer, error);
      return;
  }
  if (coordinator.memberState !== 'PREPARING_REBALANCE') {
    failJoin(consumer, 'UnjoinedGroupException');
    return;
  }
  coordinator.memberState = 'COMPLETING_REBALANCE';
  coordinator.heartbeat.enable(ctx.nowUs);
  coordinator.generation = { generationId, memberId, protocolName };
  ctx.trace({
    kind: 'GroupJoined',
    consumer: clientId,
    group: coordinator.config.groupId,
    generation: generationId,
    memberId,
    protocol: protocolName ?? '',
    isLeader: response.leader === memberId,
  });
  if (response.leader === memberId) assignAsLeader(consumer, response, ctx);
  else sendSyncGroup(consumer, [], ctx);
}

/** Kafka: `SyncGroupResponseHandler` (4.2). */
export function handleSyncGroup(
  consumer: GroupConsumer,
  response: SyncGroupResponse,
  sentGeneration: Generation,
  ctx: NodeContext,
): void {
  const { coordinator } = consumer;
  const { error } = response;
  switch (error) {
    case 'NONE':
      break;
    case 'UNKNOWN_MEMBER_ID':
    case 'ILLEGAL_GENERATION':
      if (isSameGeneration(coordinator.generation, sentGeneration))
        resetStateOnError(consumer, 'SYNC_GROUP', error, ctx);
      failJoin(consumer, error);
      return;
    case 'COORDINATOR_NOT_AVAILABLE':
    case 'NOT_COORDINATOR':
      markCoordinatorUnknown(consumer, `error response ${error}`, false, ctx);
      failJoin(consumer, error);
      return;
    default:
      failJoin(consumer, error);
      return;
  }
  // The heartbeat thread may have reset the generation in the meantime.
  if (isReset(coordinator.generation) || coordinator.memberState !== 'COMPLETING_REBALANCE') {
    failJoin(consumer, 'ILLEGAL_GENERATION');
    return;
  }
  if (response.protocolName !== null && response.protocolName !== coordinator.generation.protocolName) {
    failJoin(consumer, 'INCONSISTENT_GROUP_PROTOCOL');
    return;
  }
  coordinator.memberState = 'STABLE';
  coordinator.rejoinReason = '';
  coordinator.rejoinNeeded = false;
  coordinator.rebalances += 1;
  coordinator.lastRebalanceEndUs = ctx.nowUs;
  const tookUs = ctx.nowUs - (coordinator.rebalanceStartedUs ?? ctx.nowUs);
  coordinator.rebalanceUs += tookUs;
  consumer.meters.rebalanceMs.record(tookUs / MICROS_PER_MILLI, ctx.nowUs);
  coordinator.rebalanceStartedUs = null;
  if (coordinator.join?.kind === 'underWay')
    coordinator.join = { kind: 'succeeded', assigned: response.assignment.assignedPartitions };
}

function completeJoin(consumer: GroupConsumer, assigned: readonly string[], ctx: NodeContext): void {
  const { coordinator } = consumer;
  if (isReset(coordinator.generation) || coordinator.memberState !== 'STABLE') {
    resetStateAndRejoin(
      consumer,
      'rebalance failed since the generation was reset before it completed',
      true,
      ctx,
    );
    return;
  }
  changeAssignment(consumer, assigned, ctx);
  coordinator.needsJoinPrepare = true;
}

function recoverFromFailure(consumer: GroupConsumer, error: JoinError, ctx: NodeContext): void {
  const { coordinator, config } = consumer;
  if (error !== 'MEMBER_ID_REQUIRED') requestRejoin(consumer, `rebalance failed due to ${error}`, ctx);
  if (REJOIN_AT_ONCE.has(error)) return;
  const canRetry =
    error === 'DisconnectException' || error === 'UnjoinedGroupException' || isRetriable(error);
  if (canRetry) coordinator.joinRetryAtUs = ctx.nowUs + config.retryBackoffMs * MICROS_PER_MILLI;
  else consumer.fail(EXCEPTIONS[error] ?? error, ctx);
}
