import type { DisconnectReason, Envelope, NodeContext } from '../../../node/Node.ts';
import type { Request, Response } from '../../../protocol/requests.ts';
import { offsetDeltaOf, recordCountOf } from '../../../storage/BatchContents.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { BrokerId, Micros, NodeIndex, Offset, TopicPartition } from '../../../../shared/units.ts';
import { NO_ORIGIN } from '../../../storage/RecordBatch.ts';
import type { RecordBatch } from '../../../storage/RecordBatch.ts';
import type { ClientState } from '../../ClientState.ts';
import type { Disconnection } from '../../network/NetworkClient.ts';
import { Consumer } from '../Consumer.ts';
import { noteCall } from '../group/noteCall.ts';
import type { ConsumerConfig } from '../ConsumerConfig.ts';
import { CoordinatorChannel, FIRST_COORDINATOR_CONNECTION } from '../group/CoordinatorChannel.ts';
import { noteRead } from '../noteRead.ts';
import type { Acknowledgement } from './acknowledgementBatches.ts';
import { handlingOf, type ShareApplication } from './ShareApplication.ts';
import type { ShareConsumerConfig } from './ShareConsumerConfig.ts';
import { ShareMembership } from './ShareMembership.ts';
import {
  handleShareHeartbeat,
  handleShareLookup,
  leaveShareGroup,
  onShareBrokerLost,
  runShareMembership,
  shareCoordinatorLost,
  shareHeartbeatFailed,
} from './shareMembershipHeartbeats.ts';
import {
  acknowledgeByRequest,
  closeShareSessions,
  handleShareAcknowledge,
  handleShareFetch,
  sendShareRequests,
  shareRequestFailed,
} from './shareRequests.ts';
import type { ShareSessionHandler } from './ShareSessionHandler.ts';

const POLL_TIMER = 'poll';
/** Kafka: `Consumer.DEFAULT_CLOSE_TIMEOUT_MS`. */
const CLOSE_TIMEOUT_US: Micros = 30_000 * MICROS_PER_MILLI;

/** A record that poll() has returned, or is about to. */
export interface RecordInHand {
  readonly broker: BrokerId;
  readonly topicPartition: TopicPartition;
  readonly offset: Offset;
  readonly deliveryCount: number;
  readonly origin: NodeIndex;
  readonly ordinal: number;
}

/** Records that were acquired together: poll() returns them together. Kafka: `ShareCompletedFetch`, by acquired batch. */
export type FetchedRange = readonly RecordInHand[];

/** Acknowledgements of one request, by partition. */
export type AcknowledgementsByPartition = Map<TopicPartition, Acknowledgement[]>;

/** A commit that waits for its turn on a connection. */
export interface AcknowledgeRequestState {
  readonly broker: BrokerId;
  readonly acknowledgements: AcknowledgementsByPartition;
  /** Of a commitSync(); null: nobody waits. */
  readonly commit: number | null;
  /** They go along with a ShareFetch. */
  readonly isFetch?: boolean;
}

/**
 * A `KafkaShareConsumer`: a member of a share group, that gets single records from partitions which others read too, and says of each
 * what became of it (KIP-932). Kafka: `ShareConsumerImpl`, `ShareConsumeRequestManager` (4.2).
 *
 * Two threads: the application's, which polls, works and acknowledges, and one in the background, which reads the network, sends
 * heartbeats, and fetches when poll() asks for it. Nothing is fetched ahead: a record that is acquired is locked.
 *
 * Simplified: after an error a broker rests for `retry.backoff.ms`.
 */
export class ShareConsumer extends Consumer {
  readonly share: ShareConsumerConfig;
  readonly application: ShareApplication;
  channel: CoordinatorChannel;
  membership: ShareMembership;
  // FindCoordinator
  lookup: { readonly broker: BrokerId; correlationId: number | null } | null = null;
  lookupAtUs: Micros = 0;
  lookupAttempts = 0;
  backoffs = 0;

