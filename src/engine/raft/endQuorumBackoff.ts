import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Micros, Offset } from '../../shared/units.ts';

/**
 * How long a follower waits before it asks for votes when its leader resigns, so that the most advanced one goes first (Q8):
 * the first at once, each further one twice as long as the one before it, one that is not listed the whole time.
 * Kafka: `KafkaRaftClient.strictExponentialElectionBackoffMs` (4.2).
 */
export function endQuorumBackoffUs(successors: readonly BrokerId[], self: BrokerId, maxUs: Micros): Micros {
  const position = successors.indexOf(self);
  if (position === 0) return 0;
  if (position < 0) return maxUs;
  // Kafka shifts whole ms.
  const firstMs = Math.floor(maxUs / MICROS_PER_MILLI) >> (successors.length - 1);
  return Math.min(maxUs, (firstMs << (position - 1)) * MICROS_PER_MILLI);
}

/** The voters that a resigning leader names, most advanced first; those that never fetched come last. Kafka: `LeaderState`. */
export function successorsOf(
  voters: ReadonlyMap<BrokerId, { readonly endOffset: Offset | null }>,
  self: BrokerId,
): BrokerId[] {
  return [...voters]
    .filter(([voter]) => voter !== self)
    .sort(([a, x], [b, y]) => (y.endOffset ?? -1) - (x.endOffset ?? -1) || a - b)
    .map(([voter]) => voter);
}
