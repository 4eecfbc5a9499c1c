import { decompress } from 'fzstd';
import type { Codec } from '../../shared/Codec.ts';
import { unpack } from '../unpack.ts';
import { compressFrame } from './compressFrame.ts';

/** zstd about as small as at its default level. Kafka: `ZstdCompression`. */
export const zstd: Codec = {
  type: 'zstd',
  compress: compressFrame,
  decompress: (bytes) => unpack('zstd', () => decompress(bytes)),
};
