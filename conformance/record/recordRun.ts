import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../cluster/KafkaCluster.ts';
import type { KafkaCluster } from '../cluster/KafkaCluster.ts';
import { DYNAMIC_CLUSTER_CONFIGS } from '../../src/export/cluster/composeFile.ts';
import { logDirOf } from '../cluster/serverProperties.ts';
import type { Scenario } from '../../src/scenario/Scenario.ts';
import type { Tries } from '../compare/Expectation.ts';
import { groupsOf } from '../recording/groupsOf.ts';
import { isInternalTopic } from '../recording/isInternalTopic.ts';
import { quietInstantsOf } from '../recording/quietInstants.ts';
import { RECORDER_VERSION } from '../recording/Recording.ts';
import type { RecordedCommand, RecordedCommit, RecordedReplica, Recording } from '../recording/Recording.ts';
import type { DumpedBatch } from './parseDump.ts';
import { slowPairsOf } from '../cluster/slowPairsOf.ts';
import { carryOut, proxyName, quotaChange } from './carryOut.ts';
import { dumpFiles, recordLogs, segmentsIn } from './recordLogs.ts';
import { readServerLog } from './readServerLog.ts';
import type { BrokerStartLog } from './readServerLog.ts';
import { recordMetadata } from './recordMetadata.ts';
import { recordQuorum } from './recordQuorum.ts';
import { ScenarioClients } from './ScenarioClients.ts';

const WARM_UP_TOPIC = 'highwater-warm-up';
const WARM_UP_MS = 1_000;
const ZERO_IN_MS = 300;
/** Until every broker has published what the controller decided before zero. */
const SETTLE_MS = 500;

export interface WantedRun {
  readonly name: string;
  readonly scenario: Scenario;
  readonly scenarioHash: string;
  readonly kafkaVersion: string;
  readonly java: string;
  readonly run: number;
  readonly tries?: Tries;
}

/** Runs a scenario on a cluster that has just been started for it, and says what happened. */
export async function recordRun(cluster: KafkaCluster, wanted: WantedRun): Promise<Recording> {
  const { scenario } = wanted;
  const untilMs = (scenario.untilUs ?? 0) / 1000;
  cluster.knowClients([...scenario.producers, ...scenario.consumers].map(({ clientId }) => clientId));
  const [active] = scenario.controllers;
  if (active && scenario.controllers.length > 1) await cluster.makeActive(active.nodeId);
  await warmUp(cluster, scenario);
  await createTopics(cluster, scenario);
  for (const { groupId, configs } of scenario.groups ?? [])
    await cluster.driver.ask('alterConfigs', {
      bootstrap: cluster.bootstrap(),
      type: 'GROUP',
      name: groupId,
      configs,
    });
  for (const quota of scenario.quotas)
    await cluster.driver.ask('alterQuotas', { bootstrap: cluster.bootstrap(), ...quotaChange(quota) });
  for (const { between, latencyMs } of slowPairsOf(scenario))
    cluster.setDistance(proxyName(between[0]), proxyName(between[1]), latencyMs);

  const tried = await tryClients(cluster, wanted.tries ?? {});
  const clients = new ScenarioClients(cluster, scenario);
  await clients.ready();
  const zeroMs = Date.now() + ZERO_IN_MS;
  const nowMs = () => Date.now() - zeroMs;
  await sleep(-nowMs());
  const looks = quietInstantsOf(scenario).map(async (atMs) => {
    await sleep(atMs - nowMs());
    return lookAtReplicas(cluster, scenario, atMs);
  });
  const starting = clients.startAll(zeroMs);
  const commands: Promise<RecordedCommand>[] = [];
  for (const command of scenario.commands) {
    const waitMs = command.atUs / 1000 - nowMs();
    if (waitMs > 0) await sleep(waitMs);
    const doing = carryOut(command, { cluster, clients, nowMs });
    commands.push(doing);
    doing.catch(() => undefined);
  }
  await sleep(Math.max(0, untilMs - nowMs()));
  await starting;

  const replicas = (await Promise.all(looks)).flat();
  const quorum = await recordQuorum(cluster);
  const { producers, ordinals } = await clients.producerResults();
  const consumers = await clients.consumerResults();
  const committed = await committedOffsets(cluster, scenario);
  const unfinished = scenario.commands.map((command) => ({
    kind: command.kind,
    t: Math.round(command.atUs / 1000),
    done: null,
  }));
  const done = await Promise.all(
    commands.map((command, index) =>
      Promise.race([command, sleep(0).then(() => unfinished[index] as RecordedCommand)]),
    ),
  );
  const topics = new Set([
    ...scenario.topics.map(({ name }) => name),
    ...scenario.commands.flatMap((command) => (command.kind === 'CreateTopic' ? [command.topic] : [])),
  ]);
  const brokers = cluster.plans().filter((plan) => plan.isBroker);
  const logs = await recordLogs(
    cluster.driver,
    brokers.map((plan) => ({ nodeId: plan.nodeId, dataFolder: logDirOf(plan) })),
    topics,
    { ordinals, made: clients.madeValues },
    zeroMs,
  );
  const { before, metadata } = recordMetadata(
    await metadataLog(cluster),
    zeroMs,
    (topic) => topic === WARM_UP_TOPIC || isInternalTopic(topic),
  );
  const startLogs = serverLogs(cluster);
  await clients.end();
  return {
    recording: 1,
    scenario: wanted.name,
    scenarioHash: wanted.scenarioHash,
    recorder: RECORDER_VERSION,
    kafkaVersion: wanted.kafkaVersion,
    java: wanted.java,
    run: wanted.run,
    commands: done,
    startMs: startTimes(done, scenario, startLogs, zeroMs),
    before,
    metadata,
    refusedRegistrations: [...startLogs]
      .flatMap(([broker, { refused }]) =>
        refused.map(({ ms, error }) => [ms - zeroMs, broker, error] as const),
      )
      .filter(([t]) => t >= 0)
      .sort((a, b) => a[0] - b[0]),
    producers,
    consumers,
    ...(Object.keys(tried).length === 0 ? {} : { tried }),
    ...(committed === null ? {} : { committed }),
    logs,
    replicas,
    quorum,
  };
}

