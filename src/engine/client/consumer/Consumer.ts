import { FewSet } from '../../kernel/FewMap.ts';
import { oneText } from '../../kernel/oneText.ts';
import type { RangeSet } from '../../kernel/RangeSet.ts';
import { TimerTable } from '../../node/Node.ts';
import type { DisconnectReason, Envelope, Node, NodeContext } from '../../node/Node.ts';
import { FetchSessionHandler } from '../../protocol/FetchSessionHandler.ts';
import type { CommittedPartition, Request, Response } from '../../protocol/requests.ts';
import { NO_ORIGIN } from '../../storage/RecordBatch.ts';
import type { RecordBatch } from '../../storage/RecordBatch.ts';
import type { BrokerId, Micros, Millis, NodeIndex, Offset, TopicPartition } from '../../../shared/units.ts';
import type { ClientState } from '../ClientState.ts';
import { ClientMetadata } from '../network/ClientMetadata.ts';
import { NetworkClient } from '../network/NetworkClient.ts';
import type { Disconnection } from '../network/NetworkClient.ts';
import { carryOutCalls, DEFAULT_API_TIMEOUT_MS } from './calls/carryOutCalls.ts';
import type { ConsumerCall, TimeLookup } from './calls/ConsumerCall.ts';
import { unplaced } from './AssignedPartition.ts';
import type { AssignedPartition } from './AssignedPartition.ts';
import type { ConsumerConfig } from './ConsumerConfig.ts';
import { abandonFetch, fetch, handleFetch, takeFetched } from './fetches.ts';
import {
  askAboutPositions,
  backOff,
  handleEpochEnds,
  handleListOffsets,
  placePartitions,
} from './positions.ts';
import type { ProcessedRecords } from './ProcessedRecords.ts';
import { ConsumerMeters } from './ConsumerMeters.ts';
import { noteFetch } from './noteFetch.ts';
import { Processing } from './Processing.ts';

const POLL_TIMER = 'poll';

/** What the network brought while nobody called poll(). */
type UnpolledEvent =
  | {
      readonly kind: 'response';
      readonly response: Response;
      readonly correlationId: number;
      readonly broker: BrokerId;
    }
  | {
      readonly kind: 'disconnected';
      readonly broker: BrokerId;
      readonly reason: DisconnectReason;
      readonly connection: number;
    };

/**
 * A Java consumer with assigned partitions and no group. Kafka: `KafkaConsumer` with `assign`, `Fetcher`, `SubscriptionState`
 * (4.2). It reads below the high watermark, lets a fetch wait at the broker for `fetch.max.wait.ms`, keeps a fetch session
 * with each broker, and reads from a follower when the leader names one (KIP-392).
 *
 * Simplified: after an error a partition rests for `retry.backoff.ms`, where Kafka asks again as soon as it polls.
 */
