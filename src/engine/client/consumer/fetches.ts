import { RangeSet } from '../../kernel/RangeSet.ts';
import type { NodeContext } from '../../node/Node.ts';
import type { FetchSessionHandler, SessionPart } from '../../protocol/FetchSessionHandler.ts';
import type { FetchPartitionResponse, FetchRequest, FetchResponse } from '../../protocol/requests.ts';
import { offsetDeltaOf, recordCountOf, recordsBefore } from '../../storage/BatchContents.ts';
import { endOffsetOf, NO_ORIGIN } from '../../storage/RecordBatch.ts';
import type { RecordBatch } from '../../storage/RecordBatch.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { BrokerId, Offset, TopicPartition } from '../../../shared/units.ts';
import type { AssignedPartition } from './AssignedPartition.ts';
import type { Consumer } from './Consumer.ts';
import { backOff, hasValidPosition } from './positions.ts';

/**
 * An application that takes time calls poll() when it has done with what the last call returned, and gets at most
 * `max.poll.records`. Whether it polls now: only then are new fetches sent, for partitions of which nothing is buffered.
 */
export function takeFetched(consumer: Consumer, ctx: NodeContext): boolean {
  const { processing } = consumer;
  if (!processing.takesTime) {
    // What came while a partition was paused, or while a call had not returned.
    if (consumer.fetched.length > 0) takeBuffered(consumer, ctx);
    return true;
  }
  if (processing.isBusy(ctx.nowUs)) return false;
  consumer.tally?.settle(0);
  const taken = takeBuffered(consumer, ctx);
  if (taken > 0) processing.begin(taken, ctx.nowUs);
  return true;
}

/** Hands the application what one poll() returns of what was fetched: at most `max.poll.records`. Returns how many. */
export function takeBuffered(consumer: Consumer, ctx: NodeContext): number {
  let room = consumer.config.maxPollRecords;
  const paused: typeof consumer.fetched = [];
  for (let next = consumer.fetched[0]; next && room > 0; next = consumer.fetched[0]) {
    const { topicPartition, batches, hidden } = next;
    const partition = consumer.partitionOf(topicPartition);
    const last = batches[batches.length - 1];
    if (partition?.paused && hasValidPosition(partition)) {
      paused.push(next);
      consumer.fetched.shift();
      continue;
    }
    // What was fetched for a place that must be looked at again is thrown away, and what is about to be revoked.
    if (partition && last && hasValidPosition(partition) && !consumer.isHeldBack(topicPartition)) {
      room -= deliver(consumer, partition, batches, hidden, ctx, room);
      if (partition.position < endOffsetOf(last)) continue;
    }
    consumer.fetched.shift();
    consumer.moved.add(topicPartition);
  }
  // They stand behind all others then. Kafka: `FetchCollector.collectFetch`.
  if (paused.length > 0) consumer.fetched.push(...paused);
  return consumer.config.maxPollRecords - room;
}

export function fetch(
  consumer: Consumer,
  broker: BrokerId,
  session: FetchSessionHandler,
  ctx: NodeContext,
): void {
  consumer.network.send(broker, fetchRequest(consumer, session.build()), true, ctx);
  consumer.fetching.add(broker);
}

function fetchRequest({ clientId, config }: Consumer, part: SessionPart): FetchRequest {
  const { fetchMaxWaitMs: maxWaitMs, fetchMinBytes: minBytes, fetchMaxBytes: maxBytes } = config;
  const { clientRack: rackId, isolationLevel } = config;
  const kind = 'FetchRequest';
  if (isolationLevel) {
    const limits = { kind, replicaId: -1, replicaEpoch: -1, maxWaitMs, minBytes, maxBytes, clientId, rackId };
    return { ...limits, kind, isolationLevel, ...part };
  }
  const { sessionId, sessionEpoch, partitions, forgotten } = part;
  // Written out as a follower writes it, so that both have one shape: whatever reads requests is slower the more shapes they have.
  return {
    kind,
    replicaId: -1,
    replicaEpoch: -1,
    maxWaitMs,
    minBytes,
    maxBytes,
    clientId,
    rackId,
    sessionId,
    sessionEpoch,
    partitions,
    forgotten,
  };
}

