// node scripts/bundle.mjs ENTRY FOLDER: bundles a TypeScript program and all it imports into FOLDER/program.mjs.

import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const [entry, folder] = process.argv.slice(2);

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: join(root, entry),
    outDir: folder,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'program.mjs', codeSplitting: false } },
  },
  ssr: { noExternal: true },
});
