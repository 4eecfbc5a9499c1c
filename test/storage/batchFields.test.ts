import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeBatch } from '../../src/engine/storage/format/batchBytes.ts';
import { batchFields, unpackedRecordFields } from '../../src/engine/storage/format/batchFields.ts';
import { encodeRecords } from '../../src/engine/storage/format/recordBytes.ts';
import type { ByteField } from '../../src/shared/ByteField.ts';
import { RULES } from '../../src/engine/model/ruleAreas.ts';
import { anyBatch } from './arbitraries.ts';
import { fromBase64, KAFKA_BATCHES } from './kafkaFiles.ts';

/** Fails if fields leave a gap or overlap, at any depth. */
function expectTiles(fields: readonly ByteField[], start: number, end: number): void {
  let at = start;
  for (const field of fields) {
    expect(field.start).toBe(at);
    expect(field.end).toBeGreaterThan(field.start);
    if (field.fields.length > 0) expectTiles(field.fields, field.start, field.end);
    at = field.end;
  }
  expect(at).toBe(end);
}

const namesOf = (fields: readonly ByteField[]): string[] =>
  fields.flatMap((field) => [field.name, ...namesOf(field.fields)]);

describe.each(KAFKA_BATCHES)('$name', ({ bytes: base64, compression }) => {
  const bytes = fromBase64(base64);
  const { fields, problem } = batchFields(bytes);

  test('[batch-fields] fields tile the batch that Kafka wrote', () => {
    expect(problem).toBeNull();
    expectTiles(fields, 0, bytes.length);
    expect(fields.slice(0, 13).map(({ start }) => start)).toEqual([
      0, 8, 12, 16, 17, 21, 23, 27, 35, 43, 51, 53, 57,
    ]);
    expect(fields[4]?.reading).toEqual({ kind: 'crc', computed: fields[4]?.value, isValid: true });
    if (compression !== 'none') expect(namesOf(fields).slice(13)).toEqual(['compressedRecords']);
  });
});

test('[batch-fields] names a rule that is known for each field', () => {
  const known = new Set(RULES.map(({ id }) => id));
  const rulesOf = (fields: readonly ByteField[]): string[] =>
    fields.flatMap((field) => [field.rule, ...rulesOf(field.fields)]);
  const used = new Set(KAFKA_BATCHES.flatMap(({ bytes }) => rulesOf(batchFields(fromBase64(bytes)).fields)));
  expect(used.size).toBeGreaterThan(5);
  expect([...used].filter((rule) => !known.has(rule))).toEqual([]);
});

test('[batch-fields] [RB7] a marker is taken apart to its last field', () => {
  const commit = KAFKA_BATCHES.find(({ name }) => name === 'COMMIT')!;
  const { fields } = batchFields(fromBase64(commit.bytes));
  expect(fields[5]?.reading).toEqual({
    kind: 'words',
    words: ['none', 'CreateTime', 'isTransactional', 'isControl'],
  });
  const record = fields[13]!;
  expect(namesOf(record.fields)).toEqual([
    'length',
    'recordAttributes',
    'timestampDelta',
    'offsetDelta',
    'keyLength',
    'key',
    'controlVersion',
    'controlType',
    'valueLength',
    'value',
    'markerVersion',
    'coordinatorEpoch',
    'headersCount',
  ]);
  const key = record.fields.find(({ name }) => name === 'key')!;
  expect(key.fields[1]?.reading).toEqual({ kind: 'words', words: ['COMMIT'] });
  const value = record.fields.find(({ name }) => name === 'value')!;
  expect(value.fields[1]?.value).toBe(15);
});

test('[batch-fields] deltas say what they stand for', () => {
  const from = KAFKA_BATCHES.find(({ name }) => name === 'timestamps that go back')!;
  const { fields } = batchFields(fromBase64(from.bytes));
  const standsFor = (name: string): (number | null)[] =>
    fields.slice(13).map((record) => {
      const { reading } = record.fields.find((field) => field.name === name)!;
      return reading.kind === 'stands for' ? reading.value : null;
    });
  expect(standsFor('offsetDelta')).toEqual(from.records?.map(({ offset }) => offset));
  expect(standsFor('timestampDelta')).toEqual(from.records?.map(({ timestampMs }) => timestampMs));
});

test('[batch-fields] fields tile any batch', () => {
  fc.assert(
    fc.property(anyBatch, (batch) => {
      const bytes = encodeBatch(batch);
      const { fields, problem } = batchFields(bytes);
      expect(problem).toBeNull();
      expectTiles(fields, 0, bytes.length);
    }),
  );
});

test('[batch-fields] fields tile whatever is handed in, as far as a length says', () => {
  fc.assert(
    fc.property(anyBatch, fc.array(fc.tuple(fc.nat(), fc.nat(255))), fc.nat(), (batch, changes, cut) => {
      const whole = encodeBatch(batch);
      for (const [place, value] of changes) whole[place % whole.length] = value;
      const bytes = whole.subarray(0, whole.length - (cut % 20));
      const { fields } = batchFields(bytes);
      expectTiles(fields, 0, fields.at(-1)?.end ?? 0);
      expect(fields.at(-1)!.end).toBeLessThanOrEqual(bytes.length);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      const { fields, problem } = batchFields(bytes);
      expectTiles(fields, 0, fields.at(-1)?.end ?? 0);
      if (problem !== null && bytes.length < 61) expect(fields.at(-1)?.end).toBe(bytes.length);
    }),
  );
});

test('[batch-fields] [RB2] a wrong CRC is said at its field, and the rest is read', () => {
  const bytes = fromBase64(KAFKA_BATCHES[0]!.bytes);
  bytes[20]! ^= 1;
  const { fields, problem } = batchFields(bytes);
  expect(problem).toBeNull();
  expect(fields[4]?.reading).toMatchObject({ kind: 'crc', isValid: false });
  expect(fields).toHaveLength(14);
});

test('[batch-fields] [RB9] unpacked records have fields too, counted from their first byte', () => {
  fc.assert(
    fc.property(anyBatch, (batch) => {
      if (batch.content.kind !== 'records') return;
      const records = encodeRecords(batch.content.records);
      const { fields, problem } = unpackedRecordFields(records, encodeBatch(batch));
      expect(problem).toBeNull();
      expectTiles(fields, 0, records.length);
      expect(fields).toHaveLength(batch.content.records.length);
    }),
  );
});
