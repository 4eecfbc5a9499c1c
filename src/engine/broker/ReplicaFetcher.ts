import type { SelfCloning } from '../kernel/cloneState.ts';
import { FewSet } from '../kernel/FewMap.ts';
import type { NodeContext } from '../node/Node.ts';
import { FetchSessionHandler } from '../protocol/FetchSessionHandler.ts';
import type {
  FetchPartitionResponse,
  FetchRequest,
  FetchResponse,
  ListOffsetsResponse,
} from '../protocol/requests.ts';
import { EARLIEST_TIMESTAMP, LATEST_TIMESTAMP } from '../protocol/requests.ts';
import type { Rules } from '../rules/Rules.ts';
import { endOffsetOf } from '../storage/RecordBatch.ts';
import { UNDEFINED_EPOCH } from '../../shared/units.ts';
import type { BrokerId, Epoch, Micros, Offset, TopicPartition } from '../../shared/units.ts';
import { workUs } from './BrokerConfig.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import { takeRoom } from './DiskRoom.ts';
import { flushAfterAppend, flushUsOfAppend } from './logFlush.ts';
import { maybeRoll } from './logRetention.ts';
import { traceLogStart } from './traceLogStart.ts';
import type { Partition } from './Partition.ts';
import { configOf } from './partitionConfig.ts';
import type { FetchFailure } from './reactToFetchError.ts';

class FetchState implements SelfCloning {
  readonly leaderEpoch: Epoch;
  fetchOffset: Offset;
  /** Not fetched before this (F9). */
  delayedUntilUs: Micros;
  /** Left out until new metadata add it again. */
  failed = false;
  /** How far the leader's high watermark was ahead when it last answered; null before. */
  lag: number | null = null;

  constructor(leaderEpoch: Epoch, fetchOffset: Offset, delayedUntilUs: Micros) {
    this.leaderEpoch = leaderEpoch;
    this.fetchOffset = fetchOffset;
    this.delayedUntilUs = delayedUntilUs;
  }

  shareOrClone(): FetchState {
    const copy = new FetchState(this.leaderEpoch, this.fetchOffset, this.delayedUntilUs);
    copy.failed = this.failed;
    copy.lag = this.lag;
    return copy;
  }
}

/** One step of finding the place again after OFFSET_OUT_OF_RANGE (F10): first the leader's end is asked for, then its start. */
interface OffsetSearch {
  readonly topicPartition: TopicPartition;
  readonly leaderEpoch: Epoch;
  readonly leaderLogEndOffset: Offset | null;
}

const FETCHER_TIMERS = new Map<BrokerId, string>();
const FETCHED_LEADERS = new Map<string, BrokerId>();

/** Made once: a new text with each fetch would have to be hashed each time. */
function fetcherTimer(leader: BrokerId): string {
  let key = FETCHER_TIMERS.get(leader);
  if (key === undefined) {
    key = `fetcher/${leader}`;
    FETCHER_TIMERS.set(leader, key);
    FETCHED_LEADERS.set(key, leader);
  }
  return key;
}

/** The leader whose fetcher a timer is of; undefined: it is of something else. */
export function fetchedLeaderOf(timer: string): BrokerId | undefined {
  return FETCHED_LEADERS.get(timer);
}

/**
 * The loop that copies all partitions led by one broker: fetch, append, fetch again (F1). Kafka: `ReplicaFetcherThread`.
 *
 *   idle → fetching → appending → idle, with a search for an offset between when the leader says out of range.
 */
