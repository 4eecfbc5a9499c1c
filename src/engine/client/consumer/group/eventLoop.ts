import type { NodeContext } from '../../../node/Node.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros } from '../../../../shared/units.ts';
import type { GroupConsumer } from './GroupConsumer.ts';
import { heartbeatOf } from './steadyMember.ts';

/**
 * Whether the application keeps everything else of its process waiting: its client has one loop (asyncio, Node.js) for heartbeats, fetches,
 * commits and the handler, and the handler is at work. Ours; a Java consumer has a thread for its heartbeats (KIP-62).
 *
 * Simplified: the loop turns between one poll() and the next, not between the records of one.
 */
export function holdsLoop(
  { application, processing, stalledSinceUs }: GroupConsumer,
  nowUs: Micros,
): boolean {
  return application.sharesLoop === true && (stalledSinceUs !== null || processing.isBusy(nowUs));
}

/** While the loop is held: says once that a heartbeat was due and could not be sent. Returns when the next one is; Infinity: it is said. */
export function noteUnsentHeartbeat(consumer: GroupConsumer, ctx: NodeContext): Micros {
  const { coordinator, clientId } = consumer;
  const { nextUs } = heartbeatOf(coordinator);
  if (consumer.isHeartbeatOverdue === true) return Infinity;
  if (nextUs > ctx.nowUs) return nextUs;
  consumer.isHeartbeatOverdue = true;
  ctx.trace({
    kind: 'EventLoopBlocked',
    consumer: clientId,
    group: coordinator.config.groupId,
    sinceMs: Math.floor((ctx.nowUs - coordinator.heartbeat.lastPollUs) / MICROS_PER_MILLI),
  });
  return Infinity;
}
