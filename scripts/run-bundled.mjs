// Runs a TypeScript program in Node 20, which cannot: bundles it once into the cache, under a name that holds
// the hash of all sources, and imports that. The second run starts at once. Standard output belongs to the
// program alone: `simulate` prints one JSON document there.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode } from './check-node.mjs';
import { cacheFolder, hashFiles, root } from './hash-files.mjs';

/** Its programs, not its recordings and what Maven fetched. */
const CONFORMANCE = [
  'check.ts',
  'record.ts',
  'replay.ts',
  'vectors.ts',
  'smoke.ts',
  'dump.ts',
  'runMain.ts',
  'kafkaVersions.ts',
  'cluster',
  'compare',
  'dump',
  'record',
  'recording',
  'vectors',
].map((name) => `conformance/${name}`);

/** `entry` is a path in the repository; the program sees the command line as if it had been started itself. */
export async function runBundled(entry) {
  checkNode();
  if (!existsSync(join(root, entry))) fail(`${entry} does not exist.`);
  const name = basename(entry, '.ts');
  const hash = hashFiles([
    'package-lock.json',
    'src',
    'content',
    'bench',
    'test/engine',
    ...CONFORMANCE,
    'scripts/run-bundled.mjs',
    'scripts/bundle.mjs',
  ]);
  const file = join(cacheFolder, `${name}-${hash.slice(0, 16)}.mjs`);
  if (!existsSync(file)) bundle(entry, name, file);
  await import(pathToFileURL(file).href);
}

function bundle(entry, name, file) {
  if (!existsSync(join(root, 'node_modules/vite'))) {
    const ensured = spawnSync(process.execPath, [join(root, 'scripts/ensure-deps.mjs')], {
      stdio: ['ignore', 2, 2],
    });
    if (ensured.status !== 0) process.exit(1);
  }
  const folder = join(cacheFolder, `bundling-${process.pid}`);
  const made = spawnSync(process.execPath, [join(root, 'scripts/bundle.mjs'), entry, folder], {
    stdio: ['ignore', 2, 2],
  });
  if (made.status !== 0) fail(`${entry} could not be bundled.`);
  mkdirSync(cacheFolder, { recursive: true });
  for (const old of readdirSync(cacheFolder)) {
    if (old.startsWith(`${name}-`) && old.endsWith('.mjs')) rmSync(join(cacheFolder, old), { force: true });
  }
  // In one step: another run may look for the file at this moment.
  renameSync(join(folder, 'program.mjs'), file);
  rmSync(folder, { recursive: true, force: true });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