export class Consumer implements Node {
  readonly role = 'consumer';
  readonly name: string;
  readonly timers = new TimerTable();
  readonly clientId: string;
  life = 1;
  readonly config: ConsumerConfig;
  readonly bootstrap: readonly BrokerId[];
  readonly topics: readonly string[];
  network: NetworkClient;
  metadata: ClientMetadata;
  state: ClientState = 'running';
  /** When it entered that state. */
  stateSinceUs: Micros = 0;
  /** Since when the application has not called poll(); null while it does. */
  stalledSinceUs: Micros | null = null;
  /** What came while the application did not poll. */
  private unpolled: UnpolledEvent[] = [];
  readonly partitions: AssignedPartition[];
  /** Which records of which producer the application has seen, by partition. For the ledger. */
  readonly delivered = new Map<TopicPartition, Map<NodeIndex, RangeSet>>();
  deliveredCount = 0;
  /** What the application has done; left out: records mean nothing. */
  declare tally?: ProcessedRecords;
  protected readonly byName: Map<TopicPartition, number>;
  readonly sessions = new Map<BrokerId, FetchSessionHandler>();
  /** Brokers that a fetch is under way to, and when it was sent. */
  readonly fetching = new FewSet<BrokerId>();
  /** Partitions whose place or broker may have changed: looked at before the next requests. */
  readonly moved = new FewSet<TopicPartition>();
  /** Partitions that nobody can be asked about now: a back-off, or no known leader. */
  readonly resting = new Set<TopicPartition>();
  /** Partitions without a place. */
  readonly lost = new Set<TopicPartition>();
  /** When the first lease of a preferred replica ends. */
  nextLeaseEndUs: Micros = Infinity;
  readonly processing: Processing;
  meters = new ConsumerMeters();
  /** Answers whose records the application has not taken yet, oldest first. Kafka: `FetchBuffer`. */
  fetched: {
    readonly topicPartition: TopicPartition;
    readonly batches: readonly RecordBatch[];
    /** Which of them the application is not to see; left out: none. */
    readonly hidden?: readonly boolean[];
  }[] = [];
  /** What the application calls before it polls again, in this order; left out: nothing. */
  declare calls?: readonly ConsumerCall[];
  /** An offsetsForTimes() that has not returned; left out: none. */
  declare timeLookup?: TimeLookup;

  constructor(
    clientId: string,
    config: ConsumerConfig,
    assign: readonly TopicPartition[],
    topics: readonly string[],
    bootstrap: readonly BrokerId[],
    perRecordUs: Micros = 0,
  ) {
    this.processing = new Processing(perRecordUs);
    this.clientId = clientId;
    this.name = `consumer:${clientId}`;
    this.config = config;
    this.bootstrap = bootstrap;
    this.topics = topics;
    this.network = new NetworkClient(this.name, config);
    this.metadata = new ClientMetadata(bootstrap, topics, config);
    const names = assign.map(oneText);
    this.partitions = names.map(unplaced);
    this.byName = new Map(names.map((topicPartition, index) => [topicPartition, index]));
    for (const topicPartition of names) this.moved.add(topicPartition);
  }

  /** For checkpoints. */
  blank(): Consumer {
    const { clientId, config, topics, bootstrap } = this;
    return new Consumer(clientId, config, [], topics, bootstrap);
  }

  isRunning(): boolean {
    return this.state === 'running';
  }

  isListening(): boolean {
    return false;
  }

  hasPower(): boolean {
    return this.state !== 'powerless';
  }

  start(ctx: NodeContext): void {
    this.poll(ctx);
  }

  receiveRequest(): void {
    return;
  }

  receiveResponse(response: Response, envelope: Envelope, ctx: NodeContext): void {
    const broker = ctx.directory.brokerIds.get(envelope.source) ?? -1;
    const { correlationId } = envelope;
    if (this.stalledSinceUs !== null) {
      this.unpolled.push({ kind: 'response', response, correlationId, broker });
      return;
    }
    this.takeResponse(response, correlationId, broker, ctx);
    this.poll(ctx);
  }

  onTimer(_key: string, ctx: NodeContext): void {
    if (this.stalledSinceUs === null) this.poll(ctx);
  }

  onDisconnected(peer: NodeIndex, reason: DisconnectReason, ctx: NodeContext, connection: number): void {
    const broker = ctx.directory.brokerIds.get(peer);
    if (broker === undefined) return;
    if (this.stalledSinceUs !== null) {
      this.unpolled.push({ kind: 'disconnected', broker, reason, connection });
      return;
    }
    this.handleDisconnection(this.network.onDisconnected(broker, reason, connection, ctx), ctx);
    this.poll(ctx);
  }

  // What people do to it

  /** The application is busy with what it has: it calls poll() no more, and all network work is done there. */
  stall(ctx: NodeContext): void {
    if (!this.isRunning() || this.stalledSinceUs !== null) return;
    this.stalledSinceUs = ctx.nowUs;
    ctx.cancelTimer(POLL_TIMER);
    ctx.befell(ctx.self);
    ctx.trace({ kind: 'ConsumerStalled', consumer: this.clientId });
  }

