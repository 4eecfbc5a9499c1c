import type { Codec, CompressionType } from '../shared/Codec.ts';
import { gzip } from './gzip.ts';
import { lz4 } from './lz4.ts';
import { snappy } from './snappy.ts';
import { zstd } from './zstd.ts';

/** The codecs that Kafka knows. */
export const CODECS: Readonly<Record<Exclude<CompressionType, 'none'>, Codec>> = { gzip, snappy, lz4, zstd };
