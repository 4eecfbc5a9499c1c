import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compressedRecordBytes } from './compressedSize.ts';

test('[CM2] large batches come to the preset of their codec, small ones gain little', () => {
  const large = (['gzip', 'snappy', 'lz4', 'zstd'] as const).map((type) =>
    Math.round(compressedRecordBytes(type, 10_000_000) / 10_000),
  );
  expect(large).toEqual([250, 420, 380, 220]);
  // Half of what can be gained: (1 + 0.25) / 2.
  expect(compressedRecordBytes('gzip', 300)).toBe(188);
  expect(compressedRecordBytes('gzip', 0)).toBe(0);
});

test('[CM2] a ratio that is given holds for each batch and codec', () => {
  const payload = { ratioPermille: 100, halfBytes: 0 };
  expect(compressedRecordBytes('zstd', 4_020_990, payload)).toBe(402_099);
  expect(compressedRecordBytes('gzip', 11, payload)).toBe(2);
  expect(compressedRecordBytes('lz4', 1000, { ratioPermille: 1000, halfBytes: 50 })).toBe(1000);
});

test('[CM2] more records never take fewer bytes', () => {
  const type = fc.constantFrom('gzip', 'snappy', 'lz4', 'zstd');
  fc.assert(
    fc.property(type, fc.nat(100_000), fc.nat(5000), (codec, bytes, more) => {
      expect(compressedRecordBytes(codec, bytes + more)).toBeGreaterThanOrEqual(
        compressedRecordBytes(codec, bytes),
      );
    }),
  );
});
