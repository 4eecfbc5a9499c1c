import type { Epoch, Offset } from '../../shared/units.ts';

/**
 * Where a new follower begins to fetch (F3): at its log end if its log has leader epochs, since the leader
 * can then tell where the logs part; else at its high watermark, up to which they must agree. Kafka:
 * `ReplicaManager.initialFetchOffset` (4.2).
 */
export function initialFetchOffset(
  latestEpoch: Epoch | null,
  logEndOffset: Offset,
  highWatermark: Offset,
): Offset {
  return latestEpoch === null ? highWatermark : logEndOffset;
}
