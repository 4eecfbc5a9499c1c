import { Broker } from '../../src/engine/broker/Broker.ts';
import { Consumer } from '../../src/engine/client/consumer/Consumer.ts';
import { Producer } from '../../src/engine/client/producer/Producer.ts';
import { computeFates, controllerOf, replicasOf } from '../../src/engine/cluster/ledger.ts';
import type { RecordFates } from '../../src/engine/cluster/ledger.ts';
import { Run } from '../../src/engine/cluster/Run.ts';
import { RunWatch } from '../../src/engine/invariants/RunWatch.ts';
import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import type { RecordBatch } from '../../src/engine/storage/RecordBatch.ts';
import type { FileCommand, ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import type { Scenario } from '../../src/scenario/Scenario.ts';
import type { TraceRow } from '../../src/shared/traceEvents.ts';
import { FAULTS_UNTIL_MS, healingOf, randomScenarioFile, readScenario } from './randomScenario.ts';

/** The workloads go on for a while in the healed cluster, then pause; what is left must come to an end by itself. */
const WORKLOADS_PAUSE_MS = FAULTS_UNTIL_MS + 50_000;
/** More than any of these scenarios needs: something goes round and round. */
const MOST_EVENTS = 1_500_000;
const END_MS = FAULTS_UNTIL_MS + 150_000;

export interface SwarmReport {
  readonly seed: number;
  readonly events: number;
  /** What went wrong, each in a sentence; empty when all laws held. */
  readonly problems: readonly string[];
  /** Which laws had anything to say here. */
  readonly laws: readonly string[];
  /** What excused losses of committed records, and how often. */
  readonly excuses: ReadonlyMap<string, number>;
}

/** The random scenario of a seed with a healing after it: everything mended and started, and at last nothing new to send. */
export function swarmScenarioFile(seed: number): ScenarioFile {
  const file = randomScenarioFile(seed);
  const mends = healingOf(file, FAULTS_UNTIL_MS);
  // A broker that was still stopping when it was first started is started again later.
  const starts = [10, 15_000, 30_000].flatMap((ms) =>
    (file.brokers ?? []).map((broker): FileCommand => ({
      at: FAULTS_UNTIL_MS + ms,
      kind: 'StartBroker',
      broker: broker['node.id'],
    })),
  );
  const workloads = (file.producers ?? []).flatMap((producer): FileCommand[] => [
    { at: FAULTS_UNTIL_MS + 20, kind: 'ResumeWorkload', producer: producer['client.id'] },
    { at: WORKLOADS_PAUSE_MS, kind: 'PauseWorkload', producer: producer['client.id'] },
  ]);
  return {
    ...file,
    until: `${END_MS}ms`,
    commands: [...(file.commands ?? []), ...mends, ...starts, ...workloads],
  };
}

/** Runs a seed to its end, checking every invariant after every event, and then what must hold in a cluster that healed. */
export function runSwarmSeed(seed: number, rules: Rules = kafkaRules): SwarmReport {
  const scenario = readScenario(swarmScenarioFile(seed));
  const run = new Run(scenario, [], rules);
  const seen = new Happenings();
  const watch = new RunWatch();
  run.cluster.sink = {
    row: (timeUs, seq, causeSeq, event) => {
      seen.row(timeUs, seq, causeSeq, event);
      watch.row(timeUs, seq, causeSeq, event);
    },
  };
  const problems: string[] = [];
  try {
    run.start();
    while (problems.length === 0 && run.step(END_MS * 1000)) {
      if (run.cluster.state.eventCount > MOST_EVENTS)
        problems.push(`${MOST_EVENTS} events at ${run.cluster.nowUs} µs`);
      problems.push(...watch.check(run.cluster));
    }
  } catch (error) {
    problems.push(
      `at ${run.cluster.nowUs} µs: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  const laws: string[] = [];
  if (problems.length === 0) {
    run.cluster.idleUntil(END_MS * 1000);
    run.settle();
    const world = { run, scenario, seen, fates: computeFates(run.cluster) };
    for (const law of LAWS) {
      const broken = law.check(world);
      if (broken === null) continue;
      laws.push(law.name);
      problems.push(...broken.map((detail) => `${law.name}: ${detail}`));
    }
  }
  return { seed, events: run.cluster.state.eventCount, problems, laws, excuses: watch.excuses };
}

/** What the trace tells that the laws depend on. */
class Happenings {
  powerLost = false;
  readonly uncleanlyElected = new Set<string>();

  row(_timeUs: number, _seq: number, _causeSeq: number, event: TraceRow['event']): void {
    if (event.kind === 'PowerLost' || event.kind === 'DiskFailed' || event.kind === 'DiskReplaced')
      this.powerLost = true;
    if (event.kind === 'LeaderElected' && !event.clean) this.uncleanlyElected.add(event.partition);
  }
}

interface World {
  readonly run: Run;
  readonly scenario: Scenario;
  readonly seen: Happenings;
  readonly fates: readonly RecordFates[];
}

interface Law {
  readonly name: string;
  /** What breaks it; null where it says nothing. */
  readonly check: (world: World) => readonly string[] | null;
}

const LAWS: readonly Law[] = [
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
  {
    name: 'AcksAllWithTwoInSyncLosesNothing',
    check: (world) => {
      const bound = world.fates.filter(
        (fate) =>
          isSafe(world, fate.partition) &&
          leastMinIsr(world, fate.partition) >= 2 &&
          acksOf(world, fate.producer) === 'all',
      );
      if (bound.length === 0) return null;
      return bound.filter((fate) => !fate.lostAfterAck.isEmpty).map(loss('lostAfterAck'));
    },
  },
  {
    name: 'WhatWasReadIsNeverLostWithCleanElections',
    check: (world) => {
      const bound = world.fates.filter((fate) => isSafe(world, fate.partition) && !fate.read.isEmpty);
      return bound.length === 0
        ? null
        : bound.filter((fate) => !fate.readThenLost.isEmpty).map(loss('readThenLost'));
    },
  },
  {
    name: 'IdempotentProducersWriteOnceAndInOrder',
    check: (world) => {
      const bound = world.fates.filter((fate) => isIdempotent(world, fate.producer));
      if (bound.length === 0) return null;
      return bound.flatMap((fate) => {
        const { repeated, behind } = repeatsIn(fate);
        return repeated + behind === 0
          ? []
          : [`${fate.producer} ${fate.partition}: ${repeated} repeated, ${behind} out of order`];
      });
    },
  },
];

function loss(of: 'lostAfterAck' | 'readThenLost') {
  return (fate: RecordFates): string => `${fate.producer} ${fate.partition}: ${fate[of].flat.join()}`;
}

/** No machine lost its memory, nobody was elected who might lack records, and somebody can lead. */
function isSafe(world: World, topicPartition: string): boolean {
  const { powerLost, uncleanlyElected } = world.seen;
  return !powerLost && !uncleanlyElected.has(topicPartition) && !isStranded(world, topicPartition);
}

/**
 * Changing min.insync.replicas forgets who could have led (R7): a partition that had no leader then has none for ever, until
 * an unclean election is allowed, and its records count as lost. So has one that began without a leader, whose last
 * one nobody knows.
 */
function isStranded(world: World, topicPartition: string): boolean {
  const registration = controllerOf(world.run.cluster)?.image.partitions.get(topicPartition)?.registration;
  if (!registration || registration.leader >= 0) return false;
  const { isr, elr, lastKnownElr } = registration;
  const topic = topicPartition.slice(0, topicPartition.lastIndexOf('-'));
  const wasAltered = world.scenario.commands.some(
    (command) =>
      command.kind === 'AlterTopicConfigs' &&
      command.topic === topic &&
      'min.insync.replicas' in command.configs,
  );
  const wasLeaderless = world.scenario.topics
    .find((one) => one.name === topic)
    ?.partitions.some((partition) => partition.initial.leader < 0);
  const isForgotten = isr.length === 0 && elr.length === 0 && lastKnownElr.length === 0;
  return isForgotten && (wasAltered || wasLeaderless === true);
}

function leastMinIsr({ scenario }: World, topicPartition: string): number {
  const name = topicPartition.slice(0, topicPartition.lastIndexOf('-'));
  const topic = scenario.topics.find((one) => one.name === name);
  const values = [
    topic?.configs['min.insync.replicas'],
    ...scenario.commands.map((command) =>
      command.kind === 'AlterTopicConfigs' && command.topic === name
        ? command.configs['min.insync.replicas']
        : undefined,
    ),
  ].filter((value) => value !== undefined);
  return Math.min(topic?.partitions[0]?.replicas.length ?? 0, ...values.map(Number));
}

function acksOf({ scenario }: World, clientId: string): string {
  return scenario.producers.find((spec) => spec.clientId === clientId)?.configs['acks'] ?? 'all';
}

function isIdempotent({ run }: World, clientId: string): boolean {
  return producersOf(run).find((producer) => producer.clientId === clientId)?.isIdempotent === true;
}

/**
 * Copies and order of a producer's records in the log, as far as idempotence promises anything. Real producers break both when
 * they raise their epoch by themselves (KIP-360): a batch that fails by delivery.timeout.ms while others are in flight has
 * these numbered anew, and of those the broker may have one already; and a leader that knows nothing of a producer takes any
 * sequence for its first (ID5, ID8), so what was in flight before comes behind under the next epoch. So the law is: no copy
 * and no disorder within an epoch, and no copy across two producer ids.
 */
function repeatsIn(fate: RecordFates): { readonly repeated: number; readonly behind: number } {
  let repeated = 0;
  let behind = 0;
  const writers = new Map<number, RecordBatch>();
  const next = new Map<string, number>();
  const { log } = fate;
  for (let i = 0; log && i < log.batchCount; i++) {
    const batch = log.batchAt(i);
    if (batch.origin !== fate.origin) continue;
    const incarnation = `${batch.producerId}/${batch.producerEpoch}`;
    if (batch.firstOrdinal < (next.get(incarnation) ?? 0)) behind += batch.count;
    next.set(incarnation, batch.firstOrdinal + batch.count);
    for (let ordinal = batch.firstOrdinal; ordinal < batch.firstOrdinal + batch.count; ordinal++) {
      const first = writers.get(ordinal);
      const isExcused = first?.producerId === batch.producerId && first.producerEpoch !== batch.producerEpoch;
      if (first && !isExcused) repeated += 1;
      writers.set(ordinal, batch);
    }
  }
  return { repeated, behind };
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
