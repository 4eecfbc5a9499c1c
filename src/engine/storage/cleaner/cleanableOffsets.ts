import type { Bytes, Millis, Offset } from '../../../shared/units.ts';

/** What of a segment the cleaner looks at before it cleans. */
export interface CleanerSegment {
  readonly baseOffset: Offset;
  readonly sizeBytes: Bytes;
  /** Largest timestamp of its records. */
  readonly maxTimestampMs: Millis;
  /** Largest timestamp of its first batch; −1: it has none. */
  readonly firstBatchMaxTimestampMs: Millis;
}

/** A log as the cleaner looks at it; its segments from the oldest on, the last of them the active one. */
export interface CleanerLog {
  readonly segments: readonly CleanerSegment[];
  readonly logStartOffset: Offset;
  readonly logEndOffset: Offset;
  /** Not above the high watermark. */
  readonly lastStableOffset: Offset;
}

/** The part of a log that may be cleaned. Kafka: `LogCleanerManager.OffsetsToClean`. */
export interface CleanableOffsets {
  readonly firstDirtyOffset: Offset;
  /** Nothing at or after it is cleaned. */
  readonly firstUncleanableOffset: Offset;
  /** The checkpoint was of no use, and is to say `firstDirtyOffset` from now on. */
  readonly mustResetCheckpoint: boolean;
}

/**
 * Which offsets of a log may be cleaned (CL1): from where the last cleaning ended, as `cleaner-offset-checkpoint` has it (null:
 * never), to the least of last stable offset, beginning of the active segment, and beginning of the first segment with a record
 * that is younger than min.compaction.lag.ms. A checkpoint outside of the log is reset to its start. Kafka:
 * `LogCleanerManager.cleanableOffsets` (4.2).
 */
export function cleanableOffsets(
  log: CleanerLog,
  checkpoint: Offset | null,
  minCompactionLagMs: Millis,
  nowMs: Millis,
): CleanableOffsets {
  const { logStartOffset, logEndOffset, lastStableOffset } = log;
  const given = checkpoint ?? logStartOffset;
  const mustResetCheckpoint = given < logStartOffset || given > logEndOffset;
  const firstDirtyOffset = mustResetCheckpoint ? logStartOffset : given;
  const activeBase = log.segments[log.segments.length - 1]?.baseOffset ?? logEndOffset;
  const young =
    minCompactionLagMs > 0
      ? dirtyClosedSegments(log, firstDirtyOffset).find(
          ({ maxTimestampMs }) => maxTimestampMs > nowMs - minCompactionLagMs,
        )
      : undefined;
  const firstUncleanable = Math.min(lastStableOffset, activeBase, young?.baseOffset ?? Infinity);
  return {
    firstDirtyOffset,
    firstUncleanableOffset: Math.max(firstDirtyOffset, firstUncleanable),
    mustResetCheckpoint,
  };
}

/**
 * By how much the oldest dirty segment has been waiting for longer than max.compaction.lag.ms; 0: it has not (CL2). What counts is the
 * time of its first batch. Kafka: `LogCleanerManager.maxCompactionDelay` (4.2).
 */
export function compactionDelayMs(
  log: CleanerLog,
  firstDirtyOffset: Offset,
  maxCompactionLagMs: Millis,
  nowMs: Millis,
): Millis {
  const cleanUntilMs = nowMs - Math.max(0, maxCompactionLagMs);
  let earliestMs = Infinity;
  for (const { firstBatchMaxTimestampMs } of dirtyClosedSegments(log, firstDirtyOffset))
    if (firstBatchMaxTimestampMs > 0) earliestMs = Math.min(earliestMs, firstBatchMaxTimestampMs);
  return earliestMs < cleanUntilMs ? cleanUntilMs - earliestMs : 0;
}

/** How much of a log is clean and how much can be cleaned, in whole segments. Kafka: `LogToClean`. */
export interface CleanableBytes {
  readonly cleanBytes: Bytes;
  readonly cleanableBytes: Bytes;
  /** Beginning of the segment that holds the first uncleanable offset: cleaning ends there. */
  readonly firstUncleanableOffset: Offset;
}

/**
 * Bytes before the first dirty offset, and from there to the segment that holds the first uncleanable one; a segment in which
 * the dirty part begins counts as both. Kafka: `LogToClean`, `LogCleanerManager.calculateCleanableBytes` (4.2).
 */
export function cleanableBytes(
  segments: readonly CleanerSegment[],
  firstDirtyOffset: Offset,
  firstUncleanableOffset: Offset,
): CleanableBytes {
  const uncleanable = floorBase(segments, firstUncleanableOffset);
  const from = floorBase(segments, Math.min(firstDirtyOffset, uncleanable));
  let clean = 0;
  let cleanable = 0;
  for (const { baseOffset, sizeBytes } of segments) {
    if (baseOffset < firstDirtyOffset) clean += sizeBytes;
    if (baseOffset >= from && baseOffset < uncleanable) cleanable += sizeBytes;
  }
  return { cleanBytes: clean, cleanableBytes: cleanable, firstUncleanableOffset: uncleanable };
}

/** Beginning of the segment that an offset falls into; of the first one, if it lies before all. */
function floorBase(segments: readonly CleanerSegment[], offset: Offset): Offset {
  let base = segments[0]?.baseOffset ?? offset;
  for (const { baseOffset } of segments) if (baseOffset <= offset) base = baseOffset;
  return base;
}

/** Segments that take no appends any more, from the one on that holds an offset. Kafka: `LogSegments.nonActiveLogSegmentsFrom`. */
function dirtyClosedSegments({ segments }: CleanerLog, from: Offset): readonly CleanerSegment[] {
  const base = floorBase(segments, from);
  return segments.slice(0, -1).filter(({ baseOffset }) => baseOffset >= base);
}