  readonly shareSessions = new Map<BrokerId, ShareSessionHandler>();
  /** Brokers that a ShareFetch or a ShareAcknowledge is under way to, and what it acknowledges. */
  readonly busy = new Map<BrokerId, AcknowledgeRequestState>();
  /** When a broker may be asked again. */
  readonly restUntilUs = new Map<BrokerId, Micros>();
  /** poll() waits for records. Kafka: `fetchMoreRecords`. */
  wantsRecords = false;
  /** Under share.acquire.mode=record_limit only one broker at a time is asked for records. */
  fetchTurn = 0;
  /** Acknowledgements that the next ShareFetch takes along. */
  readonly toFetch = new Map<BrokerId, AcknowledgementsByPartition>();
  commits: AcknowledgeRequestState[] = [];
  buffered: FetchedRange[] = [];
  /** What the last poll() returned and was not acknowledged yet, the one at work first. */
  inHand: readonly RecordInHand[] = [];
  /** What is said and not sent yet. */
  said: readonly { readonly record: RecordInHand; readonly type: Acknowledgement['type'] }[] = [];
  handledCount = 0;
  private phase: 'polling' | 'working' | 'committing' | 'closing' = 'polling';
  private work: { readonly endsUs: Micros; readonly type: Acknowledgement['type'] } | null = null;
  private renewAtUs: Micros = Infinity;
  private commitNumber = 0;
  private commitEndsUs: Micros = 0;
  private closesAtUs: Micros = Infinity;
  private hasBegunToClose = false;
  fatalError: string | null = null;

  constructor(
    clientId: string,
    config: ConsumerConfig,
    share: ShareConsumerConfig,
    topics: readonly string[],
    bootstrap: readonly BrokerId[],
    application: ShareApplication,
  ) {
    super(clientId, config, [], topics, bootstrap, application.perRecordUs);
    this.share = share;
    this.application = application;
    this.channel = new CoordinatorChannel(this.name, config);
    this.membership = this.newMembership();
  }

  /** For checkpoints. */
  override blank(): ShareConsumer {
    const { clientId, config, share, topics, bootstrap, application } = this;
    return new ShareConsumer(clientId, config, share, topics, bootstrap, application);
  }

  private newMembership(): ShareMembership {
    const { clientRack } = this.config;
    return new ShareMembership(this.share.groupId, this.clientId, clientRack === '' ? null : clientRack);
  }

  /** Waits for records at each leader of what it has, and nothing goes on beside that but heartbeats. */
  override isSteadyAt(nowUs: Micros): boolean {
    const { channel, membership, metadata, network } = this;
    const isIdle =
      this.isRunning() &&
      this.stalledSinceUs === null &&
      this.phase === 'polling' &&
      this.wantsRecords &&
      this.fatalError === null &&
      this.buffered.length + this.inHand.length + this.said.length + this.commits.length === 0 &&
      this.toFetch.size === 0;
    return (
      isIdle &&
      this.lookup === null &&
      channel.node !== null &&
      channel.isIdle &&
      membership.state === 'STABLE' &&
      !membership.heartbeats.isInFlight &&
      metadata.refreshAtUs !== null &&
      network.inFlight.size === this.busy.size &&
      [...this.restUntilUs.values()].every((us) => us <= nowUs) &&
      [...this.shareSessions].every(
        ([broker, session]) => session.size === 0 || (this.busy.has(broker) && !session.isNew),
      )
    );
  }

  override get fetchCount(): number {
    return this.busy.size;
  }

  override skip(broker: BrokerId, turns: number, forUs: Micros): void {
    this.shareSessions.get(broker)?.skip(turns);
    this.network.shift(broker, forUs);
  }

  override get pollsAtUs(): Micros {
    return Math.min(super.pollsAtUs, this.membership.heartbeats.nextUs);
  }

  override processedCount(): number {
    return this.handledCount;
  }

  override receiveResponse(response: Response, envelope: Envelope, ctx: NodeContext): void {
    const broker = ctx.directory.brokerIds.get(envelope.source) ?? -1;
    const { correlationId, connection } = envelope;
    if (connection < FIRST_COORDINATOR_CONNECTION) this.takeResponse(response, correlationId, broker, ctx);
    else {
      const sentAtUs = this.channel.network.inFlight.get(correlationId)?.sentAtUs ?? ctx.nowUs;
      const call = this.channel.complete(correlationId, broker);
      if (call) noteCall(this.meters, call.kind, response, ctx.nowUs - sentAtUs, ctx.nowUs);
      if (call && response.kind === 'ShareGroupHeartbeatResponse') handleShareHeartbeat(this, response, ctx);
    }
    this.poll(ctx);
  }

