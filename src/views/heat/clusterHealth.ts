import type { ReplicaColumns } from '../../bridge/frame.ts';
import { REPLICA_IN_ISR, REPLICA_UNDER_MIN_ISR, REPLICA_WITHOUT_LEADER } from './replicaFlags.ts';

/** What is counted above the picture, and may be picked out. */
export const HEALTH_FILTERS = ['underMinIsr', 'underReplicated', 'withoutLeader'] as const;
export type HealthFilter = (typeof HEALTH_FILTERS)[number];

/** Bits of a partition. */
const BIT: Readonly<Record<HealthFilter, number>> = { underMinIsr: 1, underReplicated: 2, withoutLeader: 4 };

export interface ClusterHealth {
  /** Bits of each partition, by its index in the columns. */
  readonly partitions: Uint8Array;
  /** How many partitions are so: UnderMinIsrPartitionCount, UnderReplicatedPartitions, OfflinePartitionsCount of the cluster. */
  readonly counts: Readonly<Record<HealthFilter, number>>;
}

export function clusterHealth(columns: ReplicaColumns): ClusterHealth {
  const partitions = new Uint8Array(columns.partitionNames.length);
  for (let i = 0; i < columns.count; i += 1) {
    const flags = columns.flags[i]!;
    let bits = 0;
    if ((flags & REPLICA_UNDER_MIN_ISR) !== 0) bits |= BIT.underMinIsr;
    if ((flags & REPLICA_IN_ISR) === 0) bits |= BIT.underReplicated;
    if ((flags & REPLICA_WITHOUT_LEADER) !== 0) bits |= BIT.withoutLeader;
    partitions[columns.partition[i]!]! |= bits;
  }
  const counts = { underMinIsr: 0, underReplicated: 0, withoutLeader: 0 };
  for (const bits of partitions)
    for (const filter of HEALTH_FILTERS) if ((bits & BIT[filter]) !== 0) counts[filter] += 1;
  return { partitions, counts };
}

/** Whether a partition is one of those picked out; all are while nothing is. */
export function isPicked(health: ClusterHealth, partition: number, filter: HealthFilter | null): boolean {
  return filter === null || (health.partitions[partition]! & BIT[filter]) !== 0;
}
