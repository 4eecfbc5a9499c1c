// Builds the site into dist/ and remembers from which sources, so that `npm start` builds only when it must.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, hashFiles, root } from './hash-files.mjs';
import { isMain } from './is-main.mjs';

const SOURCES = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
  'scripts/vite',
  'public',
  'src',
  'content',
];
const stampFile = join(cacheFolder, 'build-stamp');

export function isBuilt() {
  if (!existsSync(join(root, 'dist/index.html')) || !existsSync(stampFile)) return false;
  return readFileSync(stampFile, 'utf8') === hashFiles(SOURCES);
}

/** Returns the exit code. */
export function build() {
  rmSync(stampFile, { force: true });
  const hash = hashFiles(SOURCES);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) return status ?? 1;
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(stampFile, hash);
  return 0;
}

if (isMain(import.meta)) process.exitCode = build();
