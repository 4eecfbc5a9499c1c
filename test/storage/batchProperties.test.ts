import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBatch, diskBatchSize, encodeBatch } from '../../src/engine/storage/format/batchBytes.ts';
import { buildBatch } from '../../src/engine/storage/format/buildBatch.ts';
import { ByteReader } from '../../src/engine/storage/format/ByteReader.ts';
import { ByteWriter } from '../../src/engine/storage/format/ByteWriter.ts';
import { crc32c } from '../../src/engine/storage/format/crc32c.ts';
import { batchSize, varintLength } from '../../src/engine/storage/recordBatchSize.ts';
import { FormatError } from '../../src/shared/FormatProblem.ts';
import type { FormatProblemCode } from '../../src/shared/FormatProblem.ts';
import { anyBatch } from './arbitraries.ts';
import { fromHex, toHex } from './kafkaFiles.ts';

/** What reading refuses, and where. */
function refusal(read: () => unknown): { code: FormatProblemCode; position: number } | null {
  try {
    read();
    return null;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { code: error.problem.code, position: error.problem.position };
  }
}

test('[RB1] [RB3] [RB4] any batch round trips, between any bytes', () => {
  fc.assert(
    fc.property(anyBatch, fc.uint8Array(), fc.uint8Array(), (batch, before, after) => {
      const bytes = encodeBatch(batch);
      expect(decodeBatch(bytes)).toEqual({ batch, sizeBytes: bytes.length });
      const within = Uint8Array.from([...before, ...bytes, ...after]);
      expect(decodeBatch(within, before.length)).toEqual({ batch, sizeBytes: bytes.length });
    }),
  );
});

test('[RB5] the size that is computed is the size that is written', () => {
  fc.assert(
    fc.property(anyBatch, (batch) => {
      expect(encodeBatch(batch).length).toBe(diskBatchSize(batch));
    }),
  );
});

test('[RB5] the engine’s sizes of batches, which know lengths only, are those of the bytes', () => {
  const bytes = fc.option(fc.uint8Array({ maxLength: 300 }));
  const header = fc.record({ key: fc.uint8Array({ maxLength: 70 }), value: bytes });
  const record = fc.record({
    timestampMs: fc.nat(2 ** 45),
    key: bytes,
    value: bytes,
    headers: fc.array(header, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 80 }), (records) => {
      const first = records[0]!.timestampMs;
      const batch = buildBatch({
        baseOffset: 5,
        partitionLeaderEpoch: 0,
        records: records.map((each, i) => ({ ...each, offset: 5 + i })),
      });
      const sizes = records.map(({ timestampMs, key, value, headers }) => ({
        timestampDeltaMs: timestampMs - first,
        keyBytes: key?.length ?? null,
        valueBytes: value?.length ?? null,
        headers: headers.map((each) => ({
          keyBytes: each.key.length,
          valueBytes: each.value?.length ?? null,
        })),
      }));
      expect(encodeBatch(batch).length).toBe(batchSize(sizes));
    }),
  );
});

test('[RB2] any changed byte from 21 on is noticed by the CRC', () => {
  fc.assert(
    fc.property(anyBatch, fc.nat(), fc.integer({ min: 1, max: 255 }), (batch, place, flip) => {
      const bytes = encodeBatch(batch);
      const at = 21 + (place % (bytes.length - 21));
      bytes[at]! ^= flip;
      expect(refusal(() => decodeBatch(bytes))).toEqual({ code: 'wrong-crc', position: 17 });
    }),
  );
});

test('[RB2] [RB8] a changed byte before 21 is noticed too, or changes only offset, epoch or length', () => {
  fc.assert(
    fc.property(anyBatch, fc.nat(20), fc.integer({ min: 1, max: 255 }), (batch, at, flip) => {
      const bytes = encodeBatch(batch);
      bytes[at]! ^= flip;
      const refused = refusal(() => decodeBatch(bytes))?.code;
      if (at < 8) expect([undefined, 'number-too-large']).toContain(refused);
      else if (at < 12) expect(['truncated', 'batch-too-small', 'wrong-crc']).toContain(refused);
      else if (at < 16) expect(refused).toBeUndefined();
      else expect(refused).toBe(at === 16 ? 'wrong-magic' : 'wrong-crc');
    }),
  );
});

test('[RB2] [RB8] another base offset and leader epoch leave every byte from the CRC on as it is', () => {
  fc.assert(
    fc.property(anyBatch, fc.maxSafeNat(), fc.nat(2147483647), (batch, baseOffset, partitionLeaderEpoch) => {
      const before = encodeBatch(batch);
      const after = encodeBatch({ ...batch, baseOffset, partitionLeaderEpoch });
      expect(toHex(after.subarray(16))).toBe(toHex(before.subarray(16)));
    }),
  );
});

