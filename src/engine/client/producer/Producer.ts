import { TimerTable } from '../../node/Node.ts';
import type { DisconnectReason, Envelope, Node, NodeContext } from '../../node/Node.ts';
import { rpcSizeBytes } from '../../protocol/requests.ts';
import type { Response } from '../../protocol/requests.ts';
import { packingOf } from '../../storage/compressedSize.ts';
import type { CompressingType } from '../../storage/compressedSize.ts';
import type { BrokerId, Micros, NodeIndex } from '../../../shared/units.ts';
import { FewMap } from '../../kernel/FewMap.ts';
import { Derived } from '../../kernel/Derived.ts';
import type { ClientState } from '../ClientState.ts';
import { ClientMetadata } from '../network/ClientMetadata.ts';
import { SelectorMeters } from '../metrics/SelectorMeters.ts';
import { NetworkClient } from '../network/NetworkClient.ts';
import type { ConnectionConfig } from '../network/NetworkClient.ts';
import { handleDisconnection, handleResponse } from './answers.ts';
import { callApplication, nextCallUs } from './callApplication.ts';
import { expireBatches, nextExpiryUs } from './batchExpiry.ts';
import { ProducerMeters } from './metrics/ProducerMeters.ts';
import { ProducerCompression } from './compression/ProducerCompression.ts';
import { Outcomes } from './Outcomes.ts';
import { endFlush } from './output/sendOutputs.ts';
import type { Outputs } from './output/Outputs.ts';
import type { ProducerBatch } from './ProducerBatch.ts';
import type { ProducerConfig } from './producerConfig.ts';
import { RecordAccumulator } from './RecordAccumulator.ts';
import { inFlightBatches } from './inFlightBatches.ts';
import { maybeInitProducerId, sendReady } from './sender.ts';
import { abortForClose, isTransactionOver } from './transactions/closeTransactions.ts';
import { hasIncompleteBatches, senderTurn } from './transactions/senderTurn.ts';
import { Transactions } from './transactions/Transactions.ts';
import type { ScriptStep } from './transactions/TransactionalApplication.ts';
import { SequenceState } from './SequenceState.ts';
import type { CallTimes } from './workload/CallTimes.ts';
import { SentNumbers } from './workload/SentNumbers.ts';
import type { WorkloadShape } from './WorkloadSource.ts';

const POLL_TIMER = 'poll';
const RESTART_TIMER = 'restart';
/** Of new clusters from 4.0 on (KIP-890). */
const TRANSACTION_VERSION = 2;

/** Where the sender's thread is, and when it looks again by itself. */
interface SenderState {
  readonly isHeld: boolean;
  readonly againUs: Micros;
}

/**
 * A Java producer and the application that calls its send(). Kafka: `KafkaProducer`, `Sender`, `RecordAccumulator` (4.2).
 *
 * One timer drives it: `poll` does all that is due and sets the timer to the next instant at which something will be.
 *
 * Simplified: send() and the sender thread take no time; the adaptive weights of the sticky partitioner are those of the moment
 * at which it chooses; memory of a batch that expires on its way is free at once.
 */
