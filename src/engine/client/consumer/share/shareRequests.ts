import type { NodeContext } from '../../../node/Node.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import {
  FINAL_EPOCH,
  type ShareAcknowledgePartition,
  type ShareAcknowledgeResponse,
  type ShareFetchRequest,
  type ShareFetchResponse,
} from '../../../protocol/shareRequests.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { BrokerId, Micros, TopicPartition } from '../../../../shared/units.ts';
import { exceptionOf } from '../group/modern/heartbeatReaction.ts';
import { acknowledgementBatches, type Acknowledgement } from './acknowledgementBatches.ts';
import { cannotBeSent, isLedByAnother } from './acknowledgementErrors.ts';
import type { AcknowledgementsByPartition, AcknowledgeRequestState, ShareConsumer } from './ShareConsumer.ts';
import { ShareSessionHandler } from './ShareSessionHandler.ts';

// ShareFetch and ShareAcknowledge of a share consumer: one request at a time to each broker. Kafka: `ShareConsumeRequestManager` (4.2).

/** Sends what can be sent. Returns when to look again. Kafka: `ShareConsumeRequestManager.poll`. */
export function sendShareRequests(consumer: ShareConsumer, ctx: NodeContext): Micros {
  let againUs = Infinity;
  sendCommits(consumer, ctx);
  if (!consumer.wantsRecords || !consumer.isRunning()) return againUs;
  const wanted = partitionsByLeader(consumer);
  for (const broker of consumer.shareSessions.keys()) if (!wanted.has(broker)) wanted.set(broker, []);
  const fetchers = [...wanted].filter(([, partitions]) => partitions.length > 0).map(([broker]) => broker);
  const turn =
    consumer.share.acquireMode === 'record_limit'
      ? fetchers[consumer.fetchTurn % fetchers.length]
      : undefined;
  const isAsked = turn !== undefined && [...consumer.busy.keys()].some((broker) => fetchers.includes(broker));
  for (const [broker, partitions] of wanted) {
    if (consumer.busy.has(broker)) continue;
    const restUs = consumer.restUntilUs.get(broker) ?? 0;
    if (restUs > ctx.nowUs) {
      againUs = Math.min(againUs, restUs);
      continue;
    }
    const fetches = turn === undefined || (turn === broker && !isAsked);
    const session = sessionWith(consumer, broker);
    const acknowledgements = consumer.toFetch.get(broker);
    if (partitions.length === 0 && session.size === 0 && !acknowledgements) continue;
    if (!fetches && !acknowledgements && !session.differs(partitions)) continue;
    if (!consumer.isReady(broker, ctx)) {
      if (isUnreachable(consumer, broker)) fetchFailed(consumer, broker, takeToFetch(consumer, broker), ctx);
      againUs = Math.min(againUs, consumer.network.retryAtUs(broker, ctx.nowUs) ?? Infinity);
      continue;
    }
    sendFetch(consumer, broker, session, partitions, fetches, ctx);
  }
  return againUs;
}

