import { isRetriable } from '../../network/retriableErrors.ts';
import type { NodeContext } from '../../../node/Node.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import type { OffsetFetchResponse } from '../../../protocol/requests.ts';
import type { Micros } from '../../../../shared/units.ts';
import {
  ensureCoordinatorReady,
  lookupDueUs,
  markCoordinatorUnknown,
  retryBackoffUs,
} from './coordinatorLookup.ts';
import type { GroupConsumer } from './GroupConsumer.ts';

/**
 * Finds out what is committed of partitions that are newly assigned; poll() waits for it. Returns when to look again; null when
 * nothing is open. Kafka: `ConsumerCoordinator.initWithCommittedOffsetsIfNeeded` (4.2). It asks for stable offsets: those that no
 * open transaction is about to change.
 */
export function fetchCommittedOffsets(consumer: GroupConsumer, ctx: NodeContext): Micros | null {
  const { coordinator } = consumer;
  const { initializing, channel, config } = coordinator;
  if (initializing.size === 0) return null;
  if (coordinator.offsetFetch?.isInFlight === true) return Infinity;
  if (!ensureCoordinatorReady(consumer, ctx)) return lookupDueUs(consumer, ctx.nowUs);
  if (coordinator.offsetFetchAtUs > ctx.nowUs) return coordinator.offsetFetchAtUs;
  const partitions = [...initializing];
  coordinator.offsetFetch = { partitions, isInFlight: true };
  channel.call(
    { kind: 'OffsetFetch' },
    {
      kind: 'OffsetFetchRequest',
      groupId: config.groupId,
      memberId: coordinator.membership ? coordinator.generation.memberId : null,
      memberEpoch: coordinator.membership ? coordinator.generation.generationId : -1,
      partitions,
      requireStable: true,
    },
    ctx,
  );
  return Infinity;
}

/** Kafka: `OffsetFetchResponseHandler`, `ConsumerUtils.refreshCommittedOffsets` (4.2). */
export function handleOffsetFetch(
  consumer: GroupConsumer,
  response: OffsetFetchResponse,
  ctx: NodeContext,
): void {
  const { coordinator } = consumer;
  const error =
    response.error !== 'NONE'
      ? response.error
      : (response.partitions.find((answer) => answer.error !== 'NONE')?.error ?? 'NONE');
  if (error !== 'NONE') {
    if (error === 'COORDINATOR_NOT_AVAILABLE' || error === 'NOT_COORDINATOR')
      markCoordinatorUnknown(consumer, `error response ${error}`, false, ctx);
    abandonOffsetFetch(consumer, error, ctx);
    return;
  }
  coordinator.offsetFetch = null;
  coordinator.offsetFetchAttempts = 0;
  for (const { topicPartition, committedOffset, committedLeaderEpoch } of response.partitions) {
    const partition = consumer.partitionOf(topicPartition);
    if (!partition || !coordinator.initializing.delete(topicPartition)) continue;
    consumer.moved.add(topicPartition);
    if (!ctx.rules.startsAtCommitted(committedOffset)) {
      // Nothing is committed: `auto.offset.reset` decides.
      partition.needsReset = true;
      continue;
    }
    coordinator.committed.set(topicPartition, committedOffset);
    partition.position = committedOffset;
    partition.needsReset = false;
    partition.offsetEpoch = committedLeaderEpoch < 0 ? null : committedLeaderEpoch;
    partition.positionLeader = null;
    ctx.trace({
      kind: 'CommittedOffsetFetched',
      consumer: consumer.clientId,
      group: coordinator.config.groupId,
      partition: topicPartition,
      offset: committedOffset,
    });
  }
}

export function abandonOffsetFetch(
  consumer: GroupConsumer,
  error: KafkaError | 'DisconnectException',
  ctx: NodeContext,
): void {
  const { coordinator } = consumer;
  coordinator.offsetFetch = null;
  if (error === 'DisconnectException' || isRetriable(error)) {
    coordinator.offsetFetchAtUs = ctx.nowUs + retryBackoffUs(consumer, coordinator.offsetFetchAttempts, ctx);
    coordinator.offsetFetchAttempts += 1;
  } else if (coordinator.membership && (error === 'STALE_MEMBER_EPOCH' || error === 'UNKNOWN_MEMBER_ID')) {
    // Its heartbeats tell it which epoch it has, or that it is out.
    coordinator.offsetFetchAtUs = ctx.nowUs + retryBackoffUs(consumer, coordinator.offsetFetchAttempts, ctx);
    coordinator.offsetFetchAttempts += 1;
  } else consumer.fail(error, ctx);
}
