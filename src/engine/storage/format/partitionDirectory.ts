import type { FormatProblem } from '../../../shared/FormatProblem.ts';
import type { Bytes, Offset } from '../../../shared/units.ts';
import type { LeaderEpochEntry } from '../LeaderEpochCache.ts';
import { parseSegmentFileName, segmentFileName } from '../segmentFileName.ts';
import type { SegmentFileSuffix } from '../segmentFileName.ts';
import type { OffsetIndexEntry, TimeIndexEntry } from '../segmentIndexes.ts';
import {
  decodeLeaderEpochCheckpoint,
  decodePartitionMetadata,
  encodeLeaderEpochCheckpoint,
  encodePartitionMetadata,
  LEADER_EPOCH_CHECKPOINT,
  PARTITION_METADATA,
} from './checkpointText.ts';
import { decodeOffsetIndex, decodeTimeIndex, encodeOffsetIndex, encodeTimeIndex } from './indexBytes.ts';
import type { ProducerSnapshotEntry } from './producerSnapshotBytes.ts';
import { decodeProducerSnapshot, encodeProducerSnapshot } from './producerSnapshotBytes.ts';
import { attempt, decodeSegment, encodeSegment } from './segmentBytes.ts';
import type { DiskBatch } from './DiskBatch.ts';
import type { AbortedTransaction } from './transactionIndexBytes.ts';
import { decodeTransactionIndex, encodeTransactionIndex } from './transactionIndexBytes.ts';

/** A segment: what stands in its .log file and its three indexes. */
export interface DiskSegment {
  readonly baseOffset: Offset;
  readonly batches: readonly DiskBatch[];
  readonly offsetIndex: readonly OffsetIndexEntry[];
  readonly timeIndex: readonly TimeIndexEntry[];
  readonly abortedTransactions: readonly AbortedTransaction[];
}

export interface ProducerSnapshot {
  /** After the last record that it covers. */
  readonly offset: Offset;
  readonly producers: readonly ProducerSnapshotEntry[];
}

/** All that a partition's directory says. */
export interface DiskPartition {
  /** 22 characters of base64url; null if the file is missing. */
  readonly topicId: string | null;
  readonly leaderEpochs: readonly LeaderEpochEntry[];
  /** By base offset; the last is the active one. */
  readonly segments: readonly DiskSegment[];
  readonly producerSnapshots: readonly ProducerSnapshot[];
}

/** Files by name. */
export type DirectoryFiles = ReadonlyMap<string, Uint8Array>;

export interface FileProblem extends FormatProblem {
  readonly file: string;
}

export interface DecodedDirectory {
  readonly partition: DiskPartition;
  readonly problems: readonly FileProblem[];
  /** Zeros in index files that were allocated in full, in all. */
  readonly preallocatedBytes: Bytes;
}

/**
 * The files of a partition as a broker leaves them behind when it stops: indexes trimmed, no .txnindex where nothing was
 * aborted. In the order of their names. Kafka: `UnifiedLog`, `LogSegment` (4.2).
 */
export function encodeDirectory(partition: DiskPartition): Map<string, Uint8Array> {
  const files: [string, Uint8Array][] = [];
  for (const segment of partition.segments) {
    const { baseOffset, abortedTransactions } = segment;
    const add = (suffix: SegmentFileSuffix, bytes: Uint8Array): unknown =>
      files.push([segmentFileName(baseOffset, suffix), bytes]);
    add('.log', encodeSegment(segment.batches));
    add('.index', encodeOffsetIndex(segment.offsetIndex, baseOffset));
    add('.timeindex', encodeTimeIndex(segment.timeIndex, baseOffset));
    if (abortedTransactions.length > 0) add('.txnindex', encodeTransactionIndex(abortedTransactions));
  }
  for (const { offset, producers } of partition.producerSnapshots)
    files.push([segmentFileName(offset, '.snapshot'), encodeProducerSnapshot(producers)]);
  files.push([LEADER_EPOCH_CHECKPOINT, encodeLeaderEpochCheckpoint(partition.leaderEpochs)]);
  if (partition.topicId !== null)
    files.push([PARTITION_METADATA, encodePartitionMetadata(partition.topicId)]);
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Reads a partition's directory. What is damaged is named, and what can be read is kept: a segment up to its first broken
 * batch, another file not at all. Throws nothing.
 */
export function decodeDirectory(files: DirectoryFiles): DecodedDirectory {
  const problems: FileProblem[] = [];
  let preallocatedBytes = 0;
  const read = <T>(file: string, decode: (bytes: Uint8Array) => T, otherwise: T): T => {
    const bytes = files.get(file);
    if (bytes === undefined) return otherwise;
    const result = attempt(() => decode(bytes));
    if ('value' in result) return result.value;
    problems.push({ ...result.problem, file });
    return otherwise;
  };

  const offsetsBySuffix = new Map<SegmentFileSuffix, Offset[]>();
  for (const file of [...files.keys()].sort()) {
    const name = parseSegmentFileName(file);
    if (name !== null) {
      const offsets = offsetsBySuffix.get(name.suffix) ?? [];
      offsets.push(name.offset);
      offsetsBySuffix.set(name.suffix, offsets);
    } else if (file !== LEADER_EPOCH_CHECKPOINT && file !== PARTITION_METADATA)
      problems.push(fileProblem('unknown-file', file));
  }
  const baseOffsets = offsetsBySuffix.get('.log') ?? [];
  for (const suffix of ['.index', '.timeindex', '.txnindex'] as const)
    for (const offset of offsetsBySuffix.get(suffix) ?? [])
      if (!baseOffsets.includes(offset))
        problems.push({
          ...fileProblem('missing-file', segmentFileName(offset, '.log')),
          found: segmentFileName(offset, suffix),
        });

  const segments = baseOffsets.map((baseOffset): DiskSegment => {
    const file = (suffix: SegmentFileSuffix): string => segmentFileName(baseOffset, suffix);
    const log = decodeSegment(files.get(file('.log')) ?? new Uint8Array());
    if (log.problem !== null) problems.push({ ...log.problem, file: file('.log') });
    const none = { entries: [], preallocatedBytes: 0 };
    const offsetIndex = read(file('.index'), (bytes) => decodeOffsetIndex(bytes, baseOffset), none);
    const timeIndex = read(file('.timeindex'), (bytes) => decodeTimeIndex(bytes, baseOffset), none);
    preallocatedBytes += offsetIndex.preallocatedBytes + timeIndex.preallocatedBytes;
    return {
      baseOffset,
      batches: log.batches.map(({ batch }) => batch),
      offsetIndex: offsetIndex.entries,
      timeIndex: timeIndex.entries,
      abortedTransactions: read(file('.txnindex'), decodeTransactionIndex, []),
    };
  });
  const producerSnapshots: ProducerSnapshot[] = [];
  for (const offset of offsetsBySuffix.get('.snapshot') ?? []) {
    const producers = read(segmentFileName(offset, '.snapshot'), decodeProducerSnapshot, null);
    if (producers !== null) producerSnapshots.push({ offset, producers });
  }
  const partition: DiskPartition = {
    topicId: read<string | null>(PARTITION_METADATA, decodePartitionMetadata, null),
    leaderEpochs: read(LEADER_EPOCH_CHECKPOINT, decodeLeaderEpochCheckpoint, []),
    segments,
    producerSnapshots,
  };
  return { partition, problems, preallocatedBytes };
}

function fileProblem(code: 'unknown-file' | 'missing-file', file: string): FileProblem {
  return { code, file, position: 0, field: file, found: file, expected: null };
}
