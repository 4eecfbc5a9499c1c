import { Rng } from '../../src/engine/kernel/Rng.ts';
import type {
  FileBroker,
  FileCommand,
  FileProducer,
  FileTopic,
  ScenarioFile,
} from '../../src/scenario/ScenarioFile.ts';
import { FAULTS_FROM_MS, FAULTS_UNTIL_MS } from './randomScenario.ts';

type Draw = (bound: number) => number;

/** Of the random commands of a seed so many stay where situations are put on. */
const MOST_OTHER_COMMANDS = 3;
const BROKERS = 4;
const HEARTBEAT_MS = 500;

/** What a situation is made of: the cluster, how long its silences last, and where its commands go. */
interface Stage {
  readonly draw: Draw;
  readonly topic: FileTopic;
  /** Replicas of the topic, in an order of their own. */
  readonly members: readonly number[];
  readonly brokers: readonly number[];
  readonly controllers: readonly number[];
  readonly clients: readonly string[];
  readonly producers: readonly string[];
  readonly sessionMs: number;
  readonly lagMs: number;
  /** Adds a command; the time is kept within the phase of faults. */
  add(atMs: number, body: object): void;
}

/** A story that leads somewhere a random fault seldom does; returns when it is over. */
type Situation = (stage: Stage, atMs: number) => number;

/**
 * Puts situations on two of three random scenarios: a topic with three replicas on four brokers, in a cluster that is quick to
 * notice silence, and one story after the other about it. Draws from a stream of its own, so that everything else of the seed
 * stays as it is. `told` hears of each by its name.
 */
export function withSituations(
  file: ScenarioFile,
  seed: number,
  told: (situation: string) => void = () => undefined,
): ScenarioFile {
  const rng = new Rng(seed, 'situations');
  const draw: Draw = (bound) => rng.int(bound);
  if (draw(3) === 0) return file;
  const brokers = withBrokers(file.brokers ?? [], draw);
  const ids = brokers.map((broker) => broker['node.id']);
  const topics = (file.topics ?? []).map((topic, i) => (i === 0 ? withMembers(topic, draw) : topic));
  const topic = topics[0] as FileTopic;
  const producers = (file.producers ?? []).map((producer, i) =>
    i === 0 ? steadyProducer(producer, topic.name, draw) : producer,
  );
  const lagMs = oneOf([1500, 2500, 5000], draw);
  const sessionMs = HEARTBEAT_MS * oneOf([3, 5], draw);
  const commands: FileCommand[] = [];
  const others = shuffled(file.commands ?? [], draw).slice(0, draw(MOST_OTHER_COMMANDS + 1));
  const stage: Stage = {
    draw,
    topic,
    members: shuffled(topic.replicas?.['0'] ?? [], draw),
    brokers: ids,
    controllers: (file.controllers ?? []).map((controller) => controller['node.id']),
    clients: [
      ...producers.map((producer) => `producer:${producer['client.id']}`),
      ...(file.consumers ?? []).map((consumer) => `consumer:${consumer['client.id']}`),
    ],
    producers: producers.map((producer) => producer['client.id']),
    sessionMs,
    lagMs,
    add: (atMs, body) => {
      const ms = Math.min(atMs, FAULTS_UNTIL_MS - 1);
      commands.push({ at: `${ms * 1000 + draw(1000)}us`, ...body } as FileCommand);
    },
  };
  let atMs = FAULTS_FROM_MS + draw(3000);
  while (atMs < FAULTS_UNTIL_MS - 5000) {
    const turn = { ...stage, members: shuffled(stage.members, draw) };
    const situation = oneOf(SITUATIONS, draw);
    told(situation.name);
    atMs = situation(turn, atMs) + draw(4000);
  }
  return {
    ...file,
    brokers,
    topics,
    producers,
    configs: {
      ...file.configs,
      'broker.heartbeat.interval.ms': HEARTBEAT_MS,
      'broker.session.timeout.ms': sessionMs,
      'replica.lag.time.max.ms': lagMs,
      'replica.fetch.wait.max.ms': 500,
      'replica.fetch.max.bytes': oneOf([500, 3000, 1_048_576], draw),
      'replica.high.watermark.checkpoint.interval.ms': oneOf([500, 5000, 30_000], draw),
    },
    commands: [...others, ...commands],
  };
}

/** At least so many that a topic with three replicas has somebody beside them. */
function withBrokers(given: readonly FileBroker[], draw: Draw): FileBroker[] {
  const racks = draw(2) === 0 ? [null] : ['a', 'b', 'c'];
  return Array.from({ length: Math.max(BROKERS, given.length) }, (_, i): FileBroker => {
    const known = given[i] ?? { 'node.id': i + 1, 'broker.rack': racks[i % racks.length] ?? null };
    return { ...known, state: 'running' };
  });
}

