// Holds the built site to its budget, in KiB after gzip: the scripts that must arrive before the first frame (the
// entry and all it imports statically), and the worker. Lesson chunks and styles are only reported.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const EAGER_LIMIT_KIB = 130;
const WORKER_AIM_KIB = 30;
const WORKER_LIMIT_KIB = 275;

const dist = join(import.meta.dirname, '../dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const kib = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1024;
const sum = (files) => [...files].reduce((total, file) => total + kib(file), 0);

/** Manifest keys of a chunk and of all that it imports statically. */
function closure(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) closure(imported, seen);
  return seen;
}

const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry);
const eager = new Set(entries.flatMap((key) => [...closure(key)]));
const scripts = new Set([...eager].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')));
const styles = new Set([...eager].flatMap((key) => manifest[key].css ?? []));
// The manifest does not know workers.
const workers = readdirSync(join(dist, 'assets'))
  .filter((file) => /worker.*\.js$/i.test(file))
  .map((file) => `assets/${file}`);

const problems = [];
const report = (what, size, limit) => {
  console.log(
    `  ${size.toFixed(1).padStart(7)} KiB  ${what}${limit === undefined ? '' : ` (limit ${limit})`}`,
  );
  if (size > limit) problems.push(`${what}: ${size.toFixed(1)} KiB is over the limit of ${limit}`);
};

if (scripts.size === 0) problems.push('no entry script in dist/.vite/manifest.json');
report('scripts before the first frame', sum(scripts), EAGER_LIMIT_KIB);
report('worker', sum(workers), WORKER_LIMIT_KIB);
if (sum(workers) > WORKER_AIM_KIB)
  console.log(`           the worker is over the ${WORKER_AIM_KIB} KiB that the first version aims at`);
report('styles before the first frame', sum(styles));
for (const key of Object.keys(manifest).filter(
  (name) => name.startsWith('content/lessons/') && name.endsWith('.mdx'),
)) {
  const own = [...closure(key)].filter((chunk) => !eager.has(chunk)).map((chunk) => manifest[chunk].file);
  report(key, sum(own.filter((file) => file.endsWith('.js'))));
}

for (const problem of problems) console.error(`  ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
