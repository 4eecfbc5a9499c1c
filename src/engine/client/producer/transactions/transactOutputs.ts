import type { NodeContext } from '../../../node/Node.ts';
import type { Micros } from '../../../../shared/units.ts';
import { isOver } from '../output/Outputs.ts';
import type { Outputs, OutputStage } from '../output/Outputs.ts';
import { sendAll } from '../output/sendOutputs.ts';
import type { Producer } from '../Producer.ts';
import type { ClientError } from './ClientError.ts';
import type { TransactionalCall } from './TransactionalApplication.ts';
import type { NextCall } from './TransactionPlan.ts';
import type { Transactions } from './Transactions.ts';

/** What the application calls next for what its consumer has polled; null: it waits, or has nothing to do. */
export function nextOutputCall(
  producer: Producer,
  { application }: Transactions,
  outputs: Outputs,
  ctx: NodeContext,
  untilUs: Micros,
): TransactionalCall | { readonly thrown: ClientError } | null {
  const { turn } = outputs;
  if (!turn || isOver(turn)) return null;
  switch (turn.stage) {
    case 'begins':
      return 'beginTransaction';
    case 'sends': {
      const areSent = sendAll(producer, turn, ctx, untilUs);
      const { thrown } = application;
      if (thrown) {
        application.thrown = null;
        producer.extraRecords = 0;
        return { thrown };
      }
      if (!areSent || turn.isOpen) return null;
      turn.stage = 'asksForOffsets';
      tellConsumer(ctx);
      return null;
    }
    case 'commitsOffsets':
      return 'sendOffsetsToTransaction';
    case 'commits':
      return 'commitTransaction';
    case 'aborts':
      return 'abortTransaction';
    default:
      return null;
  }
}

/**
 * A call for the turn has ended: what the application does next, as Kafka's example of consume–process–produce does
 * (`ExactlyOnceMessageProcessor`, 4.2): after an exception it aborts, and its consumer goes back to what is committed; where that cannot
 * help it closes.
 */
export function outputCallEnded(
  outputs: Outputs,
  call: TransactionalCall | 'send',
  error: ClientError | null,
  next: NextCall,
  ctx: NodeContext,
): void {
  const { turn } = outputs;
  if (next === 'close') outputs.closedBy = error?.name ?? null;
  // The consumer waits for initTransactions(), and for the end of the turn.
  if (!turn || isOver(turn)) {
    tellConsumer(ctx);
    return;
  }
  switch (next) {
    case 'again':
      return;
    case 'abort':
      turn.stage = 'aborts';
      return;
    case 'close':
      outputs.end('closed');
      tellConsumer(ctx);
      return;
    case 'goOn':
      if (call === 'commitTransaction') outputs.end('done');
      else if (call === 'abortTransaction') outputs.end('failed');
      else turn.stage = STAGE_AFTER[call] ?? turn.stage;
      if (isOver(turn)) tellConsumer(ctx);
  }
}

const STAGE_AFTER: Readonly<Partial<Record<TransactionalCall | 'send', OutputStage>>> = {
  beginTransaction: 'sends',
  sendOffsetsToTransaction: 'commits',
};

export function tellConsumer(ctx: NodeContext): void {
  ctx.asCompanion((consumer) => consumer.companionMoved?.(ctx));
}