export class ReplicaFetcher {
  readonly leader: BrokerId;
  readonly partitions = new Map<TopicPartition, FetchState>();
  /** What the leader was asked for, in which only changes are told (KIP-227). */
  private readonly session = new FetchSessionHandler();
  /** Partitions whose place may be another than the session knows: looked at before the next fetch. */
  private readonly moved = new FewSet<TopicPartition>();
  /** Partitions that wait for the end of a back-off. */
  private readonly resting = new Set<TopicPartition>();
  /** Throttled replicas that lag: left out of each fetch while the quota is exceeded (KIP-73). */
  private readonly throttled = new Set<TopicPartition>();
  /** The request under way. */
  inFlight: { readonly correlationId: number; readonly sentAtUs: Micros } | null = null;
  /** Answer whose records are being written to disk. */
  private appending: FetchResponse | null = null;
  private searches: OffsetSearch[] = [];
  /** Number of the connection to the leader: another after each failure. */
  private connection = 0;
  /** The search that the leader was asked about. */
  private searching: { readonly correlationId: number; readonly search: OffsetSearch } | null = null;

  constructor(leader: BrokerId) {
    this.leader = leader;
  }

  /** For checkpoints. */
  blank(): ReplicaFetcher {
    return new ReplicaFetcher(this.leader);
  }

  get timerKey(): string {
    return fetcherTimer(this.leader);
  }

  /** Takes a partition on, from where its log says (F3). */
  add(partition: Partition, leaderEpoch: Epoch, nowUs: Micros, rules: Rules): void {
    const { epochs, logEndOffset, highWatermark } = partition.log;
    const fetchOffset = rules.initialFetchOffset(epochs.latestEpoch(), logEndOffset, highWatermark);
    // A log without epochs cannot say where it parts from the leader's, and so gives up what may not be committed.
    if (fetchOffset < logEndOffset) partition.log.truncateTo(fetchOffset, nowUs);
    this.partitions.set(partition.topicPartition, new FetchState(leaderEpoch, fetchOffset, nowUs));
    this.moved.add(partition.topicPartition);
  }

  remove(topicPartition: TopicPartition): void {
    if (this.partitions.delete(topicPartition)) this.moved.add(topicPartition);
    this.searches = this.searches.filter((search) => search.topicPartition !== topicPartition);
  }

  /** Something about the replica here is other than the leader was told: the next fetch tells it. */
  noteMoved(topicPartition: TopicPartition): void {
    if (this.partitions.has(topicPartition)) this.moved.add(topicPartition);
  }

  /** Whether nothing goes on but the one fetch under way, which asks for all that is to be fetched. */
  get isSteady(): boolean {
    return (
      this.inFlight !== null &&
      this.appending === null &&
      this.searching === null &&
      this.searches.length === 0 &&
      this.moved.size + this.resting.size + this.throttled.size === 0 &&
      this.session.isSteady
    );
  }

  /** Fetched so many times more, for `forUs` in all, and nothing came of it. */
  skip(turns: number, forUs: Micros): void {
    this.session.skip(turns);
    if (this.inFlight) this.inFlight = { ...this.inFlight, sentAtUs: this.inFlight.sentAtUs + forUs };
  }

  maybeFetch(broker: BrokerInternals, ctx: NodeContext): void {
    if (this.inFlight || this.appending || this.searching) return;
    const search = this.searches.shift();
    if (search) {
      this.ask(search, broker, ctx);
      return;
    }
    this.updateSession(broker, ctx);
    if (!this.session.hasWork) {
      this.waitForBackoff(broker, ctx);
      return;
    }
    const { config } = broker;
    const { sessionId, sessionEpoch, partitions, forgotten } = this.session.build();
    const request: FetchRequest = {
      kind: 'FetchRequest',
      replicaId: broker.id,
      replicaEpoch: broker.brokerEpoch,
      maxWaitMs: config.replicaFetchWaitMaxMs,
      minBytes: config.replicaFetchMinBytes,
      maxBytes: config.replicaFetchResponseMaxBytes,
      clientId: '',
      rackId: '',
      sessionId,
      sessionEpoch,
      partitions,
      forgotten,
    };
    const correlationId = this.send(request, ctx);
    this.inFlight = { correlationId, sentAtUs: ctx.nowUs };
    ctx.setTimer(this.timerKey, config.replicaSocketTimeoutUs);
  }

