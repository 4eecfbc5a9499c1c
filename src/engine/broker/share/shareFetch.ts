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
import { endOffsetOf, type RecordBatch } from '../../storage/RecordBatch.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { Bytes, Offset, TopicPartition } from '../../../shared/units.ts';
import { leaderHint, notLeaderError } from '../BrokerInternals.ts';
import type { CoordinatorHost } from '../coordinator/CoordinatorShard.ts';
import type { Partition } from '../Partition.ts';
import { watchOver } from '../Purgatory.ts';
import { archiveWhere, type Acquisition } from './acquireRecords.ts';
import { moveLogStart } from './moveLogStart.ts';
import { canAcquireRecords, nextFetchOffset } from './nextFetchOffset.ts';
import { limitsOf, ownConfigOf } from './ShareGroupConfig.ts';
import { sharePartitionKey, type SharePartition } from './SharePartition.ts';
import { acknowledge, closeShareSession, setRecords, sharePartitionOf } from './sharePartitionEvents.ts';
import type { DelayedShareFetch, ShareCall } from './SharePartitionManager.ts';
import { nextShareSessionEpoch, shareSessionError, shareSessionKey } from './ShareSession.ts';
import type { AcquiredRecords } from './ShareState.ts';

// ShareFetch and ShareAcknowledge on the leaders of partitions. Kafka: `KafkaApis.handleShareFetchRequest`, `DelayedShareFetch` (4.2).

export const SHARE_FETCH_TIMER = 'share/fetchPurgatory';

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

