import type { ClientQuotaKey } from '../metadata/ClientQuotas.ts';
import type { NodeContext, ReplyAddress } from '../node/Node.ts';
import { rpcSizeBytes } from '../protocol/requests.ts';
import type { Request, Response } from '../protocol/requests.ts';
import type { Bytes, Micros, Millis } from '../../shared/units.ts';
import { MICROS_PER_MILLI, MICROS_PER_SECOND } from '../../shared/units.ts';
import type { Broker } from './Broker.ts';
import { workUs } from './BrokerConfig.ts';
import type { BrokerProcess } from './BrokerProcess.ts';
import { flushUsOfAppend } from './logFlush.ts';
import type { QueuedRequest, UnderWay } from './RequestQueue.ts';

// How requests go through a broker: network threads, queue, I/O threads, and back. Kafka: `SocketServer`, `RequestChannel`,
// `KafkaRequestHandler`.

const IO_TIMER = 'io/';
export const NETWORK_TIMER = 'network/';
export const UNMUTE_TIMER = 'unmute';

const IO_TIMERS: string[] = [];
const IO_THREADS = new Map<string, number>();

/** The timer of a thread; made once, for a new text with each request would have to be hashed each time. */
function ioTimer(thread: number): string {
  let key = IO_TIMERS[thread];
  if (key === undefined) {
    key = IO_TIMERS[thread] = IO_TIMER + String(thread);
    IO_THREADS.set(key, thread);
  }
  return key;
}

/** The I/O thread that a timer is of; undefined: it is of something else. */
export function ioThreadOf(timer: string): number | undefined {
  return IO_THREADS.get(timer);
}

/** A request comes in on a connection that is read from. */
export function readRequest(
  broker: Broker,
  queued: QueuedRequest,
  process: BrokerProcess,
  ctx: NodeContext,
): void {
  if (
    networkUs(broker, queued.sizeBytes) === 0 &&
    process.network.isIdle(queued) &&
    process.requests.hasRoom()
  ) {
    process.requests.received(queued, ctx.nowUs);
    process.requests.enqueue(queued);
    return;
  }
  process.network.push(queued, { kind: 'receive', queued, sizeBytes: queued.sizeBytes });
}

/** Gives work to all threads that are free and have some. */
export function giveWork(broker: Broker, process: BrokerProcess, ctx: NodeContext): void {
  for (;;) {
    const networkTask = process.network.startNext();
    if (networkTask) {
      const delayUs = networkUs(broker, networkTask.task.sizeBytes);
      if (delayUs === 0) finishNetworkTask(broker, networkTask.thread, process, ctx);
      else ctx.setTimer(NETWORK_TIMER + String(networkTask.thread), delayUs);
      continue;
    }
    const started = process.requests.startNext(ctx.nowUs);
    if (!started) return;
    // There is room in the queue now: a network thread that stood still goes on.
    const freed = process.network.unblock();
    if (freed) process.requests.enqueue(freed);
    const delayUs = serviceUs(broker, started.request.request, started.request.sizeBytes, ctx);
    if (delayUs === 0) finishRequest(broker, started.thread, process, ctx);
    else ctx.setTimer(ioTimer(started.thread), delayUs);
  }
}

function networkUs(broker: Broker, sizeBytes: Bytes): Micros {
  const { networkThreadUs, networkThreadPerKiBUs } = broker.config;
  return networkThreadUs === 0 && networkThreadPerKiBUs === 0
    ? 0
    : workUs(networkThreadUs, networkThreadPerKiBUs, sizeBytes);
}

export function finishNetworkTask(
  broker: Broker,
  thread: number,
  process: BrokerProcess,
  ctx: NodeContext,
): void {
  const task = process.network.finish(thread);
  if (task?.kind === 'receive') {
    process.requests.received(task.queued, ctx.nowUs);
    if (process.requests.hasRoom()) process.requests.enqueue(task.queued);
    else process.network.block(thread, task.queued);
  } else if (task) {
    ctx.respond(task.address, task.response);
    finishAnswer(broker, task.address, task.answeredUs, networkUs(broker, task.sizeBytes), process, ctx);
  }
  giveWork(broker, process, ctx);
}

