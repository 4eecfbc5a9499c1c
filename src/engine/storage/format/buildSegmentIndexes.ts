import type { Bytes, Millis, Offset } from '../../../shared/units.ts';
import type { OffsetIndexEntry, TimeIndexEntry } from './indexBytes.ts';

/** What an index needs to know of a batch. */
export interface IndexedBatch {
  readonly lastOffset: Offset;
  readonly maxTimestampMs: Millis;
  readonly sizeBytes: Bytes;
}

export interface SegmentIndexes {
  readonly offsetIndex: readonly OffsetIndexEntry[];
  readonly timeIndex: readonly TimeIndexEntry[];
}

/**
 * The sparse indexes of a segment's batches. Before a batch is written, and if more than `index.interval.bytes` were written
 * since the last entry, it gets an entry, and the largest timestamp so far gets one if it is larger than the last. A segment
 * that is closed notes its largest timestamp at the end. Kafka: `LogSegment.append`, `onBecomeInactiveSegment` (4.2: asked for
 * each batch; up to 4.0.0 once an append).
 */
export function buildSegmentIndexes(
  batches: readonly IndexedBatch[],
  indexIntervalBytes: Bytes,
  isClosed: boolean,
): SegmentIndexes {
  const offsetIndex: OffsetIndexEntry[] = [];
  const timeIndex: TimeIndexEntry[] = [];
  let largest: TimeIndexEntry | null = null;
  let position = 0;
  let bytesSinceLastEntry = 0;
  const noteLargest = (): void => {
    if (largest !== null && largest.timestampMs > (timeIndex.at(-1)?.timestampMs ?? -1))
      timeIndex.push(largest);
  };
  for (const { lastOffset, maxTimestampMs, sizeBytes } of batches) {
    if (maxTimestampMs > (largest?.timestampMs ?? -1))
      largest = { timestampMs: maxTimestampMs, offset: lastOffset };
    if (bytesSinceLastEntry > indexIntervalBytes) {
      offsetIndex.push({ offset: lastOffset, position });
      noteLargest();
      bytesSinceLastEntry = 0;
    }
    bytesSinceLastEntry += sizeBytes;
    position += sizeBytes;
  }
  if (isClosed) noteLargest();
  return { offsetIndex, timeIndex };
}
