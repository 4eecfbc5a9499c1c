/** Kafka's four client quotas, by the names that kafka-configs.sh takes. */
export const CLIENT_QUOTA_KEYS = [
  'producer_byte_rate',
  'consumer_byte_rate',
  'request_percentage',
  'controller_mutation_rate',
] as const;
export type ClientQuotaKey = (typeof CLIENT_QUOTA_KEYS)[number];

/** Stands for every user or client.id without a quota of its own. */
export const DEFAULT_ENTITY = '<default>';

/** Everybody is this user: there is no authentication. */
export const ANONYMOUS = 'ANONYMOUS';

/** Whom a quota binds; null: the level is left out, as for a quota that is a user's whatever its client.id. */
export interface ClientQuotaEntity {
  readonly user: string | null;
  readonly clientId: string | null;
}

export interface ClientQuota extends ClientQuotaEntity {
  readonly key: ClientQuotaKey;
  /** Bytes a second, percent of one thread, or partitions a second. */
  readonly value: number;
}

/** The quota that binds a client, and whose usage counts towards it: a user's quota is shared by all its clients. */
export interface ResolvedQuota {
  readonly limit: number;
  readonly sharedBy: ClientQuotaEntity;
}

/** What of user and client.id must match, most special first, and which of them the usage is counted by. */
const LEVELS: readonly { readonly user: Match; readonly clientId: Match; readonly counts: Counts }[] = [
  { user: 'own', clientId: 'own', counts: 'both' },
  { user: 'own', clientId: 'default', counts: 'both' },
  { user: 'own', clientId: 'none', counts: 'user' },
  { user: 'default', clientId: 'own', counts: 'both' },
  { user: 'default', clientId: 'default', counts: 'both' },
  { user: 'default', clientId: 'none', counts: 'user' },
  { user: 'none', clientId: 'own', counts: 'clientId' },
  { user: 'none', clientId: 'default', counts: 'clientId' },
];
type Match = 'own' | 'default' | 'none';
type Counts = 'both' | 'user' | 'clientId';

/**
 * The quota of a client: the most special that matches, and of two equally long ones that of the user. Kafka:
 * `ClientQuotaManager.DefaultQuotaCallback.quotaMetricTags` (4.2).
 */
export function resolveQuota(
  quotas: ReadonlyMap<string, ClientQuota>,
  key: ClientQuotaKey,
  user: string,
  clientId: string,
): ResolvedQuota | null {
  if (quotas.size === 0) return null;
  for (const level of LEVELS) {
    const entity = { user: nameAt(level.user, user), clientId: nameAt(level.clientId, clientId) };
    const quota = quotas.get(quotaId(entity, key));
    if (quota === undefined) continue;
    const sharedBy = {
      user: level.counts === 'clientId' ? null : user,
      clientId: level.counts === 'user' ? null : clientId,
    };
    return { limit: quota.value, sharedBy };
  }
  return null;
}

/** One text for a quota: what it is, and whom it binds. */
export function quotaId(entity: ClientQuotaEntity, key: ClientQuotaKey): string {
  return JSON.stringify([key, entity.user, entity.clientId]);
}

function nameAt(match: Match, own: string): string | null {
  if (match === 'own') return own;
  return match === 'default' ? DEFAULT_ENTITY : null;
}
