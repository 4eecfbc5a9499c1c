import { compressedRecordBytes } from '../../../storage/compressedSize.ts';
import type {
  BatchCompression,
  Compressibility,
  CompressingType,
  Packing,
} from '../../../storage/compressedSize.ts';
import { packedRecords } from '../../../storage/format/packedRecords.ts';
import type { CompressRecords } from '../../../storage/format/packedRecords.ts';
import type { RecordValues } from '../../../storage/RecordValues.ts';
import { RECORD_BATCH_OVERHEAD } from '../../../storage/recordBatchSize.ts';
import type { Bytes } from '../../../../shared/units.ts';
import { valuesOf } from '../ProducerBatch.ts';
import type { ProducerBatch } from '../ProducerBatch.ts';
import { estimatedBatchBytes, INITIAL_RATIO, ratioAfterSplit, updatedRatio } from './compressionRatio.ts';

/** A batch whose records are being compressed. */
export interface CompressedRecords {
  /** What they come to is expected at this ratio, since the batch was opened. */
  readonly estimatedRatio: number;
  uncompressedBytes: Bytes;
  /** It was closed, and its size is what it came to. */
  isClosed: boolean;
}

/** What batches that are not closed came to when somebody asked last, and with how many records. */
const ASKED = new WeakMap<CompressedRecords, { readonly count: number; readonly bytes: Bytes }>();

/** The codec of a producer, and what it expects of it for the one topic it writes to. Kafka: `CompressionRatioEstimator`, `ProducerBatch`. */
export class ProducerCompression {
  private readonly type: CompressingType;
  /** Left out: the codec's own. */
  declare private readonly level?: number;
  /** Left out: as JSON events compress. */
  private readonly payload: Compressibility | null;
  /** Left out: records are no real bytes, and what they come to goes by a ratio. */
  declare private readonly values?: RecordValues;
  private ratio = INITIAL_RATIO;

  constructor(packing: Packing, payload: Compressibility | null, values: RecordValues | null = null) {
    this.type = packing.type;
    if (packing.level !== undefined) this.level = packing.level;
    this.payload = payload;
    if (values) this.values = values;
  }

  get expectedRatio(): number {
    return this.ratio;
  }

  /** Records of a batch that is opened now. */
  open(): CompressedRecords {
    return { estimatedRatio: this.ratio, uncompressedBytes: 0, isClosed: false };
  }

  private get packing(): Packing {
    return this.level === undefined ? { type: this.type } : { type: this.type, level: this.level };
  }

  /** What a batch comes to when it is closed. */
  closedBytes(batch: ProducerBatch, compressed: CompressedRecords, compress: CompressRecords): Bytes {
    const { packing, values, payload } = this;
    const { records, firstOrdinal, count } = batch;
    if (!values || !records)
      return (
        RECORD_BATCH_OVERHEAD +
        compressedRecordBytes(packing.type, compressed.uncompressedBytes, payload ?? undefined)
      );
    const asked = ASKED.get(compressed);
    if (asked?.count === count) return asked.bytes;
    const described = { contents: records, firstOrdinal, values: valuesOf(batch, values) };
    const bytes = RECORD_BATCH_OVERHEAD + packedRecords(packing, described, compress).length;
    ASKED.set(compressed, { count, bytes });
    return bytes;
  }

  /** The batch is sent for the first time: now it is known how large it is. */
  close(batch: ProducerBatch, compress: CompressRecords): void {
    const { compressed } = batch;
    if (!compressed || compressed.isClosed) return;
    compressed.isClosed = true;
    batch.sizeBytes = this.closedBytes(batch, compressed, compress);
    this.ratio = updatedRatio(this.ratio, observedRatio(batch, compressed));
  }

  /** A batch was too large for the broker. */
  tooLarge(batch: ProducerBatch): void {
    if (batch.compressed) this.ratio = ratioAfterSplit(observedRatio(batch, batch.compressed));
  }

  /** As the batch says it on the wire. */
  onWire({ uncompressedBytes }: CompressedRecords): BatchCompression {
    return { ...this.packing, uncompressedBytes, ...(this.payload && { payload: this.payload }) };
  }
}

/** Of a closed batch. */
function observedRatio({ sizeBytes }: ProducerBatch, { uncompressedBytes }: CompressedRecords): number {
  return uncompressedBytes === 0 ? INITIAL_RATIO : (sizeBytes - RECORD_BATCH_OVERHEAD) / uncompressedBytes;
}

/** One more record came into a batch. */
export function addCompressed(batch: ProducerBatch, recordBytes: Bytes): void {
  const { compressed } = batch;
  if (!compressed) return;
  compressed.uncompressedBytes += recordBytes;
  batch.sizeBytes = estimatedBatchBytes(compressed.uncompressedBytes, compressed.estimatedRatio);
}
