import type { RuleArea } from '../RuleEntry.ts';

const FOLDER = 'client/producer/transactions';

/** Transactions from the side of the client. */
export const transactionalProducer: RuleArea = {
  area: 'Transactional producer',
  rules: [
    {
      id: 'T21',
      title: 'What a producer may do after an error: again, abort, or close',
      source: 'TransactionManager, Sender, KIP-360, KIP-1050',
      files: [
        `${FOLDER}/transactionState.ts`,
        `${FOLDER}/transactionalReaction.ts`,
        `${FOLDER}/failedBatchError.ts`,
        `${FOLDER}/ClientError.ts`,
        `${FOLDER}/transactionErrors.ts`,
        `${FOLDER}/TransactionManager.ts`,
      ],
      state: 'modelled',
      controls: ['transactional.id'],
    },
    {
      id: 'T22',
      title: 'A fenced producer that wakes up: its records are refused, its end of the transaction is fatal',
      source: 'TransactionManager, TransactionCoordinator, ProducerAppendInfo',
      files: [`${FOLDER}/TransactionManager.ts`, `${FOLDER}/closeTransactions.ts`],
      state: 'modelled',
    },
    {
      id: 'transactional-sender',
      title: 'One request to a coordinator at a time, and no batch while one is under way',
      source: 'Sender.maybeSendAndPollTransactionalRequest, NetworkClientUtils.awaitReady',
      files: [
        `${FOLDER}/senderTurn.ts`,
        `${FOLDER}/transactionalAnswers.ts`,
        `${FOLDER}/TransactionalRequest.ts`,
        `${FOLDER}/Transactions.ts`,
        `${FOLDER}/TransactionManager.ts`,
        'client/producer/inFlightBatches.ts',
        'client/producer/callApplication.ts',
      ],
      state: 'simplified',
      reason:
        'While the sender’s thread sleeps before a retry, answers are handled at once, and metadata are asked for. The feature level is that of the scenario from the start.',
      consequence:
        'A callback comes up to retry.backoff.ms earlier than from a real client that is just retrying a transactional request.',
      controls: ['retry.backoff.ms', 'max.block.ms', 'transaction.timeout.ms'],
    },
    {
      id: 'consume-process-produce',
      title:
        'A consumer and a producer in one process: each poll() is sent on, with the offsets in the same transaction (KIP-447)',
      source: 'ExactlyOnceMessageProcessor, ConsumerCoordinator.groupMetadata, KafkaProducer.flush',
      files: [
        'client/producer/output/Outputs.ts',
        'client/producer/output/sendOutputs.ts',
        `${FOLDER}/transactOutputs.ts`,
        'client/consumer/group/handToProducer.ts',
        'cluster/pipelineLedger.ts',
      ],
      state: 'modelled',
      controls: ['transactional.id', 'group.id', 'isolation.level'],
    },
    {
      id: 'transactional-application',
      title:
        'The application begins a transaction, sends, ends it, and reacts to exceptions as Kafka documents',
      source: 'ours; KafkaProducer',
      files: [
        'cluster/transactionalRecords.ts',
        `${FOLDER}/callTransactions.ts`,
        `${FOLDER}/TransactionPlan.ts`,
        `${FOLDER}/TransactionalApplication.ts`,
      ],
      state: 'simplified',
      reason:
        'One thread makes all calls. Calls that time out are made again; records of an aborted transaction are not sent again.',
      consequence:
        'After an abort the records are missing, where a real application would send them in the next transaction.',
      controls: ['BeginTransaction', 'CommitTransaction', 'AbortTransaction'],
    },
  ],
};
