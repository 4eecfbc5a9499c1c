// `npm run model`: makes src/engine/MODEL.md from the rules (src/engine/model) and the committed test results.

import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './hash-files.mjs';

const file = join(root, 'scripts/fidelity/writeModel.ts');
const { module } = await runnerImport(file, { root, configFile: false, logLevel: 'warn' });
console.log(
  module.writeModel(root) ? 'src/engine/MODEL.md was written.' : 'src/engine/MODEL.md is up to date.',
);
