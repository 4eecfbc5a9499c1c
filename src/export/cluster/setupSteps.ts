import { defaultFeatures } from '../../scenario/defaults.ts';
import type { InitialPartition, Scenario, TopicSpec } from '../../scenario/Scenario.ts';
import { NO_LEADER, type BrokerId } from '../../shared/units.ts';
import { toolOptions } from './clientFiles.ts';
import type { ClusterFile } from './ClusterFile.ts';
import type { ClusterPlan } from './clusterPlan.ts';
import { machineOf, serviceOf } from './clusterPlan.ts';
import { fileInContainer, tool } from './clusterShell.ts';
import type { ClusterWords } from './ClusterWords.ts';
import { alterConfigs, createTopic, quotaTools } from './commandSteps.ts';
import { DYNAMIC_CLUSTER_CONFIGS, FILES_FOLDER, OWN_CONFIGS } from './composeFile.ts';
import { environmentName } from './environmentName.ts';
import { baseNetem } from './farLinks.ts';
import { keyForPartition } from './keyForPartition.ts';
import { shellQuote, shellWords } from './shellQuote.ts';

/** A log is filled with so many records at most before zero. */
const FILL_RECORDS_MAX = 2_000_000;
/** More links than this, each way, take too long to set up one by one. */
const BASE_LINKS_MAX = 2_000;

/** What brings a new cluster to where the scenario begins, in this order. */
export interface SetupSteps {
  /** `link` lines: what is far from the start. */
  readonly links: readonly string[];
  readonly settings: readonly string[];
  readonly topics: readonly string[];
  readonly fills: readonly string[];
  readonly quotas: readonly string[];
  /** Services to stop again: brokers that are part of the cluster and do not run at zero. */
  readonly stopped: readonly string[];
  readonly files: readonly ClusterFile[];
  readonly remarks: readonly string[];
}

export function setupSteps(
  scenario: Scenario,
  plan: ClusterPlan,
  bootstrap: string,
  words: ClusterWords,
): SetupSteps {
  const links = baseLinks(scenario, plan);
  const tooMany = links.length > BASE_LINKS_MAX;
  const settings = settingsOf(scenario);
  const topics = topicSteps(scenario, words);
  const fills = fillSteps(scenario, bootstrap, words);
  return {
    links: tooMany ? [] : links,
    settings: settings.tools,
    topics: topics.tools,
    fills: fills.tools,
    quotas: scenario.quotas.flatMap(quotaTools),
    stopped: plan.servers.filter(({ state }) => state === 'stopped').map(({ service }) => service),
    files: [...settings.files, ...topics.files, ...fills.files],
    remarks: [
      ...(tooMany ? [words.tooManyLinks(links.length)] : []),
      ...configRemarks(scenario, plan, words),
      ...topics.remarks,
      ...fills.remarks,
    ],
  };
}

interface Part {
  readonly tools: readonly string[];
  readonly files: readonly ClusterFile[];
  readonly remarks: readonly string[];
}

/** Every pair of machines that are far from each other, both ways; clients do not talk to each other. */
function baseLinks(scenario: Scenario, plan: ClusterPlan): readonly string[] {
  const servers = [
    ...scenario.brokers.map(({ nodeId }) => `broker:${nodeId}`),
    ...scenario.controllers.map(({ nodeId }) => `controller:${nodeId}`),
  ];
  const nodes = [...servers, ...plan.clients.map(({ node }) => node)];
  const lines = new Map<string, string>();
  for (const a of servers) {
    for (const b of nodes) {
      const from = serviceOf(plan, a);
      const to = serviceOf(plan, b);
      const netem = baseNetem(scenario, a, b);
      if (from === null || to === null || from === to || netem === null) continue;
      for (const [sender, receiver] of [
        [from, to],
        [to, from],
      ] as const) {
        const pair = `${sender} ${receiver}`;
        if (!lines.has(pair)) lines.set(pair, `link ${pair} ${shellQuote(netem)}`);
      }
    }
  }
  return [...lines.values()];
}

/** Features that new clusters have at another level, and the configs that hold for all brokers while they run. */
function settingsOf(scenario: Scenario): Part {
  const defaults = defaultFeatures(scenario.kafkaVersion);
  const features = Object.entries(scenario.features).flatMap(([name, level]) => {
    const usual = defaults[name as keyof typeof defaults] ?? (scenario.kafkaVersion < '4.2' ? 0 : 1);
    if (level === usual) return [];
    return [
      tool('kafka-features.sh', level > usual ? 'upgrade' : 'downgrade', '--feature', `${name}=${level}`),
    ];
  });
  const configs = Object.fromEntries(
    Object.entries(scenario.configs).filter(([name]) => DYNAMIC_CLUSTER_CONFIGS.has(name)),
  );
  const altered = alterConfigs(['--entity-type', 'brokers', '--entity-default'], { configs }, 0);
  return { tools: [...features, ...(altered.tools ?? [])], files: altered.files ?? [], remarks: [] };
}

/**
 * Topics with their placement. A partition whose first leader is not its preferred one is created with that replica first and
 * then gets its order: a reassignment among the same replicas leaves the leader where it is.
 */
