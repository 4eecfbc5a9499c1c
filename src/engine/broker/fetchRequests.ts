import { sortShort } from '../kernel/sortShort.ts';
import type { NodeContext, ReplyAddress } from '../node/Node.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import { INVALID_SESSION_ID } from '../protocol/FetchSessionHandler.ts';
import type {
  FetchPartition,
  FetchPartitionResponse,
  FetchRequest,
  FetchResponse,
  ListOffsetsRequest,
  ListOffsetsResponse,
} from '../protocol/requests.ts';
import { rpcSizeBytes } from '../protocol/requests.ts';
import type { Rules } from '../rules/Rules.ts';
import { MICROS_PER_MILLI, millisFromMicros } from '../../shared/units.ts';
import type { Bytes, Micros, Offset } from '../../shared/units.ts';
import { notLeaderError } from './BrokerInternals.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import { maxValueInQuotaWindow } from './ClientQuotaManager.ts';
import type { DelayedFetch, FetchContext, FetchParams } from './DelayedFetch.ts';
import type { FetchFirstLook } from './fetchAnswersAtOnce.ts';
import { fetchOffsetForTimestamp } from './fetchOffsetForTimestamp.ts';
import { mustRespond, toldAfter } from './FetchSession.ts';
import { closeSession, selectAnswers, settleSession, wakeSessions } from './fetchSessions.ts';
import { openFetch } from './openFetch.ts';
import type { Partition } from './Partition.ts';
import { configOf } from './partitionConfig.ts';
import { watchOver } from './Purgatory.ts';
import type { WatchKey } from './Purgatory.ts';
import {
  CONSUMER,
  fetchRefusal,
  isFromEarlierLife,
  readableEnd,
  readPartitions,
  sliceBytes,
} from './readPartitions.ts';
import { remoteStorageOf } from './remoteLogManager.ts';
import type { ReplicaManager } from './ReplicaManager.ts';

export const FETCH_TIMER = 'fetchPurgatory';
export const REMOTE_READ_TIMER = 'remoteRead';

/**
 * Answers or parks a fetch of a follower or a consumer (F2–F7). Kafka: `KafkaApis.handleFetchRequest`,
 * `ReplicaManager.fetchMessages`. In a session only partitions that may have something to tell are looked at (KIP-227).
 */
export function handleFetch(
  request: FetchRequest,
  replyTo: ReplyAddress,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const params = limited(request, broker);
  // A follower's process that was replaced is refused everywhere, whatever the partitions say.
  if (isFromEarlierLife(params, broker, ctx.rules)) wakeAll(request.sessionId, manager, broker);
  const context = openFetch(request, manager.sessions, ctx.nowUs, (session) => {
    closeSession(session, broker);
  });
  if (context.kind === 'error') {
    broker.answer(replyTo, response([], INVALID_SESSION_ID, context.error), ctx);
    return;
  }
  // Records and high watermarks as they stand before this fetch is credited (F7); only then the followers move on.
  const items = itemsOf(context, manager);
  const answers = readPartitions(params, items, manager, broker, ctx);
  const count = partitionCount(context, manager);
  broker.meters?.mark('totalFetchRequests', count, ctx.nowUs);
  if (params.replicaId !== CONSUMER) creditFollower(params, items, answers, manager, broker, ctx);

  const look = firstLook(params, count, answers);
  const id = manager.nextOperationId();
  const timesOutUs = ctx.nowUs + params.maxWaitMs * MICROS_PER_MILLI;
  const watched = watchedBy(context);
  const delayed = { id, watched, replyTo, params, context, parkedAtUs: ctx.nowUs, timesOutUs };
  if (broker.config.hasRemoteStorage && items.some((item) => readsRemote(item, broker))) {
    readRemote(delayed, manager, broker, ctx);
    return;
  }
  if (ctx.rules.fetchAnswersAtOnce(look)) {
    respond(delayed, answers, manager, broker, ctx);
    return;
  }
  manager.fetches.park(delayed);
  watchOver(manager.fetches, FETCH_TIMER, ctx);
  // Kafka looks again right after it has parked.
  if (isSatisfied(delayed, manager, broker, ctx)) complete(delayed, manager, broker, ctx);
  else settle(context, manager, broker, ctx.rules);
}

