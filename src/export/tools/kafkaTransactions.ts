import type { TransactionsResult } from '../../shared/TransactionsResult.ts';
import type { Millis } from '../../shared/units.ts';
import { tabbedTable } from './columns.ts';

const NONE = 'None';

/** `kafka-transactions.sh`. Kafka: `TransactionsCommand` (4.2.2). Times are simulated. */
export const transactionsTool = {
  list: ({ transactions }: TransactionsResult): string =>
    tabbedTable(
      ['TransactionalId', 'Coordinator', 'ProducerId', 'TransactionState'],
      transactions.map(({ transactionalId, coordinator, producerId, transactionState }) => [
        transactionalId,
        String(coordinator),
        String(producerId),
        transactionState,
      ]),
    ),
  describe: ({ transactions }: TransactionsResult, transactionalId: string, nowMs: Millis): string =>
    tabbedTable(
      [
        'CoordinatorId',
        'TransactionalId',
        'ProducerId',
        'ProducerEpoch',
        'TransactionState',
        'TransactionTimeoutMs',
        'CurrentTransactionStartTimeMs',
        'TransactionDurationMs',
        'TopicPartitions',
      ],
      transactions
        .filter((one) => one.transactionalId === transactionalId)
        .map((one) => {
          const isBegun = one.transactionStartTimeMs >= 0;
          return [
            String(one.coordinator),
            one.transactionalId,
            String(one.producerId),
            String(one.producerEpoch),
            one.transactionState,
            String(one.transactionTimeoutMs),
            isBegun ? String(Math.floor(one.transactionStartTimeMs)) : NONE,
            isBegun ? String(Math.floor(nowMs - one.transactionStartTimeMs)) : NONE,
            one.partitions.join(','),
          ];
        }),
    ),
  /** Of one partition. */
  describeProducers: ({ producers }: TransactionsResult, partition: string): string =>
    tabbedTable(
      [
        'ProducerId',
        'ProducerEpoch',
        'LatestCoordinatorEpoch',
        'LastSequence',
        'LastTimestamp',
        'CurrentTransactionStartOffset',
      ],
      producers
        .filter(({ topicPartition }) => topicPartition === partition)
        .map((one) => [
          String(one.producerId),
          String(one.producerEpoch),
          String(one.coordinatorEpoch),
          String(one.lastSequence),
          String(Math.floor(one.lastTimestamp)),
          one.currentTxnStartOffset < 0 ? NONE : String(one.currentTxnStartOffset),
        ]),
    ),
} as const;
