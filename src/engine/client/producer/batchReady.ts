import type { Millis } from '../../../shared/units.ts';

/** The head batch of one partition's queue, whose leader is known and which is not muted. */
export interface HeadBatch {
  /** Since it was created, or since it was put back after a failed attempt. */
  readonly waitedMs: Millis;
  /** It is full, or others are queued behind it. */
  readonly full: boolean;
  /** What is to be waited for after a failed attempt, jitter included; null unless it backs off (`isBackingOff`). */
  readonly backoffMs: Millis | null;
}

/** What makes every batch of a producer sendable at once. */
export interface AccumulatorPressure {
  /** A thread waits for buffer memory. */
  readonly memoryExhausted: boolean;
  readonly closing: boolean;
  readonly flushing: boolean;
  /** The transaction is being committed or aborted. */
  readonly transactionCompleting: boolean;
}

export type BatchReadiness =
  { readonly ready: true } | { readonly ready: false; readonly nextCheckMs: Millis };

/**
 * Whether a partition's head batch makes its leader's node ready, and if not, how long until it can (S3). One ready
 * partition suffices: everything else of that node is then drained with it (S4).
 * Kafka: `RecordAccumulator.batchReady` (4.2).
 *
 * Simplified: Kafka draws the jitter of a backoff anew at every look, here it is drawn once a failure.
 */
export function batchReady(
  batch: HeadBatch,
  lingerMs: Millis,
  pressure: AccumulatorPressure,
): BatchReadiness {
  if (batch.backoffMs !== null)
    return { ready: false, nextCheckMs: Math.max(0, batch.backoffMs - batch.waitedMs) };
  const sendable =
    batch.full ||
    batch.waitedMs >= lingerMs ||
    pressure.memoryExhausted ||
    pressure.closing ||
    pressure.flushing ||
    pressure.transactionCompleting;
  return sendable ? READY : { ready: false, nextCheckMs: lingerMs - batch.waitedMs };
}

const READY: BatchReadiness = { ready: true };

/**
 * Whether a batch still has to wait after a failed attempt (RT1). Not if the leader has changed since, for then the reason
 * to wait is gone (KIP-951). Kafka: `RecordAccumulator.shouldBackoff` (4.2).
 *
 * @param attempts how often the batch was sent; 0 for a new one.
 */
export function isBackingOff(
  attempts: number,
  waitedMs: Millis,
  backoffMs: Millis,
  leaderChanged: boolean,
): boolean {
  return attempts > 0 && waitedMs < backoffMs && !leaderChanged;
}
