import type {
  DescribeTransactionsRequest,
  DescribeTransactionsResponse,
  ListTransactionsRequest,
  ListTransactionsResponse,
} from '../../protocol/requests.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import type { TransactionContext } from './TransactionContext.ts';
import { NO_PRODUCER_EPOCH, NO_PRODUCER_ID } from './TransactionMetadata.ts';
import { TRANSACTION_STATES } from './TransactionState.ts';

type Described = DescribeTransactionsResponse['transactionStates'][number];

/** What tools ask of single transactional.ids (KIP-664). Kafka: `TransactionCoordinator.handleDescribeTransactions` (4.2). */
export function describeTransactions(
  context: TransactionContext,
  request: DescribeTransactionsRequest,
): DescribeTransactionsResponse {
  const transactionStates = request.transactionalIds.map((id) => describe(context, id));
  return { kind: 'DescribeTransactionsResponse', transactionStates };
}

function describe(context: TransactionContext, transactionalId: string): Described {
  const refuse = (error: KafkaError): Described => ({
    transactionalId,
    error,
    transactionState: '',
    transactionTimeoutMs: 0,
    transactionStartTimeMs: -1,
    producerId: NO_PRODUCER_ID,
    producerEpoch: NO_PRODUCER_EPOCH,
    partitions: [],
  });
  if (transactionalId === '') return refuse('INVALID_REQUEST');
  const shard = context.shardOf(transactionalId);
  if (typeof shard === 'string') return refuse(shard);
  const current = shard.state.transactions.get(transactionalId)?.current;
  if (!current) return refuse('TRANSACTIONAL_ID_NOT_FOUND');
  return {
    transactionalId,
    error: 'NONE',
    transactionState: current.txnState,
    transactionTimeoutMs: current.txnTimeoutMs,
    transactionStartTimeMs: current.txnStartTimestamp,
    producerId: current.producerId,
    producerEpoch: current.producerEpoch,
    partitions: current.topicPartitions,
  };
}

/** All transactional.ids that this broker coordinates. Kafka: `TransactionStateManager.listTransactionStates` (4.2). */
export function listTransactions(
  context: TransactionContext,
  { stateFilters, producerIdFilters, durationFilter }: ListTransactionsRequest,
): ListTransactionsResponse {
  const shards = [...context.coordinators.runtime.shards.values()];
  const kind = 'ListTransactionsResponse';
  if (shards.some(({ status }) => status === 'LOADING'))
    return { kind, error: 'COORDINATOR_LOAD_IN_PROGRESS', unknownStateFilters: [], transactionStates: [] };
  const { nowMs } = context;
  const transactionStates = shards.flatMap(({ state }) =>
    [...state.transactions.values()]
      .filter(({ current: { producerId, txnState, txnStartTimestamp } }) => {
        if (producerIdFilters.length > 0 && !producerIdFilters.includes(producerId)) return false;
        if (stateFilters.length > 0 && !stateFilters.includes(txnState)) return false;
        return durationFilter < 0 || nowMs - txnStartTimestamp > durationFilter;
      })
      .map(({ transactionalId, current }) => ({
        transactionalId,
        producerId: current.producerId,
        transactionState: current.txnState,
      })),
  );
  const unknownStateFilters = stateFilters.filter((name) => !Object.hasOwn(TRANSACTION_STATES, name));
  return { kind, error: 'NONE', unknownStateFilters, transactionStates };
}
