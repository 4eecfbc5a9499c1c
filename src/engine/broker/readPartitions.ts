import type { NodeContext } from '../node/Node.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import type { FetchPartition, FetchPartitionResponse } from '../protocol/requests.ts';
import type { Rules } from '../rules/Rules.ts';
import { endOffsetOf } from '../storage/RecordBatch.ts';
import type { RecordBatch } from '../storage/RecordBatch.ts';
import type { UnifiedLog } from '../storage/UnifiedLog.ts';
import type { BrokerId, Bytes, Offset, TopicPartition } from '../../shared/units.ts';
import { leaderHint, notLeaderError } from './BrokerInternals.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import type { FetchParams } from './DelayedFetch.ts';
import { findPreferredReadReplica } from './findPreferredReadReplica.ts';
import type { Partition } from './Partition.ts';
import type { ReplicaManager } from './ReplicaManager.ts';

export const CONSUMER: BrokerId = -1;

/**
 * Reads the partitions of a fetch in their order, within its limits (F2). Both caps yield to the first batch of the first
 * partition that has any; from then on each slice of a log is cut at the byte, and a slice that holds no whole batch is left
 * out. Kafka: `ReplicaManager.readFromLog` (4.2).
 */
export function readPartitions(
  params: FetchParams,
  items: readonly FetchPartition[],
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): FetchPartitionResponse[] {
  let budget = params.maxBytes;
  let isFirst = true;
  const answers = new Array<FetchPartitionResponse>(items.length);
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as FetchPartition;
    const limit = Math.min(budget, item.maxBytes);
    const answer = readPartition(params, item, limit, isFirst, manager, broker, ctx);
    const bytes = sliceBytes(answer);
    budget = Math.max(0, budget - bytes);
    if (bytes > 0) isFirst = false;
    answers[i] = answer;
  }
  return answers;
}

/** Bytes of the log that an answer takes along. */
export function sliceBytes(answer: FetchPartitionResponse): Bytes {
  return sizeOf(answer.batches) + answer.cutBytes;
}

/** A follower reads to the log's end, a consumer to the high watermark of whom it asks (K3), or to what is stable there (T24). */
export function readableEnd(
  { replicaId, isolationLevel }: Pick<FetchParams, 'replicaId' | 'isolationLevel'>,
  { log }: Partition,
  rules: Rules,
): Offset {
  if (replicaId !== CONSUMER) return log.logEndOffset;
  return isolationLevel === 'READ_COMMITTED' ? rules.lastStableOffset(log) : log.highWatermark;
}

/** Why a partition cannot be read here at all; null: it can. A consumer may read from a follower (KIP-392). */
export function fetchRefusal(
  params: FetchParams,
  item: FetchPartition,
  partition: Partition | undefined,
  broker: BrokerInternals,
  rules: Rules,
): KafkaError | null {
  if (!partition?.role) return notLeaderError(item.topicPartition, broker);
  const epochError = rules.checkCurrentLeaderEpoch(item.currentLeaderEpoch, partition.role.leaderEpoch);
  if (epochError !== 'NONE') return epochError;
  if (params.replicaId === CONSUMER) return null;
  const isFollower = partition.leader?.followers.has(params.replicaId) ?? false;
  return isFollower && !isFromEarlierLife(params, broker, rules) ? null : 'NOT_LEADER_OR_FOLLOWER';
}

/** Whether a follower's fetch comes from a process that has been replaced (KIP-903). */
export function isFromEarlierLife(params: FetchParams, broker: BrokerInternals, rules: Rules): boolean {
  if (params.replicaId === CONSUMER) return false;
  const registered = broker.image.brokers.get(params.replicaId);
  const known = registered && !registered.fenced ? registered.brokerEpoch : null;
  return rules.brokerEpochCheck(params.replicaEpoch, known) !== 'NONE';
}

