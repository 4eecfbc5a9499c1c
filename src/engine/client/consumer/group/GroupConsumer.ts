import { RangeSet } from '../../../kernel/RangeSet.ts';
import type { DisconnectReason, Envelope, NodeContext } from '../../../node/Node.ts';
import type { CommittedPartition, Request, Response } from '../../../protocol/requests.ts';
import { NO_ORIGIN } from '../../../storage/RecordBatch.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type {
  BrokerId,
  Micros,
  Millis,
  NodeIndex,
  Offset,
  TopicPartition,
} from '../../../../shared/units.ts';
import type { ClientState } from '../../ClientState.ts';
import type { Disconnection } from '../../network/NetworkClient.ts';
import { unplaced } from '../AssignedPartition.ts';
import { Consumer } from '../Consumer.ts';
import { carryOutCalls } from '../calls/carryOutCalls.ts';
import type { ConsumerConfig } from '../ConsumerConfig.ts';
import { takeBuffered } from '../fetches.ts';
import { askAboutPositions, placePartitions } from '../positions.ts';
import type { ApplicationSpec } from './ApplicationSpec.ts';
import { WorkerPool } from './WorkerPool.ts';
import type { CommitError } from './Commit.ts';
import {
  allConsumed,
  commit,
  maybeAutoCommit,
  offsetsToCommit,
  releasePendingCommits,
  sendCommit,
} from './commits.ts';
import { fetchCommittedOffsets } from './committedOffsets.ts';
import { ConsumerCoordinator } from './ConsumerCoordinator.ts';
import { FIRST_COORDINATOR_CONNECTION } from './CoordinatorChannel.ts';
import {
  ensureCoordinatorReady,
  handleFindCoordinator,
  lookupDueUs,
  markCoordinatorUnknown,
  onBrokerDisconnected,
  retryBackoffUs,
} from './coordinatorLookup.ts';
import { giveUpBeforeLeaving } from './changeAssignment.ts';
import { holdsLoop, noteUnsentHeartbeat } from './eventLoop.ts';
import type { Generation } from './Generation.ts';
import type { GroupConfig } from './GroupConfig.ts';
import { handleAnswer, handleNoAnswer } from './handleAnswer.ts';
import {
  closeProducer,
  handToProducer,
  producerReadiness,
  rewindToCommitted,
  startProducer,
  turnOfProducer,
} from './handToProducer.ts';
import { runHeartbeats } from './heartbeats.ts';
import { heartbeatOf, isSteadyMember } from './steadyMember.ts';
import { joinGroupIfNeeded } from './joinGroup.ts';
import { endOutput } from '../outside/forward.ts';
import { OutsideWork } from '../outside/OutsideWork.ts';
import { claimInStore, handleStoreOffsets } from '../outside/storedOffsets.ts';
import { takeDue } from '../outside/takeDue.ts';
import { takeReadable } from '../outside/takeReadable.ts';
import { handleStoreTransaction, workOutside } from '../outside/workOutside.ts';
import { noteCall } from './noteCall.ts';
import { assignWithMetadata, noticeNewPartitions } from './leaderAssignment.ts';
import { leaveGroup } from './leaveGroup.ts';
import { RecordCommits } from './RecordCommits.ts';
import { runMembershipHeartbeats } from './modern/membershipHeartbeats.ts';
import { pollMembership } from './modern/reconcile.ts';

const POLL_TIMER = 'poll';
const RESTART_TIMER = 'restart';
/** Ours: how soon a new process looks again whether the old one has ended. */
const RESTART_CHECK_US: Micros = 100 * MICROS_PER_MILLI;
/** Ours: the application calls poll() with this timeout. A call that waits for the coordinator returns what is buffered then. */
const POLL_TIMEOUT_US: Micros = 100 * MICROS_PER_MILLI;
/** Kafka: `Consumer.DEFAULT_CLOSE_TIMEOUT_MS`. */
const CLOSE_TIMEOUT_US: Micros = 30_000 * MICROS_PER_MILLI;

/** What the network brought while no thread read it. */
type UnreadEvent =
  | {
      readonly kind: 'response';
      readonly response: Response;
      readonly correlationId: number;
      readonly broker: BrokerId;
      readonly connection: number;
    }
  | {
      readonly kind: 'disconnected';
      readonly broker: BrokerId;
      readonly reason: DisconnectReason;
      readonly connection: number;
    };

/** Records that a poll() returned, as the producer of one origin numbers them. */
export interface PolledRecords {
  readonly topicPartition: TopicPartition;
  readonly origin: NodeIndex;
  readonly firstOrdinal: number;
  readonly count: number;
  /** Left out where nobody asks for it. */
  readonly baseOffset?: Offset;
}

/** A commitSync() that has not returned. */
interface SyncCommit {
  readonly untilUs: Micros;
  readonly then: 'process' | 'poll' | 'close' | 'goOn';
  readonly offsets: readonly CommittedPartition[];
  attempts: number;
  isInFlight: boolean;
  retryAtUs: Micros;
}

/** close() is under way. */
interface Closing {
  readonly untilUs: Micros;
  phase: 'begins' | 'commits' | 'leaves';
}