export class Producer implements Node {
  readonly role = 'producer';
  readonly name: string;
  readonly timers = new TimerTable();
  readonly clientId: string;
  workload: WorkloadShape | null;
  readonly bootstrap: readonly BrokerId[];
  readonly arrivals: CallTimes;
  readonly outcomes = new Outcomes();
  config: ProducerConfig;
  /** What commands changed of the configs that the scenario gives. */
  changedConfigs: Readonly<Record<string, string>> = {};
  life = 1;
  accumulator: RecordAccumulator;
  sequences = new SequenceState();
  network: NetworkClient;
  meters = new ProducerMeters();
  metadata: ClientMetadata;
  /** Batches in flight by the correlation id of their request. */
  readonly sent = new FewMap<number, readonly ProducerBatch[]>();
  state: ClientState = 'running';
  /** When it entered that state. */
  stateSinceUs: Micros = 0;
  /** It closes once everything held is done, and starts again with this config if there is one; null: it is not closing. */
  private closing: { readonly restartWith: ProducerConfig | null } | null = null;
  /** The process is paused, and its application calls nothing. */
  private standsStill = false;
  /** Of each broker's partitions, where the next drain begins. */
  readonly drainIndexes = new Map<BrokerId, number>();
  /** Correlation id of the request for a producer id. */
  pidRequest: number | null = null;
  pidRetryAtUs: Micros = 0;
  /** Calls of send() so far. */
  recordCount = 0;
  /** Records that SendRecords commands still have to hand over. */
  extraRecords = 0;
  /** Since when send() has been waiting for buffer memory or metadata. */
  blockedSinceUs: Micros | null = null;
  /** When the last wait ended: calls that were due meanwhile come one after the other then. */
  unblockedAtUs: Micros = 0;
  /** The partition that records without a key go to, and what went there since. */
  sticky: { partition: number; producedBytes: number } | null = null;
  /** No batch that is held was created before this. */
  readonly oldestCreatedUs = new Derived<Micros>();
  /** Its transactions; left out without a transactional.id. */
  declare transactions?: Transactions;
  /** What it sends for the consumer of its process; left out: it has none. */
  declare outputs?: Outputs;
  /** Which record went where; left out: records mean nothing. */
  declare readonly numbers?: SentNumbers;
  /** Retry and dead-letter topics that it sends to beside that of its workload; left out: none. */
  declare private forwardShapes?: ReadonlyMap<string, WorkloadShape>;
  /** Feature of the cluster; left out: 2. */
  declare private readonly transactionVersion?: number;

  constructor(
    clientId: string,
    config: ProducerConfig,
    workload: WorkloadShape | null,
    arrivals: CallTimes,
    bootstrap: readonly BrokerId[],
    transactionVersion = TRANSACTION_VERSION,
  ) {
    this.clientId = clientId;
    this.name = `producer:${clientId}`;
    this.config = config;
    this.workload = workload;
    this.arrivals = arrivals;
    this.bootstrap = bootstrap;
    this.accumulator = new RecordAccumulator(config['buffer.memory'], config['batch.size']);
    this.accumulator.compressWith(this.newCompression());
    this.network = this.newNetwork();
    this.metadata = this.newMetadata();
    if (workload?.transfers) this.numbers = new SentNumbers();
    if (transactionVersion !== TRANSACTION_VERSION) this.transactionVersion = transactionVersion;
    this.beginTransactions();
  }

