// Installs the packages when they are missing or no longer those of package-lock.json; else returns at once.
// Runs before `npm start`, `npm run dev`, `npm run build` and `npm test`. Uses only what Node brings.

import { checkNode } from './check-node.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

checkNode();

var root = fileURLToPath(new URL('..', import.meta.url));
var stampFile = root + 'node_modules/.deps-stamp';

function stampOf() {
  var hash = createHash('sha256');
  hash.update(readFileSync(root + 'package.json'));
  hash.update(readFileSync(root + 'package-lock.json'));
  hash.update(process.platform + process.arch + process.versions.modules);
  return hash.digest('hex');
}

function npm(args) {
  // npm tells its scripts where it is; that works on Windows too, where `npm` is no program.
  var cli = process.env.npm_execpath;
  var run = cli
    ? spawnSync(process.execPath, [cli].concat(args), { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  return run.status === 0;
}

function ensureDeps() {
  var stamp = stampOf();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.error('Installing packages (once, or after package-lock.json changed) ...');
  var started = Date.now();
  // `npm ci` is exact. When a registry no longer serves an exact version, a near one is better than none.
  if (!npm(['ci']) && !npm(['install', '--no-save', '--no-package-lock'])) {
    console.error('The packages could not be installed. Is the npm registry reachable?');
    process.exit(1);
  }
  writeFileSync(stampFile, stamp);
  console.error('Packages installed in ' + ((Date.now() - started) / 1000).toFixed(1) + ' s.');
}

ensureDeps();
