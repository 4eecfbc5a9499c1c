// npm run export:compose -- FILE-OR-LINK [--out DIR]

import { runBundled } from './run-bundled.mjs';

await runBundled('src/cli/exportCompose.ts');
