import type { NodeContext } from '../../node/Node.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import type { InitProducerIdResponse, ProduceResponse, Response } from '../../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import { exponentialBackoffMs, jitterFactor, RETRY_BACKOFF_JITTER } from '../network/exponentialBackoff.ts';
import type { Disconnection, InFlightRequest } from '../network/NetworkClient.ts';
import { hasReachedDeliveryTimeout } from './deliveryTimeout.ts';
import type { Producer } from './Producer.ts';
import type { ProducerBatch } from './ProducerBatch.ts';
import {
  handleTransactionalDisconnection,
  handleTransactionalResponse,
} from './transactions/transactionalAnswers.ts';
import { failTransaction } from './transactions/transactionErrors.ts';
import { inFlightBatches } from './inFlightBatches.ts';
import type { Transactions } from './transactions/Transactions.ts';
import { splitBatch, splitTargetBytes } from './splitBatch.ts';

/** An answer came to something that the producer asked for. Kafka: `Sender.handleProduceResponse`, `completeBatch` (4.2). */
export function handleResponse(
  producer: Producer,
  response: Response,
  request: InFlightRequest,
  ctx: NodeContext,
): void {
  const { transactions } = producer;
  if (
    transactions &&
    handleTransactionalResponse(producer, transactions, response, request.correlationId, ctx)
  )
    return;
  switch (response.kind) {
    case 'MetadataResponse':
      producer.metadata.update(response, producer.name, ctx);
      return;
    case 'InitProducerIdResponse':
      handleProducerId(producer, response, ctx);
      return;
    case 'ProduceResponse':
      producer.meters.answered(request.sentAtUs, ctx.nowUs);
      handleProduceResponse(producer, response, request.correlationId, ctx);
      return;
    default:
      return;
  }
}

/** The connection ended under its requests: their batches are tried again as after any such error (RT3). */
export function handleDisconnection(
  producer: Producer,
  disconnection: Disconnection | null,
  ctx: NodeContext,
): void {
  if (!disconnection) return;
  const { reason, requests } = disconnection;
  producer.metadata.onDisconnected(requests, ctx);
  if (producer.transactions) handleTransactionalDisconnection(producer.transactions, requests);
  for (const { correlationId } of requests) {
    if (producer.pidRequest === correlationId) producer.pidRequest = null;
    const batches = producer.sent.get(correlationId) ?? [];
    producer.sent.delete(correlationId);
    const error = reason === 'RequestTimedOut' ? 'REQUEST_TIMED_OUT' : 'NETWORK_EXCEPTION';
    for (const batch of batches) onError(producer, batch, error, ctx);
  }
}

/** The callback says success. */
export function succeed(
  producer: Producer,
  batch: ProducerBatch,
  baseOffset: number,
  ctx: NodeContext,
): void {
  producer.sequences.acked(batch);
  producer.accumulator.release(batch);
  const { topicPartition, firstOrdinal, count } = batch;
  producer.outcomes.ack(topicPartition, firstOrdinal, count);
  producer.arrivals.completed?.(count, ctx.nowUs);
  const latencyMs = (ctx.nowUs - batch.createdUs) / MICROS_PER_MILLI;
  ctx.trace({
    kind: 'RecordsAcknowledged',
    producer: producer.clientId,
    partition: topicPartition,
    count,
    baseOffset,
    latencyMs,
  });
}

/** The callback says error. */
export function fail(producer: Producer, batch: ProducerBatch, error: string, ctx: NodeContext): void {
  producer.accumulator.release(batch);
  const { topicPartition, firstOrdinal, count } = batch;
  producer.outcomes.fail(topicPartition, firstOrdinal, count);
  producer.arrivals.completed?.(count, ctx.nowUs);
  if (producer.outputs?.turn) producer.outputs.turn.failedCount += count;
  ctx.trace({ kind: 'RecordsFailed', producer: producer.clientId, partition: topicPartition, count, error });
}

function handleProducerId(producer: Producer, response: InitProducerIdResponse, ctx: NodeContext): void {
  producer.pidRequest = null;
  const { error, producerId, producerEpoch } = response;
  if (error === 'NONE') {
    producer.sequences.assigned(producerId, producerEpoch);
    ctx.trace({ kind: 'ProducerIdAssigned', producer: producer.clientId, producerId, producerEpoch });
  } else producer.pidRetryAtUs = ctx.nowUs + producer.config['retry.backoff.ms'] * MICROS_PER_MILLI;
}

