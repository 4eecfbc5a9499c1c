// npm run swarm -- --seed N --count K

import { runBundled } from './run-bundled.mjs';

await runBundled('test/engine/swarm.ts');
