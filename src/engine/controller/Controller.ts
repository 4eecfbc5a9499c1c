import { MetadataImage } from '../metadata/MetadataImage.ts';
import type { MetadataRecord } from '../metadata/records.ts';
import { TimerTable } from '../node/Node.ts';
import type { Envelope, Node, NodeContext, ReplyAddress } from '../node/Node.ts';
import type {
  AllocateProducerIdsRequest,
  BrokerHeartbeatRequest,
  BrokerRegistrationRequest,
  MetadataFetchRequest,
  Request,
  Response,
} from '../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Micros, Offset, TopicPartition } from '../../shared/units.ts';
import type { BrokerControlState } from './brokerHeartbeat.ts';
import { ControllerMeters } from './ControllerMeters.ts';
import { MetadataLog } from './MetadataLog.ts';
import { handleOfflineReplicas, offlineReplicasOf } from './offlineReplicas.ts';
import type { AdminControl } from './AdminControl.ts';
import { runPeriodicTask, startPeriodicTasks } from './periodicTasks.ts';
import { alterPartitions, changePartitionsOf } from './ReplicationControl.ts';
import { fencingCheckPeriodUs } from './staleBroker.ts';

const FENCING_TIMER = 'fencing';
const NO_OP_TIMER = 'noOp';
const LINGER_TIMER = 'appendLinger';
const FLUSH_TIMER = 'flush/';
const FETCH_TIMER = 'metadataFetch/';
const PRODUCER_IDS_BLOCK = 1000;

/** Frozen: shared by checkpoints. */
export interface ControllerConfig {
  readonly sessionTimeoutUs: Micros;
  readonly appendLingerUs: Micros;
  readonly maxIdleIntervalUs: Micros;
  readonly metadataFetchWaitUs: Micros;
  readonly fsyncUs: Micros;
  readonly eligibleLeaderReplicas: boolean;
  readonly minInsyncReplicas: number;
  readonly uncleanLeaderElection: boolean;
  readonly numPartitions: number;
  readonly defaultReplicationFactor: number;
  readonly autoLeaderRebalance: boolean;
  readonly leaderImbalanceCheckIntervalUs: Micros;
  readonly uncleanElectionIntervalUs: Micros;
}

/** What the controller remembers of a broker's heartbeats; not part of the metadata. Kafka: `BrokerHeartbeatManager`. */
export interface BrokerContactState {
  lastContactUs: Micros;
  /** Last metadata offset the broker said it applied. */
  metadataOffset: Offset;
  /** End of the metadata log when its controlled shutdown was granted; −1 otherwise. */
  shutdownOffset: Offset;
}

interface ParkedFetch {
  readonly replyTo: ReplyAddress;
  readonly fetchOffset: Offset;
}

/**
 * The active controller: decides by writing metadata records. Kafka: `QuorumController`, `ClusterControlManager`,
 * `ReplicationControlManager` (4.2).
 *
 * Simplified: one controller that never fails, in place of the quorum. It speaks the same requests, and its decisions take the
 * same linger and flush before they count.
 */
export class Controller implements Node, AdminControl {
  readonly role = 'controller';
  readonly name: string;
  readonly timers = new TimerTable();
  readonly life = 1;
  readonly nodeId: number;
  readonly config: ControllerConfig;
  readonly image = new MetadataImage();
  readonly log = new MetadataLog();
  readonly meters = new ControllerMeters();
  readonly contacts = new Map<BrokerId, BrokerContactState>();
  /** Partitions that ever had an unclean election. Not in Kafka: what was committed before one may be gone, and laws make way. */
  readonly uncleanlyElected = new Set<TopicPartition>();
  private readonly parkedFetches = new Map<number, ParkedFetch>();
  private lastParkedId = 0;
  private lastAppendUs: Micros = 0;

  constructor(nodeId: number, config: ControllerConfig) {
    this.nodeId = nodeId;
    this.name = `controller:${nodeId}`;
    this.config = config;
  }

  isRunning(): boolean {
    return true;
  }

  isListening(): boolean {
    return true;
  }

  hasPower(): boolean {
    return true;
  }

  /** Writes records that were there before the scenario began. */
  bootstrap(records: readonly MetadataRecord[]): void {
    for (const record of records) {
      this.image.replay(record);
      this.log.append(record);
    }
    this.log.commit(this.log.endOffset);
    for (const broker of this.image.brokers.values()) {
      this.contacts.set(broker.broker, {
        lastContactUs: broker.fenced ? -Infinity : 0,
        metadataOffset: this.image.lastOffset,
        shutdownOffset: -1,
      });
    }
  }

  start(ctx: NodeContext): void {
    const phases = ctx.rng('phases');
    ctx.setTimer(FENCING_TIMER, phases.int(fencingCheckPeriodUs(this.config.sessionTimeoutUs)));
    ctx.setTimer(NO_OP_TIMER, phases.int(this.config.maxIdleIntervalUs));
    startPeriodicTasks(this, ctx);
  }