const NOTHING_READ = { subscribe: [], assign: [] };

/**
 * A Java consumer with a `group.id`: a member of the group if it subscribes, else one that only keeps its offsets there. Kafka:
 * `ClassicKafkaConsumer` (4.2).
 *
 * Two threads: the application's, which polls, works and commits; and the heartbeat thread, which runs from the answer to a
 * JoinGroup until the next one. While neither reads the network, answers wait. A client with one loop for all of that has none of it
 * while the application works (`eventLoop.ts`).
 */
export class GroupConsumer extends Consumer {
  readonly group: GroupConfig;
  readonly application: ApplicationSpec;
  coordinator: ConsumerCoordinator;
  private unread: UnreadEvent[] = [];
  private phase: 'polling' | 'processing' | 'outside' | 'sending' | 'committing' = 'polling';
  private syncCommit: SyncCommit | null = null;
  private closing: Closing | null = null;
  /** With a producer: the member of the generation that it last was in; left out: of none yet. */
  declare private joinedAs?: Generation;
  /** It ends because of an error, and a new process starts so long later; left out: none does. */
  declare private restartsAfterUs?: Micros;
  /** It closes without a commit of what it has polled; left out: it does as it is told. */
  declare private keepsNothing?: true;
  /** Since when poll() waits for the coordinator. */
  private blockedSinceUs: Micros | null = null;
  /** Partitions that are about to be revoked: neither fetched nor returned. Kafka: `markPendingRevocation`. */
  readonly heldBack = new Set<TopicPartition>();
  /** What the last poll() returned and the application works on. */
  polled: PolledRecords[] = [];
  private polledCount = 0;
  /** Which records of which producer the application has done with, by partition. For the ledger. */
  readonly processed = new Map<TopicPartition, Map<NodeIndex, RangeSet>>();
  /** Records that it did again. */
  reprocessedCount = 0;
  /** Threads that work on records while poll() is called again; null: it works on them itself. */
  private readonly pool: WorkerPool<PolledRecords> | null = null;
  /** What it does outside of Kafka with what it polls; left out: nothing. */
  declare readonly outside?: OutsideWork;
  /** A heartbeat is due, and the work on records has the loop; left out: it is not so. */
  declare isHeartbeatOverdue?: true;
  /** It commits every so many records; left out: it does not. */
  declare private recordCommits?: RecordCommits;

  constructor(
    clientId: string,
    config: ConsumerConfig,
    group: GroupConfig,
    reads: { readonly subscribe: readonly string[]; readonly assign: readonly TopicPartition[] },
    topics: readonly string[],
    bootstrap: readonly BrokerId[],
    application: ApplicationSpec,
  ) {
    super(
      clientId,
      config,
      reads.assign,
      topics,
      bootstrap,
      application.workers > 0 ? 0 : application.perRecordUs,
    );
    this.group = group;
    this.application = application;
    if (application.workers > 0) this.pool = new WorkerPool(application.workers, application.perRecordUs);
    if (application.outside) this.outside = new OutsideWork(application.outside);
    if (application.commitEvery !== undefined)
      this.recordCommits = new RecordCommits(application.commitEvery);
    this.coordinator = new ConsumerCoordinator(this.name, group, reads.subscribe, config, 0);
    this.initialize(reads.assign);
  }

  /** For checkpoints. */
  override blank(): GroupConsumer {
    const { clientId, config, group, topics, bootstrap, application } = this;
    return new GroupConsumer(clientId, config, group, NOTHING_READ, topics, bootstrap, application);
  }

  override start(ctx: NodeContext): void {
    this.coordinator.heartbeat.polled(ctx.nowUs);
    this.poll(ctx);
  }

  override get buffersRecords(): boolean {
    return true;
  }

  /** Beside fetches only heartbeats and auto-commits, and nothing to work on. */
  override isSteadyAt(nowUs: Micros): boolean {
    return (
      super.isSteadyAt(nowUs) &&
      (this.pool === null || this.pool.busyUntilUs <= nowUs) &&
      this.outside === undefined &&
      this.phase === 'polling' &&
      this.closing === null &&
      this.unread.length + this.heldBack.size + this.polled.length === 0 &&
      this.blockedSinceUs === null &&
      isSteadyMember(this.coordinator)
    );
  }

  override get pollsAtUs(): Micros {
    const { enableAutoCommit } = this.group;
    const commitsAtUs = enableAutoCommit ? this.coordinator.nextAutoCommitUs : Infinity;
    return Math.min(super.pollsAtUs, heartbeatOf(this.coordinator).nextUs, commitsAtUs);
  }

  /** Whether its auto-commits commit something: of what it reads, whether that changed or not. */
  get commitsByItself(): boolean {
    return this.group.enableAutoCommit && this.partitions.length > 0;
  }

  /** For so long auto-commits found nothing to commit. */
  skipCommits(forUs: Micros): void {
    this.coordinator.nextAutoCommitUs += forUs;
  }

  override isHeldBack(topicPartition: TopicPartition): boolean {
    return this.coordinator.isRevoking || this.heldBack.has(topicPartition);
  }

