import type { DisconnectReason, NodeContext, ReplyAddress } from '../node/Node.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import type {
  AddPartitionsToTxnResponse,
  ProduceRequest,
  TxnOffsetCommitRequest,
} from '../protocol/requests.ts';
import type { RecordBatch } from '../storage/RecordBatch.ts';
import { NO_GUARD } from '../storage/LogTransactions.ts';
import { producerBatchOf } from '../storage/UnifiedLog.ts';
import type { BrokerId, Micros, TopicPartition } from '../../shared/units.ts';
import type { AnsweredQuestion } from './AddPartitionsToTxnManager.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import { notLeaderError } from './BrokerInternals.ts';
import type { BrokerProcess } from './BrokerProcess.ts';
import { coordinatorBatch } from './coordinator/coordinatorBatch.ts';
import { commitVerifiedOffsets } from './coordinator/group/commitVerifiedOffsets.ts';
import { TRANSACTION_STATE_TOPIC } from './coordinator/internalTopics.ts';
import { coordinatorPartition } from './coordinatorPartition.ts';
import { INTER_BROKER_TIMER } from './InterBrokerChannel.ts';
import { handleProduce } from './produceRequests.ts';
import type { VerifiedBatches, VerifiedProduce } from './TransactionVerifications.ts';
import { addsPartitions, verificationError } from './verificationError.ts';

/** Of the channels to coordinators; the broker follows. */
export const VERIFICATION_TIMER = `${INTER_BROKER_TIMER}addPartitionsToTxn/`;
/** Of a produce request that adds its partitions to the transaction, and of one that only asks for them. */
const VERSION_THAT_ADDS = 12;
const VERSION_THAT_ASKS = 11;
/** Goes off when a request is to be verified once more. */
export const VERIFICATION_RETRY_TIMER = 'verifyProduce';

/**
 * Before the first batches of a transaction are written to a partition, its leader asks the transaction coordinator whether the
 * partition is in the transaction, or has it added (T10–T12). The connection is not read from meanwhile, and no thread waits. Kafka:
 * `ReplicaManager.handleProduceAppend`, `maybeStartTransactionVerificationForPartitions` (4.2).
 *
 * Simplified: when the answer is there the batches are written at once, and not after another turn of an I/O thread.
 */
export function verifyAndProduce(
  request: ProduceRequest,
  replyTo: ReplyAddress,
  process: BrokerProcess,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  if (request.transactionalId === undefined || !broker.config.verification.isEnabled)
    handleProduce(request, replyTo, process.replicas, broker, ctx);
  else startVerification(request, replyTo, ctx.nowUs, process, broker, ctx);
}

/**
 * The same before offsets are written to a group coordinator's partition in a transaction: the request is put as that of the batch that
 * is to come. Kafka: `CoordinatorPartitionWriter.maybeStartTransactionVerification` (4.2).
 */
export function verifyOffsetCommit(
  offsets: TxnOffsetCommitRequest,
  topicPartition: TopicPartition,
  replyTo: ReplyAddress,
  process: BrokerProcess,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const { transactionalId, producerId, producerEpoch, isTransactionV2 } = offsets;
  const batch = coordinatorBatch([], ctx.clockMs(), { producerId, producerEpoch });
  const request: ProduceRequest = {
    kind: 'ProduceRequest',
    acks: -1,
    timeoutMs: 0,
    clientId: '',
    transactionalId,
    apiVersion: isTransactionV2 ? VERSION_THAT_ADDS : VERSION_THAT_ASKS,
    partitions: [{ topicPartition, batch, attempt: 1 }],
  };
  startVerification(request, replyTo, ctx.nowUs, process, broker, ctx, offsets);
}

/** The answer of a coordinator. */
export function handleAddPartitions(
  response: AddPartitionsToTxnResponse,
  correlationId: number,
  process: BrokerProcess,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const { addPartitions } = process.verifications;
  finish(addPartitions.handleResponse(response, correlationId, ctx), process, broker, ctx);
}

/** A connection with a broker that may be a coordinator ended. */
export function coordinatorDisconnected(
  peer: BrokerId,
  reason: DisconnectReason,
  connection: number,
  process: BrokerProcess,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const { addPartitions } = process.verifications;
  finish(addPartitions.onDisconnected(peer, reason, connection, ctx), process, broker, ctx);
}

/** The channel to a coordinator may be used again, or its answer is overdue. */
export function onVerificationTimer(
  peer: BrokerId,
  process: BrokerProcess,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  finish(process.verifications.addPartitions.onTimer(peer, ctx), process, broker, ctx);
}

/** Requests whose wait is over begin anew. */
export function retryVerifications(process: BrokerProcess, broker: BrokerInternals, ctx: NodeContext): void {
  const { verifications } = process;
  const due = verifications.retries.filter(({ dueUs }) => dueUs <= ctx.nowUs);
  verifications.retries = verifications.retries.filter(({ dueUs }) => dueUs > ctx.nowUs);
  for (const { produce } of due)
    startVerification(
      produce.request,
      produce.replyTo,
      produce.startedUs,
      process,
      broker,
      ctx,
      produce.offsets,
    );
  const [next] = verifications.retries;
  if (next) ctx.setTimer(VERIFICATION_RETRY_TIMER, next.dueUs - ctx.nowUs);
}