function readPartition(
  params: FetchParams,
  item: FetchPartition,
  maxBytes: Bytes,
  atLeastOne: boolean,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): FetchPartitionResponse {
  const { topicPartition, fetchOffset } = item;
  const partition = broker.partitions.get(topicPartition);
  const refusal = fetchRefusal(params, item, partition, broker, ctx.rules);
  if (refusal !== null || !partition) return failed(item, refusal ?? 'UNKNOWN_TOPIC_OR_PARTITION', broker);
  const { log } = partition;
  const preferred = findPreferredReadReplica(params, partition, fetchOffset, manager, broker, ctx.nowUs);
  if (preferred !== null) return answer(params, item, log, ctx.rules, NO_BATCHES, 0, null, preferred);
  if (item.lastFetchedEpoch >= 0) {
    const end = log.epochs.endOffsetFor(item.lastFetchedEpoch, log.logEndOffset);
    const decision = ctx.rules.divergingEpoch(fetchOffset, item.lastFetchedEpoch, end, log.logStartOffset);
    if (decision.kind === 'outOfRange') return failed(item, 'OFFSET_OUT_OF_RANGE', broker);
    if (decision.kind === 'diverging')
      return answer(params, item, log, ctx.rules, NO_BATCHES, 0, {
        epoch: decision.epoch,
        endOffset: decision.endOffset,
      });
  }
  if (fetchOffset < log.logStartOffset || fetchOffset > log.logEndOffset)
    return failed(item, 'OFFSET_OUT_OF_RANGE', broker);
  if (manager.mustLeaderThrottle(params, partition, broker, ctx))
    return answer(params, item, log, ctx.rules, NO_BATCHES, 0);
  const end = readableEnd(params, partition, ctx.rules);
  const batches = log.read(fetchOffset, end, maxBytes, atLeastOne);
  const bytes = sizeOf(batches);
  // A slice that ends within a batch takes a part of it along, if it holds a whole one before.
  const isCut =
    bytes > 0 && bytes < maxBytes && endOffsetOf(batches[batches.length - 1] as RecordBatch) < end;
  const sliced = isCut ? Math.min(maxBytes, log.readableBytes(fetchOffset, end, maxBytes)) : bytes;
  return answer(params, item, log, ctx.rules, batches, Math.max(0, sliced - bytes));
}

function answer(
  params: FetchParams,
  item: FetchPartition,
  log: UnifiedLog,
  rules: Rules,
  batches: readonly RecordBatch[],
  cutBytes: Bytes,
  divergingEpoch: FetchPartitionResponse['divergingEpoch'] = null,
  preferredReadReplica: BrokerId | null = null,
): FetchPartitionResponse {
  const plain = found(item.topicPartition, log, batches, cutBytes, divergingEpoch, preferredReadReplica);
  return params.isolationLevel === 'READ_COMMITTED'
    ? withTransactions(plain, item.fetchOffset, log, rules)
    : plain;
}

/**
 * What a read_committed reader is told beside (T26).
 *
 * Simplified: aborted transactions are looked for up to the last batch of the answer. Kafka looks up to where its index says that the
 * answer ends at the latest, and may name some that begin behind it; the reader makes nothing of these.
 */
function withTransactions(
  answer: FetchPartitionResponse,
  fetchOffset: Offset,
  log: UnifiedLog,
  rules: Rules,
): FetchPartitionResponse {
  const last = answer.batches[answer.batches.length - 1];
  const aborted = last ? log.abortedTransactionsIn(fetchOffset, endOffsetOf(last)) : [];
  return {
    ...answer,
    lastStableOffset: rules.lastStableOffset(log),
    abortedTransactions: aborted.map(({ producerId, firstOffset }) => ({ producerId, firstOffset })),
  };
}

const NO_BATCHES: readonly RecordBatch[] = [];

function found(
  topicPartition: TopicPartition,
  log: UnifiedLog,
  batches: readonly RecordBatch[],
  cutBytes: Bytes,
  divergingEpoch: FetchPartitionResponse['divergingEpoch'],
  preferredReadReplica: BrokerId | null,
): FetchPartitionResponse {
  return {
    topicPartition,
    error: 'NONE',
    highWatermark: log.highWatermark,
    logStartOffset: log.logStartOffset,
    batches,
    divergingEpoch,
    currentLeader: null,
    preferredReadReplica,
    cutBytes,
  };
}

function sizeOf(batches: readonly RecordBatch[]): Bytes {
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
    preferredReadReplica: null,
    cutBytes: 0,
  };
}
