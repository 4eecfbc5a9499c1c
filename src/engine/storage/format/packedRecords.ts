import type { Bytes } from '../../../shared/units.ts';
import { utf8Bytes } from '../../../shared/utf8.ts';
import type { BatchContents } from '../BatchContents.ts';
import type { CompressingType, Packing } from '../compressedSize.ts';
import { makeHeaderValue, makeValue } from '../makeValue.ts';
import type { RecordValues } from '../RecordValues.ts';
import { contentSize, varintLength } from '../recordBatchSize.ts';
import type { DiskHeader, DiskRecord } from './DiskBatch.ts';
import { encodeRecords } from './recordBytes.ts';

/** What a codec makes of bytes. It is handed in: some are made of libraries. */
export type CompressRecords = (type: CompressingType, records: Uint8Array, level?: number) => Uint8Array;

/** All that the bytes of a batch's records depend on. */
interface DescribedRecords {
  readonly contents: Pick<BatchContents, 'keys' | 'contentBytes' | 'timestampDeltasMs' | 'tombstones'> &
    Partial<Pick<BatchContents, 'offsetDeltas'>>;
  /** Place of the record at offset delta 0 among all of its producer. */
  readonly firstOrdinal: number;
  /** Left out: values are made up. */
  readonly values?: RecordValues;
}

/** The records of a batch: keys, sizes, times and tombstones as they are kept, values as they are described, else made up. */
export function describedRecords(
  { contents, firstOrdinal, values }: DescribedRecords,
  madeUp: (place: number, length: Bytes) => Uint8Array,
): DiskRecord[] {
  const { keys, contentBytes, timestampDeltasMs, tombstones, offsetDeltas = null } = contents;
  return keys.map((text, i): DiskRecord => {
    const isTombstone = tombstones.includes(i);
    const key = text === null ? null : fittingKey(utf8Bytes(text), isTombstone, contentBytes[i] as Bytes);
    const offsetDelta = offsetDeltas?.[i] ?? i;
    const ordinal = firstOrdinal + offsetDelta;
    const keyBytes = key?.length ?? null;
    const headers = values
      ? headersOf(values, ordinal)
      : isTombstone
        ? fillingHeader(keyBytes, contentBytes[i] as Bytes)
        : [];
    const length = valueLength(keyBytes, headers, contentBytes[i] as Bytes);
    const value = values ? makeValue(values, ordinal, length) : madeUp(offsetDelta, length);
    return {
      offsetDelta,
      timestampDeltaMs: timestampDeltasMs[i] as number,
      key,
      value: isTombstone ? null : value,
      headers,
    };
  });
}

/** Real records as their codec makes them (RB9). */
export function packedRecords(
  { type, level }: Packing,
  records: DescribedRecords & { readonly values: RecordValues },
  compress: CompressRecords,
): Uint8Array {
  return compress(type, encodeRecords(describedRecords(records, nothingMadeUp)), level);
}

function nothingMadeUp(): Uint8Array {
  return new Uint8Array();
}

/** In internal topics of which nobody knows the schema a text stands for the key, and may be longer: it is cut off. */
function fittingKey(key: Uint8Array, isTombstone: boolean, contentBytes: Bytes): Uint8Array {
  const valueBytes = isTombstone ? null : 0;
  let length = key.length;
  while (length > 0 && contentSize({ keyBytes: length, valueBytes }) > contentBytes) length -= 1;
  return key.subarray(0, length);
}

/** Of a tombstone nothing but a header can have the bytes that its key leaves over. */
function fillingHeader(keyBytes: Bytes | null, contentBytes: Bytes): DiskHeader[] {
  const spareBytes = contentBytes - contentSize({ keyBytes, valueBytes: null });
  for (const headerKeyBytes of [0, 1]) {
    let valueBytes = spareBytes - 1 - headerKeyBytes;
    while (valueBytes > 0 && varintLength(valueBytes) + valueBytes > spareBytes - 1 - headerKeyBytes)
      valueBytes -= 1;
    if (1 + headerKeyBytes + varintLength(valueBytes) + valueBytes === spareBytes)
      return [{ key: new Uint8Array(headerKeyBytes), value: new Uint8Array(valueBytes) }];
  }
  return [];
}

function headersOf(values: RecordValues, ordinal: number): DiskHeader[] {
  return (values.headers ?? []).map(({ key, valueBytes }, place) => ({
    key: utf8Bytes(key),
    value: makeHeaderValue(values, ordinal, place, valueBytes),
  }));
}

/** How long the value is in so many bytes of key, value and headers. */
function valueLength(keyBytes: Bytes | null, headers: readonly DiskHeader[], contentBytes: Bytes): Bytes {
  const sizes = headers.map(({ key, value }) => ({
    keyBytes: key.length,
    valueBytes: value?.length ?? null,
  }));
  const sizeWith = (valueBytes: Bytes): Bytes => contentSize({ keyBytes, valueBytes, headers: sizes });
  let valueBytes = Math.max(0, contentBytes - sizeWith(0));
  while (valueBytes > 0 && sizeWith(valueBytes) > contentBytes) valueBytes -= 1;
  return valueBytes;
}