  receiveRequest(request: Request, envelope: Envelope, ctx: NodeContext): void {
    const { source, correlationId, connection } = envelope;
    const replyTo = { source, correlationId, connection };
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
      case 'MetadataFetchRequest':
        this.handleMetadataFetch(request, replyTo, ctx);
        return;
      default:
        return;
    }
  }

  /** A controller asks nobody. */
  receiveResponse(): void {
    return;
  }

  onDisconnected(): void {
    return;
  }

  onTimer(key: string, ctx: NodeContext): void {
    if (key === FENCING_TIMER) this.fenceStaleBrokers(ctx);
    else if (key === NO_OP_TIMER) this.writeNoOp(ctx);
    else if (runPeriodicTask(key, this, ctx)) return;
    else if (key === LINGER_TIMER)
      ctx.setTimer(FLUSH_TIMER + String(this.log.endOffset), this.config.fsyncUs);
    else if (key.startsWith(FLUSH_TIMER)) this.commit(Number(key.slice(FLUSH_TIMER.length)), ctx);
    else if (key.startsWith(FETCH_TIMER)) this.answerFetch(Number(key.slice(FETCH_TIMER.length)), ctx);
  }

  /** The only way in which anything changes: the record is replayed here at once, and by brokers once it is committed. */
  append(record: MetadataRecord, ctx: NodeContext): void {
    this.meters.replaying(record, this.image, ctx.nowUs);
    this.image.replay(record);
    this.log.append(record);
    if (record.kind === 'PartitionChangeRecord' && record.registration.recovery === 'RECOVERING')
      this.uncleanlyElected.add(record.topicPartition);
    this.lastAppendUs = ctx.nowUs;
    if (ctx.timerAtUs(LINGER_TIMER) === null) ctx.setTimer(LINGER_TIMER, this.config.appendLingerUs);
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
    const decision = ctx.rules.decideRegistration(stored, request, this.log.endOffset);
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
        contact.shutdownOffset = this.log.endOffset - 1;
    }
  }

  private fenceStaleBrokers(ctx: NodeContext): void {
    ctx.setTimer(FENCING_TIMER, fencingCheckPeriodUs(this.config.sessionTimeoutUs));
    for (;;) {
      const watched = [...this.contacts].filter(
        ([broker]) => this.image.brokers.get(broker)?.fenced === false,
      );
      const contacts = watched.map(([brokerId, contact]) => ({
        brokerId,
        lastContactUs: contact.lastContactUs,
      }));
      const stale = ctx.rules.nextStaleBroker(contacts, ctx.nowUs, this.config.sessionTimeoutUs);
      if (stale === null) return;
      ctx.blame(ctx.directory.brokers.get(stale) ?? ctx.self);
      this.fence(stale, ctx);
    }
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

  private handleMetadataFetch(request: MetadataFetchRequest, replyTo: ReplyAddress, ctx: NodeContext): void {
    this.lastParkedId += 1;
    const id = this.lastParkedId;
    this.parkedFetches.set(id, { replyTo, fetchOffset: request.fetchOffset });
    if (request.fetchOffset < this.log.highWatermark) this.answerFetch(id, ctx);
    else ctx.setTimer(FETCH_TIMER + String(id), this.config.metadataFetchWaitUs);
  }

  private answerFetch(id: number, ctx: NodeContext): void {
    const parked = this.parkedFetches.get(id);
    if (!parked) return;
    this.parkedFetches.delete(id);
    ctx.cancelTimer(FETCH_TIMER + String(id));
    const { fetchOffset, replyTo } = parked;
    const records = this.log.read(fetchOffset);
    ctx.respond(replyTo, {
      kind: 'MetadataFetchResponse',
      records,
      baseOffset: fetchOffset,
      highWatermark: this.log.highWatermark,
    });
  }

  private commit(end: Offset, ctx: NodeContext): void {
    for (const { replyTo, response } of this.log.commit(end)) ctx.respond(replyTo, response);
    for (const id of [...this.parkedFetches.keys()]) this.answerFetch(id, ctx);
  }

  /** An idle log still grows, so that everybody can see how far it is behind (Q12). */
  private writeNoOp(ctx: NodeContext): void {
    const idleUs = ctx.nowUs - this.lastAppendUs;
    if (idleUs >= this.config.maxIdleIntervalUs) this.append({ kind: 'NoOpRecord' }, ctx);
    ctx.setTimer(
      NO_OP_TIMER,
      idleUs >= this.config.maxIdleIntervalUs
        ? this.config.maxIdleIntervalUs
        : this.config.maxIdleIntervalUs - idleUs,
    );
  }

  /** Answers once everything decided so far is committed. */
  private answer(replyTo: ReplyAddress, response: Response, ctx: NodeContext): void {
    if (this.log.highWatermark >= this.log.endOffset) ctx.respond(replyTo, response);
    else this.log.defer(replyTo, response);
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