  /** For checkpoints. */
  blank(): Producer {
    const { clientId, config, workload, arrivals, bootstrap } = this;
    return new Producer(clientId, config, workload, arrivals, bootstrap);
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

  get isIdempotent(): boolean {
    return this.config['enable.idempotence'];
  }

  get isClosing(): boolean {
    return this.closing !== null;
  }

  /** Whether there is an application that calls send(). */
  get isSending(): boolean {
    return this.isRunning() && !this.isClosing && !this.standsStill;
  }

  start(ctx: NodeContext): void {
    ctx.trace({
      kind: 'ProducerStarted',
      producer: this.clientId,
      acks: this.config.acks,
      idempotent: this.isIdempotent,
    });
    this.poll(ctx);
  }

  receiveRequest(): void {
    return;
  }

  receiveResponse(response: Response, envelope: Envelope, ctx: NodeContext): void {
    const broker = this.network.brokerIdOf(envelope.source, ctx) ?? -1;
    this.network.noteThrottle(broker, response, ctx);
    this.network.meters?.responseReceived(rpcSizeBytes(response), ctx.nowUs);
    const throttleMs = 'throttleTimeMs' in response ? (response.throttleTimeMs ?? 0) : 0;
    this.meters.throttled(throttleMs, ctx.nowUs);
    const request = this.network.complete(envelope.correlationId, broker);
    if (request) handleResponse(this, response, request, ctx);
    this.poll(ctx);
  }

  onTimer(key: string, ctx: NodeContext): void {
    if (key === RESTART_TIMER) this.startProcess(ctx);
    else this.poll(ctx);
  }

  onDisconnected(peer: NodeIndex, reason: DisconnectReason, ctx: NodeContext, connection: number): void {
    const broker = this.network.brokerIdOf(peer, ctx);
    if (broker === null) return;
    handleDisconnection(this, this.network.onDisconnected(broker, reason, connection, ctx), ctx);
    this.poll(ctx);
  }

  beforePause(ctx: NodeContext): void {
    this.settleForGood(ctx);
    this.standsStill = true;
  }

  /** Calls that were due while the application stood still come now, one after the other. */
  afterPause(ctx: NodeContext): void {
    this.standsStill = false;
    this.unblockedAtUs = ctx.nowUs;
  }

  /** The topics that it forwards records to, and what a record is like there. */
  forwardsTo(shapes: ReadonlyMap<string, WorkloadShape>): void {
    this.forwardShapes = shapes;
    this.metadata = this.newMetadata();
  }

  /** Whether what it sends for its consumer are records that failed there, and no outputs. */
  get isForwarding(): boolean {
    return this.forwardShapes !== undefined;
  }

  /** The next calls of send() name this topic. */
  sendTo(topic: string): void {
    const shape = this.forwardShapes?.get(topic);
    if (!shape || shape === this.workload) return;
    this.workload = shape;
    this.sticky = null;
  }

  /** The application has something to do. */
  goOn(ctx: NodeContext): void {
    if (this.isRunning()) this.poll(ctx);
  }

  // What people do to it

  pause(ctx: NodeContext): void {
    callApplication(this, ctx, ctx.nowUs);
    this.arrivals.pause();
    if (this.isRunning()) this.poll(ctx);
  }

  resume(ctx: NodeContext): void {
    this.arrivals.resume(ctx.nowUs);
    if (this.isRunning()) this.poll(ctx);
  }

  sendRecords(count: number, ctx: NodeContext): void {
    if (!this.isRunning()) return;
    callApplication(this, ctx, ctx.nowUs);
    if (this.transactions && !this.workload?.transaction)
      this.transactions.application.script.push({ send: count });
    else this.extraRecords += count;
    this.poll(ctx);
  }

  /** The application calls beginTransaction(), commitTransaction() or abortTransaction(), after what it was told before. */
  callTransaction(call: Extract<ScriptStep, { readonly call: unknown }>['call'], ctx: NodeContext): void {
    if (!this.isRunning() || !this.transactions) return;
    callApplication(this, ctx, ctx.nowUs);
    this.transactions.application.script.push({ call });
    this.poll(ctx);
  }

  /** Its application calls close(): there is no other way on. */
  closeByItself(): void {
    this.closing = { restartWith: null };
  }

  /** close() and a new producer: what is held is sent first, or fails by its own timeouts. One that is not running just starts. */
  restart(config: ProducerConfig, changed: Readonly<Record<string, string>>, ctx: NodeContext): void {
    this.changedConfigs = { ...this.changedConfigs, ...changed };
    if (!this.isRunning()) {
      this.open(config, ctx);
      return;
    }
    callApplication(this, ctx, ctx.nowUs);
    this.closing = { restartWith: config };
    this.poll(ctx);
  }

  /** close(): what is held is sent first, or fails by its own timeouts. */
  close(ctx: NodeContext): void {
    if (!this.isRunning()) return;
    callApplication(this, ctx, ctx.nowUs);
    this.closing = { restartWith: null };
    this.poll(ctx);
  }

  /** A new process, where there is none. */
  startProcess(ctx: NodeContext): void {
    if (!this.isRunning()) this.open(this.config, ctx);
  }

  /** The process is gone, with everything it held: no callback fires for that. */
  die(cause: 'killed' | 'powerless', ctx: NodeContext): void {
    if (!this.hasPower() || (cause === 'killed' && !this.isRunning())) return;
    this.settleForGood(ctx);
    ctx.trace({ kind: 'ClientDied', client: this.name, cause });
    ctx.befell(ctx.self);
    if (cause === 'killed') ctx.closeConnections();
    for (const batch of [...this.accumulator.takeAll(), ...[...this.sent.values()].flat()]) {
      this.accumulator.release(batch);
      this.outcomes.abandon(batch.topicPartition, batch.firstOrdinal, batch.count);
    }
    this.sent.clear();
    this.oldestCreatedUs.value = null;
    this.network = this.newNetwork(this.network);
    this.end(cause, ctx);
  }

  /**
   * Makes up for the calls of send() before this instant; changes nothing that comes after. A call of this very instant is counted by
   * the event that makes it, or once the instant is over: else it would depend on the configs whether a look at an instant sees it.
   */
  settle(ctx: NodeContext): void {
    this.makeUpFor(ctx.nowUs - 1, ctx);
  }

  /** The process stops here: what its application calls at this instant it calls before that, unless a timer has it come after. */
  private settleForGood(ctx: NodeContext): void {
    this.makeUpFor(ctx.timerAtUs(POLL_TIMER) === ctx.nowUs ? ctx.nowUs - 1 : ctx.nowUs, ctx);
  }

  private makeUpFor(untilUs: Micros, ctx: NodeContext): void {
    // A blocked call is not overdue: its own event will see to it.
    if (this.blockedSinceUs === null && this.isSending) callApplication(this, ctx, untilUs);
  }

  /** Whether it holds nothing, waits for nothing, and polls again only to send or to ask for metadata. */
  get isIdle(): boolean {
    return (
      this.isRunning() &&
      !this.standsStill &&
      this.closing === null &&
      this.blockedSinceUs === null &&
      this.pidRequest === null &&
      (this.transactions?.isAtRest ?? true) &&
      this.sent.size + this.network.inFlight.size === 0 &&
      !this.accumulator.hasBatches
    );
  }

  /** When the application calls send() next. */
  sendsAtUs(nowUs: Micros): Micros {
    return nextCallUs(this, nowUs);
  }

  private poll(ctx: NodeContext): void {
    callApplication(this, ctx, ctx.nowUs);
    for (const disconnection of this.network.expire(ctx)) handleDisconnection(this, disconnection, ctx);
    if (this.closing && this.transactions) {
      abortForClose(this, this.transactions);
      // A request that waits for its turn keeps nobody from closing, unless a transaction is open.
      if (this.isDrained) {
        this.finishClosing(this.closing.restartWith, ctx);
        return;
      }
    }
    const sender = this.transactions
      ? this.sendInTransactions(this.transactions, ctx)
      : { isHeld: false, againUs: this.sendBatches(ctx) };
    if (this.closing && this.isDrained) {
      this.finishClosing(this.closing.restartWith, ctx);
      return;
    }
    if (
      this.isSending &&
      (this.transactions?.isCallOver || (this.outputs && endFlush(this, this.outputs, ctx)))
    ) {
      this.poll(ctx);
      return;
    }
    const otherwiseUs = Math.min(sender.againUs, nextCallUs(this, ctx.nowUs), this.network.nextDeadlineUs());
    // While the sender's thread is held nothing expires.
    const expiryUs = sender.isHeld ? Infinity : nextExpiryUs(this, otherwiseUs, ctx.nowUs);
    const atUs = Math.min(otherwiseUs, expiryUs);
    if (atUs === Infinity) ctx.cancelTimer(POLL_TIMER);
    else ctx.setTimer(POLL_TIMER, Math.max(1, Math.ceil(atUs - ctx.nowUs)));
  }

  /** The sender's thread without transactions. */
  private sendBatches(ctx: NodeContext): Micros {
    expireBatches(this, ctx);
    if (this.isIdempotent && this.sequences.isInDoubt)
      this.sequences.maybeBumpEpoch((topicPartition) => inFlightBatches(this, topicPartition), ctx.rules);
    const metadataAtUs = this.metadata.maybeRefresh(this.network, ctx);
    const pidAtUs = maybeInitProducerId(this, ctx);
    return Math.min(metadataAtUs, pidAtUs, sendReady(this, ctx));
  }

  /** The same with them: batches leave, and expire, only while nothing of a transaction holds the thread. */
  private sendInTransactions(transactions: Transactions, ctx: NodeContext): SenderState {
    const metadataAtUs = this.metadata.maybeRefresh(this.network, ctx);
    for (;;) {
      const turn = senderTurn(this, transactions, ctx);
      if (!turn.isFree) return { isHeld: true, againUs: Math.min(metadataAtUs, turn.againUs) };
      expireBatches(this, ctx);
      const againUs = Math.min(metadataAtUs, sendReady(this, ctx));
      // With what has just expired the last batch may be gone that an end of the transaction waited for.
      if (!transactions.manager.hasPendingRequests || hasIncompleteBatches(this))
        return { isHeld: false, againUs };
    }
  }

  /** Whether a producer that closes has nothing left to do. */
  private get isDrained(): boolean {
    if (this.accumulator.hasBatches || this.sent.size > 0) return false;
    return !this.transactions || isTransactionOver(this.transactions);
  }

  /** A new producer has a new transaction, if it has any. */
  private beginTransactions(): void {
    const transactionalId = this.config['transactional.id'];
    if (transactionalId === null) {
      delete this.transactions;
      return;
    }
    this.transactions = new Transactions(
      Object.freeze({
        transactionalId,
        transactionTimeoutMs: this.config['transaction.timeout.ms'],
        retryBackoffMs: this.config['retry.backoff.ms'],
        transactionVersion: this.transactionVersion ?? TRANSACTION_VERSION,
      }),
    );
  }

  private finishClosing(restartWith: ProducerConfig | null, ctx: NodeContext): void {
    ctx.trace({ kind: 'ProducerClosed', producer: this.clientId });
    ctx.closeConnections();
    if (restartWith) {
      this.renew(restartWith, ctx);
      return;
    }
    this.end('closed', ctx);
    const againAfterUs = this.transactions?.application.restartsAfterUs ?? null;
    if (againAfterUs !== null) ctx.setTimer(RESTART_TIMER, Math.max(1, againAfterUs));
  }

  /** No process any more: nothing fires, nothing is called. */
  private end(state: ClientState, ctx: NodeContext): void {
    this.state = state;
    this.stateSinceUs = ctx.nowUs;
    this.closing = null;
    this.extraRecords = 0;
    this.blockedSinceUs = null;
    this.standsStill = false;
    this.timers.clear();
  }

  /** A process that starts where there was none: what its application would have sent meanwhile is not made up for. */
  private open(config: ProducerConfig, ctx: NodeContext): void {
    if (this.transactions) ctx.cancelTimer(RESTART_TIMER);
    this.state = 'running';
    this.stateSinceUs = ctx.nowUs;
    this.arrivals.skipTo(ctx.nowUs);
    this.renew(config, ctx);
  }

  /** Another producer with another config, in the same application or a new one. */
  private renew(config: ProducerConfig, ctx: NodeContext): void {
    this.closing = null;
    this.config = config;
    this.life += 1;
    this.sequences = new SequenceState();
    this.beginTransactions();
    this.network = this.newNetwork(this.network);
    this.meters = new ProducerMeters();
    this.metadata = this.newMetadata();
    this.pidRequest = null;
    this.pidRetryAtUs = 0;
    this.blockedSinceUs = null;
    // What was due while nobody could send comes now.
    this.unblockedAtUs = ctx.nowUs;
    this.sticky = null;
    this.drainIndexes.clear();
    this.accumulator.configure(config['buffer.memory'], config['batch.size']);
    this.accumulator.compressWith(this.newCompression());
    if (this.outputs) {
      // Of what the last process was at, this one knows nothing.
      this.outputs.turn = null;
      this.outputs.closedBy = null;
      ctx.asCompanion((consumer) => consumer.companionMoved?.(ctx));
    }
    this.start(ctx);
  }

  private newCompression(): ProducerCompression | null {
    const type = this.config['compression.type'];
    if (type === 'none') return null;
    const { compressibility = null, values = null } = this.workload ?? {};
    const packing = packingOf(type as CompressingType, Number(this.config['compression.gzip.level'] ?? -1));
    return new ProducerCompression(packing, compressibility, values);
  }

  private newNetwork(before?: NetworkClient): NetworkClient {
    const network = new NetworkClient(this.name, connectionConfig(this.config), before);
    network.meters = new SelectorMeters();
    return network;
  }

  private newMetadata(): ClientMetadata {
    const topics = new Set(this.workload ? [this.workload.topic] : []);
    for (const topic of this.forwardShapes?.keys() ?? []) topics.add(topic);
    return new ClientMetadata(this.bootstrap, [...topics], {
      metadataMaxAgeMs: this.config['metadata.max.age.ms'],
      rebootstraps: this.config['metadata.recovery.strategy'] === 'rebootstrap',
      retryBackoffMs: this.config['retry.backoff.ms'],
      retryBackoffMaxMs: this.config['retry.backoff.max.ms'],
      reconnectBackoffMs: this.config['reconnect.backoff.ms'],
    });
  }
}

function connectionConfig(config: ProducerConfig): ConnectionConfig {
  return {
    requestTimeoutMs: config['request.timeout.ms'],
    reconnectBackoffMs: config['reconnect.backoff.ms'],
    reconnectBackoffMaxMs: config['reconnect.backoff.max.ms'],
    maxInFlightRequests: config['max.in.flight.requests.per.connection'],
  };
}
