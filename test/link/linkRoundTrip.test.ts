import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { EngineSession } from '../../src/bridge/EngineSession.ts';
import { commandsOf, runsOf, treeOf } from '../../src/link/commandTree.ts';
import { decodeLink } from '../../src/link/decodeLink.ts';
import { encodeLink } from '../../src/link/encodeLink.ts';
import type { CommandTree, LinkInstant, SharedLink } from '../../src/link/SharedLink.ts';
import type { Command, Scenario } from '../../src/scenario/Scenario.ts';
import type { ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import { ENGINE_VERSION } from '../../src/shared/engineVersion.ts';
import { groupScenarioFile } from '../engine/groupSwarm.ts';
import { readScenario } from '../engine/randomScenario.ts';
import { swarmScenarioFile } from '../engine/swarmSeed.ts';
import { transactionScenarioFile } from '../engine/transactionSwarm.ts';

/** A link made of a run brings the same run back: every branch of it, what it is compared with, and what its maker named. */
vi.setConfig({ testTimeout: 240_000 });

const SECOND = 1_000_000;

const at = (seconds: number, body: object, after = 0): Command =>
  ({ atUs: seconds * SECOND, after, ...body }) as Command;

const kill = (broker: number, seconds: number): Command => at(seconds, { kind: 'KillBroker', broker });
const start = (broker: number, seconds: number): Command => at(seconds, { kind: 'StartBroker', broker });

function stored(path: string, changes: Partial<ScenarioFile> = {}): Scenario {
  const file = JSON.parse(readFileSync(`content/${path}`, 'utf8')) as ScenarioFile;
  return readScenario({ ...file, ...changes });
}
const preset = (name: string, changes?: Partial<ScenarioFile>) =>
  stored(`scenarios/presets/${name}.json`, changes);
const lesson = (name: string) => stored(`lessons/${name}/scenario.json`);
const errorRun = (name: string) => stored(`scenarios/errors/${name}.json`);

interface Case {
  readonly name: string;
  readonly scenario: () => Scenario;
  readonly seconds: number;
  /** The futures that were tried, the last of them open; none: no deed. */
  readonly futures?: readonly (readonly Command[])[];
  readonly others?: Partial<SharedLink>;
}

const CASES: readonly Case[] = [
  { name: 'a calm cluster', scenario: () => preset('three-brokers'), seconds: 5 },
  { name: 'a loss that is planned in the scenario', scenario: () => preset('lose-a-record'), seconds: 22 },
  { name: 'several topics', scenario: () => preset('four-brokers'), seconds: 3 },
  { name: '1,200 partitions', scenario: () => preset('thirty-brokers'), seconds: 0.5 },
  {
    name: 'three futures, one with a name',
    scenario: () => preset('three-brokers'),
    seconds: 20,
    futures: [
      [kill(1, 2), start(1, 15)],
      [kill(1, 2), kill(2, 4)],
      [kill(1, 2), at(4, { kind: 'CutPower', broker: 2 }), start(2, 12)],
    ],
  },
  {
    name: 'links cut, slow and mended, one way only',
    scenario: () => preset('three-brokers'),
    seconds: 25,
    futures: [
      [
        at(2, { kind: 'CutLink', between: ['broker:1', 'broker:2'], direction: 'forward' }),
        at(14, { kind: 'MendLink', between: ['broker:1', 'broker:2'], direction: 'forward' }),
        at(15, { kind: 'CutLink', between: ['broker:1', 'controller:101'] }),
      ],
    ],
  },
  {
    name: 'processes that stand still, clocks that are wrong, disks that fail and are slow',
    scenario: () => preset('three-brokers'),
    seconds: 30,
    futures: [
      [
        at(2, { kind: 'PauseProcess', node: 'broker:1', forUs: null }),
        at(13, { kind: 'ResumeProcess', node: 'broker:1' }),
        at(14, { kind: 'FailDisk', broker: 2 }),
        at(16, { kind: 'SlowDisk', broker: 3, factor: 20 }),
        at(20, { kind: 'ReplaceDisk', broker: 2 }),
        start(2, 21),
      ],
    ],
  },
  {
    name: 'a cluster changed by its administrator',
    scenario: () => preset('three-brokers'),
    seconds: 20,
    futures: [
      [
        at(2, { kind: 'AlterTopicConfigs', topic: 'payments', configs: { 'min.insync.replicas': '3' } }),
        at(3, { kind: 'StopBroker', broker: 3 }),
        at(9, { kind: 'RestartProducer', producer: 'pay-api', configs: { acks: '1' } }),
        at(10, { kind: 'PauseWorkload', producer: 'pay-api' }),
        at(11, { kind: 'SendRecords', producer: 'pay-api', count: 10 }),
        at(12, { kind: 'ResumeWorkload', producer: 'pay-api' }),
      ],
    ],
  },
  {
    name: 'a fault that comes again and again',
    scenario: () =>
      preset('three-brokers', {
        commands: [
          { at: '2s', kind: 'PauseProcess', node: 'broker:2', repeat: { every: '6s', times: 3 } },
          { at: '4s', kind: 'ResumeProcess', node: 'broker:2', repeat: { every: '6s', times: 3 } },
        ],
      }),
    seconds: 25,
  },
  {
    name: 'beside another future',
    scenario: () => preset('three-brokers'),
    seconds: 14,
    futures: [[kill(1, 2)]],
    others: {
      compare: { name: 'crash broker 1', other: { name: 'main', scenario: null, commands: [kill(3, 5)] } },
    },
  },
  {
    name: 'beside another config of the same seed',
    scenario: () => preset('lose-a-record'),
    seconds: 22,
    others: {
      compare: {
        name: 'acks=1',
        other: { name: 'acks=all', scenario: preset('three-brokers', { seed: 7 }), commands: [kill(1, 5)] },
      },
    },
  },
  {
    name: 'with bookmarks, and the files of a replica open',
    scenario: () => preset('three-brokers'),
    seconds: 8,
    futures: [[kill(2, 3)]],
    others: {
      bookmarks: [
        { name: 'calm', at: { timeUs: SECOND, after: 0 } },
        { name: 'just after “the” crash', at: { timeUs: 3 * SECOND, after: 4 } },
      ],
      place: { kind: 'lab', files: { broker: 1, partition: 'payments-0', target: null } },
    },
  },
  {
    name: 'a step of a lesson',
    scenario: () => lesson('06-acks-and-min-insync'),
    seconds: 10,
    futures: [[at(2, { kind: 'RestartProducer', producer: 'pay-api', configs: { acks: '1' } }), kill(1, 4)]],
    others: {
      place: {
        kind: 'lesson',
        lesson: 'acks-and-min-insync',
        stepId: 'lose-a-record',
        moment: {
          began: { timeUs: 2 * SECOND, after: 0 },
          commandsBefore: 1,
          deed: { ended: { timeUs: 9 * SECOND, after: 0 }, commands: 2, reached: true },
        },
      },
    },
  },
  { name: 'consumer groups', scenario: () => lesson('12-consumer-groups'), seconds: 12 },
  {
    name: 'retry topics, dead letters, a database',
    scenario: () => lesson('16-retries-and-dead-letters'),
    seconds: 5,
  },
  { name: 'transactions', scenario: () => lesson('17-transactions'), seconds: 12 },
  { name: 'retention and compaction', scenario: () => lesson('04-retention-and-compaction'), seconds: 12 },
  { name: 'quotas', scenario: () => errorRun('THROTTLING_QUOTA_EXCEEDED'), seconds: 8 },
  { name: 'share groups', scenario: () => errorRun('SHARE_SESSION_LIMIT_REACHED'), seconds: 8 },
  { name: 'a disk that is full or broken', scenario: () => errorRun('KAFKA_STORAGE_ERROR'), seconds: 5 },
  { name: 'random faults', scenario: () => readScenario(swarmScenarioFile(7)), seconds: 12 },
  { name: 'random groups', scenario: () => readScenario(groupScenarioFile(3)), seconds: 15 },
  { name: 'random transactions', scenario: () => readScenario(transactionScenarioFile(5)), seconds: 12 },
];

function digestOf(scenario: Scenario, commands: readonly Command[], instant: LinkInstant): string {
  const engine = new EngineSession({ checkpointInterval: 0, invariantInterval: Infinity });
  engine.load(scenario, commands);
  engine.seek(instant);
  return engine.digest();
}

/** Of every future of the link, and of what it is compared with. */
function digestsOf({ scenario, tree, instant, compare }: SharedLink): Readonly<Record<string, string>> {
  const digests = Object.fromEntries(
    runsOf(tree).map(({ id, commands }) => [id, digestOf(scenario, commands, instant)]),
  );
  if (compare === undefined) return digests;
  const { other } = compare;
  return { ...digests, other: digestOf(other.scenario ?? scenario, other.commands, instant) };
}

function treeOfFutures(futures: readonly (readonly Command[])[] = [[]]): CommandTree {
  const runs = futures.map((commands, i) => ({
    id: `f${i}`,
    name: i === 0 && futures.length > 1 ? 'the first try' : null,
    commands,
  }));
  return treeOf(runs, runs.at(-1)?.id ?? '');
}

test('there are twenty kinds and more, and no two are alike', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(20);
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
});

test.each(CASES)('a link brings back $name', async ({ scenario, seconds, futures, others }) => {
  const parsed = scenario();
  const tree = treeOfFutures(futures);
  const instant = { timeUs: seconds * SECOND, after: 0 };
  const link: SharedLink = {
    scenario: parsed,
    tree,
    instant,
    place: { kind: 'lab' },
    engineVersion: ENGINE_VERSION,
    digest: digestOf(parsed, commandsOf(tree), instant),
    ...others,
  };
  const encoded = await encodeLink(link);
  if (!encoded.ok) throw new Error(encoded.problem.kind);
  const decoded = await decodeLink(`https://example.org/${encoded.hash}`);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problem));

  expect(decoded.link).toEqual(link);
  // Equal to look at is not enough: it is run from what was read.
  const digests = digestsOf(decoded.link);
  expect(digests).toEqual(digestsOf(link));
  expect(digests[decoded.link.tree.open]).toBe(link.digest);
  // Futures and what is compared are runs of their own.
  expect(new Set(Object.values(digests)).size).toBe(Object.keys(digests).length);
});
