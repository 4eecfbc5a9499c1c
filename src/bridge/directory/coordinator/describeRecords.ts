import { ByteReader } from '../../../engine/storage/format/ByteReader.ts';
import type { DiskRecord } from '../../../engine/storage/format/DiskBatch.ts';
import { attempt } from '../../../engine/storage/format/segmentBytes.ts';
import { splitPartition } from '../../../shared/consumerProtocol.ts';
import type { CoordinatorRecordView } from '../../../shared/LogDirectory.ts';
import type { Offset } from '../../../shared/units.ts';
import { decodeRecord } from './RecordSchema.ts';
import type { SchemaValue, SchemaValues } from './RecordSchema.ts';
import { DELIVERY_STATES, INTERNAL_TOPICS, MEMBER_STATES, TRANSACTION_STATES } from './schemas.ts';
import type { KindOfRecord } from './schemas.ts';

/**
 * What the records of a batch in an internal topic say, field by field, as kafka-dump-log does with --offsets-decoder and
 * --transaction-log-decoder; null: it is no such topic.
 */
export function describeRecords(
  directory: string,
  baseOffset: Offset,
  records: readonly DiskRecord[],
): CoordinatorRecordView[] | null {
  const kinds = INTERNAL_TOPICS[splitPartition(directory).topic];
  if (kinds === undefined) return null;
  return records.map(({ offsetDelta, key, value }) => {
    const read = attempt(() => describe(kinds, key, value));
    return { offset: baseOffset + offsetDelta, ...('value' in read ? read.value : UNKNOWN) };
  });
}

const UNKNOWN = { kind: null, key: '', value: null };

function describe(
  kinds: readonly KindOfRecord[],
  key: Uint8Array | null,
  value: Uint8Array | null,
): Omit<CoordinatorRecordView, 'offset'> {
  if (key === null) return UNKNOWN;
  const version = new ByteReader(key).int16('version');
  // Version 0 of an offset's key is the same as 1.
  const kind = kinds.find((one) => one.key.version === version) ?? (version === 0 ? kinds[0] : undefined);
  if (kind === undefined) return UNKNOWN;
  const { name } = kind.key;
  const keyText = textOf(decodeRecord(kind.key, key));
  if (value === null) return { kind: name, key: keyText, value: null };
  const valueVersion = new ByteReader(value).int16('version');
  const schema = kind.values.find((one) => one.version === valueVersion);
  return { kind: name, key: keyText, value: schema ? textOf(decodeRecord(schema, value)) : '' };
}

function textOf(values: SchemaValues): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${fieldText(name, value)}`)
    .join(', ');
}

function fieldText(name: string, value: SchemaValue): string {
  if (value === null) return 'null';
  if (typeof value === 'number') {
    if (name === 'transactionStatus') return TRANSACTION_STATES[value] ?? String(value);
    if (name === 'deliveryState') return DELIVERY_STATES.find(([id]) => id === value)?.[1] ?? String(value);
    if (name === 'state') return MEMBER_STATES.find(([id]) => id === value)?.[1] ?? String(value);
    return String(value);
  }
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return `${String(value.length)} B`;
  if (Array.isArray(value)) return `[${value.map((item: SchemaValue) => fieldText(name, item)).join(', ')}]`;
  return `{${textOf(value as SchemaValues)}}`;
}