  override isInitializing(topicPartition: TopicPartition): boolean {
    return this.coordinator.initializing.has(topicPartition);
  }

  override receiveResponse(response: Response, envelope: Envelope, ctx: NodeContext): void {
    const { outside } = this;
    if (outside && envelope.source === outside.spec.store?.node) {
      if (response.kind === 'StoreTransactionResponse')
        handleStoreTransaction(this, outside, response, envelope.correlationId, ctx);
      if (response.kind === 'StoreOffsetsResponse')
        handleStoreOffsets(this, outside, response, envelope.correlationId, ctx);
      this.poll(ctx);
      return;
    }
    const broker = ctx.directory.brokerIds.get(envelope.source) ?? -1;
    const { correlationId, connection } = envelope;
    this.take({ kind: 'response', response, correlationId, broker, connection }, ctx);
  }

  override onDisconnected(
    peer: NodeIndex,
    reason: DisconnectReason,
    ctx: NodeContext,
    connection: number,
  ): void {
    const broker = ctx.directory.brokerIds.get(peer);
    if (broker !== undefined) this.take({ kind: 'disconnected', broker, reason, connection }, ctx);
  }

  override onTimer(key: string, ctx: NodeContext): void {
    if (key === RESTART_TIMER) this.restartProcess(ctx);
    else this.poll(ctx);
  }

  companionMoved(ctx: NodeContext): void {
    if (this.isRunning()) ctx.setTimer(POLL_TIMER, 0);
  }

  // What people do to it

  /** The application is busy with what it has. The heartbeat thread goes on. */
  override stall(ctx: NodeContext): void {
    super.stall(ctx);
    if (this.isRunning()) this.poll(ctx);
  }

  /** close(): once the application has done with what it works on, offsets are committed and the group is left. */
  override close(ctx: NodeContext): void {
    if (!this.isRunning() || this.closing !== null) return;
    this.stalledSinceUs = null;
    this.closing = { untilUs: Infinity, phase: 'begins' };
    this.poll(ctx);
  }

  override fail(error: string, ctx: NodeContext): void {
    if (!this.isRunning() || this.closing !== null) return;
    ctx.trace({ kind: 'ConsumerFailed', consumer: this.clientId, error });
    this.closing = { untilUs: Infinity, phase: 'begins' };
  }

  override die(cause: 'killed' | 'powerless', ctx: NodeContext): void {
    const hasBegun = this.phase === 'processing';
    if (this.isRunning() && hasBegun)
      this.noteProcessed(this.processing.remaining(ctx.nowUs) + (this.recordCommits?.waiting ?? 0));
    this.settleWorkers(ctx.nowUs);
    super.die(cause, ctx);
  }

  /** A new process. What it reads and where is the group's business. */
  override startProcess(ctx: NodeContext): void {
    if (this.isRunning()) return;
    const { subscription, channel } = this.coordinator;
    const before = channel.network;
    this.coordinator = new ConsumerCoordinator(
      this.name,
      this.group,
      subscription,
      this.config,
      ctx.nowUs,
      before,
    );
    delete this.joinedAs;
    this.coordinator.heartbeat.polled(ctx.nowUs);
    if (subscription.length > 0) this.setAssignment([]);
    else this.initialize(this.partitions.map(({ topicPartition }) => topicPartition));
    super.startProcess(ctx);
  }

  // The group's side

  /** Takes over what it is assigned, in the order given; what it had before keeps its place. */
  setAssignment(assigned: readonly TopicPartition[]): void {
    const { partitions, byName, coordinator } = this;
    const before = new Map(partitions.map((partition) => [partition.topicPartition, partition]));
    partitions.length = 0;
    byName.clear();
    for (const topicPartition of assigned) {
      byName.set(topicPartition, partitions.length);
      partitions.push(before.get(topicPartition) ?? unplaced(topicPartition));
      if (!before.delete(topicPartition)) this.moved.add(topicPartition);
    }
    for (const [topicPartition, { source }] of before) {
      if (source !== null) this.sessions.get(source)?.forget(topicPartition);
      for (const set of [this.moved, this.resting, this.lost, this.heldBack, coordinator.initializing])
        set.delete(topicPartition);
      coordinator.committed.delete(topicPartition);
    }
    if (before.size > 0) this.fetched = this.fetched.filter((item) => byName.has(item.topicPartition));
  }

  /** Whether close() was called, and has not ended. */
  get isClosing(): boolean {
    return this.closing !== null;
  }

  /** Before a rebalance of an eager group: nothing is fetched or returned any more. Kafka: `markPendingRevocation`. */
  holdBackAll(): void {
    this.coordinator.isRevoking = true;
    for (const { topicPartition } of this.partitions) this.moved.add(topicPartition);
  }

  /** A try of commitSync() has ended. */
  syncCommitEnded(isRetried: boolean, error: CommitError | null, ctx: NodeContext): void {
    const { syncCommit } = this;
    if (syncCommit === null) return;
    syncCommit.isInFlight = false;
    if (isRetried) {
      syncCommit.retryAtUs = ctx.nowUs + retryBackoffUs(this, syncCommit.attempts, ctx);
      syncCommit.attempts += 1;
    } else this.endSyncCommit(error === null, ctx);
  }

