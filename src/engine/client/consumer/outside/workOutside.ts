import type { NodeContext } from '../../../node/Node.ts';
import type { StoreTransactionResponse, StoreWrite } from '../../../protocol/storeRequests.ts';
import { splitPartition } from '../../../protocol/ConsumerProtocol.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros } from '../../../../shared/units.ts';
import type { GroupConsumer } from '../group/GroupConsumer.ts';
import { rewindToCommitted } from '../group/handToProducer.ts';
import { forward, handOutput, isForwarded } from './forward.ts';
import { nextTry } from './nextTry.ts';
import type { ErrorSpec, GiveUp, StoreUse } from './OutsideSpec.ts';
import type { OutsideWork } from './OutsideWork.ts';
import { recordError } from './recordError.ts';

/** Ours: before a transaction of the database is begun anew without end, and before a forward that was not written is sent again. */
export const REDELIVERY_US: Micros = 1_000 * MICROS_PER_MILLI;

const STORE_EXCEPTIONS = {
  UNAVAILABLE: 'SQLTransientConnectionException',
  COMMIT_FAILED: 'SQLTransactionRollbackException',
  TIMED_OUT: 'SQLTimeoutException',
} as const;

/** Goes on with what the last poll() returned, as far as that goes without waiting. Returns when to look again; null when all is done. */
export function workOutside(consumer: GroupConsumer, work: OutsideWork, ctx: NodeContext): Micros | null {
  for (;;) {
    switch (work.stage) {
      case 'idle':
        return null;
      case 'works':
        if (consumer.processing.isBusy(ctx.nowUs)) return consumer.processing.pollsAgainUs(ctx.nowUs);
        endWork(consumer, work, ctx);
        break;
      case 'backsOff':
        if (work.backsOffUntilUs > ctx.nowUs) return work.backsOffUntilUs;
        work.stage = 'works';
        consumer.processing.begin(1, ctx.nowUs);
        break;
      case 'stores':
      case 'storesAll': {
        const againUs = goOnStoring(consumer, work, ctx);
        if (againUs !== null) return againUs;
        break;
      }
      case 'forwards':
        if (!isForwarded(consumer, work, ctx)) return Infinity;
        giveUpRecord(consumer, work, ctx);
        break;
      case 'stopped':
        work.stop();
        return null;
    }
  }
}

/** The try of the record at hand has ended, well or not. */
function endWork(consumer: GroupConsumer, work: OutsideWork, ctx: NodeContext): void {
  const { errors, store } = work.spec;
  const record = work.current();
  const error = errors ? recordError(errors, record.topicPartition, record.baseOffset) : 'none';
  if (errors && error !== 'none') {
    failed(consumer, work, errors, error, ctx);
    return;
  }
  if (store && !store.isPerPoll) {
    work.stage = 'stores';
    const { topicPartition, baseOffset } = record;
    const offsets = store.keepsOffsets ? [{ topicPartition, offset: baseOffset + 1 }] : [];
    work.units = ctx.rules.storeTransactions({ writes: [record], offsets });
    return;
  }
  if (store) work.keepForAll(record);
  done(consumer, work, ctx);
}

/** The record at hand is done with. */
function done(consumer: GroupConsumer, work: OutsideWork, ctx: NodeContext): void {
  const record = work.current();
  if (!work.spec.store?.isPerPoll) noteDone(consumer, work, record);
  if (consumer.application.output) handOutput(work, record, ctx);
  next(consumer, work, ctx);
}

function noteDone(consumer: GroupConsumer, work: OutsideWork, record: StoreWrite): void {
  work.doneCount += record.count;
  consumer.noteWorkedOn(record);
}

function next(consumer: GroupConsumer, work: OutsideWork, ctx: NodeContext): void {
  if (work.advance()) {
    work.beginRecord(ctx.nowUs);
    consumer.processing.begin(1, ctx.nowUs);
    return;
  }
  const { store } = work.spec;
  // One that was given up made no transaction of its own, and its offset is to be kept like any other.
  const isOpen = store !== undefined && (store.isPerPoll || work.hasGivenUp);
  const offsets = isOpen && store.keepsOffsets ? work.offsetsAfter() : [];
  if (work.written.length + offsets.length === 0) {
    work.stage = 'idle';
    return;
  }
  work.stage = 'storesAll';
  work.attempt = 1;
  work.units = ctx.rules.storeTransactions({ writes: work.written, offsets });
}

/** A try has failed: the record is tried again in place, or given up. */
function failed(
  consumer: GroupConsumer,
  work: OutsideWork,
  errors: ErrorSpec,
  error: 'retriable' | 'fatal',
  ctx: NodeContext,
  exception: string = error === 'fatal' ? 'DataException' : 'RetriableException',
): void {
  const { topicPartition, baseOffset: offset } = work.current();
  work.failedTries += 1;
  const { attempt } = work;
  const delayUs =
    error === 'fatal'
      ? null
      : nextTry(
          errors.retry,
          attempt,
          ctx.nowUs - work.triedSinceUs,
          ctx.jitter('retry', offset * 64 + attempt),
        );
  ctx.trace({
    kind: 'RecordWorkFailed',
    consumer: consumer.clientId,
    partition: topicPartition,
    offset,
    attempt,
    error: exception,
    retryInMs: delayUs === null ? -1 : delayUs / MICROS_PER_MILLI,
  });
  if (delayUs !== null) {
    work.attempt += 1;
    work.stage = 'backsOff';
    work.backsOffUntilUs = ctx.nowUs + delayUs;
    return;
  }
  const { then, forwardTo }: GiveUp = error === 'fatal' ? errors.onFatal : errors.onRetriable;
  work.givingUp = { error: exception, then, forwardTo };
  if (forwardTo === null) {
    giveUpRecord(consumer, work, ctx);
    return;
  }
  work.stage = 'forwards';
  forward(consumer, work, forwardTo, ctx);
}

