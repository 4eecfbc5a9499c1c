import type { BrokerView, GroupView, PartitionView, ReplicaView } from '../../bridge/frame.ts';
import type { ClusterModel } from '../clusterModel.ts';

/** The things of a cluster by their names: each line of the outline looks its own up, ten times a second. */
export interface ClusterLookup {
  readonly partitionOf: ReadonlyMap<string, PartitionView>;
  readonly brokerOf: ReadonlyMap<number, BrokerView>;
  readonly groupOf: ReadonlyMap<string, GroupView>;
  /** By `partition@broker`; only of those that the picture asks for. */
  readonly replicaOf: ReadonlyMap<string, ReplicaView>;
  readonly partitionsOfBroker: ReadonlyMap<number, readonly PartitionView[]>;
  /** Internal ones last. */
  readonly topics: readonly { readonly topic: string; readonly partitions: readonly PartitionView[] }[];
  /** By name; brokers without a rack first, under null. */
  readonly racks: readonly { readonly rack: string | null; readonly brokers: readonly BrokerView[] }[];
}

const remembered = new WeakMap<ClusterModel, ClusterLookup>();

/** Memoised on the model: all lines of one frame share it. */
export function lookUp(cluster: ClusterModel): ClusterLookup {
  const known = remembered.get(cluster);
  if (known !== undefined) return known;
  const partitionsOfBroker = new Map<number, PartitionView[]>();
  for (const partition of cluster.partitions)
    for (const broker of partition.replicas) pushTo(partitionsOfBroker, broker, partition);
  const byTopic = new Map<string, PartitionView[]>();
  for (const partition of cluster.partitions) pushTo(byTopic, partition.topic, partition);
  const byRack = new Map<string | null, BrokerView[]>();
  for (const broker of cluster.brokers) pushTo(byRack, broker.rack, broker);
  const topics = [...byTopic].map(([topic, partitions]) => ({ topic, partitions }));
  const isInternal = ({ topic }: { readonly topic: string }) => topic.startsWith('__');
  const found: ClusterLookup = {
    partitionOf: new Map(cluster.partitions.map((partition) => [partition.name, partition])),
    brokerOf: new Map(cluster.brokers.map((broker) => [broker.nodeId, broker])),
    groupOf: new Map(cluster.groups.map((group) => [group.key, group])),
    replicaOf: new Map(
      cluster.replicas.map((replica) => [`${replica.partition}@${replica.broker}`, replica]),
    ),
    partitionsOfBroker,
    topics: [...topics.filter((topic) => !isInternal(topic)), ...topics.filter(isInternal)],
    racks: [...byRack]
      .map(([rack, brokers]) => ({ rack, brokers }))
      .sort((a, b) => ((a.rack ?? '') < (b.rack ?? '') ? -1 : 1)),
  };
  remembered.set(cluster, found);
  return found;
}

function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
