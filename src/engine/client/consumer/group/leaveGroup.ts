import type { NodeContext } from '../../../node/Node.ts';
import type { GroupConsumer } from './GroupConsumer.ts';
import { leaveAsMember } from './modern/membershipHeartbeats.ts';
import { resetStateAndRejoin } from './rejoin.ts';

/**
 * Says goodbye, unless the member is static: only its session ends that. Its generation and member id are gone either way.
 * Nobody waits for the answer. Kafka: `AbstractCoordinator.maybeLeaveGroup` (4.2).
 */
export function leaveGroup(consumer: GroupConsumer, reason: string, ctx: NodeContext): void {
  const { coordinator, clientId } = consumer;
  if (coordinator.membership) {
    leaveAsMember(consumer, coordinator.membership, reason, ctx);
    return;
  }
  const { config, generation, channel, memberState } = coordinator;
  const isDynamic = config.groupInstanceId === null;
  if (isDynamic && channel.node !== null && memberState !== 'UNJOINED' && generation.memberId !== '') {
    const { memberId } = generation;
    ctx.trace({ kind: 'LeaveGroupSent', consumer: clientId, group: config.groupId, memberId, reason });
    channel.call(
      { kind: 'LeaveGroup' },
      {
        kind: 'LeaveGroupRequest',
        groupId: config.groupId,
        members: [{ memberId, groupInstanceId: null, reason }],
      },
      ctx,
    );
  }
  resetStateAndRejoin(consumer, 'consumer pro-actively leaving the group', true, ctx);
}
