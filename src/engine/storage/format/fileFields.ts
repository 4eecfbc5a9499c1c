import type { ByteField, ByteFieldName, FieldReading } from '../../../shared/ByteField.ts';
import type { Bytes, Offset } from '../../../shared/units.ts';
import { parseSegmentFileName } from '../segmentFileName.ts';
import { crc32c } from './crc32c.ts';
import { OFFSET_INDEX_ENTRY_BYTES, TIME_INDEX_ENTRY_BYTES } from './indexBytes.ts';
import { ABORTED_TRANSACTION_BYTES } from './transactionIndexBytes.ts';

const PLAIN: FieldReading = { kind: 'plain' };

type Kind = 'int16' | 'int32' | 'uint32' | 'int64';
type Part = readonly [ByteFieldName, Kind];

const SIZES: Readonly<Record<Kind, Bytes>> = { int16: 2, int32: 4, uint32: 4, int64: 8 };

const OFFSET_INDEX_ENTRY: readonly Part[] = [
  ['relativeOffset', 'int32'],
  ['position', 'int32'],
];
const TIME_INDEX_ENTRY: readonly Part[] = [
  ['timestamp', 'int64'],
  ['relativeOffset', 'int32'],
];
const ABORTED_TRANSACTION: readonly Part[] = [
  ['version', 'int16'],
  ['producerId', 'int64'],
  ['firstOffset', 'int64'],
  ['lastOffset', 'int64'],
  ['lastStableOffset', 'int64'],
];
const SNAPSHOT_HEADER: readonly Part[] = [
  ['version', 'int16'],
  ['crc', 'uint32'],
  ['producerEntries', 'int32'],
];
const PRODUCER_ENTRY: readonly Part[] = [
  ['producerId', 'int64'],
  ['producerEpoch', 'int16'],
  ['lastSequence', 'int32'],
  ['lastOffset', 'int64'],
  ['lastBatchDelta', 'int32'],
  ['timestamp', 'int64'],
  ['coordinatorEpoch', 'int32'],
  ['currentTxnFirstOffset', 'int64'],
];
const SNAPSHOT_HEADER_BYTES: Bytes = 10;
const PRODUCER_ENTRY_BYTES: Bytes = 46;
/** Where the part begins that the CRC of a snapshot covers. */
const SNAPSHOT_CRC_FROM: Bytes = 6;

/**
 * What each byte of a file of a partition's directory is, apart from those of a `.log` file: entries of an index or a snapshot with
 * their fields, or lines of text. They leave no gap; what is no whole entry is `unreadable`. Throws nothing.
 *
 * @param bytes a part of the file that begins with an entry, or with the file itself.
 * @param from where that part begins in the file; ranges count from the start of `bytes`.
 */
export function fileFields(file: string, bytes: Uint8Array, from: Bytes = 0): ByteField[] {
  const name = parseSegmentFileName(file);
  switch (name?.suffix) {
    case '.index':
      return entries(bytes, 0, OFFSET_INDEX_ENTRY_BYTES, OFFSET_INDEX_ENTRY, 'SG1', name.offset);
    case '.timeindex':
      return entries(bytes, 0, TIME_INDEX_ENTRY_BYTES, TIME_INDEX_ENTRY, 'SG4', name.offset);
    case '.txnindex':
      return entries(bytes, 0, ABORTED_TRANSACTION_BYTES, ABORTED_TRANSACTION, 'aborted-index', 0);
    case '.snapshot':
      return from === 0
        ? snapshotFields(bytes)
        : entries(bytes, 0, PRODUCER_ENTRY_BYTES, PRODUCER_ENTRY, 'producer-snapshots', 0);
    default:
      return lines(bytes);
  }
}

/** Bytes of one entry of a file, so that a part of it can begin with one; 1 for texts. */
export function entryBytes(file: string): Bytes {
  switch (parseSegmentFileName(file)?.suffix) {
    case '.index':
      return OFFSET_INDEX_ENTRY_BYTES;
    case '.timeindex':
      return TIME_INDEX_ENTRY_BYTES;
    case '.txnindex':
      return ABORTED_TRANSACTION_BYTES;
    default:
      return 1;
  }
}

function entries(
  bytes: Uint8Array,
  start: Bytes,
  sizeBytes: Bytes,
  parts: readonly Part[],
  rule: string,
  baseOffset: Offset,
): ByteField[] {
  const fields: ByteField[] = [];
  let at = start;
  for (; at + sizeBytes <= bytes.length; at += sizeBytes)
    fields.push({
      name: 'entry',
      start: at,
      end: at + sizeBytes,
      value: null,
      reading: PLAIN,
      rule,
      fields: partsOf(bytes, at, parts, rule, baseOffset),
    });
  return at === bytes.length ? fields : [...fields, leftOver(at, bytes.length, rule)];
}

function snapshotFields(bytes: Uint8Array): ByteField[] {
  const rule = 'producer-snapshots';
  if (bytes.length < SNAPSHOT_HEADER_BYTES)
    return bytes.length === 0 ? [] : [leftOver(0, bytes.length, rule)];
  const header = partsOf(bytes, 0, SNAPSHOT_HEADER, rule, 0).map((field): ByteField => {
    if (field.name !== 'crc') return field;
    const computed = crc32c(bytes, SNAPSHOT_CRC_FROM);
    return { ...field, reading: { kind: 'crc', computed, isValid: computed === field.value } };
  });
  return [...header, ...entries(bytes, SNAPSHOT_HEADER_BYTES, PRODUCER_ENTRY_BYTES, PRODUCER_ENTRY, rule, 0)];
}

function partsOf(
  bytes: Uint8Array,
  start: Bytes,
  parts: readonly Part[],
  rule: string,
  baseOffset: Offset,
): ByteField[] {
  let at = start;
  return parts.map(([name, kind]) => {
    const end = at + SIZES[kind];
    const value = numberAt(bytes, at, kind);
    const reading: FieldReading =
      name === 'relativeOffset' && value !== null ? { kind: 'stands for', value: baseOffset + value } : PLAIN;
    const field: ByteField = { name, start: at, end, value, reading, rule, fields: [] };
    at = end;
    return field;
  });
}

/** null: it is no number that is exact here. */
function numberAt(bytes: Uint8Array, at: Bytes, kind: Kind): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (kind) {
    case 'int16':
      return view.getInt16(at);
    case 'int32':
      return view.getInt32(at);
    case 'uint32':
      return view.getUint32(at);
    case 'int64': {
      const value = view.getInt32(at) * 4294967296 + view.getUint32(at + 4);
      return Number.isSafeInteger(value) ? value : null;
    }
  }
}

const LINE_END = 10;

function lines(bytes: Uint8Array): ByteField[] {
  const fields: ByteField[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== LINE_END && at < bytes.length - 1) continue;
    const end = at + 1;
    fields.push({
      name: 'line',
      start,
      end,
      value: null,
      reading: { kind: 'bytes' },
      rule: 'segment-files',
      fields: [],
    });
    start = end;
  }
  return fields;
}

function leftOver(start: Bytes, end: Bytes, rule: string): ByteField {
  return { name: 'unreadable', start, end, value: null, reading: { kind: 'bytes' }, rule, fields: [] };
}
