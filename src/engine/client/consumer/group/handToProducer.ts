import type { NodeContext } from '../../../node/Node.ts';
import type { InputRun } from '../../producer/output/Outputs.ts';
import { isReadyForInput, stageOf, takeInput, takeOffsets } from '../../producer/output/sendOutputs.ts';
import { Producer } from '../../producer/Producer.ts';
import type { GroupConsumer } from './GroupConsumer.ts';

/** Whether the application may poll, and after which exception its producer was closed; null: none. */
export function producerReadiness(ctx: NodeContext): {
  readonly isReady: boolean;
  readonly closedBy: string | null;
} {
  let isReady = false;
  let closedBy: string | null = null;
  withProducer(ctx, (producer) => {
    closedBy = producer.outputs?.closedBy ?? null;
    isReady = isReadyForInput(producer);
  });
  return { isReady, closedBy };
}

/** Hands over what a poll() returned. */
export function handToProducer(inputs: readonly InputRun[], ctx: NodeContext): void {
  withProducer(ctx, (producer) => {
    takeInput(producer, inputs, ctx);
  });
}

/**
 * How far the producer has come with what it was handed; it is told the offsets of all that was polled when it asks for them, and as which
 * member the consumer is at that moment.
 */
export function turnOfProducer(
  consumer: GroupConsumer,
  ctx: NodeContext,
): { readonly outcome: 'waits' | 'done' | 'failed' | 'closed'; readonly error: string } {
  let outcome: 'waits' | 'done' | 'failed' | 'closed' = 'waits';
  let error = '';
  withProducer(ctx, (producer) => {
    if (stageOf(producer) === 'asksForOffsets')
      takeOffsets(producer, consumer.positions(), consumer.groupMetadata(), ctx);
    const stage = stageOf(producer);
    if (stage === 'done' || stage === 'failed' || stage === 'closed') outcome = stage;
    error = producer.outputs?.closedBy ?? '';
  });
  return { outcome, error };
}

/** The process ends: once the consumer is closed, so is the producer. */
export function closeProducer(ctx: NodeContext): void {
  withProducer(ctx, (producer) => {
    producer.close(ctx);
  });
}

/** A new process has a producer of its own; false while the old one still closes. */
export function startProducer(ctx: NodeContext): boolean {
  let isOver = true;
  withProducer(ctx, (producer) => {
    if (producer.isClosing) isOver = false;
    else producer.startProcess(ctx);
  });
  return isOver;
}

/** `committed()` and seek() for all that it is assigned; without a committed offset `auto.offset.reset` decides. What was fetched is thrown away. */
export function rewindToCommitted(consumer: GroupConsumer): void {
  consumer.fetched = [];
  for (const { topicPartition } of consumer.partitions) {
    consumer.coordinator.initializing.add(topicPartition);
    consumer.moved.add(topicPartition);
  }
}

function withProducer(ctx: NodeContext, deed: (producer: Producer) => void): void {
  ctx.asCompanion((node) => {
    if (node instanceof Producer) deed(node);
  });
}
