import { Rng } from '../../src/engine/kernel/Rng.ts';
import { Run } from '../../src/engine/cluster/Run.ts';
import { controllerOf, replicasOf } from '../../src/engine/cluster/ledger.ts';
import { firstUndone, groupsThatPromise } from '../../src/engine/invariants/commitInvariants.ts';
import { RunWatch } from '../../src/engine/invariants/RunWatch.ts';
import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import type { Scenario } from '../../src/scenario/Scenario.ts';
import type {
  FileCommand,
  FileConsumer,
  FileProcessing,
  FileProducer,
  FileTopic,
  FileWorkload,
  ScenarioFile,
} from '../../src/scenario/ScenarioFile.ts';
import type { TraceEvent } from '../../src/shared/traceEvents.ts';
import { healingOf, readScenario } from './randomScenario.ts';
import { whatWasThrown } from './runWatched.ts';
import type { WatchedRun } from './runWatched.ts';

const FAULTS_FROM_MS = 6_000;
const FAULTS_UNTIL_MS = 26_000;
const WORKLOADS_PAUSE_MS = 45_000;
const END_MS = 65_000;
/** Offsets are kept for one minute there. */
const RETENTION_END_MS = 75_000;
/** More than any of these needs: something goes round and round. */
const MOST_EVENTS = 600_000;
const BROKERS = [1, 2, 3];

type Draw = (bound: number) => number;

const oneOf = <T>(items: readonly T[], draw: Draw): T => items[draw(items.length)] as T;

/**
 * Groups of every protocol and assignor among faults that are aimed at them: coordinators that die, stop, freeze and are cut off, members
 * that are killed, closed, frozen, stalled and cut off, static ones that come back, and two that share an instance id.
 */
export function groupScenarioFile(seed: number): ScenarioFile {
  const rng = new Rng(seed, 'groups');
  const draw: Draw = (bound) => rng.int(bound);
  const topics = Array.from({ length: 1 + draw(2) }, (_, i): FileTopic => ({
    name: `topic${i}`,
    partitions: 1 + draw(5),
    'replication.factor': 3,
    configs: { 'min.insync.replicas': 2 },
  }));
  const producers = topics.map(({ name }, i): FileProducer => ({
    'client.id': `producer${i}`,
    configs: { 'linger.ms': 5, 'request.timeout.ms': 5000, 'delivery.timeout.ms': 60_000 },
    workload: { topic: name, arrivals: { constant: `${4 + draw(8)}/s` }, key: 'k{n}', keys: 20 },
  }));
  const consumers = onEventLoops(
    seed,
    Array.from({ length: 1 + draw(2) }, (_, g) => randomGroup(g, topics, draw)).flat(),
  );
  const hasShortRetention = draw(6) === 0;
  const file: ScenarioFile = {
    highwater: 1,
    seed: draw(1_000_000),
    times: { brokerStart: oneOf(['200ms', '2s'], draw) },
    configs: {
      'offsets.topic.num.partitions': 1 + draw(3),
      'group.initial.rebalance.delay.ms': oneOf([0, 500, 1500], draw),
      'group.consumer.session.timeout.ms': 6000,
      'group.consumer.min.session.timeout.ms': 6000,
      'group.consumer.heartbeat.interval.ms': 1000,
      'group.consumer.min.heartbeat.interval.ms': 1000,
      'transaction.state.log.replication.factor': 3,
      ...(draw(4) === 0 ? { 'group.max.size': 2 } : {}),
      ...(hasShortRetention
        ? { 'offsets.retention.minutes': 1, 'offsets.retention.check.interval.ms': 2000 }
        : {}),
    },
    brokers: BROKERS.map((id) => ({ 'node.id': id })),
    topics,
    producers,
    consumers,
  };
  const faults = randomFaults(consumers, draw);
  const withFaults = { ...file, commands: faults };
  const starts = [10, 10_000].flatMap((ms) =>
    BROKERS.map((broker): FileCommand => ({ at: FAULTS_UNTIL_MS + ms, kind: 'StartBroker', broker })),
  );
  const pauses = producers.map((producer): FileCommand => ({
    at: WORKLOADS_PAUSE_MS,
    kind: 'PauseWorkload',
    producer: producer['client.id'],
  }));
  // Groups that everybody leaves when nothing has been committed for a while: their offsets are old when the run ends.
  if (hasShortRetention)
    return {
      ...file,
      producers: producers.map((one) => ({
        ...one,
        workload: { ...(one.workload as FileWorkload), end: '3s' },
      })),
      until: `${RETENTION_END_MS}ms`,
      commands: consumers.map((one): FileCommand => ({
        at: 9000,
        kind: 'CloseClient',
        client: `consumer:${one['client.id']}`,
      })),
    };
  const calls = randomCalls(seed, topics, consumers);
  const commands = [...faults, ...healingOf(withFaults, FAULTS_UNTIL_MS), ...starts, ...calls, ...pauses];
  return { ...file, until: `${END_MS}ms`, commands };
}

