import type { NodeContext } from '../../../node/Node.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros } from '../../../../shared/units.ts';
import { fail } from '../answers.ts';
import type { Producer } from '../Producer.ts';
import { inFlightBatches } from '../inFlightBatches.ts';
import type { ProducerBatch } from '../ProducerBatch.ts';
import { tellErrors } from './transactionErrors.ts';
import { coordinatorTypeOf, requestOf } from './TransactionalRequest.ts';
import type { TransactionalRequest } from './TransactionalRequest.ts';
import type { RequestInHand, Transactions } from './Transactions.ts';

/** Where the sender's thread is: free to send batches, or held until then. */
export type SenderTurn = { readonly isFree: true } | { readonly isFree: false; readonly againUs: Micros };

const FREE: SenderTurn = { isFree: true };
const HELD: SenderTurn = { isFree: false, againUs: Infinity };

/**
 * What the sender's thread does for a transaction before it sends batches (T10, T11, T14). One request is with a coordinator at most, and
 * while one is, or while its connection is waited for, or the thread sleeps before a retry, no batch leaves.
 * Kafka: `Sender.runOnce`, `maybeSendAndPollTransactionalRequest` (4.2).
 *
 * Simplified: answers that come while the thread sleeps are handled at once.
 */
export function senderTurn(producer: Producer, transactions: Transactions, ctx: NodeContext): SenderTurn {
  const { manager } = transactions;
  resolveSequences(producer, transactions, ctx);
  if (manager.hasFatalError) {
    abortBatches(producer, manager.lastError?.name ?? 'KafkaException', ctx);
    return HELD;
  }
  if (transactions.inFlight) return HELD;
  if (transactions.sleepsUntilUs > ctx.nowUs) return { isFree: false, againUs: transactions.sleepsUntilUs };
  for (;;) {
    if (transactions.inHand === null && !takeRequest(producer, transactions, ctx)) return FREE;
    const inHand = transactions.inHand;
    if (inHand === null) {
      if (transactions.sleepsUntilUs > ctx.nowUs)
        return { isFree: false, againUs: transactions.sleepsUntilUs };
      continue;
    }
    const againUs = trySend(producer, transactions, inHand, ctx);
    if (againUs !== null) return { isFree: false, againUs };
  }
}

/** Takes the next request out of the queue; false: there is none to be sent now. */
function takeRequest(producer: Producer, transactions: Transactions, ctx: NodeContext): boolean {
  const { manager } = transactions;
  if (manager.state === 'ABORTABLE_ERROR')
    abortUndrained(producer, manager.lastError?.name ?? 'KafkaException', ctx);
  else if (manager.isAborting) abortUndrained(producer, 'TransactionAbortedException', ctx);
  let before: number;
  let request: TransactionalRequest | null;
  do {
    before = manager.pendingCount;
    request = manager.nextRequest(hasIncompleteBatches(producer), producer.sequences.identity);
  } while (request === null && manager.pendingCount < before);
  if (request === null) return false;
  const isForCoordinator = coordinatorTypeOf(request.ask.kind) !== null;
  const broker = isForCoordinator
    ? manager.coordinatorOf(request)
    : producer.network.leastLoaded(producer.metadata.brokers, ctx);
  if (broker !== null)
    transactions.inHand = { request, broker, sinceUs: ctx.nowUs, isConnecting: false, sleepsUntilUs: null };
  else if (isForCoordinator) manager.lookUpAndRetry(request);
  else {
    manager.retry(request);
    sleep(transactions, retryBackoffMs(producer), ctx);
  }
  return true;
}

