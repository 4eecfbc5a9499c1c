import type { Bytes, Offset } from '../../../shared/units.ts';
import {
  MAX_RELATIVE_OFFSET,
  OFFSET_INDEX_ENTRY_BYTES,
  TIME_INDEX_ENTRY_BYTES,
} from '../shouldRollSegment.ts';

/** What of a segment decides with which others it is written into one. */
export interface GroupedSegment {
  readonly baseOffset: Offset;
  readonly sizeBytes: Bytes;
  readonly offsetIndexEntries: number;
  readonly timeIndexEntries: number;
}

/** segment.bytes and segment.index.bytes, which a cleaned segment must not exceed. */
export interface GroupLimits {
  readonly segmentBytes: Bytes;
  readonly segmentIndexBytes: Bytes;
}

/**
 * Which neighbouring segments are cleaned into one (CL4): as many as are no larger together, before the cleaning, than
 * segment.bytes, and their indexes no larger than segment.index.bytes; so segments do not shrink without end. A segment of its
 * own may be larger. Kafka: `Cleaner.groupSegmentsBySize` (4.2).
 */
export function groupSegments<Segment extends GroupedSegment>(
  segments: readonly Segment[],
  limits: GroupLimits,
  firstUncleanableOffset: Offset,
): readonly (readonly Segment[])[] {
  const groups: Segment[][] = [];
  let sums = { sizeBytes: 0, offsetIndexBytes: 0, timeIndexBytes: 0 };
  segments.forEach((segment, i) => {
    const group = groups[groups.length - 1];
    const last = (segments[i + 1]?.baseOffset ?? firstUncleanableOffset) - 1;
    const own = sizesOf(segment);
    const sizeBytes = sums.sizeBytes + own.sizeBytes;
    const offsetIndexBytes = sums.offsetIndexBytes + own.offsetIndexBytes;
    const timeIndexBytes = sums.timeIndexBytes + own.timeIndexBytes;
    const joins =
      group !== undefined &&
      sizeBytes <= limits.segmentBytes &&
      offsetIndexBytes <= limits.segmentIndexBytes &&
      timeIndexBytes <= limits.segmentIndexBytes &&
      (segment.sizeBytes === 0 || last - (group[0] as Segment).baseOffset <= MAX_RELATIVE_OFFSET);
    if (joins) {
      group.push(segment);
      sums = { sizeBytes, offsetIndexBytes, timeIndexBytes };
    } else {
      groups.push([segment]);
      sums = own;
    }
  });
  return groups;
}

function sizesOf(segment: GroupedSegment): {
  sizeBytes: Bytes;
  offsetIndexBytes: Bytes;
  timeIndexBytes: Bytes;
} {
  return {
    sizeBytes: segment.sizeBytes,
    offsetIndexBytes: segment.offsetIndexEntries * OFFSET_INDEX_ENTRY_BYTES,
    timeIndexBytes: segment.timeIndexEntries * TIME_INDEX_ENTRY_BYTES,
  };
}
