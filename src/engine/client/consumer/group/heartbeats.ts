import type { NodeContext } from '../../../node/Node.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros } from '../../../../shared/units.ts';
import { ensureCoordinatorReady, lookupDueUs, markCoordinatorUnknown } from './coordinatorLookup.ts';
import { hasNotJoinedGroup, isSameGeneration } from './Generation.ts';
import type { Generation } from './Generation.ts';
import type { GroupConsumer } from './GroupConsumer.ts';
import { leaveGroup } from './leaveGroup.ts';
import { requestRejoin, resetStateOnError } from './rejoin.ts';

/** What the heartbeat thread does now. Returns when it has to look again. Kafka: `HeartbeatThread.run` (4.2). */
export function runHeartbeats(consumer: GroupConsumer, ctx: NodeContext): Micros {
  const { coordinator } = consumer;
  const { heartbeat, config } = coordinator;
  for (;;) {
    if (!heartbeat.isEnabled) return Infinity;
    if (hasNotJoinedGroup(coordinator.memberState) || coordinator.fatalError !== null) {
      heartbeat.isEnabled = false;
      return Infinity;
    }
    if (!ensureCoordinatorReady(consumer, ctx)) return lookupDueUs(consumer, ctx.nowUs);
    switch (heartbeat.deed(ctx.nowUs)) {
      case 'forgetCoordinator':
        markCoordinatorUnknown(
          consumer,
          'session timed out without receiving a heartbeat response',
          false,
          ctx,
        );
        continue;
      case 'leave':
        ctx.trace({
          kind: 'PollIntervalExceeded',
          consumer: consumer.clientId,
          group: config.groupId,
          sinceMs: Math.floor((ctx.nowUs - heartbeat.lastPollUs) / MICROS_PER_MILLI),
        });
        leaveGroup(consumer, 'consumer poll timeout has expired.', ctx);
        continue;
      case 'send':
        sendHeartbeat(consumer, ctx);
        continue;
      case 'wait':
        return heartbeat.nextUs;
    }
  }
}

function sendHeartbeat({ coordinator }: GroupConsumer, ctx: NodeContext): void {
  const { config, generation, heartbeat, channel } = coordinator;
  heartbeat.sent(ctx.nowUs);
  channel.call(
    { kind: 'Heartbeat', generation },
    {
      kind: 'HeartbeatRequest',
      groupId: config.groupId,
      generationId: generation.generationId,
      memberId: generation.memberId,
      groupInstanceId: config.groupInstanceId,
    },
    ctx,
  );
}

/** Kafka: `HeartbeatResponseHandler` (4.2), and what the thread makes of the outcome. */
export function handleHeartbeat(
  consumer: GroupConsumer,
  error: KafkaError | 'DisconnectException',
  sentGeneration: Generation,
  ctx: NodeContext,
): void {
  const { coordinator } = consumer;
  const { heartbeat } = coordinator;
  switch (error) {
    case 'NONE':
      heartbeat.received(ctx.nowUs);
      return;
    case 'REBALANCE_IN_PROGRESS':
      // A member that is joining knows already.
      if (coordinator.memberState === 'STABLE') requestRejoin(consumer, 'group is already rebalancing', ctx);
      heartbeat.received(ctx.nowUs);
      return;
    case 'COORDINATOR_NOT_AVAILABLE':
    case 'NOT_COORDINATOR':
      markCoordinatorUnknown(consumer, `error response ${error}`, false, ctx);
      break;
    case 'ILLEGAL_GENERATION':
    case 'UNKNOWN_MEMBER_ID':
    case 'FENCED_INSTANCE_ID':
      if (!isSameGeneration(coordinator.generation, sentGeneration)) {
        heartbeat.received(ctx.nowUs);
        return;
      }
      resetStateOnError(consumer, 'HEARTBEAT', error, ctx);
      if (error === 'FENCED_INSTANCE_ID') {
        coordinator.fatalError = 'FencedInstanceIdException';
        return;
      }
      break;
    default:
      break;
  }
  heartbeat.failed(ctx.nowUs, (n) => ctx.jitter('heartbeatBackoff', n));
}
