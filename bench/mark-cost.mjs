// Prints what one frame costs the page's own thread with 1,000 and 5,000 RPCs moving on the stage of the Lab, in ms, and what the
// same marks cost as React draws SVG. Both are the whole product, built with one module in another's place, and they take turns.

import { join } from 'node:path';
import { build } from 'vite';
import { serve } from '../scripts/serve.mjs';
import { launchBrowser, playedOn } from './pageCpu.mjs';

const ROUNDS = 3;
const root = join(import.meta.dirname, '..');
const folder = join(root, 'node_modules/.cache/highwater/marks');

/** `by` stands in the place of `of`, but for itself. */
function inPlace(of, by) {
  const [original, other] = [join(root, of), join(root, by)];
  return {
    name: `in place of ${of}`,
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (importer === undefined || importer === other || !source.startsWith('.')) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved?.id === original ? other : null;
    },
  };
}

const PADDED = inPlace('src/bridge/engineClient.ts', 'bench/marks/paddedEngine.ts');
const BUILDS = {
  canvas: [PADDED],
  svg: [PADDED, inPlace('src/views/cluster/RpcLayer.tsx', 'bench/peers/SvgRpcLayer.tsx')],
};

async function site(name) {
  const outDir = join(folder, name);
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    plugins: BUILDS[name],
    build: { outDir, emptyOutDir: true },
  });
  return serve({ dir: outDir });
}

const urls = { canvas: await site('canvas'), svg: await site('svg') };
const browser = await launchBrowser();

/** At the speed that the Lab begins with, steady: every mark moves in every frame. */
async function measure(name, marks) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${urls[name]}?marks=${marks}#/lab`);
  await page.getByRole('radio', { name: 'Partition' }).click();
  await page.getByRole('radio', { name: 'Steady' }).click();
  await page.getByRole('button', { name: /^Play/ }).click();
  await page.waitForTimeout(1500);
  const played = await playedOn(page);
  if (name === 'svg') {
    // Both collect them with the same code.
    const drawn = Number(await page.locator('[data-peer-marks]').getAttribute('data-peer-marks'));
    if (!(drawn >= marks)) throw new Error(`${drawn} marks were drawn, not ${marks}`);
  }
  await page.close();
  return played;
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const SCENES = [
  ['canvas', 0],
  ['canvas', 1000],
  ['canvas', 5000],
  ['svg', 1000],
  ['svg', 5000],
];
const played = new Map(SCENES.map((scene) => [scene, []]));
for (let round = 0; round < ROUNDS; round++)
  for (const scene of SCENES) played.get(scene).push(await measure(...scene));
for (const [name, marks] of SCENES) {
  const all = played.get(SCENES.find((scene) => scene[0] === name && scene[1] === marks));
  const [cost, rate] = [all.map(({ perFrameMs }) => perFrameMs), all.map(({ perSecond }) => perSecond)];
  console.log(
    `${name}, ${marks} marks, ms: ${median(cost).toFixed(2)} at ${median(rate).toFixed(0)} frames a second`,
  );
}
await browser.close();
process.exit(0);
