import { Rng } from '../../src/engine/kernel/Rng.ts';
import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import type { FileCommand, ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import type { TraceEvent } from '../../src/shared/traceEvents.ts';
import { FAULTS_FROM_MS, FAULTS_UNTIL_MS, randomScenarioFile } from './randomScenario.ts';
import { runWatched } from './runWatched.ts';
import type { WatchedRun } from './runWatched.ts';

const DELETIONS = 6;
const AFTER_FAULTS_MS = 20_000;

/**
 * The random scenario of a seed, whose topics roll and give up segments all the time, and records on request; some by their size too, and
 * with every third seed by way of remote storage.
 */
export function forgetfulScenarioFile(seed: number): ScenarioFile {
  const file = randomScenarioFile(seed);
  const rng = new Rng(seed, 'retention');
  const limits = new Rng(seed, 'limits');
  const isTiered = seed % 3 === 2;
  const topics = (file.topics ?? []).map((topic) => ({
    ...topic,
    configs: {
      ...topic.configs,
      'segment.ms': 500 + rng.int(3000),
      'segment.jitter.ms': rng.int(2) * 300,
      'retention.ms': 1000 + rng.int(8000),
      'file.delete.delay.ms': rng.int(5000),
      ...(limits.int(3) === 0 ? { 'retention.bytes': 2000 + limits.int(30_000) } : {}),
      ...(isTiered
        ? {
            'remote.storage.enable': true,
            'local.retention.ms': 500 + limits.int(500),
            ...(limits.int(2) === 0 ? { 'local.retention.bytes': 1000 + limits.int(1000) } : {}),
          }
        : {}),
    },
  }));
  const deletions = Array.from({ length: DELETIONS }, () => {
    const topic = topics[rng.int(topics.length)];
    return {
      at: `${(FAULTS_FROM_MS + rng.int(FAULTS_UNTIL_MS - FAULTS_FROM_MS)) * 1000 + rng.int(1000)}us`,
      kind: 'DeleteRecords',
      partition: `${topic?.name ?? ''}-${rng.int(topic?.partitions ?? 1)}`,
      offset: rng.int(3) === 0 ? rng.int(200) : -1,
    };
  }) as FileCommand[];
  return {
    ...file,
    configs: {
      ...file.configs,
      'log.retention.check.interval.ms': 700 + rng.int(2000),
      'log.flush.start.offset.checkpoint.interval.ms': 5000,
      ...(isTiered
        ? {
            'remote.log.storage.system.enable': true,
            'remote.log.manager.task.interval.ms': 500 + limits.int(1000),
          }
        : {}),
    },
    topics,
    commands: [...(file.commands ?? []), ...deletions],
  };
}

/** Runs a seed, checking every law after every event. `seen` is told every fact. */
export function runRetentionSeed(
  seed: number,
  rules: Rules = kafkaRules,
  seen: (event: TraceEvent) => void = () => undefined,
): WatchedRun {
  return runWatched(forgetfulScenarioFile(seed), FAULTS_UNTIL_MS + AFTER_FAULTS_MS, rules, seen);
}
