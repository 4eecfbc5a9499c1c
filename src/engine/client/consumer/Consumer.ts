import { RangeSet } from '../../kernel/RangeSet.ts';
import { TimerTable } from '../../node/Node.ts';
import type { DisconnectReason, Envelope, Node, NodeContext } from '../../node/Node.ts';
import type {
  FetchPartition,
  FetchResponse,
  ListOffsetsResponse,
  Response,
} from '../../protocol/requests.ts';
import { EARLIEST_TIMESTAMP, LATEST_TIMESTAMP } from '../../protocol/requests.ts';
import { endOffsetOf, NO_ORIGIN } from '../../storage/RecordBatch.ts';
import type { RecordBatch } from '../../storage/RecordBatch.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { BrokerId, Micros, NodeIndex, Offset, TopicPartition } from '../../../shared/units.ts';
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
  /** A fetch or a search is under way. */
  isBusy: boolean;
  retryAtUs: Micros;
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
 * (4.2). It reads below the high watermark, and lets a fetch wait at the leader for `fetch.max.wait.ms`.
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
    }));
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
    }
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
    const request = this.network.complete(correlationId, broker);
    if (request) this.handleResponse(response, ctx);
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
      if (!last || next.partition.position >= endOffsetOf(last)) this.fetched.shift();
    }
    const taken = this.config.maxPollRecords - room;
    if (taken > 0) processing.begin(taken, ctx.nowUs);
    return true;
  }

  /** One request to each leader: a search for the partitions without a place, else a fetch. Returns when to look again. */
  private sendRequests(ctx: NodeContext): Micros {
    let againUs = Infinity;
    const byLeader = new Map<BrokerId, AssignedPartition[]>();
    for (const partition of this.partitions) {
      if (partition.isBusy || this.fetched.some((item) => item.partition === partition)) continue;
      if (partition.retryAtUs > ctx.nowUs) {
        againUs = Math.min(againUs, partition.retryAtUs);
        continue;
      }
      const leader = this.metadata.leaderOf(partition.topicPartition);
      if (!leader) this.metadata.requestUpdate();
      else byLeader.set(leader.leader, [...(byLeader.get(leader.leader) ?? []), partition]);
    }
    for (const [broker, partitions] of byLeader) {
      if (!this.network.ready(broker, ctx))
        againUs = Math.min(againUs, this.network.retryAtUs(broker, ctx.nowUs) ?? Infinity);
      else if (this.network.inFlightCount(broker) === 0) this.askLeader(broker, partitions, ctx);
    }
    return againUs;
  }

  private askLeader(broker: BrokerId, partitions: readonly AssignedPartition[], ctx: NodeContext): void {
    const lost = partitions.filter((partition) => partition.needsReset);
    if (lost.length > 0) {
      const timestamp = this.config.autoOffsetReset === 'earliest' ? EARLIEST_TIMESTAMP : LATEST_TIMESTAMP;
      const items = lost.map(({ topicPartition }) => ({
        topicPartition,
        timestamp,
        currentLeaderEpoch: this.metadata.leaderEpochOf(topicPartition),
      }));
      this.network.send(broker, { kind: 'ListOffsetsRequest', replicaId: -1, partitions: items }, true, ctx);
      for (const partition of lost) partition.isBusy = true;
      return;
    }
    const items = partitions.map(({ topicPartition, position }): FetchPartition => ({
      topicPartition,
      fetchOffset: position,
      currentLeaderEpoch: this.metadata.leaderEpochOf(topicPartition),
      lastFetchedEpoch: -1,
      logStartOffset: -1,
      maxBytes: this.config.maxPartitionFetchBytes,
    }));
    const { fetchMaxWaitMs, fetchMinBytes, fetchMaxBytes } = this.config;
    const request = {
      kind: 'FetchRequest' as const,
      replicaId: -1,
      replicaEpoch: -1,
      maxWaitMs: fetchMaxWaitMs,
      minBytes: fetchMinBytes,
      maxBytes: fetchMaxBytes,
      partitions: items,
    };
    this.network.send(broker, request, true, ctx);
    for (const partition of partitions) partition.isBusy = true;
  }

  private handleResponse(response: Response, ctx: NodeContext): void {
    switch (response.kind) {
      case 'MetadataResponse':
        this.metadata.update(response, this.name, ctx);
        return;
      case 'ListOffsetsResponse':
        this.handleListOffsets(response, ctx);
        return;
      case 'FetchResponse':
        this.handleFetch(response, ctx);
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

  private handleFetch(response: FetchResponse, ctx: NodeContext): void {
    for (const answer of response.partitions) {
      const partition = this.partitionOf(answer.topicPartition);
      if (!partition) continue;
      partition.isBusy = false;
      if (answer.error === 'NONE') {
        partition.highWatermark = answer.highWatermark;
        if (this.processing.takesTime) this.fetched.push({ partition, batches: answer.batches });
        else this.deliver(partition, answer.batches, ctx);
      } else if (answer.error === 'OFFSET_OUT_OF_RANGE') {
        partition.needsReset = true;
      } else {
        const { topicPartition, currentLeader } = answer;
        if (ctx.rules.needsMetadataRefresh(answer.error)) this.metadata.requestUpdate();
        // A client that was told the new leader goes there at once (RT6).
        const isTold = currentLeader && this.metadata.takeHint(topicPartition, currentLeader, this.name, ctx);
        if (!isTold) this.backOff(partition, ctx);
      }
    }
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
    for (const { request } of disconnection.requests) {
      if (request.kind !== 'FetchRequest' && request.kind !== 'ListOffsetsRequest') continue;
      for (const { topicPartition } of request.partitions) {
        const partition = this.partitionOf(topicPartition);
        if (!partition) continue;
        partition.isBusy = false;
        this.backOff(partition, ctx);
      }
    }
  }

  private backOff(partition: AssignedPartition, ctx: NodeContext): void {
    partition.retryAtUs = ctx.nowUs + this.config.retryBackoffMs * MICROS_PER_MILLI;
    this.metadata.requestUpdate();
  }

  private partitionOf(topicPartition: TopicPartition): AssignedPartition | undefined {
    return this.partitions.find((partition) => partition.topicPartition === topicPartition);
  }
}
