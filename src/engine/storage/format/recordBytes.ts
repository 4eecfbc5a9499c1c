import { refuseBytes } from '../../../shared/FormatProblem.ts';
import type { Bytes } from '../../../shared/units.ts';
import { contentSize, varintLength } from '../recordBatchSize.ts';
import type { ByteReader } from './ByteReader.ts';
import { ByteWriter } from './ByteWriter.ts';
import type { DiskHeader, DiskRecord } from './DiskBatch.ts';

/** Smallest record: length, attributes, two deltas, two null lengths and a header count, a byte each. */
const MIN_RECORD_BYTES: Bytes = 7;

/** Appends one record (RB4). Kafka: `DefaultRecord.writeTo` (4.2). */
function writeRecord(writer: ByteWriter, record: DiskRecord): void {
  const { key, value, headers } = record;
  writer.varint(bodyBytes(record));
  writer.int8(0);
  writer.varlong(record.timestampDeltaMs);
  writer.varint(record.offsetDelta);
  writeNullable(writer, key);
  writeNullable(writer, value);
  writer.varint(headers.length);
  for (const header of headers) {
    writer.varint(header.key.length);
    writer.range(header.key);
    writeNullable(writer, header.value);
  }
}

/** Bytes of a record with its length (RB5). */
export function diskRecordSize(record: DiskRecord): Bytes {
  const body = bodyBytes(record);
  return varintLength(body) + body;
}

/** Bytes after a record's length. */
function bodyBytes({ offsetDelta, timestampDeltaMs, key, value, headers }: DiskRecord): Bytes {
  const attributes = 1;
  const content = contentSize({
    keyBytes: key?.length ?? null,
    valueBytes: value?.length ?? null,
    headers: headers.map((header) => ({
      keyBytes: header.key.length,
      valueBytes: header.value?.length ?? null,
    })),
  });
  return attributes + varintLength(timestampDeltaMs) + varintLength(offsetDelta) + content;
}

function writeNullable(writer: ByteWriter, bytes: Uint8Array | null): void {
  writer.varint(bytes === null ? -1 : bytes.length);
  if (bytes !== null) writer.range(bytes);
}

/** The records of a batch, one after the other and not compressed. */
export function encodeRecords(records: readonly DiskRecord[]): Uint8Array {
  const writer = new ByteWriter();
  for (const record of records) writeRecord(writer, record);
  return writer.written();
}

/** Reads `count` records, which must fill what the reader has left. Kafka: `DefaultRecord.readFrom` (4.2). */
export function decodeRecords(reader: ByteReader, count: number): DiskRecord[] {
  if (count * MIN_RECORD_BYTES > reader.left)
    return refuseBytes('truncated', reader.position, 'records', reader.left, count * MIN_RECORD_BYTES);
  const records: DiskRecord[] = [];
  for (let i = 0; i < count; i++) records.push(readRecord(reader));
  if (reader.left > 0) return refuseBytes('bytes-left-over', reader.position, 'records', reader.left, 0);
  return records;
}

function readRecord(reader: ByteReader): DiskRecord {
  const lengthAt = reader.position;
  const length = reader.varint('length');
  if (length < 0) return refuseBytes('negative-length', lengthAt, 'length', length);
  const start = reader.position;
  if (length > reader.left) return refuseBytes('truncated', start, 'record', reader.left, length);
  const attributesAt = reader.position;
  const attributes = reader.int8('attributes');
  // Kafka writes 0 and reads past it; another value could not be written again.
  if (attributes !== 0) return refuseBytes('unknown-attributes', attributesAt, 'attributes', attributes, 0);
  const timestampDeltaMs = reader.varlong('timestampDelta');
  const offsetDelta = reader.varint('offsetDelta');
  const key = readNullable(reader, 'keyLength', 'key');
  const value = readNullable(reader, 'valueLength', 'value');
  const headers = readHeaders(reader);
  if (reader.position - start !== length)
    return refuseBytes('length-mismatch', lengthAt, 'length', length, reader.position - start);
  return { offsetDelta, timestampDeltaMs, key, value, headers };
}

function readHeaders(reader: ByteReader): DiskHeader[] {
  const countAt = reader.position;
  const count = reader.varint('headersCount');
  if (count < 0) return refuseBytes('negative-count', countAt, 'headersCount', count);
  const headers: DiskHeader[] = [];
  for (let i = 0; i < count; i++) {
    const keyAt = reader.position;
    const key = readNullable(reader, 'headerKeyLength', 'headerKey');
    if (key === null) return refuseBytes('negative-length', keyAt, 'headerKeyLength', -1);
    headers.push({ key, value: readNullable(reader, 'headerValueLength', 'headerValue') });
  }
  return headers;
}

function readNullable(reader: ByteReader, lengthField: string, field: string): Uint8Array | null {
  const at = reader.position;
  const length = reader.varint(lengthField);
  if (length < -1) return refuseBytes('negative-length', at, lengthField, length);
  return length === -1 ? null : reader.range(length, field);
}
