import type { Bytes, Offset } from '../../../shared/units.ts';
import { offsetDeltaOf, recordCountOf } from '../BatchContents.ts';
import type { CleanableBatch } from './CleanableBatch.ts';
import type { CleanedTransactions } from './CleanedTransactions.ts';

/** An MD5 hash of a key, and an offset. */
const BYTES_PER_ENTRY: Bytes = 24;
const MOST_BYTES_PER_THREAD: Bytes = 2_147_483_647;

/** How many keys the map of one cleaner thread can hold, and how many it takes. */
export interface OffsetMapCapacity {
  readonly slots: number;
  readonly maxKeys: number;
}

/**
 * What log.cleaner.dedupe.buffer.size, shared by log.cleaner.threads, gives one thread (CL3): 24 bytes a key, and no more than
 * log.cleaner.io.buffer.load.factor of it is filled. Kafka: `SkimpyOffsetMap`, `LogCleaner.CleanerThread` (4.2).
 */
export function offsetMapCapacity(
  dedupeBufferBytes: Bytes,
  threads: number,
  loadFactor: number,
): OffsetMapCapacity {
  const bytes = Math.min(Math.floor(dedupeBufferBytes / threads), MOST_BYTES_PER_THREAD);
  const slots = Math.floor(bytes / BYTES_PER_ENTRY);
  return { slots, maxKeys: Math.floor(slots * loadFactor) };
}

/** What the dirty part of a log says of each key. Kafka: `SkimpyOffsetMap`, which keeps hashes of the keys. */
export interface OffsetMap {
  /** Offset of the last record of each key. */
  readonly offsets: ReadonlyMap<string, Offset>;
  /** The last offset that was looked at: what comes after it is left as it is. */
  readonly latestOffset: Offset;
}

/** A segment with its batches from the dirty part on, and where the next one begins. */
export interface DirtySegment {
  readonly batches: readonly CleanableBatch[];
  readonly nextOffset: Offset;
}

/**
 * Reads the dirty part of a log into a map (CL3). Markers and aborted records do not count, nor do records without a key. When a key
 * comes for which there is no room, also one that is known, the map ends with the record before. Kafka:
 * `Cleaner.buildOffsetMap` (4.2).
 */
export function buildOffsetMap(
  segments: readonly DirtySegment[],
  firstDirtyOffset: Offset,
  maxKeys: number,
  transactions: CleanedTransactions,
): OffsetMap {
  const offsets = new Map<string, Offset>();
  let latestOffset: Offset = firstDirtyOffset - 1;
  for (const { batches, nextOffset } of segments) {
    for (const batch of batches) {
      const isRead = !transactions.mayDiscard(batch) && !batch.marker;
      const records = isRead ? recordCountOf(batch) : 0;
      for (let i = 0; i < records; i++) {
        const key = batch.contents?.keys[i] ?? null;
        const offset = batch.baseOffset + offsetDeltaOf(batch, i);
        if (key === null || offset < firstDirtyOffset) continue;
        if (offsets.size >= maxKeys) return { offsets, latestOffset };
        offsets.set(key, offset);
        latestOffset = offset;
      }
      const lastOffset = batch.baseOffset + batch.count - 1;
      if (lastOffset >= firstDirtyOffset) latestOffset = lastOffset;
    }
    latestOffset = nextOffset - 1;
  }
  return { offsets, latestOffset };
}
