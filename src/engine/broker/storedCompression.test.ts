import { expect, test } from 'vitest';
import type { RecordBatch } from '../storage/RecordBatch.ts';
import { compressRecords } from '../../codecs/codecs.ts';
import { storedCompression } from './storedCompression.ts';

const plain: RecordBatch = {
  baseOffset: 0,
  count: 10,
  sizeBytes: 1061,
  leaderEpoch: -1,
  maxTimestampMs: 5,
  producerId: -1,
  producerEpoch: -1,
  baseSequence: -1,
  origin: 0,
  firstOrdinal: 0,
};
const payload = { ratioPermille: 500, halfBytes: 0 };
const zstd: RecordBatch = {
  ...plain,
  sizeBytes: 561,
  compression: { type: 'zstd', uncompressedBytes: 1000, payload },
};

test('[RB9] [topic-compression] a topic keeps what producers send, or what its own codec makes of it', () => {
  for (const batch of [plain, zstd])
    expect(storedCompression(batch, 'producer', compressRecords)).toBe(batch);
  expect(storedCompression(zstd, 'zstd', compressRecords)).toBe(zstd);
  expect(storedCompression(plain, 'uncompressed', compressRecords)).toBe(plain);
  expect(storedCompression(zstd, 'uncompressed', compressRecords)).toEqual(plain);
  expect(storedCompression(zstd, 'gzip', compressRecords)).toEqual({
    ...zstd,
    compression: { type: 'gzip', uncompressedBytes: 1000, payload },
  });
  // Of what nobody said how it compresses: (0.25 · 1000 + 300 · 0.75 · 1000/1300), and the header.
  const packed = storedCompression(plain, 'gzip', compressRecords);
  expect(packed.compression).toEqual({ type: 'gzip', uncompressedBytes: 1000 });
  expect(packed.sizeBytes).toBe(61 + 424);
});
