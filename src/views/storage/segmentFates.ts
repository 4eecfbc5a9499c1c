import type { BrokerView, ReplicaView, SegmentView } from '../../bridge/frame.ts';
import { MICROS_PER_MILLI, type Micros, type Millis, type Offset } from '../../shared/units.ts';

export type RetentionReason = 'StartOffsetBreach' | 'RetentionSizeBreach' | 'RetentionMsBreach';

/** What becomes of a segment if nothing more is written, and when. */
export type SegmentFate =
  /** The broker deletes it at a check of retention. `heldBy`: a segment before it that has to go first, and goes later. */
  | {
      readonly kind: 'goes';
      readonly reason: RetentionReason;
      readonly atUs: Micros;
      readonly heldBy: Offset | null;
    }
  /** It reaches beyond the high watermark, or one before it does. */
  | { readonly kind: 'waitsForHighWatermark' }
  /** No rule of retention takes it. */
  | { readonly kind: 'stays' }
  /** No process runs that would look. */
  | { readonly kind: 'unattended' };

/** A segment goes when its newest record is older than the limit, not as old. */
const BEYOND_MS = 1;

/**
 * What the three rules of retention will do to each segment that is shown, in the order of the segments: by log start, by size,
 * by time. Each stops at the first that is to stay, so that one record of a later time holds all that stand behind it.
 */
export function segmentFates(
  { storage, logStartOffset, highWatermark, logEndOffset }: ReplicaView,
  { retentionCheck, clockOffsetMs }: BrokerView,
): readonly SegmentFate[] {
  const { segments, limits } = storage;
  if (retentionCheck === null || limits === null) return segments.map(() => UNATTENDED);
  const fates: SegmentFate[] = [];
  let spareBytes = storage.sizeBytes - (limits.retentionBytes ?? 0);
  let isLargeEnough = limits.isDeleted && limits.retentionBytes !== null;
  let isCommitted = true;
  let latestMs = -Infinity;
  let latestOffset: Offset | null = null;
  for (const [i, segment] of segments.entries()) {
    const next = segments[i + 1];
    isCommitted &&= highWatermark >= (next?.baseOffset ?? logEndOffset);
    isLargeEnough &&= spareBytes >= segment.sizeBytes;
    spareBytes -= segment.sizeBytes;
    const expiresMs = expiryOf(segment, limits.isDeleted ? limits.retentionMs : null);
    const heldBy = expiresMs !== null && expiresMs < latestMs ? latestOffset : null;
    if (expiresMs === null) latestMs = Infinity;
    else if (expiresMs >= latestMs) {
      latestMs = expiresMs;
      latestOffset = segment.baseOffset;
    }
    const isEmpty = next === undefined && segment.sizeBytes === 0;
    if (!isCommitted) fates.push(WAITS);
    else if (isEmpty) fates.push(STAYS);
    else if (next !== undefined && next.baseOffset <= logStartOffset)
      fates.push(goes('StartOffsetBreach', retentionCheck.nextUs));
    else if (isLargeEnough) fates.push(goes('RetentionSizeBreach', retentionCheck.nextUs));
    else if (latestMs === Infinity) fates.push(STAYS);
    else {
      const dueUs = (latestMs + BEYOND_MS - clockOffsetMs) * MICROS_PER_MILLI;
      fates.push(goes('RetentionMsBreach', firstCheckFrom(dueUs, retentionCheck), heldBy));
    }
  }
  return fates;
}

const UNATTENDED: SegmentFate = { kind: 'unattended' };
const STAYS: SegmentFate = { kind: 'stays' };
const WAITS: SegmentFate = { kind: 'waitsForHighWatermark' };

function goes(reason: RetentionReason, atUs: Micros, heldBy: Offset | null = null): SegmentFate {
  return { kind: 'goes', reason, atUs, heldBy };
}

/** By the clock of the broker; null: never by time. */
function expiryOf({ maxTimestampMs }: SegmentView, retentionMs: Millis | null): Millis | null {
  return retentionMs === null || maxTimestampMs === null ? null : maxTimestampMs + retentionMs;
}

function firstCheckFrom(
  dueUs: Micros,
  { nextUs, intervalUs }: NonNullable<BrokerView['retentionCheck']>,
): Micros {
  return nextUs + Math.max(0, Math.ceil((dueUs - nextUs) / intervalUs)) * intervalUs;
}
