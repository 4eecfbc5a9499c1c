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

const to = (compressionType: string, gzipLevel = -1) => ({ compressionType, gzipLevel });

test('[RB9] [topic-compression] a topic keeps what producers send, or what its own codec makes of it', () => {
  for (const batch of [plain, zstd])
    expect(storedCompression(batch, to('producer'), compressRecords)).toBe(batch);
  expect(storedCompression(zstd, to('zstd'), compressRecords)).toBe(zstd);
  expect(storedCompression(plain, to('uncompressed'), compressRecords)).toBe(plain);
  expect(storedCompression(zstd, to('uncompressed'), compressRecords)).toEqual(plain);
  expect(storedCompression(zstd, to('gzip'), compressRecords)).toEqual({
    ...zstd,
    compression: { type: 'gzip', uncompressedBytes: 1000, payload },
  });
  // Of what nobody said how it compresses: (0.25 · 1000 + 300 · 0.75 · 1000/1300), and the header.
  const packed = storedCompression(plain, to('gzip'), compressRecords);
  expect(packed.compression).toEqual({ type: 'gzip', uncompressedBytes: 1000 });
  expect(packed.sizeBytes).toBe(61 + 424);
});

test('[real-compression] a broker packs at its own level, and leaves what comes in its codec as it is', () => {
  const at1: RecordBatch = { ...plain, compression: { type: 'gzip', level: 1, uncompressedBytes: 1000 } };
  expect(storedCompression(at1, to('gzip', 9), compressRecords)).toBe(at1);
  expect(storedCompression(zstd, to('gzip', 9), compressRecords).compression).toEqual({
    type: 'gzip',
    level: 9,
    uncompressedBytes: 1000,
    payload,
  });
  // What a producer chose is nothing to another codec.
  expect(storedCompression(at1, to('zstd', 9), compressRecords).compression).toEqual({
    type: 'zstd',
    uncompressedBytes: 1000,
  });
});
