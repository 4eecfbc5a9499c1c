import type { Death, DeathReason } from '../protocol/queueRequests.ts';

/** What `x-death` says when a message has left one more queue: the entry of this queue and reason moves to the head. RabbitMQ: Dead Letter Exchanges. */
export function withDeath(deaths: readonly Death[], queue: string, reason: DeathReason): readonly Death[] {
  const before = deaths.find((death) => death.queue === queue && death.reason === reason);
  const rest = deaths.filter((death) => death !== before);
  return Object.freeze([Object.freeze({ queue, reason, count: (before?.count ?? 0) + 1 }), ...rest]);
}

/**
 * Whether a message may not go to a queue, because it would go round for ever: it has been there, and nobody rejected it on the way since.
 * RabbitMQ: Dead Letter Exchanges, Automatic Dead Letter Cycles.
 */
export function isDeadLetterCycle(deaths: readonly Death[], queue: string): boolean {
  const been = deaths.findIndex((death) => death.queue === queue);
  return been >= 0 && !deaths.slice(0, been + 1).some(({ reason }) => reason === 'rejected');
}