function handleProduceResponse(
  producer: Producer,
  response: ProduceResponse,
  correlationId: number,
  ctx: NodeContext,
): void {
  const batches = producer.sent.get(correlationId) ?? [];
  producer.sent.delete(correlationId);
  for (const answer of response.partitions) {
    const batch = batches.find((item) => item.topicPartition === answer.topicPartition);
    if (!batch) continue;
    if (answer.currentLeader)
      producer.metadata.takeHint(answer.topicPartition, answer.currentLeader, producer.name, ctx);
    if (answer.error === 'NONE') succeed(producer, batch, answer.baseOffset, ctx);
    else if (answer.error === 'MESSAGE_TOO_LARGE' && batch.count > 1) splitAndReenqueue(producer, batch, ctx);
    else onError(producer, batch, answer.error, ctx);
  }
}

/** Its records go again in smaller batches, at once, and as if they had never been sent (RT7). Kafka: `Sender.completeBatch` (4.2). */
function splitAndReenqueue(producer: Producer, batch: ProducerBatch, ctx: NodeContext): void {
  const { compression } = producer.accumulator;
  compression?.tooLarge(batch);
  producer.meters.split(ctx.nowUs);
  const parts = splitBatch(batch, splitTargetBytes(batch, producer.config['batch.size']), compression);
  for (const part of [...parts].reverse()) producer.accumulator.reenqueue(part);
  producer.accumulator.release(batch);
  const { topicPartition, count, sizeBytes } = batch;
  ctx.trace({
    kind: 'BatchSplit',
    producer: producer.clientId,
    partition: topicPartition,
    count,
    sizeBytes,
    parts: parts.length,
  });
}

function onError(producer: Producer, batch: ProducerBatch, error: KafkaError, ctx: NodeContext): void {
  const { config, sequences } = producer;
  if (ctx.rules.needsMetadataRefresh(error)) producer.metadata.requestUpdate();
  batch.lastError = error;
  const retriesLeft = config.retries - (batch.attempts - 1);
  const { transactions } = producer;
  const isTransactional = transactions !== undefined;
  if (
    isExpired(producer, batch, ctx) ||
    retriesLeft <= 0 ||
    !sequences.canRetry(batch, error, ctx.rules, isTransactional)
  ) {
    producer.meters.failed(batch.count, ctx.nowUs);
    // With retries left the answer is final: the broker has not stored it, and its numbers are free.
    if (transactions) failOfTransaction(producer, transactions, batch, error, retriesLeft > 0, ctx);
    else {
      if (retriesLeft > 0 || error === 'OUT_OF_ORDER_SEQUENCE_NUMBER') sequences.failed(batch);
      fail(producer, batch, error, ctx);
    }
    return;
  }
  const policy = {
    initialMs: config['retry.backoff.ms'],
    maxMs: config['retry.backoff.max.ms'],
    multiplier: 2,
  };
  const drawn = ctx.jitter(`retryBackoff/${batch.topicPartition}/${batch.firstOrdinal}`, batch.attempts);
  const jitter = jitterFactor(RETRY_BACKOFF_JITTER, drawn);
  batch.backoffMs = exponentialBackoffMs(policy, batch.attempts - 1, jitter);
  batch.waitingSinceUs = ctx.nowUs;
  producer.accumulator.reenqueue(batch);
  producer.meters.retried(batch.count, ctx.nowUs);
  const { topicPartition, count, attempts, backoffMs } = batch;
  ctx.trace({
    kind: 'ProduceRetried',
    producer: producer.clientId,
    partition: topicPartition,
    count,
    attempt: attempts,
    error,
    backoffMs,
  });
}

/** The callback says error, and the transaction can only be aborted. Kafka: `TransactionManager.handleFailedBatch` (4.2). */
function failOfTransaction(
  producer: Producer,
  { manager }: Transactions,
  batch: ProducerBatch,
  error: KafkaError,
  isRefused: boolean,
  ctx: NodeContext,
): void {
  fail(producer, batch, error, ctx);
  failTransaction(producer, error, 'sender', ctx);
  if (isRefused && !manager.hasFatalError)
    producer.sequences.closeGapOf(batch, inFlightBatches(producer, batch.topicPartition));
}

/** Whether a batch has had all the time that its delivery may take (RT2). */
export function isExpired({ config }: Producer, batch: ProducerBatch, { nowUs }: NodeContext): boolean {
  const createdMs = batch.createdUs / MICROS_PER_MILLI;
  return hasReachedDeliveryTimeout(createdMs, nowUs / MICROS_PER_MILLI, config['delivery.timeout.ms']);
}
