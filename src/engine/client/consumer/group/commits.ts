import type { NodeContext } from '../../../node/Node.ts';
import type { CommittedPartition, OffsetCommitResponse } from '../../../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros } from '../../../../shared/units.ts';
import { hasValidPosition } from '../positions.ts';
import { isRetriableCommit, reactToCommitError } from './Commit.ts';
import type { Commit, CommitError, CommitPurpose } from './Commit.ts';
import { committableOffset } from './committableOffset.ts';
import { ensureCoordinatorReady, markCoordinatorUnknown } from './coordinatorLookup.ts';
import { reactToMemberCommitError } from './modern/memberCommitError.ts';
import { isSameGeneration, NO_GENERATION } from './Generation.ts';
import type { Generation } from './Generation.ts';
import type { GroupConsumer } from './GroupConsumer.ts';
import { requestRejoin, resetStateOnError } from './rejoin.ts';

/** The position of every assigned partition that has one. Kafka: `SubscriptionState.allConsumed` (4.2). */
export function allConsumed(
  { coordinator, partitions }: GroupConsumer,
  offsetOf = committableOffset,
): CommittedPartition[] {
  return partitions
    .filter((one) => hasValidPosition(one) && !coordinator.initializing.has(one.topicPartition))
    .map((partition) => ({
      topicPartition: partition.topicPartition,
      committedOffset: offsetOf(partition),
      committedLeaderEpoch: partition.offsetEpoch ?? -1,
      committedMetadata: '',
    }));
}

/** Auto-commit inside poll(): of what the polls before have returned. Kafka: `maybeAutoCommitOffsetsAsync` (4.2). */
export function maybeAutoCommit(consumer: GroupConsumer, ctx: NodeContext): void {
  const { coordinator } = consumer;
  const { enableAutoCommit, autoCommitIntervalMs } = coordinator.config;
  if (!enableAutoCommit || ctx.nowUs < coordinator.nextAutoCommitUs) return;
  coordinator.nextAutoCommitUs = ctx.nowUs + autoCommitIntervalMs * MICROS_PER_MILLI;
  commit(consumer, 'auto', ctx);
}

/**
 * Auto-commit before a rebalance, again after an error that may pass, until the rebalance timeout. Returns when to look again;
 * null: the rebalance goes on. Kafka: `ConsumerCoordinator.onJoinPrepare` (4.2).
 */
export function commitBeforeJoin(consumer: GroupConsumer, ctx: NodeContext): Micros | null {
  const { coordinator, config: client } = consumer;
  const { config } = coordinator;
  if (!config.enableAutoCommit) return null;
  const prepare = (coordinator.joinPrepare ??= {
    untilUs: ctx.nowUs + config.maxPollIntervalMs * MICROS_PER_MILLI,
    commit: 'none',
    retryAtUs: 0,
  });
  if (prepare.untilUs <= ctx.nowUs) return null;
  if (prepare.retryAtUs > ctx.nowUs) return prepare.retryAtUs;
  if (prepare.commit === 'none' || prepare.commit === 'failed') {
    if (coordinator.protocol === 'EAGER') consumer.holdBackAll();
    prepare.commit = 'inFlight';
    commit(consumer, 'prepare', ctx);
  }
  switch (coordinator.joinPrepare.commit) {
    case 'inFlight':
      return prepare.untilUs;
    case 'failed':
      prepare.retryAtUs = ctx.nowUs + client.retryBackoffMs * MICROS_PER_MILLI;
      return prepare.retryAtUs;
    default:
      return null;
  }
}

/** Commits all positions, without waiting for the outcome. Kafka: `ConsumerCoordinator.sendOffsetCommitRequest` (4.2). */
export function commit(consumer: GroupConsumer, purpose: CommitPurpose, ctx: NodeContext): void {
  sendCommit(consumer, { purpose, offsets: offsetsToCommit(consumer, ctx) }, ctx);
}

/**
 * What a commit of all positions has at this instant. Of a partition whose position is being validated it has nothing, and nobody is
 * told so but the trace. Kafka: `SubscriptionState.allConsumed` (4.2).
 */
export function offsetsToCommit(consumer: GroupConsumer, ctx: NodeContext): CommittedPartition[] {
  const { coordinator, clientId, partitions } = consumer;
  for (const { topicPartition, awaitsValidation, position } of partitions) {
    if (!awaitsValidation || coordinator.committed.get(topicPartition) === position) continue;
    const group = coordinator.config.groupId;
    ctx.trace({ kind: 'CommitLeftOut', consumer: clientId, group, partition: topicPartition, position });
  }
  return allConsumed(consumer, ctx.rules.committableOffset);
}

