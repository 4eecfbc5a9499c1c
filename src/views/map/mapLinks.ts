import type { EntityKey, PartitionView } from '../../bridge/frame.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import type { ClusterModel } from '../clusterModel.ts';

/** As the scenario has them: only it knows what they write to. */
export type ProducerSpecs = SimulationState['scenario']['producers'];

/** That one asks the other, whether or not something is under way. */
export interface MapLink {
  readonly from: EntityKey;
  readonly to: EntityKey;
  readonly kind: 'writes' | 'copies' | 'reads';
  /** The chosen partition is among what it is about. */
  readonly isChosen: boolean;
}

/** Who asks whom on the map: each pair once, the chosen last, for they lie over the others. */
export function mapLinks(
  cluster: ClusterModel,
  producers: ProducerSpecs,
  chosen: PartitionView | null,
): readonly MapLink[] {
  const links = new Map<string, MapLink>();
  const add = (from: EntityKey, partition: PartitionView, kind: MapLink['kind']) => {
    const to = `broker:${partition.leader}`;
    if (partition.leader < 0 || from === to) return;
    const key = `${from} ${to}`;
    const isChosen = partition.name === chosen?.name || links.get(key)?.isChosen === true;
    links.set(key, { from, to, kind, isChosen });
  };
  const byName = new Map(cluster.partitions.map((partition) => [partition.name, partition]));
  for (const { key, clientId, running } of cluster.producers) {
    const workload = producers.find((spec) => spec.clientId === clientId)?.workload;
    if (!running || !workload) continue;
    for (const partition of cluster.partitions)
      if (
        partition.topic === workload.topic &&
        (workload.partition ?? partition.partition) === partition.partition
      )
        add(key, partition, 'writes');
  }
  for (const partition of cluster.partitions)
    for (const broker of partition.replicas) add(`broker:${broker}`, partition, 'copies');
  for (const { key, positions } of cluster.consumers)
    for (const { partition } of positions) {
      const read = byName.get(partition);
      if (read !== undefined) add(key, read, 'reads');
    }
  return [...links.values()].sort((a, b) => Number(a.isChosen) - Number(b.isChosen));
}