export function handleFetch(
  consumer: Consumer,
  response: FetchResponse,
  broker: BrokerId,
  ctx: NodeContext,
): void {
  consumer.fetching.delete(broker);
  const session = consumer.sessionWith(broker);
  if (!session.handleResponse(response)) return;
  for (const answer of response.partitions) {
    const partition = consumer.partitionOf(answer.topicPartition);
    const asked = session.askedOf(answer.topicPartition);
    // The answer is void if the partition has another place or is fetched elsewhere since.
    if (!partition || fetchedFrom(partition) !== broker || asked?.fetchOffset !== partition.position)
      continue;
    consumer.moved.add(answer.topicPartition);
    if (answer.error === 'NONE') take(consumer, answer, partition, session, ctx);
    else react(consumer, answer, partition, ctx);
  }
}

/** The broker that a partition is fetched from, or was when the application paused it. */
function fetchedFrom({ source, paused }: AssignedPartition): BrokerId | null {
  return source ?? paused?.source ?? null;
}

function take(
  consumer: Consumer,
  answer: FetchPartitionResponse,
  partition: AssignedPartition,
  session: FetchSessionHandler,
  ctx: NodeContext,
): void {
  const { topicPartition, highWatermark, preferredReadReplica } = answer;
  partition.highWatermark = highWatermark;
  const isCommitted = consumer.config.isolationLevel === 'READ_COMMITTED';
  consumer.meters.ends.set(topicPartition, {
    readableEnd: isCommitted ? (answer.lastStableOffset ?? highWatermark) : highWatermark,
    logStartOffset: answer.logStartOffset,
  });
  if (answer.batches.length > 0) session.moveToEnd(topicPartition);
  const { batches } = answer;
  const hidden = ctx.rules.hiddenBatches(batches, answer.abortedTransactions) ?? undefined;
  const isKept =
    consumer.buffersRecords || partition.paused !== undefined || consumer.timeLookup !== undefined;
  if (isKept && batches.length > 0)
    consumer.fetched.push({ topicPartition, batches, ...(hidden && { hidden }) });
  else deliver(consumer, partition, batches, hidden, ctx);
  const known = consumer.metadata.leaderOf(topicPartition);
  if (preferredReadReplica === null || !known) return;
  const untilUs = ctx.nowUs + consumer.config.metadataMaxAgeMs * MICROS_PER_MILLI;
  const { leader, leaderEpoch } = known;
  partition.preferred = { replica: preferredReadReplica, untilUs, leader, leaderEpoch };
  consumer.nextLeaseEndUs = Math.min(consumer.nextLeaseEndUs, untilUs);
  ctx.trace({
    kind: 'ReadReplicaChanged',
    consumer: consumer.clientId,
    partition: topicPartition,
    broker: preferredReadReplica,
    reason: 'PreferredReadReplica',
  });
}

/** An error of one partition. Kafka: `FetchCollector.handleInitializeErrors`. */
function react(
  consumer: Consumer,
  answer: FetchPartitionResponse,
  partition: AssignedPartition,
  ctx: NodeContext,
): void {
  const { topicPartition, currentLeader, error } = answer;
  const wasPreferred = partition.preferred !== null;
  if (error !== 'UNKNOWN_LEADER_EPOCH') leavePreferred(consumer, partition, error, ctx);
  if (error === 'OFFSET_OUT_OF_RANGE') {
    // A follower may not have what the leader has: the leader is asked at the same offset first (K3).
    if (!wasPreferred) partition.needsReset = true;
    return;
  }
  if (ctx.rules.needsMetadataRefresh(error)) consumer.metadata.requestUpdate();
  // A client that was told the new leader goes there at once (RT6).
  const isTold =
    currentLeader && consumer.metadata.takeHint(topicPartition, currentLeader, consumer.name, ctx);
  if (!isTold) backOff(consumer, partition, ctx);
}

export function leavePreferred(
  consumer: Consumer,
  partition: AssignedPartition,
  reason: string,
  ctx: NodeContext,
): void {
  if (partition.preferred === null) return;
  const { leader: broker } = partition.preferred;
  partition.preferred = null;
  const { topicPartition } = partition;
  ctx.trace({
    kind: 'ReadReplicaChanged',
    consumer: consumer.clientId,
    partition: topicPartition,
    broker,
    reason,
  });
}

/**
 * Hands records to the application, at most `limit`, and returns how many. A batch may begin before the position: what was
 * read already is skipped, and so is what is hidden (T27).
 */