function startVerification(
  request: ProduceRequest,
  replyTo: ReplyAddress,
  startedUs: Micros,
  process: BrokerProcess,
  broker: BrokerInternals,
  ctx: NodeContext,
  offsets?: TxnOffsetCommitRequest,
): void {
  const { transactionalId = '', apiVersion } = request;
  const errors = new Map<TopicPartition, KafkaError>();
  const guards = new Map<TopicPartition, number>();
  let first: RecordBatch | null = null;
  for (const { topicPartition, batch } of request.partitions) {
    if (batch.isTransactional !== true || batch.producerId < 0) continue;
    first ??= batch;
    const error = beginFor(topicPartition, batch, addsPartitions(apiVersion), guards, broker, ctx);
    if (error !== 'NONE') errors.set(topicPartition, error);
  }
  const produce = { request, replyTo, startedUs, errors, guards, ...(offsets && { offsets }) };
  if (first === null || guards.size === 0) {
    append(produce, produce, process, broker, ctx);
    return;
  }
  const coordinator = coordinatorOf(transactionalId, broker);
  if (coordinator === null) {
    const unknown = new Map([...guards.keys()].map((name) => [name, 'COORDINATOR_NOT_AVAILABLE'] as const));
    settle(produce, unknown, process, broker, ctx);
    return;
  }
  const replaced = process.verifications.addPartitions.ask(
    coordinator,
    {
      transactionalId,
      producerId: first.producerId,
      producerEpoch: first.producerEpoch,
      partitions: [...guards.keys()],
      verifyOnly: !addsPartitions(apiVersion),
      askedUs: ctx.nowUs,
      asker: produce,
    },
    ctx,
  );
  if (replaced) finish([replaced], process, broker, ctx);
}

/** Notes the guard of a batch that the coordinator is to be asked about; a transaction that is open here needs none. */
function beginFor(
  topicPartition: TopicPartition,
  batch: RecordBatch,
  supportsEpochBump: boolean,
  guards: Map<TopicPartition, number>,
  broker: BrokerInternals,
  ctx: NodeContext,
): KafkaError {
  const partition = broker.partitions.get(topicPartition);
  if (!partition?.leader) return notLeaderError(topicPartition, broker);
  const { producers } = partition.log;
  const known = producers.entryOf(batch.producerId);
  if (known && batch.producerEpoch < known.producerEpoch) return 'INVALID_PRODUCER_EPOCH';
  const guard = producers.startVerification(producerBatchOf(batch), supportsEpochBump, ctx.clockMs());
  if (guard !== NO_GUARD) guards.set(topicPartition, guard);
  return 'NONE';
}

/** The broker that coordinates a transactional.id, as far as this one has heard; null: none that could be asked. */
function coordinatorOf(transactionalId: string, { image }: BrokerInternals): BrokerId | null {
  const partitions = image.topics.get(TRANSACTION_STATE_TOPIC);
  const name = partitions?.[coordinatorPartition(transactionalId, partitions.length)];
  const leader = name === undefined ? undefined : image.partitions.get(name)?.registration.leader;
  const registered = leader === undefined ? undefined : image.brokers.get(leader);
  return registered && !registered.fenced ? registered.broker : null;
}

function finish(
  answers: readonly AnsweredQuestion<VerifiedProduce>[],
  process: BrokerProcess,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  for (const { question, errors } of answers) settle(question.asker, errors, process, broker, ctx);
}

/**
 * Where the coordinator is still completing the transaction before, it is asked again for a while: the next one of a producer mostly
 * comes so early (KIP-890).
 */
function settle(
  produce: VerifiedProduce,
  found: ReadonlyMap<TopicPartition, KafkaError>,
  process: BrokerProcess,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  const { retryBackoffUs, retryTimeoutUs } = broker.config.verification;
  const { apiVersion } = produce.request;
  const { offsets } = produce;
  if (offsets) {
    const offsetErrors = new Map(
      [...produce.errors, ...found].map(([name, error]) => [name, offsetError(error)]),
    );
    append(produce, { errors: offsetErrors, guards: produce.guards }, process, broker, ctx);
    return;
  }
  const isConcurrent = [...found.values()].includes('CONCURRENT_TRANSACTIONS');
  if (addsPartitions(apiVersion) && isConcurrent && ctx.nowUs - produce.startedUs < retryTimeoutUs) {
    const { verifications } = process;
    verifications.retries = [...verifications.retries, { produce, dueUs: ctx.nowUs + retryBackoffUs }];
    if (ctx.timerAtUs(VERIFICATION_RETRY_TIMER) === null)
      ctx.setTimer(VERIFICATION_RETRY_TIMER, retryBackoffUs);
    return;
  }
  const errors = new Map(produce.errors);
  for (const [topicPartition, error] of found)
    errors.set(topicPartition, verificationError(error, apiVersion));
  append(produce, { errors, guards: produce.guards }, process, broker, ctx);
}

/** A group coordinator passes on what it hears, but for the epoch of a producer that is fenced. */
function offsetError(error: KafkaError): KafkaError {
  return error === 'PRODUCER_FENCED' ? 'INVALID_PRODUCER_EPOCH' : error;
}

function append(
  { request, replyTo, offsets }: VerifiedProduce,
  verified: VerifiedBatches,
  process: BrokerProcess,
  broker: BrokerInternals,
  ctx: NodeContext,
): void {
  if (offsets) commitVerifiedOffsets(offsets, replyTo, verified, { broker, process, ctx });
  else handleProduce(request, replyTo, process.replicas, broker, ctx, verified);
}
