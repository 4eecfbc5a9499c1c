import type { NodeContext } from '../node/Node.ts';
import type { Rules } from '../rules/Rules.ts';
import type { SegmentConfig } from '../storage/LogSegment.ts';
import { retentionReasons } from '../storage/deletableSegments.ts';
import type { LogConfig } from '../storage/LogConfig.ts';
import { NO_TIMESTAMP } from '../storage/RecordBatch.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Bytes, Micros, Millis, Offset, TopicPartition } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import type { Partition } from './Partition.ts';
import { flushAfterRoll } from './logFlush.ts';
import { configOf } from './partitionConfig.ts';
import { localLimits, remoteStorageOf } from './remoteLogManager.ts';
import { traceLogStart } from './traceLogStart.ts';

/** Not a config: how long after its start a broker checks for the first time (`LogManager`, log.initial.task.delay.ms). */
export const INITIAL_TASK_DELAY_US = 30_000 * MICROS_PER_MILLI;

/**
 * Before an append: begins a new segment if the active one is not to take it (SG3). Kafka: `UnifiedLog.maybeRoll` (4.2). The
 * three values are of all that is appended at once.
 */
export function maybeRoll(
  partition: Partition,
  sizeBytes: Bytes,
  maxTimestampMs: Millis,
  lastOffset: Offset,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const { log } = partition;
  const segment = log.activeSegment;
  const config = configOf(partition, broker).log;
  const ageMs =
    segment.firstBatchMaxTimestampMs === NO_TIMESTAMP
      ? Math.floor((ctx.nowUs - segment.createdUs) / MICROS_PER_MILLI)
      : 0;
  if (ctx.rules.shouldRollSegment(segment, config, sizeBytes, maxTimestampMs, lastOffset, ageMs))
    rollSegment(partition, config, broker, ctx);
}

/**
 * Deletes what retention gives up of every log that is not compacted (RE1); the leader's and the followers' alike, each by its
 * own clock and its own high watermark. Runs every `log.retention.check.interval.ms`. Kafka: `LogManager.cleanupLogs` (4.2).
 */
export function cleanUpLogs(
  partitions: Iterable<Partition>,
  broker: BrokerInternals,
  ctx: NodeContext,
): Partition[] {
  const changed: Partition[] = [];
  for (const partition of partitions) {
    const config = configOf(partition, broker).log;
    // The log cleaner looks after the others.
    if (!config.isCompacted && deleteOldSegments(partition, config, broker, ctx)) changed.push(partition);
  }
  return changed;
}

/** Whether `deleteOldSegments` would delete nothing at a time; what may leave the disk for remote storage is not looked into. */
export function hasNothingToDelete(
  partition: Partition,
  broker: BrokerInternals,
  rules: Rules,
  atMs: Millis,
): boolean {
  const limits = configOf(partition, broker).log;
  return (
    limits.remote === null &&
    retentionReasons(limits.isDeleted).every(
      (reason) => rules.deletableSegments(partition.log, reason, limits, atMs).count === 0,
    )
  );
}

/** Returns whether any segment went. Kafka: `UnifiedLog.deleteOldSegments`. */
export function deleteOldSegments(
  partition: Partition,
  config: LogConfig,
  broker: BrokerInternals,
  ctx: NodeContext,
): boolean {
  const { log, topicPartition } = partition;
  let isChanged = false;
  const limits = localLimits(config);
  for (const reason of retentionReasons(config.isDeleted)) {
    const remote = remoteStorageOf(partition, config, ctx);
    const { count, mustRoll } = ctx.rules.deletableSegments(log, reason, limits, ctx.clockMs(), remote);
    // A log always has a segment: if all are to go, an empty one comes first.
    if (mustRoll || (count > 0 && count === log.segments.length)) rollSegment(partition, config, broker, ctx);
    if (count === 0) continue;
    isChanged = true;
    const from = log.logStartOffset;
    const gone = log.segments.slice(0, count);
    const untilUs = ctx.nowUs + config.fileDeleteDelayMs * MICROS_PER_MILLI;
    if (remote?.isCopying) log.deleteLocalSegments(count, untilUs);
    else log.deleteOldestSegments(count, untilUs, ctx.nowUs);
    traceLogStart(topicPartition, log, from, 'SegmentDeletion', broker, ctx);
    ctx.trace({
      kind: 'SegmentsDeleted',
      partition: topicPartition,
      broker: broker.id,
      reason,
      baseOffsets: gone.map(({ baseOffset }) => baseOffset),
      sizeBytes: gone.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    });
  }
  return isChanged;
}

/** Removes renamed files whose delay is over. Kafka: `LocalLog.deleteSegmentFiles`, scheduled as `delete-file`. */
export function unlinkDeletedSegments(
  partitions: Iterable<Partition>,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  for (const { log, topicPartition } of partitions) {
    const due = log.unlinkDeletedSegments(ctx.nowUs);
    if (due.length === 0) continue;
    ctx.trace({
      kind: 'SegmentFilesDeleted',
      partition: topicPartition,
      broker: broker.id,
      baseOffsets: due.map(({ baseOffset }) => baseOffset),
      sizeBytes: due.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    });
  }
}

/** When the next renamed file is to go; Infinity: none waits. */
export function nextFileDeletionUs(partitions: Iterable<Partition>): Micros {
  let nextUs = Infinity;
  for (const { log } of partitions)
    for (const { untilUs } of log.deletedSegments) nextUs = Math.min(nextUs, untilUs);
  return nextUs;
}

function rollSegment(
  partition: Partition,
  config: LogConfig,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const { log, topicPartition } = partition;
  const { baseOffset: closed, sizeBytes } = log.activeSegment;
  log.roll(ctx.nowUs, segmentConfig(partition.topicPartition, log.logEndOffset, config, ctx));
  ctx.trace({
    kind: 'SegmentRolled',
    partition: topicPartition,
    broker: broker.id,
    baseOffset: log.logEndOffset,
    closed,
    sizeBytes,
  });
  flushAfterRoll(partition, broker, ctx);
}

/** What a segment that begins at `baseOffset` takes from the configs of now. */
export function segmentConfig(
  topicPartition: TopicPartition,
  baseOffset: Offset,
  config: LogConfig,
  ctx: Pick<NodeContext, 'jitter'>,
): SegmentConfig {
  const { segmentJitterMs, segmentMs, indexIntervalBytes, segmentIndexBytes: maxIndexBytes } = config;
  const mostMs = Math.min(segmentJitterMs, segmentMs);
  // Drawn by a hash: segments are rolled for as long as a topic is written to.
  const rollJitterMs =
    mostMs > 0 ? Math.floor(ctx.jitter(`segmentRoll/${topicPartition}`, baseOffset) * mostMs) : 0;
  return { indexIntervalBytes, maxIndexBytes, rollJitterMs };
}
