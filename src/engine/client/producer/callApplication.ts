import type { NodeContext } from '../../node/Node.ts';
import type { Micros } from '../../../shared/units.ts';
import { callSend, nextSendUs } from './application.ts';
import { sendOutputs } from './output/sendOutputs.ts';
import type { Producer } from './Producer.ts';
import { callTransactions, nextTransactionalCallUs } from './transactions/callTransactions.ts';

/** The application makes all its calls that are due by then, transactional ones among them. */
export function callApplication(producer: Producer, ctx: NodeContext, untilUs: Micros): void {
  const { transactions, outputs } = producer;
  if (transactions) callTransactions(producer, transactions, ctx, untilUs);
  else if (outputs) sendOutputs(producer, outputs, ctx, untilUs);
  else callSend(producer, ctx, untilUs);
}

/** When its next call makes a difference. */
export function nextCallUs(producer: Producer, nowUs: Micros): Micros {
  const { transactions } = producer;
  return transactions ? nextTransactionalCallUs(producer, transactions, nowUs) : nextSendUs(producer, nowUs);
}
