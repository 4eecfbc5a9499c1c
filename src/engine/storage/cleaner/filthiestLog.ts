import type { Bytes } from '../../../shared/units.ts';

/** A compacted log that could be cleaned. Kafka: `LogToClean`. */
export interface LogToClean {
  readonly cleanBytes: Bytes;
  readonly cleanableBytes: Bytes;
  /** Something dirty in it waits for longer than max.compaction.lag.ms. */
  readonly mustCompactNow: boolean;
  /** min.cleanable.dirty.ratio */
  readonly minCleanableDirtyRatio: number;
}

/** Which share of the bytes that a cleaning would read is dirty; 0 of a log that has none. */
export function cleanableRatio({
  cleanBytes,
  cleanableBytes,
}: Pick<LogToClean, 'cleanBytes' | 'cleanableBytes'>): number {
  const totalBytes = cleanBytes + cleanableBytes;
  return totalBytes === 0 ? 0 : cleanableBytes / totalBytes;
}

/**
 * The log that a cleaner thread takes next (CL2): of those whose share of dirty bytes is above min.cleanable.dirty.ratio, strictly,
 * and of those that must be compacted now and have something dirty, the one with the largest share, the first of equal ones.
 * null: there is nothing to clean. Kafka: `LogCleanerManager.grabFilthiestCompactedLog` (4.2).
 */
export function filthiestLog<Log extends LogToClean>(logs: readonly Log[]): Log | null {
  let filthiest: Log | null = null;
  for (const log of logs) {
    if (log.cleanBytes + log.cleanableBytes === 0) continue;
    const ratio = cleanableRatio(log);
    const isDue = (log.mustCompactNow && log.cleanableBytes > 0) || ratio > log.minCleanableDirtyRatio;
    if (isDue && (filthiest === null || ratio > cleanableRatio(filthiest))) filthiest = log;
  }
  return filthiest;
}
