import type { NodeContext, ReplyAddress } from '../node/Node.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import type { ProducePartitionResponse, ProduceRequest } from '../protocol/requests.ts';
import { hasKeylessRecord } from '../storage/BatchContents.ts';
import { NO_GUARD } from '../storage/LogTransactions.ts';
import { assignOffsets, endOffsetOf } from '../storage/RecordBatch.ts';
import type { RecordBatch } from '../storage/RecordBatch.ts';
import { producerBatchOf } from '../storage/UnifiedLog.ts';
import { validateBatchSize } from '../storage/validateBatchSize.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Offset, TopicPartition } from '../../shared/units.ts';
import { leaderHint, notLeaderError } from './BrokerInternals.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import type { AppendDecision } from './decideProduce.ts';
import type { DelayedProduce, DelayedProducePartition } from './DelayedProduce.ts';
import { takeRoom } from './DiskRoom.ts';
import { wakeSessions } from './fetchSessions.ts';
import { committedIsr } from './isrState.ts';
import { flushAfterAppend } from './logFlush.ts';
import { maybeRoll } from './logRetention.ts';
import type { Partition } from './Partition.ts';
import { configOf } from './partitionConfig.ts';
import { watchOver } from './Purgatory.ts';
import { storedCompression } from './storedCompression.ts';
import type { ReplicaManager } from './ReplicaManager.ts';
import type { VerifiedBatches } from './TransactionVerifications.ts';

export const PRODUCE_TIMER = 'producePurgatory';

/**
 * Appends what a produce request brings, and answers, parks or stays silent as its acks say (A2). `verified`: what was found about
 * batches of transactions before. Kafka: `ReplicaManager.appendRecords`.
 */
export function handleProduce(
  request: ProduceRequest,
  replyTo: ReplyAddress,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
  verified: VerifiedBatches | null = null,
): void {
  const appended: Partition[] = [];
  const { partitions } = request;
  const results = new Array<DelayedProducePartition>(partitions.length);
  let mustWait = false;
  for (let i = 0; i < partitions.length; i++) {
    const { topicPartition, batch } = partitions[i] as (typeof partitions)[number];
    const result = appendToLeader(
      request,
      topicPartition,
      batch,
      verified,
      replyTo,
      appended,
      manager,
      broker,
      ctx,
    );
    results[i] = result;
    if (result.requiredOffset >= 0) mustWait = true;
  }
  // Only when all partitions are written are parked fetches looked at, so one answer carries what one request brought.
  for (const partition of appended) wakeSessions(partition, manager);
  for (const partition of appended) manager.afterAppend(partition, broker, ctx);
  if (request.acks === 0) {
    // No answer exists that could carry the error, so the broker ends the connection (A6).
    if (results.some((result) => result.response.error !== 'NONE')) broker.closeConnection(replyTo, ctx);
    else broker.answer(replyTo, null, ctx);
    return;
  }
  if (mustWait) park(request, results, replyTo, manager, broker, ctx);
  else respond(results, replyTo, broker, ctx);
}

/** Looks at all parked requests that wait for this partition. */
export function completeProduces(
  manager: ReplicaManager,
  partition: Partition,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  for (const id of manager.produces.watching(partition.topicPartition))
    tryComplete(id, false, manager, broker, ctx);
}

/** Answers parked requests whose time, granted by the client, is over (A4). */
export function expireProduces(manager: ReplicaManager, broker: BrokerInternals, ctx: NodeContext): void {
  for (const id of manager.produces.expired(ctx.nowUs)) tryComplete(id, true, manager, broker, ctx);
  watchOver(manager.produces, PRODUCE_TIMER, ctx);
}

