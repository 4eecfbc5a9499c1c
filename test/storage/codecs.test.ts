import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CODECS } from '../../src/codecs/codecs.ts';
import { xxHash32 } from '../../src/codecs/xxHash32.ts';
import { decodeBatch, encodeBatch, diskBatchSize } from '../../src/engine/storage/format/batchBytes.ts';
import { compressBatch, recordsOf } from '../../src/engine/storage/format/compressBatch.ts';
import { crc32c } from '../../src/engine/storage/format/crc32c.ts';
import { encodeRecords } from '../../src/engine/storage/format/recordBytes.ts';
import { attempt } from '../../src/engine/storage/format/segmentBytes.ts';
import type { Codec } from '../../src/shared/Codec.ts';
import { anyBatch } from './arbitraries.ts';
import { describedBatch, fromBase64, fromHex, KAFKA_BATCHES } from './kafkaFiles.ts';

const compressed = KAFKA_BATCHES.filter(({ compression }) => compression !== 'none');

test.each(compressed)('[RB9] unpacks what Kafka compressed: $name', (from) => {
  const records = recordsOf(decodeBatch(fromBase64(from.bytes)).batch, CODECS);
  if (from.recordsCrc32c === undefined) {
    expect(records).toEqual(recordsOf(describedBatch(from), CODECS));
    return;
  }
  const bytes = encodeRecords(records);
  expect([bytes.length, crc32c(bytes)]).toEqual([from.recordsBytes, from.recordsCrc32c]);
});

/** Bytes that repeat themselves at all distances, as records do. */
const repetitive = fc
  .array(fc.tuple(fc.uint8Array({ maxLength: 30 }), fc.nat(3000)), { maxLength: 12 })
  .map((parts) =>
    Uint8Array.from(
      parts.flatMap(([part, times]) => Array.from({ length: times % 400 }, () => [...part]).flat()),
    ),
  );

describe.each(Object.values(CODECS))('$type', ({ type, compress, decompress }) => {
  test('[RB9] unpacks what it packed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 500 }), repetitive), (bytes) => {
        expect(Buffer.from(decompress(compress(bytes))).equals(bytes)).toBe(true);
      }),
    );
  });

  test.each([0, 1, 3, 4, 12, 13, 64, 65, 32_767, 32_768, 32_769, 65_536, 65_537, 200_000])(
    '[RB9] packs %i equal bytes, and as many that differ',
    (length) => {
      for (const bytes of [
        new Uint8Array(length).fill(7),
        Uint8Array.from({ length }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 24),
      ])
        expect(Buffer.from(decompress(compress(bytes))).equals(bytes)).toBe(true);
    },
  );

  test('[RB9] makes text of records smaller, and the same bytes each time', () => {
    const bytes = new TextEncoder().encode(
      '{"user":"alice","event":"click","page":"/products"}\n'.repeat(200),
    );
    expect(compress(bytes).length).toBeLessThan(bytes.length / 10);
    expect(compress(bytes)).toEqual(compress(bytes.slice()));
  });

  test('[RB9] a batch that it compressed is read again', () => {
    fc.assert(
      fc.property(anyBatch, (batch) => {
        if (batch.content.kind !== 'records' || batch.content.records.length === 0) return;
        const smaller = compressBatch(batch, CODECS[type as keyof typeof CODECS]);
        const bytes = encodeBatch(smaller);
        expect(bytes.length).toBe(diskBatchSize(smaller));
        expect(recordsOf(decodeBatch(bytes).batch, CODECS)).toEqual(batch.content.records);
      }),
    );
  });
});

describe.each(Object.values(CODECS))('what $type refuses', (codec: Codec) => {
  test('[RB9] damage throws nothing but a FormatError', () => {
    const packed = fromBase64(
      KAFKA_BATCHES.find(({ name }) => name.startsWith(`${codec.type}, 100`))!.bytes,
    ).subarray(61);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.nat(packed.length),
        (changes, end) => {
          const bytes = packed.slice(0, end);
          for (const [place, value] of changes) if (bytes.length > 0) bytes[place % bytes.length] = value;
          attempt(() => codec.decompress(bytes));
        },
      ),
      { numRuns: 300 },
    );
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void attempt(() => codec.decompress(bytes))));
  });
});

test('[RB9] a batch without its codec at hand says which one it wants', () => {
  const { batch } = decodeBatch(fromBase64(compressed[0]!.bytes));
  expect(attempt(() => recordsOf(batch, {}))).toEqual({
    problem: { code: 'no-codec', position: 61, field: 'records', found: 'gzip', expected: null },
  });
});

test('[RB9] one block of snappy without a frame is read too', () => {
  // "Wikipedia" as a literal.
  expect(new TextDecoder().decode(CODECS.snappy.decompress(fromHex('092057696b697065646961')))).toBe(
    'Wikipedia',
  );
});

test('xxHash of 32 bits: the values that its specification gives', () => {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  expect(xxHash32(text(''))).toBe(0x02cc5d05);
  expect(xxHash32(text('a'))).toBe(0x550d7456);
  expect(xxHash32(text('abc'))).toBe(0x32d153ff);
  expect(xxHash32(text('Nobody inspects the spammish repetition'))).toBe(0xe2293b2f);
});

/** Orders in JSON, as a topic might have them. */
function orders(count: number): Uint8Array {
  const words = 'account transfer payment ledger balance customer order shipped pending failed retry'.split(
    ' ',
  );
  let seed = 5;
  const draw = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const text = Array.from({ length: count }, (_, number) =>
    JSON.stringify({
      number,
      id: draw(1e9).toString(16),
      note: Array.from({ length: 25 }, () => words[draw(words.length)]).join(' '),
    }),
  ).join('');
  return new TextEncoder().encode(text);
}

describe('compression.gzip.level', () => {
  const bytes = orders(120);
  const sizeAt = (level?: number) => CODECS.gzip.compress(bytes, level).length;

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    '[real-compression] %i comes to about what zlib makes of it',
    (level) => {
      const packed = CODECS.gzip.compress(bytes, level);
      expect(Math.abs(packed.length / gzipSync(bytes, { level }).length - 1)).toBeLessThan(0.06);
      expect(Buffer.from(CODECS.gzip.decompress(packed)).equals(bytes)).toBe(true);
    },
  );

  test('[real-compression] takes fewer bytes the higher it is, and 6 is the default', () => {
    for (const [less, more] of [
      [1, 3],
      [3, 6],
      [6, 9],
    ] as const)
      expect(sizeAt(less)).toBeGreaterThan(sizeAt(more) - 1);
    expect(sizeAt(1)).toBeGreaterThan(sizeAt(9) * 1.1);
    expect(sizeAt()).toBe(sizeAt(6));
  });

  test('[RB9] its header is that of java.util.zip', () => {
    for (const level of [1, 6, 9])
      expect([...CODECS.gzip.compress(bytes, level).subarray(0, 10)]).toEqual([
        31, 139, 8, 0, 0, 0, 0, 0, 0, 255,
      ]);
  });
});
