import type { ReplyAddress } from '../../node/Node.ts';
import type { InitProducerIdRequest } from '../../protocol/requests.ts';
import { answerInitProducerId } from './answers.ts';
import { validateInitProducerId } from './decideInitProducerId.ts';
import { fenceTransaction } from './fenceTransaction.ts';
import {
  newTransaction,
  prepareIncrementProducerEpoch,
  prepareProducerIdRotation,
} from './prepareTransitions.ts';
import { watchExpiry } from './scans.ts';
import { NO_PRODUCER_EPOCH, NO_PRODUCER_ID, TransactionMetadata } from './TransactionMetadata.ts';
import type { TransactionContext } from './TransactionContext.ts';
import { NO_TRANSACTION_TIMEOUT_MS } from './transactionExpiry.ts';

/** InitProducerId of a transactional producer (T6 to T9). Kafka: `TransactionCoordinator.handleInitProducerId` (4.2). */
export function initProducerId(
  context: TransactionContext,
  transactionalId: string,
  request: InitProducerIdRequest,
  replyTo: ReplyAddress,
): void {
  const { ctx, broker } = context;
  const { producerId = NO_PRODUCER_ID, producerEpoch = NO_PRODUCER_EPOCH } = request;
  const { transactionTimeoutMs = 0, enable2Pc = false, keepPreparedTxn = false } = request;
  const { transactionMaxTimeoutMs, twoPhaseCommitEnable } = broker.config.transactions;
  const invalid = validateInitProducerId(
    { transactionalId, transactionTimeoutMs, enable2Pc, keepPreparedTxn, producerId, producerEpoch },
    transactionMaxTimeoutMs,
    twoPhaseCommitEnable,
  );
  const shard = invalid === 'NONE' ? context.shardOf(transactionalId) : invalid;
  if (typeof shard === 'string') {
    answerInitProducerId(context, transactionalId, replyTo, shard);
    return;
  }
  const txnTimeoutMs = enable2Pc ? NO_TRANSACTION_TIMEOUT_MS : transactionTimeoutMs;
  const { transactions } = shard.state;
  let metadata = transactions.get(transactionalId);
  if (!metadata) {
    const newProducerId = context.nextProducerId();
    if (newProducerId === null) {
      answerInitProducerId(context, transactionalId, replyTo, 'COORDINATOR_LOAD_IN_PROGRESS');
      return;
    }
    metadata = new TransactionMetadata(
      transactionalId,
      newTransaction(newProducerId, txnTimeoutMs, context.nowMs),
    );
    transactions.set(transactionalId, metadata);
    watchExpiry(context);
  }

  const expected = producerId === NO_PRODUCER_ID ? null : { producerId, producerEpoch };
  const { current, pendingState } = metadata;
  const decision = ctx.rules.decideInitProducerId(current, pendingState, expected);
  switch (decision.kind) {
    case 'refuse':
      answerInitProducerId(context, transactionalId, replyTo, decision.error);
      return;
    case 'fence':
      fenceTransaction(context, metadata, 'InitProducerId', { kind: 'InitProducerId', replyTo });
      return;
    case 'rotate': {
      const newProducerId = context.nextProducerId();
      if (newProducerId === null) {
        answerInitProducerId(context, transactionalId, replyTo, 'COORDINATOR_LOAD_IN_PROGRESS');
        return;
      }
      const hasExpected = expected !== null;
      context.transit(
        shard,
        metadata,
        prepareProducerIdRotation(current, newProducerId, txnTimeoutMs, hasExpected, context.nowMs),
        { kind: 'AnswerInitProducerId', replyTo },
      );
      return;
    }
    case 'increment': {
      const expectedEpoch = expected?.producerEpoch ?? null;
      const transit = prepareIncrementProducerEpoch(current, txnTimeoutMs, expectedEpoch, context.nowMs);
      if (transit) context.transit(shard, metadata, transit, { kind: 'AnswerInitProducerId', replyTo });
      else answerInitProducerId(context, transactionalId, replyTo, 'PRODUCER_FENCED');
    }
  }
}
