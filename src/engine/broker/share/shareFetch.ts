import type { KafkaError } from '../../protocol/Errors.ts';
import type {
  ShareAcknowledgeResponse,
  ShareFetchPartitionResponse,
  ShareFetchRequest,
  ShareFetchResponse,
} from '../../protocol/shareRequests.ts';
import { endOffsetOf, type RecordBatch } from '../../storage/RecordBatch.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { Bytes, Offset, TopicPartition } from '../../../shared/units.ts';
import { leaderHint } from '../BrokerInternals.ts';
import type { CoordinatorHost } from '../coordinator/CoordinatorShard.ts';
import type { Partition } from '../Partition.ts';
import { watchOver } from '../Purgatory.ts';
import { archiveWhere, type Acquisition } from './acquireRecords.ts';
import { moveLogStart } from './moveLogStart.ts';
import { canAcquireRecords, nextFetchOffset } from './nextFetchOffset.ts';
import { limitsOf, ownConfigOf } from './ShareGroupConfig.ts';
import { sharePartitionKey, type SharePartition } from './SharePartition.ts';
import { setRecords } from './sharePartitionEvents.ts';
import type { DelayedShareFetch, ShareCall } from './SharePartitionManager.ts';
import type { AcquiredRecords } from './ShareState.ts';

// Fetches of share groups on the leaders of partitions, and their answers. Kafka: `DelayedShareFetch`, `ShareFetchUtils` (4.2).

export const SHARE_FETCH_TIMER = 'share/fetchPurgatory';

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
  const isCommitted = ownConfigOf(broker.image, groupId).isolationLevel === 'READ_COMMITTED';
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
export function isSatisfied(delayed: DelayedShareFetch, host: CoordinatorHost): boolean {
  let bytes: Bytes = 0;
  for (const { partition, fetchOffset, end } of acquirable(delayed, host)) {
    const { log } = partition;
    if (fetchOffset < log.logStartOffset || fetchOffset > log.logEndOffset) return true;
    bytes += log.readableBytes(fetchOffset, end, Math.max(1, delayed.minBytes - bytes));
    if (bytes >= delayed.minBytes && bytes > 0) return true;
  }
  return false;
}

export function complete(delayed: DelayedShareFetch, host: CoordinatorHost): void {
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
    limits: limitsOf(broker, groupId),
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
  const { isolationLevel } = ownConfigOf(broker.image, groupId);
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
export function maybeAnswer(call: ShareCall, host: CoordinatorHost): void {
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

export function lockTimeoutMs(groupId: string, { broker }: CoordinatorHost): number {
  return limitsOf(broker, groupId).recordLockUs / MICROS_PER_MILLI;
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

export function failed(
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