/** Whether what is asked for is in remote storage and not on the disk (TS2). */
function readsRemote({ topicPartition, fetchOffset }: FetchPartition, broker: BrokerInternals): boolean {
  const log = broker.partitions.get(topicPartition)?.log;
  if (log === undefined || log.remoteBatchCount === 0) return false;
  return log.logStartOffset <= fetchOffset && fetchOffset < log.localLogStartOffset;
}

/** The answer waits until remote storage has answered. Kafka: `DelayedRemoteFetch` (4.2). */
function readRemote(
  delayed: DelayedFetch,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const dueUs = ctx.nowUs + broker.config.remoteReadUs;
  broker.meters?.mark('remoteFetchRequests', 1, ctx.nowUs);
  manager.remoteReads = [...manager.remoteReads, { delayed, dueUs }];
  if (ctx.timerAtUs(REMOTE_READ_TIMER) === null) ctx.setTimer(REMOTE_READ_TIMER, dueUs - ctx.nowUs);
}

/** Remote storage has answered; all reads take alike, so the first to be asked is the first to be done. */
export function finishRemoteReads(manager: ReplicaManager, broker: BrokerInternals, ctx: NodeContext): void {
  const due = manager.remoteReads.filter(({ dueUs }) => dueUs <= ctx.nowUs);
  manager.remoteReads = manager.remoteReads.filter(({ dueUs }) => dueUs > ctx.nowUs);
  for (const { delayed } of due) {
    const items = itemsOf(delayed.context, manager);
    const answers = readPartitions(delayed.params, items, manager, broker, ctx);
    const at = items.findIndex((item) => readsRemote(item, broker));
    const bytes = answers[at]?.batches.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) ?? 0;
    broker.meters?.mark('remoteFetchBytes', bytes, ctx.nowUs);
    respond(delayed, answers, manager, broker, ctx);
  }
  const [next] = manager.remoteReads;
  if (next) ctx.setTimer(REMOTE_READ_TIMER, next.dueUs - ctx.nowUs);
}

/** The partition moved on: all parked fetches that read it are looked at (F5). */
export function completeFetches(
  manager: ReplicaManager,
  partition: Partition,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  wakeSessions(partition, manager);
  if (manager.fetches.parked.size === 0) return;
  for (const id of fetchesOf(partition, manager)) {
    const delayed = manager.fetches.parked.get(id);
    if (!delayed) continue;
    const isDone =
      delayed.params.minBytes <= 1
        ? isSatisfiedBy(delayed, partition, manager, broker, ctx)
        : isSatisfied(delayed, manager, broker, ctx);
    if (isDone) complete(delayed, manager, broker, ctx);
  }
}

/** Parked fetches that read this partition, in a session or not, oldest first. */
function fetchesOf({ topicPartition }: Partition, manager: ReplicaManager): readonly number[] {
  const ids: number[] = [];
  manager.fetches.addWatching(topicPartition, ids);
  for (const { session } of manager.sessions.sessionsWith(topicPartition))
    manager.fetches.addWatching(session.id, ids);
  return sortShort(ids, (a, b) => a - b);
}

/** Answers parked fetches whose longest wait is over, with whatever there is. */
export function expireFetches(manager: ReplicaManager, broker: BrokerInternals, ctx: NodeContext): void {
  for (const id of manager.fetches.expired(ctx.nowUs)) {
    const delayed = manager.fetches.parked.get(id);
    if (!delayed) continue;
    const isConsumer = delayed.params.replicaId === CONSUMER;
    broker.meters?.mark(isConsumer ? 'consumerFetchExpires' : 'followerFetchExpires', 1, ctx.nowUs);
    complete(delayed, manager, broker, ctx);
  }
  watchOver(manager.fetches, FETCH_TIMER, ctx);
}

