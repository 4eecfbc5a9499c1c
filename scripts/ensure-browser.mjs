// Makes sure that a Chromium is there for the browser tests: a found one, else Debian's package (as root), else
// Playwright's download. Says what to do when none can be had.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.mjs';

const run = (program, args) => spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status === 0;

function install() {
  if (process.env.CHROMIUM_PATH) return; // A wrong path is the reader's to mend.
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    process.env.DEBIAN_FRONTEND = 'noninteractive';
    if (
      run('apt-get', ['update', '-q']) &&
      run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-liberation'])
    )
      return;
  }
  run(process.execPath, [
    join(import.meta.dirname, '../node_modules/playwright/cli.js'),
    'install',
    'chromium',
  ]);
}

if (!findChromium().found) install();

const { found, executablePath } = findChromium();
if (!found) {
  console.error(
    process.env.CHROMIUM_PATH
      ? `CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, and there is no such file.`
      : 'No Chromium was found and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to its program.',
  );
  process.exit(1);
}
console.log(`Browser: ${executablePath ?? "Playwright's own Chromium"}`);
