import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { EngineSession } from '../src/bridge/EngineSession.ts';
import { Producer } from '../src/engine/client/producer/Producer.ts';
import { Run } from '../src/engine/cluster/Run.ts';
import { parseScenario } from '../src/scenario/parseScenario.ts';
import type { Scenario } from '../src/scenario/Scenario.ts';
import { loadScenario } from './loadScenario.ts';
import { median } from './Measure.ts';
import type { BenchOptions, Measure, Result } from './Measure.ts';
import { FRAME_US, session, speedOf } from './sessionSpeed.ts';
import type { Speed } from './sessionSpeed.ts';
import { threadCpuMs } from './threadCpu.ts';

const MILLION = 1_000_000;
const ROUNDS = 3;
const SEEKS = 200;

function repeated(measure: () => Speed): Speed {
  const speeds = Array.from({ length: ROUNDS }, measure);
  return {
    eventsPerSecond: median(speeds.map((speed) => speed.eventsPerSecond)),
    simulatedPerCpu: median(speeds.map((speed) => speed.simulatedPerCpu)),
  };
}

export const load: Measure = {
  name: 'load',
  about: 'the engine at 100 MB/s',
  run() {
    const { eventsPerSecond, simulatedPerCpu } = repeated(() =>
      speedOf(loadScenario(), 500_000, 4 * MILLION),
    );
    return [
      { what: '100 MB/s: events per second', value: eventsPerSecond, unit: '/s' },
      { what: '100 MB/s: simulated seconds per CPU second', value: simulatedPerCpu, unit: '×', goal: 20 },
    ];
  },
};

export const lesson: Measure = {
  name: 'lesson',
  about: 'the engine on lesson 6',
  run() {
    const parsed = parseScenario(
      JSON.parse(readFileSync('content/lessons/06-acks-and-min-insync/scenario.json', 'utf8')),
    );
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    // A minute of it is over before its code is compiled: the first two runs are not measured.
    for (let i = 0; i < 2; i++) speedOf(parsed.scenario, 0, 60 * MILLION);
    const { eventsPerSecond, simulatedPerCpu } = repeated(() => speedOf(parsed.scenario, 0, 60 * MILLION));
    return [
      { what: 'lesson 6: events per second', value: eventsPerSecond, unit: '/s' },
      { what: 'lesson 6: simulated seconds per CPU second', value: simulatedPerCpu, unit: '×' },
    ];
  },
};

export const partitions: Measure = {
  name: 'partitions',
  about: 'the same load on 100 times the partitions',
  run() {
    const [few, many] = [loadScenario(), loadScenario({ partitions: 1200 })];
    const ratios = Array.from({ length: ROUNDS }, () => {
      const withFew = speedOf(few, 500_000, 2 * MILLION);
      return speedOf(many, 500_000, 2 * MILLION, 4000).eventsPerSecond / withFew.eventsPerSecond;
    });
    return [{ what: 'events/s at 1,200 ÷ at 12 partitions', value: median(ratios), unit: '', goal: 0.4 }];
  },
};

/** The engine alone: the trace of a session is bounded, and a session ends at ten million events. */
export const growth: Measure = {
  name: 'growth',
  about: 'how the speed holds when a run grows; up to ten million batches with --full',
  run({ full }: BenchOptions) {
    const most = full ? 10 * MILLION : MILLION;
    const run = new Run(loadScenario(), []);
    run.start();
    const early = speedUpTo(run, 50_000, 100_000);
    const late = speedUpTo(run, most - 50_000, most);
    const what = `events/s at ${full ? '10 M' : '1 M'} ÷ at 100 k batches in the run`;
    return [{ what, value: late / early, unit: '', goal: 0.9 }];
  },
};

function speedUpTo(run: Run, fromBatches: number, toBatches: number): number {
  while (batchesIn(run) < fromBatches) advance(run);
  const before = run.cluster.state.eventCount;
  const started = threadCpuMs();
  while (batchesIn(run) < toBatches) advance(run);
  return (run.cluster.state.eventCount - before) / (threadCpuMs() - started);
}

function advance(run: Run): void {
  const untilUs = run.cluster.nowUs + FRAME_US;
  while (run.step(untilUs));
  run.cluster.idleUntil(untilUs);
}

/** 102 records of 160 bytes come into a batch of 16 KiB; counted by records, for logs are not to be gone through. */
function batchesIn(run: Run): number {
  let records = 0;
  for (const node of run.cluster.state.nodes)
    if (node instanceof Producer) records += node.outcomes.ackedCount;
  return records / RECORDS_PER_BATCH;
}

const RECORDS_PER_BATCH = 102;

/** By then the code is compiled and the cluster stands: what comes on top from here on is what batches take. */
const SETTLED_US = 4 * MILLION;

export const memory: Measure = {
  name: 'memory',
  about: 'memory that each further batch of a run takes',
  run() {
    const collect = garbageCollector();
    const engine = new EngineSession({
      invariantInterval: Infinity,
      checkpointInterval: 0,
      traceRows: Infinity,
    });
    engine.load(loadScenario(), []);
    const runTo = (endUs: number): { bytes: number; batches: number } => {
      while (engine.advance({ untilUs: Math.min(endUs, nowUs + FRAME_US), budgetMs: Infinity }).nowUs < endUs)
        nowUs += FRAME_US;
      nowUs = endUs;
      const batches = engine.result().ledger.produced / RECORDS_PER_BATCH;
      return { bytes: bytesInUse(collect), batches };
    };
    let nowUs = 0;
    const settled = runTo(SETTLED_US);
    const end = runTo(4 * SETTLED_US);
    return [
      {
        what: 'memory per batch, RF 3, with all its rows of the trace',
        value: (end.bytes - settled.bytes) / (end.batches - settled.batches),
        unit: 'B',
        goal: 320,
        atMost: true,
      },
    ];
  },
};

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

function bytesInUse(collect: () => void): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

export const seek: Measure = {
  name: 'seek',
  about: 'random instants of a run of a million events, there and back, without and with a consumer group',
  run() {
    return [
      ...seeksOf(loadScenario(), 'seek among a million events'),
      ...seeksOf(loadScenario({ readers: 'classic' }), 'the same with a consumer group'),
    ];
  },
};

function seeksOf(scenario: Scenario, what: string): Result[] {
  const engine = session();
  engine.load(scenario, []);
  let untilUs = 0;
  let events = 0;
  while (events < MILLION) {
    untilUs += FRAME_US;
    events = engine.advance({ untilUs, budgetMs: Infinity }).eventCount;
  }
  const costs: number[] = [];
  for (let i = 0; i < SEEKS; i++) {
    const timeUs = Math.floor(((i * 7919) % SEEKS) * (untilUs / SEEKS));
    const started = threadCpuMs();
    engine.seek({ timeUs, after: 0 });
    costs.push(threadCpuMs() - started);
  }
  costs.sort((a, b) => a - b);
  const p95 = costs[Math.floor(SEEKS * 0.95)] as number;
  return [
    { what: `${what}: median`, value: median(costs), unit: 'ms' },
    { what: `${what}: p95`, value: p95, unit: 'ms', goal: 20, atMost: true },
  ];
}
