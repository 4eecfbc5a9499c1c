import type { Bytes, Millis, Offset } from '../../shared/units.ts';

/** What of a segment decides whether it may go. */
export interface RetainedSegment {
  readonly baseOffset: Offset;
  readonly sizeBytes: Bytes;
  /** Largest timestamp of its records. */
  readonly maxTimestampMs: Millis;
}

/** A log as retention looks at it; its segments from the oldest on, the last of them the active one. */
export interface RetainedLog {
  readonly segments: readonly RetainedSegment[];
  readonly sizeBytes: Bytes;
  readonly logStartOffset: Offset;
  readonly highWatermark: Offset;
  readonly logEndOffset: Offset;
}

/** What the log has in remote storage (KIP-405), where remote.storage.enable is true. */
export interface RemoteStorage {
  /** remote.log.copy.disable is false: only what was uploaded may go from the disk. */
  readonly isCopying: boolean;
  /** Highest offset that was uploaded; −1: none. */
  readonly highestOffset: Offset;
  readonly localLogStartOffset: Offset;
}

/** Which of the three rules takes a segment. Kafka's names (`SegmentDeletionReason`). */
export type RetentionReason = 'StartOffsetBreach' | 'RetentionSizeBreach' | 'RetentionMsBreach';

/** Limits that bind what is on the disk; negative: none. */
export interface RetentionLimits {
  readonly retentionBytes: Bytes;
  readonly retentionMs: Millis;
}

export interface DeletableSegments {
  /** So many of the oldest segments go. */
  readonly count: number;
  /** The active segment has to be closed first, and goes when it was uploaded. Only with remote storage. */
  readonly mustRoll: boolean;
}

/** The rules in the order in which each check applies them; a topic that is only compacted knows the first alone (RE1). */
export function retentionReasons(isDeleted: boolean): readonly RetentionReason[] {
  return isDeleted ? ALL_REASONS : START_OFFSET_ONLY;
}

const ALL_REASONS = ['StartOffsetBreach', 'RetentionSizeBreach', 'RetentionMsBreach'] as const;
const START_OFFSET_ONLY = ['StartOffsetBreach'] as const;

/**
 * How many of the oldest segments one of the three rules takes (RE1–RE4). It walks from the oldest segment on and stops at the
 * first that is to stay: one record with a time in the future keeps all that stand behind it. No segment goes that reaches
 * beyond the high watermark, nor an empty active one; else the active one is like any other.
 *
 * By log start: a segment whose successor begins at or below it. By size: as long as what is left is not below the limit.
 * By time: the newest record is older than the limit, strictly. Kafka: `UnifiedLog.deletableSegments` (4.2).
 */
export function deletableSegments(
  log: RetainedLog,
  reason: RetentionReason,
  limits: RetentionLimits,
  nowMs: Millis,
  remote: RemoteStorage | null = null,
): DeletableSegments {
  const limit = reason === 'RetentionSizeBreach' ? limits.retentionBytes : limits.retentionMs;
  if (reason !== 'StartOffsetBreach' && limit < 0) return NONE;
  const { segments } = log;
  let spareBytes = log.sizeBytes - limits.retentionBytes;
  let count = 0;
  let mustRoll = false;
  for (; count < segments.length; count++) {
    const segment = segments[count] as RetainedSegment;
    const next = segments[count + 1];
    const upperBound = next?.baseOffset ?? log.logEndOffset;
    if (log.highWatermark < upperBound || (!next && segment.sizeBytes === 0)) break;
    if (reason === 'StartOffsetBreach') {
      const start = remote ? remote.localLogStartOffset : log.logStartOffset;
      if (!next || next.baseOffset > start) break;
    } else if (reason === 'RetentionSizeBreach') {
      if (spareBytes < segment.sizeBytes) break;
      spareBytes -= segment.sizeBytes;
    } else if (nowMs - segment.maxTimestampMs <= limit) break;
    if (remote && !next) mustRoll = true;
    if (remote?.isCopying && !mayLeaveTheDisk(log, remote, next, upperBound)) break;
  }
  return count === 0 && !mustRoll ? NONE : { count, mustRoll };
}

const NONE: DeletableSegments = Object.freeze({ count: 0, mustRoll: false });

/** It was uploaded, or it ends below the log start anyway. */
function mayLeaveTheDisk(
  log: RetainedLog,
  remote: RemoteStorage,
  next: RetainedSegment | undefined,
  upperBound: Offset,
): boolean {
  if (upperBound > 0 && upperBound - 1 <= remote.highestOffset) return true;
  return next !== undefined && log.logStartOffset >= next.baseOffset;
}

/** local.retention.ms and local.retention.bytes: −2 stands for the limit of the whole log. */
export function localLimit(local: number, total: number): number {
  return local === -2 ? total : local;
}
