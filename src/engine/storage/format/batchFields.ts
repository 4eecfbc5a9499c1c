import type { ByteField, ByteFieldName, FieldReading, FieldsOfBytes } from '../../../shared/ByteField.ts';
import { FormatError, refuseBytes } from '../../../shared/FormatProblem.ts';
import type { FormatProblem } from '../../../shared/FormatProblem.ts';
import type { Bytes, Millis, Offset } from '../../../shared/units.ts';
import { RECORD_BATCH_OVERHEAD } from '../recordBatchSize.ts';
import { decodeAttributes } from './batchAttributes.ts';
import { ATTRIBUTES_AT, LOG_OVERHEAD, MAGIC_VALUE_V2 } from './batchBytes.ts';
import { ByteReader } from './ByteReader.ts';
import { crc32c } from './crc32c.ts';
import type { BatchAttributes } from './DiskBatch.ts';

const PLAIN: FieldReading = { kind: 'plain' };
const BYTES: FieldReading = { kind: 'bytes' };
const CONTROL_TYPES = [
  'ABORT',
  'COMMIT',
  'LEADER_CHANGE',
  'SNAPSHOT_HEADER',
  'SNAPSHOT_FOOTER',
  'KRAFT_VERSION',
  'KRAFT_VOTERS',
];

/** What records count from. */
interface BatchBase {
  readonly baseOffset: Offset;
  readonly baseTimestampMs: Millis;
  readonly maxTimestampMs: Millis;
  readonly attributes: BatchAttributes;
}

/**
 * What each byte of a batch is, from its first to its last: the fields of the header, then the records, each with its own. They
 * leave no gap, also where something is wrong: what cannot be read is the last field. Throws nothing; a wrong CRC alone is a
 * reading of its field.
 *
 * @param position where the batch begins; ranges count from the start of `bytes`.
 * @returns fields up to the end that the batch's length says, or up to the end of `bytes`.
 */
export function batchFields(bytes: Uint8Array, position: Bytes = 0): FieldsOfBytes {
  const walk = new FieldWalk(bytes, position, bytes.length);
  return walk.guard(() => {
    const baseOffset = walk.number('baseOffset', 'RB1', (reader) => reader.int64('baseOffset'));
    const length = walk.number('batchLength', 'RB1', (reader) => reader.int32('batchLength'));
    const end = position + LOG_OVERHEAD + length;
    if (end < position + RECORD_BATCH_OVERHEAD)
      return refuseBytes(
        'batch-too-small',
        position + 8,
        'batchLength',
        length,
        RECORD_BATCH_OVERHEAD - LOG_OVERHEAD,
      );
    const isWhole = end <= bytes.length;
    if (isWhole) walk.endAt(end);
    readBatch(walk, bytes, position, baseOffset, isWhole ? end : null);
    if (!isWhole) refuseBytes('truncated', walk.position, 'batch', bytes.length - position, end - position);
  });
}

/**
 * What each byte of records is that a codec unpacked; ranges count from the first of them. `header` are the bytes of the batch
 * that they are from. Throws nothing.
 */
export function unpackedRecordFields(records: Uint8Array, header: Uint8Array): FieldsOfBytes {
  const walk = new FieldWalk(records, 0, records.length);
  return walk.guard(() => {
    const reader = new ByteReader(header);
    const baseOffset = reader.int64('baseOffset');
    reader.position = ATTRIBUTES_AT;
    const attributes = decodeAttributes(reader.int16('attributes'), ATTRIBUTES_AT);
    reader.int32('lastOffsetDelta');
    const base = {
      baseOffset,
      attributes,
      baseTimestampMs: reader.int64('baseTimestamp'),
      maxTimestampMs: reader.int64('maxTimestamp'),
    };
    while (walk.left > 0) readRecord(walk, base);
  });
}

