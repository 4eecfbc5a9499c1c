import type { ConfigMap, Scenario } from '../../scenario/Scenario.ts';
import type { ClientPlan, ClusterPlan, ServerPlan } from './clusterPlan.ts';
import { BROKER_PORT, containerOf, CONTROLLER_PORT, machineOf } from './clusterPlan.ts';
import { environmentName, environmentValue } from './environmentName.ts';
import { NETWORK_TOOLS_IMAGE } from './images.ts';
import { oneLine } from './shellQuote.ts';

/** Configs that Kafka lets be set for all brokers while they run. They are set so; the others stand in each node's environment. */
export const DYNAMIC_CLUSTER_CONFIGS: ReadonlySet<string> = new Set([
  'min.insync.replicas',
  'unclean.leader.election.enable',
  'leader.replication.throttled.rate',
  'follower.replication.throttled.rate',
  'message.max.bytes',
]);

/** Configs that say where processes are and how they find each other: here the Compose file decides. */
export const OWN_CONFIGS: ReadonlySet<string> = new Set([
  'advertised.listeners',
  'broker.id',
  'broker.rack',
  'controller.listener.names',
  'controller.quorum.bootstrap.servers',
  'controller.quorum.voters',
  'inter.broker.listener.name',
  'listener.security.protocol.map',
  'listeners',
  'log.dir',
  'log.dirs',
  'metadata.log.dir',
  'node.id',
  'process.roles',
]);

/** Where the containers find the files of this export. */
export const FILES_FOLDER = '/highwater';
export const TOOLS_SERVICE = 'tools';

type Yaml = string | readonly string[] | { readonly [key: string]: Yaml };

/** The Compose file: a machine and a process for each node, a container for each client, and one for the command line tools. */
export function composeFile(plan: ClusterPlan, scenario: Scenario, remarks: readonly string[]): string {
  const services: Record<string, Yaml> = {};
  for (const server of plan.servers) {
    services[machineOf(server.service)] = machineService(plan, server.service, server.hostPort);
    services[server.service] = serverService(plan, server, scenario);
  }
  for (const client of plan.clients) {
    if (plan.shapesNetwork) services[machineOf(client.service)] = machineService(plan, client.service, null);
    services[client.service] = clientService(plan, client);
  }
  services[TOOLS_SERVICE] = {
    image: image(plan),
    container_name: containerOf(plan, TOOLS_SERVICE),
    entrypoint: ['sleep', 'infinity'],
    init: 'true',
    environment: TOOL_ENVIRONMENT,
    volumes: [`./files:${FILES_FOLDER}:ro,z`],
  };
  const head = remarks.map((remark) => `# ${oneLine(remark)}\n`).join('');
  return `${head}name: ${plan.project}\n${yaml({ services }, 0)}`;
}

/** Small JVMs: a tool runs for seconds, and a cluster of one's own has one machine. */
const TOOL_ENVIRONMENT: Readonly<Record<string, string>> = {
  KAFKA_HEAP_OPTS: '-Xmx256m',
  KAFKA_JVM_PERFORMANCE_OPTS: '-XX:+UseSerialGC -XX:TieredStopAtLevel=1',
};
const SERVER_HEAP = '-Xms128m -Xmx512m';

function machineService(plan: ClusterPlan, service: string, hostPort: number | null): Yaml {
  return {
    image: plan.shapesNetwork ? NETWORK_TOOLS_IMAGE : image(plan),
    container_name: containerOf(plan, machineOf(service)),
    hostname: service,
    entrypoint: ['sleep', 'infinity'],
    init: 'true',
    ...(plan.shapesNetwork ? { cap_add: ['NET_ADMIN'] } : {}),
    ...(hostPort === null ? {} : { ports: [`127.0.0.1:${hostPort}:${hostPort}`] }),
    networks: { default: { aliases: [service] } },
  };
}

function serverService(plan: ClusterPlan, server: ServerPlan, scenario: Scenario): Yaml {
  const environment = {
    CLUSTER_ID: plan.clusterId,
    KAFKA_HEAP_OPTS: SERVER_HEAP,
    ...serverEnvironment(plan, server, scenario),
  };
  return {
    image: image(plan),
    container_name: containerOf(plan, server.service),
    network_mode: `service:${machineOf(server.service)}`,
    environment,
  };
}

