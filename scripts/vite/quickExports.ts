import type { Plugin } from 'vite';

/**
 * Makes tests a fifth faster. They see a module of ours as an object without prototype that Vite gives one getter for each export, and
 * V8 keeps such an object as a table: each call from module to module looks the name up, and none is compiled into its caller. An object
 * that was once a prototype is laid out like any other, and the getters cost nothing. Nothing else changes: mocks and cycles are as before.
 */
export function quickExports(): Plugin {
  return {
    name: 'quick-exports',
    enforce: 'post',
    apply: () => process.env['VITEST'] !== undefined,
    transform: {
      filter: { id: /^[^?]*\.tsx?$/ },
      handler(code, id) {
        if (id.includes('/node_modules/')) return null;
        return {
          code: `${code}\n;{ const F = function () {}; F.prototype = __vite_ssr_exports__; new F(); }`,
          map: null,
        };
      },
    },
  };
}
