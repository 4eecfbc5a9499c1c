// `npm start`: builds the site when dist/ is missing or older than the sources, then serves it.

import { build, isBuilt } from './build.mjs';
import { serveFromCommandLine } from './serve.mjs';

if (!isBuilt()) {
  console.log('Building the site (only after a change) ...');
  const status = build();
  if (status !== 0) process.exit(status);
}
serveFromCommandLine().catch((error) => {
  console.error(
    error.code === 'EADDRINUSE' ? `Port ${error.port} is taken; choose another with --port.` : error.message,
  );
  process.exit(1);
});
