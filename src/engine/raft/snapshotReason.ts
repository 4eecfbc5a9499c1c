import type { Bytes, Micros } from '../../shared/units.ts';
import type { SnapshotConfig } from './RaftConfig.ts';

export interface SnapshotCounters {
  readonly sinceUs: Micros;
  /** Of records that were committed since then. */
  readonly bytes: Bytes;
}

export type SnapshotReason = 'MaxBytes' | 'MaxInterval';

/**
 * Whether records that were just committed are the occasion for a snapshot (Q12): enough were written since the last one, or it is
 * long enough ago. Null: neither. Kafka: `SnapshotGenerator.publishLogDelta` (4.2).
 */
export function snapshotReason(
  counters: SnapshotCounters,
  nowUs: Micros,
  config: Pick<SnapshotConfig, 'maxBytesBetween' | 'maxIntervalUs'>,
): SnapshotReason | null {
  if (counters.bytes >= config.maxBytesBetween) return 'MaxBytes';
  const isDue = config.maxIntervalUs !== 0 && nowUs - counters.sinceUs >= config.maxIntervalUs;
  return isDue ? 'MaxInterval' : null;
}
