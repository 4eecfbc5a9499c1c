import type { Offset } from '../../shared/units.ts';

/**
 * A follower's high watermark after a good fetch answer (F8): the leader's, as far as the follower's own log
 * reaches. It may be lower than before, which on a leader it never is. Kafka:
 * `UnifiedLog.maybeUpdateHighWatermark` (4.2).
 */
export function clampFollowerHighWatermark(
  leaderHighWatermark: Offset,
  logStartOffset: Offset,
  logEndOffset: Offset,
): Offset {
  return Math.max(logStartOffset, Math.min(leaderHighWatermark, logEndOffset));
}