function withMembers(topic: FileTopic, draw: Draw): FileTopic {
  const first = draw(BROKERS);
  const partitions = topic.partitions ?? 1;
  return {
    name: topic.name,
    partitions,
    replicas: Object.fromEntries(
      Array.from({ length: partitions }, (_, partition) => [
        String(partition),
        Array.from({ length: 3 }, (_unused, k) => ((first + partition + k) % BROKERS) + 1),
      ]),
    ),
    configs: {
      ...topic.configs,
      'min.insync.replicas': oneOf([1, 2, 2, 3], draw),
      'unclean.leader.election.enable': draw(4) === 0 ? 'true' : 'false',
    },
    // Where records were deleted, an empty log has no place to begin.
    initial: { '0': { logStartOffset: draw(2) === 0 ? 0 : 1 + draw(500), records: draw(500) } },
  };
}

/** A writer that stays with a leader for a while, and of which several requests are under way at once. */
function steadyProducer(producer: FileProducer, topic: string, draw: Draw): FileProducer {
  const requestMs = oneOf([10_000, 30_000], draw);
  const acks = oneOf(['all', 'all', 'all', '1'], draw);
  return {
    ...producer,
    configs: {
      acks,
      'linger.ms': oneOf([0, 0, 5], draw),
      'batch.size': oneOf([400, 2000], draw),
      'max.in.flight.requests.per.connection': 5,
      'request.timeout.ms': requestMs,
      'delivery.timeout.ms': requestMs * 2,
      'enable.idempotence': acks === 'all' ? 'true' : 'false',
    },
    workload: {
      valueBytes: 100,
      start: '0ms',
      ...producer.workload,
      topic,
      arrivals: { constant: `${oneOf([10, 20, 50], draw)}/s` },
    },
  };
}

// What befalls the topic

/** A leader that is cut off from the others and from the controllers, and goes on serving its clients till it is told. */
const deposedLeaderServes: Situation = (stage, atMs) => {
  const { draw, members, brokers, controllers, sessionMs, lagMs } = stage;
  const [broker = 1] = members;
  const name = `broker:${broker}`;
  const peers = [
    ...controllers.map((id) => `controller:${id}`),
    ...(draw(4) === 0 ? [] : brokers.filter((id) => id !== broker).map((id) => `broker:${id}`)),
  ].filter((peer) => peer !== name);
  const forMs = sessionMs * 2 + draw(sessionMs + 2 * lagMs);
  const direction = draw(6) === 0 ? 'forward' : undefined;
  for (const peer of peers) {
    const link = { between: [name, peer], ...(direction ? { direction } : {}) };
    stage.add(atMs, { kind: 'CutLink', ...link });
    stage.add(atMs + forMs + (draw(3) === 0 ? draw(1500) : 0), { kind: 'MendLink', ...link });
  }
  if (draw(2) === 0)
    stage.add(atMs + draw(forMs), { kind: 'SendRecords', producer: stage.producers[0], count: 1 + draw(60) });
  return atMs + forMs + 1500;
};

/** It stands still until another leads, and goes on with what had come to it meanwhile. */
const pausedLeaderGoesOn: Situation = (stage, atMs) => {
  const { draw, members, sessionMs } = stage;
  const forMs = sessionMs + draw(2 * sessionMs);
  stage.add(atMs, { kind: 'PauseProcess', node: `broker:${members[0]}` });
  stage.add(atMs + forMs, { kind: 'ResumeProcess', node: `broker:${members[0]}` });
  return atMs + forMs + 1000;
};

/** Dies and is started again while the session of the dead process lasts. */
const restartWithinSession: Situation = (stage, atMs) => {
  const { draw, members, sessionMs } = stage;
  const [broker] = members;
  stage.add(atMs, { kind: draw(3) === 0 ? 'CutPower' : 'KillBroker', broker });
  stage.add(atMs + 50 + draw(sessionMs), { kind: 'StartBroker', broker });
  return atMs + 2 * sessionMs;
};

/** Comes back with an empty disk. */
const restartWithLostDisk: Situation = (stage, atMs) => {
  const { draw, members, sessionMs } = stage;
  const [broker] = members;
  const laterMs = atMs + 500 + draw(3 * sessionMs);
  stage.add(atMs, { kind: 'FailDisk', broker });
  stage.add(laterMs, { kind: 'ReplaceDisk', broker });
  stage.add(laterMs + 1, { kind: 'StartBroker', broker });
  return laterMs + sessionMs;
};

