// `npm test`: every check, each saying what it does and how long it took. The last line is `N passed, N failed`.
// The unit tests run beside the static checks, which run in two rows; what needs a build comes after them. With `--all`
// (`npm run test:all`) nothing is left out for the sake of time.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, root } from './hash-files.mjs';

const isAll = process.argv.includes('--all');
if (isAll) process.env.HIGHWATER_TEST_ALL = '1';

const bin = (path) => join(root, 'node_modules', path);
const script = (name) => join(root, 'scripts', name);
const vitestReport = join(cacheFolder, 'vitest.json');
// Written by scripts/vitest/fidelityReporter.ts.
const fidelityNotice = join(cacheFolder, 'fidelity-notice.txt');
const playwrightReport = join(cacheFolder, 'playwright.json');

// A step runs its commands in order. Without `count` it is one check, passed if each command exits with 0. What it
// writes into `tells` is printed under it; so is all that it says, where it is `told`.
const codeSteps = [
  {
    name: 'types and lint',
    does: 'compile everything (tsc); look for mistakes and for what the engine may not use (eslint)',
    // Half of the syntax tree of a large file does not outlive a small nursery, and would be copied twice.
    commands: [['--max-semi-space-size=64', script('check-code.mjs')]],
  },
];

const staticSteps = [
  {
    name: 'types of the engine',
    does: 'compile the engine without DOM and Node types (tsc)',
    commands: [[bin('typescript/bin/tsc'), '-p', 'tsconfig.engine.json']],
  },
  {
    name: 'format',
    does: 'compare with the layout that `npm run format` gives (prettier)',
    commands: [[bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']],
  },
  {
    name: 'layers',
    does: 'check who imports whom (dependency-cruiser)',
    commands: [[script('check-layers.mjs')]],
  },
  {
    name: 'dead code',
    does: 'find files, exports and packages that nobody uses (knip)',
    commands: [[bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints']],
  },
];

const unitSteps = [
  {
    name: 'unit tests',
    does: 'engine, formats, lessons headless, components (vitest)',
    commands: [
      [
        bin('vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--reporter=${script('vitest/fidelityReporter.ts')}`,
        `--outputFile.json=${vitestReport}`,
      ],
    ],
    reads: vitestReport,
    tells: fidelityNotice,
    count: countVitest,
  },
];

const siteSteps = [
  { name: 'build', does: 'build the site (vite)', commands: [[script('build.mjs')]], neededByAllAfter: true },
  { name: 'size', does: 'hold scripts and worker to their budget', commands: [[script('check-size.mjs')]] },
  {
    name: 'browser',
    does: 'find a Chromium, or install one',
    commands: [[script('ensure-browser.mjs')]],
    neededByAllAfter: true,
  },
  {
    name: 'end to end',
    does: 'use the built site in the browser, at the root and under a path (playwright)',
    commands: [[bin('playwright/cli.js'), 'test']],
    reads: playwrightReport,
    count: countPlaywright,
  },
];

const otherSteps = [
  {
    name: 'digests elsewhere',
    does: 'run the engine in Firefox ESR and in jsc, where they are, and compare its state with that in Node',
    commands: [[script('digests-elsewhere.mjs')]],
    told: true,
  },
];

function countVitest({ numPassedTests, numFailedTests, testResults }) {
  // A file that could not be loaded holds no failed test, yet has failed.
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length };
}

function countPlaywright({ stats, errors }) {
  // Flaky means that it failed at least once.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

const children = new Set();

/** Resolves to { ok, output }. The child leads a process group, so that its own children end with it. */
function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' },
    });
    children.add(child);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => (output += `${error.stack}\n`));
    child.on('close', (code, signal) => {
      children.delete(child);
      if (signal) output += `ended by ${signal}\n`;
      resolve({ ok: code === 0, output });
    });
  });
}

function endChildren() {
  for (const child of children) {
    try {
      if (process.platform === 'win32') child.kill();
      else process.kill(-child.pid, 'SIGINT'); // At SIGTERM Playwright would leave its servers behind.
    } catch {
      // It has just ended by itself.
    }
  }
}
process.on('exit', endChildren);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

const total = { passed: 0, failed: 0 };

/** Runs one step, prints it and adds it to the total. Resolves to whether all of it passed. */
async function runStep(step) {
  console.log(`… ${step.name}: ${step.does}`);
  const started = performance.now();
  if (step.reads) rmSync(step.reads, { force: true });
  if (step.tells) rmSync(step.tells, { force: true });
  let ok = true;
  let output = '';
  for (const command of step.commands) {
    const result = await run(command);
    ok &&= result.ok;
    output += result.output;
  }
  const { passed, failed } = countStep(step, ok);
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const counts = step.count ? `: ${passed} passed, ${failed} failed` : '';
  if (failed > 0 || step.told) console.log(`\n${output.trimEnd()}\n`);
  console.log(`${failed > 0 ? '✗' : '✓'} ${step.name} (${seconds} s)${counts}`);
  if (step.tells && existsSync(step.tells)) console.log(readFileSync(step.tells, 'utf8').trimEnd());
  return failed === 0;
}

function countStep(step, ok) {
  if (!step.count) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  // No report, no test, or a bad exit without a failed test: something broke before it could be counted.
  if (!existsSync(step.reads)) return { passed: 0, failed: 1 };
  const counts = step.count(JSON.parse(readFileSync(step.reads, 'utf8')));
  if (counts.failed === 0 && (!ok || counts.passed === 0)) return { ...counts, failed: 1 };
  return counts;
}

async function runInOrder(steps) {
  let blockedBy = null;
  for (const step of steps) {
    if (blockedBy) {
      console.log(`✗ ${step.name}: not run, ${blockedBy} failed`);
      total.failed += 1;
    } else if (!(await runStep(step)) && step.neededByAllAfter) {
      blockedBy = step.name;
    }
  }
}

mkdirSync(cacheFolder, { recursive: true });
const started = performance.now();
await Promise.all([runInOrder(codeSteps), runInOrder(staticSteps), runInOrder(unitSteps)]);
await runInOrder(siteSteps);
if (isAll) await runInOrder(otherSteps);
console.log(`All steps: ${((performance.now() - started) / 1000).toFixed(1)} s`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