  /**
   * As whom a transaction commits its offsets: the member that last came out of a rebalance, even where it has learned since that it is
   * out of the group. Kafka: `ConsumerCoordinator.groupMetadata`, `AsyncKafkaConsumer.updateGroupMetadata` (4.2).
   */
  groupMetadata(): {
    readonly groupId: string;
    readonly generationId: number;
    readonly memberId: string;
    readonly groupInstanceId: string | null;
  } {
    const { generation, membership } = this.coordinator;
    const isKnown = membership !== null && generation.generationId > 0;
    const { generationId, memberId } = isKnown ? generation : (this.joinedAs ?? generation);
    const { groupId, groupInstanceId } = this.group;
    return { groupId, generationId, memberId, groupInstanceId };
  }

  /** Offsets after all that poll() has returned, of what it is assigned. */
  positions(): ReturnType<typeof allConsumed> {
    return allConsumed(this);
  }

  override get defaultApiTimeoutMs(): Millis {
    return this.group.defaultApiTimeoutMs;
  }

  override sought(topicPartition: TopicPartition): void {
    this.coordinator.initializing.delete(topicPartition);
    super.sought(topicPartition);
  }

  override commitOffsets(offsets: readonly CommittedPartition[], ctx: NodeContext): boolean {
    this.beginSyncCommit('poll', ctx, { offsets });
    return true;
  }

  // Threads

  /** Whether a thread reads the network: the application's in poll(), commitSync() and close(), else the one for heartbeats. */
  private readsNetwork(nowUs: Micros): boolean {
    if (holdsLoop(this, nowUs)) return false;
    if (this.coordinator.heartbeat.isEnabled || this.coordinator.membership !== null) return true;
    if (this.phase === 'committing') return true;
    if (this.closing !== null && this.closing.phase !== 'begins') return true;
    return this.isPolling(nowUs);
  }

  private isPolling(nowUs: Micros): boolean {
    if (this.phase !== 'polling' && this.phase !== 'processing') return false;
    return this.stalledSinceUs === null && !this.processing.isBusy(nowUs);
  }

  private take(event: UnreadEvent, ctx: NodeContext): void {
    this.unread.push(event);
    if (this.readsNetwork(ctx.nowUs)) this.poll(ctx);
  }

  protected override poll(ctx: NodeContext): void {
    if (!this.isRunning()) return;
    let againUs = Infinity;
    // What one step brings about may give the next something to do; each goes as far as it can.
    do {
      againUs = Infinity;
      const isReading = this.readsNetwork(ctx.nowUs);
      if (isReading) {
        delete this.isHeartbeatOverdue;
        this.readNetwork(ctx);
        const { membership } = this.coordinator;
        againUs = membership ? runMembershipHeartbeats(this, membership, ctx) : runHeartbeats(this, ctx);
      } else if (holdsLoop(this, ctx.nowUs)) againUs = noteUnsentHeartbeat(this, ctx);
      againUs = Math.min(againUs, this.runApplication(ctx));
      if (!this.isRunning()) return;
      const { membership } = this.coordinator;
      // What poll() has come to, the background thread says at once.
      if (membership?.speaksNow === true)
        againUs = Math.min(againUs, runMembershipHeartbeats(this, membership, ctx));
      // A thread that stops to read sends what it has to say first.
      if (isReading || this.readsNetwork(ctx.nowUs)) {
        againUs = Math.min(
          againUs,
          this.coordinator.channel.flush(this.clientId, ctx),
          this.metadata.maybeRefresh(this.network, ctx),
          this.network.nextDeadlineUs(),
        );
      }
    } while (this.coordinator.channel.failed.length > 0);
    if (againUs === Infinity) ctx.cancelTimer(POLL_TIMER);
    else ctx.setTimer(POLL_TIMER, Math.max(1, Math.ceil(againUs - ctx.nowUs)));
  }

  private readNetwork(ctx: NodeContext): void {
    const { channel } = this.coordinator;
    const events = this.unread;
    this.unread = [];
    for (const event of events) this.read(event, ctx);
    for (const disconnection of this.network.expire(ctx)) this.handleDisconnection(disconnection, ctx);
    for (const disconnection of channel.network.expire(ctx))
      this.coordinatorDisconnected(disconnection.broker, disconnection, ctx);
    while (channel.failed.length > 0) {
      const calls = channel.failed;
      channel.failed = [];
      for (const call of calls) handleNoAnswer(this, call, ctx);
    }
  }

  private read(event: UnreadEvent, ctx: NodeContext): void {
    const { channel } = this.coordinator;
    const { broker, connection } = event;
    if (event.kind === 'response') {
      const { response, correlationId } = event;
      if (connection < FIRST_COORDINATOR_CONNECTION) {
        this.takeResponse(response, correlationId, broker, ctx);
        return;
      }
      channel.network.noteThrottle(broker, response, ctx);
      const sentAtUs = channel.network.inFlight.get(correlationId)?.sentAtUs ?? ctx.nowUs;
      const call = channel.complete(correlationId, broker);
      if (call) noteCall(this.meters, call.kind, response, ctx.nowUs - sentAtUs, ctx.nowUs);
      if (broker === channel.node) this.coordinator.lookupAttempts = 0;
      if (call) handleAnswer(this, call, response, ctx);
      return;
    }
    // The end of one connection is that of the older ones too; only a refusal concerns a single one.
    if (connection < FIRST_COORDINATOR_CONNECTION || event.reason === 'ConnectionClosed')
      this.handleDisconnection(this.network.onDisconnected(broker, event.reason, connection, ctx), ctx);
    if (connection < FIRST_COORDINATOR_CONNECTION) return;
    const ended = channel.network.onDisconnected(broker, event.reason, connection, ctx);
    if (ended) this.coordinatorDisconnected(broker, ended, ctx);
  }

