import type { NodeContext } from '../node/Node.ts';
import { lastTurnUs } from '../storage/LogStartCheckpoint.ts';
import type { CheckpointWrites } from '../storage/UnifiedLog.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Micros, Offset, TopicPartition } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import type { BrokerProcess } from './BrokerProcess.ts';
import type { Partition } from './Partition.ts';
import { configOf } from './partitionConfig.ts';

// When a broker calls fsync. Kafka: `UnifiedLog.append`, `UnifiedLog.roll`, `LogManager.flushDirtyLogs` (4.2).

export const FLUSH_TIMER = 'flushLog';
export const FLUSHER_TIMER = 'logFlusher';

export type FlushReason = 'Roll' | 'FlushMessages' | 'FlushMs';

/** An fsync that a background thread is about. */
export interface PendingFlush {
  readonly topicPartition: TopicPartition;
  /** What was written before it will be on the disk. */
  readonly offset: Offset;
  readonly doneUs: Micros;
  readonly reason: FlushReason;
}

/** How long an fsync takes on this disk. */
export function fsyncUs({ config, diskFactor }: BrokerInternals): Micros {
  return config.fsyncUs * diskFactor;
}

/**
 * Time that an append of so many records will spend in fsync (FL1), as it looks before it: what others append meanwhile to the
 * same log may change it.
 */
export function flushUsOfAppend(
  partition: Partition | undefined,
  records: number,
  broker: BrokerInternals,
  ctx: NodeContext,
): Micros {
  if (!partition) return 0;
  const { log } = partition;
  const unflushed = log.logEndOffset - log.recoveryPoint.offset + records;
  return ctx.rules.needsFlush(unflushed, configOf(partition, broker).log.flushMessages) ? fsyncUs(broker) : 0;
}

/** After an append: the log is flushed if flush.messages were written since it last was. */
export function flushAfterAppend(
  partition: Partition,
  flushMessages: number,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const { log } = partition;
  if (ctx.rules.needsFlush(log.logEndOffset - log.recoveryPoint.offset, flushMessages))
    flush(partition, log.logEndOffset, 'FlushMessages', broker, ctx);
}

/** A segment was rolled: a background thread flushes what stands before the new one. */
export function flushAfterRoll(partition: Partition, broker: BrokerInternals, ctx: NodeContext): void {
  if (!broker.process) return;
  const doneUs = ctx.nowUs + fsyncUs(broker);
  schedule(partition, partition.log.activeSegment.baseOffset, 'Roll', doneUs, broker.process, ctx);
}

/** The log flusher comes by (`log.flush.scheduler.interval.ms`), and flushes what is due, one log after the other. */
export function flushDirtyLogs(
  partitions: Iterable<Partition>,
  process: BrokerProcess,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  let doneUs = ctx.nowUs;
  for (const partition of partitions) {
    const { log } = partition;
    const sinceMs = Math.floor((ctx.nowUs - log.lastFlushedUs) / MICROS_PER_MILLI);
    if (log.logEndOffset <= log.recoveryPoint.offset) continue;
    if (!ctx.rules.isFlushDue(sinceMs, configOf(partition, broker).log.flushMs)) continue;
    doneUs += fsyncUs(broker);
    schedule(partition, log.logEndOffset, 'FlushMs', doneUs, process, ctx);
  }
}

/** Background threads are done with what they flushed. */
export function finishFlushes(process: BrokerProcess, broker: BrokerInternals, ctx: NodeContext): void {
  const due = process.flushes.filter(({ doneUs }) => doneUs <= ctx.nowUs);
  process.flushes = process.flushes.filter(({ doneUs }) => doneUs > ctx.nowUs);
  for (const { topicPartition, offset, reason } of due) {
    const partition = broker.partitions.get(topicPartition);
    // It may have been cut, or be gone, since.
    if (partition) flush(partition, Math.min(offset, partition.log.logEndOffset), reason, broker, ctx);
  }
  setFlushTimer(process, ctx);
}

/** When a process wrote the checkpoint files last. */
export function checkpointWrites({ config, process }: BrokerInternals, nowUs: Micros): CheckpointWrites {
  if (!process) return { logStartUs: nowUs, recoveryPointUs: nowUs };
  return {
    logStartUs: lastTurnUs(process.logStartCheckpointUs, config.logStartCheckpointIntervalUs, nowUs),
    recoveryPointUs: lastTurnUs(
      process.recoveryPointCheckpointUs,
      config.recoveryPointCheckpointIntervalUs,
      nowUs,
    ),
  };
}

function schedule(
  { topicPartition }: Partition,
  offset: Offset,
  reason: FlushReason,
  doneUs: Micros,
  process: BrokerProcess,
  ctx: NodeContext,
): void {
  process.flushes = [...process.flushes, { topicPartition, offset, doneUs, reason }];
  setFlushTimer(process, ctx);
}

function setFlushTimer({ flushes }: BrokerProcess, ctx: NodeContext): void {
  if (flushes.length === 0) return;
  const nextUs = flushes.reduce((least, { doneUs }) => Math.min(least, doneUs), Infinity);
  ctx.setTimer(FLUSH_TIMER, nextUs - ctx.nowUs);
}

function flush(
  partition: Partition,
  offset: Offset,
  reason: FlushReason,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const { log, topicPartition } = partition;
  const from = log.recoveryPoint.offset;
  if (!log.flushTo(offset, ctx.nowUs, checkpointWrites(broker, ctx.nowUs).recoveryPointUs)) return;
  broker.meters?.flushed(fsyncUs(broker), ctx.nowUs);
  ctx.trace({ kind: 'LogFlushed', partition: topicPartition, broker: broker.id, from, to: offset, reason });
}