/** Sends the request if its connection stands and the thread has slept; else says when to look again. null: it is out of hand. */
function trySend(
  producer: Producer,
  transactions: Transactions,
  inHand: RequestInHand,
  ctx: NodeContext,
): Micros | null {
  const { manager } = transactions;
  const { network, config } = producer;
  const { request, broker, sinceUs } = inHand;
  if (inHand.sleepsUntilUs === null) {
    // Only now it may connect: a connection that ends while it is waited for is not opened again.
    const mayConnect = !inHand.isConnecting || !network.isDisconnected(broker);
    inHand.isConnecting = true;
    const isReady = mayConnect && network.ready(broker, ctx) && network.canSendMore(broker);
    if (!isReady) {
      const givesUpAtUs = sinceUs + config['request.timeout.ms'] * MICROS_PER_MILLI;
      if (!network.isDisconnected(broker) && ctx.nowUs < givesUpAtUs)
        return Math.min(givesUpAtUs, network.retryAtUs(broker, ctx.nowUs) ?? Infinity);
      giveBack(producer, transactions, request, ctx);
      return null;
    }
    if (coordinatorTypeOf(request.ask.kind) === 'TRANSACTION') manager.coordinatorReady();
    inHand.sleepsUntilUs = request.isRetry
      ? ctx.nowUs + manager.backoffMsOf(request) * MICROS_PER_MILLI
      : ctx.nowUs;
  }
  if (inHand.sleepsUntilUs > ctx.nowUs) return inHand.sleepsUntilUs;
  transactions.inHand = null;
  if (!network.ready(broker, ctx)) {
    // While the thread slept the connection ended: what is sent into it is as good as answered so.
    manager.disconnected(request);
    return null;
  }
  const settings = {
    transactionalId: manager.config.transactionalId,
    transactionTimeoutMs: manager.config.transactionTimeoutMs,
    isV2: manager.isV2,
  };
  const correlationId = network.send(
    broker,
    requestOf(request.ask, settings, manager.offsetsInRequest),
    true,
    ctx,
  );
  transactions.inFlight = { correlationId, request };
  return Infinity;
}

/** The connection could not be had. Kafka: `Sender.maybeFindCoordinatorAndRetry` (4.2). */
function giveBack(
  producer: Producer,
  transactions: Transactions,
  request: TransactionalRequest,
  ctx: NodeContext,
): void {
  transactions.inHand = null;
  if (coordinatorTypeOf(request.ask.kind) !== null) {
    transactions.manager.lookUpAndRetry(request);
    return;
  }
  producer.metadata.requestUpdate();
  transactions.manager.retry(request);
  sleep(transactions, retryBackoffMs(producer), ctx);
}

function sleep(transactions: Transactions, forMs: number, ctx: NodeContext): void {
  transactions.sleepsUntilUs = ctx.nowUs + forMs * MICROS_PER_MILLI;
}

function retryBackoffMs({ config }: Producer): number {
  return config['retry.backoff.ms'];
}

function resolveSequences(producer: Producer, transactions: Transactions, ctx: NodeContext): void {
  const { sequences } = producer;
  if (!sequences.isInDoubt) return;
  const gaps = sequences.resolveGaps((topicPartition) => inFlightBatches(producer, topicPartition));
  if (gaps.length > 0)
    tellErrors(producer, transactions, ctx, () => {
      transactions.manager.sequencesUnresolved();
    });
}

/** Whether a batch is queued or on its way. Kafka: `RecordAccumulator.hasIncomplete`. */
export function hasIncompleteBatches({ accumulator, sent }: Producer): boolean {
  if (accumulator.hasBatches) return true;
  for (const batches of sent.values()) if (batches.length > 0) return true;
  return false;
}

/** Batches that were never sent fail with the transaction; what is on its way is waited for. */
function abortUndrained(producer: Producer, error: string, ctx: NodeContext): void {
  if (!producer.accumulator.hasBatches) return;
  for (const batch of producer.accumulator.takeUndrained()) fail(producer, batch, error, ctx);
}

/** The producer is done: everything it holds fails. */
function abortBatches(producer: Producer, error: string, ctx: NodeContext): void {
  const onTheirWay: ProducerBatch[] = [];
  for (const [correlationId, batches] of producer.sent) {
    onTheirWay.push(...batches);
    if (batches.length > 0) producer.sent.set(correlationId, []);
  }
  for (const batch of [...onTheirWay, ...producer.accumulator.takeAll()]) fail(producer, batch, error, ctx);
}