  private coordinatorDisconnected(broker: BrokerId, disconnection: Disconnection, ctx: NodeContext): void {
    if (this.coordinator.channel.disconnected(broker, disconnection))
      markCoordinatorUnknown(this, 'coordinator unavailable', true, ctx);
  }

  protected override handleResponse(
    request: Request,
    response: Response,
    broker: BrokerId,
    ctx: NodeContext,
  ): void {
    if (response.kind === 'FindCoordinatorResponse') {
      handleFindCoordinator(this, response, ctx);
      releasePendingCommits(this, response.error === 'NONE', ctx);
      return;
    }
    super.handleResponse(request, response, broker, ctx);
    if (response.kind !== 'MetadataResponse') return;
    this.coordinator.awaitsMetadata = false;
    assignWithMetadata(this, ctx);
  }

  protected override handleDisconnection(disconnection: Disconnection | null, ctx: NodeContext): void {
    if (!disconnection) return;
    super.handleDisconnection(disconnection, ctx);
    onBrokerDisconnected(this, disconnection.broker, ctx);
    if (this.coordinator.lookup === null) releasePendingCommits(this, false, ctx);
  }

  /** The application's thread, as far as it goes without waiting. Returns when it goes on. */
  private runApplication(ctx: NodeContext): Micros {
    for (;;) {
      if (!this.isRunning()) return Infinity;
      if (this.phase === 'processing') {
        if (this.processing.isBusy(ctx.nowUs)) return this.processing.pollsAgainUs(ctx.nowUs);
        this.doneProcessing(ctx);
      } else if (this.phase === 'outside' && this.outside) {
        const againUs = workOutside(this, this.outside, ctx);
        if (againUs !== null) return againUs;
        this.doneOutside(this.outside, ctx);
      } else if (this.phase === 'sending') {
        if (!this.goOnSending(ctx)) return Infinity;
      } else if (this.phase === 'committing') {
        const againUs = this.goOnCommitting(ctx);
        if (againUs !== null) return againUs;
      } else if (this.closing !== null) {
        const againUs = this.goOnClosing(this.closing, ctx);
        if (againUs !== null) return againUs;
      } else if (this.stalledSinceUs !== null) {
        return Infinity;
      } else if (this.application.output && !this.hasProducer(ctx)) {
        // A producer that is done for good has it close.
        if (!this.isClosing) return Infinity;
      } else if (this.isCalling) {
        const againUs = carryOutCalls(this, ctx);
        if (againUs !== null) return againUs;
      } else if (this.outside && this.outside.pollsAtUs > ctx.nowUs) {
        return this.outside.pollsAtUs;
      } else {
        const againUs = this.pollOnce(ctx);
        if (againUs !== null) return againUs;
      }
    }
  }

  /** Whether poll() has thrown, or the consumer is to close: there is no more to poll for. */
  private isEnding(): boolean {
    return !this.isRunning() || this.closing !== null;
  }

  /** One poll(): null when it returned records, else when to look again. Kafka: `ClassicKafkaConsumer.poll` (4.2). */
  private pollOnce(ctx: NodeContext): Micros | null {
    const { coordinator } = this;
    coordinator.heartbeat.polled(ctx.nowUs);
    this.meters.pollBegins(ctx.nowUs);
    if (coordinator.fatalError !== null) {
      this.fail(coordinator.fatalError, ctx);
      return null;
    }
    const joining = this.pollCoordinator(ctx);
    if (this.isEnding()) return null;
    // Only then it is a member; what its other thread learns meanwhile, the application does not see.
    if (joining.isReady && this.application.output && coordinator.generation.generationId >= 0)
      this.joinedAs = coordinator.generation;
    const initializing = joining.isReady ? this.findStart(ctx) : null;
    if (this.isEnding()) return null;
    let againUs = Math.min(joining.againUs, initializing ?? Infinity);
    const isBlocked = joining.isBlocked || initializing !== null;
    if (isBlocked && this.partitions.length > 0) {
      this.blockedSinceUs ??= ctx.nowUs;
      const endsUs = this.blockedSinceUs + POLL_TIMEOUT_US;
      if (ctx.nowUs < endsUs) return Math.min(againUs, endsUs);
      this.blockedSinceUs = ctx.nowUs;
      againUs = Math.min(againUs, ctx.nowUs + POLL_TIMEOUT_US);
    } else this.blockedSinceUs = null;
    const { taken, nextUs } = this.takeRecords(ctx);
    // It has thrown: nothing more is done in this call.
    if (this.outside && this.outside.pollsAtUs > ctx.nowUs) return this.outside.pollsAtUs;
    if (this.isEnding()) return null;
    againUs = Math.min(againUs, nextUs, placePartitions(this, ctx));
    if (joining.isReady && initializing === null) againUs = Math.min(againUs, askAboutPositions(this, ctx));
    againUs = Math.min(againUs, this.sendFetches(ctx));
    if (taken === 0) return this.isEnding() ? null : againUs;
    this.begin(taken, ctx);
    return null;
  }

