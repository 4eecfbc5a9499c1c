import { gunzipSync, gzipSync } from 'fflate';
import type { GzipOptions } from 'fflate';
import type { Codec } from '../shared/Codec.ts';
import { refuseBytes } from '../shared/FormatProblem.ts';
import { unpack } from './unpack.ts';

/** No deflate stream grows by more when it is unpacked. */
const MOST_PER_BYTE = 1032;
const TRAILER_BYTES = 8;
/** What java.util.zip writes into the header: no flags of the level, and nothing of the operating system. */
const HEADER_FLAGS_AT = 8;
const HEADER_FLAGS = [0, 255];

type Level = NonNullable<GzipOptions['level']>;

/** gzip, 1 the fastest and 9 the best, without a time in its header. Kafka: `GzipCompression`, `GzipOutputStream`. */
export const gzip: Codec = {
  type: 'gzip',
  compress: (bytes, level) => {
    const packed = gzipSync(bytes, { mtime: 0, ...(level !== undefined && { level: level as Level }) });
    packed.set(HEADER_FLAGS, HEADER_FLAGS_AT);
    return packed;
  },
  decompress: (bytes) => {
    if (bytes.length < TRAILER_BYTES) return refuseBytes('truncated', 0, 'gzip', bytes.length, TRAILER_BYTES);
    // The last four bytes say how much there is, and so much is allocated at once.
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const claimed = view.getUint32(bytes.length - 4, true);
    if (claimed > bytes.length * MOST_PER_BYTE)
      return refuseBytes('codec-failed', bytes.length - 4, 'gzip', claimed, bytes.length * MOST_PER_BYTE);
    const unpacked = unpack('gzip', () => gunzipSync(bytes));
    return unpacked.length === claimed
      ? unpacked
      : refuseBytes('codec-failed', bytes.length - 4, 'gzip', claimed, unpacked.length);
  },
};
