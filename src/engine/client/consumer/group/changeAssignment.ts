import type { NodeContext } from '../../../node/Node.ts';
import { comparePartitions, splitPartition } from '../../../protocol/ConsumerProtocol.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { TopicPartition } from '../../../../shared/units.ts';
import type { GroupConsumer } from './GroupConsumer.ts';
import { requestRejoin } from './rejoin.ts';

/** Before it joins again: onPartitionsRevoked or onPartitionsLost. */
export function giveUpBeforeJoin(consumer: GroupConsumer, ctx: NodeContext): void {
  const { coordinator } = consumer;
  const { generation, protocol, subscription } = coordinator;
  const owned = ownedBy(consumer);
  const { how, partitions } = ctx.rules.givenUpBeforeJoin(
    owned,
    protocol,
    generation.generationId === -1 || generation.memberId === '',
    (topicPartition) => subscription.includes(splitPartition(topicPartition).topic),
  );
  giveUp(consumer, how, partitions, ctx);
}

/** Before it leaves: what it has is lost to a member whose generation is gone, or that is joining. Kafka: `onLeavePrepare`. */
export function giveUpBeforeLeaving(consumer: GroupConsumer, ctx: NodeContext): void {
  const { coordinator } = consumer;
  if (!coordinator.isMember) return;
  const { generation, isRebalancing } = coordinator;
  const isOut = generation.generationId === -1 || generation.memberId === '' || isRebalancing;
  giveUp(consumer, isOut ? 'lost' : 'revoked', ownedBy(consumer), ctx);
}

/** The group has decided. Kafka: `ConsumerCoordinator.onJoinComplete` (4.2). */
export function changeAssignment(
  consumer: GroupConsumer,
  assignment: readonly TopicPartition[],
  ctx: NodeContext,
): void {
  const { coordinator, clientId } = consumer;
  const { config, generation, protocol, subscription } = coordinator;
  if (!coordinator.isLeader) coordinator.assignmentSnapshot = null;
  if (!assignment.every((one) => subscription.includes(splitPartition(one).topic))) {
    requestRejoin(consumer, 'received assignment does not match the current subscription', ctx);
    return;
  }
  const assigned = [...assignment].sort(comparePartitions);
  const { added, revoked } = ctx.rules.assignmentChange(ownedBy(consumer), assigned, protocol);
  if (revoked.length > 0) {
    giveUp(consumer, 'revoked', revoked, ctx);
    requestRejoin(consumer, 'need to revoke partitions and re-join', ctx);
  }
  coordinator.stickyAssignment = Object.freeze({
    partitions: Object.freeze([...assignment]),
    generation: generation.generationId,
  });
  coordinator.nextAutoCommitUs = ctx.nowUs + config.autoCommitIntervalMs * MICROS_PER_MILLI;
  for (const topicPartition of added) coordinator.initializing.add(topicPartition);
  consumer.setAssignment(assigned);
  ctx.trace({
    kind: 'PartitionsAssigned',
    consumer: clientId,
    group: config.groupId,
    generation: generation.generationId,
    partitions: added,
  });
}

export function giveUp(
  consumer: GroupConsumer,
  how: 'lost' | 'revoked',
  partitions: readonly TopicPartition[],
  ctx: NodeContext,
): void {
  if (partitions.length === 0) return;
  const { clientId, coordinator } = consumer;
  ctx.trace({
    kind: how === 'lost' ? 'PartitionsLost' : 'PartitionsRevoked',
    consumer: clientId,
    group: coordinator.config.groupId,
    partitions,
  });
  const gone = new Set(partitions);
  consumer.setAssignment(ownedBy(consumer).filter((one) => !gone.has(one)));
}

export function ownedBy({ partitions }: GroupConsumer): readonly TopicPartition[] {
  return partitions.map(({ topicPartition }) => topicPartition);
}