  handleFetchResponse(
    response: FetchResponse,
    correlationId: number,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    if (this.inFlight?.correlationId !== correlationId) return;
    this.inFlight = null;
    if (!this.session.handleResponse(response)) {
      this.maybeFetch(broker, ctx);
      return;
    }
    this.appending = response;
    let bytes = 0;
    for (const { batches } of response.partitions) for (const { sizeBytes } of batches) bytes += sizeBytes;
    const { appendUs, appendPerKiBUs } = broker.config;
    let delayUs = bytes === 0 ? 0 : broker.diskFactor * workUs(appendUs, appendPerKiBUs, bytes);
    for (const { topicPartition, batches } of response.partitions) {
      if (batches.length === 0) continue;
      let records = 0;
      for (const { count } of batches) records += count;
      delayUs += flushUsOfAppend(broker.partitions.get(topicPartition), records, broker, ctx);
    }
    if (delayUs === 0) this.finishAppending(broker, ctx);
    else ctx.setTimer(this.timerKey, delayUs);
  }

  handleListOffsetsResponse(
    response: ListOffsetsResponse,
    correlationId: number,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    if (this.searching?.correlationId !== correlationId) return;
    const { search } = this.searching;
    this.searching = null;
    const [answer] = response.partitions;
    if (answer) this.continueSearch(search, answer, broker, ctx);
    this.maybeFetch(broker, ctx);
  }

  /** The append is done, a back-off is over, or the socket timed out: which, tells the state. */
  onTimer(broker: BrokerInternals, ctx: NodeContext): void {
    if (this.appending) this.finishAppending(broker, ctx);
    else if (this.inFlight || this.searching) this.onConnectionFailure(broker, ctx);
    else this.maybeFetch(broker, ctx);
  }

  /** The leader closed or refused a connection; an old one's end is no news to a new one. */
  onDisconnected(connection: number, broker: BrokerInternals, ctx: NodeContext): void {
    if (connection >= this.connection) this.onConnectionFailure(broker, ctx);
  }

  /** The leader is gone or silent: everything asked of it rests for `replica.fetch.backoff.ms` (F9). */
  onConnectionFailure(broker: BrokerInternals, ctx: NodeContext): void {
    if (!this.inFlight && !this.searching) return;
    const leader = ctx.directory.brokers.get(this.leader);
    if (leader !== undefined) ctx.abandonConnections(leader, this.connection);
    this.connection += 1;
    this.inFlight = null;
    this.searching = null;
    this.searches = [];
    this.session.handleError();
    for (const [topicPartition, state] of this.partitions) {
      const isResting = state.failed || state.delayedUntilUs > ctx.nowUs;
      if (!isResting) this.react(topicPartition, 'connectionFailure', broker, ctx);
    }
    this.maybeFetch(broker, ctx);
  }

  private finishAppending(broker: BrokerInternals, ctx: NodeContext): void {
    const { appending } = this;
    this.appending = null;
    if (!appending) return;
    const changed: Partition[] = [];
    for (const answer of appending.partitions) {
      const asked = this.session.askedOf(answer.topicPartition);
      const state = this.partitions.get(answer.topicPartition);
      const partition = broker.partitions.get(answer.topicPartition);
      if (!asked || !state || !partition || state.failed) continue;
      // The answer is void if the partition was handed over or moved since.
      if (state.leaderEpoch !== asked.currentLeaderEpoch || state.fetchOffset !== asked.fetchOffset) continue;
      this.moved.add(answer.topicPartition);
      if (this.processPartition(answer, state, partition, broker, ctx)) changed.push(partition);
    }
    // Consumers that read from here are looked after when all partitions are done.
    if (changed.length > 0) broker.replicasChanged(changed, ctx);
    this.maybeFetch(broker, ctx);
  }

