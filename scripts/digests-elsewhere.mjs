// `npm run digests:elsewhere`: the engine gives the same bits in every JavaScript engine. Runs test/elsewhere/digests.ts in Node, in Debian's
// Firefox ESR and in jsc, and compares the digests. What is not installed is said and left out; HIGHWATER_FIREFOX and HIGHWATER_JSC
// name other programs.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { build } from 'vite';
import { root } from './hash-files.mjs';

/** Against hanging. */
const MOST_MS = 15 * 60_000;

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const JSC = ['/usr/bin/jsc'];

const asked = (name, places) =>
  process.env[name] === undefined
    ? places.find((path) => existsSync(path))
    : existsSync(process.env[name])
      ? process.env[name]
      : undefined;

/** One plain script that defines `highwaterDigests`, for the oldest language level that the site is built for. */
async function bundle(folder) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      lib: {
        entry: join(root, 'test/elsewhere/digests.ts'),
        formats: ['iife'],
        name: 'highwaterDigests',
        fileName: () => 'digests.js',
      },
      outDir: folder,
      emptyOutDir: false,
      minify: false,
    },
  });
  return join(folder, 'digests.js');
}

function inNode(script) {
  vm.runInThisContext(`${readFileSync(script, 'utf8')}; globalThis.highwaterDigests = highwaterDigests`, {
    filename: script,
  });
  const { NAMES, outcomeOf } = globalThis.highwaterDigests;
  return new Map(NAMES.map((name) => [name, outcomeOf(name)]));
}

/** Runs a program until it ends or `finished` says that it has told all; throws what it complained of when neither comes. */
async function withProgram(program, args, options, finished) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let complaints = '';
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (complaints += text));
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${MOST_MS / 1000} s\n${complaints}`)), MOST_MS);
  });
  try {
    const { code, signal } = await Promise.race([ended, late, ...(finished === null ? [] : [finished])]);
    if (code !== 0) throw new Error(`ended with ${code ?? signal}\n${complaints}${printed}`);
    return printed;
  } finally {
    clearTimeout(timer);
    if (child.exitCode === null && child.signalCode === null) {
      child.kill();
      await ended;
    }
  }
}

async function inJsc(program, script, folder) {
  const driver = join(folder, 'driver.js');
  writeFileSync(
    driver,
    'for (const name of highwaterDigests.NAMES) print(JSON.stringify([name, highwaterDigests.outcomeOf(name)]));\n',
  );
  const printed = await withProgram(program, [script, driver], {}, null);
  return new Map(
    printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>digests</title><script>
const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) });
const worker = new Worker('/worker.js');
worker.onmessage = ({ data }) => post(data === null ? '/done' : '/outcome', data ?? navigator.userAgent);
worker.onerror = (event) => post('/failed', event.message + ' ' + event.filename + ':' + event.lineno);
</script>`;
const WORKER = `importScripts('/digests.js');
for (const name of highwaterDigests.NAMES) postMessage([name, highwaterDigests.outcomeOf(name)]);
postMessage(null);`;
/** It speaks to nobody but us, asks nothing, and remembers nothing. */
const PREFERENCES = `
user_pref('app.update.enabled', false);
user_pref('app.normandy.enabled', false);
user_pref('browser.aboutwelcome.enabled', false);
user_pref('browser.shell.checkDefaultBrowser', false);
user_pref('browser.startup.homepage_override.mstone', 'ignore');
user_pref('datareporting.healthreport.uploadEnabled', false);
user_pref('datareporting.policy.dataSubmissionEnabled', false);
user_pref('dom.max_script_run_time', 0);
user_pref('extensions.update.enabled', false);
user_pref('network.captive-portal-service.enabled', false);
user_pref('network.connectivity-service.enabled', false);
user_pref('services.settings.server', 'http://127.0.0.1:9/');
user_pref('toolkit.telemetry.enabled', false);
user_pref('toolkit.telemetry.reportingpolicy.firstRun', false);
`;

async function inFirefox(program, script, folder) {
  const outcomes = new Map();
  let tell;
  const finished = new Promise((resolve, reject) => (tell = { resolve, reject }));
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => (body += text));
    request.on('end', () => {
      const answer = (type, text) => response.writeHead(200, { 'content-type': type }).end(text);
      if (request.method === 'POST') {
        const said = JSON.parse(body);
        if (request.url === '/outcome') outcomes.set(...said);
        else if (request.url === '/failed') tell.reject(new Error(said));
        answer('text/plain', '');
        // Outcomes are sent at once, and may arrive after the end is told.
        if (request.url === '/done') setTimeout(() => tell.resolve({ code: 0 }), 500);
      } else if (request.url === '/') answer('text/html', PAGE);
      else if (request.url === '/worker.js') answer('text/javascript', WORKER);
      else if (request.url === '/digests.js') answer('text/javascript', readFileSync(script));
      else response.writeHead(404).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const profile = join(folder, 'profile');
  const home = mkdtempSync(join(folder, 'home-'));
  mkdirSync(profile);
  writeFileSync(join(profile, 'user.js'), PREFERENCES);
  const address = `http://127.0.0.1:${server.address().port}/`;
  try {
    await withProgram(
      program,
      ['--headless', '--no-remote', '--new-instance', '--profile', profile, address],
      { env: { ...process.env, HOME: home, MOZ_CRASHREPORTER_DISABLE: '1' } },
      finished,
    );
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return outcomes;
}

/** How many digests differ or are missing. */
function compare(where, expected, outcomes) {
  let wrong = 0;
  for (const [name, { digest, events }] of expected) {
    const there = outcomes.get(name);
    if (there?.digest === digest && there.events === events) continue;
    wrong += 1;
    console.error(
      `  ${where}: ${name}: ${there === undefined ? 'nothing was told' : `${there.digest} after ${there.events} events`}; Node has ${digest} after ${events}`,
    );
  }
  return wrong;
}

const folder = mkdtempSync(join(tmpdir(), 'highwater-digests-'));
try {
  const script = await bundle(folder);
  const expected = inNode(script);
  const events = [...expected.values()].reduce((sum, each) => sum + each.events, 0);
  console.log(`Node ${process.versions.node}: ${expected.size} runs, ${events} events`);
  const places = [
    ['Firefox', asked('HIGHWATER_FIREFOX', FIREFOX), inFirefox, 'the package firefox-esr of Debian'],
    ['jsc', asked('HIGHWATER_JSC', JSC), inJsc, 'the package libjavascriptcoregtk-4.0-bin of Debian'],
  ];
  for (const [name, program, run, wanted] of places) {
    if (program === undefined) {
      console.log(`${name}: not installed, left out (${wanted} has it)`);
      continue;
    }
    const started = performance.now();
    const wrong = compare(name, expected, await run(program, script, folder));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${name} (${program}, ${seconds} s): ${expected.size - wrong} the same, ${wrong} not`);
    if (wrong > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
