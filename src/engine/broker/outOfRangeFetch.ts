import type { Offset } from '../../shared/units.ts';

/** What a follower does with its log before it goes on fetching at `fetchOffset`. */
export interface OutOfRangeFetch {
  /**
   * 'truncate': cut the log at fetchOffset. 'startAfresh': drop all of it, the next record is fetchOffset.
   */
  readonly action: 'truncate' | 'startAfresh' | 'keep';
  readonly fetchOffset: Offset;
}

/**
 * How a follower goes on after OFFSET_OUT_OF_RANGE (F10), from the leader's log end and log start, which it
 * asks for. Kafka: `AbstractFetcherThread.fetchOffsetAndTruncate` (4.2).
 */
export function outOfRangeFetch(
  logEndOffset: Offset,
  leaderLogEndOffset: Offset,
  leaderLogStartOffset: Offset,
): OutOfRangeFetch {
  if (leaderLogEndOffset < logEndOffset) return { action: 'truncate', fetchOffset: leaderLogEndOffset };
  if (leaderLogStartOffset > logEndOffset)
    return { action: 'startAfresh', fetchOffset: leaderLogStartOffset };
  return { action: 'keep', fetchOffset: logEndOffset };
}
