import { Rng } from '../../src/engine/kernel/Rng.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import type { ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import type { TraceEvent } from '../../src/shared/traceEvents.ts';
import { FAULTS_UNTIL_MS, randomScenarioFile } from './randomScenario.ts';
import { runWatched } from './runWatched.ts';

const AFTER_FAULTS_MS = 20_000;

/** The random scenario of a seed with compaction. */
export function compactingScenarioFile(seed: number): ScenarioFile {
  return withCompaction(randomScenarioFile(seed), seed);
}

/** The same scenario with topics that are compacted all the time, some of them deleted too; most records have keys. */
export function withCompaction(file: ScenarioFile, seed: number): ScenarioFile {
  const rng = new Rng(seed, 'compaction');
  const topics = (file.topics ?? []).map((topic) => ({
    ...topic,
    configs: {
      ...topic.configs,
      'cleanup.policy': rng.int(3) === 0 ? 'compact,delete' : 'compact',
      'segment.ms': 500 + rng.int(2000),
      'retention.ms': 5000 + rng.int(20_000),
      'delete.retention.ms': rng.int(3) * 4000,
      'min.cleanable.dirty.ratio': [0, 0.1, 0.5][rng.int(3)] ?? 0,
      'min.compaction.lag.ms': rng.int(3) === 0 ? rng.int(4000) : 0,
      'max.compaction.lag.ms': rng.int(3) === 0 ? 3000 + rng.int(8000) : 9_000_000_000,
      'file.delete.delay.ms': rng.int(5000),
    },
  }));
  const producers = (file.producers ?? []).map((producer) => {
    if (!producer.workload || rng.int(8) === 0) return producer;
    const key = 'card-{n}';
    const tombstoneEvery = rng.int(3) > 0 ? 1 + rng.int(9) : null;
    return { ...producer, workload: { ...producer.workload, key, keys: 1 + rng.int(12), tombstoneEvery } };
  });
  return {
    ...file,
    configs: {
      ...file.configs,
      'log.cleaner.backoff.ms': 500 + rng.int(1500),
      'log.cleaner.threads': 1 + rng.int(2),
      ...(rng.int(3) === 0 ? { 'log.cleaner.dedupe.buffer.size': 400 + rng.int(800) } : {}),
      ...(rng.int(4) === 0 ? { 'log.cleaner.io.max.bytes.per.second': 20_000 } : {}),
    },
    topics,
    producers,
  };
}

/** What breaks in a run of a seed, each in a sentence; it stops at the first. */
export function runCompactionSeed(
  seed: number,
  rules: Rules,
  look: (event: TraceEvent) => void,
): readonly string[] {
  return runWatched(compactingScenarioFile(seed), FAULTS_UNTIL_MS + AFTER_FAULTS_MS, rules, look).problems;
}

/** The same for a planted fault. */
export function compactionProblems(seed: number, rules: Rules): { readonly problems: readonly string[] } {
  return { problems: runCompactionSeed(seed, rules, () => undefined) };
}