function appendToLeader(
  request: ProduceRequest,
  topicPartition: TopicPartition,
  batch: RecordBatch,
  verified: VerifiedBatches | null,
  replyTo: ReplyAddress,
  appended: Partition[],
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): DelayedProducePartition {
  const partition = broker.partitions.get(topicPartition);
  const leader = partition?.leader ?? null;
  const isrSize = leader ? committedIsr(leader.isrState).length : 0;
  const minIsr = partition ? manager.minIsrOf(partition, broker, ctx.rules) : 0;
  const decision = ctx.rules.decideAppend({
    acks: request.acks,
    isLeader: leader !== null,
    committedIsrSize: isrSize,
    effectiveMinIsr: minIsr,
  });

  const mayAppend = checkAppend(topicPartition, partition, batch, verified, decision, broker, ctx);
  const config = partition && configOf(partition, broker);
  if (mayAppend !== 'NONE' || !partition || !leader || !config)
    return refuse(mayAppend, isrSize, minIsr, request, topicPartition, replyTo, broker, ctx);

  const isAwaited = decision.answer === 'whenReplicated';
  const { log } = partition;
  const { producers } = log;
  const sequenced = batch.producerId < 0 ? null : producerBatchOf(batch);
  const duplicate = sequenced && ctx.rules.findDuplicate(producers, sequenced);
  if (duplicate) {
    const { baseOffset } = duplicate;
    broker.meters?.appended(batch.count, batch.sizeBytes, ctx.nowUs);
    ctx.trace({
      kind: 'DuplicateBatchFound',
      partition: topicPartition,
      broker: broker.id,
      producer: request.clientId,
      baseOffset,
      count: batch.count,
    });
    return succeeded(topicPartition, baseOffset, isAwaited ? baseOffset + batch.count : -1);
  }
  const guard =
    batch.isTransactional === true && broker.config.verification.isEnabled
      ? (verified?.guards.get(topicPartition) ?? NO_GUARD)
      : null;
  const invalid = sequenced ? ctx.rules.validateSequence(producers, sequenced, guard) : 'NONE';
  if (invalid !== 'NONE')
    return refuse(invalid, isrSize, minIsr, request, topicPartition, replyTo, broker, ctx);

  const { timestamps } = config.log;
  const timed =
    timestamps.type === 'LogAppendTime'
      ? { ...batch, maxTimestampMs: ctx.clockMs(), isAppendTime: true as const }
      : batch;
  const packed = storedCompression(timed, config, ctx.rules.compressRecords);
  // What the broker packed itself must fit as well.
  if (packed.sizeBytes > config.maxMessageBytes) {
    broker.meters?.mark('bytesRejected', packed.sizeBytes, ctx.nowUs);
    return refuse('MESSAGE_TOO_LARGE', isrSize, minIsr, request, topicPartition, replyTo, broker, ctx);
  }
  const stored = assignOffsets(packed, log.logEndOffset, leader.leaderEpoch);
  if (!takeRoom(partition, stored.sizeBytes, broker, ctx))
    return refuse('KAFKA_STORAGE_ERROR', isrSize, minIsr, request, topicPartition, replyTo, broker, ctx);
  maybeRoll(partition, stored.sizeBytes, stored.maxTimestampMs, endOffsetOf(stored) - 1, broker, ctx);
  log.append(stored, ctx.nowUs);
  broker.meters?.appended(stored.count, stored.sizeBytes, ctx.nowUs);
  const { baseOffset, count, leaderEpoch } = stored;
  ctx.trace({
    kind: 'RecordsAppended',
    partition: topicPartition,
    broker: broker.id,
    role: 'leader',
    baseOffset,
    count,
    leaderEpoch,
  });
  flushAfterAppend(partition, config.log.flushMessages, broker, ctx);
  appended.push(partition);
  return succeeded(topicPartition, baseOffset, isAwaited ? endOffsetOf(stored) : -1);
}

