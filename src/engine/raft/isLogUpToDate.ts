import type { Epoch, Offset } from '../../shared/units.ts';

/** End of a log: the epoch of its last record and its log end offset. */
export interface LogEnd {
  readonly epoch: Epoch;
  readonly offset: Offset;
}

/** Whether the asker's log is at least as good as one's own: the epoch first, then the length (Q5). Kafka: `OffsetAndEpoch`. */
export function isLogUpToDate(asker: LogEnd, own: LogEnd): boolean {
  return asker.epoch !== own.epoch ? asker.epoch > own.epoch : asker.offset >= own.offset;
}