function readBatch(
  walk: FieldWalk,
  bytes: Uint8Array,
  start: Bytes,
  baseOffset: Offset,
  end: Bytes | null,
): void {
  walk.number('partitionLeaderEpoch', 'RB8', (reader) => reader.int32('partitionLeaderEpoch'));
  const magic = walk.number('magic', 'RB1', (reader) => reader.int8('magic'));
  if (magic !== MAGIC_VALUE_V2)
    return refuseBytes('wrong-magic', walk.position - 1, 'magic', magic, MAGIC_VALUE_V2);
  const computed = end === null ? null : crc32c(bytes, start + ATTRIBUTES_AT, end);
  walk.number(
    'crc',
    'RB2',
    (reader) => reader.uint32('crc'),
    (crc) => (computed === null ? PLAIN : { kind: 'crc', computed, isValid: crc === computed }),
  );
  const attributesAt = walk.position;
  walk.number(
    'attributes',
    'RB3',
    (reader) => reader.int16('attributes'),
    (bits) => {
      const known = decodeAttributes(bits, attributesAt);
      return { kind: 'words', words: attributeWords(known) };
    },
  );
  const attributes = decodeAttributes(walk.last.value ?? 0, attributesAt);
  const standsFor = (value: number): FieldReading => ({ kind: 'stands for', value });
  walk.number(
    'lastOffsetDelta',
    'RB8',
    (reader) => reader.int32('lastOffsetDelta'),
    (delta) => standsFor(baseOffset + delta),
  );
  const baseTimestampMs = walk.number('baseTimestamp', 'RB1', (reader) => reader.int64('baseTimestamp'));
  const maxTimestampMs = walk.number('maxTimestamp', 'RB1', (reader) => reader.int64('maxTimestamp'));
  walk.number('producerId', 'RB1', (reader) => reader.int64('producerId'));
  walk.number('producerEpoch', 'RB1', (reader) => reader.int16('producerEpoch'));
  walk.number('baseSequence', 'RB1', (reader) => reader.int32('baseSequence'));
  const countAt = walk.position;
  const count = walk.number('recordsCount', 'RB1', (reader) => reader.int32('recordsCount'));
  if (count < 0) return refuseBytes('negative-count', countAt, 'recordsCount', count);
  if (attributes.compression !== 'none') {
    if (walk.left > 0) walk.range('compressedRecords', 'RB9', walk.left, BYTES);
    return;
  }
  const base = { baseOffset, baseTimestampMs, maxTimestampMs, attributes };
  for (let i = 0; i < count; i++) readRecord(walk, base);
  if (walk.left > 0) refuseBytes('bytes-left-over', walk.position, 'records', walk.left, 0);
}

function attributeWords(attributes: BatchAttributes): string[] {
  return [
    attributes.compression,
    attributes.timestampType,
    ...(attributes.isTransactional ? ['isTransactional'] : []),
    ...(attributes.isControl ? ['isControl'] : []),
    ...(attributes.hasDeleteHorizon ? ['deleteHorizonMs'] : []),
  ];
}

function readRecord(walk: FieldWalk, base: BatchBase): void {
  walk.nested('record', 'RB4', () => {
    const lengthAt = walk.position;
    const length = walk.number('length', 'RB4', (reader) => reader.varint('length'));
    if (length < 0) return refuseBytes('negative-length', lengthAt, 'length', length);
    const start = walk.position;
    walk.number('recordAttributes', 'RB4', (reader) => reader.int8('attributes'));
    walk.number(
      'timestampDelta',
      'RB4',
      (reader) => reader.varlong('timestampDelta'),
      (delta) => ({
        kind: 'stands for',
        value:
          base.attributes.timestampType === 'LogAppendTime'
            ? base.maxTimestampMs
            : base.baseTimestampMs + delta,
      }),
    );
    walk.number(
      'offsetDelta',
      'RB4',
      (reader) => reader.varint('offsetDelta'),
      (delta) => ({
        kind: 'stands for',
        value: base.baseOffset + delta,
      }),
    );
    const isMarker = base.attributes.isControl;
    readContent(walk, 'keyLength', 'key', isMarker ? CONTROL_KEY : null);
    readContent(walk, 'valueLength', 'value', isMarker ? CONTROL_VALUE : null);
    const countAt = walk.position;
    const count = walk.number('headersCount', 'RB4', (reader) => reader.varint('headersCount'));
    if (count < 0) return refuseBytes('negative-count', countAt, 'headersCount', count);
    for (let i = 0; i < count; i++)
      walk.nested('header', 'RB4', () => {
        readContent(walk, 'headerKeyLength', 'headerKey', null);
        readContent(walk, 'headerValueLength', 'headerValue', null);
      });
    if (walk.position - start !== length)
      refuseBytes('length-mismatch', lengthAt, 'length', length, walk.position - start);
  });
}