/** Where a partition begins, ends, or has the records of a time, to a follower that lost its place or a client (F10, H6, SG4, SG6). */
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
    if (!partition?.role) return refuse(notLeaderError(topicPartition, broker));
    const { leader, log } = partition;
    const epochError = ctx.rules.checkCurrentLeaderEpoch(currentLeaderEpoch, partition.role.leaderEpoch);
    if (epochError !== 'NONE') return refuse(epochError);
    if (!leader) return refuse('NOT_LEADER_OR_FOLLOWER');
    const found = fetchOffsetForTimestamp(timestamp, {
      log,
      lastFetchableOffset: readableEnd(request, partition, ctx.rules),
      // A fresh leader does not yet know how far its epoch's start is committed (KIP-207).
      isBehind: request.replicaId === CONSUMER && log.highWatermark < leader.leaderEpochStartOffset,
      highestRemoteOffset: highestRemoteOffset(partition, broker, ctx),
    });
    return { topicPartition, timestamp, ...found };
  });
  broker.answer(replyTo, { kind: 'ListOffsetsResponse', partitions }, ctx);
}

function highestRemoteOffset(partition: Partition, broker: BrokerInternals, ctx: NodeContext): Offset | null {
  if (!broker.config.hasRemoteStorage) return null;
  return remoteStorageOf(partition, configOf(partition, broker).log, ctx)?.highestOffset ?? null;
}

function limited(request: FetchRequest, broker: BrokerInternals): FetchParams {
  const { replicaId, replicaEpoch, maxWaitMs, clientId, rackId, isolationLevel } = request;
  const { quotaWindow, fetchMaxBytes } = broker.config;
  // More than a quota lets through at once would be throttled for ever.
  const quotaBytes =
    replicaId === CONSUMER
      ? maxValueInQuotaWindow(broker.image.clientQuotas, 'consumer_byte_rate', clientId, quotaWindow)
      : Infinity;
  const maxBytes = Math.floor(Math.min(request.maxBytes, fetchMaxBytes, quotaBytes));
  const minBytes = Math.min(request.minBytes, maxBytes);
  const params = { replicaId, replicaEpoch, maxWaitMs, clientId, rackId, maxBytes, minBytes };
  return isolationLevel ? { ...params, isolationLevel } : params;
}

function complete(
  delayed: DelayedFetch,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  manager.fetches.remove(delayed.id);
  const items = itemsOf(delayed.context, manager);
  // Kafka counts a partition each time it is read, so again after the wait.
  broker.meters?.mark('totalFetchRequests', partitionCount(delayed.context, manager), ctx.nowUs);
  respond(delayed, readPartitions(delayed.params, items, manager, broker, ctx), manager, broker, ctx);
}

/** Sends what was read: everything, or in a session what has changed; a full fetch may get a session. */
function respond(
  delayed: DelayedFetch,
  answers: readonly FetchPartitionResponse[],
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const { context, params, replyTo } = delayed;
  // Without quotas nothing is throttled, and the size need not be worked out.
  if (params.replicaId === CONSUMER && broker.image.clientQuotas.size > 0) {
    const sizeBytes = rpcSizeBytes(response(answersDue(context, answers, manager)));
    const throttleTimeMs = broker.throttleFetch(replyTo, sizeBytes, ctx);
    if (throttleTimeMs > 0) {
      // Over the quota: nothing is told now, and the session stands where it stood (KIP-219).
      broker.answer(replyTo, { ...emptied(context, manager), throttleTimeMs }, ctx);
      return;
    }
  }
  if (params.replicaId !== CONSUMER) recordLeaderQuota(answers, manager, broker, ctx);
  switch (context.kind) {
    case 'sessionless':
      broker.answer(replyTo, response(answers), ctx);
      return;
    case 'full': {
      const sessionId = beginSession(
        params,
        context.partitions,
        answers,
        delayed.parkedAtUs,
        manager,
        broker,
        ctx,
      );
      broker.answer(replyTo, response(answers, sessionId), ctx);
      return;
    }
    case 'incremental': {
      const session = manager.sessions.get(context.sessionId);
      if (session && session.epoch !== context.expectedEpoch) {
        broker.answer(replyTo, response([], INVALID_SESSION_ID, 'INVALID_FETCH_SESSION_EPOCH'), ctx);
        return;
      }
      // A session that was evicted meanwhile has nothing to read; its next request will be told.
      const told = session ? selectAnswers(session, answers) : [];
      broker.answer(replyTo, response(told, context.sessionId), ctx);
      if (session) settleSession(session, broker, ctx.rules);
    }
  }
}

