import type { NodeContext } from '../../../node/Node.ts';
import type { KafkaError } from '../../../protocol/Errors.ts';
import type { Response } from '../../../protocol/requests.ts';
import type { BrokerId } from '../../../../shared/units.ts';
import type { Producer } from '../Producer.ts';
import { tellErrors } from './transactionErrors.ts';
import type { TransactionalRequest } from './TransactionalRequest.ts';
import type { NewIdentity } from './TransactionManager.ts';
import type { Transactions } from './Transactions.ts';

/** An answer to the request in flight. Returns false when it is none of these. */
export function handleTransactionalResponse(
  producer: Producer,
  transactions: Transactions,
  response: Response,
  correlationId: number,
  ctx: NodeContext,
): boolean {
  const { inFlight, manager } = transactions;
  if (inFlight?.correlationId !== correlationId) return false;
  transactions.inFlight = null;
  const { request } = inFlight;
  tellErrors(producer, transactions, ctx, () => {
    if (response.kind === 'AddPartitionsToTxnResponse') {
      manager.partitionsAnswered(request, response.resultsByTransaction[0]?.partitions ?? []);
      return;
    }
    if (response.kind === 'TxnOffsetCommitResponse') {
      manager.offsetsAnswered(request, response.partitions);
      return;
    }
    const { error, ...answer } = simpleAnswer(response);
    const identity = manager.answered(request, error, answer);
    if (identity) takeIdentity(producer, request, identity, ctx);
    if (request.ask.kind === 'FindCoordinator' && error === 'NONE')
      tellCoordinator(producer, transactions, request.ask, answer.nodeId ?? -1, ctx);
  });
  return true;
}

/** The connection ended with these requests on it. */
export function handleTransactionalDisconnection(
  transactions: Transactions,
  requests: readonly { readonly correlationId: number }[],
): void {
  const { inFlight, manager } = transactions;
  if (!inFlight || !requests.some(({ correlationId }) => correlationId === inFlight.correlationId)) return;
  transactions.inFlight = null;
  manager.disconnected(inFlight.request);
}

function tellCoordinator(
  producer: Producer,
  { toldCoordinators }: Transactions,
  { keyType, key }: { readonly keyType: 'TRANSACTION' | 'GROUP'; readonly key: string },
  broker: BrokerId,
  ctx: NodeContext,
): void {
  if (toldCoordinators[keyType] === broker) return;
  toldCoordinators[keyType] = broker;
  ctx.trace({
    kind: 'CoordinatorDiscovered',
    client: producer.name,
    keyType,
    key,
    broker,
  });
}

function simpleAnswer(response: Response): {
  readonly error: KafkaError;
  readonly nodeId?: number;
  readonly producerId?: number;
  readonly producerEpoch?: number;
} {
  switch (response.kind) {
    case 'FindCoordinatorResponse':
    case 'InitProducerIdResponse':
    case 'AddOffsetsToTxnResponse':
    case 'EndTxnResponse':
      return response;
    default:
      return { error: 'UNKNOWN_SERVER_ERROR' };
  }
}

function takeIdentity(
  producer: Producer,
  { ask }: TransactionalRequest,
  { producerId, producerEpoch, resetsSequences }: NewIdentity,
  ctx: NodeContext,
): void {
  producer.sequences.assigned(producerId, producerEpoch);
  if (resetsSequences) producer.sequences.reset();
  // With every transaction the epoch is another; of that the end of the transaction tells.
  if (ask.kind === 'InitProducerId')
    ctx.trace({ kind: 'ProducerIdAssigned', producer: producer.clientId, producerId, producerEpoch });
}
