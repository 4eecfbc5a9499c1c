import { TimerTable } from '../../node/Node.ts';
import type { DisconnectReason, Envelope, Node, NodeContext } from '../../node/Node.ts';
import type { ProduceRequest, ProduceResponse, Response } from '../../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { BrokerId, Bytes, Micros, NodeIndex, TopicPartition } from '../../../shared/units.ts';
import { ClientMetadata } from '../network/ClientMetadata.ts';
import { exponentialBackoffMs, jitterFactor, RETRY_BACKOFF_JITTER } from '../network/exponentialBackoff.ts';
import { NetworkClient } from '../network/NetworkClient.ts';
import type { ConnectionConfig, Disconnection, InFlightRequest } from '../network/NetworkClient.ts';
import { needsMetadataRefresh } from '../network/retriableErrors.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import { shapeOf } from './appendRecord.ts';
import type { RecordShape } from './appendRecord.ts';
import { Arrivals } from './Arrivals.ts';
import { hasReachedDeliveryTimeout } from './deliveryTimeout.ts';
import { batchReady, isBackingOff } from './batchReady.ts';
import { drainNode, shouldStopDrain } from './drainOrder.ts';
import { Outcomes } from './Outcomes.ts';
import { toRecordBatch } from './ProducerBatch.ts';
import type { ProducerBatch } from './ProducerBatch.ts';
import { requiredAcks } from './producerConfig.ts';
import type { ProducerConfig } from './producerConfig.ts';
import { RecordAccumulator } from './RecordAccumulator.ts';
import { SequenceState } from './SequenceState.ts';
import { cumulativeWeights, stickySwitch, uniformPartition, weightedPartition } from './stickyPartition.ts';
import { recordOf } from './WorkloadSource.ts';
import type { WorkloadShape } from './WorkloadSource.ts';

const POLL_TIMER = 'poll';

/**
 * A Java producer and the application that calls its send(). Kafka: `KafkaProducer`, `Sender`, `RecordAccumulator` (4.2).
 *
 * One timer drives it: `poll` does all that is due and sets the timer to the next instant at which something will be.
 *
 * Simplified: send() and the sender thread take no time; the adaptive weights of the sticky partitioner are those of the moment
 * at which it chooses; a batch is never compressed, and never split (RT7); memory of a batch that expires on its way is free at
 * once.
 */
export class Producer implements Node {
  readonly role = 'producer';
  readonly name: string;
  readonly timers = new TimerTable();
  readonly clientId: string;
  readonly workload: WorkloadShape | null;
  readonly bootstrap: readonly BrokerId[];
  readonly arrivals: Arrivals;
  readonly outcomes = new Outcomes();
  config: ProducerConfig;
  /** What commands changed of the configs that the scenario gives. */
  changedConfigs: Readonly<Record<string, string>> = {};
  life = 1;
  accumulator: RecordAccumulator;
  sequences = new SequenceState();
  network: NetworkClient;
  metadata: ClientMetadata;
  /** Batches in flight by the correlation id of their request. */
  readonly sent = new Map<number, readonly ProducerBatch[]>();
  /** Config to start again with once everything held is done; null while it is not closing. */
  private restartWith: ProducerConfig | null = null;
  private readonly drainIndexes = new Map<BrokerId, number>();
  private pidRequest: number | null = null;
  private pidRetryAtUs: Micros = 0;
  private recordCount = 0;
  /** Records that SendRecords commands still have to hand over. */
  private extraRecords = 0;
  /** Since when send() has been waiting for buffer memory or metadata. */
  private blockedSinceUs: Micros | null = null;
  /** When the last wait ended: calls that were due meanwhile come one after the other then. */
  private unblockedAtUs: Micros = 0;
  private sticky: { partition: number; producedBytes: number } | null = null;