/** What goes out for throttled replicas counts towards the leader's quota, in sync or not (KIP-73). */
function recordLeaderQuota(
  answers: readonly FetchPartitionResponse[],
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  let throttled: FetchPartitionResponse[] | null = null;
  for (const answer of answers) {
    const partition = broker.partitions.get(answer.topicPartition);
    if (partition && manager.leaderQuota.isThrottled(partition, broker)) (throttled ??= []).push(answer);
  }
  if (throttled) manager.leaderQuota.record(rpcSizeBytes(response(throttled)), broker, ctx.clockMs());
}

/** What an answer would carry, with nothing noted as told. */
function answersDue(
  context: FetchContext,
  answers: readonly FetchPartitionResponse[],
  manager: ReplicaManager,
): readonly FetchPartitionResponse[] {
  if (context.kind !== 'incremental') return answers;
  const session = manager.sessions.get(context.sessionId);
  return answers.filter((answer) => {
    const cached = session?.partitions.get(answer.topicPartition);
    return cached !== undefined && mustRespond(cached, answer);
  });
}

/** Kafka: `FetchContext.getThrottledResponse`. */
function emptied(context: FetchContext, manager: ReplicaManager): FetchResponse {
  if (context.kind !== 'incremental') return response([]);
  const session = manager.sessions.get(context.sessionId);
  const isOver = session !== undefined && session.epoch !== context.expectedEpoch;
  return isOver
    ? response([], INVALID_SESSION_ID, 'INVALID_FETCH_SESSION_EPOCH')
    : response([], context.sessionId);
}

function beginSession(
  params: FetchParams,
  requested: readonly FetchPartition[],
  answers: readonly FetchPartitionResponse[],
  arrivedUs: Micros,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): number {
  const partitions = requested.flatMap((request, index) => {
    const answer = answers[index];
    return answer ? [{ request, told: toldAfter(answer) }] : [];
  });
  if (partitions.length === 0) return INVALID_SESSION_ID;
  const { replicaId, rackId } = params;
  const session = manager.sessions.maybeCreate(
    { replicaId, rackId, partitions, arrivedUs },
    broker.config.maxIncrementalFetchSessionCacheSlots,
    millisFromMicros(ctx.nowUs),
    (bound, n) => Math.floor(ctx.jitter('fetchSessionId', n) * bound),
    (evicted) => {
      closeSession(evicted, broker);
      broker.meters?.mark('fetchSessionEvictions', 1, ctx.nowUs);
    },
  );
  if (session) settleSession(session, broker, ctx.rules);
  return session?.id ?? INVALID_SESSION_ID;
}

/** Whether a parked fetch is to be answered now (F5). Kafka: `DelayedFetch.tryComplete`. */
function isSatisfied(
  delayed: DelayedFetch,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): boolean {
  let bytes = 0;
  // In whatever order: nothing is read yet.
  for (const item of unorderedItemsOf(delayed.context, manager)) {
    const found = look(delayed, item, delayed.params.minBytes - bytes, manager, broker, ctx);
    if (found === 'ends') return true;
    bytes += found;
    if (bytes >= delayed.params.minBytes) return true;
  }
  return false;
}

/** The same of a fetch that any byte satisfies, when only this partition has moved. */
function isSatisfiedBy(
  delayed: DelayedFetch,
  partition: Partition,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): boolean {
  const { context, params } = delayed;
  const { topicPartition } = partition;
  const item =
    context.kind === 'incremental'
      ? manager.sessions.get(context.sessionId)?.partitions.get(topicPartition)?.request
      : context.partitions.find((asked) => asked.topicPartition === topicPartition);
  if (!item) return false;
  const found = look(delayed, item, 1, manager, broker, ctx);
  return found === 'ends' || found >= params.minBytes;
}

