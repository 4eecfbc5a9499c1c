// `npm run pictures`: every screen at three widths in both themes, into test-results/screens/. Needs a built site.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt } from './build.mjs';
import { root } from './hash-files.mjs';

const SPECS = ['e2e/screens.spec.ts', 'e2e/lab-screens.spec.ts'];

if (process.env.HIGHWATER_DIST === undefined && !isBuilt()) {
  const failed = build();
  if (failed !== 0) process.exit(failed);
}
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/playwright/cli.js'), 'test', '--project', 'preview', ...SPECS],
  { cwd: root, stdio: 'inherit', env: { ...process.env, HIGHWATER_TEST_ALL: '1' } },
);
const folder = join(root, 'test-results/screens');
const count = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.png')).length : 0;
console.log(`${count} pictures in test-results/screens`);
process.exitCode = status ?? 1;
