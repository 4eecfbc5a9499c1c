// npm run planted-faults [-- --only NAME,NAME] [--swarm] [--tests]

import { runBundled } from './run-bundled.mjs';

await runBundled('test/engine/measureFaults.ts');