const CLASSIC = ['Range', 'RoundRobin', 'Sticky', 'CooperativeSticky'];

function randomGroup(index: number, topics: readonly FileTopic[], draw: Draw): FileConsumer[] {
  const isModern = draw(2) === 0;
  const strategy = `org.apache.kafka.clients.consumer.${oneOf(CLASSIC, draw)}Assignor`;
  const isStatic = draw(3) === 0;
  const size = 2 + draw(3);
  const { processing, configs } = randomApplication(draw);
  const maxPollMs = oneOf([7000, 9000], draw);
  return Array.from({ length: size }, (_, i): FileConsumer => {
    const instance = isStatic && i === size - 1 && draw(4) === 0 ? 0 : i;
    return {
      'client.id': `group${index}-${i}`,
      configs: {
        'group.id': `group${index}`,
        'auto.offset.reset': 'earliest',
        'max.poll.interval.ms': maxPollMs,
        'request.timeout.ms': 4000,
        'default.api.timeout.ms': 8000,
        'max.poll.records': oneOf([5, 50], draw),
        ...configs,
        ...(isModern
          ? { 'group.protocol': 'consumer' }
          : {
              'session.timeout.ms': 6000,
              'heartbeat.interval.ms': 1000,
              'partition.assignment.strategy': strategy,
            }),
        ...(isStatic ? { 'group.instance.id': `instance-${index}-${instance}` } : {}),
      },
      subscribe: draw(5) === 0 ? [(topics[0] as FileTopic).name] : topics.map(({ name }) => name),
      processing,
    };
  });
}

/**
 * In a third of the groups the handlers share an event loop with the heartbeats. Drawn by itself, so that the other groups are what they would
 * be without.
 */
function onEventLoops(seed: number, consumers: readonly FileConsumer[]): FileConsumer[] {
  const rng = new Rng(seed, 'event loops');
  const isOnLoop = new Map<unknown, boolean>();
  return consumers.map((consumer) => {
    const group = consumer.configs?.['group.id'];
    const shares = isOnLoop.get(group) ?? rng.int(3) === 0;
    isOnLoop.set(group, shares);
    if (!shares) return consumer;
    return { ...consumer, processing: { ...consumer.processing, heartbeats: 'eventLoop' } };
  });
}

function randomApplication(draw: Draw): {
  readonly processing: FileProcessing;
  readonly configs: FileConsumer['configs'];
} {
  const perRecord = oneOf(['0ms', '20ms', '40ms'], draw);
  switch (draw(4)) {
    case 0:
      return {
        processing: { perRecord },
        configs: { 'enable.auto.commit': true, 'auto.commit.interval.ms': oneOf([200, 2000], draw) },
      };
    case 1:
      return {
        processing: { perRecord, commit: 'commitSync' },
        configs: { 'enable.auto.commit': false },
      };
    case 2:
      return {
        processing: { perRecord, commit: 'commitAsync' },
        configs: { 'enable.auto.commit': false },
      };
    default:
      return {
        processing: { perRecord, commit: 'commitSync', commitWhen: 'before' },
        configs: { 'enable.auto.commit': false },
      };
  }
}

