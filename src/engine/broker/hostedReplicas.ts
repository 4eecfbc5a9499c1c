import type { PartitionEntry } from '../metadata/MetadataImage.ts';
import type { NodeContext } from '../node/Node.ts';
import { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { Broker } from './Broker.ts';
import type { BrokerProcess } from './BrokerProcess.ts';
import { onPartitionsGone } from './coordinator/coordinatorEvents.ts';
import { completeFetches } from './fetchRequests.ts';
import { logConfig } from './logConfig.ts';
import { nextLogDir } from './logDirs.ts';
import { segmentConfig } from './logRetention.ts';
import { Partition } from './Partition.ts';
import { completeProduces } from './produceRequests.ts';

/**
 * The broker's log of a partition that the metadata give it; an empty one is created where it has none. Null while the log
 * directory that holds it is offline: its replica is nowhere else. Kafka: `ReplicaManager.getOrCreatePartition` (4.2).
 */
export function hostedReplica(broker: Broker, entry: PartitionEntry, ctx: NodeContext): Partition | null {
  const { topicPartition, topic } = entry;
  const known = broker.partitions.get(topicPartition);
  if (known) return known;
  if (broker.offlineReplicas().includes(topicPartition)) return null;
  const topicId = broker.image.topicIds.get(topic) ?? -1;
  const logDir = nextLogDir(broker.onlineLogDirs(), broker.partitions.values());
  const config = logConfig(topic, broker.id, broker.image, broker.config);
  const segment = segmentConfig(topicPartition, 0, config, ctx);
  const log = new UnifiedLog(0, broker.config.pageCacheExpireUs, undefined, segment);
  const partition = new Partition(topicPartition, topic, broker.id, log, { topicId, logDir });
  broker.partitions.set(topicPartition, partition);
  ctx.trace({ kind: 'LogCreated', partition: topicPartition, broker: broker.id });
  return partition;
}

/** Whether the metadata still want this replica here, and not one of a later topic of the same name. */
export function isHosted(broker: Broker, partition: Partition): boolean {
  const entry = broker.image.partitions.get(partition.topicPartition);
  return (
    entry?.registration.replicas.includes(broker.id) === true &&
    broker.image.topicIds.get(entry.topic) === partition.topicId
  );
}

/**
 * Deletes every log that the metadata no longer give to this broker: of deleted topics, and of replicas that moved away, also
 * while it was down. Kafka: `ReplicaManager.stopPartitions`, `LogManager.recoverAbandonedFutureLogs`, stray replicas (4.2).
 *
 * Simplified: a log is gone at once; Kafka renames it and deletes the files after `file.delete.delay.ms`.
 */
export function deleteStrayReplicas(broker: Broker, process: BrokerProcess, ctx: NodeContext): void {
  for (const partition of [...broker.partitions.values(), ...broker.offlinePartitions.values()])
    if (!isHosted(broker, partition)) deleteReplica(broker, process, partition, ctx);
}

function deleteReplica(broker: Broker, process: BrokerProcess, partition: Partition, ctx: NodeContext): void {
  const { topicPartition } = partition;
  const isTopicGone = broker.image.topicIds.get(partition.topic) !== partition.topicId;
  if (isTopicGone) {
    broker.deletedRecords.add(topicPartition, partition.log.ordinals);
    ctx.remoteLogs.forget(topicPartition, partition.topicId);
  }
  if (!broker.offlinePartitions.delete(topicPartition)) broker.partitions.delete(topicPartition);
  stopReplica(broker, process, partition, ctx);
  ctx.trace({ kind: 'LogDeleted', partition: topicPartition, broker: broker.id });
}

/** The broker neither leads nor follows any more; whoever waits for the partition is told. */
export function stopReplica(
  broker: Broker,
  process: BrokerProcess,
  partition: Partition,
  ctx: NodeContext,
): void {
  for (const fetcher of process.fetchers.values()) fetcher.remove(partition.topicPartition);
  partition.loseProcess();
  completeProduces(process.replicas, partition, broker, ctx);
  completeFetches(process.replicas, partition, broker, ctx);
  onPartitionsGone(broker, ctx);
}
