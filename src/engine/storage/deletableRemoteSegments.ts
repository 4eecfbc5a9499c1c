import type { Bytes, Millis, Offset } from '../../shared/units.ts';
import type { RetentionLimits, RetentionReason } from './deletableSegments.ts';
import type { RemoteSegment } from './RemoteLogs.ts';

/** A tiered log as its leader looks at it when it cleans up remote storage. */
export interface TieredLog {
  readonly remote: readonly RemoteSegment[];
  readonly logStartOffset: Offset;
  /** Bytes of the local segments that are not in remote storage. */
  readonly onlyLocalBytes: Bytes;
}

/**
 * How many of the oldest segments in remote storage go, and by which rule (TS4): those below the log start, then those beyond the
 * limits of the whole log. A segment goes by size as long as what is left is not below the limit. Kafka:
 * `RemoteLogManager.RLMExpirationTask.cleanupExpiredRemoteLogSegments` (4.2).
 */
export function deletableRemoteSegments(
  { remote, logStartOffset, onlyLocalBytes }: TieredLog,
  { retentionBytes, retentionMs }: RetentionLimits,
  nowMs: Millis,
): readonly RetentionReason[] {
  let breachedBytes =
    retentionBytes < 0
      ? -1
      : remote.reduce((sum, { sizeBytes }) => sum + sizeBytes, onlyLocalBytes) - retentionBytes;
  const reasons: RetentionReason[] = [];
  for (const { endOffset, sizeBytes, maxTimestampMs } of remote) {
    if (endOffset <= logStartOffset) reasons.push('StartOffsetBreach');
    else if (breachedBytes >= sizeBytes) reasons.push('RetentionSizeBreach');
    else if (retentionMs >= 0 && maxTimestampMs <= nowMs - retentionMs) reasons.push('RetentionMsBreach');
    else break;
    breachedBytes -= sizeBytes;
  }
  return reasons;
}
