import type { ConsumerView, GroupView } from '../../bridge/frame.ts';
import type { Offset, TopicPartition } from '../../shared/units.ts';
import type { ClusterModel } from '../clusterModel.ts';

/** How many records a reader of no group has still to read; null: nothing is known of where it stands. */
export function consumerLag(cluster: ClusterModel, { positions }: ConsumerView): number | null {
  return sumOfLags(
    cluster,
    positions.flatMap(({ partition, position }) => (position < 0 ? [] : [{ partition, offset: position }])),
  );
}

/** How many records lie behind what a group has committed: what `kafka-consumer-groups.sh` calls LAG, over all its partitions. */
export function groupLag(cluster: ClusterModel, { committed }: GroupView): number | null {
  return sumOfLags(cluster, committed);
}

function sumOfLags(
  cluster: ClusterModel,
  places: readonly { readonly partition: TopicPartition; readonly offset: Offset }[],
): number | null {
  if (places.length === 0) return null;
  const ends = new Map(cluster.partitions.map(({ name, highWatermark }) => [name, highWatermark]));
  return places.reduce(
    (sum, { partition, offset }) => sum + Math.max(0, (ends.get(partition) ?? 0) - offset),
    0,
  );
}