  override onDisconnected(
    peer: NodeIndex,
    reason: DisconnectReason,
    ctx: NodeContext,
    connection: number,
  ): void {
    const broker = ctx.directory.brokerIds.get(peer);
    if (broker === undefined) return;
    if (connection < FIRST_COORDINATOR_CONNECTION || reason === 'ConnectionClosed')
      this.handleDisconnection(this.network.onDisconnected(broker, reason, connection, ctx), ctx);
    if (connection >= FIRST_COORDINATOR_CONNECTION) {
      const ended = this.channel.network.onDisconnected(broker, reason, connection, ctx);
      if (ended && this.channel.disconnected(broker, ended))
        shareCoordinatorLost(this, 'coordinator unavailable', ctx);
    }
    this.poll(ctx);
  }

  override onTimer(_key: string, ctx: NodeContext): void {
    this.poll(ctx);
  }

  /** The application is busy with what it has. The background thread goes on. */
  override stall(ctx: NodeContext): void {
    super.stall(ctx);
    if (this.isRunning()) this.poll(ctx);
  }

  /** close(): acknowledgements are sent, sessions ended, and the group is left. What it has and did not acknowledge is given back. */
  override close(ctx: NodeContext): void {
    if (!this.isRunning() || this.phase === 'closing') return;
    this.stalledSinceUs = null;
    this.phase = 'closing';
    this.work = null;
    this.closesAtUs = ctx.nowUs + Math.min(CLOSE_TIMEOUT_US, this.config.requestTimeoutMs * MICROS_PER_MILLI);
    this.poll(ctx);
  }

  override fail(error: string, ctx: NodeContext): void {
    if (!this.isRunning() || this.phase === 'closing') return;
    ctx.trace({ kind: 'ConsumerFailed', consumer: this.clientId, error });
    this.phase = 'closing';
    this.work = null;
    this.closesAtUs = ctx.nowUs + CLOSE_TIMEOUT_US;
  }

  override startProcess(ctx: NodeContext): void {
    if (this.isRunning()) return;
    this.channel = new CoordinatorChannel(this.name, this.config, this.channel.network);
    this.membership = this.newMembership();
    this.fatalError = null;
    super.startProcess(ctx);
  }

  protected override end(state: ClientState, ctx: NodeContext): void {
    super.end(state, ctx);
    this.phase = 'polling';
    this.work = null;
    this.renewAtUs = Infinity;
    this.lookup = null;
    this.lookupAtUs = 0;
    this.hasBegunToClose = false;
    this.closesAtUs = Infinity;
    this.wantsRecords = false;
    this.shareSessions.clear();
    this.busy.clear();
    this.restUntilUs.clear();
    this.toFetch.clear();
    this.commits = [];
    this.buffered = [];
    this.inHand = [];
    this.said = [];
    this.membership = this.newMembership();
  }

  protected override handleResponse(
    request: Request,
    response: Response,
    broker: BrokerId,
    ctx: NodeContext,
  ): void {
    switch (response.kind) {
      case 'FindCoordinatorResponse':
        handleShareLookup(this, response, ctx);
        return;
      case 'ShareFetchResponse':
        handleShareFetch(this, response, broker, ctx);
        return;
      case 'ShareAcknowledgeResponse':
        handleShareAcknowledge(this, response, broker, ctx);
        return;
      default:
        super.handleResponse(request, response, broker, ctx);
    }
  }

  protected override handleDisconnection(disconnection: Disconnection | null, ctx: NodeContext): void {
    if (!disconnection) return;
    const { broker, requests } = disconnection;
    this.metadata.onDisconnected(requests, ctx);
    onShareBrokerLost(this, broker, ctx);
    shareRequestFailed(this, broker, ctx);
  }

  protected override poll(ctx: NodeContext): void {
    if (!this.isRunning()) return;
    for (const disconnection of this.network.expire(ctx)) this.handleDisconnection(disconnection, ctx);
    for (const { broker, ...rest } of this.channel.network.expire(ctx))
      if (this.channel.disconnected(broker, { broker, ...rest }))
        shareCoordinatorLost(this, 'coordinator unavailable', ctx);
    if (this.channel.failed.length > 0) {
      this.channel.failed = [];
      shareHeartbeatFailed(this, ctx);
    }
    let againUs = this.runApplication(ctx);
    if (!this.isRunning()) return;
    againUs = Math.min(
      againUs,
      runShareMembership(this, ctx),
      sendShareRequests(this, ctx),
      this.channel.flush(this.clientId, ctx),
      this.metadata.maybeRefresh(this.network, ctx),
      this.network.nextDeadlineUs(),
    );
    // What could not be sent has ended the commit.
    if (this.phase === 'committing' && !this.isCommitting()) againUs = ctx.nowUs;
    if (againUs === Infinity) ctx.cancelTimer(POLL_TIMER);
    else ctx.setTimer(POLL_TIMER, Math.max(1, Math.ceil(againUs - ctx.nowUs)));
  }

