import { MetadataImage } from '../metadata/MetadataImage.ts';
import { imageOfSnapshot } from '../metadata/MetadataSnapshot.ts';
import type { MetadataSnapshot } from '../metadata/MetadataSnapshot.ts';
import type { MetadataRecord } from '../metadata/records.ts';
import { EVERY_CONNECTION, TimerTable } from '../node/Node.ts';
import type { DisconnectReason, Envelope, Node, NodeContext, ReplyAddress } from '../node/Node.ts';
import type {
  AllocateProducerIdsRequest,
  BrokerHeartbeatRequest,
  BrokerRegistrationRequest,
  Request,
  Response,
} from '../protocol/requests.ts';
import type { QuotaWindow } from '../protocol/quota/SampledRate.ts';
import { committedImage } from '../raft/committedImage.ts';
import { KafkaRaftClient, RAFT_TIMER } from '../raft/KafkaRaftClient.ts';
import type { RaftListener } from '../raft/RaftListener.ts';
import type { RaftConfig } from '../raft/RaftConfig.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Epoch, Micros, NodeIndex, Offset, TopicPartition } from '../../shared/units.ts';
import type { BrokerControlState } from './brokerHeartbeat.ts';
import { createMissingTopics } from './createMissingTopics.ts';
import { ControllerMeters } from './ControllerMeters.ts';
import { ControllerMutationQuotaManager } from './ControllerMutationQuotaManager.ts';
import { DeferredResponses } from './DeferredResponses.ts';
import { notController } from './notController.ts';
import { handleOfflineReplicas, offlineReplicasOf } from './offlineReplicas.ts';
import type { AdminControl } from './AdminControl.ts';
import {
  IMMEDIATE_PERIOD_US,
  runPeriodicTask,
  startPeriodicTasks,
  stopPeriodicTasks,
} from './periodicTasks.ts';
import { alterPartitions, changePartitionsOf } from './ReplicationControl.ts';
import { fencingCheckPeriodUs } from './staleBroker.ts';

const FENCING_TIMER = 'fencing';
const NO_OP_TIMER = 'noOp';
const BOOT_TIMER = 'boot';
const PRODUCER_IDS_BLOCK = 1000;

/** Frozen: shared by checkpoints. */
export interface ControllerConfig {
  readonly sessionTimeoutUs: Micros;
  readonly maxIdleIntervalUs: Micros;
  /** From the start of the process until it takes part in the quorum. */
  readonly startUs: Micros;
  readonly raft: RaftConfig;
  readonly eligibleLeaderReplicas: boolean;
  readonly minInsyncReplicas: number;
  readonly uncleanLeaderElection: boolean;
  readonly numPartitions: number;
  readonly defaultReplicationFactor: number;
  readonly autoLeaderRebalance: boolean;
  readonly leaderImbalanceCheckIntervalUs: Micros;
  readonly uncleanElectionIntervalUs: Micros;
  readonly mutationQuotaWindow: QuotaWindow;
}

/** What the controller remembers of a broker's heartbeats; not part of the metadata. Kafka: `BrokerHeartbeatManager`. */
export interface BrokerContactState {
  lastContactUs: Micros;
  /** Last metadata offset the broker said it applied. */
  metadataOffset: Offset;
  /** End of the metadata log when its controlled shutdown was granted; −1 otherwise. */
  shutdownOffset: Offset;
}

export type ControllerPower = 'on' | 'killed' | 'stopped' | 'powerless';

/**
 * A controller: a voter of the quorum, and while it leads it the active one, which decides by writing metadata records. Kafka:
 * `ControllerServer`, `QuorumController`, `ClusterControlManager`, `ReplicationControlManager` (4.2).
 *
 *   standby → active (it leads the quorum and has all that was committed before) → standby (it leads no more)
 *
 * An active controller decides on its newest picture, committed or not, and answers once what it decided is committed. When it
 * loses the leadership, what was not committed is undone: its picture is read anew from the committed log (Q14).
 *
 * Simplified: one that resigns gives up at once, not only with the next record that it fails to write.
 */
