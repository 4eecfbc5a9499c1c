import { UNDEFINED_EPOCH, UNDEFINED_OFFSET } from '../../shared/units.ts';
import type { Offset } from '../../shared/units.ts';
import type { EpochEndOffset } from '../storage/LeaderEpochCache.ts';

/**
 * Where a follower cuts its log. Unless `isComplete`, its next fetch will learn of an earlier point of
 * divergence.
 */
export interface TruncationState {
  readonly offset: Offset;
  readonly isComplete: boolean;
}

/**
 * Where a follower cuts its log after the leader reported a diverging epoch (E5, KIP-101, KIP-279). Kafka:
 * `AbstractFetcherThread.getOffsetTruncationState` (4.2).
 *
 * - leaderEnd: the diverging epoch of the answer and its end in the leader's log.
 * - followerEnd: what the follower's own `LeaderEpochCache.endOffsetFor(leaderEnd.epoch)` answers. When it
 *   knows an older epoch only, the leader must be asked again. When it knows none so old, the leader's end
 *   alone decides.
 * - initialFetchOffset: used when the leader's end is undefined (F3).
 */
export function truncationOffset(
  leaderEnd: EpochEndOffset,
  followerEnd: EpochEndOffset,
  logEndOffset: Offset,
  initialFetchOffset: Offset,
): TruncationState {
  if (leaderEnd.endOffset === UNDEFINED_OFFSET) return { offset: initialFetchOffset, isComplete: true };
  if (leaderEnd.epoch === UNDEFINED_EPOCH || followerEnd.endOffset === UNDEFINED_OFFSET) {
    return { offset: Math.min(leaderEnd.endOffset, logEndOffset), isComplete: true };
  }
  if (followerEnd.epoch !== leaderEnd.epoch) {
    return { offset: Math.min(followerEnd.endOffset, logEndOffset), isComplete: false };
  }
  return { offset: Math.min(leaderEnd.endOffset, followerEnd.endOffset, logEndOffset), isComplete: true };
}
