import type { ReplyAddress } from '../../node/Node.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import {
  FINAL_EPOCH,
  INITIAL_EPOCH,
  type ShareAcknowledgePartition,
  type ShareAcknowledgeRequest,
  type ShareAcknowledgeResponse,
  type ShareFetchPartitionResponse,
  type ShareFetchRequest,
  type ShareFetchResponse,
} from '../../protocol/shareRequests.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { TopicPartition } from '../../../shared/units.ts';
import { notLeaderError } from '../BrokerInternals.ts';
import type { CoordinatorHost } from '../coordinator/CoordinatorShard.ts';
import { watchOver } from '../Purgatory.ts';
import {
  complete,
  completeShareFetches,
  failed,
  isSatisfied,
  lockTimeoutMs,
  maybeAnswer,
  SHARE_FETCH_TIMER,
} from './shareFetch.ts';
import { sharePartitionKey } from './SharePartition.ts';
import { acknowledge, release, sharePartitionOf } from './sharePartitionEvents.ts';
import type { DelayedShareFetch, ShareCall } from './SharePartitionManager.ts';
import {
  nextShareSessionEpoch,
  shareSessionError,
  shareSessionKey,
  type ShareSession,
} from './ShareSession.ts';

// ShareFetch and ShareAcknowledge on the leaders of partitions. Kafka: `KafkaApis.handleShareFetchRequest` (4.2).

type ShareRequestBody = ShareFetchRequest | ShareAcknowledgeRequest;

/** Acknowledgements come first; the fetch waits for records beside them, and both are answered together. */
export function handleShareRequest(
  request: ShareRequestBody,
  replyTo: ReplyAddress,
  host: CoordinatorHost,
): void {
  const { broker, process, ctx } = host;
  const { shares } = process;
  const { share: config } = broker.config.groups;
  const { groupId, memberId, shareSessionEpoch } = request;
  const key = shareSessionKey(groupId, memberId);
  const known = shares.sessions.get(key);
  const acknowledgements = request.partitions.filter(
    ({ acknowledgementBatches }) => acknowledgementBatches.length > 0,
  );
  const error = !config.isEnabled
    ? 'UNSUPPORTED_VERSION'
    : shareSessionError(
        request.kind === 'ShareFetchRequest' ? 'fetch' : 'acknowledge',
        shareSessionEpoch,
        known,
        {
          hasAcknowledgements: acknowledgements.length > 0,
          isFull: shares.sessions.size >= config.maxShareSessions,
        },
      );
  if (error !== 'NONE') {
    broker.answer(replyTo, refusal(request, error, host), ctx);
    return;
  }
  shares.lastCallId += 1;
  const call: ShareCall = {
    id: shares.lastCallId,
    replyTo,
    request,
    writesLeft: 0,
    acknowledged: new Map(),
    fetched: null,
  };
  shares.calls.set(call.id, call);
  if (request.kind === 'ShareFetchRequest' && shareSessionEpoch !== FINAL_EPOCH)
    updateSession(request, replyTo, host);
  else if (known && shareSessionEpoch !== FINAL_EPOCH) known.epoch = nextShareSessionEpoch(known.epoch);
  takeAcknowledgements(call, acknowledgements, host);
  if (shareSessionEpoch === FINAL_EPOCH || request.kind === 'ShareAcknowledgeRequest') {
    call.fetched = [];
    if (known && shareSessionEpoch === FINAL_EPOCH) closeShareSession(known, 'FINAL_EPOCH', host);
    maybeAnswer(call, host);
    return;
  }
  startFetch(call, request, host);
}

function updateSession(request: ShareFetchRequest, { source }: ReplyAddress, host: CoordinatorHost): void {
  const { sessions } = host.process.shares;
  const { groupId, memberId, shareSessionEpoch, partitions, forgotten } = request;
  const key = shareSessionKey(groupId, memberId);
  const asked = partitions.map(({ topicPartition }) => topicPartition);
  if (shareSessionEpoch === INITIAL_EPOCH) {
    sessions.set(key, { groupId, memberId, epoch: 1, partitions: asked, source });
    return;
  }
  const session = sessions.get(key);
  if (!session) return;
  session.partitions = [...new Set([...session.partitions, ...asked])].filter(
    (name) => !forgotten.includes(name),
  );
  session.epoch = nextShareSessionEpoch(session.epoch);
}

function takeAcknowledgements(
  call: ShareCall,
  partitions: readonly ShareAcknowledgePartition[],
  host: CoordinatorHost,
): void {
  const { process, ctx } = host;
  const { groupId, memberId } = call.request;
  for (const { topicPartition, acknowledgementBatches } of partitions) {
    const key = sharePartitionKey(groupId, topicPartition);
    const share = process.shares.partitions.get(key);
    host.broker.meters?.mark('totalShareAcknowledgementRequests', 1, ctx.nowUs);
    if (share?.status !== 'ACTIVE') {
      call.acknowledged.set(topicPartition, 'UNKNOWN_TOPIC_OR_PARTITION');
      continue;
    }
    const outcome = acknowledge(share, memberId, acknowledgementBatches, call.id, host);
    if (outcome === 'writing') call.writesLeft += 1;
    else call.acknowledged.set(topicPartition, outcome);
    completeShareFetches(key, host);
  }
}

