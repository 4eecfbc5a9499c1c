import type { NodeContext } from '../../node/Node.ts';
import type { BrokerInternals } from '../BrokerInternals.ts';
import type { RecordBatch } from '../../storage/RecordBatch.ts';
import type { TopicPartition } from '../../../shared/units.ts';
import type { Partition } from '../Partition.ts';
import { completeShareFetches } from '../share/shareFetch.ts';
import { onSharePartitionResigned } from '../share/sharePartitionEvents.ts';
import { TRANSACTION_COORDINATOR } from '../transaction/transactionCoordinator.ts';
import type { CoordinatorHost, CoordinatorKind } from './CoordinatorShard.ts';
import { GROUP_COORDINATOR } from './group/groupCoordinator.ts';
import { GroupContext } from './group/GroupContext.ts';
import { onPartitionsDeleted } from './group/offsetRequests.ts';
import { SHARE_COORDINATOR } from './share/shareCoordinator.ts';
import {
  completeCommitted,
  electCoordinator,
  flushLingering,
  onRuntimeTimer,
  resignCoordinator,
  resignStrays,
} from './runCoordinator.ts';

// What befalls a broker's partitions, as its coordinators hear of it. Kafka: `BrokerMetadataPublisher`, `PartitionListener`.

/** Timers of all coordinators begin so. */
export const COORDINATOR_TIMER = 'coordinator/';

/** Does something for every kind of coordinator, or for that whose topic it is. */
function forKinds(
  topic: string | null,
  act: <State, Operation>(kind: CoordinatorKind<State, Operation>) => void,
): void {
  if (topic === null || topic === GROUP_COORDINATOR.topic) act(GROUP_COORDINATOR);
  if (topic === null || topic === TRANSACTION_COORDINATOR.topic) act(TRANSACTION_COORDINATOR);
  if (topic === null || topic === SHARE_COORDINATOR.topic) act(SHARE_COORDINATOR);
}

function hostOf(broker: BrokerInternals, ctx: NodeContext): CoordinatorHost | null {
  return broker.process && { broker, process: broker.process, ctx };
}

export function onElection(partition: Partition, broker: BrokerInternals, ctx: NodeContext): void {
  const host = hostOf(broker, ctx);
  if (host) forKinds(partition.topic, (kind) => electCoordinator(kind, partition, host));
}

export function onResignation(partition: Partition, broker: BrokerInternals, ctx: NodeContext): void {
  const host = hostOf(broker, ctx);
  if (!host) return;
  forKinds(partition.topic, (kind) => resignCoordinator(kind, partition.topicPartition, host));
  onSharePartitionResigned(partition.topicPartition, host);
}

/** Partitions have gone from here, with their topics, their log directories or to other brokers. */
export function onPartitionsGone(broker: BrokerInternals, ctx: NodeContext): void {
  const host = hostOf(broker, ctx);
  if (host && !host.process.coordinators.isDormant) forKinds(null, (kind) => resignStrays(kind, host));
}

/** The high watermark of a partition that the broker leads moved. */
export function onHighWatermark(partition: Partition, broker: BrokerInternals, ctx: NodeContext): void {
  if (broker.process && broker.process.shares.fetches.size > 0)
    completeShareFetches(partition.topicPartition, { broker, process: broker.process, ctx });
  if (broker.process?.coordinators.isDormant !== false) return;
  const host = hostOf(broker, ctx);
  if (host) forKinds(partition.topic, (kind) => completeCommitted(kind, partition, host));
}

/** Topics were deleted: groups have no offsets of them. Kafka: `GroupCoordinator.onPartitionsDeleted`. */
export function onTopicsDeleted(broker: BrokerInternals, ctx: NodeContext): void {
  const host = hostOf(broker, ctx);
  if (!host || host.process.coordinators.isDormant) return;
  const isGone = (topicPartition: TopicPartition): boolean => !broker.image.partitions.has(topicPartition);
  for (const shard of [...host.process.coordinators.groups.shards.values()])
    if (shard.status === 'ACTIVE')
      onPartitionsDeleted(isGone, new GroupContext(GROUP_COORDINATOR, shard, host));
}

/**
 * Why a transaction marker may not be written to a partition now: there its coordinator has to know of it, and it is not there, or
 * still reads its log. Kafka: `KafkaApis.handleWriteTxnMarkersRequest`, `CoordinatorRuntime.scheduleTransactionCompletion`.
 */
export function markerRefusal(
  partition: Partition,
  broker: BrokerInternals,
): 'NONE' | 'NOT_LEADER_OR_FOLLOWER' {
  if (partition.topic !== GROUP_COORDINATOR.topic) return 'NONE';
  const shard = broker.process?.coordinators.groups.activeShard(partition.topicPartition);
  return typeof shard === 'object' ? 'NONE' : 'NOT_LEADER_OR_FOLLOWER';
}

/** Before a marker is written: what waits for company goes before it. */
export function beforeMarker(partition: Partition, broker: BrokerInternals, ctx: NodeContext): void {
  const host = hostOf(broker, ctx);
  if (!host) return;
  forKinds(partition.topic, (kind) => {
    const shard = kind.runtimeOf(host.process).shards.get(partition.topicPartition);
    if (shard) flushLingering(kind, shard, host);
  });
}

/** A transaction marker was appended here: offsets that were committed in the transaction take effect, or are forgotten (T19). */
export function onMarkerAppended(
  partition: Partition,
  marker: RecordBatch,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const host = hostOf(broker, ctx);
  if (!host) return;
  forKinds(partition.topic, (kind) => {
    const shard = kind.runtimeOf(host.process).activeShard(partition.topicPartition);
    if (typeof shard === 'object') kind.replayMarker(shard.state, marker, marker.baseOffset);
  });
}

export function onCoordinatorTimer(key: string, broker: BrokerInternals, ctx: NodeContext): void {
  const host = hostOf(broker, ctx);
  if (!host) return;
  forKinds(null, (kind) => {
    if (!key.startsWith(kind.timerPrefix)) return;
    const rest = key.slice(kind.timerPrefix.length);
    if (!onRuntimeTimer(kind, rest, host)) kind.onTimer(rest, host);
  });
}
