import { endTransaction } from './endTransaction.ts';
import type { TransactionContext } from './TransactionContext.ts';
import type { TransactionMetadata } from './TransactionMetadata.ts';
import type { EndTxnAsker } from './TransactionShard.ts';

/**
 * Locks the producer of an open transaction out, and aborts it (T6, T20): another instance has begun, or its time is over. Kafka:
 * `TransactionMetadata.prepareFenceProducerEpoch`, `TransactionCoordinator.endTransaction` (4.2).
 */
export function fenceTransaction(
  context: TransactionContext,
  metadata: TransactionMetadata,
  cause: 'InitProducerId' | 'transaction.timeout.ms',
  asker: EndTxnAsker,
): void {
  const { ctx, broker, serverVersion } = context;
  const { transactionalId, current, hasFailedEpochFence } = metadata;
  const { producerId, producerEpoch } = metadata.prepareTransitionTo(
    ctx.rules.prepareFenceProducerEpoch(current, hasFailedEpochFence),
  );
  ctx.trace({
    kind: 'ProducerFenced',
    broker: broker.id,
    transactionalId,
    producerId,
    // A fence that could not be written has raised it already, and is made once more.
    producerEpoch: hasFailedEpochFence ? current.producerEpoch - 1 : current.producerEpoch,
    cause,
    openForMs: context.nowMs - current.txnStartTimestamp,
  });
  const asked = { producerId, producerEpoch, committed: false, isFromClient: false } as const;
  endTransaction(context, transactionalId, { ...asked, clientTransactionVersion: serverVersion }, asker);
}
