import type { RuleArea } from '../RuleEntry.ts';

export const transactionLogs: RuleArea = {
  area: 'Transactions in the log',
  rules: [
    {
      id: 'T11',
      title:
        'The leader asks the coordinator before the first batch of a transaction: to add the partition, or to look for it',
      source:
        'ReplicaManager.handleProduceAppend, AddPartitionsToTxnManager, AddPartitionsToTxnConfig, KIP-890',
      files: [
        'broker/verifyProduce.ts',
        'broker/verificationError.ts',
        'broker/AddPartitionsToTxnManager.ts',
        'broker/TransactionVerifications.ts',
      ],
      state: 'simplified',
      reason:
        'Once the coordinator has answered the batches are written at once; Kafka’s callback waits for an I/O thread again.',
      consequence:
        'On a broker whose I/O threads are all busy the first batch of a transaction is written a little earlier.',
      controls: [
        'transaction.partition.verification.enable',
        'add.partitions.to.txn.retry.backoff.ms',
        'add.partitions.to.txn.retry.backoff.max.ms',
      ],
    },
    {
      id: 'T12',
      title:
        'A verified batch is written under its guard only, and a first one of transaction.version 2 has sequence 0',
      source: 'ProducerStateManager.maybeCreateVerificationStateEntry, ProducerAppendInfo, VerificationGuard',
      files: ['storage/ProducerStateManager.ts', 'storage/LogTransactions.ts', 'broker/produceRequests.ts'],
      state: 'modelled',
    },
    {
      id: 'T13',
      title: 'A producer with an open transaction writes nothing outside of it',
      source: 'ProducerAppendInfo.appendDataBatch',
      files: ['storage/ProducerStateManager.ts'],
      state: 'modelled',
    },
    {
      id: 'T18',
      title: 'Which transaction markers a partition accepts: by producer epoch, and by the coordinator’s',
      source: 'ProducerAppendInfo.appendEndTxnMarker, KafkaApis.handleWriteTxnMarkersRequest, KIP-1228',
      files: ['storage/ProducerStateManager.ts', 'broker/writeTxnMarkers.ts'],
      state: 'modelled',
    },
    {
      id: 'T23',
      title: 'A transaction that is open for longer than its coordinator would let it counts as hanging',
      source: 'ProducerStateManager.hasLateTransaction, ReplicaManager PartitionsWithLateTransactionsCount',
      files: ['storage/ProducerStateManager.ts'],
      state: 'modelled',
      controls: ['transaction.max.timeout.ms'],
    },
    {
      id: 'T24',
      title:
        'The last stable offset: before the first transaction that is open, or whose end is not replicated',
      source: 'UnifiedLog.fetchLastStableOffsetMetadata, ProducerStateManager.firstUnstableOffset',
      files: ['storage/UnifiedLog.ts', 'storage/LogTransactions.ts', 'broker/readPartitions.ts'],
      state: 'modelled',
      controls: ['isolation.level'],
    },
    {
      id: 'T25',
      title: 'One open transaction holds every read_committed reader back, also from what belongs to none',
      source: 'UnifiedLog.fetchLastStableOffsetMetadata',
      files: ['broker/readPartitions.ts'],
      state: 'modelled',
      controls: ['isolation.level'],
    },
    {
      id: 'T26',
      title:
        'Aborted transactions stand in the index of the segment of their marker, and are named to read_committed readers',
      source: 'TransactionIndex, LocalLog.collectAbortedTransactions',
      files: ['storage/LogTransactions.ts', 'storage/UnifiedLog.ts', 'broker/readPartitions.ts'],
      state: 'simplified',
      reason:
        'They are looked for up to the last batch of the answer; Kafka looks up to where its index says that the answer ends at the latest.',
      consequence: 'Kafka’s answers may name a few more, of which the reader makes nothing.',
      controls: ['isolation.level'],
    },
    {
      id: 'T27',
      title:
        'A read_committed reader skips records that were aborted, every reader skips markers, and positions move over both',
      source: 'CompletedFetch.nextFetchedRecord',
      files: ['client/consumer/hiddenBatches.ts', 'invariants/transactionInvariants.ts'],
      state: 'modelled',
      controls: ['isolation.level'],
    },
    {
      id: 'T28',
      title: 'For a read_committed reader a partition ends at its last stable offset',
      source: 'UnifiedLog.fetchOffsetByTimestamp, ReplicaManager.fetchOffset',
      files: ['broker/fetchRequests.ts'],
      state: 'modelled',
      controls: ['isolation.level'],
    },
    {
      id: 'T29',
      title:
        'Followers derive the same transactions from what they copy; what is cut off takes its own along',
      source: 'UnifiedLog.appendAsFollower, UnifiedLog.rebuildProducerState',
      files: ['storage/UnifiedLog.ts'],
      state: 'simplified',
      reason:
        'After a truncation all is worked out from the log that is left; Kafka begins with a snapshot, which also knows of records that retention took.',
      consequence:
        'A transaction that is open while retention takes its first records begins at the first one left, once the log was cut.',
    },
  ],
};