/** What one partition adds to a parked fetch: bytes, counted no further than `enough`, or the end of the wait. */
function look(
  { params, parkedAtUs }: DelayedFetch,
  item: FetchPartition,
  enough: Bytes,
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): Bytes | 'ends' {
  const partition = broker.partitions.get(item.topicPartition);
  if (!partition || fetchRefusal(params, item, partition, broker, ctx.rules) !== null) return 'ends';
  const { log } = partition;
  // The log was cut below the fetcher's place. A place between high watermark and log end waits (K3).
  if (item.fetchOffset > log.logEndOffset) return 'ends';
  if (item.lastFetchedEpoch >= 0) {
    const end = log.epochs.endOffsetFor(item.lastFetchedEpoch, log.logEndOffset);
    if (
      ctx.rules.divergingEpoch(item.fetchOffset, item.lastFetchedEpoch, end, log.logStartOffset).kind !==
      'read'
    )
      return 'ends';
  }
  if (manager.mustLeaderThrottle(params, partition, broker, ctx)) return 0;
  const end = readableEnd(params, partition, ctx.rules);
  // Where it reads nothing more is to come.
  if (log.isOnOlderSegment(item.fetchOffset, end, parkedAtUs)) return 'ends';
  const most = Math.min(enough, item.maxBytes);
  return Math.min(item.maxBytes, log.readableBytes(item.fetchOffset, end, most));
}

function creditFollower(
  params: FetchParams,
  items: readonly FetchPartition[],
  answers: readonly FetchPartitionResponse[],
  manager: ReplicaManager,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as FetchPartition;
    const answer = answers[i];
    const partition = broker.partitions.get(item.topicPartition);
    if (!partition || answer?.error !== 'NONE' || answer.divergingEpoch !== null) continue;
    const fetch = {
      fetchOffset: item.fetchOffset,
      followerLogStartOffset: item.logStartOffset,
      brokerEpoch: params.replicaEpoch,
    };
    manager.recordFollowerFetch(partition, params.replicaId, fetch, broker, ctx);
  }
}

/** The partitions that a fetch has to look at, in their order. */
function itemsOf(context: FetchContext, manager: ReplicaManager): readonly FetchPartition[] {
  if (context.kind !== 'incremental') return context.partitions;
  const session = manager.sessions.get(context.sessionId);
  return session ? session.requestsInOrder() : [];
}

function unorderedItemsOf(context: FetchContext, manager: ReplicaManager): readonly FetchPartition[] {
  if (context.kind !== 'incremental') return context.partitions;
  return manager.sessions.get(context.sessionId)?.requests() ?? [];
}

function partitionCount(context: FetchContext, manager: ReplicaManager): number {
  if (context.kind !== 'incremental') return context.partitions.length;
  return manager.sessions.get(context.sessionId)?.partitions.size ?? 0;
}

/** A parked fetch of a session waits for the session: one key for all its partitions. */
function watchedBy(context: FetchContext): readonly WatchKey[] {
  if (context.kind === 'incremental') return [context.sessionId];
  return context.partitions.map((item) => item.topicPartition);
}

function wakeAll(sessionId: number, manager: ReplicaManager, broker: BrokerInternals): void {
  const session = manager.sessions.get(sessionId);
  if (!session) return;
  closeSession(session, broker);
  for (const cached of session.partitions.values()) session.wake(cached);
}

function settle(context: FetchContext, manager: ReplicaManager, broker: BrokerInternals, rules: Rules): void {
  const session = context.kind === 'incremental' ? manager.sessions.get(context.sessionId) : undefined;
  if (session) settleSession(session, broker, rules);
}

function firstLook(
  { maxWaitMs, minBytes }: FetchParams,
  partitionCount: number,
  answers: readonly FetchPartitionResponse[],
): FetchFirstLook {
  let readableBytes = 0;
  let hasError = false;
  let hasDivergingEpoch = false;
  let hasPreferredReadReplica = false;
  for (const answer of answers) {
    readableBytes += sliceBytes(answer);
    if (answer.error !== 'NONE') hasError = true;
    if (answer.divergingEpoch !== null) hasDivergingEpoch = true;
    if (answer.preferredReadReplica !== null) hasPreferredReadReplica = true;
  }
  return {
    maxWaitMs,
    minBytes,
    partitionCount,
    readableBytes,
    hasError,
    hasDivergingEpoch,
    hasPreferredReadReplica,
  };
}

function response(
  partitions: readonly FetchPartitionResponse[],
  sessionId = INVALID_SESSION_ID,
  error: KafkaError = 'NONE',
): FetchResponse {
  return { kind: 'FetchResponse', error, sessionId, throttleTimeMs: 0, partitions };
}
