import { compressedRecordBytes } from '../../../storage/compressedSize.ts';
import type { BatchCompression, Compressibility, CompressingType } from '../../../storage/compressedSize.ts';
import { RECORD_BATCH_OVERHEAD } from '../../../storage/recordBatchSize.ts';
import type { Bytes } from '../../../../shared/units.ts';
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

/** The codec of a producer, and what it expects of it for the one topic it writes to. Kafka: `CompressionRatioEstimator`, `ProducerBatch`. */
export class ProducerCompression {
  readonly type: CompressingType;
  /** Left out: as JSON events compress. */
  private readonly payload: Compressibility | null;
  private ratio = INITIAL_RATIO;

  constructor(type: CompressingType, payload: Compressibility | null) {
    this.type = type;
    this.payload = payload;
  }

  get expectedRatio(): number {
    return this.ratio;
  }

  /** Records of a batch that is opened now. */
  open(): CompressedRecords {
    return { estimatedRatio: this.ratio, uncompressedBytes: 0, isClosed: false };
  }

  /** What a batch comes to when it is closed. */
  closedBytes(records: CompressedRecords): Bytes {
    return RECORD_BATCH_OVERHEAD + this.compressed(records.uncompressedBytes);
  }

  /** The batch is sent for the first time: now it is known how large it is. */
  close(batch: ProducerBatch): void {
    const { compressed } = batch;
    if (!compressed || compressed.isClosed) return;
    compressed.isClosed = true;
    batch.sizeBytes = this.closedBytes(compressed);
    this.ratio = updatedRatio(this.ratio, this.observed(compressed));
  }

  /** A batch was too large for the broker. */
  tooLarge({ compressed }: ProducerBatch): void {
    if (compressed) this.ratio = ratioAfterSplit(this.observed(compressed));
  }

  /** As the batch says it on the wire. */
  onWire({ uncompressedBytes }: CompressedRecords): BatchCompression {
    return { type: this.type, uncompressedBytes, ...(this.payload && { payload: this.payload }) };
  }

  private observed({ uncompressedBytes }: CompressedRecords): number {
    return uncompressedBytes === 0 ? INITIAL_RATIO : this.compressed(uncompressedBytes) / uncompressedBytes;
  }

  private compressed(uncompressedBytes: Bytes): Bytes {
    return compressedRecordBytes(this.type, uncompressedBytes, this.payload ?? undefined);
  }
}

/** One more record came into a batch. */
export function addCompressed(batch: ProducerBatch, recordBytes: Bytes): void {
  const { compressed } = batch;
  if (!compressed) return;
  compressed.uncompressedBytes += recordBytes;
  batch.sizeBytes = estimatedBatchBytes(compressed.uncompressedBytes, compressed.estimatedRatio);
}
