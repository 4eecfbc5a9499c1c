import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DriverClient } from '../cluster/DriverClient.ts';
import { RECORDS_A_PRODUCER } from '../recording/Recording.ts';
import type { CleanedRecords, RecordedBatch, RecordedLog } from '../recording/Recording.ts';
import type { Ordinals } from './ordinals.ts';
import { parseDump } from './parseDump.ts';
import type { DumpedBatch } from './parseDump.ts';
import { recordSegments } from './recordSegments.ts';

const PARTITION_FOLDER = /^(.+)-(\d+)$/;

/** What tells a record by its value. */
export interface KnownRecords {
  readonly ordinals: Ordinals;
  /** Numbers of records whose values are of some kind, by the text of the value. */
  readonly made: ReadonlyMap<string, number>;
}

interface FoundLog {
  readonly partition: string;
  readonly broker: number;
  readonly folder: string;
  readonly files: readonly string[];
}

/** Final logs of the given topics on all brokers, read from their folders by Kafka's own tool. */
export async function recordLogs(
  driver: DriverClient,
  brokers: readonly { readonly nodeId: number; readonly dataFolder: string }[],
  topics: ReadonlySet<string>,
  { ordinals, made }: KnownRecords,
  zeroMs: number,
): Promise<Record<string, Record<string, RecordedLog>>> {
  const found = brokers.flatMap(({ nodeId, dataFolder }) => findLogs(nodeId, dataFolder, topics));
  const dumped = await dumpFiles(
    driver,
    found.flatMap(({ files }) => files),
    [],
  );
  const segmentsOf = await recordSegments(
    driver,
    found.map(({ files }) => files),
    zeroMs,
  );
  const producerIds = [...new Set([...dumped.values()].flat().map(({ producerId }) => producerId))]
    .filter((id) => id >= 0)
    .sort((a, b) => a - b);
  const logs: Record<string, Record<string, RecordedLog>> = {};
  for (const { partition, broker, folder, files } of found) {
    const segments = segmentsOf(files);
    const batches = files.flatMap((file) => dumped.get(file) ?? []);
    const cleaned = cleanedRecords(batches, zeroMs);
    const ofPartition = (logs[partition] ??= {});
    ofPartition[String(broker)] = {
      batches: batches.map((batch) => batchOf(batch, producerIds, { ordinals, made })),
      epochs: readPairs(join(folder, 'leader-epoch-checkpoint')).map(
        ([epoch, offset]) => [Number(epoch), Number(offset)] as const,
      ),
      checkpointedHighWatermark: checkpointedHighWatermark(
        join(folder, '..', 'replication-offset-checkpoint'),
        partition,
      ),
      ...(segments === null ? {} : { segments }),
      ...(cleaned === null ? {} : { cleaned }),
    };
  }
  return logs;
}

/** Segments as DumpLogSegments decodes them, by file. */
export async function dumpFiles(
  driver: DriverClient,
  files: readonly string[],
  options: readonly string[],
): Promise<Map<string, DumpedBatch[]>> {
  if (files.length === 0) return new Map();
  const text = await driver.ask<string>('tool', {
    name: 'DumpLogSegments',
    args: ['--files', files.join(','), '--print-data-log', ...options],
  });
  return parseDump(text);
}

export function segmentsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .sort()
    .map((name) => join(folder, name));
}

function findLogs(broker: number, dataFolder: string, topics: ReadonlySet<string>): FoundLog[] {
  if (!existsSync(dataFolder)) return [];
  return readdirSync(dataFolder).flatMap((name) => {
    const topic = PARTITION_FOLDER.exec(name)?.[1];
    if (topic === undefined || !topics.has(topic)) return [];
    const folder = join(dataFolder, name);
    return [{ partition: name, broker, folder, files: segmentsIn(folder) }];
  });
}

function batchOf(
  batch: DumpedBatch,
  producerIds: readonly number[],
  { ordinals, made }: KnownRecords,
): RecordedBatch {
  const { baseOffset, lastOffset, leaderEpoch, producerId, producerEpoch, baseSequence, records } = batch;
  const control = batch.isControl ? (/COMMIT/i.test(records[0]?.payload ?? '') ? 'commit' : 'abort') : '';
  // What is in a value says which record it is; a batch holds neighbours, so that any of them tells the first.
  const told = batch.isControl ? undefined : records.find(({ isTombstone }) => !isTombstone);
  const number = told
    ? (made.get(told.payload) ?? (/^\d+$/.test(told.payload) ? Number(told.payload) : -1))
    : -1;
  const ordinal = ordinals.get(number);
  const recorded = [
    baseOffset,
    lastOffset - baseOffset + 1,
    leaderEpoch,
    producerIds.indexOf(producerId),
    producerEpoch,
    baseSequence,
    number >= 0 ? Math.floor(number / RECORDS_A_PRODUCER) : -1,
    told && ordinal !== undefined ? ordinal - (told.offset - baseOffset) : -1,
    control || (batch.isTransactional ? 'txn' : ''),
  ] as const;
  return batch.codec === 'none' ? recorded : [...recorded, [batch.codec, batch.sizeBytes]];
}

/** Which records are left; null of a log that has all of them, each with a value. */
export function cleanedRecords(batches: readonly DumpedBatch[], zeroMs: number): CleanedRecords | null {
  const kept: [number, number][] = [];
  const tombstones: [number, number | null][] = [];
  let isWhole = true;
  for (const { baseOffset, lastOffset, isControl, deleteHorizonMs, records } of batches) {
    isWhole &&= records.length === lastOffset - baseOffset + 1;
    for (const { offset, isTombstone } of records) {
      const last = kept.at(-1);
      if (last?.[1] === offset - 1) last[1] = offset;
      else kept.push([offset, offset]);
      if (isTombstone && !isControl)
        tombstones.push([offset, deleteHorizonMs === null ? null : deleteHorizonMs - zeroMs]);
    }
  }
  return isWhole && tombstones.length === 0 ? null : { kept, tombstones };
}

function checkpointedHighWatermark(file: string, partition: string): number | null {
  const topic = partition.slice(0, partition.lastIndexOf('-'));
  const index = partition.slice(topic.length + 1);
  for (const [name, at, offset] of readPairs(file)) if (name === topic && at === index) return Number(offset);
  return null;
}

/** The lines of one of Kafka's checkpoint files after version and count; none when there is no such file. */
function readPairs(file: string): string[][] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(2)
    .filter((line) => line !== '')
    .map((line) => line.split(' '));
}