export class Controller implements Node, AdminControl, RaftListener {
  readonly role = 'controller';
  readonly name: string;
  readonly timers = new TimerTable();
  readonly nodeId: number;
  readonly config: ControllerConfig;
  life = 1;
  readonly raft: KafkaRaftClient;
  /** All that was decided when it is active, else all that is committed as far as it knows. */
  image = new MetadataImage();
  meters = new ControllerMeters();
  mutationQuotas = new ControllerMutationQuotaManager();
  /** Only while it is active. */
  readonly contacts = new Map<BrokerId, BrokerContactState>();
  /** Partitions that ever had an unclean election. Not in Kafka: what was committed before one may be gone, and laws make way. */
  readonly uncleanlyElected = new Set<TopicPartition>();
  /** Epoch of the quorum in which it is active; −1 when it is not. */
  curClaimEpoch: Epoch = -1;
  power: ControllerPower = 'on';
  powerSinceUs: Micros = 0;
  private readonly deferred = new DeferredResponses();

  constructor(nodeId: number, voters: readonly BrokerId[], config: ControllerConfig) {
    this.nodeId = nodeId;
    this.name = `controller:${nodeId}`;
    this.config = config;
    this.raft = new KafkaRaftClient(nodeId, voters, config.raft);
  }

  /** For checkpoints. */
  blank(): Controller {
    return new Controller(this.nodeId, [], this.config);
  }

  get isActive(): boolean {
    return this.curClaimEpoch >= 0;
  }

  isRunning(): boolean {
    return this.raft.state !== null;
  }

  isListening(): boolean {
    return this.isRunning();
  }

  hasPower(): boolean {
    return this.power !== 'powerless';
  }

  /** Writes records that were there before the scenario began, under the epoch in which `leaderId` leads. */
  bootstrap(records: readonly MetadataRecord[], epoch: Epoch, leaderId: BrokerId): void {
    this.raft.bootstrap(records, epoch, leaderId);
    for (const record of records) this.replay(record);
    if (leaderId !== this.nodeId) return;
    this.curClaimEpoch = epoch;
    for (const broker of this.image.brokers.values()) {
      this.contacts.set(broker.broker, {
        lastContactUs: broker.fenced ? -Infinity : 0,
        metadataOffset: this.image.lastOffset,
        shutdownOffset: -1,
      });
    }
  }

  start(ctx: NodeContext): void {
    if (this.isActive) {
      const phases = ctx.rng('phases');
      ctx.setTimer(FENCING_TIMER, phases.int(fencingCheckPeriodUs(this.config.sessionTimeoutUs)));
      ctx.setTimer(NO_OP_TIMER, phases.int(this.config.maxIdleIntervalUs));
      startPeriodicTasks(this, ctx);
    }
    this.raft.resume(this, ctx);
  }

  receiveRequest(request: Request, envelope: Envelope, ctx: NodeContext): void {
    const { source, correlationId, connection } = envelope;
    const replyTo = { source, correlationId, connection };
    if (this.raft.receiveRequest(request, replyTo, this, ctx)) return;
    const refusal = this.isActive ? null : notController(request);
    if (refusal) {
      ctx.respond(replyTo, refusal);
      return;
    }
    switch (request.kind) {
      case 'BrokerHeartbeatRequest':
        this.handleHeartbeat(request, replyTo, ctx);
        return;
      case 'BrokerRegistrationRequest':
        this.handleRegistration(request, replyTo, ctx);
        return;
      case 'AlterPartitionRequest':
        this.answer(replyTo, alterPartitions(request, this, ctx), ctx);
        return;
      case 'AllocateProducerIdsRequest':
        this.handleAllocateProducerIds(request, replyTo, ctx);
        return;
      case 'CreateTopicsRequest':
        this.answer(replyTo, createMissingTopics(this, request, ctx), ctx);
        return;
      default:
        return;
    }
  }

  receiveResponse(response: Response, envelope: Envelope, ctx: NodeContext): void {
    this.raft.receiveResponse(response, envelope, this, ctx);
  }

