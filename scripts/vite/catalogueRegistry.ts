import type { Plugin } from 'vite';

const CATALOGUE = /\/src\/i18n\/en\/[^/]+\.ts$/;

/**
 * Every catalogue of texts tells of itself when it is loaded, in a list that stands at `globalThis`: `src/i18n/pseudo.ts` puts all of
 * them into another language where they stand, whichever file of the build they came in, now or later.
 */
export function catalogueRegistry(): Plugin {
  return {
    name: 'highwater:catalogue-registry',
    enforce: 'pre',
    transform(code, id) {
      if (!CATALOGUE.test(id)) return null;
      const names = [...code.matchAll(/^export const (\w+)/gm)].map((match) => match[1]);
      if (names.length === 0) return null;
      const list = '((globalThis as { hwTexts?: unknown[] }).hwTexts ??= [])';
      return { code: `${code}\n${list}.push(${names.join(', ')});\n`, map: null };
    },
  };
}