/** What the constructor of each throws; null: it starts. */
async function tryClients(cluster: KafkaCluster, tries: Tries): Promise<Record<string, string | null>> {
  const tried: Record<string, string | null> = {};
  for (const [role, clients] of [
    ['producer', tries.producers],
    ['consumer', tries.consumers],
  ] as const)
    for (const [name, configs] of Object.entries(clients ?? {}))
      tried[`${role} ${name}`] = await cluster.driver.ask<string | null>(`${role}.try`, {
        bootstrap: cluster.bootstrap(),
        configs,
      });
  return tried;
}

/** What each group of the scenario has committed; null: it has no groups. */
async function committedOffsets(
  cluster: KafkaCluster,
  scenario: Scenario,
): Promise<Record<string, RecordedCommit[]> | null> {
  const groups = groupsOf(scenario);
  if (groups.length === 0) return null;
  const committed: Record<string, RecordedCommit[]> = {};
  for (const group of groups) {
    const offsets = await cluster.driver.ask<Record<string, number>>('committed', {
      bootstrap: cluster.bootstrap(),
      group,
    });
    committed[group] = Object.entries(offsets).sort(([a], [b]) => (a < b ? -1 : 1));
  }
  return committed;
}

/** Where each broker's replicas stand. One that is paused answers nobody, nor does one that is gone. */
async function lookAtReplicas(
  cluster: KafkaCluster,
  scenario: Scenario,
  atMs: number,
): Promise<RecordedReplica[]> {
  const partitions = scenario.topics.flatMap((topic) =>
    topic.partitions.map((_, index) => `${topic.name}-${String(index)}`),
  );
  const running = cluster.plans().filter((plan) => plan.isBroker && cluster.isReachable(plan.nodeId));
  const found = await Promise.all(
    running.map(({ brokerPort }) =>
      cluster.driver.ask<[string, number, number, number][]>('replicas', { port: brokerPort, partitions }),
    ),
  );
  return running
    .flatMap(({ nodeId }, index) =>
      (found[index] ?? []).map(
        ([partition, end, highWatermark, start]) =>
          [atMs, partition, nodeId, end, highWatermark, start] as const,
      ),
    )
    .sort((a, b) => (a[1] === b[1] ? a[2] - b[2] : a[1] < b[1] ? -1 : 1));
}