interface MarkerPart {
  readonly bytes: Bytes;
  readonly read: (walk: FieldWalk) => void;
}

const CONTROL_KEY: MarkerPart = {
  bytes: 4,
  read: (walk) => {
    walk.number('controlVersion', 'RB7', (reader) => reader.int16('version'));
    walk.number(
      'controlType',
      'RB7',
      (reader) => reader.int16('type'),
      (type) => ({
        kind: 'words',
        words: [CONTROL_TYPES[type] ?? 'UNKNOWN'],
      }),
    );
  },
};

const CONTROL_VALUE: MarkerPart = {
  bytes: 6,
  read: (walk) => {
    walk.number('markerVersion', 'RB7', (reader) => reader.int16('version'));
    walk.number('coordinatorEpoch', 'RB7', (reader) => reader.int32('coordinatorEpoch'));
  },
};

/** A length, then so many bytes; of a marker they are fields themselves. */
function readContent(
  walk: FieldWalk,
  lengthName: ByteFieldName,
  name: ByteFieldName,
  marker: MarkerPart | null,
): void {
  const at = walk.position;
  const length = walk.number(lengthName, 'RB4', (reader) => reader.varint(lengthName));
  if (length < -1) return refuseBytes('negative-length', at, lengthName, length);
  if (length <= 0) return;
  if (marker !== null && marker.bytes === length) walk.nested(name, 'RB7', () => marker.read(walk));
  else walk.range(name, 'RB4', length, BYTES);
}

/** Reads on, and notes what was read where. */
class FieldWalk {
  private reader: ByteReader;
  private fields: ByteField[] = [];

  constructor(bytes: Uint8Array, position: Bytes, end: Bytes) {
    this.reader = new ByteReader(bytes, position, end);
  }

  get position(): Bytes {
    return this.reader.position;
  }

  get left(): Bytes {
    return this.reader.left;
  }

  get last(): ByteField {
    return this.fields[this.fields.length - 1]!;
  }

  /** Nothing is read beyond. */
  endAt(end: Bytes): void {
    this.reader = new ByteReader(this.reader.bytes, this.reader.position, end);
  }

  number(
    name: ByteFieldName,
    rule: string,
    read: (reader: ByteReader) => number,
    reading: (value: number) => FieldReading = () => PLAIN,
  ): number {
    const start = this.position;
    const value = this.orBack(start, () => read(this.reader));
    const meant = this.orBack(start, () => reading(value));
    this.fields.push({ name, start, end: this.position, value, reading: meant, rule, fields: [] });
    return value;
  }

  range(name: ByteFieldName, rule: string, length: Bytes, reading: FieldReading): void {
    const start = this.position;
    this.reader.range(length, name);
    this.fields.push({ name, start, end: this.position, value: null, reading, rule, fields: [] });
  }

  nested(name: ByteFieldName, rule: string, read: () => void): void {
    const outer = this.fields;
    const start = this.position;
    this.fields = [];
    let problem: FormatProblem | null = null;
    try {
      read();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      problem = error.problem;
    }
    const fields = this.fields;
    this.fields = outer;
    if (fields.length > 0)
      outer.push({ name, start, end: this.position, value: null, reading: PLAIN, rule, fields });
    if (problem !== null) throw new FormatError(problem);
  }

  /** All fields that `read` comes to; what is left after a refusal is one more. */
  guard(read: () => void): FieldsOfBytes {
    try {
      read();
      return { fields: this.fields, problem: null };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const start = this.position;
      const { end } = this.reader;
      if (end > start)
        this.fields.push({
          name: 'unreadable',
          start,
          end,
          value: null,
          reading: BYTES,
          rule: 'RB1',
          fields: [],
        });
      return { fields: this.fields, problem: error.problem };
    }
  }

  /** A field that is refused is not read: it belongs to what is unreadable. */
  private orBack<T>(start: Bytes, read: () => T): T {
    try {
      return read();
    } catch (error) {
      this.reader.position = start;
      throw error;
    }
  }
}