  onDisconnected(peer: NodeIndex, _reason: DisconnectReason, ctx: NodeContext): void {
    this.raft.onDisconnected(peer, this, ctx);
  }

  onTimer(key: string, ctx: NodeContext): void {
    if (key.startsWith(RAFT_TIMER)) this.raft.onTimer(key, this, ctx);
    else if (key === FENCING_TIMER) this.fenceStaleBrokers(ctx);
    else if (key === NO_OP_TIMER) this.writeNoOp(ctx);
    else if (runPeriodicTask(key, this, ctx)) return;
    else if (key === BOOT_TIMER) this.finishBoot(ctx);
  }

  // What people do to it

  /** SIGTERM: the active one resigns first, and waits until another leads. */
  stopCleanly(ctx: NodeContext): void {
    if (this.isRunning()) this.raft.shutdown(this, ctx);
    else if (this.power === 'on') this.exit(ctx);
  }

  /** SIGKILL: the kernel closes the sockets, and keeps what was written. */
  kill(ctx: NodeContext): void {
    ctx.trace({ kind: 'ControllerKilled', controller: this.nodeId });
    ctx.closeConnections();
    this.endProcess('killed', ctx);
  }

  /** The machine goes dark: nobody is told, and what was not flushed is gone. */
  losePower(ctx: NodeContext): void {
    ctx.trace({ kind: 'ControllerPowerLost', controller: this.nodeId });
    this.endProcess('powerless', ctx);
    this.raft.losePower(ctx);
  }

  /** Starts the process (and the machine, if it is off). */
  boot(ctx: NodeContext): void {
    if (this.power === 'on') return;
    this.power = 'on';
    this.powerSinceUs = ctx.nowUs;
    this.life += 1;
    // Peers of a machine that went dark learn at last that their connections are void.
    ctx.closeConnections(EVERY_CONNECTION);
    ctx.trace({ kind: 'ControllerStarted', controller: this.nodeId });
    ctx.setTimer(BOOT_TIMER, this.config.startUs);
  }

  /** The process knows nothing but its disk: it reads the log again as it learns what of it is committed. */
  private finishBoot(ctx: NodeContext): void {
    this.image = new MetadataImage();
    this.meters = new ControllerMeters();
    this.meters.startedUs = ctx.nowUs;
    this.mutationQuotas = new ControllerMutationQuotaManager();
    this.raft.start(this, ctx);
  }

  private exit(ctx: NodeContext): void {
    ctx.trace({ kind: 'ControllerStopped', controller: this.nodeId });
    ctx.closeConnections();
    this.endProcess('stopped', ctx);
  }

  /** The picture that the process had stays for whoever looks at a dead controller, without what was not committed. */
  private endProcess(power: ControllerPower, ctx: NodeContext): void {
    ctx.befell(ctx.self);
    this.power = power;
    this.powerSinceUs = ctx.nowUs;
    if (this.isActive) this.readAnew();
    this.curClaimEpoch = -1;
    this.deferred.clear();
    this.contacts.clear();
    this.raft.endProcess();
    this.timers.clear();
  }

  // Its part of the quorum

  handleCommit(end: Offset, ctx: NodeContext): void {
    if (!this.isActive) this.catchUp(end, ctx);
    else for (const { replyTo, response } of this.deferred.complete(end)) ctx.respond(replyTo, response);
  }

  /** Only one that is not active is ever behind the log: what it knew before it forgets. */
  handleLoadSnapshot(snapshot: MetadataSnapshot): void {
    this.image = imageOfSnapshot(snapshot);
    for (const topicPartition of snapshot.uncleanlyElected) this.uncleanlyElected.add(topicPartition);
  }

  handleLeaderChange(leaderId: BrokerId | null, epoch: Epoch, ctx: NodeContext): void {
    if (leaderId !== null) this.meters.newActiveControllers += 1;
    if (this.isActive) this.renounce(ctx);
    if (leaderId === this.nodeId) this.claim(epoch, ctx);
  }

  handleShutdownComplete(ctx: NodeContext): void {
    this.exit(ctx);
  }