function sendFetch(
  consumer: ShareConsumer,
  broker: BrokerId,
  session: ShareSessionHandler,
  partitions: readonly TopicPartition[],
  fetches: boolean,
  ctx: NodeContext,
): void {
  const { config, share, membership, clientId } = consumer;
  let acknowledgements = takeToFetch(consumer, broker);
  // With the session that they were acquired in, they are lost.
  if (session.isNew && acknowledgements.size > 0) {
    noteFailed(consumer, acknowledgements, share.errors.inNewSession, ctx);
    acknowledgements = new Map();
  }
  for (const [topicPartition, list] of acknowledgements) {
    if (!isLedByAnother(consumer.metadata.leaderOf(topicPartition)?.leader ?? null, broker)) continue;
    noteFailed(consumer, new Map([[topicPartition, list]]), 'NOT_LEADER_OR_FOLLOWER', ctx);
    acknowledgements.delete(topicPartition);
  }
  const epoch = session.epoch;
  const { added, forgotten } = session.build(partitions);
  const isRenewAck = hasRenewal(acknowledgements);
  const asks = fetches && !isRenewAck;
  const acknowledged = partitionsOf(acknowledgements);
  const alone = acknowledged
    .map(({ topicPartition }) => topicPartition)
    .filter((name) => !partitions.includes(name));
  const request: ShareFetchRequest = {
    kind: 'ShareFetchRequest',
    groupId: share.groupId,
    memberId: membership.memberId,
    shareSessionEpoch: epoch,
    maxWaitMs: asks ? config.fetchMaxWaitMs : 0,
    minBytes: asks ? config.fetchMinBytes : 0,
    maxBytes: asks ? config.fetchMaxBytes : 0,
    maxRecords: asks ? config.maxPollRecords : 0,
    batchSize: asks ? config.maxPollRecords : 0,
    shareAcquireMode: share.acquireMode,
    isRenewAck,
    partitions: [
      ...added
        .filter((name) => !acknowledgements.has(name))
        .map((topicPartition) => ({ topicPartition, acknowledgementBatches: [] })),
      ...acknowledged,
    ],
    forgotten: [...new Set([...forgotten, ...alone])],
    clientId,
  };
  consumer.network.send(broker, request, true, ctx);
  noteSent(consumer, acknowledgements, ctx);
  consumer.busy.set(broker, { broker, acknowledgements, commit: null, isFetch: true });
}

/** Commits go out before fetches, in their order. */
function sendCommits(consumer: ShareConsumer, ctx: NodeContext): void {
  const waiting: AcknowledgeRequestState[] = [];
  for (const state of consumer.commits) {
    const { broker, acknowledgements, commit } = state;
    const session = sessionWith(consumer, broker);
    if (session.isNew) {
      if (acknowledgements.size > 0) noteFailed(consumer, acknowledgements, 'SHARE_SESSION_NOT_FOUND', ctx);
      continue;
    }
    const isFree = !consumer.busy.has(broker) && !waiting.some((other) => other.broker === broker);
    if (!isFree || !consumer.isReady(broker, ctx)) {
      if (isFree && isUnreachable(consumer, broker)) acknowledgeFailed(consumer, state, ctx);
      else waiting.push(state);
      continue;
    }
    const { share, membership, clientId } = consumer;
    consumer.network.send(
      broker,
      {
        kind: 'ShareAcknowledgeRequest',
        groupId: share.groupId,
        memberId: membership.memberId,
        shareSessionEpoch: commit === CLOSE ? FINAL_EPOCH : session.epoch,
        isRenewAck: hasRenewal(acknowledgements),
        partitions: partitionsOf(acknowledgements),
        clientId,
      },
      true,
      ctx,
    );
    noteSent(consumer, acknowledgements, ctx);
    consumer.busy.set(broker, state);
  }
  consumer.commits = waiting;
}

/** In place of the number of a commitSync(): the session ends with it. */
const CLOSE = -1;

/** A commit: what cannot go to the broker that the records came from is told at once. Kafka: `commitSync`, `commitAsync`. */
export function acknowledgeByRequest(
  consumer: ShareConsumer,
  { broker, acknowledgements, commit }: AcknowledgeRequestState,
  ctx: NodeContext,
): void {
  const { metadata, share } = consumer;
  const sendable: AcknowledgementsByPartition = new Map();
  for (const [topicPartition, list] of acknowledgements) {
    const leader = metadata.leaderOf(topicPartition)?.leader ?? null;
    const error = cannotBeSent(share.errors, metadata.brokers.includes(broker), leader, broker);
    if (error === null) sendable.set(topicPartition, list);
    else if (error !== 'untold') noteFailed(consumer, new Map([[topicPartition, list]]), error, ctx);
  }
  if (sendable.size > 0) consumer.commits.push({ broker, acknowledgements: sendable, commit });
}

/** Ends all sessions; what is to be acknowledged goes along. */
export function closeShareSessions(consumer: ShareConsumer): void {
  for (const [broker, session] of consumer.shareSessions) {
    if (session.isNew && !consumer.busy.has(broker)) continue;
    consumer.commits.push({ broker, acknowledgements: takeToFetch(consumer, broker), commit: CLOSE });
  }
}

