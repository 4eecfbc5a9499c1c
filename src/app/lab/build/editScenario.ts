import type {
  FileBroker,
  FileCommand,
  FileConsumer,
  FileProducer,
  FileTopic,
  ScenarioFile,
} from '../../../scenario/ScenarioFile.ts';

/**
 * Changes of a scenario that no command makes while it runs. They work on the file, so that `parseScenario` says what is wrong with
 * the outcome in the words that it has for a file.
 */

/** A broker that stands ready and is no part of the cluster before it is started. */
export function withNewBroker(file: ScenarioFile, id: number, rack: string | null): ScenarioFile {
  const broker: FileBroker = {
    'node.id': id,
    ...(rack === null ? {} : { 'broker.rack': rack }),
    state: 'new',
  };
  return { ...file, brokers: [...(file.brokers ?? []), broker] };
}

/** Without a broker, and without what names it: its replicas, its links, the commands on it. */
export function withoutBroker(file: ScenarioFile, id: number): ScenarioFile {
  const brokers = (file.brokers ?? []).filter((broker) => broker['node.id'] !== id);
  const left = withoutNode(file, `broker:${id}`);
  return {
    ...left,
    brokers,
    topics: (file.topics ?? []).map((topic) =>
      topicWithout(
        topic,
        id,
        brokers.filter(({ state }) => state !== 'new').map((broker) => broker['node.id']),
      ),
    ),
    commands: (left.commands ?? []).filter((command) => !namesBroker(command, id)),
  };
}

/**
 * Its replicas are placed on the lowest broker that has none of the partition; where all have one there is one less. A partition
 * whose replicas change begins afresh: what stood in its logs was on other brokers.
 */
function topicWithout(topic: FileTopic, id: number, left: readonly number[]): FileTopic {
  const { 'replication.factor': factor, replicas = {}, initial = {}, ...rest } = topic;
  const placed = Object.entries(replicas).map(([partition, list]) => {
    const others = list.filter((broker) => broker !== id);
    const instead = left.find((broker) => !list.includes(broker));
    const isMoved = list.includes(id) && instead !== undefined;
    return [partition, isMoved ? list.map((broker) => (broker === id ? instead : broker)) : others] as const;
  });
  const isTouched = (partition: string) => replicas[partition]?.includes(id) ?? true;
  const kept = Object.entries(initial).filter(([partition]) => !isTouched(partition));
  const lowered = Math.max(1, Math.min(factor ?? placed[0]?.[1].length ?? 1, left.length));
  return {
    ...rest,
    ...(lowered > 1 ? { 'replication.factor': lowered } : {}),
    ...(placed.length === 0 ? {} : { replicas: Object.fromEntries(placed) }),
    ...(kept.length === 0 ? {} : { initial: Object.fromEntries(kept) }),
  };
}

function namesBroker(command: FileCommand, id: number): boolean {
  if ('broker' in command) return command.broker === id;
  if (command.kind === 'AlterPartitionReassignments')
    return command.reassignments.some(({ replicas }) => replicas?.includes(id) === true);
  return 'replicas' in command && command.replicas.some((list) => list.includes(id));
}

export function withProducer(file: ScenarioFile, producer: FileProducer): ScenarioFile {
  return { ...file, producers: [...(file.producers ?? []), producer] };
}

export function withConsumer(file: ScenarioFile, consumer: FileConsumer): ScenarioFile {
  return { ...file, consumers: [...(file.consumers ?? []), consumer] };
}

/** Without a client, `producer:ID` or `consumer:ID`, and without what names it. */
export function withoutClient(file: ScenarioFile, client: string): ScenarioFile {
  const [kind, ...rest] = client.split(':');
  const id = rest.join(':');
  const left = withoutNode(file, client);
  return {
    ...left,
    producers: (file.producers ?? []).filter((one) => kind !== 'producer' || one['client.id'] !== id),
    consumers: (file.consumers ?? []).filter((one) => kind !== 'consumer' || one['client.id'] !== id),
    commands: (left.commands ?? []).filter(
      (command) =>
        !(kind === 'producer' && 'producer' in command && command.producer === id) &&
        !(kind === 'consumer' && 'consumer' in command && command.consumer === id),
    ),
  };
}

/** Without the links and the commands that name a node by its key. */
function withoutNode(file: ScenarioFile, node: string): ScenarioFile {
  const { network } = file;
  const links = network?.links?.filter(({ between }) => !between.includes(node));
  return {
    ...file,
    ...(network === undefined ? {} : { network: { ...network, ...(links === undefined ? {} : { links }) } }),
    commands: (file.commands ?? []).filter(
      (command) =>
        !('node' in command && command.node === node) &&
        !('client' in command && command.client === node) &&
        !('between' in command && command.between.includes(node)),
    ),
  };
}

export type ControllerRoles = 'isolated' | 'combined';

/**
 * So many controllers: nodes of their own from 101 on, or, with both roles in one process, the first brokers. Commands on
 * controllers that are no more go.
 */
export function withControllers(file: ScenarioFile, count: number, roles: ControllerRoles): ScenarioFile {
  const brokers = (file.brokers ?? []).map((broker) => broker['node.id']);
  const ids = roles === 'combined' ? brokers.slice(0, count) : freeIds(brokers, FIRST_CONTROLLER_ID, count);
  const gone = (file.controllers ?? []).map((one) => one['node.id']).filter((id) => !ids.includes(id));
  const left = gone.reduce((next, id) => withoutNode(next, `controller:${id}`), file);
  return {
    ...left,
    controllers: ids.map((id) => ({ 'node.id': id })),
    commands: (left.commands ?? []).filter(
      (command) => !('controller' in command) || ids.includes(command.controller),
    ),
  };
}

const FIRST_CONTROLLER_ID = 101;

function freeIds(taken: readonly number[], first: number, count: number): number[] {
  const ids: number[] = [];
  for (let id = first; ids.length < count; id += 1) if (!taken.includes(id)) ids.push(id);
  return ids;
}

/** The lowest id that no node has. */
export function nextBrokerId(file: ScenarioFile): number {
  const taken = [...(file.brokers ?? []), ...(file.controllers ?? [])].map((node) => node['node.id']);
  return freeIds(taken, 1, 1)[0] ?? 1;
}

/** The rack with the fewest brokers, the first by name among equals; null where the cluster has no racks. */
export function nextRack(file: ScenarioFile): string | null {
  const counts = new Map<string, number>();
  for (const broker of file.brokers ?? []) {
    const rack = broker['broker.rack'];
    if (typeof rack === 'string') counts.set(rack, (counts.get(rack) ?? 0) + 1);
  }
  let best: string | null = null;
  for (const rack of [...counts.keys()].sort((a, b) => (a < b ? -1 : 1)))
    if (best === null || (counts.get(rack) ?? 0) < (counts.get(best) ?? 0)) best = rack;
  return best;
}

/** `name-1`, `name-2`, …: the first that is not taken. */
export function freeName(taken: readonly string[], stem: string): string {
  let n = 1;
  while (taken.includes(`${stem}-${n}`)) n += 1;
  return `${stem}-${n}`;
}
