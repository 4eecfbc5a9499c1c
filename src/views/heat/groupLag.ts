import type { GroupView, ReplicaColumns } from '../../bridge/frame.ts';
import { REPLICA_LEADS } from './replicaFlags.ts';

/** Of a partition that the group has committed nothing of. */
export const NOT_COMMITTED = -1;

/**
 * How many records of each partition a group has still to commit, by the index of the partition in the columns: what
 * `kafka-consumer-groups.sh --describe` prints as LAG, up to the high watermark of the leader.
 */
export function groupLagOf(columns: ReplicaColumns, group: GroupView | null): Float64Array {
  const lags = new Float64Array(columns.partitionNames.length).fill(NOT_COMMITTED);
  if (group === null || group.committed.length === 0) return lags;
  const places = new Map(columns.partitionNames.map((name, index) => [name, index]));
  const ends = new Float64Array(columns.partitionNames.length).fill(NOT_COMMITTED);
  for (let i = 0; i < columns.count; i += 1)
    if ((columns.flags[i]! & REPLICA_LEADS) !== 0) ends[columns.partition[i]!] = columns.highWatermark[i]!;
  for (const { partition, offset } of group.committed) {
    const place = places.get(partition);
    if (place !== undefined && ends[place] !== NOT_COMMITTED)
      lags[place] = Math.max(0, ends[place]! - offset);
  }
  return lags;
}

/** The group that is chosen, else the first; null: there is none. */
export function chosenGroup(groups: readonly GroupView[], groupId: string | null): GroupView | null {
  return groups.find((one) => one.groupId === groupId) ?? groups[0] ?? null;
}
