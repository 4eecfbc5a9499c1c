import { expect, test } from 'vitest';
import { decodeBatch, encodeBatch, diskBatchSize } from '../../src/engine/storage/format/batchBytes.ts';
import { decodeEndTransactionMarker } from '../../src/engine/storage/format/endTransactionMarker.ts';
import { timestampOf } from '../../src/engine/storage/format/DiskBatch.ts';
import vectors from '../vectors/vectors-1.json';
import { describedBatch, fromBase64, fromHex, KAFKA_BATCHES, toHex } from './kafkaFiles.ts';

const plain = KAFKA_BATCHES.filter(({ compression }) => compression === 'none');
const compressed = KAFKA_BATCHES.filter(({ compression }) => compression !== 'none');

test('there are 20 plain and 16 compressed batches of Kafka 4.2.2', () => {
  expect([plain.length, compressed.length]).toEqual([20, 16]);
});

test.each(plain)('[RB1] [RB2] [RB3] [RB4] encodes as Kafka: $name', (from) => {
  const batch = describedBatch(from);
  const bytes = encodeBatch(batch);
  expect(toHex(bytes)).toBe(toHex(fromBase64(from.bytes)));
  expect(diskBatchSize(batch)).toBe(bytes.length);
});

test.each(plain)('[RB1] [RB2] [RB3] [RB4] decodes what Kafka wrote: $name', (from) => {
  const bytes = fromBase64(from.bytes);
  expect(decodeBatch(bytes)).toEqual({ batch: describedBatch(from), sizeBytes: bytes.length });
});

test.each(compressed)('[RB1] [RB9] keeps compressed records as they are: $name', (from) => {
  const bytes = fromBase64(from.bytes);
  const { batch, sizeBytes } = decodeBatch(bytes);
  expect(sizeBytes).toBe(bytes.length);
  expect(batch.attributes.compression).toBe(from.compression);
  expect(batch.content.kind).toBe('compressed');
  expect(toHex(encodeBatch(batch))).toBe(toHex(bytes));
  expect(diskBatchSize(batch)).toBe(bytes.length);
});

test.each(vectors.record_batch_v2.examples)(
  '[RB1] [RB2] round trips and reads the header of $name',
  ({ hex, size, parsed_header: header }) => {
    const { batch, sizeBytes } = decodeBatch(fromHex(hex));
    expect(toHex(encodeBatch(batch))).toBe(hex);
    expect(sizeBytes).toBe(size);
    expect({
      baseOffset: batch.baseOffset,
      partitionLeaderEpoch: batch.partitionLeaderEpoch,
      lastOffsetDelta: batch.lastOffsetDelta,
      baseTimestamp: batch.baseTimestampMs,
      maxTimestamp: batch.maxTimestampMs,
      producerId: batch.producerId,
      producerEpoch: batch.producerEpoch,
      baseSequence: batch.baseSequence,
      recordsCount: batch.content.kind === 'records' ? batch.content.records.length : -1,
    }).toEqual({
      baseOffset: header.baseOffset,
      partitionLeaderEpoch: header.partitionLeaderEpoch,
      lastOffsetDelta: header.lastOffsetDelta,
      baseTimestamp: header.baseTimestamp,
      maxTimestamp: header.maxTimestamp,
      producerId: header.producerId,
      producerEpoch: header.producerEpoch,
      baseSequence: header.baseSequence,
      recordsCount: header.recordsCount,
    });
    const view = new DataView(fromHex(hex).buffer);
    expect([view.getUint32(17), view.getInt16(21)]).toEqual([header.crc, header.attributes]);
  },
);

test.each(plain.filter(({ marker }) => marker !== undefined))('[RB7] reads the marker $name', (from) => {
  const bytes = fromBase64(from.bytes);
  const { content, attributes, baseSequence } = decodeBatch(bytes).batch;
  expect(bytes.length).toBe(78);
  expect(attributes).toMatchObject({ isControl: true, isTransactional: true });
  expect(baseSequence).toBe(-1);
  const record = content.kind === 'records' ? content.records[0]! : null;
  const { type, coordinatorEpoch } = from.marker!;
  expect(decodeEndTransactionMarker(record!)).toEqual({ type, coordinatorEpoch });
});

test.each(plain.filter(({ records }) => records !== undefined && records.length > 0))(
  '[RB3] [RB4] records have the times that Kafka was told: $name',
  (from) => {
    const { batch } = decodeBatch(fromBase64(from.bytes));
    const records = batch.content.kind === 'records' ? batch.content.records : [];
    const appended = from.timestampType === 'LogAppendTime' ? from.logAppendTimeMs : null;
    expect(records.map((record) => timestampOf(batch, record))).toEqual(
      from.records?.map(({ timestampMs }) => appended ?? timestampMs),
    );
  },
);
