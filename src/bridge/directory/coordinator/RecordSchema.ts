import { ByteReader } from '../../../engine/storage/format/ByteReader.ts';
import { ByteWriter } from '../../../engine/storage/format/ByteWriter.ts';
import { refuseBytes } from '../../../shared/FormatProblem.ts';
import { utf8Bytes } from '../../../shared/utf8.ts';

/** What a field of a record of an internal topic may be. A record's fields are in the order of its schema. */
type FieldType =
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uuid'
  | 'string'
  | 'nullableString'
  | 'bytes'
  | 'nullableBytes'
  | { readonly arrayOf: 'int32' | 'string' | readonly SchemaField[]; readonly isNullable?: true };

export type SchemaField = readonly [name: string, type: FieldType];

/** Kafka: a generated `CoordinatorRecordMessage` (4.2), whose version stands before its fields. */
export interface RecordSchema {
  readonly name: string;
  readonly version: number;
  /** Lengths are varints, and tagged fields follow (KIP-482). */
  readonly isFlexible: boolean;
  readonly fields: readonly SchemaField[];
  /** By their tags, from 0 on; they are left out where there is nothing to say. */
  readonly tagged?: readonly SchemaField[];
}

export type SchemaValue =
  number | string | null | Uint8Array | readonly SchemaValue[] | { readonly [name: string]: SchemaValue };
export type SchemaValues = Readonly<Record<string, SchemaValue>>;

const UUID_BYTES = 16;
const UUID_CHARACTERS = 22;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The bytes of a key or a value, its version first. */
export function encodeRecord(schema: RecordSchema, values: SchemaValues): Uint8Array {
  const writer = new ByteWriter();
  writer.int16(schema.version);
  writeFields(writer, schema.fields, values, schema.isFlexible);
  if (schema.isFlexible) {
    const tagged = (schema.tagged ?? []).flatMap(([name, type], tag) =>
      name in values ? [{ tag, type, value: values[name] ?? null }] : [],
    );
    unsignedVarint(writer, tagged.length);
    for (const { tag, type, value } of tagged) {
      const content = new ByteWriter();
      writeField(content, type, value, true);
      unsignedVarint(writer, tag);
      unsignedVarint(writer, content.length);
      writer.range(content.written());
    }
  }
  return writer.written();
}

/** Reads what `encodeRecord` or Kafka wrote, behind the version; throws a FormatError. Tags that are not known are passed over. */
export function decodeRecord(schema: RecordSchema, bytes: Uint8Array): SchemaValues {
  const reader = new ByteReader(bytes);
  reader.int16('version');
  const values = readFields(reader, schema.fields, schema.isFlexible);
  if (schema.isFlexible)
    for (let left = readUnsigned(reader); left > 0; left--) {
      const field = schema.tagged?.[readUnsigned(reader)];
      const content = reader.range(readUnsigned(reader), 'tagged field');
      if (field) values[field[0]] = readField(new ByteReader(content.slice()), field[1], field[0], true);
    }
  return values;
}

function writeFields(
  writer: ByteWriter,
  fields: readonly SchemaField[],
  values: SchemaValues,
  isFlexible: boolean,
): void {
  for (const [name, type] of fields) writeField(writer, type, values[name] ?? null, isFlexible);
}

function writeField(writer: ByteWriter, type: FieldType, value: SchemaValue, isFlexible: boolean): void {
  if (typeof type === 'object') {
    const items = value as readonly SchemaValue[] | null;
    length(writer, items?.length ?? null, isFlexible, 4);
    for (const item of items ?? []) {
      if (typeof type.arrayOf === 'string') writeField(writer, type.arrayOf, item, isFlexible);
      else {
        writeFields(writer, type.arrayOf, item as SchemaValues, isFlexible);
        if (isFlexible) unsignedVarint(writer, 0);
      }
    }
    return;
  }
  switch (type) {
    case 'int8':
    case 'int16':
    case 'int32':
    case 'int64':
      writer[type](value as number);
      return;
    case 'uuid':
      writer.range(uuidBytes(value as string));
      return;
    case 'string':
    case 'nullableString': {
      const bytes = value === null ? null : utf8Bytes(value as string);
      length(writer, bytes?.length ?? null, isFlexible, 2);
      if (bytes) writer.range(bytes);
      return;
    }
    case 'bytes':
    case 'nullableBytes':
      length(writer, (value as Uint8Array | null)?.length ?? null, isFlexible, 4);
      if (value !== null) writer.range(value as Uint8Array);
  }
}