  constructor(
    clientId: string,
    config: ProducerConfig,
    workload: WorkloadShape | null,
    arrivals: Arrivals,
    bootstrap: readonly BrokerId[],
  ) {
    this.clientId = clientId;
    this.name = `producer:${clientId}`;
    this.config = config;
    this.workload = workload;
    this.arrivals = arrivals;
    this.bootstrap = bootstrap;
    this.accumulator = new RecordAccumulator(config['buffer.memory'], config['batch.size']);
    this.network = new NetworkClient(this.name, connectionConfig(config));
    this.metadata = this.newMetadata();
  }

  isRunning(): boolean {
    return true;
  }

  isListening(): boolean {
    return false;
  }

  hasPower(): boolean {
    return true;
  }

  get isIdempotent(): boolean {
    return this.config['enable.idempotence'];
  }

  get isClosing(): boolean {
    return this.restartWith !== null;
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
    const broker = ctx.directory.brokerIds.get(envelope.source) ?? -1;
    this.network.noteThrottle(broker, response, ctx);
    const request = this.network.complete(envelope.correlationId, broker);
    if (request) this.handleResponse(response, request, ctx);
    this.poll(ctx);
  }

  onTimer(_key: string, ctx: NodeContext): void {
    this.poll(ctx);
  }

  onDisconnected(peer: NodeIndex, reason: DisconnectReason, ctx: NodeContext): void {
    const broker = ctx.directory.brokerIds.get(peer);
    if (broker === undefined) return;
    this.handleDisconnection(this.network.onDisconnected(broker, reason, ctx), ctx);
    this.poll(ctx);
  }

  // What people do to it

  pause(ctx: NodeContext): void {
    this.generate(ctx);
    this.arrivals.pause();
    this.poll(ctx);
  }

  resume(ctx: NodeContext): void {
    this.arrivals.resume(ctx.nowUs);
    this.poll(ctx);
  }

  sendRecords(count: number, ctx: NodeContext): void {
    this.generate(ctx);
    this.extraRecords += count;
    this.poll(ctx);
  }

  /** close() and a new producer: what is held is sent first, or fails by its own timeouts. */
  restart(config: ProducerConfig, changed: Readonly<Record<string, string>>, ctx: NodeContext): void {
    this.generate(ctx);
    this.restartWith = config;
    this.changedConfigs = { ...this.changedConfigs, ...changed };
    this.poll(ctx);
  }

  /** Makes up for the calls of send() up to now; changes nothing that comes after. */
  settle(ctx: NodeContext): void {
    // A blocked call, and what waits for a timer of this very instant, are not overdue: their own events will see to them.
    if (this.blockedSinceUs !== null) return;
    this.generate(ctx, ctx.timerAtUs(POLL_TIMER) === ctx.nowUs ? ctx.nowUs - 1 : ctx.nowUs);
  }

  private poll(ctx: NodeContext): void {
    this.generate(ctx);
    for (const disconnection of this.network.expire(ctx)) this.handleDisconnection(disconnection, ctx);
    this.expireBatches(ctx);
    if (this.isIdempotent)
      this.sequences.maybeBumpEpoch((topicPartition) => this.inFlightBatches(topicPartition));
    const metadataAtUs = this.metadata.maybeRefresh(this.network, ctx);
    const pidAtUs = this.maybeInitProducerId(ctx);
    const sendAtUs = this.sendReady(ctx);
    if (this.restartWith && !this.accumulator.hasBatches && this.sent.size === 0) {
      this.startAgain(this.restartWith, ctx);
      return;
    }
    const atUs = Math.min(
      metadataAtUs,
      pidAtUs,
      sendAtUs,
      this.nextGenerateUs(ctx.nowUs),
      this.network.nextDeadlineUs(),
      this.nextExpiryUs(),
    );
    if (atUs === Infinity) ctx.cancelTimer(POLL_TIMER);
    else ctx.setTimer(POLL_TIMER, Math.max(1, Math.ceil(atUs - ctx.nowUs)));
  }

  // The application

