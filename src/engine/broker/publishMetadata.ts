import type { MetadataImage, PartitionEntry } from '../metadata/MetadataImage.ts';
import type { MetadataRecord } from '../metadata/records.ts';
import type { NodeContext } from '../node/Node.ts';
import type { TopicPartition } from '../../shared/units.ts';
import type { Broker } from './Broker.ts';
import type { BrokerProcess } from './BrokerProcess.ts';
import { RECONFIGURABLE_CLEANER_CONFIGS } from './cleanerConfig.ts';
import { onElection, onResignation, onTopicsDeleted } from './coordinator/coordinatorEvents.ts';
import { deleteStrayReplicas, hostedReplica, isHosted } from './hostedReplicas.ts';
import { committedIsr } from './isrState.ts';
import { ReplicaFetcher } from './ReplicaFetcher.ts';
import { onTransactionMetadata } from './transaction/transactionRequests.ts';

/** Acts upon metadata that were just applied. Kafka: `BrokerMetadataPublisher`, `ReplicaManager.applyDelta`. */
export function publishMetadata(
  broker: Broker,
  process: BrokerProcess,
  records: readonly MetadataRecord[],
  ctx: NodeContext,
): void {
  if (mayLeaveStrays(broker, records)) deleteStrayReplicas(broker, process, ctx);
  if (records.some(({ kind }) => kind === 'RemoveTopicRecord')) onTopicsDeleted(broker, ctx);
  const entries: PartitionEntry[] = [];
  for (const topicPartition of changedPartitions(records)) {
    const entry = broker.image.partitions.get(topicPartition);
    if (entry) entries.push(entry);
  }
  if (records.some(isOfCleaner)) process.cleaner.restart(broker, ctx);
  if (records.some(isOfCleanupPolicy)) process.cleaner.watchAll(broker, ctx);
  if (records.some(isOfMinIsr)) forgiveTooFewInSync(broker, process, ctx);
  publishPartitions(broker, process, entries, ctx);
  onTransactionMetadata({ broker, process, ctx });
}

/** Acts upon a snapshot that took the place of an image: only upon what differs. Kafka: `MetadataDelta.finishSnapshot`. */
export function publishSnapshot(
  broker: Broker,
  process: BrokerProcess,
  before: MetadataImage,
  ctx: NodeContext,
): void {
  deleteStrayReplicas(broker, process, ctx);
  onTopicsDeleted(broker, ctx);
  const changed = [...broker.image.partitions.values()].filter(({ topic, topicPartition, registration }) => {
    const known = before.partitions.get(topicPartition)?.registration;
    if (!known || before.topicIds.get(topic) !== broker.image.topicIds.get(topic)) return true;
    return known.partitionEpoch !== registration.partitionEpoch;
  });
  process.cleaner.restart(broker, ctx);
  publishPartitions(broker, process, changed, ctx);
  onTransactionMetadata({ broker, process, ctx });
}

/** Makes the broker leader or follower of partitions that it hosts, as the metadata say. */
export function publishPartitions(
  broker: Broker,
  process: BrokerProcess,
  entries: Iterable<PartitionEntry>,
  ctx: NodeContext,
): void {
  for (const entry of entries) publishPartition(broker, process, entry, ctx);
  // Only now, so that one fetch asks for all that is new.
  for (const fetcher of process.fetchers.values()) fetcher.maybeFetch(broker, ctx);
}

function publishPartition(
  broker: Broker,
  process: BrokerProcess,
  entry: PartitionEntry,
  ctx: NodeContext,
): void {
  const { registration } = entry;
  if (!registration.replicas.includes(broker.id)) return;
  const partition = hostedReplica(broker, entry, ctx);
  if (!partition) return;
  process.cleaner.watch(partition, broker, ctx);
  if (registration.leader === broker.id) {
    stopFetching(process, entry.topicPartition);
    process.replicas.becomeLeader(partition, registration, broker, ctx);
    onElection(partition, broker, ctx);
    return;
  }
  if (!process.replicas.becomeFollower(partition, registration, broker, ctx)) return;
  onResignation(partition, broker, ctx);
  stopFetching(process, entry.topicPartition);
  if (registration.leader < 0) return;
  let fetcher = process.fetchers.get(registration.leader);
  if (!fetcher) {
    fetcher = new ReplicaFetcher(registration.leader);
    process.fetchers.set(registration.leader, fetcher);
  }
  fetcher.add(partition, registration.leaderEpoch, ctx.nowUs, ctx.rules);
}

/** Whether these records take a replica away from the broker. */
function mayLeaveStrays(broker: Broker, records: readonly MetadataRecord[]): boolean {
  return records.some((record) => {
    if (record.kind === 'RemoveTopicRecord') return true;
    if (record.kind !== 'PartitionChangeRecord') return false;
    const { topicPartition } = record;
    const partition = broker.partitions.get(topicPartition) ?? broker.offlinePartitions.get(topicPartition);
    return partition !== undefined && !isHosted(broker, partition);
  });
}

function stopFetching(process: BrokerProcess, topicPartition: TopicPartition): void {
  for (const fetcher of process.fetchers.values()) fetcher.remove(topicPartition);
}

function changedPartitions(records: readonly MetadataRecord[]): ReadonlySet<TopicPartition> {
  const changed = new Set<TopicPartition>();
  for (const record of records) {
    if (record.kind === 'PartitionChangeRecord') changed.add(record.topicPartition);
    if (record.kind === 'PartitionRecord') changed.add(`${record.topic}-${record.partition}`);
  }
  return changed;
}

function isOfMinIsr(record: MetadataRecord): boolean {
  return record.kind === 'ConfigRecord' && record.name === 'min.insync.replicas';
}

function isOfCleaner(record: MetadataRecord): boolean {
  return record.kind === 'ConfigRecord' && RECONFIGURABLE_CLEANER_CONFIGS.has(record.name);
}

function isOfCleanupPolicy(record: MetadataRecord): boolean {
  return record.kind === 'ConfigRecord' && record.name.endsWith('cleanup.policy');
}

/** A leader hears that too few are in sync: it may have gone by a lower minimum for longer than the controller did. */
function forgiveTooFewInSync(broker: Broker, { replicas }: BrokerProcess, ctx: NodeContext): void {
  for (const partition of broker.partitions.values()) {
    const { leader, log } = partition;
    if (leader && committedIsr(leader.isrState).length < replicas.minIsrOf(partition, broker, ctx.rules))
      log.isForgiven = true;
  }
}