function randomFaults(consumers: readonly FileConsumer[], draw: Draw): FileCommand[] {
  const commands: FileCommand[] = [];
  const count = 3 + draw(6);
  for (let i = 0; i < count; i++) {
    const atMs = FAULTS_FROM_MS + draw(FAULTS_UNTIL_MS - FAULTS_FROM_MS);
    const laterMs = Math.min(FAULTS_UNTIL_MS, atMs + 300 + draw(draw(2) === 0 ? 2000 : 15_000));
    const broker = oneOf(BROKERS, draw);
    const name = oneOf(consumers, draw)['client.id'];
    const client = `consumer:${name}`;
    const add = (ms: number, body: object): void => {
      commands.push({ at: `${ms * 1000 + draw(1000)}us`, ...body } as FileCommand);
    };
    switch (draw(12)) {
      case 0:
        add(atMs, { kind: 'KillBroker', broker });
        add(laterMs, { kind: 'StartBroker', broker });
        break;
      case 1:
        add(atMs, { kind: 'StopBroker', broker });
        add(laterMs, { kind: 'StartBroker', broker });
        break;
      case 2:
        add(atMs, { kind: 'PauseProcess', node: `broker:${broker}`, for: `${laterMs - atMs}ms` });
        break;
      case 3: {
        const between = [`broker:${broker}`, `broker:${(broker % 3) + 1}`];
        add(atMs, { kind: 'CutLink', between });
        add(laterMs, { kind: 'MendLink', between });
        break;
      }
      case 4:
      case 5: {
        const between = [client, `broker:${broker}`];
        add(atMs, { kind: 'CutLink', between, direction: oneOf(['both', 'forward'], draw) });
        add(laterMs, { kind: 'MendLink', between });
        break;
      }
      case 6:
        add(atMs, { kind: 'PauseProcess', node: client, for: `${laterMs - atMs}ms` });
        break;
      // Long enough to be thrown out, and to come back as a zombie.
      case 7:
      case 11:
        add(atMs, { kind: 'PauseProcess', node: client, for: `${7000 + draw(9000)}ms` });
        break;
      case 8:
        add(atMs, { kind: 'KillClient', client });
        add(laterMs, { kind: 'StartClient', client });
        break;
      case 9:
        add(atMs, { kind: 'CloseClient', client });
        add(laterMs, { kind: 'StartClient', client });
        break;
      case 10:
        add(atMs, { kind: 'StallConsumer', consumer: name });
        add(laterMs, { kind: 'UnstallConsumer', consumer: name });
        break;
    }
  }
  return commands;
}

/**
 * What applications call in a third of the clusters: seek() wherever it may go, commitSync() with offsets of their own, pause() and, before
 * the end, resume(). Drawn by themselves, so that the other clusters are what they would be without.
 */
