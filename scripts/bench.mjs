// npm run bench

import { runBundled } from './run-bundled.mjs';

await runBundled('bench/bench.ts');
