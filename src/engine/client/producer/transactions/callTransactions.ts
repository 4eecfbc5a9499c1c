import type { NodeContext } from '../../../node/Node.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros } from '../../../../shared/units.ts';
import { callSend, nextSendUs } from '../application.ts';
import type { Producer } from '../Producer.ts';
import { TIMED_OUT } from './ClientError.ts';
import type { ClientError } from './ClientError.ts';
import type { AwaitedCall, TransactionalCall } from './TransactionalApplication.ts';
import type { Called } from './TransactionManager.ts';
import { afterCall, endsAtUs, isAborted, roomIn } from './TransactionPlan.ts';
import type { TransactionPlan } from './TransactionPlan.ts';
import type { Outputs } from '../output/Outputs.ts';
import type { Transactions } from './Transactions.ts';
import { nextOutputCall, outputCallEnded } from './transactOutputs.ts';

/**
 * The application of a transactional producer: makes every call that is due by then, and stops in one that waits. Kafka: what
 * `KafkaProducer` documents for its transactional methods (4.2).
 */
export function callTransactions(
  producer: Producer,
  transactions: Transactions,
  ctx: NodeContext,
  untilUs: Micros,
): void {
  const { application } = transactions;
  while (producer.isSending) {
    if (application.awaited) {
      if (!endAwaited(producer, transactions, application.awaited, ctx)) return;
      continue;
    }
    if (!application.isInitialized) {
      call(producer, transactions, 'initTransactions', ctx);
      continue;
    }
    const plan = producer.workload?.transaction;
    const { outputs } = producer;
    const goesOn =
      application.script.length > 0
        ? doScript(producer, transactions, ctx, untilUs)
        : outputs
          ? forwardInputs(producer, transactions, outputs, ctx, untilUs)
          : plan
            ? followPlan(producer, transactions, plan, ctx, untilUs)
            : callSend(producer, ctx, untilUs, Infinity) > 0;
    if (!goesOn) return;
  }
}

/** When the application does something next by itself. */
export function nextTransactionalCallUs(
  producer: Producer,
  { application, manager }: Transactions,
  nowUs: Micros,
): Micros {
  if (!producer.isSending) return Infinity;
  const { awaited } = application;
  if (awaited) {
    if (manager.resultOf(awaited.result).isCompleted) return nowUs;
    return awaited.sinceUs + producer.config['max.block.ms'] * MICROS_PER_MILLI;
  }
  if (!application.isInitialized) return nowUs;
  const plan = producer.workload?.transaction;
  if (!plan || producer.blockedSinceUs !== null) return nextSendUs(producer, nowUs);
  if (manager.state !== 'IN_TRANSACTION') return producer.arrivals.nextUs();
  const endUs = endsAtUs(plan, application.beganAtUs, application.sent);
  const room = roomIn(plan, application.sent);
  if (room === 0) return endUs;
  const lastUs = room === Infinity ? Infinity : producer.arrivals.timeOf(room - 1);
  return Math.min(endUs, lastUs, nextSendUs(producer, nowUs));
}

/** What commands had it do. Returns whether there is more to look at. */
function doScript(
  producer: Producer,
  transactions: Transactions,
  ctx: NodeContext,
  untilUs: Micros,
): boolean {
  const { application } = transactions;
  // What was handed over before comes first.
  if (producer.extraRecords > 0) callSend(producer, ctx, untilUs, Infinity);
  if (producer.extraRecords > 0) return false;
  const step = application.script.shift();
  if (!step) return true;
  if ('send' in step) producer.extraRecords += step.send;
  else call(producer, transactions, step.call, ctx);
  return true;
}

/** What its consumer has handed over. Returns whether there is more to look at. */
function forwardInputs(
  producer: Producer,
  transactions: Transactions,
  outputs: Outputs,
  ctx: NodeContext,
  untilUs: Micros,
): boolean {
  const next = nextOutputCall(producer, transactions, outputs, ctx, untilUs);
  if (next === null) return false;
  if (typeof next === 'string') call(producer, transactions, next, ctx);
  else goOn(producer, transactions, 'send', next.thrown, ctx);
  return true;
}

