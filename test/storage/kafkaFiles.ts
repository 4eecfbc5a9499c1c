import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBatch } from '../../src/engine/storage/format/buildBatch.ts';
import type { EndTransactionType } from '../../src/engine/storage/RecordBatch.ts';
import { endTransactionBatch } from '../../src/engine/storage/format/endTransactionMarker.ts';
import { emptyBatch } from '../../src/engine/storage/format/emptyBatch.ts';
import type { DiskBatch, TimestampType } from '../../src/engine/storage/format/DiskBatch.ts';
import type { CompressionType } from '../../src/shared/Codec.ts';

/** What Kafka's own builder was told, and what it wrote. */
export interface KafkaBatch {
  readonly name: string;
  readonly baseOffset: number;
  readonly partitionLeaderEpoch: number;
  readonly compression: CompressionType;
  readonly timestampType: TimestampType;
  readonly logAppendTimeMs: number;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly baseSequence: number;
  readonly isTransactional: boolean;
  readonly deleteHorizonMs: number | null;
  readonly lastOffset: number | null;
  /** Missing where they are large: then there is their size and CRC-32C. */
  readonly records?: readonly {
    readonly offset: number;
    readonly timestampMs: number;
    readonly key: string | null;
    readonly value: string | null;
    readonly headers: readonly (readonly [string, string | null])[];
  }[];
  readonly recordsBytes?: number;
  readonly recordsCrc32c?: number;
  readonly marker?: {
    readonly type: EndTransactionType;
    readonly coordinatorEpoch: number;
    readonly timestampMs: number;
  };
  readonly empty?: { readonly lastOffset: number; readonly timestampMs: number };
  readonly bytes: string;
}

interface KafkaFiles {
  readonly kafkaVersion: string;
  readonly batches: readonly KafkaBatch[];
  readonly directories: readonly {
    readonly name: string;
    readonly indexIntervalBytes: number;
    readonly files: Readonly<Record<string, string>>;
  }[];
}

const FILES = JSON.parse(readFileSync(join(import.meta.dirname, 'kafka-4.2.2.json'), 'utf8')) as KafkaFiles;

export const KAFKA_BATCHES = FILES.batches;
export const KAFKA_DIRECTORIES = FILES.directories.map(({ name, indexIntervalBytes, files }) => ({
  name,
  indexIntervalBytes,
  files: new Map(Object.entries(files).map(([file, base64]) => [file, fromBase64(base64)])),
}));

export function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

export function fromHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'hex'));
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

const nullable = (hex: string | null): Uint8Array | null => (hex === null ? null : fromHex(hex));

/** The batch that Kafka was told to make, as ours is told; not compressed. */
export function describedBatch(from: KafkaBatch): DiskBatch {
  const { baseOffset, partitionLeaderEpoch, producerId, producerEpoch, baseSequence, isTransactional } = from;
  const common = {
    baseOffset,
    partitionLeaderEpoch,
    producerId,
    producerEpoch,
    baseSequence,
    isTransactional,
  };
  if (from.marker !== undefined) return endTransactionBatch({ ...common, ...from.marker });
  if (from.empty !== undefined) {
    const { lastOffset, timestampMs } = from.empty;
    const record = { offset: lastOffset, timestampMs, key: null, value: null };
    return emptyBatch(buildBatch({ ...common, records: [record] }));
  }
  const records = (from.records ?? []).map((record) => ({
    offset: record.offset,
    timestampMs: record.timestampMs,
    key: nullable(record.key),
    value: nullable(record.value),
    headers: record.headers.map(([key, value]) => ({ key: fromHex(key), value: nullable(value) })),
  }));
  return buildBatch({
    ...common,
    records,
    ...(from.lastOffset === null ? {} : { lastOffset: from.lastOffset }),
    ...(from.timestampType === 'CreateTime' ? {} : { logAppendTimeMs: from.logAppendTimeMs }),
    ...(from.deleteHorizonMs === null ? {} : { deleteHorizonMs: from.deleteHorizonMs }),
  });
}