  /** Kafka: `ConsumerCoordinator.poll` (4.2). */
  private pollCoordinator(ctx: NodeContext): {
    readonly isReady: boolean;
    readonly isBlocked: boolean;
    readonly againUs: Micros;
  } {
    const { coordinator } = this;
    if (coordinator.membership) {
      const againUs = pollMembership(this, coordinator.membership, ctx);
      maybeAutoCommit(this, ctx);
      const commitUs = coordinator.config.enableAutoCommit ? coordinator.nextAutoCommitUs : Infinity;
      return { isReady: true, isBlocked: false, againUs: Math.min(againUs, commitUs) };
    }
    if (coordinator.isMember) {
      if (!ensureCoordinatorReady(this, ctx))
        return { isReady: false, isBlocked: true, againUs: lookupDueUs(this, ctx.nowUs) };
      noticeNewPartitions(this, ctx);
      const againUs = joinGroupIfNeeded(this, ctx);
      if (againUs !== null) return { isReady: false, isBlocked: false, againUs };
    }
    maybeAutoCommit(this, ctx);
    const againUs = coordinator.config.enableAutoCommit ? coordinator.nextAutoCommitUs : Infinity;
    return { isReady: true, isBlocked: false, againUs };
  }

  /** Where what is newly assigned is read from: what the group has committed, in Kafka or in a database. */
  private findStart(ctx: NodeContext): Micros | null {
    const claimUs = this.outside ? claimInStore(this, this.outside, ctx) : null;
    return claimUs ?? fetchCommittedOffsets(this, ctx);
  }

  private takeRecords(ctx: NodeContext): { readonly taken: number; readonly nextUs: Micros } {
    if (this.coordinator.isRevoking) return { taken: 0, nextUs: Infinity };
    if (this.outside?.spec.deserialization) {
      this.outside.polls += 1;
      const { taken, againUs } = takeReadable(this, this.outside, ctx);
      return { taken, nextUs: againUs };
    }
    if (this.outside?.spec.delayUs === undefined) return { taken: takeBuffered(this, ctx), nextUs: Infinity };
    const { taken, againUs } = takeDue(this, this.outside, ctx);
    return { taken, nextUs: againUs };
  }

  override notePolled(
    topicPartition: TopicPartition,
    origin: NodeIndex,
    firstOrdinal: number,
    count: number,
    baseOffset: Offset,
  ): void {
    const records = { topicPartition, origin, firstOrdinal, count };
    this.polled.push(this.outside ? { ...records, baseOffset } : records);
    this.recordCommits?.polled(topicPartition, baseOffset, count);
  }

  /** poll() has returned records. */
  private begin(count: number, ctx: NodeContext): void {
    this.meters.pollEnds(ctx.nowUs);
    const { commit: call, commitsBefore } = this.application;
    if (commitsBefore && call === 'sync') {
      this.polledCount = count;
      this.beginSyncCommit('process', ctx);
      return;
    }
    if (commitsBefore && call === 'async') commit(this, 'async', ctx);
    this.work(count, ctx);
  }

  /** It works on what poll() returned, or hands that to its workers. */
  private work(count: number, ctx: NodeContext): void {
    if (this.pool) {
      this.settleWorkers(ctx.nowUs);
      for (const records of this.polled) this.pool.handOver(records, records.count, ctx.nowUs);
      this.polled = [];
    }
    if (this.outside) {
      const records = this.polled.map((one) => ({ ...one, baseOffset: one.baseOffset ?? 0 }));
      this.outside.begin(records, this.tokenNow(), ctx.nowUs);
      this.phase = 'outside';
      this.processing.begin(1, ctx.nowUs);
      return;
    }
    this.phase = 'processing';
    this.processing.begin(this.recordCommits?.begin() ?? count, ctx.nowUs);
  }

  /** All that the last poll() returned is done with outside of Kafka, or the work on it has ended otherwise. */
  private doneOutside(outside: OutsideWork, ctx: NodeContext): void {
    this.polled = [];
    this.phase = 'polling';
    if (outside.isGivenUp) {
      outside.isGivenUp = false;
      return;
    }
    if (this.isEnding()) return;
    if (this.application.output) {
      this.phase = 'sending';
      endOutput(ctx);
      return;
    }
    this.commitAfterwards(ctx);
  }

  /** Under which generation it holds its partitions: what a database can tell an old owner from a new one by. */
  tokenNow(): number {
    return this.coordinator.generation.generationId;
  }

  /** The application is done with records, one way or another. */
  noteWorkedOn({ topicPartition, origin, firstOrdinal, count }: PolledRecords): void {
    this.noteDone(topicPartition, origin, firstOrdinal, count);
  }

