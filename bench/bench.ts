import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { EngineSession } from '../src/bridge/EngineSession.ts';
import { parseScenario } from '../src/scenario/parseScenario.ts';
import type { Scenario } from '../src/scenario/Scenario.ts';
import { loadScenario } from './loadScenario.ts';
import { threadCpuMs } from './threadCpu.ts';

const MILLION = 1_000_000;
const SEEKS = 200;

/** Engine figures in CPU time of this thread, with trace and checkpoints on as in the product, invariants off as in a sweep. */
function session(): EngineSession {
  return new EngineSession({ invariantInterval: Infinity });
}

function measureRun(name: string, scenario: Scenario, untilUs: number): void {
  const engine = session();
  engine.load(scenario, []);
  const started = threadCpuMs();
  engine.advance({ untilUs, budgetMs: Infinity });
  const cpuMs = threadCpuMs() - started;
  const { events } = engine.result();
  print(`${name}: events per second`, Math.round((events / cpuMs) * 1000));
  print(`${name}: simulated seconds per CPU second`, round(untilUs / 1000 / cpuMs));
}

/** Random instants of a run of a million events, there and back. */
function measureSeek(scenario: Scenario): void {
  const engine = session();
  engine.load(scenario, []);
  let untilUs = 0;
  while (engine.result().events < MILLION) {
    untilUs += 500_000;
    engine.advance({ untilUs, budgetMs: Infinity });
  }
  const costs: number[] = [];
  for (let i = 0; i < SEEKS; i++) {
    const target = Math.floor(((i * 7919) % SEEKS) * (untilUs / SEEKS));
    const started = threadCpuMs();
    engine.seek({ timeUs: target, after: 0 });
    costs.push(threadCpuMs() - started);
  }
  costs.sort((a, b) => a - b);
  print('seek among a million events: p50 ms', round(costs[SEEKS / 2] ?? 0));
  print('seek among a million events: p95 ms', round(costs[Math.floor(SEEKS * 0.95)] ?? 0));
}

function lessonScenario(): Scenario {
  const parsed = parseScenario(
    JSON.parse(readFileSync('content/lessons/06-acks-and-min-insync/scenario.json', 'utf8')),
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

function print(what: string, value: number): void {
  console.log(`${what.padEnd(64)} ${value.toLocaleString('en-US')}`);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

measureRun('lesson 6', lessonScenario(), 120_000_000);
measureRun('100 MB/s', loadScenario(), 10_000_000);
measureSeek(loadScenario());
for (const script of ['scripts/build.mjs', 'scripts/check-size.mjs', 'bench/frame-cost.mjs']) {
  spawnSync(process.execPath, [script], { stdio: 'inherit' });
}
