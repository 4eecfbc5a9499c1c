import { decompress } from 'fzstd';
import type { Codec } from '../shared/Codec.ts';
import { unpack } from './unpack.ts';

/** zstd, to read only: there is no small library in plain script that writes it. Kafka: `ZstdCompression`. */
export const zstd: Codec = {
  type: 'zstd',
  compress: null,
  decompress: (bytes) => unpack('zstd', () => decompress(bytes)),
};