function updateSession(
  request: ShareFetchRequest,
  { source, connection }: ReplyAddress,
  host: CoordinatorHost,
): void {
  const { sessions } = host.process.shares;
  const { groupId, memberId, shareSessionEpoch, partitions, forgotten } = request;
  const key = shareSessionKey(groupId, memberId);
  const asked = partitions.map(({ topicPartition }) => topicPartition);
  if (shareSessionEpoch === INITIAL_EPOCH) {
    sessions.set(key, { groupId, memberId, epoch: 1, partitions: asked, source, connection });
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

/** A write of acknowledgements is done. */
export function finishWrite(
  callId: number,
  topicPartition: TopicPartition,
  error: KafkaError,
  host: CoordinatorHost,
): void {
  const call = host.process.shares.calls.get(callId);
  if (!call) return;
  call.acknowledged.set(topicPartition, error);
  call.writesLeft -= 1;
  maybeAnswer(call, host);
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

/** Parked fetches that something has happened to are looked at: by the partition, or by the share partition of one group. */
export function completeShareFetches(key: string, host: CoordinatorHost): void {
  const { fetches } = host.process.shares;
  if (fetches.size === 0) return;
  for (const id of fetches.watching(key)) {
    const delayed = fetches.parked.get(id);
    if (delayed && isSatisfied(delayed, host)) {
      fetches.remove(id);
      complete(delayed, host);
    }
  }
}

/** Those whose longest wait is over are answered with what there is. */
export function expireShareFetches(host: CoordinatorHost): void {
  const { broker, process, ctx } = host;
  const { fetches } = process.shares;
  for (const id of fetches.expired(ctx.nowUs)) {
    const delayed = fetches.parked.get(id);
    if (!delayed) continue;
    fetches.remove(id);
    broker.meters?.mark('shareFetchExpires', 1, ctx.nowUs);
    complete(delayed, host);
  }
  watchOver(fetches, SHARE_FETCH_TIMER, ctx);
}

/** A share partition could not be read: who waits for it is told. */
export function failShareFetches(
  key: string,
  topicPartition: TopicPartition,
  error: KafkaError,
  host: CoordinatorHost,
): void {
  const { fetches } = host.process.shares;
  for (const id of fetches.watching(key)) {
    const delayed = fetches.parked.get(id);
    if (!delayed) continue;
    fetches.remove(id);
    const erroneous = [...delayed.erroneous, failed(topicPartition, error, host)];
    const partitions = delayed.partitions.filter((name) => name !== topicPartition);
    complete({ ...delayed, erroneous, partitions }, host);
  }
}

interface Acquirable {
  readonly share: SharePartition;
  readonly partition: Partition;
  readonly fetchOffset: Offset;
  readonly end: Offset;
}

function acquirable({ callId, partitions }: DelayedShareFetch, host: CoordinatorHost): Acquirable[] {
  const { broker, process, ctx } = host;
  const call = process.shares.calls.get(callId);
  if (!call) return [];
  const { groupId } = call.request;
  const { share: config } = broker.config.groups;
  const isCommitted = ownConfigOf(config, groupId).isolationLevel === 'READ_COMMITTED';
  return partitions.flatMap((topicPartition) => {
    const share = process.shares.partitions.get(sharePartitionKey(groupId, topicPartition));
    const partition = broker.partitions.get(topicPartition);
    if (share?.status !== 'ACTIVE' || !partition?.leader) return [];
    if (!canAcquireRecords(share.records, config.maxRecordLocks)) return [];
    const end = isCommitted ? ctx.rules.lastStableOffset(partition.log) : partition.log.highWatermark;
    return [{ share, partition, fetchOffset: nextFetchOffset(share.records), end }];
  });
}

/** Whether there is enough to answer with. */
function isSatisfied(delayed: DelayedShareFetch, host: CoordinatorHost): boolean {
  let bytes: Bytes = 0;
  for (const { partition, fetchOffset, end } of acquirable(delayed, host)) {
    const { log } = partition;
    if (fetchOffset < log.logStartOffset || fetchOffset > log.logEndOffset) return true;
    bytes += log.readableBytes(fetchOffset, end, Math.max(1, delayed.minBytes - bytes));
    if (bytes >= delayed.minBytes && bytes > 0) return true;
  }
  return false;
}

function complete(delayed: DelayedShareFetch, host: CoordinatorHost): void {
  const call = host.process.shares.calls.get(delayed.callId);
  if (call?.request.kind !== 'ShareFetchRequest') return;
  const { request } = call;
  const found = acquirable(delayed, host);
  const maxBytes = Math.floor(
    Math.min(request.maxBytes, host.broker.config.fetchMaxBytes) / Math.max(1, found.length),
  );
  let room = request.maxRecords;
  const fetched = [...delayed.erroneous];
  for (const item of found) {
    const { topicPartition } = item.share;
    const { log } = item.partition;
    if (item.fetchOffset < log.logStartOffset || item.fetchOffset > log.logEndOffset) {
      setRecords(item.share, moveLogStart(item.share.records, log.logStartOffset), host);
      fetched.push(told(topicPartition, [], []));
      continue;
    }
    const read = log.read(item.fetchOffset, item.end, maxBytes, true);
    const records = take(item, read, room, request, host);
    room -= records.reduce((sum, { firstOffset, lastOffset }) => sum + lastOffset - firstOffset + 1, 0);
    fetched.push(told(topicPartition, sliced(read, records), records));
  }
  call.fetched = fetched;
  maybeAnswer(call, host);
}

function take(
  { share, partition, fetchOffset }: Acquirable,
  read: readonly RecordBatch[],
  maxRecords: number,
  request: ShareFetchRequest,
  host: CoordinatorHost,
): readonly AcquiredRecords[] {
  const { broker, ctx } = host;
  const { share: config } = broker.config.groups;
  const { groupId, memberId, batchSize, shareAcquireMode } = request;
  const acquisition = ctx.rules.acquireRecords(share.records, {
    memberId,
    mode: shareAcquireMode,
    maxRecords,
    batchSize,
    fetchOffset,
    read,
    maxRecordLocks: config.maxRecordLocks,
    throttlesDelivery: config.throttlesDelivery,
    limits: limitsOf(config, groupId),
    nowUs: ctx.nowUs,
  });
  const { state, records } = withoutAborted(acquisition, read, fetchOffset, share, partition, host);
  setRecords(share, state, host);
  for (const { firstOffset, lastOffset, deliveryCount } of records)
    ctx.trace({
      kind: 'ShareRecordsAcquired',
      group: groupId,
      member: memberId,
      broker: broker.id,
      partition: share.topicPartition,
      baseOffset: firstOffset,
      count: lastOffset - firstOffset + 1,
      deliveryCount,
    });
  return records;
}

/** Of transactions that were aborted nobody gets anything: those records are archived (share.isolation.level=read_committed). */
function withoutAborted(
  acquisition: Acquisition,
  read: readonly RecordBatch[],
  fetchOffset: Offset,
  { groupId }: SharePartition,
  { log }: Partition,
  { broker, ctx }: CoordinatorHost,
): Acquisition {
  const { isolationLevel } = ownConfigOf(broker.config.groups.share, groupId);
  const last = read.at(-1);
  if (isolationLevel !== 'READ_COMMITTED' || !last) return acquisition;
  const aborted = log.abortedTransactionsIn(fetchOffset, endOffsetOf(last));
  const hidden = ctx.rules.hiddenBatches(read, aborted) ?? [];
  let { state, records } = acquisition;
  read.forEach((batch, i) => {
    if (hidden[i] !== true || batch.marker) return;
    const end = endOffsetOf(batch);
    state = archiveWhere(state, batch.baseOffset, end, (known) => known.state === 'ACQUIRED');
    records = records.flatMap((range) => without(range, batch.baseOffset, end));
  });
  return { state, records };
}

/** What is left of a range beside offsets that are taken out of it. */
function without(range: AcquiredRecords, from: Offset, to: Offset): AcquiredRecords[] {
  const { firstOffset, lastOffset } = range;
  if (lastOffset < from || firstOffset >= to) return [range];
  const left: AcquiredRecords[] = [];
  if (firstOffset < from) left.push({ ...range, lastOffset: from - 1 });
  if (lastOffset >= to) left.push({ ...range, firstOffset: to });
  return left;
}

/** Only batches of which something was acquired are sent. Kafka: `maybeSliceFetchRecords`. */
function sliced(read: readonly RecordBatch[], records: readonly AcquiredRecords[]): readonly RecordBatch[] {
  const first = records[0];
  const last = records.at(-1);
  if (!first || !last) return [];
  return read.filter(
    (batch) => endOffsetOf(batch) > first.firstOffset && batch.baseOffset <= last.lastOffset,
  );
}

/** Everything is there: it goes out. */
function maybeAnswer(call: ShareCall, host: CoordinatorHost): void {
  if (call.writesLeft > 0 || call.fetched === null) return;
  host.process.shares.calls.delete(call.id);
  const { broker, ctx } = host;
  const { request, replyTo, acknowledged, fetched } = call;
  const acquisitionLockTimeoutMs = lockTimeoutMs(request.groupId, host);
  if (request.kind === 'ShareAcknowledgeRequest') {
    const partitions = [...acknowledged].map(([topicPartition, error]) => ({
      topicPartition,
      error,
      currentLeader: error === 'NONE' ? null : leaderHint(topicPartition, broker),
    }));
    const response: ShareAcknowledgeResponse = {
      kind: 'ShareAcknowledgeResponse',
      error: 'NONE',
      acquisitionLockTimeoutMs,
      partitions,
    };
    broker.answer(replyTo, response, ctx);
    return;
  }
  const answers = new Map(fetched.map((answer) => [answer.topicPartition, answer]));
  for (const [topicPartition, acknowledgeError] of acknowledged) {
    const answer = answers.get(topicPartition) ?? told(topicPartition, [], []);
    answers.set(topicPartition, { ...answer, acknowledgeError });
  }
  const response: ShareFetchResponse = {
    kind: 'ShareFetchResponse',
    error: 'NONE',
    acquisitionLockTimeoutMs,
    partitions: [...answers.values()],
  };
  broker.answer(replyTo, response, ctx);
}

function lockTimeoutMs(groupId: string, { broker }: CoordinatorHost): number {
  return limitsOf(broker.config.groups.share, groupId).recordLockUs / MICROS_PER_MILLI;
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

function told(
  topicPartition: TopicPartition,
  batches: readonly RecordBatch[],
  acquiredRecords: readonly AcquiredRecords[],
): ShareFetchPartitionResponse {
  return {
    topicPartition,
    error: 'NONE',
    acknowledgeError: 'NONE',
    currentLeader: null,
    batches,
    acquiredRecords,
  };
}

function failed(
  topicPartition: TopicPartition,
  error: KafkaError,
  { broker }: CoordinatorHost,
): ShareFetchPartitionResponse {
  const namesLeader = error === 'NOT_LEADER_OR_FOLLOWER' || error === 'FENCED_LEADER_EPOCH';
  return {
    ...told(topicPartition, [], []),
    error,
    currentLeader: namesLeader ? leaderHint(topicPartition, broker) : null,
  };
}