export function handleShareFetch(
  consumer: ShareConsumer,
  response: ShareFetchResponse,
  broker: BrokerId,
  ctx: NodeContext,
): void {
  const sent = takeSent(consumer, broker);
  const session = sessionWith(consumer, broker);
  const { error } = response;
  if (error !== 'NONE') {
    refused(consumer, session, sent, error, broker, ctx);
    return;
  }
  session.advance();
  let isRested = false;
  let hasRecords = false;
  for (const answer of response.partitions) {
    const { topicPartition, acknowledgeError, batches, acquiredRecords, currentLeader } = answer;
    const acknowledged = sent?.acknowledgements.get(topicPartition);
    if (acknowledged && acknowledgeError !== 'NONE')
      noteFailed(consumer, new Map([[topicPartition, acknowledged]]), acknowledgeError, ctx);
    if (answer.error !== 'NONE') {
      consumer.metadata.requestUpdate();
      const isTold =
        currentLeader && consumer.metadata.takeHint(topicPartition, currentLeader, consumer.name, ctx);
      if (!isTold) isRested = true;
    }
    if (acquiredRecords.length === 0) continue;
    hasRecords = true;
    consumer.takeFetched(broker, topicPartition, batches, acquiredRecords);
  }
  // What came are control records and gaps alone: they are acknowledged with the next fetch.
  if (hasRecords && consumer.buffered.length > 0) {
    consumer.wantsRecords = false;
    consumer.fetchTurn += 1;
  }
  if (isRested) rest(consumer, broker, ctx);
}

export function handleShareAcknowledge(
  consumer: ShareConsumer,
  response: ShareAcknowledgeResponse,
  broker: BrokerId,
  ctx: NodeContext,
): void {
  const sent = takeSent(consumer, broker);
  const session = sessionWith(consumer, broker);
  if (response.error !== 'NONE') {
    refused(consumer, session, sent, response.error, broker, ctx);
    return;
  }
  if (sent?.commit === CLOSE) session.reset();
  else session.advance();
  for (const { topicPartition, error, currentLeader } of response.partitions) {
    const acknowledged = sent?.acknowledgements.get(topicPartition);
    if (error === 'NONE') continue;
    if (acknowledged) noteFailed(consumer, new Map([[topicPartition, acknowledged]]), error, ctx);
    if (currentLeader) consumer.metadata.takeHint(topicPartition, currentLeader, consumer.name, ctx);
  }
}

/** A connection has ended: where a request was under way no answer will come, and whether the request did, nobody knows. */
export function shareRequestFailed(consumer: ShareConsumer, broker: BrokerId, ctx: NodeContext): void {
  const sent = takeSent(consumer, broker);
  if (!sent) return;
  if (sent.isFetch) fetchFailed(consumer, broker, sent.acknowledgements, ctx);
  else acknowledgeFailed(consumer, sent, ctx);
}

/** Kafka: `handleShareFetchFailure`. */
function fetchFailed(
  consumer: ShareConsumer,
  broker: BrokerId,
  acknowledgements: AcknowledgementsByPartition,
  ctx: NodeContext,
): void {
  consumer.shareSessions.get(broker)?.reset();
  noteFailed(consumer, acknowledgements, 'DisconnectException', ctx);
  consumer.metadata.requestUpdate();
  rest(consumer, broker, ctx);
}

/** `Errors.forException` knows no DisconnectException: the application hears UNKNOWN_SERVER_ERROR. Kafka: `handleShareAcknowledgeFailure`. */
function acknowledgeFailed(consumer: ShareConsumer, state: AcknowledgeRequestState, ctx: NodeContext): void {
  consumer.shareSessions.get(state.broker)?.reset();
  noteFailed(consumer, state.acknowledgements, 'UNKNOWN_SERVER_ERROR', ctx);
  consumer.metadata.requestUpdate();
  rest(consumer, state.broker, ctx);
}

