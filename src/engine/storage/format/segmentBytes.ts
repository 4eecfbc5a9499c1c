import { FormatError } from '../../../shared/FormatProblem.ts';
import type { FormatProblem } from '../../../shared/FormatProblem.ts';
import type { Bytes } from '../../../shared/units.ts';
import type { OffsetIndexEntry, TimeIndexEntry } from '../segmentIndexes.ts';
import { decodeBatch, encodeBatch } from './batchBytes.ts';
import type { DiskBatch } from './DiskBatch.ts';
import { lastOffsetOf } from './DiskBatch.ts';

/** A batch with its place in the .log file. */
export interface PlacedBatch {
  readonly batch: DiskBatch;
  readonly position: Bytes;
  readonly sizeBytes: Bytes;
}

/** What a .log file holds. */
export interface DecodedSegment {
  /** Up to the first that is not whole: a broker that recovers the segment cuts it there. */
  readonly batches: readonly PlacedBatch[];
  readonly validBytes: Bytes;
  /** What is wrong after these; null if they fill the file. */
  readonly problem: FormatProblem | null;
}

/** A .log file: batches one after the other. Kafka: `FileRecords`. */
export function encodeSegment(batches: readonly DiskBatch[]): Uint8Array {
  const parts = batches.map(encodeBatch);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    bytes.set(part, position);
    position += part.length;
  }
  return bytes;
}

/** Reads a .log file as far as it is whole. Throws nothing. Kafka: `LogSegment.recover` (4.2). */
export function decodeSegment(bytes: Uint8Array): DecodedSegment {
  const batches: PlacedBatch[] = [];
  let position = 0;
  let nextOffset = 0;
  while (position < bytes.length) {
    const read = attempt(() => decodeBatch(bytes, position));
    if ('problem' in read) return { batches, validBytes: position, problem: read.problem };
    const { batch, sizeBytes } = read.value;
    const { baseOffset, lastOffsetDelta } = batch;
    if (baseOffset < nextOffset || lastOffsetDelta < 0) {
      const field = baseOffset < nextOffset ? 'baseOffset' : 'lastOffsetDelta';
      const found = baseOffset < nextOffset ? baseOffset : lastOffsetDelta;
      const expected = baseOffset < nextOffset ? nextOffset : 0;
      return {
        batches,
        validBytes: position,
        problem: { code: 'not-in-order', position, field, found, expected },
      };
    }
    batches.push({ batch, position, sizeBytes });
    nextOffset = lastOffsetOf(batch) + 1;
    position += sizeBytes;
  }
  return { batches, validBytes: position, problem: null };
}

/** What reading gave, or what was wrong. Anything but a FormatError goes on. */
export function attempt<T>(read: () => T): { readonly value: T } | { readonly problem: FormatProblem } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof FormatError) return { problem: error.problem };
    throw error;
  }
}

/**
 * Index entries at which no such batch stands. Places are those of the entry in its file. Kafka: `DumpLogSegments` with
 * --index-sanity-check (4.2).
 */
export function checkIndexes(
  batches: readonly PlacedBatch[],
  offsetIndex: readonly OffsetIndexEntry[],
  timeIndex: readonly TimeIndexEntry[],
): FormatProblem[] {
  const problems: FormatProblem[] = [];
  const byPosition = new Map(batches.map((placed) => [placed.position, placed.batch]));
  const byLastOffset = new Map(batches.map((placed) => [lastOffsetOf(placed.batch), placed.batch]));
  offsetIndex.forEach(({ offset, position }, index) => {
    const batch = byPosition.get(position);
    const expected = batch === undefined ? null : lastOffsetOf(batch);
    if (expected !== offset)
      problems.push({
        code: 'points-nowhere',
        position: index * 8,
        field: '.index',
        found: offset,
        expected,
      });
  });
  timeIndex.forEach(({ timestampMs, offset }, index) => {
    const expected = byLastOffset.get(offset)?.maxTimestampMs ?? null;
    if (expected !== timestampMs)
      problems.push({
        code: 'points-nowhere',
        position: index * 12,
        field: '.timeindex',
        found: timestampMs,
        expected,
      });
  });
  return problems;
}