export function deliver(
  consumer: Consumer,
  partition: AssignedPartition,
  batches: readonly RecordBatch[],
  hidden: readonly boolean[] | undefined,
  ctx: NodeContext,
  limit = Infinity,
): number {
  let count = 0;
  const runs: OffsetRun[] = [];
  for (let i = 0; i < batches.length; i++) {
    const batch = batches[i] as RecordBatch;
    const end = endOffsetOf(batch);
    if (end <= partition.position) continue;
    if (count >= limit) break;
    if (hidden?.[i] === true) {
      partition.position = end;
      partition.offsetEpoch = batch.leaderEpoch;
      continue;
    }
    const skipped = Math.max(0, partition.position - batch.baseOffset);
    if (batch.contents?.offsetDeltas) {
      count += deliverCleaned(consumer, partition, batch, limit - count, runs);
      partition.offsetEpoch = batch.leaderEpoch;
      continue;
    }
    const taken = Math.min(batch.count - skipped, limit - count);
    note(consumer, partition.topicPartition, batch, skipped, taken);
    extendRuns(runs, batch.baseOffset + skipped, taken);
    count += taken;
    partition.position = Math.max(partition.position, batch.baseOffset) + taken;
    partition.offsetEpoch = batch.leaderEpoch;
  }
  consumer.meters.progressed(partition.topicPartition, partition.position, ctx.nowUs);
  if (count === 0) return 0;
  consumer.deliveredCount += count;
  const { topicPartition } = partition;
  const { clientId } = consumer;
  for (const { baseOffset, count: records } of runs)
    ctx.trace({
      kind: 'RecordsDelivered',
      consumer: clientId,
      partition: topicPartition,
      baseOffset,
      count: records,
    });
  return count;
}

/** Records at offsets that follow one another. */
interface OffsetRun {
  readonly baseOffset: Offset;
  count: number;
}

function extendRuns(runs: OffsetRun[], offset: Offset, count: number): void {
  const last = runs[runs.length - 1];
  if (last && last.baseOffset + last.count === offset) last.count += count;
  else runs.push({ baseOffset: offset, count });
}

/**
 * Records of a batch that the cleaner took some out of (CL8). The position jumps over what is missing; behind the last record it is
 * the end of the batch, so that this is not fetched again. Kafka: `CompletedFetch.nextFetchedRecord` (4.2).
 */
function deliverCleaned(
  consumer: Consumer,
  partition: AssignedPartition,
  batch: RecordBatch,
  limit: number,
  runs: OffsetRun[],
): number {
  const first = recordsBefore(batch, partition.position - batch.baseOffset);
  const records = recordCountOf(batch);
  const taken = Math.min(records - first, limit);
  for (let i = first; i < first + taken; i++) {
    const delta = offsetDeltaOf(batch, i);
    note(consumer, partition.topicPartition, batch, delta, 1);
    extendRuns(runs, batch.baseOffset + delta, 1);
  }
  partition.position =
    first + taken === records
      ? endOffsetOf(batch)
      : batch.baseOffset + offsetDeltaOf(batch, first + taken - 1) + 1;
  return taken;
}

function note(
  consumer: Consumer,
  topicPartition: TopicPartition,
  batch: RecordBatch,
  skipped: number,
  taken: number,
): void {
  const { origin, firstOrdinal, baseOffset } = batch;
  consumer.notePolled(topicPartition, origin, firstOrdinal + skipped, taken, baseOffset + skipped);
  if (batch.origin === NO_ORIGIN) return;
  let byOrigin = consumer.delivered.get(topicPartition);
  if (!byOrigin) {
    byOrigin = new Map();
    consumer.delivered.set(topicPartition, byOrigin);
  }
  let ranges = byOrigin.get(batch.origin);
  if (!ranges) {
    ranges = new RangeSet();
    byOrigin.set(batch.origin, ranges);
  }
  ranges.add(batch.firstOrdinal + skipped, batch.firstOrdinal + skipped + taken);
}

/** A fetch got no answer: everything asked of that broker rests, and is asked of the leader next. */
export function abandonFetch(consumer: Consumer, broker: BrokerId, reason: string, ctx: NodeContext): void {
  consumer.fetching.delete(broker);
  const session = consumer.sessionWith(broker);
  session.handleError();
  for (const topicPartition of session.askedPartitions()) {
    const partition = consumer.partitionOf(topicPartition);
    if (partition?.source !== broker) continue;
    leavePreferred(consumer, partition, reason, ctx);
    backOff(consumer, partition, ctx);
  }
}
