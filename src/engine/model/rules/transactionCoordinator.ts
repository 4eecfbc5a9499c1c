import type { RuleArea } from '../RuleEntry.ts';

const FOLDER = 'broker/transaction';

export const transactionCoordinator: RuleArea = {
  area: 'Transaction coordinator',
  rules: [
    {
      id: 'T2',
      title:
        'States of a transactional.id; a transition takes effect once replicated, and until then is the only one',
      source: 'TransactionState, TransactionMetadata.completeTransitionTo, TransactionStateManager',
      files: [
        `${FOLDER}/TransactionState.ts`,
        `${FOLDER}/TransactionMetadata.ts`,
        `${FOLDER}/violatedTransition.ts`,
        `${FOLDER}/TransactionContext.ts`,
        `${FOLDER}/completeTransition.ts`,
        `${FOLDER}/TransactionShard.ts`,
        `${FOLDER}/TransactionCoordinators.ts`,
        `${FOLDER}/transactionCoordinator.ts`,
        `${FOLDER}/transactionRequests.ts`,
        'broker/coordinator/awaitedOffset.ts',
        'invariants/transactionCoordinatorInvariants.ts',
      ],
      state: 'modelled',
      controls: ['transactional.id'],
    },
    {
      id: 'T3',
      title: 'What a client hears when the coordinator cannot write to its log',
      source: 'TransactionStateManager.appendTransactionToLog',
      files: ['broker/coordinator/coordinatorErrorOfAppend.ts', `${FOLDER}/answers.ts`],
      state: 'modelled',
      controls: ['transaction.state.log.min.isr'],
    },
    {
      id: 'T4',
      title:
        'A new leader of a partition of __transaction_state loads it, and sends the markers that are missing',
      source: 'TransactionStateManager.loadTransactionsForTxnTopicPartition, TransactionLog',
      files: [`${FOLDER}/transactionCoordinator.ts`, `${FOLDER}/transactionLogRecord.ts`],
      state: 'modelled',
    },
    {
      id: 'T5',
      title:
        'A transactional.id that rests for transactional.id.expiration.ms is forgotten, with a tombstone',
      source: 'TransactionStateManager.removeExpiredTransactionalIds',
      files: [`${FOLDER}/transactionExpiry.ts`, `${FOLDER}/scans.ts`],
      state: 'modelled',
      controls: [
        'transactional.id.expiration.ms',
        'transaction.remove.expired.transaction.cleanup.interval.ms',
      ],
    },
    {
      id: 'T6',
      title: 'InitProducerId by state: a new epoch, or the open transaction is fenced and aborted first',
      source: 'TransactionCoordinator.handleInitProducerId, TransactionMetadata.prepareFenceProducerEpoch',
      files: [
        `${FOLDER}/decideInitProducerId.ts`,
        `${FOLDER}/initProducerId.ts`,
        `${FOLDER}/prepareTransitions.ts`,
        `${FOLDER}/fenceTransaction.ts`,
      ],
      state: 'modelled',
      controls: ['transactional.id'],
    },
    {
      id: 'T7',
      title: 'A producer that recovers names its id and epoch: raised, answered again, or fenced (KIP-360)',
      source: 'TransactionMetadata.prepareIncrementProducerEpoch',
      files: [`${FOLDER}/prepareTransitions.ts`, `${FOLDER}/decideInitProducerId.ts`],
      state: 'modelled',
    },
    {
      id: 'T8',
      title: 'At epoch 32766 a producer goes on with another id at epoch 0',
      source: 'TransactionMetadata.prepareProducerIdRotation, prepareComplete',
      files: [`${FOLDER}/prepareTransitions.ts`, `${FOLDER}/decideEndTxn.ts`],
      state: 'modelled',
    },
    {
      id: 'T9',
      title:
        'transaction.timeout.ms is at most transaction.max.timeout.ms; two-phase commit needs leave of the broker',
      source: 'TransactionCoordinator.handleInitProducerId, KIP-939',
      files: [`${FOLDER}/decideInitProducerId.ts`, `${FOLDER}/TransactionCoordinatorConfig.ts`],
      state: 'modelled',
      controls: ['transaction.timeout.ms', 'transaction.max.timeout.ms'],
    },
    {
      id: 'T10',
      title: 'AddPartitionsToTxn: the order of its checks, what begins a transaction, and verification',
      source:
        'TransactionCoordinator.handleAddPartitionsToTransaction, handleVerifyPartitionsInTransaction, KafkaApis',
      files: [`${FOLDER}/decideAddPartitions.ts`, `${FOLDER}/addPartitionsToTxn.ts`],
      state: 'modelled',
      controls: ['transaction.partition.verification.enable'],
    },
    {
      id: 'T14',
      title: 'The outcome is written, then the client is answered, then markers go out, then it is complete',
      source: 'TransactionCoordinator.endTransaction',
      files: [`${FOLDER}/endTransaction.ts`, `${FOLDER}/completeTransition.ts`],
      state: 'modelled',
    },
    {
      id: 'T15',
      title:
        'Markers are sent by broker until they are written, to whoever leads; deleted partitions need none',
      source: 'TransactionMarkerChannelManager, TransactionMarkerRequestCompletionHandler',
      files: [
        `${FOLDER}/sendMarkers.ts`,
        `${FOLDER}/reactToMarkerError.ts`,
        `${FOLDER}/TransactionMarkerChannelManager.ts`,
        'broker/InterBrokerChannel.ts',
      ],
      state: 'modelled',
    },
    {
      id: 'inter-broker-channels',
      title: 'A coordinator has a connection with one request under way to each broker',
      source: 'InterBrokerSendThread, NetworkClient',
      files: ['broker/InterBrokerChannel.ts'],
      state: 'simplified',
      reason:
        'Connections are set up in no time, request.timeout.ms of brokers is always 30 s, and what a broker sends to itself takes as long as to its neighbour.',
      consequence:
        'A marker for a partition that the coordinator leads itself comes a link’s latency later than in Kafka.',
    },
    {
      id: 'T16',
      title:
        'From transaction.version 2 on every end raises the epoch, and the marker has the raised one (KIP-890)',
      source: 'TransactionMetadata.prepareAbortOrCommit, KIP-890',
      files: [`${FOLDER}/prepareTransitions.ts`],
      state: 'modelled',
    },
    {
      id: 'T17',
      title: 'EndTxn by state and epoch: what is a retry, an abort of nothing, an error',
      source: 'TransactionCoordinator.endTransaction, endTransactionWithTV1',
      files: [`${FOLDER}/decideEndTxn.ts`, `${FOLDER}/endTransaction.ts`],
      state: 'modelled',
    },
    {
      id: 'T20',
      title:
        'What is open for longer than transaction.timeout.ms is aborted at the next scan, under a higher epoch',
      source:
        'TransactionCoordinator.abortTimedOutTransactions, TransactionStateManager.timedOutTransactions',
      files: [`${FOLDER}/transactionExpiry.ts`, `${FOLDER}/scans.ts`, `${FOLDER}/fenceTransaction.ts`],
      state: 'modelled',
      controls: ['transaction.timeout.ms', 'transaction.abort.timed.out.transaction.cleanup.interval.ms'],
    },
    {
      id: 'transaction-metrics',
      title: 'Markers without a destination, and completions that could not be written',
      source: 'TransactionMarkerChannelManager',
      files: [`${FOLDER}/TransactionMarkerChannelManager.ts`],
      state: 'simplified',
      reason:
        'They are there once a broker coordinates transactions, and partition-load-time-max and -avg are left out.',
      consequence: 'A dashboard of load times of __transaction_state has no numbers here.',
      controls: ['metrics'],
    },
    {
      id: 'list-transactions',
      title: 'DescribeTransactions and ListTransactions tell tools what coordinators know (KIP-664, KIP-994)',
      source:
        'TransactionCoordinator.handleDescribeTransactions, TransactionStateManager.listTransactionStates',
      files: [`${FOLDER}/listTransactions.ts`],
      state: 'modelled',
    },
    {
      id: 'describe-producers',
      title:
        'DescribeProducers tells what a replica knows of producers, and find-hanging what nobody will end (KIP-664)',
      source: 'KafkaApis.handleDescribeProducersRequest, Partition.activeProducerState, TransactionsCommand',
      files: ['broker/describeProducers.ts'],
      state: 'modelled',
    },
  ],
};
