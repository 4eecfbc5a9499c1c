import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

export const root = join(import.meta.dirname, '..');
/** For what can be made again; gone with node_modules. */
export const cacheFolder = join(root, 'node_modules/.cache/highwater');

const NOT_A_SOURCE = /\.test\.tsx?$|__snapshots__/;

/** One hash over the names and contents of files and folders (tests apart). Same files, same hash, on every machine. */
export function hashFiles(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (NOT_A_SOURCE.test(path) || !existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name));
      return;
    }
    hash
      .update(`${relative(root, path)}\n`)
      .update(readFileSync(path))
      .update('\n');
  };
  for (const path of paths) visit(join(root, path));
  return hash.digest('hex');
}
