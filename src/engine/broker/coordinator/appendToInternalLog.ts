import type { NodeContext } from '../../node/Node.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import { assignOffsets, endOffsetOf } from '../../storage/RecordBatch.ts';
import type { RecordBatch } from '../../storage/RecordBatch.ts';
import { producerBatchOf } from '../../storage/UnifiedLog.ts';
import { validateBatchSize } from '../../storage/validateBatchSize.ts';
import { notLeaderError } from '../BrokerInternals.ts';
import type { BrokerInternals } from '../BrokerInternals.ts';
import { ACKS_ALL } from '../decideProduce.ts';
import { takeRoom } from '../DiskRoom.ts';
import { wakeSessions } from '../fetchSessions.ts';
import { committedIsr } from '../isrState.ts';
import { flushAfterAppend } from '../logFlush.ts';
import { maybeRoll } from '../logRetention.ts';
import type { Partition } from '../Partition.ts';
import { configOf } from '../partitionConfig.ts';
import type { ReplicaManager } from '../ReplicaManager.ts';
import type { TopicPartition } from '../../../shared/units.ts';

/**
 * Why the leader of an internal topic's partition would not take a batch of its coordinator now; NONE: it takes it. As with
 * acks=all, too small an ISR stops it (A2). Kafka: `CoordinatorPartitionWriter.append`, `ReplicaManager.appendRecordsToLeader`
 * (4.2).
 */
export function internalAppendError(
  topicPartition: TopicPartition,
  batch: RecordBatch,
  guard: number | null,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): KafkaError {
  const partition = broker.partitions.get(topicPartition);
  const leader = partition?.leader;
  if (!partition || !leader) return notLeaderError(topicPartition, broker);
  const decision = ctx.rules.decideAppend({
    acks: ACKS_ALL,
    isLeader: true,
    committedIsrSize: committedIsr(leader.isrState).length,
    effectiveMinIsr: manager.minIsrOf(partition, broker, ctx.rules),
  });
  if (!decision.append) return decision.error;
  const invalid =
    batch.producerId < 0
      ? 'NONE'
      : ctx.rules.validateSequence(partition.log.producers, producerBatchOf(batch), guard, 'COORDINATOR');
  if (invalid !== 'NONE') return invalid;
  const { maxMessageBytes, log } = configOf(partition, broker);
  return validateBatchSize(batch.sizeBytes, maxMessageBytes, log.segmentBytes);
}

/**
 * Appends a batch of a coordinator as the leader, which `internalAppendError` allowed. Returns the partition, whose watermark and
 * readers are still to be looked after (`afterInternalAppend`); null when the disk has no room.
 */
export function appendToInternalLog(
  topicPartition: TopicPartition,
  batch: RecordBatch,
  broker: BrokerInternals,
  ctx: NodeContext,
): Partition | null {
  const partition = broker.partitions.get(topicPartition);
  const leader = partition?.leader;
  if (!partition || !leader) return null;
  const { log } = partition;
  const stored = Object.freeze(assignOffsets(batch, log.logEndOffset, leader.leaderEpoch));
  if (!takeRoom(partition, stored.sizeBytes, broker, ctx)) return null;
  maybeRoll(partition, stored.sizeBytes, stored.maxTimestampMs, endOffsetOf(stored) - 1, broker, ctx);
  log.append(stored, ctx.nowUs);
  broker.meters?.appended(stored.count, stored.sizeBytes, ctx.nowUs);
  ctx.trace({
    kind: 'RecordsAppended',
    partition: topicPartition,
    broker: broker.id,
    role: 'leader',
    baseOffset: stored.baseOffset,
    count: stored.count,
    leaderEpoch: stored.leaderEpoch,
  });
  flushAfterAppend(partition, configOf(partition, broker).log.flushMessages, broker, ctx);
  return partition;
}

/** The watermark may follow an append at once, and parked fetches have something to read. */
export function afterInternalAppend(
  partition: Partition,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  wakeSessions(partition, manager);
  manager.afterAppend(partition, broker, ctx);
}