/** How long an I/O thread works on a request. */
function serviceUs(broker: Broker, request: Request, sizeBytes: number, ctx: NodeContext): Micros {
  const { requestUs, requestPerKiBUs, appendUs, appendPerKiBUs } = broker.config;
  const baseUs = workUs(requestUs, requestPerKiBUs, sizeBytes);
  if (request.kind !== 'ProduceRequest') return baseUs;
  let flushUs = 0;
  for (const { topicPartition, batch } of request.partitions)
    flushUs += flushUsOfAppend(broker.partitions.get(topicPartition), batch.count, broker, ctx);
  return baseUs + broker.diskFactor * workUs(appendUs, appendPerKiBUs, sizeBytes) + flushUs;
}

export function finishRequest(
  broker: Broker,
  thread: number,
  process: BrokerProcess,
  ctx: NodeContext,
): void {
  const queued = process.requests.finish(thread);
  if (queued) {
    const { source, correlationId, connection } = queued;
    const replyTo = { source, correlationId, connection };
    const { meters, requests } = process;
    const busyUs = ctx.nowUs - (requests.underWayOf(replyTo)?.dequeuedUs ?? ctx.nowUs);
    if (busyUs > 0) meters.ioThreadsBusy.mark(busyUs, ctx.nowUs - meters.startedUs);
    broker.handle(queued.request, replyTo, process, ctx);
    const parked = requests.underWayOf(replyTo);
    if (parked?.localDoneUs === -1) parked.localDoneUs = ctx.nowUs;
  }
  giveWork(broker, process, ctx);
}

/** Sends an answer, or none where none is due, and reads the connection's next request. */
export function sendAnswer(
  broker: Broker,
  replyTo: ReplyAddress,
  response: Response | null,
  ctx: NodeContext,
): void {
  const { process } = broker;
  if (!process) {
    if (response) ctx.respond(replyTo, response);
    return;
  }
  const entry = process.requests.underWayOf(replyTo);
  if (entry && response) process.meters.answered(entry.queued.request, response, ctx.nowUs);
  if (entry?.localDoneUs === -1) entry.localDoneUs = ctx.nowUs;
  const throttleMs = entry && response?.kind !== 'FetchResponse' ? throttle(broker, entry, process, ctx) : 0;
  const told = response && throttleMs > 0 ? { ...response, throttleTimeMs: throttleMs } : response;
  const { networkThreadUs, networkThreadPerKiBUs } = broker.config;
  const takesNoTime = networkThreadUs === 0 && networkThreadPerKiBUs === 0 && process.network.isIdle(replyTo);
  if (told && !takesNoTime) {
    const sizeBytes = rpcSizeBytes(told);
    const task = {
      kind: 'send',
      address: replyTo,
      response: told,
      sizeBytes,
      answeredUs: ctx.nowUs,
    } as const;
    process.network.push(replyTo, task);
  } else {
    if (told) ctx.respond(replyTo, told);
    finishAnswer(broker, replyTo, ctx.nowUs, 0, process, ctx);
  }
  giveWork(broker, process, ctx);
}

/** Counts an answer to a consumer's fetch against its quotas; above 0, it must go out empty with this throttle time. */
export function throttleFetch(
  broker: Broker,
  replyTo: ReplyAddress,
  sizeBytes: Bytes,
  ctx: NodeContext,
): Millis {
  const entry = broker.process?.requests.underWayOf(replyTo);
  if (!broker.process || !entry) return 0;
  return throttle(broker, entry, broker.process, ctx, sizeBytes);
}

/**
 * Counts a client's request against its quotas, and says how long it is muted (QT3). Requests of brokers are free. Kafka:
 * `KafkaApis`, `RequestHandlerHelper`.
 */
