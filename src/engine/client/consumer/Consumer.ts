import { RangeSet } from '../../kernel/RangeSet.ts';
import { TimerTable } from '../../node/Node.ts';
import type { DisconnectReason, Envelope, Node, NodeContext } from '../../node/Node.ts';
import { FetchSessionHandler } from '../../protocol/FetchSessionHandler.ts';
import type {
  FetchPartitionResponse,
  FetchRequest,
  FetchResponse,
  ListOffsetsResponse,
  Response,
} from '../../protocol/requests.ts';
import { EARLIEST_TIMESTAMP, LATEST_TIMESTAMP } from '../../protocol/requests.ts';
import { endOffsetOf, NO_ORIGIN } from '../../storage/RecordBatch.ts';
import type { RecordBatch } from '../../storage/RecordBatch.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { BrokerId, Epoch, Micros, NodeIndex, Offset, TopicPartition } from '../../../shared/units.ts';
import type { ClientState } from '../ClientState.ts';
import { ClientMetadata } from '../network/ClientMetadata.ts';
import { NetworkClient } from '../network/NetworkClient.ts';
import type { Disconnection } from '../network/NetworkClient.ts';
import type { ConsumerConfig } from './ConsumerConfig.ts';
import { Processing } from './Processing.ts';

const POLL_TIMER = 'poll';
const UNKNOWN: Offset = -1;