  /** poll() is called again, and first reads what has come meanwhile. */
  unstall(ctx: NodeContext): void {
    if (!this.isRunning() || this.stalledSinceUs === null) return;
    this.stalledSinceUs = null;
    ctx.trace({ kind: 'ConsumerUnstalled', consumer: this.clientId });
    const { unpolled } = this;
    this.unpolled = [];
    for (const event of unpolled) {
      if (event.kind === 'response')
        this.takeResponse(event.response, event.correlationId, event.broker, ctx);
      else {
        const { broker, reason, connection } = event;
        this.handleDisconnection(this.network.onDisconnected(broker, reason, connection, ctx), ctx);
      }
    }
    this.poll(ctx);
  }

  /** The application calls this once it is done with what the last poll() has returned. */
  call(call: ConsumerCall, ctx: NodeContext): void {
    if (!this.isRunning()) return;
    this.calls = Object.freeze([...(this.calls ?? []), call]);
    if (this.stalledSinceUs === null) this.poll(ctx);
  }

  /** Takes the next calls away, or all. */
  keepCalls(calls: readonly ConsumerCall[]): void {
    if (calls.length === 0) delete this.calls;
    else this.calls = Object.freeze(calls);
  }

  /** commitSync() with offsets of its own. Whether the application is at it now: without a group it throws. */
  commitOffsets(offsets: readonly CommittedPartition[], ctx: NodeContext): boolean {
    ctx.trace({
      kind: 'ConsumerCallFailed',
      consumer: this.clientId,
      call: 'commitSync',
      partition: offsets[0]?.topicPartition ?? '',
      error: 'InvalidGroupIdException',
    });
    return false;
  }

  /** How long a call that waits for an answer may take. */
  get defaultApiTimeoutMs(): Millis {
    return this.config.defaultApiTimeoutMs ?? DEFAULT_API_TIMEOUT_MS;
  }

  /** The place of a partition is what the application says. */
  sought(topicPartition: TopicPartition): void {
    this.moved.add(topicPartition);
  }

  /** close(): without a group there is nobody to take leave of. */
  close(ctx: NodeContext): void {
    if (!this.isRunning()) return;
    ctx.trace({ kind: 'ConsumerClosed', consumer: this.clientId });
    ctx.closeConnections();
    this.end('closed', ctx);
  }

  die(cause: 'killed' | 'powerless', ctx: NodeContext): void {
    if (!this.hasPower() || (cause === 'killed' && !this.isRunning())) return;
    ctx.trace({ kind: 'ClientDied', client: this.name, cause });
    ctx.befell(ctx.self);
    if (cause === 'killed') ctx.closeConnections();
    this.end(cause, ctx);
  }

  /** A new process, where there is none. It committed nothing, so its place is found by `auto.offset.reset`. */
  startProcess(ctx: NodeContext): void {
    if (this.isRunning()) return;
    this.state = 'running';
    this.stateSinceUs = ctx.nowUs;
    this.life += 1;
    this.meters = new ConsumerMeters();
    this.network = new NetworkClient(this.name, this.config, this.network);
    this.metadata = new ClientMetadata(this.bootstrap, this.topics, this.config);
    for (const partition of this.partitions) {
      Object.assign(partition, unplaced(partition.topicPartition));
      delete partition.paused;
      delete partition.resetTo;
      this.moved.add(partition.topicPartition);
    }
    this.sessions.clear();
    this.fetching.clear();
    this.resting.clear();
    this.lost.clear();
    this.nextLeaseEndUs = Infinity;
    ctx.trace({ kind: 'ConsumerStarted', consumer: this.clientId });
    this.poll(ctx);
  }

