import { Rng } from '../../src/engine/kernel/Rng.ts';
import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import type { FileCommand, ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import type { TraceEvent } from '../../src/shared/traceEvents.ts';
import { compactionProblems } from './compactionSwarm.ts';
import { FAULTS_FROM_MS, FAULTS_UNTIL_MS, randomScenarioFile } from './randomScenario.ts';
import { runGroupSeed } from './groupSwarm.ts';
import { runOutside } from './outsideSwarm.ts';
import { runRetentionSeed } from './retentionSwarm.ts';
import { runWatched } from './runWatched.ts';
import type { WatchedRun } from './runWatched.ts';
import { runSwarmSeed } from './swarmSeed.ts';
import { runTransactionSeed } from './transactionSwarm.ts';

const FAULTS = 8;
const AFTER_FAULTS_MS = 20_000;
const LOG_DIRS = '/data/1,/data/2';

/**
 * The random scenario of a seed on disks that are short of room, lose power and fail one by one, whose brokers flush now and then
 * and give up segments all the time.
 */
export function diskScenarioFile(seed: number): ScenarioFile {
  const file = randomScenarioFile(seed);
  const rng = new Rng(seed, 'disks');
  const oneOf = <T>(values: readonly T[]): T => values[rng.int(values.length)] as T;
  const hasTwoDirs = rng.int(2) === 0;
  const brokers = (file.brokers ?? []).map((broker) => ({
    ...broker,
    configs: { ...broker.configs, ...(hasTwoDirs ? { 'log.dirs': LOG_DIRS } : {}) },
    ...(rng.int(2) === 0 ? { disks: [{ capacity: 100_000 + rng.int(400_000) }] } : {}),
  }));
  const topics = (file.topics ?? []).map((topic) => ({
    ...topic,
    configs: {
      ...topic.configs,
      'segment.ms': 500 + rng.int(4000),
      'file.delete.delay.ms': rng.int(5000),
      ...(rng.int(2) === 0 ? { 'retention.ms': 2000 + rng.int(8000) } : {}),
      ...(rng.int(2) === 0 ? { 'flush.messages': 1 + rng.int(50) } : {}),
      ...(rng.int(3) === 0 ? { 'flush.ms': 500 + rng.int(3000) } : {}),
    },
  }));
  const commands = Array.from({ length: FAULTS }, () => {
    const broker = oneOf(brokers)['node.id'];
    const atMs = FAULTS_FROM_MS + rng.int(FAULTS_UNTIL_MS - FAULTS_FROM_MS);
    const at = `${atMs}ms`;
    const later = `${atMs + 500 + rng.int(6000)}ms`;
    const start = { at: later, kind: 'StartBroker', broker };
    const logDir = hasTwoDirs ? oneOf(LOG_DIRS.split(',')) : undefined;
    const where = { broker, ...(logDir === undefined ? {} : { logDir }) };
    switch (rng.int(hasTwoDirs ? 5 : 4)) {
      case 0:
        return [{ at, kind: 'CutPower', broker }, start];
      case 1:
        return [{ at, kind: 'KillBroker', broker }, start];
      case 2:
        return [{ at, kind: 'ResizeDisk', ...where, capacity: 50_000 + rng.int(300_000) }, start];
      case 3:
        return [{ at: later, kind: 'ResizeDisk', ...where }, start];
      default:
        return [{ at, kind: 'FailLogDir', ...where }];
    }
  }).flat() as FileCommand[];
  return {
    ...file,
    times: { ...file.times, recoveryPerMiB: oneOf(['0ms', '2ms', '2s']) },
    configs: {
      ...file.configs,
      'log.retention.check.interval.ms': 700 + rng.int(2000),
      'log.flush.scheduler.interval.ms': 300 + rng.int(2000),
      'log.flush.offset.checkpoint.interval.ms': oneOf([500, 5000, 60_000]),
      'num.recovery.threads.per.data.dir': 1 + rng.int(3),
    },
    brokers,
    topics,
    commands: [...(file.commands ?? []), ...commands],
  };
}

/** Runs a seed, checking every law after every event. `seen` is told every fact. */
export function runDiskSeed(
  seed: number,
  rules: Rules = kafkaRules,
  seen: (event: TraceEvent) => void = () => undefined,
): WatchedRun {
  return runWatched(diskScenarioFile(seed), FAULTS_UNTIL_MS + AFTER_FAULTS_MS, rules, seen);
}

/** What an application with a database broke of its promise. */
function storeProblems(seed: number, rules: Rules): { readonly problems: readonly string[] } {
  const broken = runOutside(seed, rules);
  return { problems: broken === null ? [] : [`StoresKeepTheirPromise: ${broken}`] };
}

/** Whose clusters a fault is planted in. */
export const runIn = {
  main: runSwarmSeed,
  disk: runDiskSeed,
  retention: runRetentionSeed,
  compaction: compactionProblems,
  transaction: runTransactionSeed,
  group: runGroupSeed,
  store: storeProblems,
} as const;
