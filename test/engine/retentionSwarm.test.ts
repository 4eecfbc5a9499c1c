import { describe, expect, test } from 'vitest';
import { Run } from '../../src/engine/cluster/Run.ts';
import { RunWatch } from '../../src/engine/invariants/RunWatch.ts';
import { Rng } from '../../src/engine/kernel/Rng.ts';
import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import type { FileCommand, ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import { outcomeOf, session, UNTIL_US } from './replay.ts';
import { FAULTS_FROM_MS, FAULTS_UNTIL_MS, randomScenarioFile, readScenario } from './randomScenario.ts';

const SEEDS = 12;
const DELETIONS = 6;
const AFTER_FAULTS_MS = 20_000;

/** The random scenario of a seed, whose topics roll and give up segments all the time, and records on request. */
function forgetfulScenarioFile(seed: number): ScenarioFile {
  const file = randomScenarioFile(seed);
  const rng = new Rng(seed, 'retention');
  const topics = (file.topics ?? []).map((topic) => ({
    ...topic,
    configs: {
      ...topic.configs,
      'segment.ms': 500 + rng.int(3000),
      'segment.jitter.ms': rng.int(2) * 300,
      'retention.ms': 1000 + rng.int(8000),
      'file.delete.delay.ms': rng.int(5000),
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
    },
    topics,
    commands: [...(file.commands ?? []), ...deletions],
  };
}

describe('random clusters under faults that forget', () => {
  test(`keep every law with ${SEEDS} seeds`, { timeout: 240_000 }, () => {
    const counts = { SegmentsDeleted: 0, RecordsDeleted: 0, SegmentFilesDeleted: 0, OffsetReset: 0 };
    for (let seed = 1; seed <= SEEDS; seed++) {
      const run = new Run(readScenario(forgetfulScenarioFile(seed)), [], kafkaRules);
      const watch = new RunWatch();
      const problems: string[] = [];
      run.cluster.sink = {
        row: (timeUs, seq, causeSeq, event) => {
          if (event.kind in counts) counts[event.kind as keyof typeof counts] += 1;
          watch.row(timeUs, seq, causeSeq, event);
        },
      };
      run.start();
      while (problems.length === 0 && run.step((FAULTS_UNTIL_MS + AFTER_FAULTS_MS) * 1000))
        problems.push(...watch.check(run.cluster));
      expect(problems, `seed ${seed} at ${run.cluster.nowUs} µs`).toEqual([]);
    }
    for (const [kind, count] of Object.entries(counts)) expect(count, kind).toBeGreaterThan(0);
  });

  test.each([3, 7, 11])('come to the same after going back and forth, seed %i', (seed) => {
    const scenario = readScenario(forgetfulScenarioFile(seed));
    const straight = session(0);
    straight.load(scenario, []);
    const outcome = outcomeOf(straight);
    expect(outcome.rows.some(({ event }) => event.kind === 'SegmentsDeleted')).toBe(true);
    const engine = session(700);
    engine.load(scenario, []);
    outcomeOf(engine);
    const rng = new Rng(seed, 'seeks');
    for (let i = 0; i < 6; i++) engine.seek({ timeUs: rng.int(UNTIL_US), after: 0 });
    expect(outcomeOf(engine)).toEqual(outcome);
  });
});
