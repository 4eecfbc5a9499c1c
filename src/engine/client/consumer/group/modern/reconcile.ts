import type { NodeContext } from '../../../../node/Node.ts';
import { comparePartitions } from '../../../../protocol/ConsumerProtocol.ts';
import { MICROS_PER_MILLI } from '../../../../../shared/units.ts';
import type { Micros } from '../../../../../shared/units.ts';
import { giveUp, ownedBy } from '../changeAssignment.ts';
import { commitBeforeJoin } from '../commits.ts';
import type { GroupConsumer } from '../GroupConsumer.ts';
import type { ConsumerMembership } from './ConsumerMembership.ts';
import { newMemberId } from './newMemberId.ts';
import { noteMembership } from './noteMembership.ts';

/**
 * What poll() does for a member of the consumer protocol: it joins, comes back after it was thrown out or had not polled for too long,
 * and goes towards what it is told to have. Returns when to look again. Kafka: `AsyncKafkaConsumer.poll` with its events,
 * `AbstractMembershipManager` (4.2). The application has a rebalance listener, whose callbacks run inside poll().
 */
export function pollMembership(
  consumer: GroupConsumer,
  membership: ConsumerMembership,
  ctx: NodeContext,
): Micros {
  if (membership.memberId === '') membership.memberId = newMemberId(ctx.rng('memberId'));
  switch (membership.state) {
    case 'UNSUBSCRIBED':
      membership.join();
      break;
    case 'FENCED':
    case 'STALE':
      giveUp(consumer, 'lost', ownedBy(consumer), ctx);
      membership.forgetAssignment();
      consumer.heldBack.clear();
      consumer.coordinator.joinPrepare = null;
      membership.join();
      break;
    case 'RECONCILING':
      return reconcile(consumer, membership, ctx);
    default:
      return Infinity;
  }
  noteMembership(consumer, membership, ctx);
  return Infinity;
}

/**
 * Towards the target: what is to be given up is read no more, positions are committed if that is left to the consumer, the listener is
 * told what is revoked and what is assigned, and the next heartbeat says what it has now. A target that came meanwhile is the next
 * step's. Kafka: `AbstractMembershipManager.maybeReconcile`, `revokeAndAssign` (4.2).
 */
function reconcile(consumer: GroupConsumer, membership: ConsumerMembership, ctx: NodeContext): Micros {
  const { coordinator, clientId } = consumer;
  if (membership.isReconciled) return Infinity;
  const goal = (membership.reconciling ??= membership.target);
  const { current } = membership;
  if (current.localEpoch !== -1 && goal.partitions.join() === current.partitions.join()) {
    membership.acknowledge(goal);
    noteMembership(consumer, membership, ctx);
    return Infinity;
  }
  const owned = ownedBy(consumer);
  const revoked = owned.filter((topicPartition) => !goal.partitions.includes(topicPartition));
  for (const topicPartition of revoked) {
    consumer.heldBack.add(topicPartition);
    consumer.moved.add(topicPartition);
  }
  const againUs = commitBeforeJoin(consumer, ctx);
  if (againUs !== null) return againUs;
  coordinator.joinPrepare = null;
  giveUp(consumer, 'revoked', revoked, ctx);
  consumer.heldBack.clear();
  const added = goal.partitions.filter((topicPartition) => !owned.includes(topicPartition));
  for (const topicPartition of added) coordinator.initializing.add(topicPartition);
  consumer.setAssignment([...goal.partitions].sort(comparePartitions));
  ctx.trace({
    kind: 'PartitionsAssigned',
    consumer: clientId,
    group: coordinator.config.groupId,
    generation: membership.memberEpoch,
    partitions: added,
  });
  coordinator.nextAutoCommitUs = ctx.nowUs + coordinator.config.autoCommitIntervalMs * MICROS_PER_MILLI;
  membership.acknowledge(goal);
  noteMembership(consumer, membership, ctx);
  return Infinity;
}
