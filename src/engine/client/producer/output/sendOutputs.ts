import type { NodeContext } from '../../../node/Node.ts';
import type { CommittedPartition } from '../../../protocol/groupRequests.ts';
import type { Micros } from '../../../../shared/units.ts';
import { callSend } from '../application.ts';
import type { Producer } from '../Producer.ts';
import { hasIncompleteBatches } from '../transactions/senderTurn.ts';
import type { ConsumerGroupMetadata } from '../transactions/TransactionalRequest.ts';
import { inputCount, isOver } from './Outputs.ts';
import type { InputRun, Outputs, OutputStage, OutputTurn } from './Outputs.ts';

/** Whether the consumer may poll: initTransactions() comes before its first poll(). */
export function isReadyForInput(producer: Producer): boolean {
  return producer.isSending && (producer.transactions?.application.isInitialized ?? true);
}

/** The consumer hands over what a poll() returned. */
export function takeInput(
  producer: Producer,
  inputs: readonly InputRun[],
  ctx: NodeContext,
  isOpen = false,
): void {
  const { outputs } = producer;
  if (!outputs) return;
  const turn = outputs.begin(inputs, producer.transactions ? 'begins' : 'sends');
  if (isOpen) turn.isOpen = true;
  producer.goOn(ctx);
}

/** One more record for the turn that is open. */
export function addInput(
  producer: Producer,
  { topicPartition, origin, firstOrdinal, count }: InputRun,
  ctx: NodeContext,
): void {
  const turn = producer.outputs?.turn;
  if (!turn || isOver(turn)) return;
  turn.inputs.push({ topicPartition, origin, firstOrdinal, count });
  const hasBegun = turn.nextRun + turn.nextPlace + producer.extraRecords > 0;
  if (turn.stage === 'sends' && hasBegun) producer.extraRecords += count;
  producer.goOn(ctx);
}

/** A record goes to a topic that is not the one of the workload, outside of transactions. */
export function forwardInput(producer: Producer, input: InputRun, topic: string, ctx: NodeContext): void {
  const { outputs } = producer;
  if (!outputs) return;
  producer.sendTo(topic);
  const { topicPartition, origin, firstOrdinal, count } = input;
  outputs.begin([{ topicPartition, origin, firstOrdinal, count }], 'sends');
  producer.goOn(ctx);
}

/** The consumer tells which offsets become committed with the transaction, and as which member it speaks (T19). */
export function takeOffsets(
  producer: Producer,
  offsets: readonly CommittedPartition[],
  group: ConsumerGroupMetadata,
  ctx: NodeContext,
): void {
  const turn = producer.outputs?.turn;
  if (turn?.stage !== 'asksForOffsets') return;
  turn.offsets = offsets;
  turn.group = group;
  turn.stage = 'commitsOffsets';
  producer.goOn(ctx);
}

/** Where the turn stands; `failed` where a new producer knows nothing of it. */
export function stageOf({ outputs }: Producer): OutputStage {
  return outputs?.turn?.stage ?? 'failed';
}

/** The application of a producer without transactions: sends, flush(), and looks at what the callbacks said. */
export function sendOutputs(producer: Producer, outputs: Outputs, ctx: NodeContext, untilUs: Micros): void {
  const { turn } = outputs;
  if (!turn || isOver(turn)) {
    callSend(producer, ctx, untilUs);
    return;
  }
  if (turn.stage === 'sends') {
    if (!sendAll(producer, turn, ctx, untilUs) || turn.isOpen) return;
    turn.stage = 'flushes';
    producer.meters.flushBegan(ctx.nowUs);
  }
  endFlush(producer, outputs, ctx);
}

/** flush() has returned once nothing is held and nothing is on its way. */
export function endFlush(producer: Producer, outputs: Outputs, ctx: NodeContext): boolean {
  if (!outputs.isFlushing || hasIncompleteBatches(producer)) return false;
  producer.meters.flushEnded(ctx.nowUs);
  outputs.end(outputs.turn?.failedCount === 0 ? 'done' : 'failed');
  ctx.asCompanion((consumer) => consumer.companionMoved?.(ctx));
  return true;
}

/** send() for each input that has not had its output; false while one of the calls is blocked. */
export function sendAll(producer: Producer, turn: OutputTurn, ctx: NodeContext, untilUs: Micros): boolean {
  if (turn.nextRun === 0 && turn.nextPlace === 0 && producer.extraRecords === 0)
    producer.extraRecords = inputCount(turn);
  callSend(producer, ctx, untilUs);
  return producer.extraRecords === 0;
}
