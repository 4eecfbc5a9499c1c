import { describe, expect, test } from 'vitest';
import { murmur2 } from '../../src/engine/client/producer/murmur2.ts';
import { partitionForKey } from '../../src/engine/client/producer/partitionForKey.ts';
import { int32Abs, toPositive } from '../../src/engine/client/producer/toPositive.ts';
import { utf8Bytes } from '../../src/shared/utf8.ts';
import hashVectors from './hash_vectors.json';
import vectors from './vectors-1.json';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

interface Murmur2Case {
  key_utf8?: string;
  key_hex: string;
  murmur2: number;
  to_positive: number;
  partition_by_count: Record<string, number>;
}

const murmur2Case = caseRunner<Murmur2Case>(
  ['PP2', 'PP4'],
  /^(murmur2|to_positive|partition_by_count.*)$/,
  (vector) => {
    const key = bytesOf(vector.key_hex);
    if (vector.key_utf8 !== undefined) expect([...utf8Bytes(vector.key_utf8)]).toEqual([...key]);
    const hash = murmur2(key);
    expect(hash).toBe(vector.murmur2);
    expect(toPositive(hash)).toBe(vector.to_positive);
    for (const [count, partition] of Object.entries(vector.partition_by_count)) {
      expect(partitionForKey(key, Number(count))).toBe(partition);
    }
  },
);

const positiveCase = caseRunner<{ n: number; to_positive: number; abs: number }>(
  ['PP3'],
  /^(to_positive|abs)$/,
  (vector) => {
    expect(toPositive(vector.n)).toBe(vector.to_positive);
    expect(int32Abs(vector.n)).toBe(vector.abs);
  },
);

const PROSE = ['source', 'note', 'how'];

runVectorGroup({
  file: 'vectors-1.json',
  group: 'murmur2',
  cases: () => murmur2Case,
  entries: {
    bulk_checksum: caseRunner<{ sum_hex: string }>(['PP2'], /^sum_hex$/, ({ sum_hex: expected }) => {
      expect(bulkChecksum().toString(16)).toBe(expected);
    }),
  },
  // The hash's constants are read from its results.
  prose: [...PROSE, 'seed_hex', 'm_hex', 'r', 'little_endian_4_byte_words'],
  runCount: 43,
  leftCount: 0,
});

runVectorGroup({
  file: 'vectors-1.json',
  group: 'to_positive_vs_abs',
  cases: () => positiveCase,
  prose: PROSE,
  runCount: 9,
  leftCount: 0,
});

describe('hash_vectors.json, what the Java client does', () => {
  let ran = 0;
  for (const { key, partitions, java } of hashVectors.vectors) {
    test(`[PP2] puts "${key}" of ${partitions} partitions on ${java}`, () => {
      expect(partitionForKey(utf8Bytes(key), partitions)).toBe(java);
      ran += 1;
    });
  }
  for (const [key, hash] of Object.entries(hashVectors.raw_murmur2_int32)) {
    test(`[PP2] hashes "${key}"`, () => {
      expect(murmur2(utf8Bytes(key))).toBe(hash);
      ran += 1;
    });
  }
  test('runs all 86 keys and 9 hashes', () => {
    expect(ran).toBe(hashVectors.vectors.length + Object.keys(hashVectors.raw_murmur2_int32).length);
    expect(ran).toBe(95);
  });
});

test('[PP2] uses the seed and constants of the vectors', () => {
  const { seed_hex: seed, m_hex: multiplier, r, little_endian_4_byte_words: littleEndian } = vectors.murmur2;
  expect({ seed, multiplier, r, littleEndian }).toEqual({
    seed: '9747b28c',
    multiplier: '5bd1e995',
    r: 24,
    littleEndian: true,
  });
});

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

let checksum: number | undefined;

/** Kafka's UtilsTest: 100 random arrays of each length from 0 to 1000, of java.util.SplittableRandom(0). */
function bulkChecksum(): number {
  if (checksum !== undefined) return checksum;
  const random = new SplittableRandom();
  let sum = 0;
  for (let length = 0; length <= 1000; length++) {
    const data = new Uint8Array(length);
    for (let i = 0; i < 100; i++) {
      random.nextBytes(data);
      sum += murmur2(data) >>> 0;
    }
  }
  checksum = sum;
  return sum;
}

/** java.util.SplittableRandom from seed 0, as pairs of 32-bit halves: SplitMix64. */
class SplittableRandom {
  private seedHigh = 0;
  private seedLow = 0;
  private high = 0;
  private low = 0;

  nextBytes(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i += 8) {
      this.next();
      for (let n = 0; n < 8 && i + n < bytes.length; n++) {
        bytes[i + n] = (n < 4 ? this.low >>> (8 * n) : this.high >>> (8 * (n - 4))) & 0xff;
      }
    }
  }

  private next(): void {
    const low = this.seedLow + 0x7f4a7c15;
    this.seedHigh = (this.seedHigh + 0x9e3779b9 + (low > 0xffffffff ? 1 : 0)) >>> 0;
    this.seedLow = low >>> 0;
    this.high = this.seedHigh;
    this.low = this.seedLow;
    this.xorShift(30);
    this.multiply(0xbf58476d, 0x1ce4e5b9);
    this.xorShift(27);
    this.multiply(0x94d049bb, 0x133111eb);
    this.xorShift(31);
  }

  private xorShift(bits: number): void {
    const low = (this.low >>> bits) | (this.high << (32 - bits));
    this.low = (this.low ^ low) >>> 0;
    this.high = (this.high ^ (this.high >>> bits)) >>> 0;
  }

  private multiply(high: number, low: number): void {
    const a = this.low & 0xffff;
    const b = this.low >>> 16;
    const c = low & 0xffff;
    const d = low >>> 16;
    const middle = b * c + ((a * c) >>> 16);
    const cross = a * d + (middle & 0xffff);
    const carry = b * d + (middle >>> 16) + (cross >>> 16);
    this.high = (carry + Math.imul(this.high, low) + Math.imul(this.low, high)) >>> 0;
    this.low = Math.imul(this.low, low) >>> 0;
  }
}
