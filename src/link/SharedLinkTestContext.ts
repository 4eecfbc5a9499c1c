import fc from 'fast-check';
import { parseScenario } from '../scenario/parseScenario.ts';
import { MAX_TIMESTAMP } from '../shared/maxTimestamp.ts';
import type { Command, Scenario } from '../scenario/Scenario.ts';
import { singleBranch } from './commandTree.ts';
import type { CommandBranch, CommandTree, LinkPlace, SharedLink } from './SharedLink.ts';

export function exampleScenario(changes: object = {}): Scenario {
  const parsed = parseScenario({
    highwater: 1,
    seed: 7,
    brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
    topics: [
      { name: 'payments', partitions: 1, 'replication.factor': 3, configs: { 'min.insync.replicas': 2 } },
    ],
    producers: [
      {
        'client.id': 'pay-api',
        configs: { acks: 'all' },
        workload: { topic: 'payments', arrivals: { constant: '100/s' }, valueBytes: 100 },
      },
    ],
    consumers: [{ 'client.id': 'ledger-1', assign: ['payments-0'] }],
    ...changes,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

export const EXAMPLE_LINK: SharedLink = {
  scenario: exampleScenario(),
  tree: singleBranch([
    { atUs: 30_000_000, after: 3, kind: 'KillBroker', broker: 1 },
    { atUs: 31_000_000, after: 0, kind: 'CutLink', between: ['broker:2', 'broker:3'] },
  ]),
  instant: { timeUs: 42_000_123, after: 2 },
  place: { kind: 'lesson', lesson: 'acks-and-min-insync', stepId: 'kill-leader' },
  engineVersion: '0.1.0',
  digest: '0123456789abcdef',
};

const body = fc.oneof(
  fc.record({
    kind: fc.constantFrom('KillBroker', 'StopBroker', 'StartBroker', 'CutPower'),
    broker: fc.constantFrom(1, 2, 3),
  }),
  fc.record({
    kind: fc.constantFrom('CutLink', 'MendLink'),
    between: fc.constantFrom(
      ['broker:1', 'broker:2'],
      ['controller:101', 'broker:3'],
      ['producer:pay-api', 'broker:1'],
    ),
  }),
  fc.record({ kind: fc.constantFrom('PauseWorkload', 'ResumeWorkload'), producer: fc.constant('pay-api') }),
  fc.record({
    kind: fc.constant('SendRecords'),
    producer: fc.constant('pay-api'),
    count: fc.integer({ min: 1, max: 999 }),
  }),
  fc.record({
    kind: fc.constant('AlterTopicConfigs'),
    topic: fc.constant('payments'),
    configs: fc.constantFrom({ 'min.insync.replicas': '1' }, { 'retention.ms': '60000' }),
  }),
  fc.record({
    kind: fc.constant('RestartProducer'),
    producer: fc.constant('pay-api'),
    configs: fc.constantFrom({}, { acks: '1' }),
  }),
) as fc.Arbitrary<Command>;

const when = fc.record({ atUs: fc.nat(1e9), after: fc.nat(9) });
const commands = fc
  .array(fc.tuple(when, body), { maxLength: 8 })
  .map((list) =>
    list
      .map(([at, deed]): Command => ({ ...at, ...deed }))
      .sort((a, b) => a.atUs - b.atUs || (a.after ?? 0) - (b.after ?? 0)),
  );

/** A chain of branches and forks: each goes on where an earlier one ended. */
const tree: fc.Arbitrary<CommandTree> = fc
  .tuple(fc.array(fc.tuple(commands, fc.nat(9)), { minLength: 1, maxLength: 4 }), fc.nat(9))
  .map(([list, open]) => {
    const branches: CommandBranch[] = [];
    for (const [own, parentIndex] of list) {
      const parent = branches[parentIndex % Math.max(1, branches.length)];
      const endUs = parent === undefined ? 0 : endOf(branches, parent);
      branches.push({
        id: String.fromCharCode(97 + branches.length),
        parent: parent?.id ?? null,
        commands: own.map((command) => ({ ...command, atUs: command.atUs + endUs })),
      });
    }
    return { branches, open: branches[open % branches.length]!.id };
  });

/** Just after the last command of a branch or of those before it. */
function endOf(branches: readonly CommandBranch[], branch: CommandBranch): number {
  const last = branch.commands.at(-1);
  if (last !== undefined) return last.atUs + 1;
  const parent = branches.find(({ id }) => id === branch.parent);
  return parent === undefined ? 0 : endOf(branches, parent);
}

const instant = fc.record({ timeUs: fc.nat(1e9), after: fc.nat(50) });

const moment = fc.record({
  began: instant,
  commandsBefore: fc.nat(9),
  deed: fc.option(fc.record({ ended: instant, commands: fc.nat(9), reached: fc.boolean() })),
});

const place: fc.Arbitrary<LinkPlace> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('lab' as const),
      files: fc.record({
        broker: fc.nat(9),
        partition: fc.constantFrom('orders-0', 'payments-11'),
        target: fc.option(
          fc.oneof(
            fc.record({ by: fc.constant('offset' as const), offset: fc.nat() }),
            fc.record({
              by: fc.constant('timestamp' as const),
              timestampMs: fc.oneof(fc.nat(), fc.constant(MAX_TIMESTAMP)),
            }),
          ),
        ),
      }),
    },
    { requiredKeys: ['kind'] },
  ),
  fc.record(
    {
      kind: fc.constant('lesson' as const),
      lesson: fc.stringMatching(/^[a-z-]{1,20}$/),
      stepId: fc.option(fc.string({ minLength: 1, maxLength: 20 })),
      moment,
    },
    { requiredKeys: ['kind', 'lesson', 'stepId'] },
  ),
);

/** Links as they can be made. */
export const anyLink: fc.Arbitrary<SharedLink> = fc.record(
  {
    scenario: fc.record({ seed: fc.nat(), until: fc.constantFrom('60s', '1us', '2h') }).map(exampleScenario),
    tree,
    instant,
    place,
    engineVersion: fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)).map((parts) => parts.join('.')),
    digest: fc.stringMatching(/^[0-9a-f]{16}$/),
    bookmarks: fc
      .uniqueArray(fc.nat(), { minLength: 1, maxLength: 5 })
      .map((times) =>
        [...times]
          .sort((a, b) => a - b)
          .map((timeUs) => ({ name: `at ${timeUs}`, at: { timeUs, after: 0 } })),
      ),
    others: fc.array(
      fc.record({
        scenario: fc.record({ seed: fc.nat() }).map(exampleScenario),
        branches: tree.map(({ branches }) => branches),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  },
  { requiredKeys: ['scenario', 'tree', 'instant', 'place', 'engineVersion', 'digest'] },
);
