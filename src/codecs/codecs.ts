import type { Codec, CompressionType } from '../shared/Codec.ts';
import { gzip } from './gzip.ts';
import { lz4 } from './lz4.ts';
import { snappy } from './snappy.ts';
import { zstd } from './zstd/zstd.ts';

/** The codecs that Kafka knows. */
export const CODECS: Readonly<Record<Exclude<CompressionType, 'none'>, Codec>> = { gzip, snappy, lz4, zstd };

/** The records of a batch as a codec makes them (RB9). */
export function compressRecords(
  type: Exclude<CompressionType, 'none'>,
  records: Uint8Array,
  level?: number,
): Uint8Array {
  return CODECS[type].compress(records, level);
}