function readFields(
  reader: ByteReader,
  fields: readonly SchemaField[],
  isFlexible: boolean,
): Record<string, SchemaValue> {
  const values: Record<string, SchemaValue> = {};
  for (const [name, type] of fields) values[name] = readField(reader, type, name, isFlexible);
  return values;
}

function readField(reader: ByteReader, type: FieldType, name: string, isFlexible: boolean): SchemaValue {
  if (typeof type === 'object') {
    const count = readLength(reader, name, isFlexible, 4);
    if (count === null) return null;
    if (count > reader.left) return refuseBytes('truncated', reader.position, name, reader.left, count);
    return Array.from({ length: count }, () => {
      if (typeof type.arrayOf === 'string') return readField(reader, type.arrayOf, name, isFlexible);
      const item = readFields(reader, type.arrayOf, isFlexible);
      if (isFlexible) skipTagged(reader);
      return item;
    });
  }
  switch (type) {
    case 'int8':
    case 'int16':
    case 'int32':
    case 'int64':
      return reader[type](name);
    case 'uuid':
      return uuidText(reader.range(UUID_BYTES, name));
    case 'string':
    case 'nullableString': {
      const count = readLength(reader, name, isFlexible, 2);
      return count === null ? null : new TextDecoder().decode(reader.range(count, name));
    }
    case 'bytes':
    case 'nullableBytes': {
      const count = readLength(reader, name, isFlexible, 4);
      return count === null ? null : reader.range(count, name).slice();
    }
  }
}

/** A length as the kind of schema has it; null is told in its place. */
function length(writer: ByteWriter, count: number | null, isFlexible: boolean, bytes: 2 | 4): void {
  if (isFlexible) unsignedVarint(writer, (count ?? -1) + 1);
  else if (bytes === 2) writer.int16(count ?? -1);
  else writer.int32(count ?? -1);
}

function readLength(reader: ByteReader, name: string, isFlexible: boolean, bytes: 2 | 4): number | null {
  const count = isFlexible ? readUnsigned(reader) - 1 : bytes === 2 ? reader.int16(name) : reader.int32(name);
  return count < 0 ? null : count;
}

function skipTagged(reader: ByteReader): void {
  for (let left = readUnsigned(reader); left > 0; left--) {
    readUnsigned(reader);
    reader.range(readUnsigned(reader), 'tagged field');
  }
}

function unsignedVarint(writer: ByteWriter, value: number): void {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  writer.range(Uint8Array.of(...bytes, rest));
}

function readUnsigned(reader: ByteReader): number {
  const start = reader.position;
  let value = 0;
  for (let weight = 1; ; weight *= 128) {
    const byte = reader.int8('length') & 0xff;
    value += (byte & 0x7f) * weight;
    if (byte < 128) return value;
    if (weight > 2 ** 28) return refuseBytes('varint-too-long', start, 'length', reader.position - start);
  }
}

/** The 16 bytes of an id of 22 characters. */
function uuidBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(UUID_BYTES);
  let held = 0;
  let heldBits = 0;
  let at = 0;
  for (let i = 0; i < UUID_CHARACTERS && at < UUID_BYTES; i++) {
    held = ((held << 6) | Math.max(0, DIGITS.indexOf(text[i] ?? 'A'))) & 0xffff;
    heldBits += 6;
    if (heldBits < 8) continue;
    heldBits -= 8;
    bytes[at++] = (held >>> heldBits) & 0xff;
  }
  return bytes;
}

function uuidText(bytes: Uint8Array): string {
  let text = '';
  for (let bit = 0; bit < UUID_BYTES * 8; bit += 6) {
    const at = bit >> 3;
    const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    text += DIGITS[(pair >>> (10 - (bit & 7))) & 63] ?? '';
  }
  return text;
}
