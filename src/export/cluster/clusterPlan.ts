import { topicId } from '../../shared/topicId.ts';
import type {
  BrokerStartState,
  Command,
  ConfigMap,
  ConsumerSpec,
  ProducerSpec,
  Scenario,
} from '../../scenario/Scenario.ts';
import { hasFarLinks } from './farLinks.ts';
import { KAFKA_IMAGE, KAFKA_IMAGE_TAGS } from './images.ts';

/** Listeners of every server, on its own machine. */
export const BROKER_PORT = 9092;
export const CONTROLLER_PORT = 9093;
/** Brokers are reached from outside at this port and those after it. */
const FIRST_HOST_PORT = 19092;
const NAME_LENGTH_MAX = 40;
/** The image keeps this folder in a volume: it outlives the process, and can be replaced. */
const DATA_FOLDER = '/var/lib/kafka/data';

/** A node of the cluster: one process with one or both roles, in a container that shares the network of its machine's container. */
export interface ServerPlan {
  readonly nodeId: number;
  readonly isBroker: boolean;
  readonly isController: boolean;
  /** Name of the process's service and, inside the network, of its machine. */
  readonly service: string;
  readonly rack: string | null;
  readonly state: BrokerStartState;
  readonly configs: ConfigMap;
  readonly logDirs: readonly LogDir[];
  /** Where the host finds this broker; null for a controller. */
  readonly hostPort: number | null;
}

export interface LogDir {
  /** As the scenario calls it; null where it says nothing. */
  readonly named: string | null;
  readonly path: string;
}

export interface ClientPlan {
  /** `producer:ID` or `consumer:ID`, as commands name it. */
  readonly node: string;
  readonly service: string;
  readonly rack: string | null;
  readonly spec:
    | { readonly kind: 'producer'; readonly producer: ProducerSpec }
    | { readonly kind: 'consumer'; readonly consumer: ConsumerSpec };
}

/** All containers of a scenario, under the names they get. */
export interface ClusterPlan {
  /** Name of the Compose project and of the folder. */
  readonly project: string;
  readonly clusterId: string;
  readonly image: string;
  readonly servers: readonly ServerPlan[];
  readonly clients: readonly ClientPlan[];
  /** Something cuts or slows what machines send, which takes `tc`; then clients have machines too. */
  readonly shapesNetwork: boolean;
}

export function planCluster(scenario: Scenario): ClusterPlan {
  const servers = planServers(scenario);
  return {
    project: `highwater-${slug(scenario.title ?? scenario.topics[0]?.name ?? '') || 'cluster'}`,
    clusterId: topicId('cluster', scenario.seed),
    image: `${KAFKA_IMAGE}:${KAFKA_IMAGE_TAGS[scenario.kafkaVersion]}`,
    servers,
    clients: planClients(scenario),
    shapesNetwork: hasFarLinks(scenario) || scenario.commands.some(shapesNetwork),
  };
}

function shapesNetwork({ kind }: Command): boolean {
  return ['CutLink', 'SlowLink', 'CutPower', 'CutControllerPower'].includes(kind);
}

/** Container of a service. */
export function containerOf(plan: ClusterPlan, service: string): string {
  return `${plan.project}-${service}`;
}

/** Service that holds the network of a server or client. */
export function machineOf(service: string): string {
  return `machine-${service}`;
}

/** Service of a process by the name that commands use: `broker:1`, `consumer:ledger`; null: there is none. */
export function serviceOf(plan: ClusterPlan, node: string): string | null {
  const client = plan.clients.find((one) => one.node === node);
  if (client !== undefined) return client.service;
  if (!/^(broker|controller):/.test(node)) return null;
  return serverOf(plan, Number(node.slice(node.indexOf(':') + 1)))?.service ?? null;
}

export function serverOf(plan: ClusterPlan, nodeId: number): ServerPlan | null {
  return plan.servers.find((server) => server.nodeId === nodeId) ?? null;
}

function planServers(scenario: Scenario): readonly ServerPlan[] {
  const brokers = scenario.brokers.map(({ nodeId }) => nodeId);
  const controllers = scenario.controllers.map(({ nodeId }) => nodeId);
  const ids = [...new Set([...controllers, ...brokers])];
  return ids.map((nodeId): ServerPlan => {
    const broker = scenario.brokers.find((spec) => spec.nodeId === nodeId);
    const isController = controllers.includes(nodeId);
    const role = broker === undefined ? 'controller' : isController ? 'node' : 'broker';
    const configs = broker?.configs ?? {};
    return {
      nodeId,
      isBroker: broker !== undefined,
      isController,
      service: `${role}-${nodeId}`,
      rack: broker?.rack ?? null,
      state: broker?.state ?? 'running',
      configs,
      logDirs: planLogDirs({ ...scenario.configs, ...configs }),
      hostPort: broker === undefined ? null : FIRST_HOST_PORT + brokers.indexOf(nodeId),
    };
  });
}

/** Every directory lies in the volume: elsewhere the image's user may not write. */
function planLogDirs(configs: ConfigMap): readonly LogDir[] {
  const names = (configs['log.dirs'] ?? configs['log.dir'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return [{ named: null, path: `${DATA_FOLDER}/logs` }];
  const slugs = uniqueSlugs(names);
  return names.map((named, i) => ({ named, path: `${DATA_FOLDER}/${slugs[i] ?? ''}` }));
}

function planClients(scenario: Scenario): readonly ClientPlan[] {
  const producerNames = uniqueSlugs(scenario.producers.map(({ clientId }) => clientId));
  const consumerNames = uniqueSlugs(scenario.consumers.map(({ clientId }) => clientId));
  return [
    ...scenario.producers.map((producer, i): ClientPlan => {
      const node = `producer:${producer.clientId}`;
      const service = `producer-${producerNames[i] ?? ''}`;
      return { node, service, rack: producer.rack, spec: { kind: 'producer', producer } };
    }),
    ...scenario.consumers.map((consumer, i): ClientPlan => {
      const node = `consumer:${consumer.clientId}`;
      const service = `consumer-${consumerNames[i] ?? ''}`;
      return { node, service, rack: consumer.rack, spec: { kind: 'consumer', consumer } };
    }),
  ];
}

/** Letters, digits and dashes only, and no name twice. */
function uniqueSlugs(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const base = slug(name) || 'unnamed';
    let unique = base;
    for (let n = 2; taken.has(unique); n++) unique = `${base}-${n}`;
    taken.add(unique);
    return unique;
  });
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LENGTH_MAX)
    .replaceAll(/^-+|-+$/g, '');
}
