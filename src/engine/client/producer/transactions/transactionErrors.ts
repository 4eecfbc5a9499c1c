import type { NodeContext } from '../../../node/Node.ts';
import type { Producer } from '../Producer.ts';
import type { Transactions } from './Transactions.ts';

/** A batch failed for good, or send() did: what that means for the transaction (T21). */
export function failTransaction(
  producer: Producer,
  error: string,
  by: 'sender' | 'application',
  ctx: NodeContext,
): void {
  const { transactions } = producer;
  if (!transactions) return;
  tellErrors(producer, transactions, ctx, () => {
    transactions.manager.sendFailed(error, by);
  });
}

/** Whatever the deed makes of the state, an error is told. */
export function tellErrors(
  producer: Producer,
  { manager }: Transactions,
  ctx: NodeContext,
  deed: () => void,
): void {
  const { state, lastError } = manager;
  deed();
  const { lastError: error } = manager;
  if (!error || !manager.hasError || (manager.state === state && error.name === lastError?.name)) return;
  ctx.trace({
    kind: 'TransactionFailed',
    producer: producer.clientId,
    isFatal: manager.hasFatalError,
    error: error.name,
    cause: error.cause ?? 'NONE',
  });
}
