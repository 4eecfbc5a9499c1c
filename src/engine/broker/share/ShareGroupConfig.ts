import type { MetadataImage } from '../../metadata/MetadataImage.ts';
import { parseOffsetReset, type OffsetReset } from '../../../shared/offsetReset.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
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
}

/** What a group is given of its own, as this broker has heard. */
export function ownConfigOf({ groupConfigs }: MetadataImage, groupId: string): OwnShareGroupConfig {
  const configs = groupConfigs?.get(groupId);
  if (!configs) return KAFKA_DEFAULTS;
  const reset = parseOffsetReset(configs.get('share.auto.offset.reset') ?? 'latest');
  const lockMs = numberOf(configs, 'share.record.lock.duration.ms');
  return {
    autoOffsetReset: shareResetOf(reset),
    isolationLevel:
      configs.get('share.isolation.level') === 'read_committed' ? 'READ_COMMITTED' : 'READ_UNCOMMITTED',
    recordLockUs: lockMs === null ? null : lockMs * MICROS_PER_MILLI,
    sessionTimeoutMs: numberOf(configs, 'share.session.timeout.ms'),
    heartbeatIntervalMs: numberOf(configs, 'share.heartbeat.interval.ms'),
  };
}

const KAFKA_DEFAULTS: OwnShareGroupConfig = Object.freeze({
  autoOffsetReset: 'latest',
  isolationLevel: 'READ_UNCOMMITTED',
  recordLockUs: null,
  sessionTimeoutMs: null,
  heartbeatIntervalMs: null,
});

function numberOf(configs: ReadonlyMap<string, string>, name: string): number | null {
  const value = configs.get(name);
  return value === undefined ? null : Number(value);
}

function shareResetOf(reset: OffsetReset | null): ShareOffsetReset {
  if (typeof reset === 'object' && reset !== null) return { durationMs: reset.byDurationMs };
  return reset === 'earliest' ? 'earliest' : 'latest';
}

/** How often a record is delivered, and for how long. */
export function limitsOf({ config, image }: BrokerOfGroups, groupId: string) {
  const { share } = config.groups;
  return {
    deliveryCountLimit: share.deliveryCountLimit,
    recordLockUs: ownConfigOf(image, groupId).recordLockUs ?? share.recordLockUs,
  };
}

interface BrokerOfGroups {
  readonly config: { readonly groups: { readonly share: ShareGroupConfig } };
  readonly image: MetadataImage;
}
