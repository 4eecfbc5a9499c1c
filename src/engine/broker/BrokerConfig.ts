import type { QuotaWindow } from '../protocol/quota/SampledRate.ts';
import type { Bytes, Micros, Millis } from '../../shared/units.ts';
import type { GroupCoordinatorConfig } from './coordinator/GroupCoordinatorConfig.ts';
import type { TransactionVerificationConfig } from './TransactionVerifications.ts';
import type { TransactionCoordinatorConfig } from './transaction/TransactionCoordinatorConfig.ts';

/** What a broker reads from its static configs and from the hardware that the scenario gives it. Frozen: shared by checkpoints. */
export interface BrokerConfig {
  readonly heartbeatIntervalUs: Micros;
  readonly controlledShutdownEnable: boolean;
  readonly minInsyncReplicas: number;
  /** `compression.type` of the broker's file; left out: Kafka's default. */
  readonly compressionType?: string;
  /** `compression.gzip.level`, likewise. */
  readonly gzipLevel?: string;
  /** Largest batch that is taken, where neither topic nor a dynamic config says otherwise. */
  readonly messageMaxBytes: Bytes;
  readonly replicaLagTimeMaxMs: Millis;
  readonly replicaFetchWaitMaxMs: Millis;
  readonly replicaFetchMinBytes: Bytes;
  readonly replicaFetchMaxBytes: Bytes;
  readonly replicaFetchResponseMaxBytes: Bytes;
  readonly replicaFetchBackoffUs: Micros;
  readonly replicaSocketTimeoutUs: Micros;
  readonly highWatermarkCheckpointIntervalUs: Micros;
  readonly producerIdExpirationMs: Millis;
  readonly producerIdExpirationCheckIntervalUs: Micros;
  readonly fetchMaxBytes: Bytes;
  readonly maxIncrementalFetchSessionCacheSlots: number;
  /** Empty: consumers always read from the leader. */
  readonly replicaSelectorClass: string;
  readonly numIoThreads: number;
  readonly numNetworkThreads: number;
  /** `quota.window.num` windows of `quota.window.size.seconds`. */
  readonly quotaWindow: QuotaWindow;
  readonly replicationQuotaWindow: QuotaWindow;
  /** Bytes a second, from the broker's own file; Infinity: no limit. */
  readonly replicationThrottledRate: { readonly leader: number; readonly follower: number };
  readonly queuedMaxRequests: number;
  readonly controllerRequestTimeoutUs: Micros;
  /** Of a network thread, for each request that it reads and each answer that it writes. */
  readonly networkThreadUs: Micros;
  readonly networkThreadPerKiBUs: number;
  readonly requestUs: Micros;
  readonly requestPerKiBUs: number;
  readonly appendUs: Micros;
  readonly appendPerKiBUs: number;
  readonly fsyncUs: Micros;
  readonly brokerStartUs: Micros;
  readonly pageCacheExpireUs: Micros;
  /** log.retention.check.interval.ms */
  readonly retentionCheckIntervalUs: Micros;
  /** log.flush.start.offset.checkpoint.interval.ms */
  readonly logStartCheckpointIntervalUs: Micros;
  /** log.flush.offset.checkpoint.interval.ms */
  readonly recoveryPointCheckpointIntervalUs: Micros;
  /** log.flush.scheduler.interval.ms */
  readonly flushSchedulerIntervalUs: Micros;
  /** num.recovery.threads.per.data.dir */
  readonly recoveryThreadsPerDataDir: number;
  /** One recovery thread on each MiB of a log. */
  readonly recoveryPerMiBUs: Micros;
  /** remote.log.storage.system.enable, and remote.log.manager.task.interval.ms */
  readonly hasRemoteStorage: boolean;
  readonly remoteTaskIntervalUs: Micros;
  readonly remoteCopyPerMiBUs: Micros;
  readonly remoteReadUs: Micros;
  /** Room for logs, by log directory; without end where none is given. */
  readonly diskCapacities: readonly { readonly logDir: string; readonly capacityBytes: Bytes }[];
  /** What the broker's own file says of logs (`log.…`), in Kafka's texts. */
  readonly ownLogConfigs: Readonly<Record<string, string>>;
  /** `log.dirs` */
  readonly logDirs: readonly string[];
  /** Coordinators of groups and transactions, and their topics. */
  readonly groups: GroupCoordinatorConfig;
  readonly verification: TransactionVerificationConfig;
  readonly transactions: TransactionCoordinatorConfig;
}

/** Time that one thread spends on a piece of work of this size. */
export function workUs(baseUs: Micros, perKiBUs: number, sizeBytes: Bytes): Micros {
  return Math.round(baseUs + (perKiBUs * sizeBytes) / 1024);
}