/** The members go one by one, some cleanly, and come back one by one in another order. */
const oneByOne: Situation = (stage, atMs) => {
  const { draw, members, sessionMs } = stage;
  const count = 2 + draw(2);
  const gapMs = 300 + draw(2 * sessionMs);
  members.slice(0, count).forEach((broker, i) => {
    stage.add(atMs + i * gapMs, { kind: draw(3) === 0 ? 'StopBroker' : 'KillBroker', broker });
  });
  const backMs = atMs + count * gapMs + sessionMs + draw(2000);
  const returnMs = 300 + draw(2 * sessionMs);
  shuffled(members.slice(0, count), draw).forEach((broker, i) => {
    stage.add(backMs + i * returnMs, { kind: 'StartBroker', broker });
  });
  return backMs + count * returnMs + 1000;
};

/** Members leave the ISR and come back time and again, so that it is now above and now below the minimum. */
const churn: Situation = (stage, atMs) => {
  const { draw, members, lagMs, sessionMs } = stage;
  let now = atMs;
  for (let turns = 2 + draw(3); turns > 0; turns--) {
    const broker = oneOf(members, draw);
    if (draw(2) === 0) {
      const forMs = Math.trunc(lagMs * 1.6) + draw(1000);
      stage.add(now, { kind: 'PauseProcess', node: `broker:${broker}`, for: `${forMs}ms` });
      now += 500 + draw(forMs);
    } else {
      stage.add(now, { kind: draw(2) === 0 ? 'StopBroker' : 'KillBroker', broker });
      stage.add(now + sessionMs + draw(2000), { kind: 'StartBroker', broker });
      now += 500 + draw(2 * sessionMs);
    }
    if (draw(3) === 0)
      stage.add(now, {
        kind: 'AlterTopicConfigs',
        topic: stage.topic.name,
        configs: { 'min.insync.replicas': 1 + draw(3) },
      });
  }
  return now + sessionMs;
};

/** A follower that lagged catches up, and goes at that very time: what its leader knows of it is old. */
const laggardLeavesAsItReturns: Situation = (stage, atMs) => {
  const { draw, members, lagMs, controllers } = stage;
  const [leader, follower] = members;
  const pausedMs = Math.trunc(lagMs * 1.6) + draw(500);
  const latencyMs = 200 + draw(800);
  for (const controller of controllers)
    stage.add(atMs, {
      kind: 'SlowLink',
      between: [`controller:${controller}`, `broker:${leader}`],
      latency: `${latencyMs}ms`,
      direction: oneOf(['both', 'forward'], draw),
    });
  stage.add(atMs + 10, { kind: 'PauseProcess', node: `broker:${follower}` });
  stage.add(atMs + pausedMs, { kind: 'ResumeProcess', node: `broker:${follower}` });
  const leavesMs = atMs + pausedMs + draw(2 * latencyMs);
  stage.add(leavesMs, { kind: draw(3) === 0 ? 'KillBroker' : 'StopBroker', broker: follower });
  stage.add(leavesMs + 500 + draw(3000), { kind: 'StartBroker', broker: follower });
  for (const controller of controllers)
    stage.add(leavesMs + 4000, {
      kind: 'MendLink',
      between: [`controller:${controller}`, `broker:${leader}`],
    });
  return leavesMs + 4500;
};

/** A follower that only the controllers do not hear goes on fetching. */
const fencedFollowerFetches: Situation = (stage, atMs) => {
  const { draw, members, controllers, sessionMs } = stage;
  const [, follower] = members;
  const forMs = sessionMs * 2 + draw(3000);
  for (const controller of controllers) {
    const between = [`broker:${follower}`, `controller:${controller}`];
    if (between[0] === between[1]) continue;
    const link = { between, ...(draw(2) === 0 ? { direction: 'forward' } : {}) };
    stage.add(atMs, { kind: 'CutLink', ...link });
    stage.add(atMs + forMs, { kind: 'MendLink', between });
  }
  return atMs + forMs + 500;
};

