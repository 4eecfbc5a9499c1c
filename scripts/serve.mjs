// A small static server for the built site, as any host would serve it: `npm start` and the browser tests use it.
// node scripts/serve.mjs [--port 4173] [--base /courses/kafka/] [--host localhost] [--dir dist]

import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isMain } from './is-main.mjs';

const DEFAULT_PORT = 4173;

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const WORTH_ZIPPING = /text|json|javascript|svg|wasm/;

/** Path -> { mtimeMs, zipped }. */
const zippedFiles = new Map();

async function zippedOnce(path, mtimeMs, bytes) {
  const known = zippedFiles.get(path);
  if (known?.mtimeMs === mtimeMs) return known.zipped;
  const zipped = await promisify(gzip)(bytes);
  zippedFiles.set(path, { mtimeMs, zipped });
  return zipped;
}

/** The file below `folder` that an address names, or null. */
function fileFor(folder, base, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://host').pathname);
  } catch {
    return null;
  }
  if (!path.startsWith(base) || path.includes('\0')) return null;
  const file = resolve(folder, path === base ? 'index.html' : path.slice(base.length));
  return file.startsWith(folder + sep) ? file : null;
}

async function answer(request, response, folder, base) {
  const send = (status, headers, body = '') => {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, { allow: 'GET, HEAD' });
  if (`${request.url.split(/[?#]/)[0]}/` === base) return send(301, { location: base });
  const file = fileFor(folder, base, request.url);
  const found = file && (await stat(file).catch(() => null));
  if (!found?.isFile()) return send(404, { 'content-type': TYPES['.txt'] }, 'Not found\n');

  const bytes = await readFile(file);
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const headers = {
    'content-type': type,
    // Names in assets/ hold a hash of the content.
    'cache-control': file.startsWith(join(folder, 'assets')) ? 'max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  };
  if (!WORTH_ZIPPING.test(type) || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
    return send(200, headers, bytes);
  return send(200, { ...headers, 'content-encoding': 'gzip' }, await zippedOnce(file, found.mtimeMs, bytes));
}

/** Serves `dir` and resolves to the address. Without a `port`, the next free one from the default is taken. */
export async function serve({ dir, base = '/', host = 'localhost', port }) {
  const folder = resolve(dir);
  const server = createServer((request, response) => {
    answer(request, response, folder, base).catch((error) => {
      console.error(error);
      response.destroy();
    });
  });
  const listen = (candidate) =>
    new Promise((done, failed) => {
      server.once('error', failed);
      server.listen(candidate, host, () => {
        server.off('error', failed);
        done();
      });
    });
  for (let candidate = port ?? DEFAULT_PORT; ; candidate++) {
    try {
      await listen(candidate);
      return `http://${host}:${server.address().port}${base}`;
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || port !== undefined || candidate >= DEFAULT_PORT + 100) throw error;
    }
  }
}

/** The command line, shared with `npm start`. */
export async function serveFromCommandLine() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      base: { type: 'string', default: '/' },
      host: { type: 'string', default: 'localhost' },
      dir: { type: 'string', default: join(import.meta.dirname, '../dist') },
    },
  });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65536)) {
    throw new Error(`--port ${values.port}: a port is a whole number below 65536`);
  }
  const base = `/${values.base}/`.replace(/\/+/g, '/');
  const address = await serve({ dir: values.dir, host: values.host, base, port });
  console.log(`Highwater is at ${address}`);
}

if (isMain(import.meta)) {
  serveFromCommandLine().catch((error) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${error.port} is taken; choose another with --port.`
        : error.message,
    );
    process.exit(1);
  });
}
