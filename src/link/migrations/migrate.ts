/**
 * One step a version: the content of version n as version n + 1 would have written it. Links in the wild are never changed,
 * so steps are only added; each has a stored link of its version beside it, which must decode for ever.
 */
const MIGRATIONS: readonly ((content: unknown) => unknown)[] = [];

/** The version that is written today. */
export const LINK_VERSION = MIGRATIONS.length + 1;

/** The content of a link of a known version as today's. */
export function migrateContent(version: number, content: unknown): unknown {
  return MIGRATIONS.slice(version - 1).reduce((migrated, step) => step(migrated), content);
}