  /** Calls send() for every record that is due. */
  private generate(ctx: NodeContext, untilUs = ctx.nowUs): void {
    if (this.isClosing || !this.workload) return;
    for (;;) {
      const count = this.sendRun(this.workload, untilUs);
      this.arrivals.take(count);
      this.recordCount += count;
      const isExtra = this.extraRecords > 0;
      // A call that is blocked goes on to its end, even when the workload is paused meanwhile.
      const dueUs = isExtra ? ctx.nowUs : (this.blockedSinceUs ?? this.arrivals.nextUs());
      if (dueUs > untilUs) return;
      const atUs = this.blockedSinceUs === null ? Math.max(dueUs, this.unblockedAtUs) : ctx.nowUs;
      const isSent = this.send(this.workload, atUs, ctx);
      if (!isSent && !this.givesUpBlocked(this.workload, dueUs, ctx)) return;
      if (this.blockedSinceUs !== null) {
        this.blockedSinceUs = null;
        this.unblockedAtUs = ctx.nowUs;
      }
      if (isExtra) this.extraRecords -= 1;
      else this.arrivals.take(1);
      this.recordCount += 1;
    }
  }

  /** One call of send(); false when it must wait for metadata or memory (S2). */
  private send(workload: WorkloadShape, atUs: Micros, ctx: NodeContext): boolean {
    const partitionCount = this.metadata.partitionCount(workload.topic);
    if (partitionCount === 0) return false;
    const record = this.nextRecord(workload, partitionCount);
    if (record.shape.upperBoundBytes > this.largestRecordBytes) {
      this.failSend(
        `${workload.topic}-${record.partition ?? this.sticky?.partition ?? 0}`,
        'RecordTooLargeException',
        ctx,
      );
      return true;
    }
    const partition =
      record.partition ?? this.stickyPartition(workload.topic, partitionCount, record.shape, atUs, ctx);
    const topicPartition = `${workload.topic}-${partition}`;
    const before = this.openBytes(topicPartition);
    const appended = this.accumulator.append(topicPartition, record.shape, atUs);
    if (appended === null) return false;
    if (record.partition === null && this.sticky) {
      const after = this.openBytes(topicPartition);
      this.sticky.producedBytes += appended === 'newBatch' ? after : after - before;
    }
    return true;
  }

  /** Many calls at once, for records without keys that go into the batch that is open; returns how many. */
  private sendRun(workload: WorkloadShape, untilUs: Micros): number {
    if (workload.key !== null || this.extraRecords > 0 || this.blockedSinceUs !== null) return 0;
    const partition = workload.partition ?? this.sticky?.partition;
    if (partition === undefined || this.arrivals.nextUs() < this.unblockedAtUs) return 0;
    const topicPartition = `${workload.topic}-${partition}`;
    const shape = shapeOf({ keyBytes: null, valueBytes: workload.valueBytes });
    const isSticky = workload.partition === null && this.sticky !== null;
    // The sticky partitioner moves on by force when a turn reaches two batches (PP5).
    const maxBytes = isSticky ? 2 * this.config['batch.size'] - (this.sticky?.producedBytes ?? 0) : Infinity;
    const before = this.openBytes(topicPartition);
    const count = this.accumulator.appendRun(topicPartition, shape, this.arrivals, untilUs, maxBytes);
    if (isSticky && this.sticky) this.sticky.producedBytes += this.openBytes(topicPartition) - before;
    return count;
  }

  /** send() threw: the record was handed over, and never came into a batch. */
  private failSend(topicPartition: TopicPartition, error: string, ctx: NodeContext): void {
    this.outcomes.fail(topicPartition, this.accumulator.skipRecord(topicPartition), 1);
    ctx.trace({ kind: 'RecordsFailed', producer: this.clientId, partition: topicPartition, count: 1, error });
  }

  private get largestRecordBytes(): Bytes {
    return Math.min(this.config['max.request.size'], this.config['buffer.memory']);
  }

  private nextRecord(workload: WorkloadShape, partitionCount: number): ReturnType<typeof recordOf> {
    return recordOf(workload, this.recordCount, partitionCount, this.config['partitioner.ignore.keys']);
  }