  /** Becomes active: every unfenced broker gets a session that begins now (Q14). Kafka: `QuorumController.claim`. */
  private claim(epoch: Epoch, ctx: NodeContext): void {
    this.curClaimEpoch = epoch;
    this.catchUp(this.raft.nextWriteOffset);
    for (const { broker, fenced } of this.image.brokers.values()) {
      const lastContactUs = fenced ? -Infinity : ctx.nowUs;
      this.contacts.set(broker, { lastContactUs, metadataOffset: -1, shutdownOffset: -1 });
    }
    ctx.trace({ kind: 'ControllerActivated', controller: this.nodeId, epoch });
    ctx.setTimer(FENCING_TIMER, fencingCheckPeriodUs(this.config.sessionTimeoutUs));
    ctx.setTimer(NO_OP_TIMER, this.config.maxIdleIntervalUs);
    startPeriodicTasks(this, ctx);
  }

  /** Is active no more: whoever waits is sent elsewhere, and what was not committed is undone. Kafka: `QuorumController.renounce`. */
  private renounce(ctx: NodeContext): void {
    const { curClaimEpoch: epoch } = this;
    const uncommitted = this.image.lastOffset + 1 - this.raft.committedEnd;
    ctx.trace({ kind: 'ControllerResigned', controller: this.nodeId, epoch, uncommitted });
    this.curClaimEpoch = -1;
    for (const { replyTo, response } of this.deferred.takeAll())
      ctx.respond(replyTo, { ...response, error: 'NOT_CONTROLLER' } as Response);
    this.contacts.clear();
    ctx.cancelTimer(FENCING_TIMER);
    ctx.cancelTimer(NO_OP_TIMER);
    stopPeriodicTasks(ctx);
    this.readAnew();
  }

  private readAnew(): void {
    this.image = committedImage(this.raft.log, this.raft.committedEnd);
  }

  /** Replays the log up to `end`; with a context what is new to it is also counted. */
  private catchUp(end: Offset, ctx: NodeContext | null = null): void {
    for (let offset = this.image.lastOffset + 1; offset < end; offset++) {
      const record = this.raft.recordAt(offset);
      if (!record) return;
      if (ctx) this.meters.replaying(record, this.image, ctx.nowUs);
      this.replay(record);
    }
  }

  private replay(record: MetadataRecord): void {
    this.image.replay(record);
    if (record.kind === 'PartitionChangeRecord' && record.registration.recovery === 'RECOVERING')
      this.uncleanlyElected.add(record.topicPartition);
  }

  /** The only way in which anything changes: the record is replayed here at once, and by all others once it is committed. */
  append(record: MetadataRecord, ctx: NodeContext): void {
    this.meters.replaying(record, this.image, ctx.nowUs);
    this.replay(record);
    this.raft.prepareAppend(record, ctx);
  }

  private handleRegistration(
    request: BrokerRegistrationRequest,
    replyTo: ReplyAddress,
    ctx: NodeContext,
  ): void {
    const { brokerId, incarnationId, rack } = request;
    const known = this.image.brokers.get(brokerId);
    const contact = this.contacts.get(brokerId);
    const sessionValid =
      contact !== undefined &&
      ctx.rules.hasValidSession(contact.lastContactUs, ctx.nowUs, this.config.sessionTimeoutUs);
    const stored = known && {
      incarnationId: known.incarnationId,
      brokerEpoch: known.brokerEpoch,
      sessionValid,
    };
    const decision = ctx.rules.decideRegistration(stored, request, this.raft.nextWriteOffset);
    if (decision.kind === 'refused') {
      // An exception changes nothing, so it waits for no commit.
      ctx.respond(replyTo, { kind: 'BrokerRegistrationResponse', error: decision.error, brokerEpoch: -1 });
      return;
    }
    if (decision.kind === 'registered') {
      const { brokerEpoch, cleanShutdown } = decision;
      ctx.trace({ kind: 'BrokerRegistered', broker: brokerId, brokerEpoch, cleanShutdown });
      if (known) this.removeBeforeRegistration(brokerId, cleanShutdown, ctx);
      this.append(
        {
          kind: 'RegisterBrokerRecord',
          broker: brokerId,
          incarnationId,
          brokerEpoch,
          rack,
          ...offlineReplicasOf(request),
        },
        ctx,
      );
    }
    this.contacts.set(brokerId, { lastContactUs: ctx.nowUs, metadataOffset: -1, shutdownOffset: -1 });
    this.answer(
      replyTo,
      { kind: 'BrokerRegistrationResponse', error: 'NONE', brokerEpoch: decision.brokerEpoch },
      ctx,
    );
  }

