import { checked } from './readCluster.ts';
import { parseSize } from './quantity.ts';
import type { ReadReport } from './readConfigs.ts';
import { CLIENT_QUOTA_KEYS, type ClientQuotaKey, type ClientQuotaSpec } from './Scenario.ts';
import type { FileQuota, FileQuotaValues, ScenarioFile } from './ScenarioFile.ts';
import { oneOf, pathTo, scenarioProblem } from './ScenarioProblem.ts';

export function readQuotas(file: ScenarioFile, report: ReadReport): readonly ClientQuotaSpec[] {
  const seen = new Set<string>();
  return (file.quotas ?? []).map((quota, i) => {
    const path = pathTo('quotas', i);
    const entity = readQuotaEntity(quota, path, report);
    const id = JSON.stringify([entity.user, entity.clientId]);
    if (seen.has(id)) report.problems.push(scenarioProblem('duplicate', path, quota));
    seen.add(id);
    const quotas = readQuotaValues(quota, path, report).flatMap(([key, value]) =>
      value === null ? [] : [[key, value] as const],
    );
    if (quotas.length === 0)
      report.problems.push(scenarioProblem('missing-key', path, quota, oneOf(CLIENT_QUOTA_KEYS)));
    return { ...entity, quotas };
  });
}

/** Whom a quota binds; one of the two must be there. */
export function readQuotaEntity(
  file: Pick<FileQuota, 'user' | 'client-id'>,
  path: string,
  report: ReadReport,
): { readonly user: string | null; readonly clientId: string | null } {
  const entity = { user: file.user ?? null, clientId: file['client-id'] ?? null };
  if (entity.user === null && entity.clientId === null) {
    const at = pathTo(path, 'client-id');
    report.problems.push(scenarioProblem('missing-key', at, undefined, oneOf(['client-id', 'user'])));
  }
  return entity;
}

/** In the order of Kafka's list, whatever the order in the file. A quota of 0 would mute a client for ever. */
export function readQuotaValues(
  file: FileQuotaValues,
  path: string,
  report: ReadReport,
): readonly (readonly [ClientQuotaKey, number | null])[] {
  const values: (readonly [ClientQuotaKey, number | null])[] = [];
  for (const key of CLIENT_QUOTA_KEYS) {
    const written = file[key];
    if (written === undefined) continue;
    const isBytes = key === 'producer_byte_rate' || key === 'consumer_byte_rate';
    const value = written === null || !isBytes ? written : checked(parseSize(written));
    if (value === 0) {
      const range = { kind: 'range', min: 1, max: Number.MAX_SAFE_INTEGER } as const;
      report.problems.push(scenarioProblem('out-of-range', pathTo(path, key), written, range));
    }
    values.push([key, value === null ? null : Number(value)]);
  }
  return values;
}
