import type { NodeContext, ReplyAddress } from '../node/Node.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import type { WritableTxnMarker, WriteTxnMarkersRequest } from '../protocol/requests.ts';
import { controlBatch } from '../storage/controlBatch.ts';
import { assignOffsets, endOffsetOf } from '../storage/RecordBatch.ts';
import type { RecordBatch } from '../storage/RecordBatch.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { TopicPartition } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import { beforeMarker, markerRefusal, onMarkerAppended } from './coordinator/coordinatorEvents.ts';
import { ACKS_ALL } from './decideProduce.ts';
import type { DelayedProducePartition } from './DelayedProduce.ts';
import { takeRoom } from './DiskRoom.ts';
import { wakeSessions } from './fetchSessions.ts';
import { committedIsr } from './isrState.ts';
import { flushAfterAppend } from './logFlush.ts';
import { maybeRoll } from './logRetention.ts';
import type { Partition } from './Partition.ts';
import { configOf } from './partitionConfig.ts';
import { parkProduce } from './produceRequests.ts';
import type { ReplicaManager } from './ReplicaManager.ts';

/** request.timeout.ms of a broker: so long a marker may take to be replicated. */
const MARKER_TIMEOUT_US = 30_000 * MICROS_PER_MILLI;

/**
 * Writes the markers of transactions that have ended to the partitions that this broker leads, one control batch each, as with
 * acks=all, and answers once all are replicated or refused (T15). Kafka: `KafkaApis.handleWriteTxnMarkersRequest` (4.2).
 *
 * Errors: UNKNOWN_TOPIC_OR_PARTITION, NOT_LEADER_OR_FOLLOWER, NOT_ENOUGH_REPLICAS, INVALID_PRODUCER_EPOCH,
 * TRANSACTION_COORDINATOR_FENCED, KAFKA_STORAGE_ERROR, REQUEST_TIMED_OUT.
 */
export function handleWriteTxnMarkers(
  request: WriteTxnMarkersRequest,
  replyTo: ReplyAddress,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const appended: Partition[] = [];
  const results = request.markers.flatMap((marker) =>
    marker.partitions.map((name) => writeMarker(marker, name, appended, manager, broker, ctx)),
  );
  for (const partition of appended) wakeSessions(partition, manager);
  for (const partition of appended) manager.afterAppend(partition, broker, ctx);
  const timesOutUs = ctx.nowUs + MARKER_TIMEOUT_US;
  parkProduce(
    { clientId: '', timesOutUs, partitions: results, isOfMarkers: true },
    replyTo,
    manager,
    broker,
    ctx,
  );
}

function writeMarker(
  marker: WritableTxnMarker,
  topicPartition: TopicPartition,
  appended: Partition[],
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): DelayedProducePartition {
  const { producerId, producerEpoch, coordinatorEpoch, transactionResult, transactionVersion } = marker;
  const result = (error: KafkaError, requiredOffset = -1): DelayedProducePartition => {
    const response = { topicPartition, error, baseOffset: -1, currentLeader: null };
    return { topicPartition, requiredOffset, response, producerId };
  };
  const partition = broker.partitions.get(topicPartition);
  const leader = partition?.leader ?? null;
  if (!partition) return result('UNKNOWN_TOPIC_OR_PARTITION');
  const decision = ctx.rules.decideAppend({
    acks: ACKS_ALL,
    isLeader: leader !== null,
    committedIsrSize: leader ? committedIsr(leader.isrState).length : 0,
    effectiveMinIsr: manager.minIsrOf(partition, broker, ctx.rules),
  });
  if (!leader || !decision.append) return result(decision.error);
  const invalid = ctx.rules.validateMarker(partition.log.producers, {
    producerId,
    producerEpoch,
    coordinatorEpoch,
    transactionVersion,
  });
  if (invalid !== 'NONE') return result(invalid);
  const refusal = markerRefusal(partition, broker);
  if (refusal !== 'NONE') return result(refusal);
  beforeMarker(partition, broker, ctx);
  const content = { type: transactionResult, coordinatorEpoch };
  const batch = controlBatch(producerId, producerEpoch, content, ctx.clockMs());
  const stored = appendMarker(partition, leader.leaderEpoch, batch, broker, ctx);
  if (!stored) return result('KAFKA_STORAGE_ERROR');
  onMarkerAppended(partition, stored, broker, ctx);
  appended.push(partition);
  ctx.trace({
    kind: 'TxnMarkerAppended',
    partition: topicPartition,
    broker: broker.id,
    offset: stored.baseOffset,
    producerId,
    producerEpoch,
    marker: transactionResult,
  });
  return result('NONE', endOffsetOf(stored));
}

/** Appends a control batch as the leader; null: the disk has no room. */
function appendMarker(
  partition: Partition,
  leaderEpoch: number,
  batch: RecordBatch,
  broker: BrokerInternals,
  ctx: NodeContext,
): RecordBatch | null {
  const { log } = partition;
  const stored = Object.freeze(assignOffsets(batch, log.logEndOffset, leaderEpoch));
  if (!takeRoom(partition, stored.sizeBytes, broker, ctx)) return null;
  maybeRoll(partition, stored.sizeBytes, stored.maxTimestampMs, endOffsetOf(stored) - 1, broker, ctx);
  log.append(stored, ctx.nowUs);
  broker.meters?.appended(stored.count, stored.sizeBytes, ctx.nowUs);
  ctx.trace({
    kind: 'RecordsAppended',
    partition: partition.topicPartition,
    broker: broker.id,
    role: 'leader',
    baseOffset: stored.baseOffset,
    count: stored.count,
    leaderEpoch,
  });
  flushAfterAppend(partition, configOf(partition, broker).log.flushMessages, broker, ctx);
  return stored;
}
