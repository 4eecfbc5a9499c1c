import type {
  BrokerView,
  ClusterView,
  ConsumerView,
  EntityKey,
  EntityView,
  PartitionView,
  ProducerView,
  ReplicaView,
} from '../bridge/frame.ts';
import type { Command } from '../scenario/Scenario.ts';
import type { BrokerId, TopicPartition } from '../shared/units.ts';
import type { SimulationState } from './Simulation.ts';
import { stableList } from './stableList.ts';

/**
 * Reading a simulation. Each returns what the store holds, or a list that is the same array until one of its members
 * changes, so a component renders when what it shows changed and at no other time. Order is that of ids and names.
 */
export function selectCluster(state: SimulationState): ClusterView | undefined {
  return viewOf(state, 'cluster', 'cluster');
}

export function selectBrokers(state: SimulationState): readonly BrokerView[] {
  return indexOf(state).brokers;
}

export function selectPartitions(state: SimulationState): readonly PartitionView[] {
  return indexOf(state).partitions;
}

export function selectProducers(state: SimulationState): readonly ProducerView[] {
  return indexOf(state).producers;
}

export function selectConsumers(state: SimulationState): readonly ConsumerView[] {
  return indexOf(state).consumers;
}

/** In the order of the assignment: the preferred leader first. */
export function selectReplicas(
  partition: TopicPartition,
): (state: SimulationState) => readonly ReplicaView[] {
  return (state) => indexOf(state).replicas.get(partition) ?? NO_REPLICAS;
}

export function selectReplica(
  partition: TopicPartition,
  broker: BrokerId,
): (state: SimulationState) => ReplicaView | undefined {
  return (state) =>
    indexOf(state)
      .replicas.get(partition)
      ?.find((replica) => replica.broker === broker);
}

export function selectBroker(nodeId: BrokerId): (state: SimulationState) => BrokerView | undefined {
  return (state) => viewOf(state, `broker:${nodeId}`, 'broker');
}

export function selectPartition(name: TopicPartition): (state: SimulationState) => PartitionView | undefined {
  return (state) => indexOf(state).partitions.find((partition) => partition.name === name);
}

export function selectProducer(clientId: string): (state: SimulationState) => ProducerView | undefined {
  return (state) => viewOf(state, `producer:${clientId}`, 'producer');
}

/**
 * What a command gave a config last, of a producer or a topic; undefined when none did. Its effect may be on its way: a
 * producer closes under its old configs first, a broker hears of a topic's new ones from the controller.
 */
export function selectToldConfig(
  of: { readonly producer: string } | { readonly topic: string },
  config: string,
): (state: SimulationState) => string | undefined {
  return ({ scenario, commands, nowUs }) =>
    [...scenario.commands, ...commands]
      .filter((command) => command.atUs <= nowUs && toldConfigs(command, of)?.[config] !== undefined)
      .sort((a, b) => a.atUs - b.atUs)
      .map((command) => toldConfigs(command, of)?.[config])
      .at(-1);
}

function toldConfigs(
  command: Command,
  of: { readonly producer: string } | { readonly topic: string },
): Readonly<Record<string, string>> | null {
  if ('producer' in of)
    return command.kind === 'RestartProducer' && command.producer === of.producer ? command.configs : null;
  return command.kind === 'AlterTopicConfigs' && command.topic === of.topic ? command.configs : null;
}

type ViewOfKind<Kind extends EntityView['kind']> = Extract<EntityView, { readonly kind: Kind }>;

function viewOf<Kind extends EntityView['kind']>(
  state: SimulationState,
  key: EntityKey,
  kind: Kind,
): ViewOfKind<Kind> | undefined {
  const view = state.entities.get(key);
  return view?.kind === kind ? (view as ViewOfKind<Kind>) : undefined;
}

interface EntityIndex {
  readonly brokers: readonly BrokerView[];
  readonly partitions: readonly PartitionView[];
  readonly producers: readonly ProducerView[];
  readonly consumers: readonly ConsumerView[];
  readonly replicas: ReadonlyMap<TopicPartition, readonly ReplicaView[]>;
}

const indexes = new WeakMap<SimulationState['entities'], EntityIndex>();

/** Computed once per change of any entity. */
function indexOf(state: SimulationState): EntityIndex {
  let index = indexes.get(state.entities);
  if (index === undefined) {
    index = buildIndex([...state.entities.values()]);
    indexes.set(state.entities, index);
  }
  return index;
}

const NO_REPLICAS: readonly ReplicaView[] = [];
const brokers = stableList<BrokerView>();
const partitions = stableList<PartitionView>();
const producers = stableList<ProducerView>();
const consumers = stableList<ConsumerView>();
const replicas = stableList<ReplicaView>();

function buildIndex(views: readonly EntityView[]): EntityIndex {
  const partitionViews = ofKind(views, 'partition').sort(
    (a, b) => compareText(a.topic, b.topic) || a.partition - b.partition,
  );
  return {
    brokers: brokers(ofKind(views, 'broker').sort((a, b) => a.nodeId - b.nodeId)),
    partitions: partitions(partitionViews),
    producers: producers(ofKind(views, 'producer').sort((a, b) => compareText(a.clientId, b.clientId))),
    consumers: consumers(ofKind(views, 'consumer').sort((a, b) => compareText(a.clientId, b.clientId))),
    replicas: replicasByPartition(ofKind(views, 'replica'), partitionViews),
  };
}

function replicasByPartition(
  views: readonly ReplicaView[],
  assignments: readonly PartitionView[],
): ReadonlyMap<TopicPartition, readonly ReplicaView[]> {
  const orders = new Map(assignments.map((partition) => [partition.name, partition.replicas]));
  const grouped = new Map<TopicPartition, ReplicaView[]>();
  for (const view of views) {
    const group = grouped.get(view.partition);
    if (group === undefined) grouped.set(view.partition, [view]);
    else group.push(view);
  }
  const sorted = new Map<TopicPartition, readonly ReplicaView[]>();
  for (const [name, group] of grouped) {
    const order = orders.get(name) ?? [];
    // A replica that is no longer assigned comes last.
    const place = (replica: ReplicaView): number =>
      order.includes(replica.broker) ? order.indexOf(replica.broker) : order.length;
    sorted.set(name, replicas(group.sort((a, b) => place(a) - place(b) || a.broker - b.broker)));
  }
  return sorted;
}

function ofKind<Kind extends EntityView['kind']>(
  views: readonly EntityView[],
  kind: Kind,
): ViewOfKind<Kind>[] {
  return views.filter((view): view is ViewOfKind<Kind> => view.kind === kind);
}

/** By UTF-16 code unit, as Java does. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
