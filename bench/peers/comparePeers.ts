import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { median } from '../Measure.ts';
import type { Measure, Result } from '../Measure.ts';
import { threadCpuMs } from '../threadCpu.ts';
import { runOnKernel } from './onKernel.ts';
import { runOnSimjs } from './onSimjs.ts';
import type { Simjs } from './onSimjs.ts';
import { runOnSimscript } from './onSimscript.ts';
import type { Simscript } from './onSimscript.ts';
import type { ReplicationOutcome } from './replicationModel.ts';

const SEED = 7;
const BATCHES = 10_000;
const ROUNDS = 3;
/** The clock of a thread moves in steps of some ms, so what is short is done again. */
const LEAST_MS = 300;
const SOURCES = 'bench/peers';
const FOLDER = resolve('node_modules/.cache/highwater/peers');

interface Run {
  readonly cpuMs: number;
  readonly outcome: ReplicationOutcome;
}

interface Peer {
  readonly name: string;
  readonly goal: number;
  readonly floor: number;
  /** Runs the model; a text says kindly why it cannot. */
  run(): Promise<Run> | Run | string;
}

/** The model of replicationModel.ts on our kernel and on other simulators, in turn, in one run. */
export const peers: Measure = {
  name: 'peers',
  about: 'a small replication model on the kernel, on simjs, simscript and SimPy',
  async run() {
    const results: Result[] = [];
    await timed(() => runOnKernel(SEED, BATCHES));
    for (const peer of knownPeers()) results.push(await compare(peer));
    const rates = [];
    for (let round = 0; round < ROUNDS; round++)
      rates.push(eventsPerSecond(await timed(() => runOnKernel(SEED, BATCHES))));
    return [
      { what: 'kernel: events per second of the replication model', value: median(rates), unit: '/s' },
      ...results,
    ];
  },
};

async function compare(peer: Peer): Promise<Result> {
  const { name, goal, floor } = peer;
  const line = { what: `kernel ÷ ${name}`, unit: '×', goal, floor };
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const own = await timed(() => runOnKernel(SEED, BATCHES));
    const run = await peer.run();
    if (typeof run === 'string') return { ...line, value: null, note: run };
    if (!isSame(own.outcome, run.outcome))
      throw new Error(
        `${name} came to ${JSON.stringify(run.outcome)}, the kernel to ${JSON.stringify(own.outcome)}`,
      );
    ratios.push(eventsPerSecond(own) / eventsPerSecond(run));
  }
  return { ...line, value: median(ratios) };
}

function knownPeers(): Peer[] {
  const problem = fetchPackages();
  const load = createRequire(join(FOLDER, 'package.json'));
  const withPackage = (run: () => Promise<Run>) => (): Promise<Run> | string => problem ?? run();
  return [
    {
      name: 'simjs 2.0.3',
      goal: 2.5,
      floor: 1.5,
      run: withPackage(() => timed(() => runOnSimjs(loadSimjs(load), SEED, BATCHES))),
    },
    {
      name: 'simscript 1.0.37',
      goal: 100,
      floor: 40,
      run: withPackage(() => timed(() => runOnSimscript(load('simscript') as Simscript, SEED, BATCHES))),
    },
    { name: 'SimPy', goal: 10, floor: 5, run: runOnSimpy },
  ];
}

/** Puts the packages of package.json, as its lock has them, into the cache; a text says why that failed. */
function fetchPackages(): string | null {
  mkdirSync(FOLDER, { recursive: true });
  const names = ['package.json', 'package-lock.json'];
  for (const name of names) copyFileSync(join(SOURCES, name), join(FOLDER, name));
  if (['simjs', 'simscript'].every((name) => existsSync(join(FOLDER, 'node_modules', name)))) return null;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: ['ignore', 2, 2] });
  return status === 0 ? null : 'its package could not be fetched: is there a network?';
}

/** simjs gives its parts to a page and to nobody else. */
function loadSimjs(load: NodeJS.Require): Simjs {
  const page = globalThis as { window?: { Sim?: Simjs } };
  page.window ??= {};
  load('simjs');
  const { Sim } = page.window;
  if (!Sim) throw new Error('simjs left nothing in the window');
  return Sim;
}

function runOnSimpy(): Run | string {
  for (const python of ['/usr/bin/python3', 'python3']) {
    const script = join(SOURCES, 'replication.py');
    const { status, stdout } = spawnSync(python, [script, String(SEED), String(BATCHES)], {
      encoding: 'utf8',
    });
    if (status !== 0) continue;
    const answer = JSON.parse(stdout) as Run | { readonly missing: string };
    if (!('missing' in answer)) return answer;
  }
  return 'it is not installed; Debian has it as python3-simpy3';
}

/** Runs until there is something to measure, and gives the time of one run. */
async function timed(run: () => Promise<ReplicationOutcome> | ReplicationOutcome): Promise<Run> {
  const started = threadCpuMs();
  for (let count = 1; ; count++) {
    const outcome = await run();
    const cpuMs = threadCpuMs() - started;
    if (cpuMs >= LEAST_MS) return { cpuMs: cpuMs / count, outcome };
  }
}

function eventsPerSecond({ cpuMs, outcome }: Run): number {
  return (outcome.events / cpuMs) * 1000;
}

function isSame(a: ReplicationOutcome, b: ReplicationOutcome): boolean {
  return (
    a.events === b.events && a.acked === b.acked && a.latencySumUs === b.latencySumUs && a.endUs === b.endUs
  );
}
