import { assert } from '../../../shared/assert.ts';
import { refuseBytes } from '../../../shared/FormatProblem.ts';
import type { Bytes } from '../../../shared/units.ts';
import { RECORD_BATCH_OVERHEAD } from '../recordBatchSize.ts';
import { decodeAttributes, encodeAttributes } from './batchAttributes.ts';
import { ByteReader } from './ByteReader.ts';
import { ByteWriter } from './ByteWriter.ts';
import { crc32c } from './crc32c.ts';
import { decodeRecords, encodeRecords, diskRecordSize } from './recordBytes.ts';
import type { DiskBatch } from './DiskBatch.ts';
import { recordCountOf } from './DiskBatch.ts';

/** Base offset and length: what stands before the part that the length counts. Kafka: `Records.LOG_OVERHEAD`. */
export const LOG_OVERHEAD: Bytes = 12;
const LENGTH_AT: Bytes = 8;
const MAGIC_AT: Bytes = 16;
const CRC_AT: Bytes = 17;
/** The CRC covers everything from here on (RB2). */
export const ATTRIBUTES_AT: Bytes = 21;
const COUNT_AT: Bytes = 57;
export const MAGIC_VALUE_V2 = 2;

/** Bytes of a batch on disk and on the wire (RB5). Kafka: `DefaultRecordBatch.sizeInBytes`. */
export function diskBatchSize({ content }: DiskBatch): Bytes {
  if (content.kind === 'compressed') return RECORD_BATCH_OVERHEAD + content.bytes.length;
  let size = RECORD_BATCH_OVERHEAD;
  for (const record of content.records) size += diskRecordSize(record);
  return size;
}

/** The bytes of a batch (RB1, RB2). Kafka: `DefaultRecordBatch.writeHeader`, `MemoryRecordsBuilder` (4.2). */
export function encodeBatch(batch: DiskBatch): Uint8Array {
  const { attributes, content } = batch;
  assert(
    content.kind === 'records' ? attributes.compression === 'none' : attributes.compression !== 'none',
    'attributes and content agree on whether the records are compressed',
  );
  const records = content.kind === 'records' ? encodeRecords(content.records) : content.bytes;
  const writer = new ByteWriter(RECORD_BATCH_OVERHEAD + records.length);
  writer.int64(batch.baseOffset);
  writer.int32(RECORD_BATCH_OVERHEAD + records.length - LOG_OVERHEAD);
  writer.int32(batch.partitionLeaderEpoch);
  writer.int8(MAGIC_VALUE_V2);
  writer.uint32(0); // The CRC, when the rest is known.
  writer.int16(encodeAttributes(attributes));
  writer.int32(batch.lastOffsetDelta);
  writer.int64(batch.baseTimestampMs);
  writer.int64(batch.maxTimestampMs);
  writer.int64(batch.producerId);
  writer.int16(batch.producerEpoch);
  writer.int32(batch.baseSequence);
  writer.int32(recordCountOf(batch));
  writer.range(records);
  const bytes = writer.written();
  new DataView(bytes.buffer).setUint32(CRC_AT, crc32c(bytes, ATTRIBUTES_AT));
  return bytes;
}

/** A batch that was read. */
export interface DecodedBatch {
  readonly batch: DiskBatch;
  readonly sizeBytes: Bytes;
}

/**
 * Reads the batch that begins at `position` and checks it as a broker does: length, magic, CRC, then its records. Throws a
 * FormatError. Kafka: `ByteBufferLogInputStream`, `DefaultRecordBatch.ensureValid` (4.2).
 */
export function decodeBatch(bytes: Uint8Array, position: Bytes = 0): DecodedBatch {
  const sizeBytes = batchSizeAt(bytes, position);
  const end = position + sizeBytes;
  const reader = new ByteReader(bytes, position, end);
  const baseOffset = reader.int64('baseOffset');
  reader.int32('batchLength');
  const partitionLeaderEpoch = reader.int32('partitionLeaderEpoch');
  const magic = reader.int8('magic');
  if (magic !== MAGIC_VALUE_V2)
    return refuseBytes('wrong-magic', position + MAGIC_AT, 'magic', magic, MAGIC_VALUE_V2);
  const storedCrc = reader.uint32('crc');
  const computedCrc = crc32c(bytes, position + ATTRIBUTES_AT, end);
  if (storedCrc !== computedCrc)
    return refuseBytes('wrong-crc', position + CRC_AT, 'crc', storedCrc, computedCrc);

  const attributes = decodeAttributes(reader.int16('attributes'), position + ATTRIBUTES_AT);
  const lastOffsetDelta = reader.int32('lastOffsetDelta');
  const baseTimestampMs = reader.int64('baseTimestamp');
  const maxTimestampMs = reader.int64('maxTimestamp');
  const producerId = reader.int64('producerId');
  const producerEpoch = reader.int16('producerEpoch');
  const baseSequence = reader.int32('baseSequence');
  const count = reader.int32('recordsCount');
  if (count < 0) return refuseBytes('negative-count', position + COUNT_AT, 'recordsCount', count);
  return {
    sizeBytes,
    batch: {
      baseOffset,
      partitionLeaderEpoch,
      attributes,
      lastOffsetDelta,
      baseTimestampMs,
      maxTimestampMs,
      producerId,
      producerEpoch,
      baseSequence,
      content:
        attributes.compression === 'none'
          ? { kind: 'records', records: decodeRecords(reader, count) }
          : { kind: 'compressed', count, bytes: reader.range(reader.left, 'records') },
    },
  };
}

/** Size of the batch at `position` as its length says, which must be there whole. */
function batchSizeAt(bytes: Uint8Array, position: Bytes): Bytes {
  const reader = new ByteReader(bytes, position);
  if (reader.left < LOG_OVERHEAD)
    return refuseBytes('truncated', position, 'batch', reader.left, LOG_OVERHEAD);
  reader.position += LENGTH_AT;
  const sizeBytes = reader.int32('batchLength') + LOG_OVERHEAD;
  if (sizeBytes < RECORD_BATCH_OVERHEAD)
    return refuseBytes(
      'batch-too-small',
      position + LENGTH_AT,
      'batchLength',
      sizeBytes - LOG_OVERHEAD,
      RECORD_BATCH_OVERHEAD - LOG_OVERHEAD,
    );
  if (sizeBytes > bytes.length - position)
    return refuseBytes('truncated', position, 'batch', bytes.length - position, sizeBytes);
  return sizeBytes;
}