interface AssignedPartition {
  readonly topicPartition: TopicPartition;
  /** Next offset to read; −1 until it is found. */
  position: Offset;
  highWatermark: Offset;
  /** Where to start: `auto.offset.reset`, at the start and after a place was lost. */
  needsReset: boolean;
  /** A search for its place is under way. */
  isBusy: boolean;
  retryAtUs: Micros;
  /** The broker that it is fetched from; null: from none now. */
  source: BrokerId | null;
  /** The follower that the leader named to read from, until when, and under which leader (K2); null: the leader itself. */
  preferred: {
    readonly replica: BrokerId;
    readonly untilUs: Micros;
    readonly leader: BrokerId;
    readonly leaderEpoch: Epoch;
  } | null;
}

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
 * Simplified: positions are not validated by leader epoch after a failover (E8);
 * after an error a partition rests for `retry.backoff.ms`, where Kafka asks again as soon as it polls.
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
  private readonly byName: Map<TopicPartition, number>;
  private readonly sessions = new Map<BrokerId, FetchSessionHandler>();
  /** Brokers that a fetch is under way to, and when it was sent. */
  private readonly fetching = new Set<BrokerId>();
  /** Partitions whose place or broker may have changed: looked at before the next requests. */
  private readonly moved = new Set<TopicPartition>();
  /** Partitions that nobody can be asked about now: a back-off, or no known leader. */
  private readonly resting = new Set<TopicPartition>();
  /** Partitions without a place. */
  private readonly lost = new Set<TopicPartition>();
  /** When the first lease of a preferred replica ends. */
  private nextLeaseEndUs: Micros = Infinity;
  readonly processing: Processing;
  /** Answers whose records the application has not taken yet, oldest first. Kafka: `FetchBuffer`. */
  private fetched: { readonly partition: AssignedPartition; readonly batches: readonly RecordBatch[] }[] = [];

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
    this.partitions = assign.map((topicPartition) => ({
      topicPartition,
      position: UNKNOWN,
      highWatermark: UNKNOWN,
      needsReset: true,
      isBusy: false,
      retryAtUs: 0,
      source: null,
      preferred: null,
    }));
    this.byName = new Map(assign.map((topicPartition, index) => [topicPartition, index]));
    for (const topicPartition of assign) this.moved.add(topicPartition);
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
    this.network = new NetworkClient(this.name, this.config, this.network);
    this.metadata = new ClientMetadata(this.bootstrap, this.topics, this.config);
    for (const partition of this.partitions) {
      partition.position = UNKNOWN;
      partition.highWatermark = UNKNOWN;
      partition.needsReset = true;
      partition.isBusy = false;
      partition.retryAtUs = 0;
      partition.source = null;
      partition.preferred = null;
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

  private end(state: ClientState, ctx: NodeContext): void {
    this.state = state;
    this.stateSinceUs = ctx.nowUs;
    this.stalledSinceUs = null;
    this.unpolled = [];
    this.fetched = [];
    this.processing.stop(ctx.nowUs);
    this.timers.clear();
  }

  private takeResponse(response: Response, correlationId: number, broker: BrokerId, ctx: NodeContext): void {
    this.network.noteThrottle(broker, response, ctx);
    const request = this.network.complete(correlationId, broker);
    if (request) this.handleResponse(response, broker, ctx);
  }

  private poll(ctx: NodeContext): void {
    for (const disconnection of this.network.expire(ctx)) this.handleDisconnection(disconnection, ctx);
    const isPolled = this.takeFetched(ctx);
    const sendAtUs = isPolled ? this.sendRequests(ctx) : Infinity;
    const metadataAtUs = this.metadata.maybeRefresh(this.network, ctx);
    const pollsAgainUs = this.processing.pollsAgainUs(ctx.nowUs);
    const atUs = Math.min(metadataAtUs, sendAtUs, pollsAgainUs, this.network.nextDeadlineUs());
    if (atUs === Infinity) ctx.cancelTimer(POLL_TIMER);
    else ctx.setTimer(POLL_TIMER, Math.max(1, Math.ceil(atUs - ctx.nowUs)));
  }

  /** Records that the application has done with. */
  processedCount(nowUs: Micros): number {
    return this.deliveredCount - this.processing.remaining(nowUs);
  }

  /**
   * An application that takes time calls poll() when it has done with what the last call returned, and gets at most
   * `max.poll.records`. Whether it polls now: only then are new fetches sent, for partitions of which nothing is buffered.
   */
  private takeFetched(ctx: NodeContext): boolean {
    const { processing } = this;
    if (!processing.takesTime) return true;
    if (processing.isBusy(ctx.nowUs)) return false;
    let room = this.config.maxPollRecords;
    for (let next = this.fetched[0]; next && room > 0; next = this.fetched[0]) {
      room -= this.deliver(next.partition, next.batches, ctx, room);
      const last = next.batches[next.batches.length - 1];
      if (last && next.partition.position < endOffsetOf(last)) continue;
      this.fetched.shift();
      this.moved.add(next.partition.topicPartition);
    }
    const taken = this.config.maxPollRecords - room;
    if (taken > 0) processing.begin(taken, ctx.nowUs);
    return true;
  }

  /** A search for the partitions without a place, and a fetch, to each broker that is free. Returns when to look again. */
  private sendRequests(ctx: NodeContext): Micros {
    let againUs = this.placePartitions(ctx);
    const lost = new Map<BrokerId, AssignedPartition[]>();
    for (const topicPartition of this.lost) {
      const partition = this.partitionOf(topicPartition);
      const leader = this.metadata.leaderOf(topicPartition)?.leader;
      if (!partition || partition.isBusy || leader === undefined || this.resting.has(topicPartition))
        continue;
      lost.set(leader, [...(lost.get(leader) ?? []), partition]);
    }
    for (const [broker, partitions] of lost) {
      if (this.isReady(broker, ctx)) this.askForOffsets(broker, partitions, ctx);
      else againUs = Math.min(againUs, this.network.retryAtUs(broker, ctx.nowUs) ?? Infinity);
    }
    for (const [broker, session] of this.sessions) {
      if (this.fetching.has(broker) || session.size === 0) continue;
      if (this.isReady(broker, ctx)) this.fetch(broker, session, ctx);
      else againUs = Math.min(againUs, this.network.retryAtUs(broker, ctx.nowUs) ?? Infinity);
    }
    return againUs;
  }

  private isReady(broker: BrokerId, ctx: NodeContext): boolean {
    return this.network.ready(broker, ctx) && this.network.canSendMore(broker);
  }

  /** Sorts what moved to the brokers that it is to be fetched from now. Returns when the next back-off or lease ends. */
  private placePartitions(ctx: NodeContext): Micros {
    if (this.nextLeaseEndUs <= ctx.nowUs) {
      this.nextLeaseEndUs = Infinity;
      for (const { topicPartition, preferred } of this.partitions) {
        if (preferred === null) continue;
        if (preferred.untilUs <= ctx.nowUs) this.moved.add(topicPartition);
        else this.nextLeaseEndUs = Math.min(this.nextLeaseEndUs, preferred.untilUs);
      }
    }
    let againUs = this.nextLeaseEndUs;
    for (const topicPartition of this.resting) {
      const partition = this.partitionOf(topicPartition);
      if (!partition) continue;
      if (partition.retryAtUs <= ctx.nowUs) this.moved.add(topicPartition);
      else againUs = Math.min(againUs, partition.retryAtUs);
    }
    for (const topicPartition of this.moved) {
      const partition = this.partitionOf(topicPartition);
      if (partition) this.place(partition, ctx);
    }
    this.moved.clear();
    return againUs;
  }

  private place(partition: AssignedPartition, ctx: NodeContext): void {
    const { topicPartition, position: fetchOffset } = partition;
    const source = this.sourceOf(partition, ctx);
    if (source === null) this.resting.add(topicPartition);
    else this.resting.delete(topicPartition);
    if (partition.needsReset) this.lost.add(topicPartition);
    else this.lost.delete(topicPartition);

    const isBuffered = this.fetched.some((item) => item.partition === partition);
    const isFetchable = source !== null && !partition.needsReset && !isBuffered;
    if (partition.source !== null && (!isFetchable || partition.source !== source))
      this.sessions.get(partition.source)?.forget(topicPartition);
    partition.source = isFetchable ? source : null;
    if (!isFetchable) return;
    this.sessionWith(source).want({
      topicPartition,
      fetchOffset,
      currentLeaderEpoch: this.metadata.leaderEpochOf(topicPartition),
      lastFetchedEpoch: -1,
      logStartOffset: -1,
      maxBytes: this.config.maxPartitionFetchBytes,
    });
  }

  /** The leader, or the follower that it named; null when it rests or nobody leads it. Kafka: `AbstractFetch.selectReadReplica`. */
  private sourceOf(partition: AssignedPartition, ctx: NodeContext): BrokerId | null {
    const { topicPartition, preferred } = partition;
    if (partition.retryAtUs > ctx.nowUs) return null;
    const known = this.metadata.leaderOf(topicPartition);
    if (!known) {
      this.metadata.requestUpdate();
      return null;
    }
    if (preferred === null) return known.leader;
    const isCurrent =
      preferred.untilUs > ctx.nowUs &&
      preferred.leader === known.leader &&
      preferred.leaderEpoch === known.leaderEpoch;
    if (isCurrent && this.metadata.brokers.includes(preferred.replica)) return preferred.replica;
    if (isCurrent) this.metadata.requestUpdate();
    partition.preferred = null;
    return known.leader;
  }

  private askForOffsets(broker: BrokerId, lost: readonly AssignedPartition[], ctx: NodeContext): void {
    const timestamp = this.config.autoOffsetReset === 'earliest' ? EARLIEST_TIMESTAMP : LATEST_TIMESTAMP;
    const items = lost.map(({ topicPartition }) => ({
      topicPartition,
      timestamp,
      currentLeaderEpoch: this.metadata.leaderEpochOf(topicPartition),
    }));
    this.network.send(broker, { kind: 'ListOffsetsRequest', replicaId: -1, partitions: items }, true, ctx);
    for (const partition of lost) partition.isBusy = true;
  }

  private fetch(broker: BrokerId, session: FetchSessionHandler, ctx: NodeContext): void {
    const { fetchMaxWaitMs, fetchMinBytes, fetchMaxBytes } = this.config;
    const request: FetchRequest = {
      kind: 'FetchRequest',
      replicaId: -1,
      replicaEpoch: -1,
      maxWaitMs: fetchMaxWaitMs,
      minBytes: fetchMinBytes,
      maxBytes: fetchMaxBytes,
      clientId: this.clientId,
      rackId: this.config.clientRack,
      ...session.build(),
    };
    this.network.send(broker, request, true, ctx);
    this.fetching.add(broker);
  }

  private sessionWith(broker: BrokerId): FetchSessionHandler {
    let session = this.sessions.get(broker);
    if (!session) {
      session = new FetchSessionHandler();
      this.sessions.set(broker, session);
    }
    return session;
  }

  private handleResponse(response: Response, broker: BrokerId, ctx: NodeContext): void {
    switch (response.kind) {
      case 'MetadataResponse':
        this.metadata.update(response, this.name, ctx);
        for (const { topicPartition } of this.partitions) this.moved.add(topicPartition);
        return;
      case 'ListOffsetsResponse':
        this.handleListOffsets(response, ctx);
        return;
      case 'FetchResponse':
        this.handleFetch(response, broker, ctx);
        return;
      default:
        return;
    }
  }

  private handleListOffsets(response: ListOffsetsResponse, ctx: NodeContext): void {
    for (const answer of response.partitions) {
      const partition = this.partitionOf(answer.topicPartition);
      if (!partition) continue;
      partition.isBusy = false;
      this.moved.add(answer.topicPartition);
      if (answer.error !== 'NONE') {
        this.backOff(partition, ctx);
        continue;
      }
      const from = partition.position;
      partition.position = answer.offset;
      partition.needsReset = false;
      ctx.trace({
        kind: 'OffsetReset',
        consumer: this.clientId,
        partition: answer.topicPartition,
        from,
        to: answer.offset,
      });
    }
  }

  private handleFetch(response: FetchResponse, broker: BrokerId, ctx: NodeContext): void {
    this.fetching.delete(broker);
    const session = this.sessionWith(broker);
    if (!session.handleResponse(response)) return;
    for (const answer of response.partitions) {
      const partition = this.partitionOf(answer.topicPartition);
      const asked = session.askedOf(answer.topicPartition);
      // The answer is void if the partition has another place or is fetched elsewhere since.
      if (!partition || partition.source !== broker || asked?.fetchOffset !== partition.position) continue;
      this.moved.add(answer.topicPartition);
      if (answer.error === 'NONE') this.take(answer, partition, session, ctx);
      else this.react(answer, partition, ctx);
    }
  }

  private take(
    answer: FetchPartitionResponse,
    partition: AssignedPartition,
    session: FetchSessionHandler,
    ctx: NodeContext,
  ): void {
    const { topicPartition, highWatermark, preferredReadReplica } = answer;
    partition.highWatermark = highWatermark;
    if (answer.batches.length > 0) session.moveToEnd(topicPartition);
    if (this.processing.takesTime && answer.batches.length > 0)
      this.fetched.push({ partition, batches: answer.batches });
    else this.deliver(partition, answer.batches, ctx);
    const known = this.metadata.leaderOf(topicPartition);
    if (preferredReadReplica === null || !known) return;
    const untilUs = ctx.nowUs + this.config.metadataMaxAgeMs * MICROS_PER_MILLI;
    const { leader, leaderEpoch } = known;
    partition.preferred = { replica: preferredReadReplica, untilUs, leader, leaderEpoch };
    this.nextLeaseEndUs = Math.min(this.nextLeaseEndUs, untilUs);
    const { clientId: consumer } = this;
    ctx.trace({
      kind: 'ReadReplicaChanged',
      consumer,
      partition: topicPartition,
      broker: preferredReadReplica,
      reason: 'PreferredReadReplica',
    });
  }

  /** An error of one partition. Kafka: `FetchCollector.handleInitializeErrors`. */
  private react(answer: FetchPartitionResponse, partition: AssignedPartition, ctx: NodeContext): void {
    const { topicPartition, currentLeader, error } = answer;
    const wasPreferred = partition.preferred !== null;
    if (error !== 'UNKNOWN_LEADER_EPOCH') this.leavePreferred(partition, error, ctx);
    if (error === 'OFFSET_OUT_OF_RANGE') {
      // A follower may not have what the leader has: the leader is asked at the same offset first (K3).
      if (!wasPreferred) partition.needsReset = true;
      return;
    }
    if (ctx.rules.needsMetadataRefresh(error)) this.metadata.requestUpdate();
    // A client that was told the new leader goes there at once (RT6).
    const isTold = currentLeader && this.metadata.takeHint(topicPartition, currentLeader, this.name, ctx);
    if (!isTold) this.backOff(partition, ctx);
  }

  private leavePreferred(partition: AssignedPartition, reason: string, ctx: NodeContext): void {
    if (partition.preferred === null) return;
    const { leader: broker } = partition.preferred;
    partition.preferred = null;
    const { clientId: consumer } = this;
    ctx.trace({ kind: 'ReadReplicaChanged', consumer, partition: partition.topicPartition, broker, reason });
  }

  /**
   * Hands records to the application, at most `limit`, and returns how many. A batch may begin before the position: what was
   * read already is skipped.
   */
  private deliver(
    partition: AssignedPartition,
    batches: readonly RecordBatch[],
    ctx: NodeContext,
    limit = Infinity,
  ): number {
    let count = 0;
    const baseOffset = partition.position;
    for (const batch of batches) {
      const end = endOffsetOf(batch);
      if (end <= partition.position) continue;
      if (count >= limit) break;
      const skipped = Math.max(0, partition.position - batch.baseOffset);
      const taken = Math.min(batch.count - skipped, limit - count);
      this.note(partition.topicPartition, batch, skipped, taken);
      count += taken;
      partition.position = Math.max(partition.position, batch.baseOffset) + taken;
    }
    if (count === 0) return 0;
    this.deliveredCount += count;
    ctx.trace({
      kind: 'RecordsDelivered',
      consumer: this.clientId,
      partition: partition.topicPartition,
      baseOffset,
      count,
    });
    return count;
  }

  private note(topicPartition: TopicPartition, batch: RecordBatch, skipped: number, taken: number): void {
    if (batch.origin === NO_ORIGIN) return;
    let byOrigin = this.delivered.get(topicPartition);
    if (!byOrigin) {
      byOrigin = new Map();
      this.delivered.set(topicPartition, byOrigin);
    }
    let ranges = byOrigin.get(batch.origin);
    if (!ranges) {
      ranges = new RangeSet();
      byOrigin.set(batch.origin, ranges);
    }
    ranges.add(batch.firstOrdinal + skipped, batch.firstOrdinal + skipped + taken);
  }

  private handleDisconnection(disconnection: Disconnection | null, ctx: NodeContext): void {
    if (!disconnection) return;
    this.metadata.onDisconnected(disconnection.requests, ctx);
    for (const { request, broker } of disconnection.requests) {
      if (request.kind === 'FetchRequest') this.abandonFetch(broker, disconnection.reason, ctx);
      if (request.kind !== 'ListOffsetsRequest') continue;
      for (const { topicPartition } of request.partitions) {
        const partition = this.partitionOf(topicPartition);
        if (!partition) continue;
        partition.isBusy = false;
        this.backOff(partition, ctx);
      }
    }
  }

  /** A fetch got no answer: everything asked of that broker rests, and is asked of the leader next. */
  private abandonFetch(broker: BrokerId, reason: string, ctx: NodeContext): void {
    this.fetching.delete(broker);
    const session = this.sessionWith(broker);
    session.handleError();
    for (const topicPartition of session.askedPartitions()) {
      const partition = this.partitionOf(topicPartition);
      if (partition?.source !== broker) continue;
      this.leavePreferred(partition, reason, ctx);
      this.backOff(partition, ctx);
    }
  }

  private backOff(partition: AssignedPartition, ctx: NodeContext): void {
    partition.retryAtUs = ctx.nowUs + this.config.retryBackoffMs * MICROS_PER_MILLI;
    this.moved.add(partition.topicPartition);
    this.metadata.requestUpdate();
  }

  private partitionOf(topicPartition: TopicPartition): AssignedPartition | undefined {
    const index = this.byName.get(topicPartition);
    return index === undefined ? undefined : this.partitions[index];
  }
}