  /** The application's thread, as far as it goes without waiting. Returns when it goes on. */
  private runApplication(ctx: NodeContext): Micros {
    for (;;) {
      if (this.phase === 'closing') return this.goOnClosing(ctx);
      if (this.phase === 'committing') {
        if (ctx.nowUs < this.commitEndsUs && this.isCommitting()) return this.commitEndsUs;
        this.phase = 'polling';
        continue;
      }
      if (this.phase === 'working') {
        const untilUs = this.goOnWorking(ctx);
        if (untilUs !== null) return untilUs;
        continue;
      }
      if (this.stalledSinceUs !== null) return Infinity;
      if (this.fatalError !== null) {
        this.fail(this.fatalError, ctx);
        continue;
      }
      if (!this.pollOnce(ctx)) return Infinity;
    }
  }

  /** One poll(): whether it returned records. */
  private pollOnce(ctx: NodeContext): boolean {
    if (this.membership.state === 'UNSUBSCRIBED' || this.membership.state === 'FENCED')
      this.membership.join();
    this.meters.pollBegins(ctx.nowUs);
    const taken = this.collect();
    if (taken.length > 0) this.meters.pollEnds(ctx.nowUs);
    if (taken.length === 0) {
      this.wantsRecords = true;
      this.moveSaid(this.toFetch);
      return false;
    }
    if (this.said.length > 0) this.commitSaid(null, ctx);
    this.inHand = taken;
    this.tell(taken, ctx);
    this.phase = 'working';
    return true;
  }

  /** Whole acquired ranges, until there are `max.poll.records`. Kafka: `ShareFetchCollector.collect`. */
  private collect(): readonly RecordInHand[] {
    const taken: RecordInHand[] = [];
    while (taken.length < this.config.maxPollRecords) {
      const next = this.buffered.shift();
      if (!next) break;
      taken.push(...next);
    }
    return taken;
  }

  private tell(records: readonly RecordInHand[], ctx: NodeContext): void {
    const runs: { readonly partition: TopicPartition; readonly baseOffset: Offset; count: number }[] = [];
    for (const { topicPartition, offset, origin, ordinal } of records) {
      noteRead(this.delivered, topicPartition, origin, ordinal);
      const last = runs.at(-1);
      if (last?.partition === topicPartition && last.baseOffset + last.count === offset) last.count += 1;
      else runs.push({ partition: topicPartition, baseOffset: offset, count: 1 });
    }
    for (const run of runs) ctx.trace({ kind: 'RecordsDelivered', consumer: this.clientId, ...run });
    this.deliveredCount += records.length;
  }

  /** On one record after the other. Returns until when, null when all are done. */
  private goOnWorking(ctx: NodeContext): Micros | null {
    for (;;) {
      const [record] = this.inHand;
      if (!record) break;
      if (this.work === null) {
        const { topicPartition, offset } = record;
        const { takesUs, then } = handlingOf(this.application, topicPartition, offset, this.handledCount);
        this.work = { endsUs: ctx.nowUs + takesUs, type: then };
        this.renewAtUs = ctx.nowUs + (this.application.renewEveryUs ?? Infinity);
      }
      if (ctx.nowUs < this.work.endsUs) {
        if (ctx.nowUs >= this.renewAtUs) this.renew(ctx);
        return Math.min(this.work.endsUs, this.renewAtUs);
      }
      if (this.work.type === 'ACCEPT' && record.origin !== NO_ORIGIN)
        this.tally?.done(record.topicPartition, record.origin, record.ordinal, 1);
      this.said = [...this.said, { record, type: this.work.type }];
      this.inHand = this.inHand.slice(1);
      this.handledCount += 1;
      this.work = null;
    }
    this.renewAtUs = Infinity;
    this.phase = 'polling';
    const { commit } = this.application;
    if (commit === 'async') this.commitSaid(null, ctx);
    if (commit === 'sync' && this.said.length > 0) {
      this.commitNumber += 1;
      this.commitSaid(this.commitNumber, ctx);
      this.commitEndsUs = ctx.nowUs + this.share.defaultApiTimeoutMs * MICROS_PER_MILLI;
      this.phase = 'committing';
    }
    return null;
  }