/** Why a batch is not even compared with what the log has (A3), in Kafka's order. */
function checkAppend(
  topicPartition: TopicPartition,
  partition: Partition | undefined,
  batch: RecordBatch,
  verified: VerifiedBatches | null,
  decision: AppendDecision,
  broker: BrokerInternals,
  ctx: NodeContext,
): KafkaError {
  const unverified = verified?.errors.get(topicPartition);
  if (unverified !== undefined) return unverified;
  if (!partition?.leader) return notLeaderError(topicPartition, broker);
  if (!decision.append) return decision.error;
  const config = configOf(partition, broker);
  // Also a batch that is a duplicate must be one that the log would take.
  const tooLarge = validateBatchSize(batch.sizeBytes, config.maxMessageBytes, config.log.segmentBytes);
  if (tooLarge === 'MESSAGE_TOO_LARGE') {
    broker.meters?.mark('bytesRejected', batch.sizeBytes, ctx.nowUs);
    return tooLarge;
  }
  const invalidKey = ctx.rules.validateKey(!hasKeylessRecord(batch), config.log.isCompacted);
  if (invalidKey !== 'NONE') {
    broker.meters?.mark('noKeyCompactedTopicRecords', batch.count, ctx.nowUs);
    return invalidKey;
  }
  const untimely = ctx.rules.validateTimestamp(batch.maxTimestampMs, ctx.clockMs(), config.log.timestamps);
  return untimely === 'NONE' ? tooLarge : untimely;
}

function refuse(
  error: KafkaError,
  isrSize: number,
  minIsr: number,
  { clientId: producer }: ProduceRequest,
  topicPartition: TopicPartition,
  { correlationId }: ReplyAddress,
  broker: BrokerInternals,
  ctx: NodeContext,
): DelayedProducePartition {
  broker.meters?.appendRefused(error, ctx.nowUs);
  ctx.trace({
    kind: 'ProduceRefused',
    partition: topicPartition,
    broker: broker.id,
    producer,
    correlationId,
    error,
    isrSize,
    minIsr,
  });
  return failed(topicPartition, error, broker);
}

function park(
  request: ProduceRequest,
  partitions: readonly DelayedProducePartition[],
  replyTo: ReplyAddress,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const timesOutUs = ctx.nowUs + request.timeoutMs * MICROS_PER_MILLI;
  const { clientId } = request;
  if (!parkProduce({ clientId, timesOutUs, partitions }, replyTo, manager, broker, ctx)) return;
  for (const { topicPartition, requiredOffset } of partitions) {
    if (requiredOffset < 0) continue;
    const { correlationId } = replyTo;
    ctx.trace({
      kind: 'ProduceParked',
      partition: topicPartition,
      broker: broker.id,
      producer: clientId,
      correlationId,
      requiredOffset,
    });
  }
}

/** Waits until all that was written is replicated; false: it is answered already. */
export function parkProduce(
  waiting: Pick<DelayedProduce, 'clientId' | 'timesOutUs' | 'partitions' | 'isOfMarkers'>,
  replyTo: ReplyAddress,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): boolean {
  const id = manager.nextOperationId();
  const watched: TopicPartition[] = [];
  for (const { requiredOffset, topicPartition } of waiting.partitions)
    if (requiredOffset >= 0) watched.push(topicPartition);
  const { clientId, timesOutUs, partitions, isOfMarkers } = waiting;
  const delayed = { id, watched, replyTo, clientId, parkedAtUs: ctx.nowUs, timesOutUs, partitions };
  manager.produces.park(isOfMarkers ? { ...delayed, isOfMarkers } : delayed);
  if (tryComplete(id, false, manager, broker, ctx)) return false;
  watchOver(manager.produces, PRODUCE_TIMER, ctx);
  return true;
}

function tryComplete(
  id: number,
  isTimedOut: boolean,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): boolean {
  const delayed = manager.produces.parked.get(id);
  if (!delayed) return false;
  const settled = new Array<DelayedProducePartition>(delayed.partitions.length);
  let isWaiting = false;
  let isNew = false;
  for (let i = 0; i < settled.length; i++) {
    const before = delayed.partitions[i] as DelayedProducePartition;
    const item = settle(before, isTimedOut, delayed, manager, broker, ctx);
    settled[i] = item;
    if (item !== before) isNew = true;
    if (item.requiredOffset >= 0) isWaiting = true;
  }
  if (isWaiting) {
    if (isNew) manager.produces.replace(withPartitions(delayed, settled));
    return false;
  }
  manager.produces.remove(id);
  if (delayed.isOfMarkers) respondToMarkers(settled, delayed.replyTo, broker, ctx);
  else respond(settled, delayed.replyTo, broker, ctx);
  return true;
}

