import type { NodeContext } from '../../../node/Node.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import { NO_GENERATION, withoutGeneration } from './Generation.ts';
import type { GroupConsumer } from './GroupConsumer.ts';

/** Kafka: `AbstractCoordinator.requestRejoin`. */
export function requestRejoin(consumer: GroupConsumer, reason: string, ctx: NodeContext): void {
  const { coordinator, clientId } = consumer;
  if (!coordinator.rejoinNeeded)
    ctx.trace({ kind: 'RejoinRequested', consumer: clientId, group: coordinator.config.groupId, reason });
  coordinator.rejoinNeeded = true;
  coordinator.rejoinReason = reason;
}

/** Kafka: `AbstractCoordinator.resetStateAndRejoin`. */
export function resetStateAndRejoin(
  consumer: GroupConsumer,
  reason: string,
  resetsMemberId: boolean,
  ctx: NodeContext,
): void {
  const { coordinator } = consumer;
  coordinator.memberState = 'UNJOINED';
  coordinator.generation = resetsMemberId ? NO_GENERATION : withoutGeneration(coordinator.generation);
  requestRejoin(consumer, reason, ctx);
  coordinator.needsJoinPrepare = true;
}

/** Kafka: `resetStateOnResponseError`: an illegal generation leaves the member id, which may still be good. */
export function resetStateOnError(
  consumer: GroupConsumer,
  request: string,
  error: KafkaError,
  ctx: NodeContext,
): void {
  resetStateAndRejoin(
    consumer,
    `encountered ${error} from ${request} response`,
    error !== 'ILLEGAL_GENERATION',
    ctx,
  );
}