test('[RB1] a batch that ends early is refused wherever it ends', () => {
  fc.assert(
    fc.property(anyBatch, fc.nat(), (batch, place) => {
      const bytes = encodeBatch(batch);
      const cut = bytes.subarray(0, place % bytes.length);
      expect(refusal(() => decodeBatch(cut))).toEqual({ code: 'truncated', position: 0 });
    }),
  );
});

test('[RB1] random bytes are refused by a FormatError or read, behind a right CRC too', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      refusal(() => decodeBatch(bytes));
    }),
  );
  fc.assert(
    fc.property(anyBatch, fc.uint8Array({ minLength: 40, maxLength: 300 }), (batch, noise) => {
      const header = encodeBatch({
        ...batch,
        attributes: { ...batch.attributes, compression: 'none' },
        content: { kind: 'records', records: [] },
      });
      const bytes = Uint8Array.from([...header.subarray(0, 57), ...noise]);
      const view = new DataView(bytes.buffer);
      view.setInt32(8, bytes.length - 12);
      view.setInt32(57, noise[0]! % 5);
      view.setUint32(17, crc32c(bytes, 21));
      refusal(() => decodeBatch(bytes));
    }),
    { numRuns: 500 },
  );
});

test('[RB4] varints are those of ByteUtils', () => {
  // The values of Kafka's own test of them.
  const known: [number, string][] = [
    [0, '00'],
    [-1, '01'],
    [1, '02'],
    [63, '7e'],
    [-64, '7f'],
    [64, '8001'],
    [-65, '8101'],
    [8191, 'fe7f'],
    [-8192, 'ff7f'],
    [8192, '808001'],
    [1048575, 'feff7f'],
    [134217727, 'feffff7f'],
    [134217728, '8080808001'],
    [2147483647, 'feffffff0f'],
    [-2147483648, 'ffffffff0f'],
    [17179869183, 'feffffff7f'],
    [17179869184, '808080808001'],
    [-17179869185, '818080808001'],
  ];
  for (const [value, hex] of known) {
    const writer = new ByteWriter(1);
    writer.varlong(value);
    expect(toHex(writer.written())).toBe(hex);
    expect(new ByteReader(fromHex(hex)).varlong('value')).toBe(value);
  }
});

test('[RB4] any whole number that is exact round trips as a varlong of the computed length', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      const writer = new ByteWriter(1);
      writer.varlong(value);
      expect(writer.length).toBe(varintLength(value));
      expect(new ByteReader(writer.written()).varlong('value')).toBe(value);
    }),
  );
});

test.each([
  ['no end within five bytes', 'ffffffffff01', 'varint-too-long'],
  ['more than 32 bits', 'feffffff1f', 'number-too-large'],
  ['no end at all', 'ffff', 'truncated'],
])('[RB4] refuses a varint with %s', (_, hex, code) => {
  expect(refusal(() => new ByteReader(fromHex(hex)).varint('length'))?.code).toBe(code);
});

test('[RB2] CRC-32C of the check string and of RFC 3720’s examples', () => {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  expect(crc32c(text('123456789'))).toBe(0xe3069283);
  expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
  expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
  expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe(0x46dd794e);
});

test('[RB4] says at which byte a record is wrong', () => {
  const record = { offset: 0, timestampMs: 0, key: fromHex('6b'), value: fromHex('76') };
  const bytes = encodeBatch(
    buildBatch({ baseOffset: 0, partitionLeaderEpoch: 0, records: [record, record] }),
  );
  const broken = (at: number, value: number): { code: FormatProblemCode; position: number } | null => {
    const copy = bytes.slice();
    copy[at] = value;
    new DataView(copy.buffer).setUint32(17, crc32c(copy, 21));
    return refusal(() => decodeBatch(copy));
  };
  expect(bytes.length).toBe(61 + 9 + 9);
  expect(broken(61, 0x12)).toEqual({ code: 'length-mismatch', position: 61 });
  expect(broken(61, 0x7e)).toEqual({ code: 'truncated', position: 62 });
  expect(broken(62, 1)).toEqual({ code: 'unknown-attributes', position: 62 });
  expect(broken(65, 0x7e)).toEqual({ code: 'truncated', position: 66 });
  expect(broken(65, 0x03)).toEqual({ code: 'negative-length', position: 65 });
  expect(broken(69, 0x01)).toEqual({ code: 'negative-count', position: 69 });
  expect(broken(60, 1)).toEqual({ code: 'bytes-left-over', position: 70 });
  expect(broken(57, 0xff)).toEqual({ code: 'negative-count', position: 57 });
  expect(broken(22, 5)).toEqual({ code: 'unknown-codec', position: 21 });
  expect(broken(22, 0x80)).toEqual({ code: 'unknown-attributes', position: 21 });
});
