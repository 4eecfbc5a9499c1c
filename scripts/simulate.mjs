// npm run --silent simulate -- FILE.json [--seed N] [--until 60s] [--out FILE] [--trace FILE] [--metrics FILE]

import { runBundled } from './run-bundled.mjs';

await runBundled('src/cli/simulate.ts');
