import type {
  BrokerView,
  ConsumerView,
  ControllerView,
  EntityKey,
  EntityView,
  GroupView,
  LinkView,
  PartitionView,
  ProducerView,
  QueueBrokerView,
  QueueClientView,
  ReplicaView,
  StoreView,
} from '../bridge/frame.ts';

/** Entities of one frame sorted by kind, in the order in which the picture and the outline show them. */
export interface ClusterModel {
  readonly brokers: readonly BrokerView[];
  readonly controllers: readonly ControllerView[];
  readonly partitions: readonly PartitionView[];
  readonly replicas: readonly ReplicaView[];
  readonly producers: readonly ProducerView[];
  readonly consumers: readonly ConsumerView[];
  readonly groups: readonly GroupView[];
  /** Outside of Kafka. */
  readonly stores: readonly StoreView[];
  readonly queueBrokers: readonly QueueBrokerView[];
  readonly queueClients: readonly QueueClientView[];
  readonly links: readonly LinkView[];
}

const remembered = new WeakMap<ReadonlyMap<EntityKey, EntityView>, ClusterModel>();

/** Memoised on the map: a frame that changed nothing gives the same model. */
export function selectCluster(entities: ReadonlyMap<EntityKey, EntityView>): ClusterModel {
  const known = remembered.get(entities);
  if (known !== undefined) return known;
  const model = sortByKind(entities);
  remembered.set(entities, model);
  return model;
}

function sortByKind(entities: ReadonlyMap<EntityKey, EntityView>): ClusterModel {
  const all = [...entities.values()];
  const ofKind = <K extends EntityView['kind']>(kind: K) =>
    all.filter((entity): entity is Extract<EntityView, { kind: K }> => entity.kind === kind);
  return {
    brokers: ofKind('broker').sort((a, b) => a.nodeId - b.nodeId),
    controllers: ofKind('controller').sort((a, b) => a.nodeId - b.nodeId),
    partitions: ofKind('partition').sort((a, b) =>
      a.topic === b.topic ? a.partition - b.partition : a.topic < b.topic ? -1 : 1,
    ),
    replicas: ofKind('replica').sort((a, b) => a.broker - b.broker),
    producers: ofKind('producer'),
    consumers: ofKind('consumer'),
    groups: ofKind('group').sort((a, b) => (a.groupId < b.groupId ? -1 : 1)),
    stores: ofKind('store'),
    queueBrokers: ofKind('queueBroker'),
    queueClients: ofKind('queueClient'),
    links: ofKind('link'),
  };
}

/** The partition of that name, else the first that is of no internal topic. */
export function selectPartition(cluster: ClusterModel, name: string | null): PartitionView | null {
  const { partitions } = cluster;
  // Internal topics stand first by their names, and are not what somebody comes to see.
  const first = partitions.find((partition) => !partition.name.startsWith('__')) ?? partitions[0];
  return partitions.find((partition) => partition.name === name) ?? first ?? null;
}

/** L leads, F follows in the ISR, E is an eligible leader, – is neither. */
export type RoleLetter = 'L' | 'F' | 'E' | '–';

export function roleLetter(partition: PartitionView, broker: number): RoleLetter {
  if (partition.leader === broker) return 'L';
  if (partition.isr.includes(broker)) return 'F';
  return partition.elr.includes(broker) ? 'E' : '–';
}

/** Whether the process answers. A stopping broker still does. */
export function isOnline(broker: BrokerView): boolean {
  return broker.process === 'running' || broker.process === 'stopping';
}

/** Whether the process does anything at all; one that stands still is online and silent. */
export function isActive(broker: BrokerView): boolean {
  return isOnline(broker) && broker.pausedSinceUs === null;
}

/** The link of which something is wrong, whichever end is named first. */
export function linkOf(links: readonly LinkView[], a: EntityKey, b: EntityKey): LinkView | null {
  return (
    links.find(
      ({ between }) => (between[0] === a && between[1] === b) || (between[0] === b && between[1] === a),
    ) ?? null
  );
}

/** Whether nothing passes, one way or both. */
export function isCut(links: readonly LinkView[], a: EntityKey, b: EntityKey): boolean {
  return (linkOf(links, a, b)?.cut ?? null) !== null;
}

/** From whom to whom nothing passes, or passes slowly; null: both ways. */
export function oneWayOf(link: LinkView, ways: LinkView['cut']): readonly [EntityKey, EntityKey] | null {
  const [a, b] = link.between;
  if (ways === 'forward') return [a, b];
  return ways === 'backward' ? [b, a] : null;
}

/** `pay-api-3` → `pay-api`. */
export function topicOf(partition: string): string {
  return partition.slice(0, partition.lastIndexOf('-'));
}

/** `broker:1` → `1`, `producer:pay-api` → `pay-api`. */
export function nameOf(key: EntityKey): string {
  return key.slice(key.indexOf(':') + 1);
}