  /** Returns whether high watermark or log start are other than before. */
  private processPartition(
    answer: FetchPartitionResponse,
    state: FetchState,
    partition: Partition,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): boolean {
    if (answer.error !== 'NONE') {
      this.react(answer.topicPartition, answer.error, broker, ctx);
      return false;
    }
    if (answer.divergingEpoch) {
      this.truncate(partition, state, answer.divergingEpoch, broker, ctx);
      return false;
    }
    const { log } = partition;
    let bytesIn = 0;
    this.rollFor(answer, state, partition, broker, ctx);
    for (const batch of answer.batches) {
      // A batch of a newer epoch than the one asked under belongs to another leader's time (KAFKA-18723).
      if (batch.leaderEpoch > state.leaderEpoch || batch.baseOffset < log.logEndOffset) break;
      if (!takeRoom(partition, batch.sizeBytes, broker, ctx)) {
        // Kafka: `AbstractFetcherThread.markPartitionFailed`.
        state.failed = true;
        break;
      }
      log.append(batch, ctx.nowUs);
      bytesIn += batch.sizeBytes;
      const { baseOffset, count, leaderEpoch } = batch;
      ctx.trace({
        kind: 'RecordsAppended',
        partition: answer.topicPartition,
        broker: broker.id,
        role: 'follower',
        baseOffset,
        count,
        leaderEpoch,
      });
      state.fetchOffset = endOffsetOf(batch);
    }
    if (bytesIn > 0) flushAfterAppend(partition, configOf(partition, broker).log.flushMessages, broker, ctx);
    state.lag = Math.max(0, answer.highWatermark - log.logEndOffset);
    this.recordQuota(answer, partition, broker, ctx);
    if (answer.batches.length > 0) this.session.moveToEnd(answer.topicPartition);
    if (bytesIn > 0) broker.meters?.mark('replicationBytesIn', bytesIn, ctx.nowUs);
    broker.meters?.fetcherLag.set(
      answer.topicPartition,
      Math.max(0, answer.highWatermark - state.fetchOffset),
    );
    const from = log.highWatermark;
    const start = log.logStartOffset;
    partition.updateFollowerHighWatermark(answer.highWatermark, ctx.rules);
    log.raiseLogStart(ctx.rules.followedLogStart(answer.logStartOffset, start), ctx.nowUs);
    traceLogStart(answer.topicPartition, log, start, 'LeaderOffsetIncremented', broker, ctx);
    if (log.highWatermark > from) {
      ctx.trace({
        kind: 'HighWatermarkAdvanced',
        partition: answer.topicPartition,
        broker: broker.id,
        role: 'follower',
        from,
        to: log.highWatermark,
      });
    }
    return log.highWatermark !== from || log.logStartOffset !== start;
  }

  /** All that the leader sent is appended as one, so a segment that cannot take it whole is rolled first (SG3). */
  private rollFor(
    answer: FetchPartitionResponse,
    state: FetchState,
    partition: Partition,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    const { batches } = answer;
    const [first] = batches;
    if (!first || first.leaderEpoch > state.leaderEpoch || first.baseOffset < partition.log.logEndOffset)
      return;
    let sizeBytes = 0;
    let { maxTimestampMs } = first;
    let lastOffset = first.baseOffset;
    for (const batch of batches) {
      if (batch.leaderEpoch > state.leaderEpoch) break;
      sizeBytes += batch.sizeBytes;
      maxTimestampMs = Math.max(maxTimestampMs, batch.maxTimestampMs);
      lastOffset = endOffsetOf(batch) - 1;
    }
    maybeRoll(partition, sizeBytes, maxTimestampMs, lastOffset, broker, ctx);
  }

  private recordQuota(
    answer: FetchPartitionResponse,
    partition: Partition,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    const quota = broker.followerQuota;
    if (answer.batches.length === 0 || !quota?.isThrottled(partition, broker)) return;
    quota.record(
      answer.batches.reduce((sum, batch) => sum + batch.sizeBytes, answer.cutBytes),
      broker,
      ctx.clockMs(),
    );
  }

