import type { Millis } from '../../shared/units.ts';

/**
 * Whether an append is followed by an fsync before it is answered (FL1): flush.messages records, or more, were written since the
 * recovery point. Kafka: `UnifiedLog.append`, `LocalLog.unflushedMessages` (4.2).
 */
export function needsFlush(unflushedRecords: number, flushMessages: number): boolean {
  return unflushedRecords >= flushMessages;
}

/** Whether the log flusher, when it comes by, flushes a log (FL2). Kafka: `LogManager.flushDirtyLogs` (4.2). */
export function isFlushDue(sinceLastFlushMs: Millis, flushMs: Millis): boolean {
  return sinceLastFlushMs >= flushMs;
}
