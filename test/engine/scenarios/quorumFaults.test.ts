import { describe, expect, test } from 'vitest';
import { Run } from '../../../src/engine/cluster/Run.ts';
import {
  committedMetadataStay,
  singleQuorumLeaderPerEpoch,
} from '../../../src/engine/invariants/quorumInvariants.ts';
import { kafkaRules, rulesWith } from '../../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../../src/engine/rules/Rules.ts';
import { Rng } from '../../../src/engine/kernel/Rng.ts';
import type { FileCommand } from '../../../src/scenario/ScenarioFile.ts';
import { readScenario } from '../randomScenario.ts';

const VOTERS = [101, 102, 103];
const END_MS = 60_000;
const MOST_SEEDS = 40;

/** Three controllers, one broker, and a minute of controllers that die, lose power and lose each other. */
function scenarioOf(seed: number) {
  const rng = new Rng(seed, 'quorumFaults');
  const commands: FileCommand[] = [];
  for (let atMs = 2000; atMs < END_MS - 10_000; atMs += 300 + rng.int(3000)) {
    const controller = VOTERS[rng.int(3)] ?? 101;
    const other = VOTERS.find((voter) => voter !== controller) ?? 102;
    const laterMs = atMs + 100 + rng.int(6000);
    const between = [`controller:${controller}`, `controller:${other}`];
    switch (rng.int(4)) {
      case 0:
        commands.push({ at: atMs, kind: 'KillController', controller });
        commands.push({ at: laterMs, kind: 'StartController', controller });
        break;
      case 1:
        commands.push({ at: atMs, kind: 'StopController', controller });
        commands.push({ at: laterMs, kind: 'StartController', controller });
        break;
      default:
        commands.push({ at: atMs, kind: 'CutLink', between });
        commands.push({ at: laterMs, kind: 'MendLink', between });
    }
  }
  return readScenario({
    highwater: 1,
    seed,
    times: { brokerStart: '200ms' },
    controllers: VOTERS.map((id) => ({ 'node.id': id })),
    brokers: [{ 'node.id': 1 }],
    commands,
  });
}

/** What a law or an assertion of the engine says of a run under these rules; null when all is well. */
function troubleWith(rules: Rules, seed: number): string | null {
  const run = new Run(scenarioOf(seed), [], rules);
  const laws = [singleQuorumLeaderPerEpoch(), committedMetadataStay()];
  try {
    run.start();
    while (run.step(END_MS * 1000)) {
      for (const law of laws) {
        const detail = law.check(run.cluster);
        if (detail !== null) return `${law.name}: ${detail}`;
      }
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return null;
}

const PLANTED: readonly (readonly [string, Partial<Rules>])[] = [
  [
    'a voter votes again in the same epoch, for whoever asks',
    {
      voteRefusal: (state, asker, isLogUpToDate, isPreVote) =>
        kafkaRules.voteRefusal(
          state.kind === 'Unattached' || state.kind === 'Prospective' ? { ...state, votedId: null } : state,
          asker,
          isLogUpToDate,
          isPreVote,
        ),
    },
  ],
  [
    'a voter votes for a log that lacks what it has itself',
    {
      voteRefusal: (state, asker, _isGood, isPreVote) =>
        kafkaRules.voteRefusal(state, asker, true, isPreVote),
    },
  ],
  ['a candidate leads without a majority', { isElected: (votes) => [...votes.values()].includes(true) }],
  [
    'the leader commits what it has alone',
    {
      quorumHighWatermark: (ends, _start, current) =>
        ends.reduce<number | null>((most, end) => (end === null ? most : Math.max(most ?? 0, end)), current),
    },
  ],
  ['a log that differs is not cut', { divergenceOf: () => null }],
];

describe('a quorum with a wrong rule', () => {
  test.each(PLANTED)(
    '[Q3] [Q7] [Q11] %s: a law is broken',
    (_what, given) => {
      const rules = rulesWith(given);
      const caught: string[] = [];
      for (let seed = 1; seed <= MOST_SEEDS && caught.length === 0; seed++) {
        const trouble = troubleWith(rules, seed);
        if (trouble !== null) caught.push(trouble);
      }
      expect(caught[0]).toMatch(/^(SingleQuorumLeaderPerEpoch|CommittedMetadataStay): /);
    },
    120_000,
  );

  test('[Q3] [Q7] with Kafka’s rules none is', () => {
    for (let seed = 1; seed <= 8; seed++) expect(troubleWith(kafkaRules, seed)).toBe(null);
  }, 120_000);

  test('[Q5] [Q6] without pre-votes a follower that was cut off deposes a leader that is well', () => {
    const epochsAfterCut = [kafkaRules, rulesWith({ voteRefusal: withoutPreVote })].map((rules) => {
      const scenario = readScenario({
        highwater: 1,
        controllers: VOTERS.map((id) => ({ 'node.id': id })),
        brokers: [{ 'node.id': 1 }],
        commands: [
          { at: 3000, kind: 'CutLink', between: ['controller:101', 'controller:103'] },
          { at: 13_000, kind: 'MendLink', between: ['controller:101', 'controller:103'] },
        ],
      });
      const run = new Run(scenario, [], rules);
      run.start();
      while (run.step(20_000_000));
      const node = run.cluster.node(0);
      return 'raft' in node ? (node.raft as { epoch: number }).epoch : -1;
    });
    expect(epochsAfterCut[0]).toBe(1);
    expect(epochsAfterCut[1]).toBeGreaterThan(1);
  });
});

const withoutPreVote: Rules['voteRefusal'] = (state, asker, isLogUpToDate, isPreVote) =>
  isPreVote ? null : kafkaRules.voteRefusal(state, asker, isLogUpToDate, isPreVote);