export function sendCommit(consumer: GroupConsumer, commit: Commit, ctx: NodeContext): void {
  const { coordinator } = consumer;
  const { config, channel, isMember, memberState } = coordinator;
  if (commit.offsets.length === 0) {
    endCommit(consumer, commit, null, ctx);
    return;
  }
  if (!ensureCoordinatorReady(consumer, ctx)) {
    if (commit.purpose === 'auto' || commit.purpose === 'async') coordinator.pendingCommits.push(commit);
    else endCommit(consumer, commit, 'COORDINATOR_NOT_AVAILABLE', ctx);
    return;
  }
  if (isMember && memberState !== 'STABLE') {
    const error = coordinator.isRebalancing ? 'RebalanceInProgressException' : 'CommitFailedException';
    endCommit(consumer, commit, error, ctx);
    return;
  }
  const generation = isMember ? coordinator.generation : NO_GENERATION;
  coordinator.commitsInFlight += 1;
  channel.call(
    { kind: 'OffsetCommit', generation, commit },
    {
      kind: 'OffsetCommitRequest',
      groupId: config.groupId,
      generationIdOrMemberEpoch: generation.generationId,
      memberId: generation.memberId,
      groupInstanceId: isMember ? config.groupInstanceId : null,
      partitions: commit.offsets,
    },
    ctx,
  );
}

export function handleOffsetCommit(
  consumer: GroupConsumer,
  response: OffsetCommitResponse,
  sentGeneration: Generation,
  commit: Commit,
  ctx: NodeContext,
): void {
  const { coordinator } = consumer;
  coordinator.commitsInFlight -= 1;
  const error = response.partitions.find((answer) => answer.error !== 'NONE')?.error ?? 'NONE';
  if (error === 'NONE') {
    endCommit(consumer, commit, null, ctx);
    return;
  }
  if (coordinator.membership) {
    const { forgetsCoordinator, outcome } = reactToMemberCommitError(
      error,
      commit.purpose,
      coordinator.memberState === 'STABLE',
    );
    if (forgetsCoordinator) markCoordinatorUnknown(consumer, `error response ${error}`, false, ctx);
    endCommit(consumer, commit, outcome, ctx);
    return;
  }
  const reaction = reactToCommitError(
    error,
    isSameGeneration(coordinator.generation, sentGeneration),
    coordinator.memberState === 'PREPARING_REBALANCE',
  );
  if (reaction.forgetsCoordinator) markCoordinatorUnknown(consumer, `error response ${error}`, false, ctx);
  if (reaction.resets !== 'nothing') resetStateOnError(consumer, 'OFFSET_COMMIT', error, ctx);
  else if (reaction.rejoins)
    requestRejoin(consumer, 'offset commit failed since group is already rebalancing', ctx);
  endCommit(consumer, commit, reaction.error, ctx);
}

/** The coordinator was found, or not: asynchronous commits that waited for that go out in their order, or fail. */
export function releasePendingCommits(consumer: GroupConsumer, isFound: boolean, ctx: NodeContext): void {
  const { coordinator } = consumer;
  const waiting = coordinator.pendingCommits;
  coordinator.pendingCommits = [];
  for (const one of waiting) {
    if (isFound) sendCommit(consumer, one, ctx);
    else endCommit(consumer, one, 'COORDINATOR_NOT_AVAILABLE', ctx);
  }
}

/** A commit got no answer. */
export function abandonCommit(consumer: GroupConsumer, commit: Commit, ctx: NodeContext): void {
  consumer.coordinator.commitsInFlight -= 1;
  endCommit(consumer, commit, 'DisconnectException', ctx);
}

function endCommit(
  consumer: GroupConsumer,
  commit: Commit,
  error: CommitError | null,
  ctx: NodeContext,
): void {
  const { coordinator, config: client } = consumer;
  if (error === null) noteCommitted(consumer, commit, ctx);
  else
    ctx.trace({
      kind: 'OffsetCommitFailed',
      consumer: consumer.clientId,
      group: coordinator.config.groupId,
      error,
    });
  // Under the epoch that it has meanwhile, or is about to hear of.
  const isStale = error === 'STALE_MEMBER_EPOCH' && commit.purpose === 'prepare';
  const isRetried =
    error !== null && (isRetriableCommit(error) || (isStale && coordinator.memberState === 'STABLE'));
  switch (commit.purpose) {
    case 'async':
      break;
    case 'prepare':
      if (coordinator.joinPrepare !== null) coordinator.joinPrepare.commit = isRetried ? 'failed' : 'done';
      if (isRetried) coordinator.nextAutoCommitUs = ctx.nowUs + client.retryBackoffMs * MICROS_PER_MILLI;
      break;
    case 'auto':
      if (isRetried) coordinator.nextAutoCommitUs = ctx.nowUs + client.retryBackoffMs * MICROS_PER_MILLI;
      break;
    case 'sync':
    case 'close':
      consumer.syncCommitEnded(isRetried, error, ctx);
      break;
  }
  // A static member whose instance id has a new owner learns it in a commit too: the next poll() throws.
  if (error === 'FENCED_INSTANCE_ID') coordinator.fatalError = 'FencedInstanceIdException';
}

/** One row a partition whose committed offset is another now. */
function noteCommitted(consumer: GroupConsumer, { offsets }: Commit, ctx: NodeContext): void {
  const { coordinator, clientId } = consumer;
  if (offsets.length > 0) coordinator.commits += 1;
  for (const { topicPartition, committedOffset: offset } of offsets) {
    if (coordinator.committed.get(topicPartition) === offset) continue;
    coordinator.committed.set(topicPartition, offset);
    ctx.trace({
      kind: 'OffsetCommitAcknowledged',
      consumer: clientId,
      group: coordinator.config.groupId,
      partition: topicPartition,
      offset,
    });
  }
}
