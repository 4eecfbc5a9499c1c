/* global requestAnimationFrame */
// Prints the time that the page's own thread spends on one frame while the Lab plays in slow motion, in ms, from
// Chromium's counters. A program of its own: Playwright cannot be bundled with the rest of the bench.

import { join } from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../scripts/find-chromium.mjs';
import { serve } from '../scripts/serve.mjs';

const PLAYED_MS = 4000;

const url = await serve({ dir: join(import.meta.dirname, '../dist') });
const { executablePath } = findChromium();
const args = [
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-sync',
];
if (process.getuid?.() === 0) args.push('--no-sandbox');
const browser = await chromium.launch({ args, executablePath });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`${url}#/lab`);
await page.getByRole('button', { name: /^Play/ }).click();
const devtools = await page.context().newCDPSession(page);
await devtools.send('Performance.enable');
const taskSeconds = async () =>
  (await devtools.send('Performance.getMetrics')).metrics.find((metric) => metric.name === 'TaskDuration')
    .value;

const before = await taskSeconds();
const frames = await page.evaluate(
  (forMs) =>
    new Promise((resolve) => {
      const startedAt = performance.now();
      let count = 0;
      const next = () => {
        count += 1;
        if (performance.now() - startedAt < forMs) requestAnimationFrame(next);
        else resolve(count);
      };
      requestAnimationFrame(next);
    }),
  PLAYED_MS,
);
const perFrameMs = (((await taskSeconds()) - before) * 1000) / frames;
await browser.close();
console.log(`main thread time of one frame while the Lab plays, ms: ${perFrameMs.toFixed(2)}`);
console.log(`frames per second meanwhile: ${((frames * 1000) / PLAYED_MS).toFixed(1)}`);
process.exit(0);