  /** A broker that comes back is in no ISR, and after an unclean stop in no ELR either (B7). */
  private removeBeforeRegistration(broker: BrokerId, cleanShutdown: boolean, ctx: NodeContext): void {
    const isTrusted = cleanShutdown || !this.config.eligibleLeaderReplicas;
    changePartitionsOf(
      this,
      isTrusted ? { removed: broker } : { removed: broker, uncleanShutdown: broker },
      ctx,
    );
  }

  private handleHeartbeat(request: BrokerHeartbeatRequest, replyTo: ReplyAddress, ctx: NodeContext): void {
    const { brokerId, brokerEpoch } = request;
    const registration = this.image.brokers.get(brokerId);
    const contact = this.contacts.get(brokerId);
    if (!registration || !contact || registration.brokerEpoch !== brokerEpoch) {
      const error = registration ? 'STALE_BROKER_EPOCH' : 'BROKER_ID_NOT_REGISTERED';
      ctx.respond(replyTo, {
        kind: 'BrokerHeartbeatResponse',
        error,
        isCaughtUp: false,
        isFenced: true,
        shouldShutDown: false,
      });
      return;
    }
    contact.lastContactUs = ctx.nowUs;
    contact.metadataOffset = request.currentMetadataOffset;
    handleOfflineReplicas(this, request, ctx);
    const current = this.controlStateOf(brokerId);
    const next = ctx.rules.nextBrokerState(current, request, {
      registrationOffset: brokerEpoch,
      leaderCount: this.leaderCountOf(brokerId),
      shutdownOffset: contact.shutdownOffset,
      activeBrokerOffsets: this.activeBrokerOffsets(),
    });
    if (next !== current) this.moveBroker(brokerId, next, contact, ctx);
    this.answer(
      replyTo,
      {
        kind: 'BrokerHeartbeatResponse',
        error: 'NONE',
        isCaughtUp: request.currentMetadataOffset >= brokerEpoch,
        isFenced: next === 'FENCED' || next === 'SHUTDOWN_NOW',
        shouldShutDown: next === 'SHUTDOWN_NOW',
      },
      ctx,
    );
  }

  private moveBroker(
    broker: BrokerId,
    next: BrokerControlState,
    contact: BrokerContactState,
    ctx: NodeContext,
  ): void {
    switch (next) {
      case 'FENCED':
      case 'SHUTDOWN_NOW':
        this.fence(broker, ctx);
        return;
      case 'UNFENCED':
        ctx.trace({ kind: 'BrokerUnfenced', broker });
        this.changeBroker(broker, { fenced: false }, ctx);
        changePartitionsOf(this, { added: broker }, ctx);
        return;
      case 'CONTROLLED_SHUTDOWN':
        ctx.trace({ kind: 'BrokerInControlledShutdown', broker });
        this.changeBroker(broker, { inControlledShutdown: true }, ctx);
        changePartitionsOf(this, { removed: broker }, ctx);
        contact.shutdownOffset = this.raft.nextWriteOffset - 1;
    }
  }

  private fenceStaleBrokers(ctx: NodeContext): void {
    // Fenced or not: what ends is a session, and a broker that has just been told to stop had one.
    const watched = [...this.contacts].filter(
      ([broker, { lastContactUs }]) => lastContactUs !== -Infinity && this.image.brokers.has(broker),
    );
    const contacts = watched.map(([brokerId, contact]) => ({
      brokerId,
      lastContactUs: contact.lastContactUs,
    }));
    const stale = ctx.rules.nextStaleBroker(contacts, ctx.nowUs, this.config.sessionTimeoutUs);
    const periodUs =
      stale === null ? fencingCheckPeriodUs(this.config.sessionTimeoutUs) : IMMEDIATE_PERIOD_US;
    ctx.setTimer(FENCING_TIMER, periodUs);
    if (stale === null) return;
    ctx.blame(ctx.directory.brokers.get(stale) ?? ctx.self);
    this.endSession(stale, ctx);
  }

