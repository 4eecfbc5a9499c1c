import { spawnSync } from 'node:child_process';
import type { Measure } from './Measure.ts';

/** Programs of their own: a build, and a browser, which cannot be bundled with the rest. */
function program(script: string, ...extract: RegExp[]): (number | null)[] {
  const { status, stdout } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  });
  return extract.map((pattern) => {
    const found = status === 0 || stdout !== '' ? pattern.exec(stdout)?.[1] : undefined;
    return found === undefined ? null : Number(found);
  });
}

export const size: Measure = {
  name: 'size',
  about: 'scripts that come before the first frame, after gzip',
  run() {
    spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 2, 2] });
    const [eager = null, worker = null] = program(
      'scripts/check-size.mjs',
      /([\d.]+) KiB {2}scripts before/,
      /([\d.]+) KiB {2}worker/,
    );
    return [
      { what: 'eager scripts, gzip', value: eager, unit: 'KiB', goal: 130, floor: 130, atMost: true },
      { what: 'worker, gzip', value: worker, unit: 'KiB', goal: 120, floor: 220, atMost: true },
    ];
  },
};

export const frame: Measure = {
  name: 'frame',
  about: 'what the page does for one frame while the Lab plays, in Chromium; needs what `size` builds',
  run() {
    const [perFrameMs = null, framesPerSecond = null, heatMs = null] = program(
      'bench/frame-cost.mjs',
      /plays, ms: ([\d.]+)/,
      /meanwhile: ([\d.]+)/,
      /1,200 partitions, ms: ([\d.]+)/,
    );
    const [at1000 = null, at5000 = null, svg1000 = null, svg5000 = null] = program(
      'bench/mark-cost.mjs',
      ...['canvas, 1000', 'canvas, 5000', 'svg, 1000', 'svg, 5000'].map(
        (scene) => new RegExp(`^${scene} marks, ms: ([\\d.]+)`, 'm'),
      ),
    );
    const ratio = (svg: number | null, canvas: number | null) =>
      svg === null || canvas === null ? null : svg / canvas;
    return [
      { what: '1,000 moving marks on the stage', value: at1000, unit: 'ms', goal: 6, atMost: true },
      { what: '5,000 moving marks', value: at5000, unit: 'ms', goal: 8, atMost: true },
      { what: 'React SVG ÷ ours, page with 1,000', value: ratio(svg1000, at1000), unit: '×' },
      { what: 'React SVG ÷ ours, page with 5,000', value: ratio(svg5000, at5000), unit: '×', goal: 5 },
      { what: 'main thread time of one frame while the Lab plays', value: perFrameMs, unit: 'ms' },
      { what: 'frames per second meanwhile', value: framesPerSecond, unit: '/s' },
      { what: 'heat map of 1,200 partitions', value: heatMs, unit: 'ms', goal: 8, atMost: true },
    ];
  },
};
