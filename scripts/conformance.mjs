// npm run conformance:record [-- NAME…]

import { runBundled } from './run-bundled.mjs';

await runBundled('conformance/record.ts');
