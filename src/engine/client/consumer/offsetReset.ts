import { EARLIEST_TIMESTAMP, LATEST_TIMESTAMP } from '../../protocol/requests.ts';
import type { OffsetReset } from '../../../shared/offsetReset.ts';
import type { Millis, Offset } from '../../../shared/units.ts';

/**
 * What ListOffsets is asked for a partition without a place; null: poll() throws. Kafka: `AutoOffsetResetStrategy.timestamp`
 * (4.2).
 */
export function resetTimestamp(reset: OffsetReset, clockMs: Millis): number | null {
  switch (reset) {
    case 'none':
      return null;
    case 'earliest':
      return EARLIEST_TIMESTAMP;
    case 'latest':
      return LATEST_TIMESTAMP;
    default:
      return clockMs - reset.byDurationMs;
  }
}

/** What poll() throws where there is no policy: nothing was ever committed, or the place is outside of the log. */
export function resetException(position: Offset): string {
  return position < 0 ? 'NoOffsetForPartitionException' : 'OffsetOutOfRangeException';
}
