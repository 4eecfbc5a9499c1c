import type { OffsetReset } from '../../../shared/offsetReset.ts';
import type { Bytes, Millis } from '../../../shared/units.ts';

/** What a consumer reads from its configs. Frozen: shared by checkpoints. */
export interface ConsumerConfig {
  readonly autoOffsetReset: OffsetReset;
  readonly fetchMaxWaitMs: Millis;
  readonly fetchMinBytes: Bytes;
  readonly fetchMaxBytes: Bytes;
  readonly maxPartitionFetchBytes: Bytes;
  /** Most records that one poll() returns; read where the application takes time for them. */
  readonly maxPollRecords: number;
  readonly requestTimeoutMs: Millis;
  readonly reconnectBackoffMs: Millis;
  readonly reconnectBackoffMaxMs: Millis;
  readonly maxInFlightRequests: number;
  readonly retryBackoffMs: Millis;
  readonly retryBackoffMaxMs: Millis;
  readonly metadataMaxAgeMs: Millis;
  /** `metadata.recovery.strategy` is `rebootstrap`. */
  readonly rebootstraps: boolean;
  /** Empty: none. */
  readonly clientRack: string;
  /** Left out: Kafka's default. */
  readonly defaultApiTimeoutMs?: Millis;
  /** `isolation.level`; left out: read_uncommitted. */
  readonly isolationLevel?: 'READ_COMMITTED';
}
