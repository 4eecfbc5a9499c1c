import type { ReplicaColumns } from '../../bridge/frame.ts';
import { REPLICA_IN_ISR, REPLICA_LEADS, REPLICA_PREFERRED } from './replicaFlags.ts';

export interface TestReplica {
  readonly broker: number;
  readonly flags: number;
  readonly lag?: number;
  readonly logEndOffset?: number;
  readonly bytesInPerSecond?: number;
}

/** Columns of partitions, each with its replicas. */
export function columnsOf(partitions: Readonly<Record<string, readonly TestReplica[]>>): ReplicaColumns {
  const names = Object.keys(partitions);
  const all = names.flatMap((name, partition) => partitions[name]!.map((one) => ({ ...one, partition })));
  return {
    count: all.length,
    partitionNames: names,
    partition: Uint16Array.from(all, (one) => one.partition),
    broker: Int32Array.from(all, (one) => one.broker),
    logEndOffset: Float64Array.from(all, (one) => one.logEndOffset ?? 100),
    highWatermark: Float64Array.from(all, () => 90),
    lag: Float64Array.from(all, (one) => one.lag ?? 0),
    bytesInPerSecond: Float64Array.from(all, (one) => one.bytesInPerSecond ?? 0),
    flags: Uint8Array.from(all, (one) => one.flags),
  };
}

export const LEADER = REPLICA_LEADS | REPLICA_IN_ISR | REPLICA_PREFERRED;
export const FOLLOWER = REPLICA_IN_ISR;

/** As in a large cluster: each partition on three brokers that follow each other. */
export function largeColumns(brokers: number, partitions: number): ReplicaColumns {
  return columnsOf(
    Object.fromEntries(
      Array.from({ length: partitions }, (_, p) => [
        `topic-${p}`,
        [0, 1, 2].map((place) => ({
          broker: ((p + place) % brokers) + 1,
          flags: place === 0 ? LEADER : FOLLOWER,
          lag: place === 0 ? 0 : (p * 7919) % 60_000,
        })),
      ]),
    ),
  );
}