  /** Whether nothing goes on but fetches that wait at brokers, one to each that it reads from. */
  isSteadyAt(nowUs: Micros): boolean {
    return (
      this.isRunning() &&
      this.stalledSinceUs === null &&
      this.calls === undefined &&
      this.timeLookup === undefined &&
      this.moved.size + this.resting.size + this.lost.size + this.fetched.length + this.unpolled.length ===
        0 &&
      !this.processing.isBusy(nowUs) &&
      this.nextLeaseEndUs === Infinity &&
      this.metadata.refreshAtUs !== null &&
      this.network.inFlight.size === this.fetching.size &&
      [...this.sessions].every(
        ([broker, session]) => session.size === 0 || (this.fetching.has(broker) && session.isSteady),
      )
    );
  }

  /** How many of its fetches wait at brokers, as far as it knows. */
  get fetchCount(): number {
    return this.fetching.size;
  }

  /** Fetched from a broker so many times more, for `forUs` in all, and nothing came of it. */
  skip(broker: BrokerId, turns: number, forUs: Micros): void {
    this.sessions.get(broker)?.skip(turns);
    this.meters.skip(turns, forUs);
    this.network.shift(broker, forUs);
  }

  /** When it polls next, if nothing comes before. */
  get pollsAtUs(): Micros {
    return Math.min(this.metadata.refreshAtUs ?? Infinity, this.network.nextDeadlineUs());
  }

  protected end(state: ClientState, ctx: NodeContext): void {
    this.state = state;
    this.stateSinceUs = ctx.nowUs;
    this.stalledSinceUs = null;
    this.unpolled = [];
    this.fetched = [];
    this.tally?.settle(this.processing.remaining(ctx.nowUs));
    delete this.calls;
    delete this.timeLookup;
    this.processing.stop(ctx.nowUs);
    this.meters.stop();
    this.timers.clear();
  }

  protected takeResponse(
    response: Response,
    correlationId: number,
    broker: BrokerId,
    ctx: NodeContext,
  ): void {
    this.network.noteThrottle(broker, response, ctx);
    const request = this.network.complete(correlationId, broker);
    if (!request) return;
    noteFetch(this.meters, response, ctx.nowUs - request.sentAtUs, ctx.nowUs);
    this.handleResponse(request.request, response, broker, ctx);
  }

  protected poll(ctx: NodeContext): void {
    for (const disconnection of this.network.expire(ctx)) this.handleDisconnection(disconnection, ctx);
    const callsAgainUs = this.isCalling ? this.makeCalls(ctx) : null;
    const isPolled = callsAgainUs === null && takeFetched(this, ctx);
    const sendAtUs = isPolled ? this.sendRequests(ctx) : (callsAgainUs ?? Infinity);
    if (!this.isRunning()) return;
    const metadataAtUs = this.metadata.maybeRefresh(this.network, ctx);
    const pollsAgainUs = this.processing.pollsAgainUs(ctx.nowUs);
    const atUs = Math.min(metadataAtUs, sendAtUs, pollsAgainUs, this.network.nextDeadlineUs());
    if (atUs === Infinity) ctx.cancelTimer(POLL_TIMER);
    else ctx.setTimer(POLL_TIMER, Math.max(1, Math.ceil(atUs - ctx.nowUs)));
  }

  /** Whether the application has something to call before it polls. */
  protected get isCalling(): boolean {
    return this.calls !== undefined || this.timeLookup !== undefined;
  }

  /** Returns when to look again while a call has not returned; null: the application goes on. */
  private makeCalls(ctx: NodeContext): Micros | null {
    if (this.processing.isBusy(ctx.nowUs)) return null;
    return carryOutCalls(this, ctx);
  }

  /** Records that the application has done with. */
  processedCount(nowUs: Micros): number {
    return this.deliveredCount - this.processing.remaining(nowUs);
  }

  /** A search for the partitions without a place, and fetches. Returns when to look again. */
  private sendRequests(ctx: NodeContext): Micros {
    const againUs = Math.min(placePartitions(this, ctx), askAboutPositions(this, ctx));
    return Math.min(againUs, this.sendFetches(ctx));
  }

