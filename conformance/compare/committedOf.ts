import { Broker } from '../../src/engine/broker/Broker.ts';
import type { Cluster } from '../../src/engine/cluster/Cluster.ts';
import type { RecordedCommit } from '../recording/Recording.ts';

/** What a group has committed, as its coordinator has it, in the order of the partitions' names. */
export function committedOf(cluster: Cluster, group: string): RecordedCommit[] {
  for (const node of cluster.state.nodes) {
    if (!(node instanceof Broker)) continue;
    for (const shard of node.process?.coordinators.groups.shards.values() ?? []) {
      const { offsets } = shard.state;
      const partitions = offsets.partitionsOf(group);
      if (shard.status !== 'ACTIVE' || partitions.length === 0) continue;
      return partitions
        .sort()
        .map((partition) => [partition, offsets.get(group, partition)?.offset ?? -1] as const);
    }
  }
  return [];
}