  private openBytes(topicPartition: TopicPartition): Bytes {
    const queue = this.accumulator.queueOf(topicPartition);
    return queue[queue.length - 1]?.sizeBytes ?? 0;
  }

  /** A blocked send() fails after `max.block.ms`; the record counts as handed over and failed. */
  private givesUpBlocked(workload: WorkloadShape, dueUs: Micros, ctx: NodeContext): boolean {
    // Calls come one after the other: one that was due while another was blocked begins to wait when that one has ended.
    this.blockedSinceUs ??= Math.max(dueUs, this.unblockedAtUs);
    if (ctx.nowUs - this.blockedSinceUs < this.config['max.block.ms'] * MICROS_PER_MILLI) return false;
    const partitionCount = this.metadata.partitionCount(workload.topic);
    const record = this.nextRecord(workload, Math.max(1, partitionCount));
    const topicPartition = `${workload.topic}-${record.partition ?? this.sticky?.partition ?? 0}`;
    this.failSend(
      topicPartition,
      partitionCount === 0 ? 'TimeoutException' : 'BufferExhaustedException',
      ctx,
    );
    return true;
  }

  /** The current partition, until a batch's worth went to it and its last batch takes no more (PP5, PP6). */
  private stickyPartition(
    topic: string,
    partitionCount: number,
    shape: RecordShape,
    atUs: Micros,
    ctx: NodeContext,
  ): number {
    const { sticky } = this;
    if (sticky) {
      const allBatchesFull = !this.accumulator.hasRoom(`${topic}-${sticky.partition}`, shape, atUs);
      if (stickySwitch(sticky.producedBytes, this.config['batch.size'], allBatchesFull) === 'keep')
        return sticky.partition;
    }
    const partition = this.choosePartition(topic, partitionCount, ctx);
    this.sticky = { partition, producedBytes: 0 };
    return partition;
  }

  /** By weight when every partition has a queue and they differ in length, else any that has a leader (PP6). */
  private choosePartition(topic: string, partitionCount: number, ctx: NodeContext): number {
    if (partitionCount === 1) return 0;
    const available: number[] = [];
    for (let i = 0; i < partitionCount; i++) if (this.metadata.leaderOf(`${topic}-${i}`)) available.push(i);
    const drawn = ctx.rng('stickyPartition').int(0x7fffffff);
    const { queues } = this.accumulator;
    const isAdaptive =
      this.config['partitioner.adaptive.partitioning.enable'] && queues.size === partitionCount;
    const sizes = available.map((i) => queues.get(`${topic}-${i}`)?.length ?? 0);
    const weights = isAdaptive ? cumulativeWeights(sizes, partitionCount) : null;
    return weights
      ? weightedPartition(drawn, weights, available)
      : uniformPartition(drawn, available, partitionCount);
  }

  /** When the application's next call makes a difference: it opens a batch, or fills one. */
  private nextGenerateUs(nowUs: Micros): Micros {
    if (this.isClosing || !this.workload) return Infinity;
    if (this.blockedSinceUs !== null)
      return this.blockedSinceUs + this.config['max.block.ms'] * MICROS_PER_MILLI;
    if (this.workload.key !== null) return this.arrivals.nextUs();
    const topicPartition = `${this.workload.topic}-${this.workload.partition ?? this.sticky?.partition ?? 0}`;
    const queue = this.accumulator.queues.get(topicPartition);
    const open = queue?.[queue.length - 1];
    if (!open || open.attempts > 0) return this.arrivals.nextUs();
    // As many as surely fit before the batch is full: the largest that one record can be, among those of this batch.
    const perRecord = this.workload.valueBytes + 21;
    const surelyFits = Math.max(0, Math.floor((this.config['batch.size'] - open.sizeBytes) / perRecord));
    return Math.max(nowUs, this.arrivals.timeOf(surelyFits));
  }

  // The sender thread

