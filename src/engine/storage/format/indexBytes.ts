import { refuseBytes } from '../../../shared/FormatProblem.ts';
import type { Bytes, Offset } from '../../../shared/units.ts';
import type { OffsetIndexEntry, TimeIndexEntry } from '../segmentIndexes.ts';
import { ByteReader } from './ByteReader.ts';
import { ByteWriter } from './ByteWriter.ts';

/** What an index file holds. */
export interface DecodedIndex<Entry> {
  readonly entries: readonly Entry[];
  /** Zeros at the end: an active segment's index is allocated in full, and stays so after a kill. */
  readonly preallocatedBytes: Bytes;
}

export const OFFSET_INDEX_ENTRY_BYTES: Bytes = 8;
export const TIME_INDEX_ENTRY_BYTES: Bytes = 12;

/** An .index file, trimmed as it is when its segment is not active. Kafka: `OffsetIndex.append` (4.2). */
export function encodeOffsetIndex(entries: readonly OffsetIndexEntry[], baseOffset: Offset): Uint8Array {
  const writer = new ByteWriter(entries.length * OFFSET_INDEX_ENTRY_BYTES);
  for (const { offset, position } of entries) {
    writer.int32(offset - baseOffset);
    writer.int32(position);
  }
  return writer.written();
}

/** A .timeindex file, trimmed. Kafka: `TimeIndex.maybeAppend` (4.2). */
export function encodeTimeIndex(entries: readonly TimeIndexEntry[], baseOffset: Offset): Uint8Array {
  const writer = new ByteWriter(entries.length * TIME_INDEX_ENTRY_BYTES);
  for (const { timestampMs, offset } of entries) {
    writer.int64(timestampMs);
    writer.int32(offset - baseOffset);
  }
  return writer.written();
}

/** Reads an .index file; throws a FormatError. Kafka: `OffsetIndex`, `AbstractIndex.sanityCheck` (4.2). */
export function decodeOffsetIndex(bytes: Uint8Array, baseOffset: Offset): DecodedIndex<OffsetIndexEntry> {
  const { reader, preallocatedBytes } = openIndex(bytes, OFFSET_INDEX_ENTRY_BYTES, '.index');
  const entries: OffsetIndexEntry[] = [];
  while (reader.left > 0) {
    const at = reader.position;
    const offset = baseOffset + relativeOffset(reader);
    const position = reader.int32('position');
    const last = entries.at(-1);
    if (last !== undefined && offset <= last.offset)
      return refuseBytes('not-in-order', at, 'offset', offset, null);
    // The first batch of a segment has no entry, so no position is 0.
    if (position <= (last?.position ?? 0))
      return refuseBytes('not-in-order', at + 4, 'position', position, null);
    entries.push({ offset, position });
  }
  return { entries, preallocatedBytes };
}

/** Reads a .timeindex file; throws a FormatError. Kafka: `TimeIndex` (4.2). */
export function decodeTimeIndex(bytes: Uint8Array, baseOffset: Offset): DecodedIndex<TimeIndexEntry> {
  const { reader, preallocatedBytes } = openIndex(bytes, TIME_INDEX_ENTRY_BYTES, '.timeindex');
  const entries: TimeIndexEntry[] = [];
  while (reader.left > 0) {
    const at = reader.position;
    const timestampMs = reader.int64('timestamp');
    const offset = baseOffset + relativeOffset(reader);
    const last = entries.at(-1);
    if (timestampMs <= (last?.timestampMs ?? -1))
      return refuseBytes('not-in-order', at, 'timestamp', timestampMs, null);
    if (last !== undefined && offset < last.offset)
      return refuseBytes('not-in-order', at + 8, 'offset', offset, null);
    entries.push({ timestampMs, offset });
  }
  return { entries, preallocatedBytes };
}

function relativeOffset(reader: ByteReader): number {
  const at = reader.position;
  const relative = reader.int32('relativeOffset');
  return relative < 0 ? refuseBytes('points-nowhere', at, 'relativeOffset', relative) : relative;
}

function openIndex(
  bytes: Uint8Array,
  entryBytes: Bytes,
  file: string,
): { readonly reader: ByteReader; readonly preallocatedBytes: Bytes } {
  const over = bytes.length % entryBytes;
  if (over !== 0) return refuseBytes('truncated', bytes.length - over, file, over, entryBytes);
  // A lone entry of zeros is one: the only record of its segment, made at time 0.
  let end = bytes.length;
  while (end > 0 && bytes.length > entryBytes && isZero(bytes, end - entryBytes, end)) end -= entryBytes;
  return { reader: new ByteReader(bytes, 0, end), preallocatedBytes: bytes.length - end };
}

function isZero(bytes: Uint8Array, start: Bytes, end: Bytes): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== 0) return false;
  return true;
}
