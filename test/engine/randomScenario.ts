import { Rng } from '../../src/engine/kernel/Rng.ts';
import { parseScenario } from '../../src/scenario/parseScenario.ts';
import type { Scenario } from '../../src/scenario/Scenario.ts';
import type {
  FileBroker,
  FileCommand,
  FileConsumer,
  FileProducer,
  FileTopic,
  ScenarioFile,
} from '../../src/scenario/ScenarioFile.ts';

/** Faults begin after everything has started, and end here. */
export const FAULTS_FROM_MS = 1_000;
export const FAULTS_UNTIL_MS = 40_000;
const MOST_COMMANDS = 14;
/** Nothing that is broken is mended, and nothing that is stopped is started, earlier than this. */
const SHORTEST_FAULT_MS = 300;

type Draw = (bound: number) => number;

/** A scenario of which everything is drawn from the seed: cluster, network, clients, configs and what happens to them. */
export function randomScenarioFile(seed: number): ScenarioFile {
  const rng = new Rng(seed, 'scenario');
  const draw: Draw = (bound) => rng.int(bound);
  const brokers = randomBrokers(draw);
  const topics = randomTopics(brokers, draw);
  const producers = Array.from({ length: 1 + draw(3) }, (_, i) => randomProducer(i, topics, draw));
  const consumers = Array.from({ length: draw(3) }, (_, i) => randomConsumer(i, topics, draw));
  const latencyUs = oneOf([250, 250, 1000, 4000], draw);
  const file: ScenarioFile = {
    highwater: 1,
    seed: draw(1_000_000),
    features: { 'eligible.leader.replicas.version': draw(4) === 0 ? 0 : 1 },
    network: { latency: `${latencyUs}us`, latencyAcrossRacks: `${latencyUs * (1 + draw(4))}us` },
    times: {
      brokerStart: `${oneOf([200, 1000, 3000], draw)}ms`,
      pageCacheExpire: oneOf(['0ms', '1s', '30s', '30s'], draw),
      fsync: oneOf(['1ms', '5ms', '20ms'], draw),
    },
    brokers,
    topics,
    producers,
    consumers,
  };
  const slowLink = randomLink(file, draw);
  return {
    ...file,
    ...(draw(3) > 0
      ? {}
      : {
          network: {
            ...file.network,
            links: [{ between: slowLink, latency: `${1 + draw(30)}ms`, bandwidth: '10Mbit/s' }],
          },
        }),
    commands: randomCommands(file, draw),
  };
}

export function randomScenario(seed: number): Scenario {
  return readScenario(randomScenarioFile(seed));
}

