import { CODECS } from '../../src/codecs/codecs.ts';
import type { DiskBatch } from '../../src/engine/storage/format/DiskBatch.ts';
import { lastOffsetOf } from '../../src/engine/storage/format/DiskBatch.ts';
import { recordsOf } from '../../src/engine/storage/format/compressBatch.ts';
import type { PlacedBatch } from '../../src/engine/storage/format/segmentBytes.ts';
import type { DumpedBatch } from '../record/parseDump.ts';

/** What Kafka's tool wrote on both its streams about some files. */
export interface ToolOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** Complaints that a cleaned log is owed: offsets are missing, and a batch that lost its latest record keeps its largest timestamp. */
const OF_CLEANED_LOGS =
  /^(Non-consecutive offsets in |Found timestamp mismatch in :| {2}\d+ is followed by \d+| {2}Index timestamp: )/;

/** 4.4 expects each file to begin at offset 0, and says so of any segment but the first, Kafka's own too. */
const OF_EACH_LATER_SEGMENT = /Non-consecutive offsets in .*\n {2}-1 is followed by \d+\n(?! )/g;

/** A line of log4j, of the tool's own surroundings. */
const OF_THE_JVM = /^(OpenJDK|Java HotSpot|WARN|SLF4J|\[\d{4}-)/;

/** What Kafka's tool complains of; nothing means that it takes the files. */
export function complaintsOf({ stdout, stderr }: ToolOutput, isCleaned: boolean): string[] {
  const invalid = stdout.split('\n').filter((line) => /\bisvalid: false\b/.test(line));
  const told = `${stderr}\n`
    .replace(OF_EACH_LATER_SEGMENT, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !OF_THE_JVM.test(line))
    .filter((line) => !(isCleaned && OF_CLEANED_LOGS.test(line)));
  return [...invalid, ...told];
}

/** Where what Kafka read in a segment is not what the engine wrote into it. */
export function differencesOf(written: readonly PlacedBatch[], read: readonly DumpedBatch[]): string[] {
  if (written.length !== read.length)
    return [`${String(written.length)} batches were written and ${String(read.length)} read`];
  return written.flatMap(({ batch, sizeBytes }, i) => {
    const ours = JSON.stringify(factsOf(batch, sizeBytes));
    const kafkas = JSON.stringify(factsOfDumped(read[i] as DumpedBatch));
    return ours === kafkas
      ? []
      : [`batch at ${String(batch.baseOffset)}: wrote ${ours}, Kafka reads ${kafkas}`];
  });
}

function factsOf(batch: DiskBatch, sizeBytes: number): unknown[] {
  const { baseOffset, partitionLeaderEpoch, producerId, producerEpoch, baseSequence, attributes } = batch;
  const records = recordsOf(batch, CODECS).map(({ offsetDelta, value }) => [
    baseOffset + offsetDelta,
    value === null,
  ]);
  return [
    baseOffset,
    lastOffsetOf(batch),
    partitionLeaderEpoch,
    producerId,
    producerEpoch,
    baseSequence,
    attributes.isTransactional,
    attributes.isControl,
    attributes.compression,
    sizeBytes,
    records,
  ];
}

function factsOfDumped(batch: DumpedBatch): unknown[] {
  return [
    batch.baseOffset,
    batch.lastOffset,
    batch.leaderEpoch,
    batch.producerId,
    batch.producerEpoch,
    batch.baseSequence,
    batch.isTransactional,
    batch.isControl,
    batch.codec,
    batch.sizeBytes,
    batch.records.map(({ offset, isTombstone }) => [offset, isTombstone]),
  ];
}
