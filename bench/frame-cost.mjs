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

/** CPU time of the page's own thread and the frames that it drew, while `page` plays. */
async function playedOn(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
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
  return {
    perFrameMs: (((await taskSeconds()) - before) * 1000) / frames,
    perSecond: (frames * 1000) / PLAYED_MS,
  };
}

async function openLab() {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}#/lab`);
  return page;
}

const lab = await openLab();
await lab.getByRole('button', { name: /^Play/ }).click();
const slow = await playedOn(lab);
console.log(`main thread time of one frame while the Lab plays, ms: ${slow.perFrameMs.toFixed(2)}`);
console.log(`frames per second meanwhile: ${slow.perSecond.toFixed(1)}`);
await lab.close();

const large = await openLab();
await large.getByRole('button', { name: /^Choose or edit/ }).click();
await large.getByRole('button', { name: /1,200 partitions/ }).click();
await large.getByRole('group', { name: /3.600 replicas$/ }).waitFor({ timeout: 120_000 });
await large.getByRole('radio', { name: 'Steady' }).click();
await large.getByRole('button', { name: /^Play/ }).click();
await large.waitForTimeout(1000);
const heat = await playedOn(large);
console.log(`main thread time of one frame, heat map of 1,200 partitions, ms: ${heat.perFrameMs.toFixed(2)}`);
console.log(`frames per second, heat map: ${heat.perSecond.toFixed(1)}`);
await browser.close();
process.exit(0);