  private maybeInitProducerId(ctx: NodeContext): Micros {
    if (!this.isIdempotent || this.sequences.hasProducerId || this.pidRequest !== null) return Infinity;
    if (this.pidRetryAtUs > ctx.nowUs) return this.pidRetryAtUs;
    const broker = this.network.leastLoaded(this.metadata.brokers, ctx);
    if (broker === null) return ctx.nowUs + this.config['retry.backoff.ms'] * MICROS_PER_MILLI;
    if (!this.network.ready(broker, ctx)) return Infinity;
    this.pidRequest = this.network.send(broker, { kind: 'InitProducerIdRequest' }, true, ctx);
    return Infinity;
  }

  /** Sends what is ready to every leader that can take it (S3, S4); returns when to look again. */
  private sendReady(ctx: NodeContext): Micros {
    let againUs = Infinity;
    const leaders = new Set<BrokerId>();
    for (const [topicPartition, queue] of this.accumulator.queues) {
      if (queue.length === 0) continue;
      const leader = this.metadata.leaderOf(topicPartition);
      if (leader) leaders.add(leader.leader);
      else {
        this.metadata.requestUpdate();
        againUs = Math.min(againUs, this.metadata.maybeRefresh(this.network, ctx));
      }
    }
    for (const broker of leaders)
      againUs = Math.min(againUs, this.sendToLeader(broker, this.metadata.partitionsOf(broker), ctx));
    return againUs;
  }

  private sendToLeader(broker: BrokerId, partitions: readonly TopicPartition[], ctx: NodeContext): Micros {
    for (;;) {
      let againUs = Infinity;
      let isAnyReady = false;
      for (const topicPartition of partitions) {
        const readiness = this.readinessOf(topicPartition, ctx.nowUs);
        if (readiness === null) continue;
        if (readiness.ready) isAnyReady = true;
        else againUs = Math.min(againUs, ctx.nowUs + readiness.nextCheckMs * MICROS_PER_MILLI);
      }
      if (!isAnyReady) return againUs;
      if (!this.network.ready(broker, ctx))
        return Math.min(againUs, this.network.retryAtUs(broker, ctx.nowUs) ?? Infinity);
      if (!this.network.canSendMore(broker)) return againUs;
      if (!this.drainTo(broker, partitions, ctx)) return againUs;
    }
  }

  private readinessOf(topicPartition: TopicPartition, nowUs: Micros): ReturnType<typeof batchReady> | null {
    const queue = this.accumulator.queues.get(topicPartition);
    const head = queue?.[0];
    if (!queue || !head || this.isMuted(topicPartition)) return null;
    const isFull = queue.length > 1 || head.sizeBytes >= this.config['batch.size'];
    const waitedMs = (nowUs - head.waitingSinceUs) / MICROS_PER_MILLI;
    const backoffMs = this.isHeldBack(head, nowUs) ? head.backoffMs : null;
    const pressure = {
      memoryExhausted: this.blockedSinceUs !== null,
      closing: this.isClosing,
      flushing: false,
      transactionCompleting: false,
    };
    return batchReady({ waitedMs, full: isFull, backoffMs }, this.config['linger.ms'], pressure);
  }

  private drainTo(broker: BrokerId, partitions: readonly TopicPartition[], ctx: NodeContext): boolean {
    const candidates = partitions.map((topicPartition) => {
      const head = this.accumulator.queues.get(topicPartition)?.[0] ?? null;
      const muted = this.isMuted(topicPartition);
      if (!head) return { muted, head: null };
      const backingOff = this.isHeldBack(head, ctx.nowUs);
      return { muted, head: { sizeBytes: head.sizeBytes, backingOff, stopsDrain: this.mustWait(head) } };
    });
    const { taken, drainIndex } = drainNode(
      candidates,
      (this.drainIndexes.get(broker) ?? 0) % candidates.length,
      this.config['max.request.size'],
    );
    this.drainIndexes.set(broker, drainIndex);
    if (taken.length === 0) return false;
    const batches = taken.map(
      (index) => this.accumulator.queueOf(partitions[index] as TopicPartition).shift() as ProducerBatch,
    );
    this.sendBatches(broker, batches, ctx);
    return true;
  }

