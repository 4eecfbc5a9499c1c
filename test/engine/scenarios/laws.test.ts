import { expect, test } from 'vitest';
import { Broker } from '../../../src/engine/broker/Broker.ts';
import { Run } from '../../../src/engine/cluster/Run.ts';
import { parkedFetchesHaveNothingToRead } from '../../../src/engine/invariants/requestInvariants.ts';
import { RunWatch } from '../../../src/engine/invariants/RunWatch.ts';
import { kafkaRules, rulesWith } from '../../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../../src/engine/rules/Rules.ts';
import type { FileCommand, ScenarioFile } from '../../../src/scenario/ScenarioFile.ts';
import { PLANTED_FAULTS } from '../plantedFaults.ts';
import { readScenario } from '../randomScenario.ts';

const END_MS = 20_000;

/** Three brokers that are quick to notice silence, one partition, a steady producer, and what is done to them. */
function scenarioOf(commands: readonly object[], change: Partial<ScenarioFile> = {}): ScenarioFile {
  return {
    highwater: 1,
    seed: 7,
    times: { brokerStart: '200ms' },
    configs: {
      'broker.heartbeat.interval.ms': 500,
      'broker.session.timeout.ms': 2000,
      'replica.lag.time.max.ms': 3000,
    },
    brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
    topics: [{ name: 'orders', replicas: { '0': [1, 2, 3] }, configs: { 'min.insync.replicas': 2 } }],
    producers: [
      {
        'client.id': 'shop',
        configs: { acks: 'all', 'linger.ms': 0, 'request.timeout.ms': 10_000 },
        workload: { topic: 'orders', arrivals: { constant: '20/s' }, valueBytes: 100 },
      },
    ],
    ...change,
    commands: commands as FileCommand[],
  };
}

/** The laws that break in a run, which goes on until the engine itself protests. */
function brokenLaws(file: ScenarioFile, rules: Rules): string[] {
  const run = new Run(readScenario(file), [], rules);
  const watch = new RunWatch();
  run.cluster.sink = watch;
  const broken = new Set<string>();
  try {
    run.start();
    while (run.step(END_MS * 1000))
      for (const problem of watch.check(run.cluster)) broken.add(problem.slice(0, problem.indexOf(' at ')));
  } catch (error) {
    broken.add(String(error));
  }
  return [...broken];
}

const cut = (a: string, b: string, atMs: number) => ({ at: atMs, kind: 'CutLink', between: [a, b] });
const mend = (a: string, b: string, atMs: number) => ({ at: atMs, kind: 'MendLink', between: [a, b] });

const ONE_IN_FLIGHT = {
  'client.id': 'shop',
  configs: {
    'linger.ms': 0,
    'request.timeout.ms': 2000,
    'max.in.flight.requests.per.connection': 1,
  },
  workload: { topic: 'orders', arrivals: { constant: '20/s' }, valueBytes: 100 },
} as const;

