import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { defineConfig } from 'playwright/test';
import { findChromium } from './scripts/find-chromium.mjs';

/** Under this path the site must work too: it is built for any static host. */
const SUBPATH = '/courses/kafka/';

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, 'localhost', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

// Picked once; the workers, which load this file again, inherit them.
const previewPort = (process.env['HIGHWATER_PREVIEW_PORT'] ??= String(await freePort()));
const subpathPort = (process.env['HIGHWATER_SUBPATH_PORT'] ??= String(await freePort()));
const preview = `http://localhost:${previewPort}/`;
const subpath = `http://localhost:${subpathPort}${SUBPATH}`;

// Another built site than dist/, for who works beside others that build.
const site = process.env['HIGHWATER_DIST'];
const dir = site === undefined ? '' : ` --dir ${JSON.stringify(site)}`;

const { executablePath } = findChromium();
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: true,
  workers: 2,
  // Limits against hanging, not measures of speed: a loaded machine is not a fault of ours.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/highwater/playwright.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // Chromium refuses its sandbox to root, as in most containers.
      chromiumSandbox: !isRoot,
      args: [
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-dev-shm-usage',
      ],
    },
  },
  projects: [
    { name: 'preview', use: { baseURL: preview } },
    // Only what a path can break: tests tagged @subpath.
    { name: 'subpath', use: { baseURL: subpath }, grep: /@subpath/ },
  ],
  webServer: [
    { command: `node scripts/serve.mjs --port ${previewPort}${dir}`, url: preview },
    { command: `node scripts/serve.mjs --port ${subpathPort} --base ${SUBPATH}${dir}`, url: subpath },
  ],
});
