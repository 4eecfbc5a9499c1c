import type { ByteField, ByteFieldName } from '../../shared/ByteField.ts';

/** What a field is about: its colour, and one of the words that name it. */
export type FieldFamily = 'position' | 'epoch' | 'integrity' | 'time' | 'producer' | 'records';

const FAMILIES: Readonly<Partial<Record<ByteFieldName, FieldFamily>>> = {
  baseOffset: 'position',
  batchLength: 'position',
  lastOffsetDelta: 'position',
  recordsCount: 'position',
  relativeOffset: 'position',
  position: 'position',
  firstOffset: 'position',
  lastOffset: 'position',
  lastStableOffset: 'position',
  producerEntries: 'position',
  lastBatchDelta: 'position',
  currentTxnFirstOffset: 'position',
  offsetDelta: 'position',
  length: 'position',
  partitionLeaderEpoch: 'epoch',
  coordinatorEpoch: 'epoch',
  magic: 'integrity',
  crc: 'integrity',
  attributes: 'integrity',
  recordAttributes: 'integrity',
  version: 'integrity',
  controlVersion: 'integrity',
  markerVersion: 'integrity',
  controlType: 'integrity',
  baseTimestamp: 'time',
  maxTimestamp: 'time',
  timestamp: 'time',
  timestampDelta: 'time',
  producerId: 'producer',
  producerEpoch: 'producer',
  baseSequence: 'producer',
  lastSequence: 'producer',
};

export function familyOf(name: ByteFieldName): FieldFamily {
  return FAMILIES[name] ?? 'records';
}

/** Letters for the fields of a header, numbers for what there are many of. */
export function marksOf(fields: readonly ByteField[]): readonly string[] {
  let letters = 0;
  let numbers = 0;
  return fields.map(({ name }) => {
    if (name === 'record' || name === 'entry' || name === 'line') return String(++numbers);
    if (name === 'unreadable') return '?';
    return String.fromCharCode(97 + letters++);
  });
}

/** The field that a byte belongs to, with all that it is part of, the widest first; empty behind the last. */
export function fieldsAt(fields: readonly ByteField[], byte: number): readonly ByteField[] {
  const at = indexAt(fields, byte);
  const field = fields[at];
  return field === undefined ? [] : [field, ...fieldsAt(field.fields, byte)];
}

/** Which of these fields, that leave no gap, a byte is in; −1: none. */
export function indexAt(fields: readonly ByteField[], byte: number): number {
  let [low, high] = [0, fields.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { start, end } = fields[middle]!;
    if (byte < start) high = middle - 1;
    else if (byte >= end) low = middle + 1;
    else return middle;
  }
  return -1;
}

/** All innermost fields, in the order of their bytes. */
export function leavesOf(fields: readonly ByteField[]): readonly ByteField[] {
  return fields.flatMap((field) => (field.fields.length === 0 ? [field] : leavesOf(field.fields)));
}

const PRINTABLE = /^[\u0020-\u007e\u00a0-\u{10ffff}]*$/u;

/** Bytes as text, as far as they are UTF-8 that can be shown; null: they are not. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return PRINTABLE.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** `00 1f …`, cut after so many bytes. */
export function hexOf(bytes: Uint8Array, most = 24): string {
  const shown = [...bytes.subarray(0, most)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return bytes.length > most ? `${shown} …` : shown;
}
