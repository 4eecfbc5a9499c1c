import { assert } from '../../../shared/assert.ts';
import type { Codec } from '../../../shared/Codec.ts';
import { refuseBytes } from '../../../shared/FormatProblem.ts';
import { RECORD_BATCH_OVERHEAD } from '../recordBatchSize.ts';
import { ByteReader } from './ByteReader.ts';
import type { DiskBatch, DiskRecord } from './DiskBatch.ts';
import { decodeRecords, encodeRecords } from './recordBytes.ts';

/** The codecs at hand, by name. They are handed in: some are made of libraries. */
export type Codecs = Readonly<Partial<Record<string, Codec>>>;

/** The same batch with its records compressed; its size follows from the bytes that come out (RB9). */
export function compressBatch(batch: DiskBatch, codec: Codec, level?: number): DiskBatch {
  const { content } = batch;
  assert(
    content.kind === 'records' && content.records.length > 0,
    'records are compressed once, and an empty batch never',
  );
  const bytes = codec.compress(encodeRecords(content.records), level);
  return {
    ...batch,
    attributes: { ...batch.attributes, compression: codec.type },
    content: { kind: 'compressed', count: content.records.length, bytes },
  };
}

/**
 * The records of a batch, unpacked if need be. Throws a FormatError, whose places count from the batch's first byte where the
 * bytes are those of the batch, and from the first record where they were unpacked.
 */
export function recordsOf({ attributes, content }: DiskBatch, codecs: Codecs): readonly DiskRecord[] {
  if (content.kind === 'records') return content.records;
  const codec = codecs[attributes.compression];
  if (codec === undefined)
    return refuseBytes('no-codec', RECORD_BATCH_OVERHEAD, 'records', attributes.compression);
  return decodeRecords(new ByteReader(codec.decompress(content.bytes)), content.count);
}