  /** Kafka writes that a broker is fenced when its session ends, also where it was fenced before: after a clean stop, say. */
  private endSession(broker: BrokerId, ctx: NodeContext): void {
    if (this.image.brokers.get(broker)?.fenced === true) this.changeBroker(broker, { fenced: true }, ctx);
    else this.fence(broker, ctx);
    const contact = this.contacts.get(broker);
    if (contact) contact.lastContactUs = -Infinity;
  }

  /** Fencing takes the broker out of every ISR and elects new leaders, in one step (B4). */
  private fence(broker: BrokerId, ctx: NodeContext): void {
    if (this.image.brokers.get(broker)?.fenced !== false) return;
    const silentForMs = Math.round(
      (ctx.nowUs - (this.contacts.get(broker)?.lastContactUs ?? ctx.nowUs)) / MICROS_PER_MILLI,
    );
    ctx.trace({ kind: 'BrokerFenced', broker, silentForMs });
    changePartitionsOf(this, { removed: broker }, ctx);
    this.changeBroker(broker, { fenced: true }, ctx);
  }

  private changeBroker(
    broker: BrokerId,
    change: { readonly fenced?: boolean; readonly inControlledShutdown?: boolean },
    ctx: NodeContext,
  ): void {
    const brokerEpoch = this.image.brokers.get(broker)?.brokerEpoch ?? -1;
    this.append({ kind: 'BrokerRegistrationChangeRecord', broker, brokerEpoch, ...change }, ctx);
  }

  private handleAllocateProducerIds(
    request: AllocateProducerIdsRequest,
    replyTo: ReplyAddress,
    ctx: NodeContext,
  ): void {
    const firstProducerId = this.image.nextProducerId;
    this.append(
      {
        kind: 'ProducerIdsRecord',
        broker: request.brokerId,
        nextProducerId: firstProducerId + PRODUCER_IDS_BLOCK,
      },
      ctx,
    );
    this.answer(
      replyTo,
      { kind: 'AllocateProducerIdsResponse', error: 'NONE', firstProducerId, count: PRODUCER_IDS_BLOCK },
      ctx,
    );
  }

  /** An idle log still grows, so that everybody can see how far it is behind (Q12). */
  private writeNoOp(ctx: NodeContext): void {
    ctx.setTimer(NO_OP_TIMER, this.config.maxIdleIntervalUs);
    this.append({ kind: 'NoOpRecord' }, ctx);
    ctx.beat();
  }

  /** Answers once everything decided so far is committed. */
  private answer(replyTo: ReplyAddress, response: Response, ctx: NodeContext): void {
    if (this.raft.committedEnd >= this.raft.nextWriteOffset) ctx.respond(replyTo, response);
    else this.deferred.add({ whenCommitted: this.raft.nextWriteOffset, replyTo, response });
  }

  private controlStateOf(broker: BrokerId): BrokerControlState {
    const registration = this.image.brokers.get(broker);
    if (!registration || registration.fenced) return 'FENCED';
    return registration.inControlledShutdown ? 'CONTROLLED_SHUTDOWN' : 'UNFENCED';
  }

  private leaderCountOf(broker: BrokerId): number {
    let count = 0;
    for (const { registration } of this.image.partitions.values())
      if (registration.leader === broker) count += 1;
    return count;
  }

  private activeBrokerOffsets(): Offset[] {
    const offsets: Offset[] = [];
    for (const broker of this.image.brokers.values()) {
      if (!broker.fenced && !broker.inControlledShutdown)
        offsets.push(this.contacts.get(broker.broker)?.metadataOffset ?? -1);
    }
    return offsets;
  }
}
