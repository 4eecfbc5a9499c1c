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
    return [
      { what: 'main thread time of one frame while the Lab plays', value: perFrameMs, unit: 'ms' },
      { what: 'frames per second meanwhile', value: framesPerSecond, unit: '/s' },
      { what: 'heat map of 1,200 partitions', value: heatMs, unit: 'ms', goal: 8, atMost: true },
    ];
  },
};
