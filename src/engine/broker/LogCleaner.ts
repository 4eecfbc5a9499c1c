import type { Digest } from '../kernel/Digest.ts';
import type { NodeContext } from '../node/Node.ts';
import { cleanableRatio } from '../storage/cleaner/filthiestLog.ts';
import type { CleanerStats } from '../storage/cleaner/cleanSegments.ts';
import type { Rules } from '../rules/Rules.ts';
import { MICROS_PER_SECOND, millisFromMicros } from '../../shared/units.ts';
import type { Micros, Millis } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import { cleanerConfig } from './cleanerConfig.ts';
import { cleanLog, logToClean } from './cleanLog.ts';
import type { PartitionToClean } from './cleanLog.ts';
import { deleteOldSegments, hasNothingToDelete } from './logRetention.ts';
import type { Partition } from './Partition.ts';
import { configOf } from './partitionConfig.ts';

export const CLEANER_TIMER = 'logCleaner';

/** Kafka: `LogCleaner.CleanerThread`. */
interface CleanerThread {
  /** When it looks for a dirty log next. */
  nextUs: Micros;
  /** Of its last cleaning; null: there was none. */
  lastStats: CleanerStats | null;
  /** How long that took. */
  lastCleaningUs: Micros;
  /** How long what it cleaned last had been overdue by max.compaction.lag.ms. */
  lastDelayMs: Millis;
}

/**
 * The threads that compact the logs of a broker: each takes the dirtiest log that is due, cleans it, and looks for another at once; where
 * there is none it sleeps for log.cleaner.backoff.ms (CL2). Whether it cleaned or not, old segments of compacted logs are deleted
 * then (RE1). Leaders and followers are cleaned alike, each broker for itself. Kafka: `LogCleaner`, `LogCleanerManager` (4.2).
 *
 *   sleeping → cleaning → looking → sleeping
 *
 * A thread that has nothing to look at costs no event: the timer runs only while the broker has a compacted log, at the
 * turns that the threads would take all the same.
 *
 * Simplified: a cleaning is done at its beginning, and takes the time that log.cleaner.io.max.bytes.per.second asks for, else
 * none; so two threads are never at work on two logs at one time, unless that is set.
 */
export class LogCleaner {
  readonly threads: CleanerThread[] = [];
  /** Share of dirty bytes of the dirtiest log, at the last look. */
  dirtiestRatio = 0;
  /** Whether there is a compacted log to look at. */
  hasLogs = false;
  private isRunning = false;

  /** The threads begin: with `firstTurn` 0 they look at once, else some time into their first sleep, as if they had run before. */
  start(firstTurn: number, broker: BrokerInternals, nowUs: Micros): void {
    const { isEnabled, threads, backoffUs } = cleanerConfig(broker);
    this.isRunning = true;
    this.threads.length = 0;
    for (let i = 0; i < (isEnabled ? threads : 0); i++)
      this.threads.push({
        nextUs: nowUs + Math.floor(firstTurn * backoffUs),
        lastStats: null,
        lastCleaningUs: 0,
        lastDelayMs: 0,
      });
  }

  /** A config of the cleaner was changed: its threads end, and new ones begin. Kafka: `LogCleaner.reconfigure`. */
  restart(broker: BrokerInternals, ctx: NodeContext): void {
    if (!this.isRunning) return;
    ctx.cancelTimer(CLEANER_TIMER);
    this.start(0, broker, ctx.nowUs);
    this.watchAll(broker, ctx);
  }

  /** A log that is here, or whose policy may have changed. */
  watch(partition: Partition, broker: BrokerInternals, ctx: NodeContext): void {
    if (this.threads.length === 0 || !configOf(partition, broker).log.isCompacted) return;
    this.hasLogs = true;
    if (ctx.timerAtUs(CLEANER_TIMER) === null) this.setTimer(broker, ctx);
  }

  watchAll(broker: BrokerInternals, ctx: NodeContext): void {
    for (const partition of broker.partitions.values()) this.watch(partition, broker, ctx);
  }

  /** The turn of every thread that is due. Returns the partitions whose log start moved. */
  onTimer(broker: BrokerInternals, ctx: NodeContext): Partition[] {
    const compacted = compactedOf(broker);
    const moved: Partition[] = [];
    for (const thread of this.threads) {
      if (thread.nextUs > ctx.nowUs) continue;
      this.turn(thread, compacted, broker, ctx);
      for (const partition of compacted)
        if (deleteOldSegments(partition, configOf(partition, broker).log, broker, ctx)) moved.push(partition);
    }
    this.hasLogs = compacted.length > 0;
    if (this.hasLogs) this.setTimer(broker, ctx);
    return moved;
  }