export function readScenario(file: ScenarioFile): Scenario {
  const parsed = parseScenario(JSON.parse(JSON.stringify(file)));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

function randomBrokers(draw: Draw): FileBroker[] {
  const racks = draw(2) === 0 ? [null] : ['a', 'b', 'c'];
  const ioThreads = draw(3) === 0 ? 1 : 8;
  return Array.from({ length: 1 + draw(5) }, (_, i) => ({
    'node.id': i + 1,
    'broker.rack': racks[i % racks.length] ?? null,
    state: draw(12) === 0 ? 'stopped' : 'running',
    configs: { 'num.io.threads': ioThreads },
  }));
}

function randomTopics(brokers: readonly FileBroker[], draw: Draw): FileTopic[] {
  const brokerCount = brokers.length;
  return Array.from({ length: 1 + draw(2) }, (_, i): FileTopic => {
    const partitions = 1 + draw(3);
    const factor = 1 + draw(Math.min(3, brokerCount));
    const first = draw(brokerCount);
    const replicas = Object.fromEntries(
      Array.from({ length: partitions }, (_unused, partition) => [
        String(partition),
        Array.from({ length: factor }, (_none, k) => ((first + partition + k) % brokerCount) + 1),
      ]),
    );
    const records = draw(2) === 0 ? 0 : draw(3000);
    const [leader = 1, ...others] = replicas['0'] ?? [];
    const last = others.at(-1);
    const isBehind = brokers[leader - 1]?.state === 'running' && records > 0 && draw(3) === 0;
    return {
      name: `topic${i}`,
      partitions,
      replicas,
      configs: {
        'min.insync.replicas': 1 + draw(3),
        ...(draw(6) === 0 ? { 'unclean.leader.election.enable': 'true' } : {}),
      },
      initial: {
        '0': {
          records,
          ...(isBehind && last !== undefined
            ? { replicas: { [String(last)]: { logEndOffset: draw(records) } } }
            : {}),
        },
      },
    };
  });
}

function randomProducer(i: number, topics: readonly FileTopic[], draw: Draw): FileProducer {
  const acks = oneOf(['all', 'all', 'all', '1', '0'], draw);
  const topic = oneOf(topics, draw);
  const requestMs = oneOf([3000, 10_000, 30_000], draw);
  const lingerMs = oneOf([0, 5, 5, 200], draw);
  const key = draw(3) === 0 ? 'card-{n}' : null;
  return {
    'client.id': `producer${i}`,
    ...(draw(2) === 0 ? {} : { rack: 'a' }),
    configs: {
      acks,
      'linger.ms': lingerMs,
      'request.timeout.ms': requestMs,
      'delivery.timeout.ms': Math.max(20, lingerMs) + requestMs * (1 + draw(3)),
      'max.in.flight.requests.per.connection': 1 + draw(5),
      'batch.size': oneOf([400, 16_384, 16_384], draw),
      'max.block.ms': oneOf([2000, 60_000], draw),
      ...(draw(4) === 0 ? { 'buffer.memory': 40_000 } : {}),
      ...(draw(5) === 0 ? { 'enable.idempotence': 'false' } : {}),
      ...(acks !== 'all' && draw(3) === 0 ? { retries: draw(3) } : {}),
    },
    workload: {
      topic: topic.name,
      partition: draw(4) === 0 ? 0 : null,
      arrivals: draw(8) === 0 ? null : { constant: `${oneOf([1, 7, 20, 50], draw)}/s` },
      key,
      ...(key === null ? {} : { keys: 1 + draw(20) }),
      valueBytes: oneOf([0, 100, 1000], draw),
      start: `${draw(2000)}ms`,
    },
  };
}

function randomConsumer(i: number, topics: readonly FileTopic[], draw: Draw): FileConsumer {
  const all = topics.flatMap((topic) =>
    Array.from({ length: topic.partitions ?? 1 }, (_, partition) => `${topic.name}-${partition}`),
  );
  const assign = all.filter(() => draw(4) > 0);
  return {
    'client.id': `consumer${i}`,
    configs: { 'auto.offset.reset': oneOf(['earliest', 'latest'], draw) },
    assign: assign.length > 0 ? assign : all.slice(0, 1),
  };
}

/** Commands of every kind. A broken thing is often mended again, after a while. */
function randomCommands(file: ScenarioFile, draw: Draw): FileCommand[] {
  const commands: FileCommand[] = [];
  const count = 1 + draw(MOST_COMMANDS);
  // Losses of power excuse other losses, so in half of the scenarios there are none.
  const losesPower = draw(2) === 0;
  while (commands.length < count) {
    const atMs = FAULTS_FROM_MS + draw(FAULTS_UNTIL_MS - FAULTS_FROM_MS);
    const laterMs = Math.min(FAULTS_UNTIL_MS, atMs + SHORTEST_FAULT_MS + draw(draw(2) === 0 ? 2000 : 20_000));
    const isMended = draw(4) > 0;
    const broker = 1 + draw(file.brokers?.length ?? 1);
    const producer = oneOf(file.producers ?? [], draw);
    const named = { producer: producer['client.id'] };
    const add = (ms: number, body: object): void => {
      commands.push({ at: `${ms * 1000 + draw(1000)}us`, ...body } as FileCommand);
    };
    switch (draw(20)) {
      case 0:
      case 1:
      case 2:
        add(atMs, { kind: 'KillBroker', broker });
        if (isMended) add(laterMs, { kind: 'StartBroker', broker });
        break;
      case 3:
      case 4:
        add(atMs, { kind: 'StopBroker', broker });
        if (isMended) add(laterMs, { kind: 'StartBroker', broker });
        break;
      case 5:
        add(atMs, { kind: losesPower ? 'CutPower' : 'KillBroker', broker });
        if (isMended) add(laterMs, { kind: 'StartBroker', broker });
        break;
      case 6:
      case 7: {
        const between = randomLink(file, draw);
        add(atMs, { kind: 'CutLink', between });
        if (isMended) add(laterMs, { kind: 'MendLink', between });
        break;
      }
      case 8: {
        const topic = oneOf(file.topics ?? [], draw).name;
        const configs =
          draw(2) === 0
            ? { 'min.insync.replicas': 1 + draw(3) }
            : { 'unclean.leader.election.enable': oneOf(['true', 'false', 'false'], draw) };
        add(atMs, { kind: 'AlterTopicConfigs', topic, configs });
        break;
      }
      case 9: {
        const configs = draw(2) === 0 ? {} : { 'linger.ms': draw(20) };
        add(atMs, { kind: 'RestartProducer', ...named, configs });
        break;
      }
      case 10:
        add(atMs, { kind: 'PauseWorkload', ...named });
        add(laterMs, { kind: 'ResumeWorkload', ...named });
        break;
      case 11:
        add(atMs, { kind: 'SendRecords', ...named, count: 1 + draw(300) });
        break;
      case 12:
      case 13: {
        const node = oneOf([`broker:${broker}`, `broker:${broker}`, ...nodesOf(file)], draw);
        if (draw(3) === 0) add(atMs, { kind: 'PauseProcess', node, for: `${laterMs - atMs}ms` });
        else {
          add(atMs, { kind: 'PauseProcess', node });
          add(laterMs, { kind: 'ResumeProcess', node });
        }
        break;
      }
      case 14:
        add(atMs, { kind: 'SlowDisk', broker, factor: oneOf([5, 100, 2000], draw) });
        if (isMended) add(laterMs, { kind: 'MendDisk', broker });
        break;
      case 15: {
        const between = randomLink(file, draw);
        add(atMs, { kind: 'CutLink', between, direction: 'forward' });
        if (isMended)
          add(laterMs, { kind: 'MendLink', between, direction: oneOf(['both', 'forward'], draw) });
        break;
      }
      case 16: {
        const between = randomLink(file, draw);
        add(atMs, {
          kind: 'SlowLink',
          between,
          direction: oneOf(['both', 'forward'], draw),
          latency: `${draw(200)}ms`,
          jitter: `${draw(100)}ms`,
          ...(draw(2) === 0 ? { lossPercent: 1 + draw(30) } : {}),
          ...(draw(3) === 0 ? { bandwidth: '1Mbit/s' } : {}),
        });
        if (isMended) add(laterMs, { kind: 'MendLink', between });
        break;
      }
      case 17: {
        const client = oneOf(clientsOf(file), draw);
        add(atMs, { kind: draw(3) === 0 ? 'CloseClient' : 'KillClient', client });
        if (isMended) add(laterMs, { kind: 'StartClient', client });
        break;
      }
      case 18: {
        const consumer = (file.consumers ?? [])[draw(Math.max(1, file.consumers?.length ?? 0))]?.[
          'client.id'
        ];
        if (consumer === undefined)
          add(atMs, { kind: 'SetClock', node: `broker:${broker}`, offset: '-2s', driftPpm: 500 });
        else {
          add(atMs, { kind: 'StallConsumer', consumer });
          add(laterMs, { kind: 'UnstallConsumer', consumer });
        }
        break;
      }
      case 19: {
        const rack = file.brokers?.[broker - 1]?.['broker.rack'];
        if (!losesPower) add(atMs, { kind: 'SetClock', node: oneOf(nodesOf(file), draw), offset: '3s' });
        else if (rack !== undefined && rack !== null && draw(2) === 0) add(atMs, { kind: 'CutPower', rack });
        else {
          add(atMs, { kind: 'FailDisk', broker });
          if (isMended) {
            add(laterMs, { kind: 'ReplaceDisk', broker });
            add(laterMs + 1, { kind: 'StartBroker', broker });
          }
        }
        break;
      }
    }
  }
  return commands;
}

/** What mends everything that these commands can have broken, at this time and shortly after: disks, links, processes, clients. */
export function healingOf(file: ScenarioFile, atMs: number): FileCommand[] {
  const links = new Map<string, FileCommand>();
  for (const command of file.commands ?? []) {
    if (command.kind !== 'CutLink' && command.kind !== 'SlowLink') continue;
    const { between } = command;
    links.set([...between].sort().join(' '), { at: `${atMs + 1}ms`, kind: 'MendLink', between });
  }
  const brokers = (file.brokers ?? []).map((broker) => broker['node.id']);
  const failed = new Set(
    (file.commands ?? []).flatMap((command) => (command.kind === 'FailDisk' ? [command.broker] : [])),
  );
  return [
    ...links.values(),
    ...nodesOf(file).map((node): FileCommand => ({ at: `${atMs + 2}ms`, kind: 'ResumeProcess', node })),
    ...brokers.map((broker): FileCommand => ({ at: `${atMs + 3}ms`, kind: 'MendDisk', broker })),
    // Again later: one that is being started finds its disk gone at the end of that, and can be given another then.
    ...[4, 14_000, 29_000].flatMap((ms) =>
      [...failed].map((broker): FileCommand => ({ at: `${atMs + ms}ms`, kind: 'ReplaceDisk', broker })),
    ),
    ...clientsOf(file).map((client): FileCommand => ({ at: `${atMs + 5}ms`, kind: 'StartClient', client })),
    ...(file.consumers ?? []).map((consumer): FileCommand => ({
      at: `${atMs + 6}ms`,
      kind: 'UnstallConsumer',
      consumer: consumer['client.id'],
    })),
  ];
}

function clientsOf(file: ScenarioFile): string[] {
  return [
    ...(file.producers ?? []).map((producer) => `producer:${producer['client.id']}`),
    ...(file.consumers ?? []).map((consumer) => `consumer:${consumer['client.id']}`),
  ];
}

function nodesOf(file: ScenarioFile): string[] {
  const controllers = file.controllers ?? [{ 'node.id': 101 }];
  return [
    ...controllers.map((controller) => `controller:${controller['node.id']}`),
    ...(file.brokers ?? []).map((broker) => `broker:${broker['node.id']}`),
    ...clientsOf(file),
  ];
}

/** Two brokers, a broker and its controller, or a client and a broker. */
function randomLink(file: ScenarioFile, draw: Draw): [string, string] {
  const brokers = (file.brokers ?? []).map((broker) => `broker:${broker['node.id']}`);
  const others = [
    'controller:101',
    ...brokers,
    ...(file.producers ?? []).map((producer) => `producer:${producer['client.id']}`),
    ...(file.consumers ?? []).map((consumer) => `consumer:${consumer['client.id']}`),
  ];
  const one = oneOf(brokers, draw);
  const another = oneOf(
    others.filter((name) => name !== one),
    draw,
  );
  return [one, another];
}

function oneOf<T>(items: readonly T[], draw: Draw): T {
  return items[draw(items.length)] as T;
}