/** What its workload says of transactions. Returns whether there is more to look at. */
function followPlan(
  producer: Producer,
  transactions: Transactions,
  plan: TransactionPlan,
  ctx: NodeContext,
  untilUs: Micros,
): boolean {
  const { application, manager } = transactions;
  const { thrown } = application;
  if (thrown) {
    application.thrown = null;
    goOn(producer, transactions, 'send', thrown, ctx);
    return true;
  }
  const isOpen = manager.hasOngoingTransaction;
  if (isOpen && untilUs >= endsAtUs(plan, application.beganAtUs, application.sent)) {
    call(
      producer,
      transactions,
      isAborted(plan, application.begun) ? 'abortTransaction' : 'commitTransaction',
      ctx,
    );
    return true;
  }
  if (!isOpen) {
    const dueUs = producer.extraRecords > 0 ? ctx.nowUs : producer.arrivals.nextUs();
    if (dueUs > untilUs) return false;
    application.begun += 1;
    application.beganAtUs = ctx.nowUs;
    application.sent = 0;
    call(producer, transactions, 'beginTransaction', ctx);
    return true;
  }
  const before = application.sent;
  const endUs = endsAtUs(plan, application.beganAtUs, application.sent);
  application.sent += callSend(producer, ctx, Math.min(untilUs, endUs), roomIn(plan, application.sent));
  return application.sent > before || application.thrown !== null;
}

function call(
  producer: Producer,
  transactions: Transactions,
  name: TransactionalCall,
  ctx: NodeContext,
): void {
  const { application } = transactions;
  const called = made(producer, transactions, name);
  if ('thrown' in called) ended(producer, transactions, name, ctx.nowUs, called.thrown, ctx);
  else if (called.result === null) ended(producer, transactions, name, ctx.nowUs, null, ctx);
  else application.awaited = { call: name, result: called.result, sinceUs: ctx.nowUs };
}

function made({ sequences, outputs }: Producer, { manager }: Transactions, name: TransactionalCall): Called {
  switch (name) {
    case 'initTransactions':
      return manager.initTransactions();
    case 'beginTransaction':
      return manager.beginTransaction();
    case 'commitTransaction':
      return manager.commitTransaction(sequences.identity);
    case 'abortTransaction':
      return manager.abortTransaction(sequences.identity);
    case 'sendOffsetsToTransaction': {
      const turn = outputs?.turn;
      if (!turn?.group) return { result: null };
      return manager.sendOffsetsToTransaction(turn.offsets, turn.group, sequences.identity);
    }
  }
}

/** Whether the call that the thread waits in has ended. */
function endAwaited(
  producer: Producer,
  transactions: Transactions,
  awaited: AwaitedCall,
  ctx: NodeContext,
): boolean {
  const { manager } = transactions;
  const result = manager.resultOf(awaited.result);
  if (result.isCompleted) {
    const { error } = result;
    manager.acknowledge(awaited.result);
    finish(producer, transactions, awaited, error, ctx);
    return true;
  }
  if (ctx.nowUs - awaited.sinceUs < producer.config['max.block.ms'] * MICROS_PER_MILLI) return false;
  finish(producer, transactions, awaited, TIMED_OUT, ctx);
  return true;
}

function finish(
  producer: Producer,
  transactions: Transactions,
  { call: name, sinceUs }: AwaitedCall,
  error: ClientError | null,
  ctx: NodeContext,
): void {
  transactions.application.awaited = null;
  // What was due while the thread waited comes now.
  producer.unblockedAtUs = ctx.nowUs;
  ended(producer, transactions, name, sinceUs, error, ctx);
}

function ended(
  producer: Producer,
  transactions: Transactions,
  name: TransactionalCall,
  sinceUs: Micros,
  error: ClientError | null,
  ctx: NodeContext,
): void {
  ctx.trace({
    kind: 'TransactionalCallEnded',
    producer: producer.clientId,
    call: name,
    tookMs: (ctx.nowUs - sinceUs) / MICROS_PER_MILLI,
    error: error?.name ?? 'NONE',
    cause: error?.cause ?? 'NONE',
  });
  if (!error) producer.meters.called(name, ctx.nowUs - sinceUs);
  const { application } = transactions;
  if (name === 'initTransactions') {
    // One that timed out is made again by whoever it is; after any other end the application goes on, or finds that it cannot.
    application.isInitialized = error?.name !== TIMED_OUT.name;
    if (!application.isInitialized) return;
  }
  if (producer.workload?.transaction || producer.outputs) goOn(producer, transactions, name, error, ctx);
}

/** How the loop goes on after a call. */
function goOn(
  producer: Producer,
  transactions: Transactions,
  name: TransactionalCall | 'send',
  error: ClientError | null,
  ctx: NodeContext,
): void {
  const next = afterCall(name, error?.name ?? null);
  if (producer.outputs) {
    outputCallEnded(producer.outputs, name, error, next, ctx);
    if (next === 'close') producer.closeByItself();
    return;
  }
  switch (next) {
    case 'again':
      if (name !== 'send') call(producer, transactions, name, ctx);
      return;
    case 'abort':
      call(producer, transactions, 'abortTransaction', ctx);
      return;
    case 'close':
      transactions.application.restartsAfterUs = producer.workload?.transaction?.restartAfterUs ?? null;
      producer.closeByItself();
      return;
    case 'goOn':
      return;
  }
}
