import type { Bytes, Millis } from '../../shared/units.ts';
import type { TimestampConfig } from './validateTimestamp.ts';

/** Configs of a topic as the log of one of its replicas goes by them. Kafka: `LogConfig` (4.2). */
export interface LogConfig {
  /** segment.bytes */
  readonly segmentBytes: Bytes;
  /** segment.ms, for a compacted topic no more than max.compaction.lag.ms (`LogConfig.maxSegmentMs`). */
  readonly segmentMs: Millis;
  /** segment.jitter.ms */
  readonly segmentJitterMs: Millis;
  /** segment.index.bytes, of the offset index and of the time index each. */
  readonly segmentIndexBytes: Bytes;
  /** index.interval.bytes */
  readonly indexIntervalBytes: Bytes;
  /** retention.ms; negative: no limit. */
  readonly retentionMs: Millis;
  /** retention.bytes; negative: no limit. */
  readonly retentionBytes: Bytes;
  /** flush.messages */
  readonly flushMessages: number;
  /** flush.ms, or log.flush.scheduler.interval.ms where only that is given. */
  readonly flushMs: Millis;
  /** file.delete.delay.ms */
  readonly fileDeleteDelayMs: Millis;
  /** Whether cleanup.policy names `delete`, and `compact`. */
  readonly isDeleted: boolean;
  readonly isCompacted: boolean;
  readonly timestamps: TimestampConfig;
}

/** Kafka's defaults: what a log goes by of which nobody says more. */
export const DEFAULT_LOG_CONFIG: LogConfig = Object.freeze({
  segmentBytes: 1_073_741_824,
  segmentMs: 604_800_000,
  segmentJitterMs: 0,
  segmentIndexBytes: 10_485_760,
  indexIntervalBytes: 4096,
  retentionMs: 604_800_000,
  retentionBytes: -1,
  flushMessages: 2 ** 63,
  flushMs: 2 ** 63,
  fileDeleteDelayMs: 60_000,
  isDeleted: true,
  isCompacted: false,
  timestamps: Object.freeze({
    type: 'CreateTime',
    beforeMaxMs: Number.MAX_SAFE_INTEGER,
    afterMaxMs: 3_600_000,
  }),
});
