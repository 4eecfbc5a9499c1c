// Installs the packages when they are missing or no longer those of package-lock.json; else returns at once.
// Runs before `npm start`, `npm run dev`, `npm run build` and `npm test`. Uses only what Node brings.

import { checkNode } from './check-node.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

checkNode();

var root = fileURLToPath(new URL('..', import.meta.url));
var stampFile = root + 'node_modules/.installed-for';
var lock = readFileSync(root + 'package-lock.json', 'utf8');
// Packages with native parts fit one system and one generation of Node only.
var platform = [process.platform, process.arch, process.versions.modules].join(' ');
var stamp = platform + '\n' + createHash('sha256').update(lock).digest('hex');

function isInstalled() {
  var last = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null;
  if (last === stamp) return true;
  if (last !== null && last.split('\n')[0] !== platform) return false;
  // Somebody ran npm himself: it notes in node_modules what it has put there.
  var note = root + 'node_modules/.package-lock.json';
  if (!existsSync(note)) return false;
  var installed = JSON.parse(readFileSync(note, 'utf8')).packages;
  var wanted = JSON.parse(lock).packages;
  return Object.keys(wanted).every(function (path) {
    if (path === '') return true;
    return installed[path]
      ? installed[path].version === wanted[path].version
      : wanted[path].optional === true;
  });
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
  if (isInstalled()) return;
  console.error('Installing packages (once, and after package-lock.json changed) ...');
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
