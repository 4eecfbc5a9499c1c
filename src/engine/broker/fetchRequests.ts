import type { NodeContext, ReplyAddress } from '../node/Node.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import type {
  FetchPartition,
  FetchPartitionResponse,
  FetchRequest,
  ListOffsetsRequest,
  ListOffsetsResponse,
} from '../protocol/requests.ts';
import { LATEST_TIMESTAMP } from '../protocol/requests.ts';
import type { Rules } from '../rules/Rules.ts';
import type { RecordBatch } from '../storage/RecordBatch.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Bytes, Offset } from '../../shared/units.ts';
import { leaderHint, notLeaderError } from './BrokerInternals.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import type { DelayedFetch } from './DelayedFetch.ts';
import type { Partition } from './Partition.ts';
import { watchOver } from './Purgatory.ts';
import type { ReplicaManager } from './ReplicaManager.ts';

export const FETCH_TIMER = 'fetchPurgatory';
const CONSUMER: BrokerId = -1;

/** Answers or parks a fetch of a follower or a consumer (F2–F7). Kafka: `ReplicaManager.fetchMessages`. */
export function handleFetch(
  received: FetchRequest,
  replyTo: ReplyAddress,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const maxBytes = Math.min(received.maxBytes, broker.config.fetchMaxBytes);
  const request = { ...received, maxBytes, minBytes: Math.min(received.minBytes, maxBytes) };
  // Records and high watermarks as they stand before this fetch is credited (F7); only then the followers move on.
  const answers = readAll(request, broker, ctx.rules);
  broker.meters?.mark('totalFetchRequests', answers.length, ctx.nowUs);
  if (request.replicaId !== CONSUMER) creditFollower(request, answers, manager, broker, ctx);

  const look = {
    maxWaitMs: request.maxWaitMs,
    minBytes: request.minBytes,
    partitionCount: request.partitions.length,
    readableBytes: answers.reduce((sum, answer) => sum + bytesOf(answer.batches), 0),
    hasError: answers.some((answer) => answer.error !== 'NONE'),
    hasDivergingEpoch: answers.some((answer) => answer.divergingEpoch !== null),
    hasPreferredReadReplica: false,
  };
  if (ctx.rules.fetchAnswersAtOnce(look)) {
    broker.answer(replyTo, { kind: 'FetchResponse', partitions: answers }, ctx);
    return;
  }
  const id = manager.nextOperationId();
  const waitUs = request.maxWaitMs * MICROS_PER_MILLI;
  const watched = request.partitions.map((item) => item.topicPartition);
  const delayed = { id, watched, replyTo, request, parkedAtUs: ctx.nowUs, timesOutUs: ctx.nowUs + waitUs };
  manager.fetches.park(delayed);
  watchOver(manager.fetches, FETCH_TIMER, ctx);
  // Kafka looks again right after it has parked; that ends the wait of who reads beyond the high watermark.
  if (isSatisfied(delayed, broker, ctx.rules)) complete(delayed, manager, broker, ctx);
}

/** Looks at all parked fetches that read this partition (F5). */
export function completeFetches(
  manager: ReplicaManager,
  partition: Partition,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  for (const id of manager.fetches.watching(partition.topicPartition)) {
    const delayed = manager.fetches.parked.get(id);
    if (delayed && isSatisfied(delayed, broker, ctx.rules)) complete(delayed, manager, broker, ctx);
  }
}

/** Answers parked fetches whose longest wait is over, with whatever there is. */
export function expireFetches(manager: ReplicaManager, broker: BrokerInternals, ctx: NodeContext): void {
  for (const id of manager.fetches.expired(ctx.nowUs)) {
    const delayed = manager.fetches.parked.get(id);
    if (!delayed) continue;
    const isConsumer = delayed.request.replicaId === CONSUMER;
    broker.meters?.mark(isConsumer ? 'consumerFetchExpires' : 'followerFetchExpires', 1, ctx.nowUs);
    complete(delayed, manager, broker, ctx);
  }
  watchOver(manager.fetches, FETCH_TIMER, ctx);
}

/** Log end or log start of a partition, to a follower that lost its place or a client that looks for one (F10, H6). */
export function handleListOffsets(
  request: ListOffsetsRequest,
  replyTo: ReplyAddress,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const partitions = request.partitions.map((item): ListOffsetsResponse['partitions'][number] => {
    const { topicPartition, timestamp, currentLeaderEpoch } = item;
    const partition = broker.partitions.get(topicPartition);
    const refuse = (error: KafkaError) => ({ topicPartition, timestamp, error, offset: -1 });
    if (!partition?.leader) return refuse(notLeaderError(topicPartition, broker));
    const { leader, log } = partition;
    const epochError = ctx.rules.checkCurrentLeaderEpoch(currentLeaderEpoch, leader.leaderEpoch);
    if (epochError !== 'NONE') return refuse(epochError);
    if (timestamp !== LATEST_TIMESTAMP)
      return { topicPartition, timestamp, error: 'NONE', offset: log.logStartOffset };
    if (request.replicaId !== CONSUMER)
      return { topicPartition, timestamp, error: 'NONE', offset: log.logEndOffset };
    // A fresh leader does not yet know how far its epoch's start is committed (KIP-207).
    if (log.highWatermark < leader.leaderEpochStartOffset) return refuse('OFFSET_NOT_AVAILABLE');
    return { topicPartition, timestamp, error: 'NONE', offset: log.highWatermark };
  });
  broker.answer(replyTo, { kind: 'ListOffsetsResponse', partitions }, ctx);
}

