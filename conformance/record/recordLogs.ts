import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DriverClient } from '../cluster/DriverClient.ts';
import { RECORDS_A_PRODUCER } from '../recording/Recording.ts';
import type { RecordedBatch, RecordedLog } from '../recording/Recording.ts';
import type { Ordinals } from './ordinals.ts';
import { parseDump } from './parseDump.ts';
import type { DumpedBatch } from './parseDump.ts';
import { recordSegments } from './recordSegments.ts';

const PARTITION_FOLDER = /^(.+)-(\d+)$/;

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
  ordinals: Ordinals,
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
    const ofPartition = (logs[partition] ??= {});
    ofPartition[String(broker)] = {
      batches: batches.map((batch) => batchOf(batch, producerIds, ordinals)),
      epochs: readPairs(join(folder, 'leader-epoch-checkpoint')).map(
        ([epoch, offset]) => [Number(epoch), Number(offset)] as const,
      ),
      checkpointedHighWatermark: checkpointedHighWatermark(
        join(folder, '..', 'replication-offset-checkpoint'),
        partition,
      ),
      ...(segments === null ? {} : { segments }),
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

function batchOf(batch: DumpedBatch, producerIds: readonly number[], ordinals: Ordinals): RecordedBatch {
  const { baseOffset, lastOffset, leaderEpoch, producerId, producerEpoch, baseSequence, records } = batch;
  const first = records[0]?.payload ?? '';
  const control = batch.isControl ? (/COMMIT/i.test(first) ? 'commit' : 'abort') : '';
  return [
    baseOffset,
    lastOffset - baseOffset + 1,
    leaderEpoch,
    producerIds.indexOf(producerId),
    producerEpoch,
    baseSequence,
    batch.isControl ? -1 : Math.floor(Number(first) / RECORDS_A_PRODUCER),
    batch.isControl ? -1 : (ordinals.get(Number(first)) ?? -1),
    control || (batch.isTransactional ? 'txn' : ''),
  ];
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
