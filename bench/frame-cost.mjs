// Prints the time that the page's own thread spends on one frame while the Lab plays in slow motion, in ms, from
// Chromium's counters. A program of its own: Playwright cannot be bundled with the rest of the bench.

import { join } from 'node:path';
import { serve } from '../scripts/serve.mjs';
import { launchBrowser, playedOn } from './pageCpu.mjs';

const url = await serve({ dir: join(import.meta.dirname, '../dist') });
const browser = await launchBrowser();

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