function complete(
  delayed: DelayedFetch,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  manager.fetches.remove(delayed.id);
  // Kafka counts a partition each time it is read, so again after the wait.
  broker.meters?.mark('totalFetchRequests', delayed.request.partitions.length, ctx.nowUs);
  broker.answer(
    delayed.replyTo,
    { kind: 'FetchResponse', partitions: readAll(delayed.request, broker, ctx.rules) },
    ctx,
  );
}

function isSatisfied(delayed: DelayedFetch, broker: BrokerInternals, rules: Rules): boolean {
  const { request } = delayed;
  let bytes = 0;
  for (const item of request.partitions) {
    const partition = broker.partitions.get(item.topicPartition);
    const leader = partition?.leader;
    if (
      !partition ||
      !leader ||
      rules.checkCurrentLeaderEpoch(item.currentLeaderEpoch, leader.leaderEpoch) !== 'NONE'
    )
      return true;
    if (item.fetchOffset > readableEnd(request, partition)) return true;
    bytes += partition.log.readableBytes(
      item.fetchOffset,
      readableEnd(request, partition),
      request.minBytes - bytes,
    );
    if (bytes >= request.minBytes) return true;
  }
  return false;
}

function readAll(request: FetchRequest, broker: BrokerInternals, rules: Rules): FetchPartitionResponse[] {
  let budget = request.maxBytes;
  let isFirst = true;
  return request.partitions.map((item) => {
    const answer = readOne(request, item, Math.min(budget, item.maxBytes), isFirst, broker, rules);
    budget -= bytesOf(answer.batches);
    if (answer.batches.length > 0) isFirst = false;
    return answer;
  });
}

function readOne(
  request: FetchRequest,
  item: FetchPartition,
  maxBytes: Bytes,
  atLeastOne: boolean,
  broker: BrokerInternals,
  rules: Rules,
): FetchPartitionResponse {
  const { topicPartition, fetchOffset } = item;
  const partition = broker.partitions.get(topicPartition);
  if (!partition?.leader) return failed(item, notLeaderError(topicPartition, broker), broker);
  const { leader, log } = partition;
  const epochError = rules.checkCurrentLeaderEpoch(item.currentLeaderEpoch, leader.leaderEpoch);
  if (epochError !== 'NONE') return failed(item, epochError, broker);
  if (request.replicaId !== CONSUMER) {
    const registered = broker.image.brokers.get(request.replicaId);
    const staleError = rules.brokerEpochCheck(
      request.replicaEpoch,
      registered && !registered.fenced ? registered.brokerEpoch : null,
    );
    if (staleError !== 'NONE' || !leader.followers.has(request.replicaId))
      return failed(item, 'NOT_LEADER_OR_FOLLOWER', broker);
  }
  const whole = {
    topicPartition,
    error: 'NONE' as const,
    highWatermark: log.highWatermark,
    logStartOffset: log.logStartOffset,
    batches: [],
    divergingEpoch: null,
    currentLeader: null,
  };
  if (item.lastFetchedEpoch >= 0) {
    const end = log.epochs.endOffsetFor(item.lastFetchedEpoch, log.logEndOffset);
    const decision = rules.divergingEpoch(fetchOffset, item.lastFetchedEpoch, end, log.logStartOffset);
    if (decision.kind === 'outOfRange') return failed(item, 'OFFSET_OUT_OF_RANGE', broker);
    if (decision.kind === 'diverging')
      return { ...whole, divergingEpoch: { epoch: decision.epoch, endOffset: decision.endOffset } };
  }
  if (fetchOffset < log.logStartOffset || fetchOffset > log.logEndOffset)
    return failed(item, 'OFFSET_OUT_OF_RANGE', broker);
  return { ...whole, batches: log.read(fetchOffset, readableEnd(request, partition), maxBytes, atLeastOne) };
}

function creditFollower(
  request: FetchRequest,
  answers: readonly FetchPartitionResponse[],
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  request.partitions.forEach((item, index) => {
    const answer = answers[index];
    const partition = broker.partitions.get(item.topicPartition);
    if (!partition || answer?.error !== 'NONE' || answer.divergingEpoch !== null) return;
    const fetch = {
      fetchOffset: item.fetchOffset,
      followerLogStartOffset: item.logStartOffset,
      brokerEpoch: request.replicaEpoch,
    };
    manager.recordFollowerFetch(partition, request.replicaId, fetch, broker, ctx);
  });
}

/** A follower reads to the log's end, a consumer to the high watermark. */
function readableEnd(request: FetchRequest, partition: Partition): Offset {
  return request.replicaId === CONSUMER ? partition.log.highWatermark : partition.log.logEndOffset;
}

function bytesOf(batches: readonly RecordBatch[]): Bytes {
  let bytes = 0;
  for (const batch of batches) bytes += batch.sizeBytes;
  return bytes;
}

function failed(item: FetchPartition, error: KafkaError, broker: BrokerInternals): FetchPartitionResponse {
  const namesLeader = error === 'NOT_LEADER_OR_FOLLOWER' || error === 'FENCED_LEADER_EPOCH';
  return {
    topicPartition: item.topicPartition,
    error,
    highWatermark: -1,
    logStartOffset: -1,
    batches: [],
    divergingEpoch: null,
    currentLeader: namesLeader ? leaderHint(item.topicPartition, broker) : null,
  };
}
