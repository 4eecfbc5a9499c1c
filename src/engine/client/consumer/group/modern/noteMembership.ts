import type { NodeContext } from '../../../../node/Node.ts';
import type { KafkaError } from '../../../../protocol/Errors.ts';
import { MICROS_PER_MILLI } from '../../../../../shared/units.ts';
import type { GroupConsumer } from '../GroupConsumer.ts';
import type { ConsumerMembership } from './ConsumerMembership.ts';

/** States in which its offsets may be committed under its epoch. */
const IN_GROUP = new Set(['RECONCILING', 'ACKNOWLEDGING', 'STABLE']);

/**
 * After a step of the membership: commits are made as this member under this epoch from now on, rebalances are counted, and what
 * changed is said. Kafka: `MemberStateListener`, `AbstractMembershipManager.transitionTo` (4.2).
 */
export function noteMembership(
  consumer: GroupConsumer,
  membership: ConsumerMembership,
  ctx: NodeContext,
  error: KafkaError = 'NONE',
): void {
  const { coordinator, clientId } = consumer;
  const { state, memberId, memberEpoch } = membership;
  const isIn = IN_GROUP.has(state) && memberEpoch > 0;
  coordinator.memberState = isIn ? 'STABLE' : 'UNJOINED';
  coordinator.generation = { generationId: isIn ? memberEpoch : -1, memberId, protocolName: null };
  if (state === 'RECONCILING') coordinator.rebalanceStartedUs ??= ctx.nowUs;
  else if (coordinator.rebalanceStartedUs !== null && (state === 'STABLE' || state === 'ACKNOWLEDGING')) {
    coordinator.rebalances += 1;
    const tookUs = ctx.nowUs - coordinator.rebalanceStartedUs;
    coordinator.rebalanceUs += tookUs;
    consumer.meters.rebalanceMs.record(tookUs / MICROS_PER_MILLI, ctx.nowUs);
    coordinator.lastRebalanceEndUs = ctx.nowUs;
    coordinator.rebalanceStartedUs = null;
  }
  if (state === membership.notedState && memberEpoch === membership.notedEpoch) return;
  membership.notedState = state;
  membership.notedEpoch = memberEpoch;
  ctx.trace({
    kind: 'MembershipChanged',
    consumer: clientId,
    group: coordinator.config.groupId,
    state,
    memberEpoch,
    reason: error === 'NONE' ? '' : error,
  });
}
