import type { ReplyAddress } from '../../node/Node.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import type { Epoch, TopicPartition } from '../../../shared/units.ts';
import { NO_PRODUCER_EPOCH, NO_PRODUCER_ID } from './TransactionMetadata.ts';
import type { TransactionContext } from './TransactionContext.ts';
import type { EndTxnAsker } from './TransactionShard.ts';

// What those hear who asked the coordinator of transactions. Kafka: `KafkaApis` (4.2).

export interface ProducerOfAnswer {
  readonly producerId: number;
  readonly producerEpoch: Epoch;
}

const NOBODY: ProducerOfAnswer = { producerId: NO_PRODUCER_ID, producerEpoch: NO_PRODUCER_EPOCH };

export function answerInitProducerId(
  context: TransactionContext,
  transactionalId: string,
  replyTo: ReplyAddress,
  error: KafkaError,
  { producerId, producerEpoch }: ProducerOfAnswer = NOBODY,
): void {
  context.traceRefused(transactionalId, 'InitProducerId', error);
  const answered = { kind: 'InitProducerIdResponse', error } as const;
  const given = error === 'NONE' ? { producerId, producerEpoch } : NOBODY;
  context.broker.answer(replyTo, { ...answered, ...given }, context.ctx);
}

/** An end that a client asked for, or that InitProducerId needs before it can go on: then the client comes again (T6). */
export function answerEndTxn(
  context: TransactionContext,
  transactionalId: string,
  asker: EndTxnAsker,
  error: KafkaError,
  given: ProducerOfAnswer = NOBODY,
): void {
  if (asker === null) return;
  const { replyTo } = asker;
  if (asker.kind === 'InitProducerId') {
    const told = error === 'NONE' ? 'CONCURRENT_TRANSACTIONS' : error;
    answerInitProducerId(context, transactionalId, replyTo, told);
    return;
  }
  context.traceRefused(transactionalId, 'EndTxn', error);
  const { producerId, producerEpoch } = error === 'NONE' ? given : NOBODY;
  context.broker.answer(replyTo, { kind: 'EndTxnResponse', error, producerId, producerEpoch }, context.ctx);
}

export function answerAddOffsets(
  context: TransactionContext,
  transactionalId: string,
  replyTo: ReplyAddress,
  error: KafkaError,
): void {
  context.traceRefused(transactionalId, 'AddOffsetsToTxn', error);
  context.broker.answer(replyTo, { kind: 'AddOffsetsToTxnResponse', error }, context.ctx);
}

/** One of the transactions of a request has its result; the request is answered with the last of them. */
export function answerAddPartitions(
  context: TransactionContext,
  requestId: number,
  transactionalId: string,
  partitions: readonly { readonly topicPartition: TopicPartition; readonly error: KafkaError }[],
): void {
  const { coordinators, broker, ctx } = context;
  const pending = coordinators.addPartitions.get(requestId);
  if (!pending) return;
  const failed = partitions.find(({ error }) => error !== 'NONE');
  context.traceRefused(transactionalId, 'AddPartitionsToTxn', failed?.error ?? 'NONE');
  pending.results = [...pending.results, { transactionalId, partitions }];
  if (pending.results.length < pending.request.transactions.length) return;
  coordinators.addPartitions.delete(requestId);
  const resultsByTransaction = pending.results;
  broker.answer(
    pending.replyTo,
    { kind: 'AddPartitionsToTxnResponse', error: 'NONE', resultsByTransaction },
    ctx,
  );
}