function randomCalls(
  seed: number,
  topics: readonly FileTopic[],
  consumers: readonly FileConsumer[],
): FileCommand[] {
  const rng = new Rng(seed, 'calls on consumers');
  const draw: Draw = (bound) => rng.int(bound);
  if (draw(3) > 0) return [];
  return Array.from({ length: 1 + draw(4) }, () => {
    const atMs = FAULTS_FROM_MS + draw(FAULTS_UNTIL_MS - FAULTS_FROM_MS);
    const consumer = oneOf(consumers, draw)['client.id'];
    const topic = oneOf(topics, draw);
    const partition = `${topic.name}-${draw(topic.partitions ?? 1)}`;
    const at = `${atMs * 1000 + draw(1000)}us`;
    const named = draw(2) === 0 ? {} : { partitions: [partition] };
    switch (draw(3)) {
      case 0: {
        const to = oneOf(['beginning', 'end', 'offset', 'timestamp'], draw);
        const value = { offset: draw(100), timestamp: draw(atMs) }[to];
        return [{ at, kind: 'Seek', consumer, to, ...named, ...(value === undefined ? {} : { value }) }];
      }
      case 1: {
        const resumeMs = Math.min(FAULTS_UNTIL_MS, atMs + 300 + draw(8000));
        return [
          { at, kind: 'PausePartitions', consumer, ...named },
          { at: `${resumeMs}ms`, kind: 'ResumePartitions', consumer },
          // By then everybody is back who was away when it was to be resumed.
          { at: `${FAULTS_UNTIL_MS + 12_000}ms`, kind: 'ResumePartitions', consumer },
        ];
      }
      default:
        return [{ at, kind: 'CommitOffsets', consumer, offsets: [{ partition, offset: draw(100) }] }];
    }
  }).flat() as FileCommand[];
}

/** Groups of which somebody goes elsewhere by hand, or says that it has: they promise nothing any more. */
function ledByHand({ commands, consumers }: Scenario): ReadonlySet<string> {
  const led = commands.flatMap((command) =>
    command.kind === 'Seek' || command.kind === 'CommitOffsets' ? [command.consumer] : [],
  );
  return new Set(
    consumers.flatMap(({ clientId, configs }) => (led.includes(clientId) ? [configs['group.id'] ?? ''] : [])),
  );
}

/** Runs a seed, checking every law after every event, and at the end that what was promised was done. `seen` is told every fact. */
export function runGroupSeed(
  seed: number,
  rules: Rules = kafkaRules,
  seen: (event: TraceEvent) => void = () => undefined,
  change: (file: ScenarioFile) => ScenarioFile = (file) => file,
): WatchedRun {
  const scenario = readScenario(change(groupScenarioFile(seed)));
  const run = new Run(scenario, [], rules);
  const endMs = (scenario.untilUs ?? 0) / 1000;
  const watch = new RunWatch();
  const problems: string[] = [];
  run.cluster.sink = {
    row: (timeUs, seq, causeSeq, event) => {
      seen(event);
      watch.row(timeUs, seq, causeSeq, event);
    },
  };
  try {
    run.start();
    while (problems.length === 0 && run.step(endMs * 1000)) {
      if (run.cluster.state.eventCount > MOST_EVENTS)
        problems.push(`RunsWithoutEnd: ${MOST_EVENTS} events at ${run.cluster.nowUs} µs`);
      problems.push(...watch.check(run.cluster));
    }
    if (problems.length === 0) problems.push(...leftUndone(run, ledByHand(scenario)));
  } catch (error) {
    problems.push(whatWasThrown(error, run.cluster.nowUs));
  }
  return { problems, atUs: run.cluster.nowUs, events: run.cluster.state.eventCount };
}

/** At least once: whatever a topic has that a group reads, somebody in it has done, when the group has had time to catch up. */
function leftUndone({ cluster }: Run, led: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  for (const [groupId, members] of groupsThatPromise('atLeastOnce', cluster)) {
    if (led.has(groupId)) continue;
    const running = members.filter(({ consumer }) => consumer.isRunning());
    const topics = new Set(running.flatMap(({ consumer }) => consumer.coordinator.subscription));
    for (const { topicPartition, registration } of controllerOf(cluster)?.image.partitions.values() ?? []) {
      if (!topics.has(topicPartition.slice(0, topicPartition.lastIndexOf('-')))) continue;
      const log = replicasOf(cluster, topicPartition).get(registration.leader)?.log;
      const missed = log && firstUndone(log, 0, log.highWatermark, topicPartition, members);
      if (missed !== null && missed !== undefined)
        problems.push(
          `EveryRecordIsDone: nobody in group ${groupId} has done ${missed} of ${topicPartition}, which ends at ${log?.highWatermark ?? -1}`,
        );
    }
  }
  return problems;
}
