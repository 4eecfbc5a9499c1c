import type { MetadataFields } from './Recording.ts';

/** The first of the named fields that is there, as text; empty when none is. */
export function textOf(fields: MetadataFields, ...names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return String(value);
  }
  return '';
}