  private sendBatches(broker: BrokerId, batches: readonly ProducerBatch[], ctx: NodeContext): void {
    const acks = requiredAcks(this.config.acks);
    const partitions = batches.map((batch) => {
      if (this.isIdempotent && batch.sequence === null)
        this.sequences.number(batch, this.hasInFlight(batch.topicPartition));
      batch.attempts += 1;
      batch.sequenceHasBeenReset = false;
      batch.attemptLeaderEpoch = this.metadata.leaderEpochOf(batch.topicPartition) ?? -1;
      return {
        topicPartition: batch.topicPartition,
        batch: toRecordBatch(batch, ctx.self),
        attempt: batch.attempts,
      };
    });
    const request: ProduceRequest = {
      kind: 'ProduceRequest',
      acks,
      timeoutMs: this.config['request.timeout.ms'],
      clientId: this.clientId,
      partitions,
    };
    const correlationId = this.network.send(broker, request, acks !== 0, ctx);
    if (acks !== 0) this.sent.set(correlationId, batches);
    // Without acks the callback fires as soon as the request has left, with offset −1 (A6).
    else for (const batch of batches) this.succeed(batch, -1, ctx);
  }

  private handleResponse(response: Response, request: InFlightRequest, ctx: NodeContext): void {
    switch (response.kind) {
      case 'MetadataResponse':
        this.metadata.update(response, this.name, ctx);
        return;
      case 'InitProducerIdResponse':
        this.pidRequest = null;
        if (response.error === 'NONE') {
          this.sequences.assigned(response.producerId, response.producerEpoch);
          const { producerId, producerEpoch } = response;
          ctx.trace({ kind: 'ProducerIdAssigned', producer: this.clientId, producerId, producerEpoch });
        } else this.pidRetryAtUs = ctx.nowUs + this.config['retry.backoff.ms'] * MICROS_PER_MILLI;
        return;
      case 'ProduceResponse':
        this.handleProduceResponse(response, request.correlationId, ctx);
        return;
      default:
        return;
    }
  }

  private handleProduceResponse(response: ProduceResponse, correlationId: number, ctx: NodeContext): void {
    const batches = this.sent.get(correlationId) ?? [];
    this.sent.delete(correlationId);
    for (const answer of response.partitions) {
      const batch = batches.find((item) => item.topicPartition === answer.topicPartition);
      if (!batch) continue;
      if (answer.currentLeader)
        this.metadata.takeHint(answer.topicPartition, answer.currentLeader, this.name, ctx);
      if (answer.error === 'NONE') this.succeed(batch, answer.baseOffset, ctx);
      else this.onError(batch, answer.error, ctx);
    }
  }

  /** The connection ended under its requests: their batches are tried again as after any such error (RT3). */
  private handleDisconnection(disconnection: Disconnection | null, ctx: NodeContext): void {
    if (!disconnection) return;
    const { reason, requests } = disconnection;
    this.metadata.onDisconnected(requests, ctx);
    for (const { correlationId } of requests) {
      if (this.pidRequest === correlationId) this.pidRequest = null;
      const batches = this.sent.get(correlationId) ?? [];
      this.sent.delete(correlationId);
      const error = reason === 'RequestTimedOut' ? 'REQUEST_TIMED_OUT' : 'NETWORK_EXCEPTION';
      for (const batch of batches) this.onError(batch, error, ctx);
    }
  }