/** Controllers go while the ISR changes. */
const controllersGoDuringChange: Situation = (stage, atMs) => {
  const { draw, members, controllers, lagMs } = stage;
  const pausedMs = Math.trunc(lagMs * 1.6);
  stage.add(atMs, { kind: 'PauseProcess', node: `broker:${members[1]}`, for: `${pausedMs}ms` });
  const isSlow = draw(2) === 0;
  for (const controller of isSlow ? controllers : [])
    stage.add(atMs, {
      kind: 'SlowLink',
      between: [`controller:${controller}`, `broker:${members[0]}`],
      latency: `${50 + draw(400)}ms`,
      jitter: `${draw(300)}ms`,
    });
  const goesMs = atMs + pausedMs + draw(600);
  for (const controller of shuffled(controllers, draw).slice(0, 1 + draw(2))) {
    stage.add(goesMs, { kind: 'KillController', controller });
    stage.add(goesMs + 500 + draw(2000), { kind: 'StartController', controller });
  }
  for (const controller of isSlow ? controllers : [])
    stage.add(goesMs + 5000, {
      kind: 'MendLink',
      between: [`controller:${controller}`, `broker:${members[0]}`],
    });
  return goesMs + 5500;
};

/** Preferred leaders take over while brokers hear of it late; an unclean one where nobody else is left. */
const leadersAreMoved: Situation = (stage, atMs) => {
  const { draw, members, controllers, topic } = stage;
  const slow = controllers.map((controller) => ({
    between: [`controller:${controller}`, `broker:${oneOf(members, draw)}`],
  }));
  for (const link of slow)
    stage.add(atMs, { kind: 'SlowLink', ...link, latency: `${20 + draw(600)}ms`, jitter: `${draw(200)}ms` });
  let now = atMs + 10;
  for (let turns = 1 + draw(3); turns > 0; turns--) {
    const [broker] = shuffled(members, draw);
    stage.add(now, { kind: 'StopBroker', broker });
    stage.add(now + 1500 + draw(1500), { kind: 'StartBroker', broker });
    now += 4500 + draw(2500);
    stage.add(now, { kind: 'ElectLeaders', electionType: 'PREFERRED' });
    if (draw(4) === 0)
      stage.add(now + draw(500), {
        kind: 'ElectLeaders',
        electionType: 'UNCLEAN',
        partitions: [`${topic.name}-0`],
      });
    now += 500 + draw(1000);
  }
  for (const link of slow) stage.add(now, { kind: 'MendLink', ...link });
  return now + 500;
};

/** The followers are far away and a burst comes; then the leader dies. */
const leaderDiesInABurst: Situation = (stage, atMs) => {
  const { draw, members, sessionMs } = stage;
  const [leader, near, far] = members;
  for (const [other, mostMs] of [
    [near, 60],
    [far, 400],
  ] as const) {
    const latency = `${10 + draw(mostMs)}ms`;
    stage.add(atMs, { kind: 'SlowLink', between: [`broker:${leader}`, `broker:${other}`], latency });
  }
  if (draw(2) === 0) stage.add(atMs, { kind: 'PauseProcess', node: `broker:${far}` });
  const burstMs = atMs + 500 + draw(3000);
  stage.add(burstMs, { kind: 'SendRecords', producer: stage.producers[0], count: 50 + draw(300) });
  const diesMs = burstMs + draw(400);
  stage.add(diesMs, { kind: oneOf(['KillBroker', 'CutPower', 'StopBroker'], draw), broker: leader });
  stage.add(diesMs + sessionMs + draw(500), { kind: 'ResumeProcess', node: `broker:${far}` });
  stage.add(diesMs + sessionMs + draw(4000), { kind: 'StartBroker', broker: leader });
  for (const other of [near, far])
    stage.add(diesMs + 5000, { kind: 'MendLink', between: [`broker:${leader}`, `broker:${other}`] });
  return diesMs + 6000;
};

/** Two leaders one after the other write what nobody else has, and come back. */
const twoLeadersDiverge: Situation = (stage, atMs) => {
  const { draw, members, brokers, sessionMs } = stage;
  const [first = 1, second = 2] = members;
  const burst = (ms: number): void => {
    stage.add(ms, { kind: 'SendRecords', producer: stage.producers[0], count: 1 + draw(40) });
  };
  const cut = (broker: number, ms: number): void => {
    for (const other of brokers)
      if (other !== broker)
        stage.add(ms, { kind: 'CutLink', between: [`broker:${broker}`, `broker:${other}`] });
  };
  cut(first, atMs);
  burst(atMs + 200 + draw(500));
  const diesMs = atMs + 700 + draw(500);
  stage.add(diesMs, { kind: 'KillBroker', broker: first });
  const secondMs = diesMs + sessionMs + 500 + draw(sessionMs);
  cut(second, secondMs);
  burst(secondMs + 200 + draw(500));
  const laterMs = secondMs + 800 + draw(800);
  stage.add(laterMs, { kind: 'KillBroker', broker: second });
  for (const broker of [first, second])
    for (const other of brokers)
      if (other !== broker)
        stage.add(laterMs + 100, { kind: 'MendLink', between: [`broker:${broker}`, `broker:${other}`] });
  const order = draw(2) === 0 ? [first, second] : [second, first];
  order.forEach((broker, i) => {
    stage.add(laterMs + sessionMs + i * (300 + draw(3000)), { kind: 'StartBroker', broker });
  });
  return laterMs + sessionMs + 4000;
};

