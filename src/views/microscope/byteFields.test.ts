import { expect, test } from 'vitest';
import type { ByteField, ByteFieldName } from '../../shared/ByteField.ts';
import { fieldsAt, hexOf, indexAt, leavesOf, marksOf, textOf } from './byteFields.ts';
import { readTarget } from './readTarget.ts';

const field = (
  name: ByteFieldName,
  start: number,
  end: number,
  fields: readonly ByteField[] = [],
): ByteField => ({ name, start, end, value: null, reading: { kind: 'plain' }, rule: 'RB1', fields });

const FIELDS = [
  field('baseOffset', 0, 8),
  field('batchLength', 8, 12),
  field('record', 12, 20, [field('length', 12, 13), field('value', 13, 20)]),
  field('record', 20, 24, [field('length', 20, 24)]),
  field('unreadable', 24, 26),
];

test('header fields have letters, records numbers', () => {
  expect(marksOf(FIELDS)).toEqual(['a', 'b', '1', '2', '?']);
});

test('each byte has its field, and what that is part of', () => {
  expect(fieldsAt(FIELDS, 7).map(({ name }) => name)).toEqual(['baseOffset']);
  expect(fieldsAt(FIELDS, 13).map(({ name }) => name)).toEqual(['record', 'value']);
  expect(fieldsAt(FIELDS, 26)).toEqual([]);
  for (let byte = 0; byte < 26; byte++) {
    const at = FIELDS[indexAt(FIELDS, byte)]!;
    expect(byte >= at.start && byte < at.end).toBe(true);
  }
  expect(leavesOf(FIELDS).map(({ start }) => start)).toEqual([0, 8, 12, 13, 20, 24]);
});

test('bytes are text only if all of them can be read', () => {
  expect(textOf(new TextEncoder().encode('Straße {"n":1}'))).toBe('Straße {"n":1}');
  expect(textOf(Uint8Array.of(0xff, 0x41))).toBeNull();
  expect(textOf(Uint8Array.of(0x41, 0))).toBeNull();
  expect(hexOf(Uint8Array.of(0, 31, 255), 2)).toBe('00 1f …');
});

test.each([
  ['offset', '54 321', null, { by: 'offset', offset: 54321 }],
  ['offset', ' 54\u202f321 ', null, { by: 'offset', offset: 54321 }],
  ['timestamp', '1700000000000', null, { by: 'timestamp', timestampMs: 1_700_000_000_000 }],
  ['timestamp', '0:01.25', 1000, { by: 'timestamp', timestampMs: 2250 }],
  ['timestamp', '2023-11-14 22:13:20', null, { by: 'timestamp', timestampMs: 1_700_000_000_000 }],
  ['timestamp', '2023-11-14T22:13:20.5Z', null, { by: 'timestamp', timestampMs: 1_700_000_000_500 }],
  ['timestamp', 'max-timestamp', null, { by: 'timestamp', timestampMs: -3 }],
  ['timestamp', '-3', null, { by: 'timestamp', timestampMs: -3 }],
  ['timestamp', '2023-11-14', null, { by: 'timestamp', timestampMs: 1_699_920_000_000 }],
] as const)('by %s, %j is a target', (by, typed, origin, target) => {
  expect(readTarget(by, typed, origin)).toEqual({ ok: true, target });
});

test.each([
  ['offset', 'x', null, 'not-an-offset'],
  ['offset', '', null, 'not-an-offset'],
  ['offset', '99999999999999999999', null, 'not-an-offset'],
  ['timestamp', 'yesterday', null, 'not-a-time'],
  // To ListOffsets it asks for the end of the log.
  ['timestamp', '-1', null, 'not-a-time'],
  ['timestamp', '2023-13-45', null, 'not-a-time'],
  ['timestamp', '0:01.25', null, 'no-run-clock'],
] as const)('by %s, %j is none', (by, typed, origin, problem) => {
  expect(readTarget(by, typed, origin)).toEqual({ ok: false, problem });
});