function topicSteps(scenario: Scenario, words: ClusterWords): Part {
  const reordered: { topic: string; partition: number; replicas: readonly BrokerId[] }[] = [];
  const files: ClusterFile[] = [];
  const tools: string[] = [];
  const remarks: string[] = [];
  scenario.topics.forEach((topic, i) => {
    const replicas = topic.partitions.map(({ replicas: order, initial }, partition) => {
      const first = leaderFirst(order, initial.leader);
      if (first[0] !== order[0]) reordered.push({ topic: topic.name, partition, replicas: order });
      return first;
    });
    if (new Set(replicas.map(({ length }) => length)).size > 1)
      remarks.push(words.replicationFactors(topic.name));
    const created = createTopic(
      { topic: topic.name, replicas, partitions: -1, replicationFactor: -1, configs: topic.configs },
      1_000_000 + i,
    );
    tools.push(...(created.tools ?? []));
    files.push(...(created.files ?? []));
    topic.partitions.forEach(({ initial }, partition) => {
      if (!isAsCreated(initial, topic, partition, scenario))
        remarks.push(words.initialState(`${topic.name}-${partition}`));
    });
  });
  if (reordered.length > 0) {
    const path = 'preferred-leaders.json';
    files.push({
      path: `files/${path}`,
      text: `${JSON.stringify({ version: 1, partitions: reordered }, null, 2)}\n`,
    });
    tools.push(
      tool('kafka-reassign-partitions.sh', '--execute', '--reassignment-json-file', fileInContainer(path)),
    );
  }
  return { tools, files, remarks };
}

function leaderFirst(replicas: readonly BrokerId[], leader: BrokerId): readonly BrokerId[] {
  if (leader === NO_LEADER || !replicas.includes(leader)) return replicas;
  return [leader, ...replicas.filter((broker) => broker !== leader)];
}

/** Whether a partition that is created, filled and loses the brokers that do not run stands where the scenario says. */
function isAsCreated(
  initial: InitialPartition,
  topic: TopicSpec,
  partition: number,
  scenario: Scenario,
): boolean {
  const running = (topic.partitions[partition]?.replicas ?? []).filter((broker) =>
    scenario.brokers.some(({ nodeId, state }) => nodeId === broker && state === 'running'),
  );
  return (
    initial.leaderEpoch === 0 &&
    initial.partitionEpoch === 0 &&
    initial.replicas.size === 0 &&
    initial.highWatermark === initial.logEndOffset &&
    initial.isr.length === running.length &&
    initial.elr.length === 0 &&
    initial.lastKnownElr.length === 0
  );
}

/** Records that stand in the logs at zero. */
function fillSteps(scenario: Scenario, bootstrap: string, words: ClusterWords): Part {
  const tools: string[] = [];
  const remarks: string[] = [];
  const deletions: { topic: string; partition: number; offset: number }[] = [];
  const options = toolOptions(scenario.kafkaVersion);
  for (const { name, partitions } of scenario.topics) {
    partitions.forEach(({ initial }, partition) => {
      if (initial.logEndOffset === 0) return;
      const isTooMuch = initial.logEndOffset > FILL_RECORDS_MAX;
      const wanted = isTooMuch ? initial.logEndOffset - initial.logStartOffset : initial.logEndOffset;
      const count = Math.min(FILL_RECORDS_MAX, wanted);
      remarks.push(words.initialRecords(`${name}-${partition}`, count));
      if (count === 0) return;
      const key = keyForPartition(partition, partitions.length);
      const command = [
        ...[String(count), key ?? ''],
        ...['--bootstrap-server', bootstrap, '--topic', name],
        ...[options.producerConfig, fileInContainer('fill.properties')],
        ...(key === null ? [] : [options.reader, 'parse.key=true']),
      ];
      tools.push(`run docker exec "$project-tools" bash ${FILES_FOLDER}/fill.sh ${shellWords(command)}`);
      if (!isTooMuch && initial.logStartOffset > 0)
        deletions.push({ topic: name, partition, offset: initial.logStartOffset });
    });
  }
  const files: ClusterFile[] =
    tools.length === 0 ? [] : [{ path: 'files/fill.properties', text: FILL_PROPERTIES }];
  if (deletions.length > 0) {
    const path = 'log-start-offsets.json';
    files.push({
      path: `files/${path}`,
      text: `${JSON.stringify({ version: 1, partitions: deletions }, null, 2)}\n`,
    });
    tools.push(tool('kafka-delete-records.sh', '--offset-json-file', fileInContainer(path)));
  }
  return { tools, files, remarks };
}

const FILL_PROPERTIES = 'acks=all\nlinger.ms=20\nbatch.size=131072\nrequest.timeout.ms=30000\n';

function configRemarks(scenario: Scenario, plan: ClusterPlan, words: ClusterWords): string[] {
  const written = [scenario.configs, ...scenario.brokers.map(({ configs }) => configs)];
  const names = [...new Set(written.flatMap((configs) => Object.keys(configs)))];
  const own = names.filter((name) => OWN_CONFIGS.has(name) && name !== 'log.dirs' && name !== 'log.dir');
  const untold = names.filter((name) => environmentName(name) === null);
  const dirs = new Map(
    plan.servers.flatMap(({ logDirs }) =>
      logDirs.flatMap(({ named, path }) => (named === null ? [] : [[named, path] as const])),
    ),
  );
  return [
    ...(own.length > 0 ? [words.ownConfigs(own.join(', '))] : []),
    ...(untold.length > 0 ? [words.untoldConfigs(untold.join(', '))] : []),
    ...[...dirs].map(([named, path]) => words.logDirs(named, path)),
  ];
}

/** Services of all machines, servers first. */
export function machines(plan: ClusterPlan): readonly string[] {
  const clients = plan.shapesNetwork ? plan.clients : [];
  return [...plan.servers, ...clients].map(({ service }) => machineOf(service));
}
