import { refuseBytes } from '../../../shared/FormatProblem.ts';
import type { Epoch, Millis, Offset } from '../../../shared/units.ts';
import type { EndTransactionMarker, EndTransactionType } from '../RecordBatch.ts';
import { ByteReader } from './ByteReader.ts';
import { ByteWriter } from './ByteWriter.ts';
import type { DiskBatch, DiskRecord } from './DiskBatch.ts';
import { PLAIN_ATTRIBUTES } from './DiskBatch.ts';

export interface EndTransactionBatch extends EndTransactionMarker {
  readonly baseOffset: Offset;
  readonly partitionLeaderEpoch: Epoch;
  readonly timestampMs: Millis;
  readonly producerId: number;
  readonly producerEpoch: Epoch;
}

const TYPES: readonly EndTransactionType[] = ['ABORT', 'COMMIT'];
const CURRENT_VERSION = 0;

/** A control batch with one marker, 78 bytes (RB7). Kafka: `MemoryRecords.withEndTransactionMarker` (4.2). */
export function endTransactionBatch(marker: EndTransactionBatch): DiskBatch {
  return {
    baseOffset: marker.baseOffset,
    partitionLeaderEpoch: marker.partitionLeaderEpoch,
    attributes: { ...PLAIN_ATTRIBUTES, isTransactional: true, isControl: true },
    lastOffsetDelta: 0,
    baseTimestampMs: marker.timestampMs,
    maxTimestampMs: marker.timestampMs,
    producerId: marker.producerId,
    producerEpoch: marker.producerEpoch,
    baseSequence: -1,
    content: { kind: 'records', records: [markerRecord(marker)] },
  };
}

function markerRecord({ type, coordinatorEpoch }: EndTransactionMarker): DiskRecord {
  const key = new ByteWriter();
  key.int16(CURRENT_VERSION);
  key.int16(TYPES.indexOf(type));
  const value = new ByteWriter();
  value.int16(CURRENT_VERSION);
  value.int32(coordinatorEpoch);
  return { offsetDelta: 0, timestampDeltaMs: 0, key: key.written(), value: value.written(), headers: [] };
}

/**
 * The marker that a record of a control batch is; null for other control records (those of the metadata log). Throws a
 * FormatError, with places counted from the start of key or value. Kafka: `ControlRecordType.parse`,
 * `EndTransactionMarker.deserialize` (4.2).
 */
export function decodeEndTransactionMarker({ key, value }: DiskRecord): EndTransactionMarker | null {
  const reader = new ByteReader(key ?? new Uint8Array());
  const version = reader.int16('version');
  if (version < CURRENT_VERSION) return refuseBytes('wrong-version', 0, 'version', version, CURRENT_VERSION);
  const type = TYPES[reader.int16('type')];
  if (type === undefined) return null;
  const body = new ByteReader(value ?? new Uint8Array());
  const valueVersion = body.int16('version');
  if (valueVersion < CURRENT_VERSION)
    return refuseBytes('wrong-version', 0, 'version', valueVersion, CURRENT_VERSION);
  return { type, coordinatorEpoch: body.int32('coordinatorEpoch') };
}