const BROKEN: readonly (readonly [
  law: string,
  /** A planted fault, or a rule that is wrong in yet another way. */
  fault: string | Partial<Rules>,
  commands: readonly object[],
  change?: Partial<ScenarioFile>,
])[] = [
  [
    '[I4] LeadersAskOnlyForWhoMayJoin',
    'eligibilityIgnored',
    [cut('broker:3', 'controller:101', 3000), mend('broker:3', 'controller:101', 12_000)],
  ],
  [
    '[M1] OnlyLaggardsAreDropped',
    'noGraceForIsrMembers',
    [
      { at: 3000, kind: 'CutLink', between: ['broker:2', 'broker:3'] },
      { at: 3010, kind: 'KillBroker', broker: 1 },
    ],
  ],
  [
    '[I3] LaggardsAreDropped',
    'laggardsStay',
    [{ at: 3000, kind: 'CutLink', between: ['broker:1', 'broker:3'] }],
  ],
  [
    '[I9] IsrGrowsByTheLeadersWish',
    {
      buildPartitionChange: (current, change) =>
        kafkaRules.buildPartitionChange(
          current,
          change.targetIsr?.length === 2 && current.isr.length === 1
            ? { ...change, targetIsr: current.replicas }
            : change,
        ),
    },
    [2, 3].flatMap((broker) => [
      { at: 3000, kind: 'KillBroker', broker },
      { at: 8000, kind: 'StartBroker', broker },
    ]),
  ],
  [
    '[I8] LeadersNeverGoBack',
    {
      isrAfterAlterPartitionResponse: (pending, answer, leaderEpoch, partitionEpoch) => ({
        ...kafkaRules.isrAfterAlterPartitionResponse(pending, answer, leaderEpoch, partitionEpoch),
        partitionEpoch: partitionEpoch - 1,
      }),
    },
    [{ at: 3000, kind: 'CutLink', between: ['broker:1', 'broker:3'] }],
  ],
  [
    '[I8] LeadersStandByWhatTheyAskedFor',
    {
      isrAfterAlterPartitionResponse: (pending, _answer, _leaderEpoch, partitionEpoch) => ({
        outcome: 'reverted',
        state: { kind: 'CommittedPartitionState', isr: pending.isr },
        partitionEpoch,
      }),
    },
    [
      { at: 3000, kind: 'KillBroker', broker: 3 },
      { at: 7000, kind: 'StartBroker', broker: 3 },
    ],
  ],
  [
    '[R1] LeaversBelowTheMinimumStayEligible',
    'elrIgnored',
    [
      { at: 3000, kind: 'KillBroker', broker: 3 },
      { at: 7000, kind: 'KillBroker', broker: 2 },
    ],
  ],
  [
    '[B2] SessionsOutlastProcesses',
    'duplicateRegistrationTaken',
    [
      { at: 3000, kind: 'KillBroker', broker: 3 },
      { at: 3100, kind: 'StartBroker', broker: 3 },
    ],
  ],
  [
    '[B7] UncleanRestartsLeaveIsrAndElr',
    'uncleanShutdownUnnoticed',
    [
      { at: 3000, kind: 'KillBroker', broker: 3 },
      { at: 6000, kind: 'KillBroker', broker: 2 },
      { at: 9000, kind: 'StartBroker', broker: 2 },
    ],
  ],
  [
    '[B6] ShutdownWaitsForLeaderships',
    'shutdownGrantedAtOnce',
    [{ at: 3000, kind: 'StopBroker', broker: 1 }],
  ],
  [
    '[A1] AcksAllIsStoredWithEnoughInSync',
    'minIsrUncheckedOnArrival',
    [
      { at: 3000, kind: 'KillBroker', broker: 3 },
      { at: 3000, kind: 'KillBroker', broker: 2 },
    ],
  ],
  ['[RT5] ProducersRetryWhileTheyMay', 'nothingIsRetried', [{ at: 3000, kind: 'KillBroker', broker: 1 }]],
  [
    '[ID4] NewestBatchesAreRecognised',
    'duplicatesUnknown',
    [
      { at: 3000, kind: 'CutLink', between: ['broker:1', 'producer:shop'], direction: 'forward' },
      { at: 6000, kind: 'MendLink', between: ['broker:1', 'producer:shop'] },
    ],
    { producers: [ONE_IN_FLIGHT] },
  ],
  [
    '[ID8] BrokenSequencesAreMended',
    'producerNeverRaisesEpoch',
    [
      cut('broker:1', 'broker:2', 3000),
      cut('broker:1', 'broker:3', 3000),
      { at: 10_000, kind: 'KillBroker', broker: 1 },
    ],
    {
      producers: [ONE_IN_FLIGHT],
      topics: [
        {
          name: 'orders',
          replicas: { '0': [1, 2, 3] },
          configs: { 'min.insync.replicas': 1, 'unclean.leader.election.enable': 'true' },
        },
      ],
    },
  ],
];

for (const [title, fault, commands, change] of BROKEN) {
  test(`[run-laws] ${title} is broken by a wrong rule, and by Kafka’s never`, () => {
    const law = title.slice(title.indexOf(' ') + 1);
    const planted = PLANTED_FAULTS.find(({ name }) => name === fault)?.rules;
    const rules = planted ?? rulesWith(fault as Partial<Rules>);
    const file = scenarioOf(commands, change);
    expect(brokenLaws(file, rules)).toContain(law);
    expect(brokenLaws(file, kafkaRules)).toEqual([]);
  });
}

test('[F4] ParkedFetchesHaveNothingToRead is broken by a parked fetch of records that are there', () => {
  const run = new Run(readScenario(scenarioOf([])), []);
  run.start();
  while (run.step(2_000_000));
  const law = parkedFetchesHaveNothingToRead();
  expect(law.check(run.cluster)).toBe(null);
  const leader = run.cluster.node(run.cluster.directory.brokers.get(1) ?? -1);
  if (!(leader instanceof Broker)) throw new Error('there is no broker 1');
  const { fetches } = leader.process?.replicas ?? {};
  const [parked] = fetches?.parked.values() ?? [];
  const partition = leader.partitions.get('orders-0');
  if (!fetches || !parked || !partition) throw new Error('nothing is parked');
  const { logEndOffset: fetchOffset } = partition.log;
  const asking = (offset: number) => ({
    ...parked,
    id: -1,
    context: {
      kind: 'sessionless' as const,
      partitions: [
        {
          topicPartition: 'orders-0',
          fetchOffset: offset,
          lastFetchedEpoch: 0,
          currentLeaderEpoch: 0,
          logStartOffset: 0,
          maxBytes: 1000,
        },
      ],
    },
  });
  fetches.park(asking(fetchOffset));
  expect(law.check(run.cluster)).toBe(null);
  fetches.remove(-1);
  fetches.park(asking(fetchOffset - 1));
  expect(law.check(run.cluster)).toMatch(/^orders-0: a fetch of broker \d at \d+ is parked on broker 1/);
});
