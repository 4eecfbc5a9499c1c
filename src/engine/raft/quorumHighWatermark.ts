import type { Offset } from '../../shared/units.ts';
import { majorityOf } from './majority.ts';

/**
 * What is committed, as a leader computes it: the largest offset that a majority of the voters has (Q3), but nothing before the
 * first record of the leader's own epoch is among it (Q4). null: nothing is exposed yet. It never falls.
 * Kafka: `LeaderState.maybeUpdateHighWatermark` (4.2).
 *
 * @param endOffsets log end of every voter; null for one that has not fetched in this epoch. The leader's own counts as far
 * as it is flushed.
 */
export function quorumHighWatermark(
  endOffsets: readonly (Offset | null)[],
  epochStartOffset: Offset,
  current: Offset | null,
): Offset | null {
  const known = endOffsets.filter((offset) => offset !== null).sort((a, b) => b - a);
  const candidate = known[majorityOf(endOffsets.length) - 1];
  if (candidate === undefined || candidate <= epochStartOffset) return current;
  return current === null ? candidate : Math.max(current, candidate);
}