function throttle(
  broker: Broker,
  entry: UnderWay,
  process: BrokerProcess,
  ctx: NodeContext,
  answerBytes = 0,
): Millis {
  const { clientQuotas: quotas } = broker.image;
  const client = ctx.directory.names[entry.queued.source] ?? '';
  if (quotas.size === 0 || ctx.directory.brokerIds.has(entry.queued.source)) return 0;
  const clientId = client.slice(client.indexOf(':') + 1);
  const { quotaWindow } = broker.config;
  const nowMs = ctx.clockMs();
  const { request, sizeBytes } = entry.queued;
  const record = (key: ClientQuotaKey, value: number): Millis =>
    process.clientQuotas.record(quotas, key, clientId, value, nowMs, quotaWindow);
  let quota: ClientQuotaKey = 'request_percentage';
  let throttleMs = 0;
  if (request.kind !== 'ProduceRequest' || request.acks !== 0) {
    const doneUs = entry.localDoneUs === -1 ? ctx.nowUs : entry.localDoneUs;
    const threadUs = doneUs - entry.dequeuedUs + networkUs(broker, sizeBytes);
    throttleMs = record('request_percentage', (threadUs * 100) / MICROS_PER_SECOND);
  }
  const bandwidthMs =
    request.kind === 'ProduceRequest'
      ? record('producer_byte_rate', sizeBytes)
      : request.kind === 'FetchRequest'
        ? record('consumer_byte_rate', answerBytes)
        : 0;
  if (bandwidthMs > throttleMs) {
    quota = request.kind === 'ProduceRequest' ? 'producer_byte_rate' : 'consumer_byte_rate';
    throttleMs = bandwidthMs;
  }
  if (throttleMs === 0) return 0;
  if (request.kind === 'FetchRequest')
    process.clientQuotas.unrecord(quotas, 'consumer_byte_rate', clientId, answerBytes, nowMs, quotaWindow);
  entry.throttleUs = throttleMs * MICROS_PER_MILLI;
  ctx.trace({ kind: 'ClientThrottled', client, broker: broker.id, quota, throttleMs });
  return throttleMs;
}

/** An answer has left: its times are noted, and the connection is read from again, or muted. */
function finishAnswer(
  broker: Broker,
  replyTo: ReplyAddress,
  answeredUs: Micros,
  sendUs: Micros,
  process: BrokerProcess,
  ctx: NodeContext,
): void {
  const { requests } = process;
  const entry = requests.underWayOf(replyTo);
  if (!entry) return;
  const times = {
    requestQueueTimeUs: entry.dequeuedUs - entry.receivedUs,
    localTimeUs: entry.localDoneUs - entry.dequeuedUs,
    remoteTimeUs: answeredUs - entry.localDoneUs,
    throttleTimeUs: entry.throttleUs,
    responseQueueTimeUs: ctx.nowUs - sendUs - answeredUs,
    responseSendTimeUs: sendUs,
  };
  process.meters.completed(entry.queued.request, entry.queued.sizeBytes, times, ctx.nowUs);
  const untilUs = answeredUs + entry.throttleUs;
  if (untilUs > ctx.nowUs) {
    requests.mute(replyTo, untilUs);
    ctx.setTimer(UNMUTE_TIMER, requests.nextUnmuteUs() - ctx.nowUs);
    return;
  }
  const next = requests.answered(replyTo);
  if (next) readRequest(broker, next, process, ctx);
}

/** Connections whose throttling is over are read from again. */
export function unmuteConnections(broker: Broker, process: BrokerProcess, ctx: NodeContext): void {
  for (const queued of process.requests.unmute(ctx.nowUs)) readRequest(broker, queued, process, ctx);
  const nextUs = process.requests.nextUnmuteUs();
  if (nextUs < Infinity) ctx.setTimer(UNMUTE_TIMER, nextUs - ctx.nowUs);
  giveWork(broker, process, ctx);
}
