import type { Micros, Millis } from '../../../shared/units.ts';

/** When nobody has decided where a share partition begins: the first record, the next one, or the first of a time back. */
export type ShareOffsetReset = 'earliest' | 'latest' | { readonly durationMs: Millis };

/** What a share group is given of its own (`kafka-configs --entity-type groups`). Frozen. Kafka: `GroupConfig` (4.2). */
export interface OwnShareGroupConfig {
  /** share.auto.offset.reset */
  readonly autoOffsetReset: ShareOffsetReset;
  /** share.isolation.level */
  readonly isolationLevel: 'READ_UNCOMMITTED' | 'READ_COMMITTED';
  /** share.record.lock.duration.ms; null: as the broker says. */
  readonly recordLockUs: Micros | null;
  readonly sessionTimeoutMs: Millis | null;
  readonly heartbeatIntervalMs: Millis | null;
}

/** What a broker's static configs, and those of groups, say of share groups. Frozen. Kafka: `ShareGroupConfig`, `ShareCoordinatorConfig` (4.2). */
export interface ShareGroupConfig {
  /** No part of the digest: it never changes. */
  readonly isDormant: true;
  /** share.version is 1: share groups are to be had. Off on new clusters before 4.2. */
  readonly isEnabled: boolean;
  /** RENEW is known (KIP-1222): from 4.2 on. */
  readonly hasRenew: boolean;
  /** Records that were delivered often come in smaller numbers, and at last alone: from 4.2 on. */
  readonly throttlesDelivery: boolean;
  readonly deliveryCountLimit: number;
  readonly maxRecordLocks: number;
  readonly recordLockUs: Micros;
  readonly sessionTimeoutMs: Millis;
  readonly heartbeatIntervalMs: Millis;
  readonly maxSize: number;
  readonly maxShareSessions: number;
  readonly snapshotUpdateRecordsPerSnapshot: number;
  readonly writeTimeoutUs: Micros;
  readonly appendLingerMs: Millis;
  /** By group.id. */
  readonly groups: ReadonlyMap<string, OwnShareGroupConfig>;
}

const KAFKA_DEFAULTS: OwnShareGroupConfig = Object.freeze({
  autoOffsetReset: 'latest',
  isolationLevel: 'READ_UNCOMMITTED',
  recordLockUs: null,
  sessionTimeoutMs: null,
  heartbeatIntervalMs: null,
});

export function ownConfigOf({ groups }: ShareGroupConfig, groupId: string): OwnShareGroupConfig {
  return groups.get(groupId) ?? KAFKA_DEFAULTS;
}

export function limitsOf(config: ShareGroupConfig, groupId: string) {
  return {
    deliveryCountLimit: config.deliveryCountLimit,
    recordLockUs: ownConfigOf(config, groupId).recordLockUs ?? config.recordLockUs,
  };
}
