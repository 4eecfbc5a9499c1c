import type { Plugin } from 'vite';

/**
 * KaTeX offers each font as woff2, woff and ttf. Every supported browser takes woff2; the others would be
 * 600 kB of files nobody loads. Works on `import 'katex/dist/katex.min.css'` in a script.
 */
export function katexWoff2Only(): Plugin {
  return {
    name: 'highwater:katex-woff2-only',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]katex[^/\\]*\.css(\?|$)/.test(id)) return undefined;
      return {
        code: code.replace(/,\s*url\([^)]+\.(?:woff|ttf)\)\s*format\(["'][a-z]+["']\)/g, ''),
        map: null,
      };
    },
  };
}