/** What waits for a connection fails with it, and at once where none is tried yet. Kafka: `NetworkClientDelegate.checkDisconnects`. */
function isUnreachable({ network }: ShareConsumer, broker: BrokerId): boolean {
  return network.isDisconnected(broker);
}

function refused(
  consumer: ShareConsumer,
  session: ShareSessionHandler,
  sent: AcknowledgeRequestState | null,
  error: KafkaError,
  broker: BrokerId,
  ctx: NodeContext,
): void {
  const isOfSession =
    error === 'SHARE_SESSION_NOT_FOUND' ||
    error === 'INVALID_SHARE_SESSION_EPOCH' ||
    error === 'SHARE_SESSION_LIMIT_REACHED';
  if (isOfSession) session.reset();
  else session.advance();
  if (sent) noteFailed(consumer, sent.acknowledgements, error, ctx);
  if (error === 'UNSUPPORTED_VERSION') consumer.fatalError = exceptionOf(error);
  if (!isOfSession || error === 'SHARE_SESSION_LIMIT_REACHED') rest(consumer, broker, ctx);
}

function takeToFetch({ toFetch }: ShareConsumer, broker: BrokerId): AcknowledgementsByPartition {
  const acknowledgements: AcknowledgementsByPartition =
    toFetch.get(broker) ?? new Map<TopicPartition, Acknowledgement[]>();
  toFetch.delete(broker);
  return acknowledgements;
}

function takeSent(consumer: ShareConsumer, broker: BrokerId): AcknowledgeRequestState | null {
  const sent = consumer.busy.get(broker) ?? null;
  consumer.busy.delete(broker);
  return sent;
}

function rest(consumer: ShareConsumer, broker: BrokerId, ctx: NodeContext): void {
  consumer.restUntilUs.set(broker, ctx.nowUs + consumer.config.retryBackoffMs * MICROS_PER_MILLI);
}

function sessionWith(consumer: ShareConsumer, broker: BrokerId): ShareSessionHandler {
  const session = consumer.shareSessions.get(broker) ?? new ShareSessionHandler();
  consumer.shareSessions.set(broker, session);
  return session;
}

function partitionsByLeader({ membership, metadata }: ShareConsumer): Map<BrokerId, TopicPartition[]> {
  const byLeader = new Map<BrokerId, TopicPartition[]>();
  for (const topicPartition of membership.assigned) {
    const known = metadata.leaderOf(topicPartition);
    if (!known) {
      metadata.requestUpdate();
      continue;
    }
    const list = byLeader.get(known.leader) ?? [];
    list.push(topicPartition);
    byLeader.set(known.leader, list);
  }
  return byLeader;
}

function partitionsOf(acknowledgements: AcknowledgementsByPartition): ShareAcknowledgePartition[] {
  return Array.from(acknowledgements, ([topicPartition, list]) => ({
    topicPartition,
    acknowledgementBatches: acknowledgementBatches(list),
  }));
}

function noteSent(
  { meters }: ShareConsumer,
  acknowledgements: AcknowledgementsByPartition,
  ctx: NodeContext,
): void {
  let count = 0;
  for (const list of acknowledgements.values()) count += list.length;
  if (count === 0) return;
  meters.acknowledged += count;
  meters.acknowledgements.record(count, ctx.nowUs);
}

function hasRenewal(acknowledgements: AcknowledgementsByPartition): boolean {
  for (const list of acknowledgements.values()) if (list.some(({ type }) => type === 'RENEW')) return true;
  return false;
}

/** The application is told by its AcknowledgementCommitCallback, or by what commitSync() returns; it goes on. */
function noteFailed(
  consumer: ShareConsumer,
  acknowledgements: AcknowledgementsByPartition,
  error: KafkaError | 'DisconnectException',
  ctx: NodeContext,
): void {
  for (const [partition, list] of acknowledgements)
    ctx.trace({
      kind: 'ShareAcknowledgementFailed',
      consumer: consumer.clientId,
      group: consumer.share.groupId,
      partition,
      records: list.length,
      error,
    });
}
