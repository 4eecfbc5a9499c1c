import type { ReplyAddress } from '../../node/Node.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import type { AddOffsetsToTxnRequest, AddPartitionsToTxnRequest } from '../../protocol/requests.ts';
import type { TopicPartition } from '../../../shared/units.ts';
import { OFFSETS_TOPIC } from '../coordinator/internalTopics.ts';
import { coordinatorPartition } from '../coordinatorPartition.ts';
import { answerAddOffsets, answerAddPartitions } from './answers.ts';
import type { PartitionsOfTransaction } from './decideAddPartitions.ts';
import { prepareAddPartitions } from './prepareTransitions.ts';
import type { TransactionContext } from './TransactionContext.ts';
import type { ClientTransactionVersion } from './TransactionMetadata.ts';
import type { AfterTransition } from './TransactionShard.ts';

type Transaction = AddPartitionsToTxnRequest['transactions'][number];

/**
 * AddPartitionsToTxn: each transaction of the request has its own result (T10, T11). One partition that nobody knows fails all of its
 * transaction. Kafka: `KafkaApis.handleAddPartitionsToTxnRequest` (4.2).
 */
export function addPartitionsToTxn(
  context: TransactionContext,
  request: AddPartitionsToTxnRequest,
  replyTo: ReplyAddress,
): void {
  const { coordinators } = context;
  const requestId = coordinators.nextRequestId;
  coordinators.nextRequestId += 1;
  coordinators.addPartitions.set(requestId, { replyTo, request, results: [] });
  const version = request.apiVersion > 3 ? 2 : 0;
  for (const transaction of request.transactions) addOrVerify(context, transaction, version, requestId);
}

function addOrVerify(
  context: TransactionContext,
  transaction: Transaction,
  version: ClientTransactionVersion,
  requestId: number,
): void {
  const { transactionalId, partitions, verifyOnly } = transaction;
  const { image } = context.broker;
  const answer = (errorOf: (topicPartition: TopicPartition) => KafkaError): void =>
    answerAddPartitions(
      context,
      requestId,
      transactionalId,
      partitions.map((topicPartition) => ({ topicPartition, error: errorOf(topicPartition) })),
    );
  const isKnown = (topicPartition: TopicPartition): boolean => image.partitions.has(topicPartition);
  if (!partitions.every(isKnown)) {
    answer((one) => (isKnown(one) ? 'OPERATION_NOT_ATTEMPTED' : 'UNKNOWN_TOPIC_OR_PARTITION'));
    return;
  }
  if (verifyOnly) {
    verify(context, transaction, requestId);
    return;
  }
  const then: AfterTransition = { kind: 'AnswerAddPartitions', requestId };
  const error = addPartitions(context, transactionalId, transaction, version, then);
  if (error !== null) answer(() => error);
}

function verify(context: TransactionContext, transaction: Transaction, requestId: number): void {
  const { transactionalId, partitions } = transaction;
  const shard = transactionalId === '' ? 'INVALID_REQUEST' : context.shardOf(transactionalId);
  const results =
    typeof shard === 'string'
      ? partitions.map((topicPartition) => ({ topicPartition, error: shard }))
      : context.ctx.rules.verifyPartitions(
          shard.state.transactions.get(transactionalId) ?? null,
          transaction,
        );
  answerAddPartitions(context, requestId, transactionalId, results);
}

/**
 * AddOffsetsToTxn: the partition in which the group keeps its offsets joins the transaction. Only clients before transaction.version 2
 * ask so. Kafka: `KafkaApis.handleAddOffsetsToTxnRequest` (4.2).
 */
export function addOffsetsToTxn(
  context: TransactionContext,
  request: AddOffsetsToTxnRequest,
  replyTo: ReplyAddress,
): void {
  const { transactionalId, groupId, producerId, producerEpoch } = request;
  const { broker } = context;
  const known = broker.image.topics.get(OFFSETS_TOPIC)?.length;
  const count = known ?? broker.config.groups.offsetsTopicPartitions;
  const partitions = [`${OFFSETS_TOPIC}-${coordinatorPartition(groupId, count)}`];
  const then: AfterTransition = { kind: 'AnswerAddOffsets', replyTo };
  const asked = { producerId, producerEpoch, partitions };
  const error = addPartitions(context, transactionalId, asked, 0, then);
  if (error !== null) answerAddOffsets(context, transactionalId, replyTo, error);
}

/** Returns the answer, or null: it comes once the partitions are written. Kafka: `handleAddPartitionsToTransaction`. */
function addPartitions(
  context: TransactionContext,
  transactionalId: string,
  asked: PartitionsOfTransaction,
  version: ClientTransactionVersion,
  then: AfterTransition,
): KafkaError | null {
  if (transactionalId === '') return 'INVALID_REQUEST';
  const shard = context.shardOf(transactionalId);
  if (typeof shard === 'string') return shard;
  const metadata = shard.state.transactions.get(transactionalId) ?? null;
  const { write, error } = context.ctx.rules.decideAddPartitions(metadata, asked);
  if (metadata === null || !write) return error;
  const transit = prepareAddPartitions(metadata.current, asked.partitions, version, context.nowMs);
  context.transit(shard, metadata, transit, then);
  return null;
}