  /** Whether all threads take their turns at one instant, so that they can be taken together. */
  get hasCommonTurn(): boolean {
    const [first] = this.threads;
    return this.hasLogs && this.threads.every(({ nextUs }) => nextUs === first?.nextUs);
  }

  /** Whether a turn at this time would find nothing to clean or to delete, if nothing else happens before. */
  isIdleAt(atMs: Millis, broker: BrokerInternals, rules: Rules): boolean {
    const compacted = compactedOf(broker);
    const logs = compacted.map((partition) => logToClean(partition, broker, rules, atMs));
    if (logs.some(({ mustResetCheckpoint }) => mustResetCheckpoint) || rules.filthiestLog(logs) !== null)
      return false;
    return compacted.every((partition) => hasNothingToDelete(partition, broker, rules, atMs));
  }

  /** All threads have taken turns that found nothing to do, for so long. */
  skip(forUs: Micros, broker: BrokerInternals, rules: Rules): void {
    if (forUs === 0) return;
    for (const thread of this.threads) thread.nextUs += forUs;
    const lastMs = millisFromMicros((this.threads[0]?.nextUs ?? 0) - cleanerConfig(broker).backoffUs);
    this.dirtiestRatio = largestRatio(
      compactedOf(broker).map((partition) => logToClean(partition, broker, rules, lastMs)),
    );
  }

  /** When a thread looked for a dirty log last; −1: not yet. */
  lastTurnUs(broker: BrokerInternals, nowUs: Micros): Micros {
    const { backoffUs } = cleanerConfig(broker);
    let lastUs = -1;
    for (const { nextUs } of this.threads) {
      const turnsUs = nextUs > nowUs ? backoffUs : -Math.floor((nowUs - nextUs) / backoffUs) * backoffUs;
      lastUs = Math.max(lastUs, nextUs - turnsUs);
    }
    return lastUs;
  }

  /** What it did last is for metrics alone. */
  digestInto(digest: Digest): void {
    for (const { nextUs } of this.threads) digest.number(nextUs);
  }

  private turn(
    thread: CleanerThread,
    compacted: readonly Partition[],
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    const { backoffUs, capacity, ioMaxBytesPerSecond } = cleanerConfig(broker);
    const logs = compacted.map((partition) => logToClean(partition, broker, ctx.rules, ctx.clockMs()));
    for (const { partition, firstDirtyOffset, mustResetCheckpoint } of logs)
      if (mustResetCheckpoint) partition.log.cleanerCheckpoint = firstDirtyOffset;
    this.dirtiestRatio = largestRatio(logs);
    const filthiest = ctx.rules.filthiestLog(logs);
    if (filthiest === null) {
      thread.nextUs = ctx.nowUs + backoffUs;
      return;
    }
    const stats = cleanLog(filthiest, capacity.maxKeys, broker, ctx);
    const bytes = stats.mapBytesRead + stats.bytesRead + stats.bytesWritten;
    thread.lastStats = stats;
    thread.lastCleaningUs = Math.ceil((bytes / ioMaxBytesPerSecond) * MICROS_PER_SECOND);
    thread.lastDelayMs = logs.reduce((most, { delayMs }) => Math.max(most, delayMs), 0);
    thread.nextUs = ctx.nowUs + thread.lastCleaningUs;
  }

  /** Turns that nobody needed are over: the next is the first of their row that is still to come. */
  private setTimer(broker: BrokerInternals, ctx: NodeContext): void {
    const { backoffUs } = cleanerConfig(broker);
    let dueUs = Infinity;
    for (const thread of this.threads) {
      const missedUs = ctx.nowUs - thread.nextUs;
      if (missedUs > 0) thread.nextUs += Math.ceil(missedUs / backoffUs) * backoffUs;
      dueUs = Math.min(dueUs, thread.nextUs);
    }
    if (dueUs < Infinity) ctx.setTimer(CLEANER_TIMER, dueUs - ctx.nowUs);
  }
}

function compactedOf(broker: BrokerInternals): Partition[] {
  return [...broker.partitions.values()].filter((partition) => configOf(partition, broker).log.isCompacted);
}

function largestRatio(logs: readonly PartitionToClean[]): number {
  return logs.reduce((most, log) => Math.max(most, cleanableRatio(log)), 0);
}
