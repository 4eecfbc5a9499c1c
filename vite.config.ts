import mdx from '@mdx-js/rollup';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import rehypeShiki from '@shikijs/rehype';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import rehypeKatex from 'rehype-katex';
import rehypeSlug from 'rehype-slug';
import remarkDirective from 'remark-directive';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { catalogueRegistry } from './scripts/vite/catalogueRegistry.ts';
import { contentSecurityPolicy } from './scripts/vite/contentSecurityPolicy.ts';
import { fidelity } from './scripts/vite/fidelity.ts';
import { katexStrict } from './scripts/vite/katexStrict.ts';
import { katexWoff2Only } from './scripts/vite/katexWoff2Only.ts';
import { lessonCatalog } from './scripts/vite/lessonCatalog.ts';
import { quickExports } from './scripts/vite/quickExports.ts';
import { wholeNumbers } from './scripts/vite/wholeNumbers.ts';

/** Lessons become React components here, formulas and code blocks plain markup: none of it costs script later. */
const lessons: Plugin = {
  ...(mdx({
    providerImportSource: '@mdx-js/react',
    remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkGfm, remarkMath, remarkDirective],
    rehypePlugins: [
      rehypeSlug,
      wholeNumbers,
      [rehypeKatex, { output: 'htmlAndMathml', strict: 'error' }],
      katexStrict,
      [
        rehypeShiki,
        {
          // No colour of its own: the style sheet picks var(--shiki-light) or var(--shiki-dark).
          themes: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
          defaultColor: false,
          langs: ['java', 'python', 'go', 'typescript', 'bash', 'json', 'yaml', 'properties', 'sql', 'xml'],
        },
      ],
    ],
  }) as Plugin),
  enforce: 'pre',
};

/** react-aria speaks 34 languages; the page speaks these. */
const locales = {
  ...optimizeLocales.vite({ locales: ['en-US', 'ru-RU'] }),
  enforce: 'pre' as const,
};

/**
 * Tests that put something else in the place of a whole module (`vi.mock`): nobody else may see that, so each has a process of its own,
 * and reads the engine anew. What `vi.spyOn` does to a class, or to what a module exports, is undone after the test.
 */
const PUTS_IN_PLACE = [
  'src/bridge/sessionViolations.test.ts',
  'src/bridge/engineClient.test.ts',
  'src/views/trace/LiveNarration.test.tsx',
  // Puts every text into another language.
  'src/i18n/pseudo.test.ts',
];

export default defineConfig({
  // Every address is relative: the built site works under any path of any static host.
  base: './',
  plugins: [
    locales,
    lessons,
    react({ include: /\.(mdx|jsx|tsx)$/ }),
    tailwindcss(),
    lessonCatalog(import.meta.dirname),
    catalogueRegistry(),
    fidelity(import.meta.dirname),
    katexWoff2Only(),
    contentSecurityPolicy(),
    quickExports(),
  ],
  worker: { format: 'es' },
  build: {
    // For scripts/check-size.mjs.
    manifest: true,
    // A font in a data: address would be refused by the content security policy.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
  },
  test: {
    passWithNoTests: true,
    // All cores: by itself vitest leaves one free, which on two is half of the machine.
    maxWorkers: '100%',
    // What a run of the engine makes does not outlive a large nursery; in a small one it would be copied twice.
    execArgv: ['--max-semi-space-size=64'],
    // A limit against hanging, not a measure of speed: a loaded machine is not a fault of ours.
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,content,test,scripts}/**/*.test.ts'],
          exclude: PUTS_IN_PLACE,
          // The files of a worker share their modules: the engine is read, and made fast, once and not 250 times.
          isolate: false,
          setupFiles: ['scripts/vitest/fixedSeed.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          environment: 'node',
          include: PUTS_IN_PLACE.filter((path) => path.endsWith('.ts')),
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          exclude: PUTS_IN_PLACE,
          isolate: false,
          setupFiles: ['scripts/vitest/setupDom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated dom',
          environment: 'jsdom',
          include: PUTS_IN_PLACE.filter((path) => path.endsWith('.tsx')),
          setupFiles: ['scripts/vitest/setupDom.ts'],
        },
      },
    ],
    coverage: { include: ['src/**/*.{ts,tsx}'], reportsDirectory: 'coverage' },
  },
});