  /** A record cannot be worked on, and the application ends: nothing after the last commit is committed. */
  stopWorking(error: string, ctx: NodeContext): void {
    this.keepsNothing = true;
    this.fail(error, ctx);
  }

  /** What the workers have done by now. */
  settleWorkers(nowUs: Micros): void {
    this.pool?.takeDone(nowUs, ({ topicPartition, origin, firstOrdinal }, first, count) => {
      this.noteDone(topicPartition, origin, firstOrdinal + first, count);
    });
  }

  override processedCount(nowUs: Micros): number {
    const outside = this.outside ? this.outside.left - this.processing.remaining(nowUs) : 0;
    const waiting = (this.pool?.remaining(nowUs) ?? 0) + (this.recordCommits?.waiting ?? 0);
    return super.processedCount(nowUs) - waiting - Math.max(0, outside);
  }

  private doneProcessing(ctx: NodeContext): void {
    const { polled, recordCommits } = this;
    if (recordCommits) {
      this.donePortion(recordCommits, ctx);
      return;
    }
    this.noteProcessed(0);
    if (this.application.output) {
      this.phase = 'sending';
      handToProducer(polled, ctx);
      return;
    }
    this.phase = 'polling';
    this.commitAfterwards(ctx);
  }

  /** It has done with the records up to a commit, or with the last that poll() returned. */
  private donePortion(recordCommits: RecordCommits, ctx: NodeContext): void {
    const { count, offsets } = recordCommits.finish();
    this.noteFirst(count);
    if (offsets.length > 0 && this.application.commit === 'sync') {
      this.beginSyncCommit('goOn', ctx, { offsets });
      return;
    }
    if (offsets.length > 0) sendCommit(this, { purpose: 'async', offsets }, ctx);
    this.goOnWorking(recordCommits, ctx);
  }

  private goOnWorking(recordCommits: RecordCommits, ctx: NodeContext): void {
    const count = recordCommits.begin();
    this.phase = count > 0 ? 'processing' : 'polling';
    if (count > 0) this.processing.begin(count, ctx.nowUs);
  }

  /** The producer of the process has what was polled; false while it is not done with it. */
  private goOnSending(ctx: NodeContext): boolean {
    const { outcome, error } = turnOfProducer(this, ctx);
    if (outcome === 'waits') return false;
    this.phase = 'polling';
    if (outcome === 'done') this.commitAfterwards(ctx);
    else if (outcome === 'failed') rewindToCommitted(this);
    else this.endWithProducer(error, ctx);
    return true;
  }

  private hasProducer(ctx: NodeContext): boolean {
    const { isReady, closedBy } = producerReadiness(ctx);
    if (closedBy !== null && this.closing === null) this.endWithProducer(closedBy, ctx);
    return isReady && closedBy === null;
  }

  /** There is no way on for the producer: the application closes both, and may be started anew. */
  private endWithProducer(error: string, ctx: NodeContext): void {
    const afterUs = this.application.output?.restartAfterUs ?? null;
    if (afterUs !== null) this.restartsAfterUs = afterUs;
    this.fail(error, ctx);
  }

  private restartProcess(ctx: NodeContext): void {
    if (this.isRunning()) return;
    if (startProducer(ctx)) this.startProcess(ctx);
    else ctx.setTimer(RESTART_TIMER, RESTART_CHECK_US);
  }

  private commitAfterwards(ctx: NodeContext): void {
    const { commit: call, commitsBefore } = this.application;
    if (commitsBefore || call === 'none') return;
    if (call === 'async') commit(this, 'async', ctx);
    else this.beginSyncCommit('poll', ctx);
  }

  /** Records of the last poll() are done, but for the last `left` of them. */
  private noteProcessed(left: number): void {
    this.noteFirst(this.polled.reduce((sum, { count }) => sum + count, 0) - left);
    this.polled = [];
  }

  /** The first so many are done, and no longer among what was polled. */
  private noteFirst(records: number): void {
    let room = records;
    const left: PolledRecords[] = [];
    for (const one of this.polled) {
      const done = Math.max(0, Math.min(one.count, room));
      room -= done;
      if (done > 0) this.noteDone(one.topicPartition, one.origin, one.firstOrdinal, done);
      if (done < one.count)
        left.push({ ...one, firstOrdinal: one.firstOrdinal + done, count: one.count - done });
    }
    this.polled = left;
  }

  private noteDone(
    topicPartition: TopicPartition,
    origin: NodeIndex,
    firstOrdinal: number,
    count: number,
  ): void {
    if (origin === NO_ORIGIN) return;
    this.tally?.done(topicPartition, origin, firstOrdinal, count);
    const byOrigin = this.processed.get(topicPartition) ?? new Map<NodeIndex, RangeSet>();
    this.processed.set(topicPartition, byOrigin);
    const ranges = byOrigin.get(origin) ?? new RangeSet();
    byOrigin.set(origin, ranges);
    this.reprocessedCount += ranges.add(firstOrdinal, firstOrdinal + count);
  }