function clientService(plan: ClusterPlan, client: ClientPlan): Yaml {
  return {
    image: image(plan),
    container_name: containerOf(plan, client.service),
    ...(plan.shapesNetwork ? { network_mode: `service:${machineOf(client.service)}` } : {}),
    entrypoint: ['bash', `${FILES_FOLDER}/${client.spec.kind}.sh`, client.service],
    environment: TOOL_ENVIRONMENT,
    volumes: [`./files:${FILES_FOLDER}:ro,z`],
  };
}

/** The server's configs as the image takes them. */
export function serverEnvironment(
  plan: ClusterPlan,
  server: ServerPlan,
  scenario: Scenario,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(serverConfigs(plan, server, scenario)).flatMap(([name, value]) => {
      const variable = environmentName(name);
      return variable === null ? [] : [[variable, environmentValue(value)] as const];
    }),
  );
}

function serverConfigs(plan: ClusterPlan, server: ServerPlan, scenario: Scenario): ConfigMap {
  const brokersAtStart = plan.servers.filter(({ isBroker, state }) => isBroker && state !== 'new').length;
  const factor = String(Math.max(1, Math.min(3, brokersAtStart)));
  const minIsr = String(Math.max(1, Math.min(2, brokersAtStart)));
  const ofCluster = Object.entries(scenario.configs).filter(([name]) => !DYNAMIC_CLUSTER_CONFIGS.has(name));
  const ofScenario = [...ofCluster, ...Object.entries(server.configs)];
  const roles = [...(server.isBroker ? ['broker'] : []), ...(server.isController ? ['controller'] : [])];
  const port = server.hostPort;
  const listeners = [
    ...(server.isBroker ? [`PLAINTEXT://:${BROKER_PORT}`, `EXTERNAL://:${port ?? ''}`] : []),
    ...(server.isController ? [`CONTROLLER://:${CONTROLLER_PORT}`] : []),
  ];
  return {
    'node.id': String(server.nodeId),
    'process.roles': roles.join(','),
    'controller.quorum.voters': plan.servers
      .filter(({ isController }) => isController)
      .map(({ nodeId, service }) => `${nodeId}@${service}:${CONTROLLER_PORT}`)
      .join(','),
    listeners: listeners.join(','),
    ...(server.isBroker
      ? {
          'advertised.listeners': `PLAINTEXT://${server.service}:${BROKER_PORT},EXTERNAL://localhost:${port ?? ''}`,
          'inter.broker.listener.name': 'PLAINTEXT',
        }
      : {}),
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,EXTERNAL:PLAINTEXT',
    ...(server.rack === null ? {} : { 'broker.rack': server.rack }),
    'log.dirs': server.logDirs.map(({ path }) => path).join(','),
    'offsets.topic.replication.factor': factor,
    'transaction.state.log.replication.factor': factor,
    'transaction.state.log.min.isr': minIsr,
    'share.coordinator.state.topic.replication.factor': factor,
    'share.coordinator.state.topic.min.isr': minIsr,
    ...Object.fromEntries(ofScenario.filter(([name]) => !OWN_CONFIGS.has(name))),
  };
}

/** Another image may be taken without editing the file. */
function image(plan: ClusterPlan): string {
  return `\${KAFKA_IMAGE:-${plan.image}}`;
}

/** Maps, lists and texts; every text in double quotes, where YAML reads what JSON writes. */
function yaml(value: { readonly [key: string]: Yaml }, depth: number): string {
  const indent = '  '.repeat(depth);
  return Object.entries(value)
    .map(([key, inner]) => {
      if (typeof inner === 'string') return `${indent}${key}: ${yamlText(key, inner)}\n`;
      if (isList(inner)) return `${indent}${key}: [${inner.map((text) => quoted(text)).join(', ')}]\n`;
      return `${indent}${key}:\n${yaml(inner, depth + 1)}`;
    })
    .join('');
}

function isList(value: Exclude<Yaml, string>): value is readonly string[] {
  return Array.isArray(value);
}

function yamlText(key: string, text: string): string {
  if (key === 'init') return text;
  return quoted(key === 'image' ? text : escapeDollar(text));
}

/** Compose would put a variable in place of a single dollar. */
function escapeDollar(text: string): string {
  return text.replaceAll('$', '$$$$');
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
