import type { EndTxnFields } from './decideEndTxn.ts';
import { answerEndTxn } from './answers.ts';
import type { TransactionContext } from './TransactionContext.ts';
import { NO_PRODUCER_EPOCH, NO_PRODUCER_ID } from './TransactionMetadata.ts';
import type { EndTxnAsker } from './TransactionShard.ts';

/**
 * Ends a transaction, or says why not: first its outcome is written to the log, and once that is replicated who asked is answered and
 * the markers are sent (T14, T17). Kafka: `TransactionCoordinator.endTransaction` (4.2).
 */
export function endTransaction(
  context: TransactionContext,
  transactionalId: string,
  asked: EndTxnFields,
  asker: EndTxnAsker,
): void {
  const { ctx } = context;
  if (transactionalId === '') {
    answerEndTxn(context, transactionalId, asker, 'INVALID_REQUEST');
    return;
  }
  const shard = context.shardOf(transactionalId);
  if (typeof shard === 'string') {
    answerEndTxn(context, transactionalId, asker, shard);
    return;
  }
  const metadata = shard.state.transactions.get(transactionalId) ?? null;
  const decision = ctx.rules.decideEndTxn(metadata, asked);
  if (metadata === null || decision.kind === 'answer') {
    const error = decision.kind === 'answer' ? decision.error : 'INVALID_PRODUCER_ID_MAPPING';
    const isAnsweredAgain = error === 'NONE' && asked.clientTransactionVersion === 2;
    answerEndTxn(context, transactionalId, asker, error, isAnsweredAgain ? metadata?.current : undefined);
    return;
  }
  const { nextState, isEpochFence, noPartitionAdded } = decision;
  const nextProducerId = decision.needsProducerId ? context.nextProducerId() : NO_PRODUCER_ID;
  if (nextProducerId === null) {
    answerEndTxn(context, transactionalId, asker, 'COORDINATOR_LOAD_IN_PROGRESS');
    return;
  }
  const version = asked.clientTransactionVersion;
  if (isEpochFence) {
    metadata.pendingState = null;
    // From transaction.version 2 on the abort itself raises the epoch.
    if (version === 0)
      metadata.current = Object.freeze({
        ...metadata.current,
        producerEpoch: asked.producerEpoch,
        lastProducerEpoch: NO_PRODUCER_EPOCH,
      });
  }
  const transit = ctx.rules.prepareAbortOrCommit(
    metadata.current,
    nextState,
    version,
    nextProducerId,
    noPartitionAdded,
    context.nowMs,
  );
  context.transit(shard, metadata, transit, { kind: 'SendMarkers', asked, isEpochFence, asker });
}
