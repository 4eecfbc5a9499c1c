// npm run conformance [-- NAME…], conformance:record [-- NAME…], conformance:replay -- FILE-OR-LINK,
// conformance:vectors [-- VERSION…], conformance:dump [-- VERSION…]: see conformance/README.md.

import { runBundled } from './run-bundled.mjs';

const PROGRAMS = ['check', 'record', 'replay', 'smoke', 'vectors', 'dump'];
const [program] = process.argv.splice(2, 1);
if (!PROGRAMS.includes(program)) throw new Error(`one of ${PROGRAMS.join(', ')}, not ${program}`);
await runBundled(`conformance/${program}.ts`);
