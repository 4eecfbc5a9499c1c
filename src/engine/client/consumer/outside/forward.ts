import type { NodeContext } from '../../../node/Node.ts';
import type { StoreWrite } from '../../../protocol/storeRequests.ts';
import { addInput, forwardInput, stageOf, takeInput } from '../../producer/output/sendOutputs.ts';
import { Producer } from '../../producer/Producer.ts';
import type { GroupConsumer } from '../group/GroupConsumer.ts';
import type { OutsideWork } from './OutsideWork.ts';

/** Sends the record at hand to a retry or dead-letter topic. */
export function forward(consumer: GroupConsumer, work: OutsideWork, topic: string, ctx: NodeContext): void {
  const record = work.current();
  ctx.trace({
    kind: 'RecordForwarded',
    consumer: consumer.clientId,
    partition: record.topicPartition,
    offset: record.baseOffset,
    topic,
    attempts: work.attempt,
    error: work.givingUp?.error ?? '',
  });
  withProducer(ctx, (producer) => {
    forwardInput(producer, record, topic, ctx);
  });
}

/** Whether the application may go on: what it sent is acknowledged, or it does not wait for that. One that was not written is sent again. */
export function isForwarded(consumer: GroupConsumer, work: OutsideWork, ctx: NodeContext): boolean {
  let isOver = false;
  withProducer(ctx, (producer) => {
    const stage = stageOf(producer);
    isOver = stage === 'done';
    if (stage === 'flushes' && !ctx.rules.awaitsForward(work.spec.errors?.isSink === true)) isOver = true;
    const topic = work.givingUp?.forwardTo ?? null;
    if (stage === 'failed' && topic !== null) forwardInput(producer, work.current(), topic, ctx);
  });
  return isOver && consumer.isRunning();
}

/** Consume–process–produce: the output of one record, as soon as that is done; the transaction goes on with the next. */
export function handOutput(work: OutsideWork, record: StoreWrite, ctx: NodeContext): void {
  const isFirst = work.run === 0 && work.place === 0;
  withProducer(ctx, (producer) => {
    if (isFirst) takeInput(producer, [record], ctx, true);
    else addInput(producer, record, ctx);
  });
}

/** All records of the poll() have been handed over. */
export function endOutput(ctx: NodeContext): void {
  withProducer(ctx, (producer) => {
    const turn = producer.outputs?.turn;
    if (!turn) return;
    delete turn.isOpen;
    producer.goOn(ctx);
  });
}

function withProducer(ctx: NodeContext, deed: (producer: Producer) => void): void {
  ctx.asCompanion((node) => {
    if (node instanceof Producer) deed(node);
  });
}
