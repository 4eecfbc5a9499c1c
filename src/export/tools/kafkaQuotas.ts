import type { QuotaResult } from '../../shared/RunQuestions.ts';
import { doubleText, hashMapOrder, hashOfMap, hashOfText } from './javaOrder.ts';

/** What is asked about: quotas of users, of client ids, or of both as one. */
export type QuotaEntityType = 'users' | 'clients' | 'users-clients';

const DEFAULT = '<default>';

interface Entity {
  readonly user: string | null;
  readonly clientId: string | null;
  readonly values: readonly QuotaResult[];
}

/** `kafka-configs.sh --describe` of client quotas, in the order of the maps that its answer is put into. Kafka: `ConfigCommand` (4.2.2). */
export function quotasDescribe(quotas: readonly QuotaResult[], type: QuotaEntityType): string {
  // As the controller’s image has them, then as the tool has what it was told of them.
  const wanted = hashMapOrder(entitiesOf(quotas), hashOfEntity, 16).filter(
    ({ user, clientId }) =>
      (user !== null) === (type !== 'clients') && (clientId !== null) === (type !== 'users'),
  );
  return hashMapOrder(wanted, hashOfEntity)
    .map((entity) => `Quota configs for ${nameOf(entity)} are ${valuesOf(entity)}\n`)
    .join('');
}

function entitiesOf(quotas: readonly QuotaResult[]): readonly Entity[] {
  const found = new Map<string, Entity>();
  for (const quota of quotas) {
    const { user, clientId } = quota;
    const key = JSON.stringify([user, clientId]);
    found.set(key, { user, clientId, values: [...(found.get(key)?.values ?? []), quota] });
  }
  return [...found.values()];
}

/** Kafka: `ClientQuotaEntity.hashCode`, which is that of its names. */
function hashOfEntity({ user, clientId }: Entity): number {
  const named = (type: string, name: string | null): readonly (readonly [string, string | null])[] =>
    name === null ? [] : [[type, name === DEFAULT ? null : name]];
  return (31 + hashOfMap([...named('user', user), ...named('client-id', clientId)])) | 0;
}

function nameOf({ user, clientId }: Entity): string {
  const named = (type: string, name: string | null): readonly string[] => {
    if (name === null) return [];
    return [name === DEFAULT ? `the default ${type}` : `${type} '${name}'`];
  };
  return [...named('user-principal', user), ...named('client-id', clientId)].join(', ');
}

function valuesOf({ values }: Entity): string {
  return hashMapOrder(values, ({ key }) => hashOfText(key))
    .map(({ key, value }) => `${key}=${doubleText(value)}`)
    .join(', ');
}
