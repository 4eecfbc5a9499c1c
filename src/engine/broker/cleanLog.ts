import type { NodeContext } from '../node/Node.ts';
import type { CleanerLog } from '../storage/cleaner/cleanableOffsets.ts';
import { cleanableBytes, compactionDelayMs } from '../storage/cleaner/cleanableOffsets.ts';
import { cleanableRatio } from '../storage/cleaner/filthiestLog.ts';
import type { LogToClean } from '../storage/cleaner/filthiestLog.ts';
import type { Rules } from '../rules/Rules.ts';
import { cleanSegments } from '../storage/cleaner/cleanSegments.ts';
import type { CleanerStats } from '../storage/cleaner/cleanSegments.ts';
import type { LastRecord } from '../storage/cleaner/retainBatch.ts';
import type { LogSegment } from '../storage/LogSegment.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Millis, Offset } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import { segmentConfig } from './logRetention.ts';
import type { Partition } from './Partition.ts';
import { configOf } from './partitionConfig.ts';

/** A compacted log of this broker, and what a cleaning of it would do. Kafka: `LogToClean`. */
export interface PartitionToClean extends LogToClean {
  readonly partition: Partition;
  readonly firstDirtyOffset: Offset;
  /** Beginning of a segment. */
  readonly firstUncleanableOffset: Offset;
  /** By how much max.compaction.lag.ms is exceeded. */
  readonly delayMs: Millis;
  /** The checkpoint is of no use, and is to say `firstDirtyOffset` from now on. */
  readonly mustResetCheckpoint: boolean;
}

/** Looks at a compacted log before it is cleaned (CL1, CL2). Kafka: `LogCleanerManager.grabFilthiestCompactedLog`. */
export function logToClean(
  partition: Partition,
  broker: BrokerInternals,
  rules: Pick<Rules, 'cleanableOffsets'>,
  nowMs: Millis,
): PartitionToClean {
  const { log } = partition;
  const { minCompactionLagMs, maxCompactionLagMs, minCleanableDirtyRatio } = configOf(partition, broker).log;
  const read = asCleanerReads(log);
  const offsets = rules.cleanableOffsets(read, log.cleanerCheckpoint, minCompactionLagMs, nowMs);
  const { firstDirtyOffset, mustResetCheckpoint } = offsets;
  const delayMs = compactionDelayMs(read, firstDirtyOffset, maxCompactionLagMs, nowMs);
  const bytes = cleanableBytes(log.segments, firstDirtyOffset, offsets.firstUncleanableOffset);
  return {
    ...bytes,
    partition,
    firstDirtyOffset,
    mustCompactNow: delayMs > 0,
    delayMs,
    minCleanableDirtyRatio,
    mustResetCheckpoint,
  };
}

/**
 * Cleans a log: its closed segments are written anew without what later records of their keys supersede, and take the old ones'
 * place; the checkpoint says how far (CL3–CL8). Kafka: `LogCleaner.CleanerThread.cleanLog` (4.2).
 *
 * Simplified: all at once. Kafka's threads read and write for a while, and swap group after group; who truncates the log
 * meanwhile ends the cleaning.
 */
export function cleanLog(
  toClean: PartitionToClean,
  maxKeys: number,
  broker: BrokerInternals,
  ctx: NodeContext,
): CleanerStats {
  const { partition, firstDirtyOffset, firstUncleanableOffset } = toClean;
  const { log, topicPartition } = partition;
  const config = configOf(partition, broker).log;
  const before = { partition: topicPartition, broker: broker.id, firstDirtyOffset };
  ctx.trace({
    kind: 'LogCleaningStarted',
    ...before,
    firstUncleanableOffset,
    dirtyPercent: Math.floor(100 * cleanableRatio(toClean)),
    isForced: toClean.mustCompactNow,
  });
  const closed = new Map<Offset, LogSegment>();
  for (const segment of log.segments)
    if (segment.baseOffset < firstUncleanableOffset) closed.set(segment.baseOffset, segment);
  const cleaning = cleanSegments(
    {
      segments: [...closed.values()].map((segment) => ({
        baseOffset: segment.baseOffset,
        sizeBytes: segment.sizeBytes,
        offsetIndexEntries: segment.offsetIndexEntries,
        timeIndexEntries: segment.timeIndexEntries,
        batches: log.batchesOf(segment),
      })),
      firstDirtyOffset,
      firstUncleanableOffset,
      maxKeys,
      nowMs: ctx.clockMs(),
      deleteRetentionMs: config.deleteRetentionMs,
      limits: config,
      lastRecordOf: (producerId) => lastRecordOf(log, producerId),
      abortedIn: (from, to) => log.abortedTransactionsIn(from, to),
    },
    ctx.rules,
  );
  const { stats, endOffset } = cleaning;
  const groups = cleaning.groups.map(({ replaced, batches }) => ({
    replaced: replaced.flatMap(({ baseOffset }) => closed.get(baseOffset) ?? []),
    batches,
  }));
  const { baseOffset } = log.activeSegment;
  log.replaceSegments(
    groups,
    segmentConfig(topicPartition, baseOffset, config, ctx),
    ctx.nowUs + config.fileDeleteDelayMs * MICROS_PER_MILLI,
    cleaning.abortedTransactions,
  );
  log.cleanerCheckpoint = endOffset;
  ctx.trace({
    kind: 'LogCleaned',
    ...before,
    endOffset,
    segmentsBefore: groups.reduce((sum, { replaced }) => sum + replaced.length, 0),
    segmentsAfter: groups.length,
    recordsBefore: stats.messagesRead,
    recordsAfter: stats.messagesWritten,
    sizeBytesBefore: stats.bytesRead,
    sizeBytesAfter: stats.bytesWritten,
    tombstonesRemoved: stats.tombstonesRead - stats.tombstonesWritten,
  });
  return stats;
}

function asCleanerReads(log: UnifiedLog): CleanerLog {
  const { segments, logStartOffset, logEndOffset, lastStableOffset } = log;
  return { segments, logStartOffset, logEndOffset, lastStableOffset };
}

/** Kafka: `UnifiedLog.lastRecordsOfActiveProducers`. */
function lastRecordOf({ producers }: UnifiedLog, producerId: number): LastRecord | null {
  const entry = producers.entryOf(producerId);
  if (entry === null) return null;
  return { lastDataOffset: entry.batches.at(-1)?.lastOffset ?? -1, producerEpoch: entry.producerEpoch };
}