  private onError(batch: ProducerBatch, error: KafkaError, ctx: NodeContext): void {
    if (needsMetadataRefresh(error)) this.metadata.requestUpdate();
    batch.lastError = error;
    const retriesLeft = this.config.retries - (batch.attempts - 1);
    if (this.isExpired(batch, ctx) || retriesLeft <= 0 || !this.sequences.canRetry(batch, error)) {
      // With retries left the answer is final: the broker has not stored it, and its numbers are free.
      if (retriesLeft > 0 || error === 'OUT_OF_ORDER_SEQUENCE_NUMBER') this.sequences.failed(batch);
      this.fail(batch, error, ctx);
      return;
    }
    const policy = {
      initialMs: this.config['retry.backoff.ms'],
      maxMs: this.config['retry.backoff.max.ms'],
      multiplier: 2,
    };
    const drawn = ctx.jitter(`retryBackoff/${batch.topicPartition}/${batch.firstOrdinal}`, batch.attempts);
    const jitter = jitterFactor(RETRY_BACKOFF_JITTER, drawn);
    batch.backoffMs = exponentialBackoffMs(policy, batch.attempts - 1, jitter);
    batch.waitingSinceUs = ctx.nowUs;
    this.accumulator.reenqueue(batch);
    const { topicPartition, count, attempts, backoffMs } = batch;
    ctx.trace({
      kind: 'ProduceRetried',
      producer: this.clientId,
      partition: topicPartition,
      count,
      attempt: attempts,
      error,
      backoffMs,
    });
  }

  private succeed(batch: ProducerBatch, baseOffset: number, ctx: NodeContext): void {
    this.sequences.acked(batch);
    this.accumulator.release(batch);
    const { topicPartition, firstOrdinal, count } = batch;
    this.outcomes.ack(topicPartition, firstOrdinal, count);
    const latencyMs = (ctx.nowUs - batch.createdUs) / MICROS_PER_MILLI;
    ctx.trace({
      kind: 'RecordsAcknowledged',
      producer: this.clientId,
      partition: topicPartition,
      count,
      baseOffset,
      latencyMs,
    });
  }

  private fail(batch: ProducerBatch, error: string, ctx: NodeContext): void {
    this.accumulator.release(batch);
    const { topicPartition, firstOrdinal, count } = batch;
    this.outcomes.fail(topicPartition, firstOrdinal, count);
    ctx.trace({ kind: 'RecordsFailed', producer: this.clientId, partition: topicPartition, count, error });
  }

  /** delivery.timeout.ms ends batches wherever they are (RT2). */
  private expireBatches(ctx: NodeContext): void {
    for (const queue of this.accumulator.queues.values()) {
      while (queue[0] && this.isExpired(queue[0], ctx)) {
        const batch = queue.shift() as ProducerBatch;
        this.expire(batch, batch.attempts > 0, ctx);
      }
    }
    for (const [correlationId, batches] of this.sent) {
      const expired = batches.filter((batch) => this.isExpired(batch, ctx));
      if (expired.length === 0) continue;
      this.sent.set(
        correlationId,
        batches.filter((batch) => !expired.includes(batch)),
      );
      for (const batch of expired) this.expire(batch, batch.attempts > 1, ctx);
    }
  }

  private expire(batch: ProducerBatch, isRetry: boolean, ctx: NodeContext): void {
    if (isRetry) this.sequences.expired(batch);
    this.fail(batch, 'TimeoutException', ctx);
  }

  private isExpired(batch: ProducerBatch, ctx: NodeContext): boolean {
    return hasReachedDeliveryTimeout(
      batch.createdUs / MICROS_PER_MILLI,
      ctx.nowUs / MICROS_PER_MILLI,
      this.config['delivery.timeout.ms'],
    );
  }

  private nextExpiryUs(): Micros {
    let earliest = Infinity;
    for (const queue of this.accumulator.queues.values())
      if (queue[0]) earliest = Math.min(earliest, queue[0].createdUs);
    for (const batches of this.sent.values())
      for (const batch of batches) earliest = Math.min(earliest, batch.createdUs);
    return earliest + this.config['delivery.timeout.ms'] * MICROS_PER_MILLI;
  }

