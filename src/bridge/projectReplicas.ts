import { Broker } from '../engine/broker/Broker.ts';
import type { Partition } from '../engine/broker/Partition.ts';
import { controllerOf, replicasByPartition } from '../engine/cluster/ledger.ts';
import type { Cluster } from '../engine/cluster/Cluster.ts';
import { minIsrOf } from '../engine/controller/ReplicationControl.ts';
import type { PartitionRegistration } from '../engine/metadata/PartitionRegistration.ts';
import type { UnifiedLog } from '../engine/storage/UnifiedLog.ts';
import { MICROS_PER_MILLI } from '../shared/units.ts';
import type { BrokerId, Micros } from '../shared/units.ts';
import {
  REPLICA_AT_MIN_ISR,
  REPLICA_ELIGIBLE,
  REPLICA_IN_ISR,
  REPLICA_LEADS,
  REPLICA_OFFLINE,
  REPLICA_PREFERRED,
  REPLICA_UNDER_MIN_ISR,
  REPLICA_WITHOUT_LEADER,
} from './frame.ts';
import type { ReplicaColumns } from './frame.ts';

/** What nobody asked for. */
export const NO_REPLICA_COLUMNS: ReplicaColumns = emptyColumns(0, []);

const RATE_WINDOW_MS = 5000;

/** Every replica that the controller knows of: a few numbers each, so that thousands of them cost a frame little. */
export function projectReplicas(cluster: Cluster): ReplicaColumns {
  const controller = controllerOf(cluster);
  if (!controller) return NO_REPLICA_COLUMNS;
  const entries = [...controller.image.partitions.values()];
  const count = entries.reduce((sum, { registration }) => sum + registration.replicas.length, 0);
  const columns = emptyColumns(
    count,
    entries.map(({ topicPartition }) => topicPartition),
  );
  const brokers = new Map<BrokerId, Broker>();
  for (const node of cluster.state.nodes) if (node instanceof Broker) brokers.set(node.id, node);
  const replicas = replicasByPartition(cluster);
  let at = 0;
  for (const [index, entry] of entries.entries()) {
    const { registration, topicPartition } = entry;
    const here = replicas.get(topicPartition);
    const leaderLog = here?.get(registration.leader)?.log;
    const ofPartition = partitionFlags(registration, minIsrOf(controller, entry));
    const bytesInPerSecond = leaderLog ? recentBytesPerSecond(leaderLog, cluster.nowUs) : 0;
    for (const [place, broker] of registration.replicas.entries()) {
      const replica = here?.get(broker);
      const logEndOffset = replica?.log.logEndOffset ?? 0;
      columns.partition[at] = index;
      columns.broker[at] = broker;
      columns.logEndOffset[at] = logEndOffset;
      columns.highWatermark[at] = replica?.knownHighWatermark ?? 0;
      columns.lag[at] = leaderLog ? Math.max(0, leaderLog.logEndOffset - logEndOffset) : 0;
      columns.bytesInPerSecond[at] = bytesInPerSecond;
      columns.flags[at] =
        ofPartition |
        replicaFlags(registration, broker, isOffline(replica, brokers.get(broker))) |
        (place === 0 ? REPLICA_PREFERRED : 0);
      at += 1;
    }
  }
  return columns;
}

function partitionFlags({ isr, leader }: PartitionRegistration, minIsr: number): number {
  let flags = leader < 0 ? REPLICA_WITHOUT_LEADER : 0;
  if (isr.length < minIsr) flags |= REPLICA_UNDER_MIN_ISR;
  else if (isr.length === minIsr) flags |= REPLICA_AT_MIN_ISR;
  return flags;
}

function replicaFlags(
  { isr, elr, leader }: PartitionRegistration,
  broker: BrokerId,
  offline: boolean,
): number {
  let flags = leader === broker ? REPLICA_LEADS : 0;
  if (isr.includes(broker)) flags |= REPLICA_IN_ISR;
  else if (elr.includes(broker)) flags |= REPLICA_ELIGIBLE;
  return offline ? flags | REPLICA_OFFLINE : flags;
}

function isOffline(replica: Partition | undefined, broker: Broker | undefined): boolean {
  if (!broker?.process) return true;
  return replica !== undefined && broker.failedLogDirs.has(replica.logDir);
}

/** From the newest batch back: those at the end of a log are few, however long it is. */
function recentBytesPerSecond(log: UnifiedLog, nowUs: Micros): number {
  const fromMs = nowUs / MICROS_PER_MILLI - RATE_WINDOW_MS;
  let bytes = 0;
  for (let i = log.batchCount - 1; i >= 0; i--) {
    const batch = log.batchAt(i);
    if (batch.maxTimestampMs < fromMs) break;
    bytes += batch.sizeBytes;
  }
  return (bytes * 1000) / RATE_WINDOW_MS;
}

function emptyColumns(count: number, partitionNames: ReplicaColumns['partitionNames']): ReplicaColumns {
  return {
    count,
    partitionNames,
    partition: new Uint16Array(count),
    broker: new Int32Array(count),
    logEndOffset: new Float64Array(count),
    highWatermark: new Float64Array(count),
    lag: new Float64Array(count),
    bytesInPerSecond: new Float64Array(count),
    flags: new Uint8Array(count),
  };
}
