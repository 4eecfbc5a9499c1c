/** `compression.type` of a batch, in the order of their ids (RB3). */
export const COMPRESSION_TYPES = ['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const;

export type CompressionType = (typeof COMPRESSION_TYPES)[number];

/** Makes the records of a batch smaller and reads them again (RB9). Pure: the same bytes give the same bytes. */
export interface Codec {
  readonly type: CompressionType;
  /** `level` as the codec counts them; left out, or of a codec that has none here: its default. */
  readonly compress: (bytes: Uint8Array, level?: number) => Uint8Array;
  /** Throws a FormatError for what no such codec wrote. */
  readonly decompress: (bytes: Uint8Array) => Uint8Array;
}
