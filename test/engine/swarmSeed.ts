import { Broker } from '../../src/engine/broker/Broker.ts';
import { Consumer } from '../../src/engine/client/consumer/Consumer.ts';
import { Producer } from '../../src/engine/client/producer/Producer.ts';
import { computeFates, controllerOf, replicasOf } from '../../src/engine/cluster/ledger.ts';
import type { RecordFates } from '../../src/engine/cluster/ledger.ts';
import { Run } from '../../src/engine/cluster/Run.ts';
import { RunWatch } from '../../src/engine/invariants/RunWatch.ts';
import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import type { FileCommand, ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import { withCompaction } from './compactionSwarm.ts';
import { withRandomQuorum } from './randomQuorum.ts';
import { FAULTS_UNTIL_MS, healingOf, randomScenarioFile, readScenario } from './randomScenario.ts';
import { whatWasThrown } from './runWatched.ts';
import { withSituations } from './situations.ts';
import { swarmConfigs } from './swarmConfigs.ts';

/** The workloads go on for a while in the healed cluster, then pause; what is left must come to an end by itself. */
const WORKLOADS_PAUSE_MS = FAULTS_UNTIL_MS + 45_000;
/** More than any of these scenarios needs: something goes round and round. */
const MOST_EVENTS = 1_500_000;
const END_MS = FAULTS_UNTIL_MS + 140_000;
/** A follower on a long link that may read one batch a fetch has a long way to go; while it goes on, so does the run. */
const LATEST_END_MS = END_MS + 400_000;
const LONGER_MS = 20_000;

export interface SwarmReport {
  readonly seed: number;
  readonly events: number;
  /** What went wrong, each in a sentence; empty when all laws held. */
  readonly problems: readonly string[];
  /** What excused losses of committed records, and how often. */
  readonly excuses: ReadonlyMap<string, number>;
}

function plainScenarioFile(seed: number): ScenarioFile {
  const random = withRandomQuorum(randomScenarioFile(seed), seed);
  return { ...random, configs: { ...random.configs, ...swarmConfigs(seed) } };
}

/** The situations that a seed leads into, by name. */
export function situationsOf(seed: number): string[] {
  const names: string[] = [];
  withSituations(plainScenarioFile(seed), seed, (name) => names.push(name));
  return names;
}

/** Every fifth seed compacts its topics; not the first ones, of which it is on record which planted faults they notice. */
function isCompacting(seed: number): boolean {
  return seed > 24 && seed % 5 === 0;
}

/** The random scenario of a seed, with situations put on it unless it is to be plain, and with a healing after it: everything mended and started, and at last nothing new to send. */
export function swarmScenarioFile(seed: number, isPlain = false): ScenarioFile {
  const plain = plainScenarioFile(seed);
  const file = isPlain
    ? plain
    : withSituations(isCompacting(seed) ? withCompaction(plain, seed) : plain, seed);
  const mends = healingOf(file, FAULTS_UNTIL_MS);
  // A broker that was still stopping when it was first started is started again later; the last flush of one whose disk was slow
  // then goes on for up to 40 s (20 ms, 2000 times as long).
  const starts = [10, 15_000, 30_000, 45_000].flatMap((ms) =>
    (file.brokers ?? []).map((broker): FileCommand => ({
      at: FAULTS_UNTIL_MS + ms,
      kind: 'StartBroker',
      broker: broker['node.id'],
    })),
  );
  const controllers = [10, 15_000].flatMap((ms) =>
    (file.controllers ?? []).map((controller): FileCommand => ({
      at: FAULTS_UNTIL_MS + ms,
      kind: 'StartController',
      controller: controller['node.id'],
    })),
  );
  const workloads = (file.producers ?? []).flatMap((producer): FileCommand[] => [
    { at: FAULTS_UNTIL_MS + 20, kind: 'ResumeWorkload', producer: producer['client.id'] },
    { at: WORKLOADS_PAUSE_MS, kind: 'PauseWorkload', producer: producer['client.id'] },
  ]);
  return {
    ...file,
    until: `${END_MS}ms`,
    commands: [...(file.commands ?? []), ...mends, ...starts, ...controllers, ...workloads],
  };
}

/**
 * Runs a seed to its end, checking every invariant after every event, and then what must hold in a cluster that healed.
 * @param change puts something on its scenario that no seed has.
 */
export function runSwarmSeed(
  seed: number,
  rules: Rules = kafkaRules,
  isPlain = false,
  change: (file: ScenarioFile) => ScenarioFile = unchanged,
): SwarmReport {
  const scenario = readScenario(change(swarmScenarioFile(seed, isPlain)));
  const run = new Run(scenario, [], rules);
  const watch = new RunWatch();
  run.cluster.sink = watch;
  const problems: string[] = [];
  let endMs = END_MS;
  try {
    run.start();
    let left = Infinity;
    for (;;) {
      while (problems.length === 0 && run.step(endMs * 1000)) {
        if (run.cluster.state.eventCount > MOST_EVENTS)
          problems.push(`${MOST_EVENTS} events at ${run.cluster.nowUs} µs`);
        problems.push(...watch.check(run.cluster));
      }
      const before = left;
      left = recordsToFetch(run);
      if (problems.length > 0 || left === 0 || left >= before || endMs >= LATEST_END_MS) break;
      endMs += LONGER_MS;
    }
  } catch (error) {
    problems.push(whatWasThrown(error, run.cluster.nowUs));
  }
  if (problems.length === 0) {
    run.cluster.idleUntil(endMs * 1000);
    run.settle();
    const world = { run, watch, fates: computeFates(run.cluster) };
    for (const law of HEALED) problems.push(...law.check(world).map((detail) => `${law.name}: ${detail}`));
  }
  return { seed, events: run.cluster.state.eventCount, problems, excuses: watch.excuses };
}

function unchanged(file: ScenarioFile): ScenarioFile {
  return file;
}

interface World {
  readonly run: Run;
  readonly watch: RunWatch;
  readonly fates: readonly RecordFates[];
}

interface Law {
  readonly name: string;
  /** What breaks it. */
  readonly check: (world: World) => readonly string[];
}

/** What holds in a cluster that healed. That nothing was lost on the way without an excuse, the watch has seen to. */
const HEALED: readonly Law[] = [
  {
    name: 'EveryBrokerIsBack',
    check: ({ run }) =>
      brokersOf(run)
        .filter((broker) => controllerOf(run.cluster)?.image.brokers.get(broker.id)?.fenced !== false)
        .map((broker) => `${broker.name} is ${broker.power} and fenced`),
  },
  {
    name: 'EveryPartitionHasALeaderAndAFullIsr',
    check: (world) =>
      partitionsOf(world)
        .filter(({ topicPartition }) => !isStranded(world, topicPartition))
        .filter(({ registration: { leader, isr, replicas } }) => leader < 0 || isr.length < replicas.length)
        .map(({ topicPartition, registration }) => `${topicPartition} ${JSON.stringify(registration)}`),
  },
  {
    name: 'EveryReplicaIsAlikeUpToTheHighWatermark',
    check: (world) =>
      partitionsOf(world)
        .filter(({ topicPartition }) => !isStranded(world, topicPartition))
        .flatMap(({ topicPartition }) => {
          const logs = [...replicasOf(world.run.cluster, topicPartition).values()].map((one) => one.log);
          const ends = logs.map((log) => `${log.highWatermark}/${log.logEndOffset}`);
          return new Set(ends).size === 1 && logs[0]?.highWatermark === logs[0]?.logEndOffset
            ? []
            : [`${topicPartition} has HW/LEO ${ends.join(', ')}`];
        }),
  },
  {
    name: 'NothingIsLeftInFlight',
    check: ({ fates, run }) => [
      ...fates
        .filter((fate) => !fate.inFlight.isEmpty)
        .map((fate) => `${fate.producer} ${fate.partition}: ${fate.inFlight.flat.join()}`),
      ...producersOf(run)
        .filter((producer) => producer.accumulator.hasBatches || producer.sent.size > 0 || producer.isClosing)
        .map((producer) => `${producer.name} still holds something`),
    ],
  },
  {
    name: 'ConsumersReachTheHighWatermark',
    check: (world) =>
      consumersOf(world.run).flatMap((consumer) =>
        consumer.partitions.flatMap(({ topicPartition, position }) => {
          if (isStranded(world, topicPartition)) return [];
          const end = leaderLogOf(world, topicPartition)?.highWatermark;
          return position === end ? [] : [`${consumer.name} ${topicPartition} at ${position}, HW ${end}`];
        }),
      ),
  },
];

/**
 * Nobody may ever lead this partition again, until an unclean election is allowed: a change of min.insync.replicas forgot who
 * could have (R7, `ClearElrRecord`) while it had neither a leader nor an ISR; or nobody was known from the start.
 */
function isStranded({ watch }: World, topicPartition: string): boolean {
  const history = watch.history.partitions.get(topicPartition);
  if (!history) return false;
  const { isr, elr, lastKnownElr, leader } = history.registration;
  if (leader >= 0 || isr.length + elr.length + lastKnownElr.length > 0) return false;
  const forgotten = history.forgotten.at(-1);
  return forgotten ? forgotten.isr.length === 0 : history.registration === history.before;
}

/** How many records followers have not got yet. */
function recordsToFetch({ cluster }: Run): number {
  let left = 0;
  for (const { topicPartition, registration } of controllerOf(cluster)?.image.partitions.values() ?? []) {
    const replicas = replicasOf(cluster, topicPartition);
    const end = replicas.get(registration.leader)?.log.logEndOffset ?? 0;
    for (const { log } of replicas.values()) left += Math.max(0, end - log.logEndOffset);
  }
  return left;
}

function partitionsOf({ run }: World) {
  return [...(controllerOf(run.cluster)?.image.partitions.values() ?? [])];
}

function leaderLogOf({ run }: World, topicPartition: string) {
  const leader = controllerOf(run.cluster)?.image.partitions.get(topicPartition)?.registration.leader ?? -1;
  return replicasOf(run.cluster, topicPartition).get(leader)?.log;
}

const brokersOf = (run: Run) => run.cluster.state.nodes.filter((node) => node instanceof Broker);
const producersOf = (run: Run) => run.cluster.state.nodes.filter((node) => node instanceof Producer);
const consumersOf = (run: Run) => run.cluster.state.nodes.filter((node) => node instanceof Consumer);
