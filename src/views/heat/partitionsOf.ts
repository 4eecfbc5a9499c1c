import type { ReplicaColumns } from '../../bridge/frame.ts';
import type { BrokerId, TopicPartition } from '../../shared/units.ts';
import {
  REPLICA_AT_MIN_ISR,
  REPLICA_IN_ISR,
  REPLICA_UNDER_MIN_ISR,
  REPLICA_WITHOUT_LEADER,
} from './replicaFlags.ts';

/** One replica, read off the columns. */
export interface ReplicaCell {
  readonly index: number;
  readonly partition: TopicPartition;
  readonly broker: BrokerId;
  readonly flags: number;
  readonly lag: number;
  readonly logEndOffset: number;
  readonly highWatermark: number;
}

export function cellOf(columns: ReplicaColumns, index: number): ReplicaCell {
  return {
    index,
    partition: columns.partitionNames[columns.partition[index]!]!,
    broker: columns.broker[index]!,
    flags: columns.flags[index]!,
    lag: columns.lag[index]!,
    logEndOffset: columns.logEndOffset[index]!,
    highWatermark: columns.highWatermark[index]!,
  };
}

/** Index of a replica in the columns; −1: it is not there. */
export function indexOf(
  columns: ReplicaColumns,
  of: { readonly partition: TopicPartition; readonly broker: BrokerId } | null,
): number {
  if (of === null) return -1;
  const partition = columns.partitionNames.indexOf(of.partition);
  if (partition < 0) return -1;
  for (let i = 0; i < columns.count; i += 1)
    if (columns.partition[i] === partition && columns.broker[i] === of.broker) return i;
  return -1;
}

/** All replicas of the partition of one of them, in the order of the replica list. */
export function siblingsOf(columns: ReplicaColumns, index: number): readonly ReplicaCell[] {
  const partition = columns.partition[index]!;
  let first = index;
  while (first > 0 && columns.partition[first - 1] === partition) first -= 1;
  const cells: ReplicaCell[] = [];
  for (let i = first; i < columns.count && columns.partition[i] === partition; i += 1)
    cells.push(cellOf(columns, i));
  return cells;
}

/** What becomes of writes with acks=all. */
export function writesOf(flags: number): 'go on' | 'edge' | 'stop' | 'no leader' {
  if ((flags & REPLICA_WITHOUT_LEADER) !== 0) return 'no leader';
  if ((flags & REPLICA_UNDER_MIN_ISR) !== 0) return 'stop';
  return (flags & REPLICA_AT_MIN_ISR) === 0 ? 'go on' : 'edge';
}

/** Partitions of which replicas are out of the ISR, those that take no writes first. */
export function unwellPartitions(
  columns: ReplicaColumns,
): readonly { readonly name: TopicPartition; readonly missing: readonly BrokerId[] }[] {
  const found = new Map<number, { readonly missing: BrokerId[]; stops: boolean }>();
  for (let i = 0; i < columns.count; i += 1) {
    const flags = columns.flags[i]!;
    const writes = writesOf(flags);
    const stops = writes === 'stop' || writes === 'no leader';
    if ((flags & REPLICA_IN_ISR) !== 0 && !stops) continue;
    const partition = columns.partition[i]!;
    let one = found.get(partition);
    if (one === undefined) found.set(partition, (one = { missing: [], stops }));
    if ((flags & REPLICA_IN_ISR) === 0) one.missing.push(columns.broker[i]!);
  }
  return [...found]
    .sort(([a, one], [b, other]) => Number(other.stops) - Number(one.stops) || a - b)
    .map(([partition, { missing }]) => ({ name: columns.partitionNames[partition]!, missing }));
}