/** The record at hand has been sent elsewhere, if it was to be: on to the next one, or no further at all. */
function giveUpRecord(consumer: GroupConsumer, work: OutsideWork, ctx: NodeContext): void {
  const { givingUp } = work;
  if (givingUp === null) return;
  const record = work.current();
  const { error, then, forwardTo } = givingUp;
  if (forwardTo !== null) {
    work.forwarded.set(forwardTo, (work.forwarded.get(forwardTo) ?? 0) + 1);
    const { topic, index: partition } = splitPartition(record.topicPartition);
    const { groupId: group } = consumer.group;
    const { baseOffset: offset } = record;
    work.newestForward.set(forwardTo, { topic, partition, offset, group, error, attempts: work.attempt });
  }
  work.hasGivenUp = true;
  if (then === 'stop') {
    work.stage = 'stopped';
    consumer.stopWorking(error, ctx);
    return;
  }
  if (forwardTo === null) {
    work.noteSkipped(record);
    ctx.trace({
      kind: 'RecordSkipped',
      consumer: consumer.clientId,
      partition: record.topicPartition,
      offset: record.baseOffset,
      error,
    });
  }
  next(consumer, work, ctx);
}

// The database

function goOnStoring(consumer: GroupConsumer, work: OutsideWork, ctx: NodeContext): Micros | null {
  const { store } = work.spec;
  const unit = work.units[0];
  if (!store || !unit) return null;
  if (work.call === null) {
    if (work.backsOffUntilUs > ctx.nowUs) return work.backsOffUntilUs;
    const correlationId = ctx.request(store.node, {
      kind: 'StoreTransactionRequest',
      writer: consumer.clientId,
      group: consumer.group.groupId,
      token: store.showsToken ? work.token : -1,
      unique: store.unique,
      isUpsert: store.isUpsert,
      ...unit,
    });
    work.call = { correlationId, untilUs: ctx.nowUs + store.timeoutUs };
  }
  if (work.call.untilUs > ctx.nowUs) return work.call.untilUs;
  work.call = null;
  ctx.trace({
    kind: 'StoreAnswerMissed',
    consumer: consumer.clientId,
    store: store.name,
    afterMs: store.timeoutUs / MICROS_PER_MILLI,
  });
  storeFailed(consumer, work, store, 'TIMED_OUT', ctx);
  return null;
}

/** The database has answered a transaction; an answer to one that was given up is let go. */
export function handleStoreTransaction(
  consumer: GroupConsumer,
  work: OutsideWork,
  response: StoreTransactionResponse,
  correlationId: number,
  ctx: NodeContext,
): void {
  const { store } = work.spec;
  if (!store || work.call?.correlationId !== correlationId) return;
  work.call = null;
  if (response.outcome !== 'NONE') {
    storeFailed(consumer, work, store, response.outcome, ctx);
    return;
  }
  work.units = work.units.slice(1);
  if (work.units.length > 0) return;
  if (work.stage === 'stores') {
    done(consumer, work, ctx);
    return;
  }
  for (const record of work.written) noteDone(consumer, work, record);
  work.stage = 'idle';
}

function storeFailed(
  consumer: GroupConsumer,
  work: OutsideWork,
  store: StoreUse,
  error: 'UNAVAILABLE' | 'COMMIT_FAILED' | 'FENCED' | 'TIMED_OUT',
  ctx: NodeContext,
): void {
  const { errors } = work.spec;
  if (error === 'FENCED') {
    // What it holds is another's by now: it lets go of it, and learns the rest in its next poll().
    ctx.trace({
      kind: 'StoreWriterFenced',
      consumer: consumer.clientId,
      store: store.name,
      token: work.token,
    });
    giveUpPoll(consumer, work);
    return;
  }
  if (error === 'TIMED_OUT' && store.keepsOffsets) {
    // It may be committed: the database knows where to go on.
    giveUpPoll(consumer, work);
    return;
  }
  if (work.stage === 'stores' && errors && !errors.isSink) {
    failed(consumer, work, errors, 'retriable', ctx, STORE_EXCEPTIONS[error]);
    return;
  }
  work.failedTries += 1;
  work.attempt += 1;
  work.backsOffUntilUs = ctx.nowUs + REDELIVERY_US;
  // Kafka Connect polls meanwhile, with all partitions paused.
  if (errors?.isSink === true) consumer.coordinator.heartbeat.polled(ctx.nowUs);
}

/** Nothing of the poll() at hand is committed; it goes on from what is. */
function giveUpPoll(consumer: GroupConsumer, work: OutsideWork): void {
  work.stop();
  work.isGivenUp = true;
  rewindToCommitted(consumer);
}
