import { describe, expect, test } from 'vitest';
import { Run } from '../../src/engine/cluster/Run.ts';
import { RunWatch } from '../../src/engine/invariants/RunWatch.ts';
import { Rng } from '../../src/engine/kernel/Rng.ts';
import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import type { FileCommand, ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import { FAULTS_FROM_MS, FAULTS_UNTIL_MS, randomScenarioFile, readScenario } from './randomScenario.ts';

/** For the sake of time half as many as with `test:all`. */
const SEEDS = process.env['HIGHWATER_TEST_ALL'] === '1' ? 16 : 8;
const DEEDS = 12;
const AFTER_FAULTS_MS = 20_000;

/** The random scenario of a seed, with an administrator in it who moves, creates, deletes, elects and alters at random. */
function administeredScenarioFile(seed: number): ScenarioFile {
  const file = randomScenarioFile(seed);
  const rng = new Rng(seed, 'administration');
  const draw = (bound: number): number => rng.int(bound);
  const brokerCount = file.brokers?.length ?? 1;
  const someBrokers = (): number[] => {
    const ids = Array.from({ length: brokerCount }, (_, i) => i + 1);
    const chosen: number[] = [];
    for (let left = 1 + draw(Math.min(3, brokerCount)); left > 0; left--)
      chosen.push(...ids.splice(draw(ids.length), 1));
    return chosen;
  };
  const topics = file.topics ?? [];
  const deed = (): object => {
    const topic = topics[draw(topics.length)];
    const name = topic?.name ?? '';
    const partition = `${name}-${draw(topic?.partitions ?? 1)}`;
    switch (draw(9)) {
      case 0:
      case 1:
      case 2:
        return {
          kind: 'AlterPartitionReassignments',
          reassignments: [{ partition, replicas: draw(4) === 0 ? null : someBrokers() }],
        };
      case 3:
        return { kind: 'ElectLeaders', electionType: 'PREFERRED' };
      case 4:
        return { kind: 'ElectLeaders', electionType: 'UNCLEAN', partitions: [partition] };
      case 5:
        return { kind: 'CreatePartitions', topic: name, count: (topic?.partitions ?? 1) + 1 + draw(2) };
      case 6:
        return draw(2) === 0
          ? {
              kind: 'CreateTopic',
              topic: 'extra',
              partitions: 1 + draw(3),
              'replication.factor': 1 + draw(3),
            }
          : { kind: 'DeleteTopic', topic: draw(3) === 0 ? name : 'extra' };
      case 7:
        return { kind: 'AlterClusterConfigs', configs: { 'min.insync.replicas': 1 + draw(3) } };
      default:
        return draw(2) === 0
          ? { kind: 'UnregisterBroker', broker: 1 + draw(brokerCount) }
          : { kind: 'FailLogDir', broker: 1 + draw(brokerCount), logDir: '/a' };
    }
  };
  const administration = Array.from({ length: DEEDS }, () => ({
    at: `${(FAULTS_FROM_MS + draw(FAULTS_UNTIL_MS - FAULTS_FROM_MS)) * 1000 + draw(1000)}us`,
    ...deed(),
  })) as FileCommand[];
  return {
    ...file,
    brokers: (file.brokers ?? []).map((broker) => ({
      ...broker,
      configs: { ...broker.configs, 'log.dirs': '/a,/b' },
    })),
    commands: [...(file.commands ?? []), ...administration],
  };
}

describe('random clusters under faults and an administrator', () => {
  test(`keep every law with ${SEEDS} seeds`, { timeout: 240_000 }, () => {
    let completed = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const run = new Run(readScenario(administeredScenarioFile(seed)), [], kafkaRules);
      const watch = new RunWatch();
      const problems: string[] = [];
      run.cluster.sink = {
        row: (timeUs, seq, causeSeq, event) => {
          if (event.kind === 'ReassignmentCompleted') completed += 1;
          watch.row(timeUs, seq, causeSeq, event);
        },
      };
      run.start();
      while (problems.length === 0 && run.step((FAULTS_UNTIL_MS + AFTER_FAULTS_MS) * 1000))
        problems.push(...watch.check(run.cluster));
      expect(problems, `seed ${seed} at ${run.cluster.nowUs} µs`).toEqual([]);
    }
    expect(completed).toBeGreaterThan(0);
  });
});
