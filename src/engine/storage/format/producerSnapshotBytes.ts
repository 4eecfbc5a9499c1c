import { refuseBytes } from '../../../shared/FormatProblem.ts';
import type { Bytes, Epoch, Millis, Offset } from '../../../shared/units.ts';
import { ByteReader } from './ByteReader.ts';
import { ByteWriter } from './ByteWriter.ts';
import { crc32c } from './crc32c.ts';

/** What a snapshot keeps of one producer: of its batches only the last. Kafka: `ProducerStateEntry`, `ProducerSnapshot.json`. */
export interface ProducerSnapshotEntry {
  readonly producerId: number;
  readonly producerEpoch: Epoch;
  /** −1 if no batch is known, as for who wrote only markers. */
  readonly lastSequence: number;
  readonly lastOffset: Offset;
  /** From the last batch's first record to its last. */
  readonly offsetDelta: number;
  readonly timestampMs: Millis;
  /** Of the last marker; −1 without one. */
  readonly coordinatorEpoch: Epoch;
  /** First offset of the open transaction; −1 if none is open. */
  readonly currentTransactionFirstOffset: Offset;
}

const CURRENT_VERSION = 1;
const CRC_AT: Bytes = 2;
/** The CRC covers everything from here on. */
const ENTRIES_AT: Bytes = 6;
const ENTRY_BYTES: Bytes = 46;

/** A .snapshot file. Kafka keeps no order among producers. Kafka: `ProducerStateManager.writeSnapshot` (4.2). */
export function encodeProducerSnapshot(producers: readonly ProducerSnapshotEntry[]): Uint8Array {
  const writer = new ByteWriter(ENTRIES_AT + 4 + producers.length * ENTRY_BYTES);
  writer.int16(CURRENT_VERSION);
  writer.uint32(0); // The CRC, when the rest is known.
  writer.int32(producers.length);
  for (const producer of producers) {
    writer.int64(producer.producerId);
    writer.int16(producer.producerEpoch);
    writer.int32(producer.lastSequence);
    writer.int64(producer.lastOffset);
    writer.int32(producer.offsetDelta);
    writer.int64(producer.timestampMs);
    writer.int32(producer.coordinatorEpoch);
    writer.int64(producer.currentTransactionFirstOffset);
  }
  const bytes = writer.written();
  new DataView(bytes.buffer).setUint32(CRC_AT, crc32c(bytes, ENTRIES_AT));
  return bytes;
}

/** Reads a .snapshot file; throws a FormatError. Kafka: `ProducerStateManager.readSnapshot` (4.2). */
export function decodeProducerSnapshot(bytes: Uint8Array): ProducerSnapshotEntry[] {
  const reader = new ByteReader(bytes);
  const version = reader.int16('version');
  if (version !== CURRENT_VERSION)
    return refuseBytes('wrong-version', 0, 'version', version, CURRENT_VERSION);
  const storedCrc = reader.uint32('crc');
  const computedCrc = crc32c(bytes, ENTRIES_AT);
  if (storedCrc !== computedCrc) return refuseBytes('wrong-crc', CRC_AT, 'crc', storedCrc, computedCrc);
  const count = reader.int32('producerEntries');
  if (count < 0) return refuseBytes('negative-count', ENTRIES_AT, 'producerEntries', count);
  const producers: ProducerSnapshotEntry[] = [];
  for (let i = 0; i < count; i++)
    producers.push({
      producerId: reader.int64('producerId'),
      producerEpoch: reader.int16('producerEpoch'),
      lastSequence: reader.int32('lastSequence'),
      lastOffset: reader.int64('lastOffset'),
      offsetDelta: reader.int32('offsetDelta'),
      timestampMs: reader.int64('timestamp'),
      coordinatorEpoch: reader.int32('coordinatorEpoch'),
      currentTransactionFirstOffset: reader.int64('currentTxnFirstOffset'),
    });
  if (reader.left > 0) return refuseBytes('bytes-left-over', reader.position, '.snapshot', reader.left, 0);
  return producers;
}
