import type { ByteField } from '../../shared/ByteField.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import { formatNumber } from '../../i18n/format.ts';
import { hexOf, textOf } from './byteFields.ts';

const m = microscope.field;
const TIMES: ReadonlySet<string> = new Set(['baseTimestamp', 'maxTimestamp', 'timestamp']);
const DELTAS: ReadonlySet<string> = new Set(['timestampDelta']);

/** What a field is called: Kafka's name, records by their offset, entries of a file by their number. */
export function nameOf(field: ByteField): string {
  const offset = field.name === 'record' ? recordOffset(field) : null;
  if (offset !== null) return microscope.batch.record(offset);
  return field.name === 'crc'
    ? 'crc (CRC-32C)'
    : field.name === 'lastBatchDelta'
      ? 'offsetDelta'
      : field.name;
}

export function recordOffset(field: ByteField): number | null {
  const reading = field.fields.find(({ name }) => name === 'offsetDelta')?.reading;
  return reading?.kind === 'stands for' ? reading.value : null;
}

/** What a field says, in a few words; `full` with date and all. */
export function valueOf(field: ByteField, bytes: Uint8Array, full = false): string {
  const { name, value, reading } = field;
  if (reading.kind === 'crc') return m.crc(hex32(value ?? 0), reading.isValid);
  if (reading.kind === 'words') return reading.words.join(', ');
  if (reading.kind === 'stands for' && value !== null) {
    const meant = DELTAS.has(name)
      ? full
        ? m.time(reading.value)
        : m.clock(reading.value)
      : formatNumber(reading.value);
    return m.standsFor(formatNumber(value), meant);
  }
  if (value !== null) {
    if (TIMES.has(name)) return full ? `${value} = ${m.time(value)}` : m.clock(value);
    if (name === 'crc') return hex32(value);
    return formatNumber(value);
  }
  if (name === 'entry') return entryText(field);
  const own = bytes.subarray(field.start, field.end);
  if (field.fields.length === 0) return contentText(own);
  return microscope.bytes(field.end - field.start);
}

/** A key or value, as text where it is. */
export function contentText(bytes: Uint8Array): string {
  const text = textOf(trimmed(bytes));
  return text === null ? hexOf(bytes) : text;
}

/** Lines end with a line feed. */
function trimmed(bytes: Uint8Array): Uint8Array {
  return bytes.at(-1) === 10 ? bytes.subarray(0, -1) : bytes;
}

/** An entry of an index or a snapshot in one line. */
function entryText(field: ByteField): string {
  const read = (name: string): number | null => {
    const found = field.fields.find((candidate) => candidate.name === name);
    return found?.reading.kind === 'stands for' ? found.reading.value : (found?.value ?? null);
  };
  const [offset, position, timestamp, producerId] = [
    read('relativeOffset'),
    read('position'),
    read('timestamp'),
    read('producerId'),
  ];
  if (offset !== null && position !== null) return `${formatNumber(offset)} → ${formatNumber(position)}`;
  if (offset !== null && timestamp !== null) return `${m.clock(timestamp)} → ${formatNumber(offset)}`;
  return producerId === null ? '' : `producerId ${formatNumber(producerId)}`;
}

/** The record in one line: offset, time after the first, key and value; null for what is none. */
export function recordLine(record: ByteField, bytes: Uint8Array): string | null {
  const offset = recordOffset(record);
  if (offset === null) return null;
  const content = (name: 'key' | 'value', length: 'keyLength' | 'valueLength'): string => {
    const field = record.fields.find((candidate) => candidate.name === name);
    if (field !== undefined) return contentText(bytes.subarray(field.start, field.end));
    return record.fields.find((candidate) => candidate.name === length)?.value === 0 ? m.empty : m.isNull;
  };
  return m.recordLine({
    offset,
    laterMs: record.fields.find(({ name }) => name === 'timestampDelta')?.value ?? 0,
    key: content('key', 'keyLength'),
    value: content('value', 'valueLength'),
  });
}

export function hex32(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}
