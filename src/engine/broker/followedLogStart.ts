import type { Offset } from '../../shared/units.ts';

/**
 * Where a follower's log begins after a good fetch answer (RE7): where the leader's does, if that is later; what retention or
 * DeleteRecords took from the leader is so gone from all that fetch from it. Kafka: `ReplicaFetcherThread.processPartitionData`,
 * `UnifiedLog.maybeIncrementLogStartOffset` (4.2).
 */
export function followedLogStart(leaderLogStartOffset: Offset, logStartOffset: Offset): Offset {
  return Math.max(logStartOffset, leaderLogStartOffset);
}