  private startAgain(config: ProducerConfig, ctx: NodeContext): void {
    this.restartWith = null;
    ctx.trace({ kind: 'ProducerClosed', producer: this.clientId });
    ctx.closeConnections();
    this.config = config;
    this.life += 1;
    this.sequences = new SequenceState();
    this.network = new NetworkClient(this.name, connectionConfig(config));
    this.metadata = this.newMetadata();
    this.pidRequest = null;
    this.pidRetryAtUs = 0;
    this.blockedSinceUs = null;
    // What was due while there was no producer is handed over from now on.
    this.unblockedAtUs = ctx.nowUs;
    // What was due while nobody could send comes now.
    this.unblockedAtUs = ctx.nowUs;
    this.sticky = null;
    this.drainIndexes.clear();
    this.accumulator.configure(config['buffer.memory'], config['batch.size']);
    this.start(ctx);
  }

  private isHeldBack(head: ProducerBatch, nowUs: Micros): boolean {
    const leaderChanged = (this.metadata.leaderEpochOf(head.topicPartition) ?? -1) > head.attemptLeaderEpoch;
    return isBackingOff(
      head.attempts,
      (nowUs - head.waitingSinceUs) / MICROS_PER_MILLI,
      head.backoffMs,
      leaderChanged,
    );
  }

  private mustWait(head: ProducerBatch): boolean {
    if (!this.isIdempotent) return false;
    const { topicPartition } = head;
    const inFlight = this.inFlightBatches(topicPartition);
    return shouldStopDrain({
      sendAllowed: this.sequences.hasProducerId,
      baseSequence: head.sequence?.baseSequence ?? null,
      firstInFlightSequence: inFlight[0]?.sequence?.baseSequence ?? null,
      inFlightWithOlderEpoch: this.sequences.hasStaleEpoch(topicPartition) && inFlight.length > 0,
      hasUnresolvedSequence: this.sequences.isUnresolved(topicPartition),
    });
  }

  private isMuted(topicPartition: TopicPartition): boolean {
    return this.config['max.in.flight.requests.per.connection'] === 1 && this.hasSent(topicPartition);
  }

  private hasSent(topicPartition: TopicPartition): boolean {
    for (const batches of this.sent.values())
      if (batches.some((batch) => batch.topicPartition === topicPartition)) return true;
    return false;
  }

  private hasInFlight(topicPartition: TopicPartition): boolean {
    return this.inFlightBatches(topicPartition).length > 0;
  }

  /** Numbered and not settled, on the way or put back for a retry, lowest sequence first. */
  private inFlightBatches(topicPartition: TopicPartition): ProducerBatch[] {
    const found: ProducerBatch[] = [];
    for (const batches of this.sent.values())
      for (const batch of batches)
        if (batch.topicPartition === topicPartition && batch.sequence !== null) found.push(batch);
    // What was put back stands before what is new.
    for (const batch of this.accumulator.queues.get(topicPartition) ?? []) {
      if (batch.sequence === null) break;
      found.push(batch);
    }
    return found.sort(bySequence);
  }

  private newMetadata(): ClientMetadata {
    return new ClientMetadata(this.bootstrap, this.workload ? [this.workload.topic] : [], {
      metadataMaxAgeMs: this.config['metadata.max.age.ms'],
      retryBackoffMs: this.config['retry.backoff.ms'],
      retryBackoffMaxMs: this.config['retry.backoff.max.ms'],
      reconnectBackoffMs: this.config['reconnect.backoff.ms'],
    });
  }
}

function bySequence(a: ProducerBatch, b: ProducerBatch): number {
  if (!a.sequence || !b.sequence) return 0;
  return (
    a.sequence.producerId - b.sequence.producerId ||
    a.sequence.producerEpoch - b.sequence.producerEpoch ||
    a.sequence.baseSequence - b.sequence.baseSequence
  );
}

function connectionConfig(config: ProducerConfig): ConnectionConfig {
  return {
    requestTimeoutMs: config['request.timeout.ms'],
    reconnectBackoffMs: config['reconnect.backoff.ms'],
    reconnectBackoffMaxMs: config['reconnect.backoff.max.ms'],
    maxInFlightRequests: config['max.in.flight.requests.per.connection'],
  };
}