  private beginSyncCommit(
    then: SyncCommit['then'],
    ctx: NodeContext,
    how: { readonly untilUs?: Micros; readonly offsets?: readonly CommittedPartition[] } = {},
  ): void {
    this.phase = 'committing';
    this.syncCommit = {
      untilUs: how.untilUs ?? ctx.nowUs + this.group.defaultApiTimeoutMs * MICROS_PER_MILLI,
      then,
      // What was returned when commitSync() was called, and not what may be committed once the coordinator is found.
      offsets: how.offsets ?? offsetsToCommit(this, ctx),
      attempts: 0,
      isInFlight: false,
      retryAtUs: 0,
    };
  }

  /** commitSync(): null when it has returned or thrown. Kafka: `ConsumerCoordinator.commitOffsetsSync` (4.2). */
  private goOnCommitting(ctx: NodeContext): Micros | null {
    const { syncCommit } = this;
    if (syncCommit === null) return null;
    if (syncCommit.untilUs <= ctx.nowUs) {
      ctx.trace({
        kind: 'OffsetCommitFailed',
        consumer: this.clientId,
        group: this.group.groupId,
        error: 'TimeoutException',
      });
      this.endSyncCommit(false, ctx);
      return null;
    }
    if (syncCommit.isInFlight) return syncCommit.untilUs;
    if (syncCommit.retryAtUs > ctx.nowUs) return Math.min(syncCommit.retryAtUs, syncCommit.untilUs);
    if (!ensureCoordinatorReady(this, ctx)) return Math.min(lookupDueUs(this, ctx.nowUs), syncCommit.untilUs);
    syncCommit.isInFlight = true;
    const purpose = syncCommit.then === 'close' ? 'close' : 'sync';
    sendCommit(this, { purpose, offsets: syncCommit.offsets }, ctx);
    return this.syncCommit === null ? null : this.goOnCommitting(ctx);
  }

  /** commitSync() has returned or thrown. Who commits before the work does nothing that may not be committed: at most once. */
  private endSyncCommit(isCommitted: boolean, ctx: NodeContext): void {
    const then = this.syncCommit?.then;
    this.syncCommit = null;
    this.phase = 'polling';
    if (then === 'goOn' && this.recordCommits) this.goOnWorking(this.recordCommits, ctx);
    if (then !== 'process') return;
    if (isCommitted) this.work(this.polledCount, ctx);
    else this.polled = [];
  }

  /** close(): null when it has ended. Kafka: `ConsumerCoordinator.close`, `AbstractCoordinator.close` (4.2). */
  private goOnClosing(closing: Closing, ctx: NodeContext): Micros | null {
    const { coordinator } = this;
    if (closing.phase === 'begins') {
      // It lets its workers end first.
      if (this.pool && this.pool.busyUntilUs > ctx.nowUs) return this.pool.busyUntilUs;
      this.settleWorkers(ctx.nowUs);
      const untilUs = ctx.nowUs + Math.min(CLOSE_TIMEOUT_US, this.config.requestTimeoutMs * MICROS_PER_MILLI);
      this.closing = { untilUs, phase: 'commits' };
      const commits = this.group.enableAutoCommit || this.recordCommits?.hasUncommitted === true;
      if (!commits || this.keepsNothing === true || allConsumed(this).length === 0)
        return this.goOnClosing(this.closing, ctx);
      this.beginSyncCommit('close', ctx, { untilUs });
      return this.goOnCommitting(ctx);
    }
    if (closing.phase === 'commits') {
      if (coordinator.commitsInFlight > 0 && closing.untilUs > ctx.nowUs) return closing.untilUs;
      closing.phase = 'leaves';
      coordinator.heartbeat.isEnabled = false;
      if (coordinator.isMember) {
        giveUpBeforeLeaving(this, ctx);
        leaveGroup(this, 'the consumer is being closed', ctx);
      }
    }
    if (coordinator.channel.node !== null && !coordinator.channel.isIdle && closing.untilUs > ctx.nowUs)
      return closing.untilUs;
    this.closing = null;
    super.close(ctx);
    if (this.application.output) this.closed(ctx);
    return Infinity;
  }

  /** The consumer of a process with a producer is closed: so is the producer next. */
  private closed(ctx: NodeContext): void {
    closeProducer(ctx);
    const { restartsAfterUs } = this;
    if (restartsAfterUs === undefined) return;
    delete this.restartsAfterUs;
    ctx.setTimer(RESTART_TIMER, Math.max(1, restartsAfterUs));
  }

  protected override end(state: ClientState, ctx: NodeContext): void {
    super.end(state, ctx);
    this.unread = [];
    this.polled = [];
    this.pool?.stop();
    this.outside?.stop();
    delete this.keepsNothing;
    delete this.isHeartbeatOverdue;
    if (this.application.commitEvery !== undefined)
      this.recordCommits = new RecordCommits(this.application.commitEvery);
    this.phase = 'polling';
    this.syncCommit = null;
    this.closing = null;
    this.blockedSinceUs = null;
    if (this.coordinator.isMember) this.setAssignment([]);
  }

  private initialize(partitions: readonly TopicPartition[]): void {
    for (const topicPartition of partitions) this.coordinator.initializing.add(topicPartition);
  }
}