  private truncate(
    partition: Partition,
    state: FetchState,
    leaderEnd: { readonly epoch: Epoch; readonly endOffset: Offset },
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    const { log } = partition;
    const ownEnd = log.epochs.endOffsetFor(leaderEnd.epoch, log.logEndOffset);
    const { epochs, logEndOffset, highWatermark } = log;
    const initial = ctx.rules.initialFetchOffset(epochs.latestEpoch(), logEndOffset, highWatermark);
    const { offset } = ctx.rules.truncationOffset(leaderEnd, ownEnd, logEndOffset, initial);
    this.truncateTo(partition, offset, 'DivergingEpoch', broker, ctx);
    state.fetchOffset = log.logEndOffset;
  }

  private truncateTo(
    partition: Partition,
    offset: Offset,
    reason: 'DivergingEpoch' | 'OffsetOutOfRange',
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    const { log, topicPartition } = partition;
    const from = log.logEndOffset;
    if (!log.truncateTo(offset, ctx.nowUs)) return;
    broker.replicasChanged([partition], ctx);
    ctx.trace({
      kind: 'LogTruncated',
      partition: topicPartition,
      broker: broker.id,
      from,
      to: log.logEndOffset,
      reason,
    });
  }

  /** @param leaderEpoch the epoch that the leader was asked under; the present one when left out. */
  private react(
    topicPartition: TopicPartition,
    failure: FetchFailure,
    broker: BrokerInternals,
    ctx: NodeContext,
    leaderEpoch = this.partitions.get(topicPartition)?.leaderEpoch ?? UNDEFINED_EPOCH,
  ): void {
    const state = this.partitions.get(topicPartition);
    if (!state) return;
    this.moved.add(topicPartition);
    const reaction = ctx.rules.reactToFetchError(failure, leaderEpoch, state.leaderEpoch);
    if (failure !== 'OFFSET_OUT_OF_RANGE') {
      ctx.trace({
        kind: 'FetchFailed',
        partition: topicPartition,
        broker: broker.id,
        leader: this.leader,
        error: failure === 'connectionFailure' ? 'IOException' : failure,
      });
    }
    if (reaction === 'findOffset')
      this.searches.push({ topicPartition, leaderEpoch, leaderLogEndOffset: null });
    else if (reaction === 'markFailed') state.failed = true;
    else state.delayedUntilUs = ctx.nowUs + broker.config.replicaFetchBackoffUs;
  }

  private ask(search: OffsetSearch, broker: BrokerInternals, ctx: NodeContext): void {
    const { topicPartition, leaderEpoch: currentLeaderEpoch, leaderLogEndOffset } = search;
    const timestamp = leaderLogEndOffset === null ? LATEST_TIMESTAMP : EARLIEST_TIMESTAMP;
    const correlationId = this.send(
      {
        kind: 'ListOffsetsRequest',
        replicaId: broker.id,
        partitions: [{ topicPartition, timestamp, currentLeaderEpoch }],
      },
      ctx,
    );
    this.searching = { correlationId, search };
    ctx.setTimer(this.timerKey, broker.config.replicaSocketTimeoutUs);
  }

