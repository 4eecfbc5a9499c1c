// npm run planted-faults [-- --only NAME[,NAME]] [--missing] [--missed] [--print]

import { runBundled } from './run-bundled.mjs';

await runBundled('test/engine/measureFaults.ts');
