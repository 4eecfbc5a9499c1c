import type { KafkaError } from '../../protocol/Errors.ts';
import { answerAddOffsets, answerAddPartitions, answerEndTxn, answerInitProducerId } from './answers.ts';
import { coordinatorErrorOfAppend } from '../coordinator/coordinatorErrorOfAppend.ts';
import { watchTimeouts } from './scans.ts';
import { addTxnMarkersToSend, retryCompletion } from './sendMarkers.ts';
import type { ActiveShard, TransactionContext } from './TransactionContext.ts';
import type { TransactionMetadata } from './TransactionMetadata.ts';
import type { TransactionOperation, Transition } from './TransactionShard.ts';

/**
 * What the coordinator wrote is replicated, and takes effect; or it is known that it cannot be, and then everything is as before.
 * Kafka: `TransactionStateManager.appendTransactionToLog`, and who called it (4.2).
 */
export function completeOperation(
  context: TransactionContext,
  shard: ActiveShard,
  operation: TransactionOperation,
  error: KafkaError,
): void {
  if (operation.kind === 'Expire') forgetIds(context, shard, operation.ids, error);
  else completeTransition(context, shard, operation, error);
}

function completeTransition(
  context: TransactionContext,
  shard: ActiveShard,
  { transactionalId, transit, then }: Transition,
  error: KafkaError,
): void {
  const metadata = shard.state.transactions.get(transactionalId);
  const mapped = coordinatorErrorOfAppend(error);
  const told = mapped === 'NONE' && !metadata ? 'NOT_COORDINATOR' : mapped;
  if (metadata && told === 'NONE') {
    const from = metadata.state;
    metadata.completeTransitionTo(transit);
    traceChange(context, metadata, from);
    if (transit.txnState === 'Ongoing') watchTimeouts(context);
  } else if (metadata) {
    // A completion that is tried again keeps others waiting meanwhile.
    const isRetried = then.kind === 'Complete' && told === 'COORDINATOR_NOT_AVAILABLE';
    if (!isRetried) metadata.pendingState = null;
  }
  switch (then.kind) {
    case 'AnswerInitProducerId':
      answerInitProducerId(context, transactionalId, then.replyTo, told, transit);
      return;
    case 'AnswerAddPartitions': {
      const pending = context.coordinators.addPartitions.get(then.requestId);
      const asked = pending?.request.transactions.find((one) => one.transactionalId === transactionalId);
      const results = (asked?.partitions ?? []).map((topicPartition) => ({ topicPartition, error: told }));
      answerAddPartitions(context, then.requestId, transactionalId, results);
      return;
    }
    case 'AnswerAddOffsets':
      answerAddOffsets(context, transactionalId, then.replyTo, told);
      return;
    case 'SendMarkers': {
      const { asked, isEpochFence, asker } = then;
      if (told !== 'NONE' || !metadata) {
        // The raised epoch was never given out: the next fence takes it, and none higher.
        if (isEpochFence && asked.clientTransactionVersion === 0 && metadata)
          metadata.hasFailedEpochFence = true;
        answerEndTxn(context, transactionalId, asker, told);
        return;
      }
      beginMarkers(context, shard, metadata, (completion) => {
        const given = asked.clientTransactionVersion === 2 ? completion : undefined;
        answerEndTxn(context, transactionalId, asker, 'NONE', given);
      });
      return;
    }
    case 'Complete':
      if (told === 'COORDINATOR_NOT_AVAILABLE') retryCompletion(context, then.pending);
  }
}

/**
 * Prepares what a transaction becomes, has who waits for its outcome answered, and sends its markers: in this order, so that a client
 * hears of a commit before any reader can see it (T14).
 */
export function beginMarkers(
  context: TransactionContext,
  shard: ActiveShard,
  metadata: TransactionMetadata,
  answer: (completion: TransactionMetadata['current']) => void,
): void {
  const { current, transactionalId } = metadata;
  metadata.hasFailedEpochFence = false;
  const completion = metadata.prepareTransitionTo(context.ctx.rules.prepareComplete(current, context.nowMs));
  answer(completion);
  const pending = Object.freeze({
    transactionalId,
    coordinatorEpoch: shard.leaderEpoch,
    logPartition: shard.topicPartition,
    producerId: current.producerId,
    producerEpoch: current.producerEpoch,
    result: current.txnState === 'PrepareCommit' ? 'COMMIT' : 'ABORT',
    transactionVersion: current.clientTransactionVersion,
    completion,
  } as const);
  addTxnMarkersToSend(context, pending, current.topicPartitions);
}

function forgetIds(
  { ctx, broker }: TransactionContext,
  { state: { transactions } }: ActiveShard,
  ids: Extract<TransactionOperation, { kind: 'Expire' }>['ids'],
  error: KafkaError,
): void {
  for (const { transactionalId, producerEpoch } of ids) {
    const metadata = transactions.get(transactionalId);
    if (!metadata) continue;
    const isSame = metadata.pendingState === 'Dead' && metadata.current.producerEpoch === producerEpoch;
    if (isSame && error === 'NONE') {
      transactions.delete(transactionalId);
      ctx.trace({ kind: 'TransactionalIdExpired', broker: broker.id, transactionalId });
    } else metadata.pendingState = null;
  }
}

function traceChange(
  { ctx, broker }: TransactionContext,
  { transactionalId, current }: TransactionMetadata,
  from: TransactionMetadata['state'],
): void {
  const { txnState: to, producerId, producerEpoch, topicPartitions } = current;
  ctx.trace({
    kind: 'TransactionStateChanged',
    broker: broker.id,
    transactionalId,
    from,
    to,
    producerId,
    producerEpoch,
    partitions: topicPartitions.length,
  });
}