  /** A fetch to each broker that is free. Returns when to look again. */
  protected sendFetches(ctx: NodeContext): Micros {
    let againUs = Infinity;
    if (!this.isRunning()) return againUs;
    for (const [broker, session] of this.sessions) {
      if (this.fetching.has(broker) || session.size === 0) continue;
      if (this.isReady(broker, ctx)) fetch(this, broker, session, ctx);
      else againUs = Math.min(againUs, this.network.retryAtUs(broker, ctx.nowUs) ?? Infinity);
    }
    return againUs;
  }

  isReady(broker: BrokerId, ctx: NodeContext): boolean {
    return this.network.ready(broker, ctx) && this.network.canSendMore(broker);
  }

  sessionWith(broker: BrokerId): FetchSessionHandler {
    let session = this.sessions.get(broker);
    if (!session) {
      session = new FetchSessionHandler();
      this.sessions.set(broker, session);
    }
    return session;
  }

  protected handleResponse(request: Request, response: Response, broker: BrokerId, ctx: NodeContext): void {
    switch (response.kind) {
      case 'MetadataResponse':
        this.metadata.update(response, this.name, ctx);
        for (const { topicPartition } of this.partitions) this.moved.add(topicPartition);
        return;
      case 'ListOffsetsResponse':
        if (request.kind === 'ListOffsetsRequest') handleListOffsets(this, request, response, ctx);
        return;
      case 'OffsetForLeaderEpochResponse':
        if (request.kind === 'OffsetForLeaderEpochRequest')
          handleEpochEnds(this, request, response, broker, ctx);
        return;
      case 'FetchResponse':
        handleFetch(this, response, broker, ctx);
        return;
      default:
        return;
    }
  }

  protected handleDisconnection(disconnection: Disconnection | null, ctx: NodeContext): void {
    if (!disconnection) return;
    this.metadata.onDisconnected(disconnection.requests, ctx);
    for (const { request, broker } of disconnection.requests) {
      if (request.kind === 'FetchRequest') abandonFetch(this, broker, disconnection.reason, ctx);
      if (request.kind !== 'ListOffsetsRequest' && request.kind !== 'OffsetForLeaderEpochRequest') continue;
      for (const { topicPartition } of request.partitions) {
        const partition = this.partitionOf(topicPartition);
        if (!partition) continue;
        partition.isBusy = false;
        backOff(this, partition, ctx);
      }
    }
  }

  /** Whether what is fetched waits until the application polls. */
  get buffersRecords(): boolean {
    return this.processing.takesTime;
  }

  /** Whether a partition is not to be fetched now, though it has a place. */
  isHeldBack(_topicPartition: TopicPartition): boolean {
    return false;
  }

  /** Whether a partition waits for what its group has committed, before `auto.offset.reset` has a say. */
  isInitializing(_topicPartition: TopicPartition): boolean {
    return false;
  }

  /** poll() is about to return these. */
  notePolled(
    topicPartition: TopicPartition,
    origin: NodeIndex,
    firstOrdinal: number,
    count: number,
    _baseOffset: Offset,
  ): void {
    if (!this.tally || origin === NO_ORIGIN) return;
    this.tally.poll(topicPartition, origin, firstOrdinal, count);
    if (!this.processing.takesTime) this.tally.settle(0);
  }

  /** poll() throws, and the application, which does not catch it, closes the consumer and ends. */
  fail(error: string, ctx: NodeContext): void {
    if (!this.isRunning()) return;
    ctx.trace({ kind: 'ConsumerFailed', consumer: this.clientId, error });
    this.close(ctx);
  }

  partitionOf(topicPartition: TopicPartition): AssignedPartition | undefined {
    const index = this.byName.get(topicPartition);
    return index === undefined ? undefined : this.partitions[index];
  }
}