/** A parked request never changes, so that checkpoints share it: another takes its place. */
function withPartitions(
  delayed: DelayedProduce,
  partitions: readonly DelayedProducePartition[],
): DelayedProduce {
  const { id, watched, replyTo, clientId, parkedAtUs, timesOutUs, isOfMarkers } = delayed;
  const others = { id, watched, replyTo, clientId, parkedAtUs, timesOutUs, partitions };
  return isOfMarkers ? { ...others, isOfMarkers } : others;
}

/** One partition of a parked request, with its answer if that is known now. */
function settle(
  item: DelayedProducePartition,
  isTimedOut: boolean,
  delayed: DelayedProduce,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): DelayedProducePartition {
  const { topicPartition, requiredOffset, producerId } = item;
  if (requiredOffset < 0) return item;
  const partition = broker.partitions.get(topicPartition);
  const leader = partition?.leader ?? null;
  const outcome = ctx.rules.delayedProduceOutcome({
    requiredOffset,
    highWatermark: partition?.log.highWatermark ?? 0,
    maximalIsrSize: leader ? ctx.rules.maximalIsr(leader.isrState).length : 0,
    effectiveMinIsr: partition ? manager.minIsrOf(partition, broker, ctx.rules) : 0,
    isLeader: leader !== null,
    isTimedOut,
  });
  if (!outcome.done) return item;
  if (outcome.error === 'NONE')
    return producerId === undefined
      ? { topicPartition, requiredOffset: -1, response: item.response }
      : { ...item, requiredOffset: -1 };
  if (outcome.error === 'REQUEST_TIMED_OUT' && delayed.isOfMarkers !== true) {
    broker.meters?.mark('produceExpires', 1, ctx.nowUs);
    const { clientId, replyTo } = delayed;
    ctx.trace({
      kind: 'ProduceTimedOut',
      partition: topicPartition,
      broker: broker.id,
      producer: clientId,
      correlationId: replyTo.correlationId,
      requiredOffset,
    });
  }
  const failure = failed(topicPartition, outcome.error, broker);
  return producerId === undefined ? failure : { ...failure, producerId };
}

/** By producer, in the order in which their markers came. */
function respondToMarkers(
  results: readonly DelayedProducePartition[],
  replyTo: ReplyAddress,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const markers = new Map<number, { topicPartition: TopicPartition; error: KafkaError }[]>();
  for (const { topicPartition, response, producerId = -1 } of results) {
    const partitions = markers.get(producerId) ?? [];
    markers.set(producerId, partitions);
    partitions.push({ topicPartition, error: response.error });
  }
  const told = [...markers].map(([producerId, partitions]) => ({ producerId, partitions }));
  broker.answer(replyTo, { kind: 'WriteTxnMarkersResponse', markers: told }, ctx);
}

function respond(
  results: readonly DelayedProducePartition[],
  replyTo: ReplyAddress,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const partitions = new Array<ProducePartitionResponse>(results.length);
  for (let i = 0; i < results.length; i++) partitions[i] = (results[i] as DelayedProducePartition).response;
  broker.answer(replyTo, { kind: 'ProduceResponse', partitions }, ctx);
}

function succeeded(
  topicPartition: TopicPartition,
  baseOffset: Offset,
  requiredOffset: Offset,
): DelayedProducePartition {
  const response: ProducePartitionResponse = {
    topicPartition,
    error: 'NONE',
    baseOffset,
    currentLeader: null,
  };
  return { topicPartition, requiredOffset, response };
}

function failed(
  topicPartition: TopicPartition,
  error: KafkaError,
  broker: BrokerInternals,
): DelayedProducePartition {
  const currentLeader = error === 'NOT_LEADER_OR_FOLLOWER' ? leaderHint(topicPartition, broker) : null;
  return {
    topicPartition,
    requiredOffset: -1,
    response: { topicPartition, error, baseOffset: -1, currentLeader },
  };
}
