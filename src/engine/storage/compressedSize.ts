import type { CompressionType } from '../../shared/Codec.ts';
import type { Bytes } from '../../shared/units.ts';

export type CompressingType = Exclude<CompressionType, 'none'>;

/** How well the records of a workload compress, whatever the codec. Ours, not Kafka's. */
export interface Compressibility {
  /** What a large batch comes to, in parts of a thousand of its records. */
  readonly ratioPermille: number;
  /** A batch of so many bytes is half way from nothing gained to that; 0: each batch gains as much as a large one. */
  readonly halfBytes: Bytes;
}

/** A codec and how hard it looks for what repeats itself. */
export interface Packing {
  readonly type: CompressingType;
  /** Of gzip, 1 to 9; left out: its default. */
  readonly level?: number;
}

/** What a batch was compressed with, and what of. */
export interface BatchCompression extends Packing {
  /** Of its records, without the header of the batch, which is never compressed (RB9). */
  readonly uncompressedBytes: Bytes;
  /** Left out: as JSON events compress. */
  readonly payload?: Compressibility;
}

/** gzip's own level where -1 asks for its default. */
const DEFAULT_GZIP_LEVEL = 6;

/** How a client or a broker packs under its configs: of the levels only compression.gzip.level counts. Kafka: `GzipCompression.Builder`. */
export function packingOf(type: CompressingType, gzipLevel: number): Packing {
  const isDefault = gzipLevel < 0 || gzipLevel === DEFAULT_GZIP_LEVEL;
  return type === 'gzip' && !isDefault ? { type, level: gzipLevel } : { type };
}

/** Events in JSON, for the classroom; by codec. */
const PRESET_PERMILLE: Readonly<Record<CompressingType, number>> = {
  gzip: 250,
  snappy: 420,
  lz4: 380,
  zstd: 220,
};
const PRESET_HALF_BYTES: Bytes = 300;
const PERMILLE = 1000;

/**
 * Bytes of so many bytes of records once they are compressed: the larger the batch, the better (CM2).
 *
 * Simplified: of records that are no real bytes; a codec is a number.
 */
export function compressedRecordBytes(
  type: CompressingType,
  uncompressedBytes: Bytes,
  payload?: Compressibility,
): Bytes {
  const ratio = (payload?.ratioPermille ?? PRESET_PERMILLE[type]) / PERMILLE;
  const halfBytes = payload?.halfBytes ?? PRESET_HALF_BYTES;
  const ungained = halfBytes === 0 ? 0 : halfBytes / (halfBytes + uncompressedBytes);
  return Math.ceil(uncompressedBytes * (ratio + (1 - ratio) * ungained));
}