  private continueSearch(
    search: OffsetSearch,
    answer: ListOffsetsResponse['partitions'][number],
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    const { topicPartition, leaderEpoch, leaderLogEndOffset } = search;
    const partition = broker.partitions.get(topicPartition);
    const state = this.partitions.get(topicPartition);
    if (!partition || !state) return;
    if (answer.error !== 'NONE') {
      this.react(topicPartition, answer.error, broker, ctx, leaderEpoch);
      return;
    }
    // Handed over meanwhile: the new leader will say what it thinks of the offset.
    if (state.leaderEpoch !== leaderEpoch) return;
    const { log } = partition;
    if (leaderLogEndOffset === null && answer.offset >= log.logEndOffset) {
      this.searches.unshift({ topicPartition, leaderEpoch, leaderLogEndOffset: answer.offset });
      return;
    }
    const leaderEnd = leaderLogEndOffset ?? answer.offset;
    const leaderStart = leaderLogEndOffset === null ? log.logStartOffset : answer.offset;
    const plan = ctx.rules.outOfRangeFetch(log.logEndOffset, leaderEnd, leaderStart);
    if (plan.action === 'truncate')
      this.truncateTo(partition, plan.fetchOffset, 'OffsetOutOfRange', broker, ctx);
    if (plan.action === 'startAfresh') {
      const from = log.logEndOffset;
      log.truncateFullyAndStartAt(plan.fetchOffset, ctx.nowUs);
      broker.replicasChanged([partition], ctx);
      ctx.trace({
        kind: 'LogTruncated',
        partition: topicPartition,
        broker: broker.id,
        from,
        to: plan.fetchOffset,
        reason: 'OffsetOutOfRange',
      });
    }
    state.fetchOffset = log.logEndOffset;
    this.moved.add(topicPartition);
  }

  /** Tells the session where the partitions that moved are to be fetched from now on, or that they are not. */
  private updateSession(broker: BrokerInternals, ctx: NodeContext): void {
    for (const topicPartition of this.resting) {
      const state = this.partitions.get(topicPartition);
      if (!state || state.delayedUntilUs <= ctx.nowUs) this.moved.add(topicPartition);
    }
    for (const topicPartition of this.throttled) this.moved.add(topicPartition);
    for (const topicPartition of this.moved.items()) {
      if (this.resting.size > 0) this.resting.delete(topicPartition);
      if (this.throttled.size > 0) this.throttled.delete(topicPartition);
      const state = this.partitions.get(topicPartition);
      const partition = broker.partitions.get(topicPartition);
      if (!partition || !state || state.failed) this.session.forget(topicPartition);
      else if (state.delayedUntilUs > ctx.nowUs) {
        this.resting.add(topicPartition);
        this.session.forget(topicPartition);
      } else if (this.isThrottled(state, partition, broker, ctx)) this.session.forget(topicPartition);
      else {
        this.session.want({
          topicPartition,
          fetchOffset: state.fetchOffset,
          currentLeaderEpoch: state.leaderEpoch,
          lastFetchedEpoch: partition.log.latestEpoch(),
          logStartOffset: partition.log.logStartOffset,
          maxBytes: broker.config.replicaFetchMaxBytes,
        });
      }
    }
    if (this.moved.size > 0) this.moved.clear();
  }

  /** Whether the replica is left out of the next fetch. One that has caught up never is. */
  private isThrottled(
    state: FetchState,
    partition: Partition,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): boolean {
    const quota = broker.followerQuota;
    if (state.lag === 0 || !quota?.isThrottled(partition, broker)) return false;
    this.throttled.add(partition.topicPartition);
    return quota.isExceeded(broker, ctx.clockMs());
  }

  private waitForBackoff(broker: BrokerInternals, ctx: NodeContext): void {
    let earliestUs = this.throttled.size > 0 ? ctx.nowUs + broker.config.replicaFetchBackoffUs : Infinity;
    for (const topicPartition of this.resting)
      earliestUs = Math.min(earliestUs, this.partitions.get(topicPartition)?.delayedUntilUs ?? Infinity);
    if (earliestUs === Infinity) ctx.cancelTimer(this.timerKey);
    else ctx.setTimer(this.timerKey, earliestUs - ctx.nowUs);
  }

  private send(request: FetchRequest | Parameters<NodeContext['request']>[1], ctx: NodeContext): number {
    const target = ctx.directory.brokers.get(this.leader);
    return target === undefined ? -1 : ctx.request(target, request, this.connection);
  }
}