function startFetch(call: ShareCall, request: ShareFetchRequest, host: CoordinatorHost): void {
  const { broker, process, ctx } = host;
  const { shares } = process;
  const { groupId, memberId, maxRecords, maxBytes, minBytes, maxWaitMs } = request;
  const session = shares.sessions.get(shareSessionKey(groupId, memberId));
  const partitions = rotated(session?.partitions ?? [], request.shareSessionEpoch);
  if (partitions.length === 0 || maxRecords === 0 || maxBytes === 0) {
    call.fetched = [];
    // With nothing to read it waits for the time it named: there is nothing else to slow the member down.
    if (partitions.length > 0 || maxWaitMs === 0) {
      maybeAnswer(call, host);
      return;
    }
  }
  const erroneous: ShareFetchPartitionResponse[] = [];
  const watched: string[] = [];
  for (const topicPartition of partitions) {
    const partition = broker.partitions.get(topicPartition);
    if (!partition?.leader) {
      erroneous.push(failed(topicPartition, notLeaderError(topicPartition, broker), host));
      continue;
    }
    sharePartitionOf(groupId, partition, host);
    watched.push(topicPartition, sharePartitionKey(groupId, topicPartition));
  }
  broker.meters?.mark('totalShareFetchRequests', partitions.length, ctx.nowUs);
  const delayed: DelayedShareFetch = {
    id: process.replicas.nextOperationId(),
    callId: call.id,
    watched,
    timesOutUs: ctx.nowUs + maxWaitMs * MICROS_PER_MILLI,
    partitions: partitions.filter((name) => watched.includes(name)),
    minBytes,
    erroneous,
  };
  if ((partitions.length > 0 && watched.length === 0) || isSatisfied(delayed, host)) {
    complete(delayed, host);
    return;
  }
  shares.fetches.park(Object.freeze(delayed));
  watchOver(shares.fetches, SHARE_FETCH_TIMER, ctx);
}

/** Each request begins with another partition. Kafka: `PartitionRotateStrategy` ROUND_ROBIN. */
function rotated(partitions: readonly TopicPartition[], epoch: number): readonly TopicPartition[] {
  if (partitions.length < 2 || epoch < 1) return partitions;
  const by = epoch % partitions.length;
  return [...partitions.slice(by), ...partitions.slice(0, by)];
}

/** A member's session with this broker has ended: by its own word, or with its connection (SH10). */
function closeShareSession(
  session: ShareSession,
  reason: 'FINAL_EPOCH' | 'disconnected',
  host: CoordinatorHost,
): void {
  const { broker, process, ctx } = host;
  const { groupId, memberId, partitions } = session;
  process.shares.sessions.delete(shareSessionKey(groupId, memberId));
  ctx.trace({ kind: 'ShareSessionClosed', group: groupId, member: memberId, broker: broker.id, reason });
  for (const topicPartition of partitions) {
    const key = sharePartitionKey(groupId, topicPartition);
    const share = process.shares.partitions.get(key);
    if (share?.status !== 'ACTIVE') continue;
    release(share, memberId, host);
    completeShareFetches(key, host);
  }
  forgetUnread(groupId, host);
}

/**
 * Nobody of the group reads here any more: its share partitions go from memory, and are read anew from the share coordinator for who
 * comes next. Kafka: `ShareGroupListener.onGroupEmpty` of `SharePartitionManager` (4.2).
 */
function forgetUnread(groupId: string, { process }: CoordinatorHost): void {
  for (const session of process.shares.sessions.values()) if (session.groupId === groupId) return;
  for (const [key, share] of [...process.shares.partitions])
    if (share.groupId === groupId) process.shares.partitions.delete(key);
}

/** A client has closed its connections. */
export function onShareClientDisconnected(source: number, host: CoordinatorHost): void {
  for (const session of [...host.process.shares.sessions.values()])
    if (session.source === source) closeShareSession(session, 'disconnected', host);
}

function refusal(
  request: ShareRequestBody,
  error: KafkaError,
  host: CoordinatorHost,
): ShareFetchResponse | ShareAcknowledgeResponse {
  const acquisitionLockTimeoutMs = lockTimeoutMs(request.groupId, host);
  return request.kind === 'ShareFetchRequest'
    ? { kind: 'ShareFetchResponse', error, acquisitionLockTimeoutMs, partitions: [] }
    : { kind: 'ShareAcknowledgeResponse', error, acquisitionLockTimeoutMs, partitions: [] };
}
