import type { TransactionLogRecord, TransactionLogValue } from '../../storage/CoordinatorRecord.ts';
import { NO_PRODUCER_EPOCH, NO_PRODUCER_ID } from './TransactionMetadata.ts';
import type { TxnTransitMetadata } from './TransactionMetadata.ts';

/**
 * The record of a transition. Kafka 4.2 has fields for the producer id before and the one to come and does not write them: a
 * coordinator that takes over knows neither, nor the epoch before. Kafka: `TransactionLog.valueToBytes` (4.2).
 */
export function transactionLogRecord(
  transactionalId: string,
  transit: TxnTransitMetadata,
): TransactionLogRecord {
  return Object.freeze({
    kind: 'TransactionLog',
    key: Object.freeze({ transactionalId }),
    value: Object.freeze({
      producerId: transit.producerId,
      previousProducerId: NO_PRODUCER_ID,
      nextProducerId: NO_PRODUCER_ID,
      producerEpoch: transit.producerEpoch,
      transactionTimeoutMs: transit.txnTimeoutMs,
      transactionStatus: transit.txnState,
      transactionPartitions: transit.topicPartitions,
      transactionLastUpdateTimestampMs: transit.txnLastUpdateTimestamp,
      transactionStartTimestampMs: transit.txnStartTimestamp,
      clientTransactionVersion: transit.clientTransactionVersion,
    }),
  });
}

/** What a coordinator that loads its log makes of a record. Kafka: `TransactionLog.readTxnRecordValue` (4.2). */
export function transitOfRecord(value: TransactionLogValue): TxnTransitMetadata {
  return Object.freeze({
    producerId: value.producerId,
    prevProducerId: value.previousProducerId,
    nextProducerId: value.nextProducerId,
    producerEpoch: value.producerEpoch,
    lastProducerEpoch: NO_PRODUCER_EPOCH,
    txnTimeoutMs: value.transactionTimeoutMs,
    txnState: value.transactionStatus,
    topicPartitions: value.transactionPartitions,
    txnStartTimestamp: value.transactionStartTimestampMs,
    txnLastUpdateTimestamp: value.transactionLastUpdateTimestampMs,
    clientTransactionVersion: value.clientTransactionVersion >= 2 ? 2 : 0,
  });
}