  /** acknowledge(RENEW) for the record at work and those that wait for it, and commitAsync() (KIP-1222). */
  private renew(ctx: NodeContext): void {
    this.renewAtUs = ctx.nowUs + (this.application.renewEveryUs ?? Infinity);
    const done = this.said;
    this.said = this.inHand.map((record) => ({ record, type: 'RENEW' as const }));
    this.commitSaid(null, ctx);
    this.said = done;
  }

  private commitSaid(commit: number | null, ctx: NodeContext): void {
    const byBroker = new Map<BrokerId, AcknowledgementsByPartition>();
    this.moveSaid(byBroker);
    for (const [broker, acknowledgements] of byBroker)
      acknowledgeByRequest(this, { broker, acknowledgements, commit }, ctx);
  }

  private moveSaid(to: Map<BrokerId, AcknowledgementsByPartition>): void {
    for (const { record, type } of this.said) addAcknowledgement(to, record, type);
    this.said = [];
  }

  private isCommitting(): boolean {
    const isMine = ({ commit }: AcknowledgeRequestState): boolean => commit === this.commitNumber;
    return this.commits.some(isMine) || [...this.busy.values()].some(isMine);
  }

  private goOnClosing(ctx: NodeContext): Micros {
    if (!this.hasBegunToClose) {
      this.hasBegunToClose = true;
      this.wantsRecords = false;
      this.moveSaid(this.toFetch);
      closeShareSessions(this);
      leaveShareGroup(this, 'the consumer is being closed', ctx);
    }
    const isIdle = this.commits.length + this.busy.size === 0 && this.channel.isIdle;
    if (!isIdle && ctx.nowUs < this.closesAtUs) return this.closesAtUs;
    super.close(ctx);
    return Infinity;
  }

  /** Records that an answer brought: those that were acquired, and no others. Control records and gaps are acknowledged as such. */
  takeFetched(
    broker: BrokerId,
    topicPartition: TopicPartition,
    batches: readonly RecordBatch[],
    ranges: readonly {
      readonly firstOffset: Offset;
      readonly lastOffset: Offset;
      readonly deliveryCount: number;
    }[],
  ): void {
    for (const { firstOffset, lastOffset, deliveryCount } of ranges) {
      const found: RecordInHand[] = [];
      let next = firstOffset;
      for (const batch of batches) {
        if (batch.marker) continue;
        for (let i = 0; i < recordCountOf(batch); i++) {
          const delta = offsetDeltaOf(batch, i);
          const offset = batch.baseOffset + delta;
          if (offset < firstOffset || offset > lastOffset) continue;
          this.acknowledgeGap(broker, topicPartition, next, offset - 1);
          next = offset + 1;
          const { origin, firstOrdinal } = batch;
          const ordinal = firstOrdinal + delta;
          found.push({ broker, topicPartition, offset, deliveryCount, origin, ordinal });
        }
      }
      this.acknowledgeGap(broker, topicPartition, next, lastOffset);
      if (found.length > 0) this.buffered.push(Object.freeze(found));
    }
  }

  private acknowledgeGap(
    broker: BrokerId,
    topicPartition: TopicPartition,
    first: Offset,
    last: Offset,
  ): void {
    for (let offset = first; offset <= last; offset++)
      addAcknowledgement(this.toFetch, { broker, topicPartition, offset }, 'GAP');
  }
}

function addAcknowledgement(
  to: Map<BrokerId, AcknowledgementsByPartition>,
  { broker, topicPartition, offset }: Pick<RecordInHand, 'broker' | 'topicPartition' | 'offset'>,
  type: Acknowledgement['type'],
): void {
  const byPartition = to.get(broker) ?? new Map<TopicPartition, Acknowledgement[]>();
  to.set(broker, byPartition);
  const list = byPartition.get(topicPartition) ?? [];
  list.push({ offset, type });
  byPartition.set(topicPartition, list);
}