/** How long each start took, from the command until the process asked to be registered. */
function startTimes(
  commands: readonly RecordedCommand[],
  scenario: Scenario,
  logs: ReadonlyMap<number, BrokerStartLog>,
  zeroMs: number,
): Record<string, number[]> {
  const times: Record<string, number[]> = {};
  scenario.commands.forEach((command, index) => {
    const recorded = commands[index];
    if (command.kind !== 'StartBroker' || !recorded) return;
    const asked = logs.get(command.broker)?.startingMs.find((ms) => ms - zeroMs >= recorded.t);
    if (asked !== undefined) (times[String(command.broker)] ??= []).push(asked - zeroMs - recorded.t);
  });
  return times;
}

function serverLogs(cluster: KafkaCluster): Map<number, BrokerStartLog> {
  const logs = new Map<number, BrokerStartLog>();
  for (const { nodeId, isBroker } of cluster.plans()) {
    const file = cluster.logFile(`node-${String(nodeId)}`);
    if (isBroker && existsSync(file)) logs.set(nodeId, readServerLog(readFileSync(file, 'utf8')));
  }
  return logs;
}

/** The first requests of a JVM take a hundred times what later ones do: classes are loaded, code is compiled. */
async function warmUp(cluster: KafkaCluster, scenario: Scenario): Promise<void> {
  const { driver } = cluster;
  const bootstrap = cluster.bootstrap();
  const running = scenario.brokers.filter((broker) => broker.state !== 'new').map(({ nodeId }) => nodeId);
  const replicas = running.map((_, index) => [...running.slice(index), ...running.slice(0, index)]);
  await driver.ask('createTopic', { bootstrap, topic: WARM_UP_TOPIC, replicas, configs: {} });
  const zeroMs = Date.now();
  const workload = {
    topic: WARM_UP_TOPIC,
    partition: null,
    key: 'k{n}',
    keyCount: 100,
    recordsPerSecond: 200,
    startUs: 0,
    endUs: WARM_UP_MS * 1000,
    valueBytes: 100,
  };
  await driver.ask('producer.start', {
    client: 'warm-up-producer',
    bootstrap,
    zeroMs,
    place: 0,
    configs: { acks: 'all' },
    workload,
  });
  await driver.ask('consumer.start', {
    client: 'warm-up-consumer',
    bootstrap,
    zeroMs,
    configs: { 'auto.offset.reset': 'earliest' },
    assign: running.map((_, index) => `${WARM_UP_TOPIC}-${String(index)}`),
    perRecordUs: 0,
  });
  await sleep(WARM_UP_MS);
  await driver.ask('clients.end');
  await driver.ask('deleteTopics', { bootstrap, topics: [WARM_UP_TOPIC] });
}

async function createTopics(cluster: KafkaCluster, scenario: Scenario): Promise<void> {
  const bootstrap = cluster.bootstrap();
  const dynamic = Object.entries(scenario.configs).filter(([name]) => DYNAMIC_CLUSTER_CONFIGS.has(name));
  if (dynamic.length > 0)
    await cluster.driver.ask('alterConfigs', {
      bootstrap,
      type: 'BROKER',
      name: '',
      configs: Object.fromEntries(dynamic),
    });
  for (const topic of scenario.topics)
    await cluster.driver.ask('createTopic', {
      bootstrap,
      topic: topic.name,
      replicas: topic.partitions.map(({ replicas }) => replicas),
      configs: topic.configs,
    });
  await cluster.waitUntil('all partitions to have their leader and their whole ISR', async () => {
    const topics = await cluster.driver.ask<
      Record<string, { leader: number; replicas: number[]; isr: number[] }[]>
    >('topics', { bootstrap });
    return scenario.topics.every(
      (topic) =>
        topics[topic.name]?.length === topic.partitions.length &&
        topics[topic.name]?.every(
          ({ leader, replicas, isr }) => leader === replicas[0] && isr.length === replicas.length,
        ),
    );
  });
  for (const { nodeId, state } of scenario.brokers) if (state === 'stopped') await cluster.stopNode(nodeId);
  await sleep(SETTLE_MS);
}

/** The metadata log of the controller that has most of it. */
async function metadataLog(cluster: KafkaCluster): Promise<DumpedBatch[]> {
  let longest: DumpedBatch[] = [];
  for (const plan of cluster.plans().filter((one) => one.isController)) {
    const files = segmentsIn(join(logDirOf(plan), '__cluster_metadata-0'));
    const dumped = await dumpFiles(cluster.driver, files, ['--cluster-metadata-decoder']);
    const batches = files.flatMap((file) => dumped.get(file) ?? []);
    if (batches.length > longest.length) longest = batches;
  }
  return longest;
}