/** A producer far away has several requests on the wire while the ISR falls below its minimum and rises again. */
const farProducerAtTheMinimum: Situation = (stage, atMs) => {
  const { draw, members, topic, producers } = stage;
  const [producer = 'producer0'] = producers;
  const latency = `${30 + draw(150)}ms`;
  for (const broker of members)
    stage.add(atMs, { kind: 'SlowLink', between: [`producer:${producer}`, `broker:${broker}`], latency });
  let now = atMs + 500;
  for (let turns = 2 + draw(3); turns > 0; turns--) {
    if (draw(2) === 0) stage.add(now, { kind: 'SendRecords', producer, count: 20 + draw(100) });
    for (const value of [3, 1 + draw(2)]) {
      const configs = { 'min.insync.replicas': value };
      stage.add(now, { kind: 'AlterTopicConfigs', topic: topic.name, configs });
      now += 100 + draw(800);
    }
    if (draw(2) === 0) {
      const between = [`producer:${producer}`, `broker:${members[0]}`];
      stage.add(now, { kind: 'CutLink', between, direction: 'forward' });
      stage.add(now + 100 + draw(600), { kind: 'MendLink', between, direction: 'forward' });
    }
    if (draw(2) === 0) {
      stage.add(now, { kind: 'KillBroker', broker: members[1] });
      stage.add(now + 1000 + draw(2000), { kind: 'StartBroker', broker: members[1] });
    }
    now += 1000 + draw(1000);
  }
  for (const broker of members)
    stage.add(now, { kind: 'MendLink', between: [`producer:${producer}`, `broker:${broker}`] });
  return now + 500;
};

/** Followers so far away that at every fetch the leader has written more since the last. */
const followersAtArmsLength: Situation = (stage, atMs) => {
  const { draw, members, lagMs } = stage;
  const untilMs = atMs + lagMs * 2 + draw(2000);
  const pairs = members.flatMap((one, i) =>
    members.slice(i + 1).map((other) => [`broker:${one}`, `broker:${other}`]),
  );
  for (const between of pairs) stage.add(atMs, { kind: 'SlowLink', between, latency: `${60 + draw(200)}ms` });
  for (const between of pairs) stage.add(untilMs, { kind: 'MendLink', between });
  return untilMs + 500;
};

/** A fetch is so long on its way that its sender has died, come back and been registered anew when it arrives. */
const oldLifeIsHeardLate: Situation = (stage, atMs) => {
  const { draw, members, sessionMs } = stage;
  const [leader, follower] = members;
  const link = { between: [`broker:${follower}`, `broker:${leader}`], direction: 'forward' };
  const latencyMs = sessionMs + 4000 + draw(3000);
  const diesMs = atMs + 700 + draw(1000);
  stage.add(atMs, { kind: 'SlowLink', ...link, latency: `${latencyMs}ms` });
  stage.add(diesMs, { kind: 'KillBroker', broker: follower });
  stage.add(diesMs + 10, { kind: 'MendLink', ...link });
  stage.add(diesMs + 10, { kind: 'StartBroker', broker: follower });
  return diesMs + latencyMs;
};

const SITUATIONS: readonly Situation[] = [
  deposedLeaderServes,
  deposedLeaderServes,
  pausedLeaderGoesOn,
  restartWithinSession,
  restartWithLostDisk,
  oneByOne,
  churn,
  laggardLeavesAsItReturns,
  fencedFollowerFetches,
  controllersGoDuringChange,
  leadersAreMoved,
  leaderDiesInABurst,
  twoLeadersDiverge,
  farProducerAtTheMinimum,
  followersAtArmsLength,
  oldLifeIsHeardLate,
];

export const SITUATION_NAMES: ReadonlySet<string> = new Set(SITUATIONS.map(({ name }) => name));

function oneOf<T>(items: readonly T[], draw: Draw): T {
  return items[draw(items.length)] as T;
}

function shuffled<T>(items: readonly T[], draw: Draw): T[] {
  const left = [...items];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(draw(left.length), 1));
  return order;
}
