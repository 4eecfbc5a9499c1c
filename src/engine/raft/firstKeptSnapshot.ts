import type { Bytes, Millis, Offset } from '../../shared/units.ts';
import type { SnapshotConfig } from './RaftConfig.ts';

/** What decides whether a snapshot may go. */
export interface AgedSnapshot {
  readonly endOffset: Offset;
  readonly sizeBytes: Bytes;
  readonly timestampMs: Millis;
}

/**
 * Which of the snapshots, oldest first, the log is to begin with (Q12): the oldest go, each with the records up to the next one,
 * while all together are too large, then while they are too old. The newest always stays. Returns an index.
 * Kafka: `KafkaRaftLog.maybeClean`, `cleanSnapshots` (4.2).
 *
 * @param logBytesFrom size of the log if it began at an offset
 */
export function firstKeptSnapshot(
  snapshots: readonly AgedSnapshot[],
  startOffset: Offset,
  logBytesFrom: (offset: Offset) => Bytes,
  nowMs: Millis,
  config: Pick<SnapshotConfig, 'maxRetentionBytes' | 'maxRetentionMs'>,
): number {
  const { maxRetentionBytes, maxRetentionMs } = config;
  let first = 0;
  let start = startOffset;
  let snapshotBytes = snapshots.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  for (;;) {
    const oldest = snapshots[first];
    const next = snapshots[first + 1];
    if (!oldest || !next) return first;
    const isTooLarge = maxRetentionBytes >= 0 && logBytesFrom(start) + snapshotBytes > maxRetentionBytes;
    const isTooOld = maxRetentionMs >= 0 && nowMs - oldest.timestampMs > maxRetentionMs;
    if (!isTooLarge && !isTooOld) return first;
    first += 1;
    start = next.endOffset;
    snapshotBytes -= oldest.sizeBytes;
  }
}
