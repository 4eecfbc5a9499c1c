import type { Producer } from '../Producer.ts';
import type { Transactions } from './Transactions.ts';

/**
 * A producer that closes aborts the transaction that is open, once all that it held has been sent. If it cannot even do that it closes
 * as things are. Kafka: `Sender.run` after `initiateClose` (4.2).
 */
export function abortForClose({ accumulator, sent, sequences }: Producer, transactions: Transactions): void {
  const { manager } = transactions;
  if (accumulator.hasBatches || sent.size > 0 || isBusy(transactions)) return;
  if (!manager.hasOngoingTransaction || manager.isCompleting) return;
  const called = manager.abortTransaction(sequences.identity);
  transactions.isForcedToClose = 'thrown' in called;
}

/** Whether nothing of a transaction is left that a producer would still end before it closes. */
export function isTransactionOver(transactions: Transactions): boolean {
  if (transactions.isForcedToClose) return true;
  return !isBusy(transactions) && !transactions.manager.hasOngoingTransaction;
}

function isBusy({ inFlight, inHand, manager }: Transactions): boolean {
  return (
    inFlight !== null || inHand !== null || (manager.hasPendingRequests && manager.hasOngoingTransaction)
  );
}
