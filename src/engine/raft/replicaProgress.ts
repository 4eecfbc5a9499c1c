import type { Micros, Offset } from '../../shared/units.ts';

/** What the leader knows of a voter or an observer. Kafka: `LeaderState.ReplicaState`. */
export interface ReplicaProgress {
  /** null before its first fetch in this epoch. */
  endOffset: Offset | null;
  /** −Infinity: never. */
  lastFetchUs: Micros;
  /** When it last had all that the leader had at some time; −Infinity: never. */
  lastCaughtUpUs: Micros;
  /** Where the leader's log ended at its last fetch. */
  leaderEndAtLastFetch: Offset;
}

export function unknownProgress(): ReplicaProgress {
  return { endOffset: null, lastFetchUs: -Infinity, lastCaughtUpUs: -Infinity, leaderEndAtLastFetch: 0 };
}

/**
 * A replica fetches from an offset on. It is caught up now if it has all that the leader has; as of its last fetch if it has all
 * that the leader had then. Kafka: `LeaderState.ReplicaState.updateFollowerState` (4.2).
 */
export function noteReplicaFetch(
  progress: ReplicaProgress,
  fetchOffset: Offset,
  leaderEndOffset: Offset,
  nowUs: Micros,
): void {
  if (fetchOffset >= leaderEndOffset) progress.lastCaughtUpUs = Math.max(progress.lastCaughtUpUs, nowUs);
  else if (progress.leaderEndAtLastFetch > 0 && fetchOffset >= progress.leaderEndAtLastFetch)
    progress.lastCaughtUpUs = Math.max(progress.lastCaughtUpUs, progress.lastFetchUs);
  progress.leaderEndAtLastFetch = leaderEndOffset;
  progress.lastFetchUs = Math.max(progress.lastFetchUs, nowUs);
  progress.endOffset = fetchOffset;
}
