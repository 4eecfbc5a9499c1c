/* global requestAnimationFrame */
// What a page costs its own thread, from Chromium's counters. Playwright cannot be bundled with the rest of the bench.

import { chromium } from 'playwright';
import { findChromium } from '../scripts/find-chromium.mjs';

const PLAYED_MS = 4000;

export function launchBrowser() {
  const { executablePath } = findChromium();
  const args = [
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-quic',
    '--no-first-run',
    '--disable-sync',
  ];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return chromium.launch({ args, executablePath });
}

/** CPU time of the page's own thread and the frames that it drew, while `page` plays. */
export async function playedOn(page) {
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
