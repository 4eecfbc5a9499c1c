import type { Bytes, Micros, Millis } from '../../shared/units.ts';

/** Timers of the quorum. Kafka: `QuorumConfig` (4.2). Frozen: shared by checkpoints. */
export interface RaftConfig {
  /** `controller.quorum.election.timeout.ms`: a timeout is drawn from here up to twice this. */
  readonly electionTimeoutUs: Micros;
  /** `controller.quorum.fetch.timeout.ms`. */
  readonly fetchTimeoutUs: Micros;
  /** `controller.quorum.election.backoff.max.ms`. */
  readonly electionBackoffMaxUs: Micros;
  /** `controller.quorum.append.linger.ms`. */
  readonly appendLingerUs: Micros;
  /** `controller.quorum.request.timeout.ms`. */
  readonly requestTimeoutUs: Micros;
  /** `controller.quorum.retry.backoff.ms`. */
  readonly retryBackoffUs: Micros;
  /** How long a leader parks a Fetch; not a config. */
  readonly fetchMaxWaitUs: Micros;
  /** One flush of the log. */
  readonly fsyncUs: Micros;
  /** KIP-1166, from 4.1 on: a parked Fetch is also answered when the high watermark has moved. */
  readonly highWatermarkAnswersFetches: boolean;
  readonly snapshots: SnapshotConfig;
}

/** When snapshots are made and deleted (Q12). Kafka: `KRaftConfigs`, `MetadataLogConfig` (4.2). */
export interface SnapshotConfig {
  /** `metadata.log.max.record.bytes.between.snapshots` */
  readonly maxBytesBetween: Bytes;
  /** `metadata.log.max.snapshot.interval.ms`; 0: never by time. */
  readonly maxIntervalUs: Micros;
  /** `metadata.max.retention.bytes`: of the log and the snapshots together. Negative: no limit. */
  readonly maxRetentionBytes: Bytes;
  /** `metadata.max.retention.ms`. Negative: no limit. */
  readonly maxRetentionMs: Millis;
}
