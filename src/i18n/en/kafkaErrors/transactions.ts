import type { ErrorText } from './ErrorText.ts';

/** Errors of transactional producers. */
export const transactions = {
  INVALID_TXN_STATE: {
    means: 'The transaction is not in a state in which this can be done.',
    when: 'EndTxn of a transaction that was decided already, above all one that its coordinator aborted after transaction.timeout.ms; a batch for which no transaction is open.',
    client: 'The producer throws it and is done: close it, and make a new one.',
    fix: 'Keep transactions shorter than transaction.timeout.ms, or raise that (up to transaction.max.timeout.ms of the brokers).',
  },
  INVALID_PRODUCER_ID_MAPPING: {
    means: 'The coordinator knows this transactional.id with another producer id, or not at all.',
    when: 'The id was not used for transactional.id.expiration.ms (7 days) and was forgotten.',
    client: 'The producer throws InvalidPidMappingException and is done: close it, and make a new one.',
    fix: 'Producers that rest for days: make them anew when they are needed, or raise transactional.id.expiration.ms.',
  },
  INVALID_TRANSACTION_TIMEOUT: {
    means: 'transaction.timeout.ms is longer than the brokers allow.',
    when: 'InitProducerId: the coordinator compares it with transaction.max.timeout.ms (15 min).',
    client: 'initTransactions() throws it.',
    fix: 'Lower transaction.timeout.ms, or raise transaction.max.timeout.ms.',
  },
  CONCURRENT_TRANSACTIONS: {
    means: 'Another step of the same transactional.id is still under way.',
    when: 'InitProducerId, AddPartitionsToTxn and others, while the transaction before is being ended: until its markers are written.',
    client: 'The producer asks again after a short pause.',
    fix: 'Milliseconds are usual. If it does not end, markers cannot be written: a partition of the transaction has no leader, or too few replicas in sync.',
  },
  TRANSACTION_COORDINATOR_FENCED: {
    means: 'A marker comes from a coordinator that was replaced.',
    when: 'WriteTxnMarkers, between brokers: the leader has seen a newer coordinator epoch.',
    client: 'Never in an application.',
    fix: 'Nothing.',
  },
  PRODUCER_FENCED: {
    means: 'A newer producer has this transactional.id.',
    when: 'The coordinator refuses requests with an epoch that is over, once another instance has called initTransactions().',
    client: 'The producer throws ProducerFencedException and is done: it can only be closed.',
    fix: 'It is what fencing is for: only one may write. If it was not meant, two processes have one transactional.id.',
  },
  TRANSACTION_ABORTABLE: {
    means: 'The transaction has met an error after which it can only be aborted; the producer lives on.',
    when: 'Brokers that cannot verify a transaction answer it; and the client says it of records that failed for good in a transaction (KIP-890, KIP-1050).',
    client:
      'commitTransaction() and send() throw TransactionAbortableException: call abortTransaction(), and begin again.',
    fix: 'See the cause in the exception: most often records that could not be delivered within delivery.timeout.ms.',
  },
  TRANSACTIONAL_ID_NOT_FOUND: {
    means: 'The coordinator knows no such transactional.id.',
    when: 'DescribeTransactions (kafka-transactions.sh describe).',
    client: 'The admin client throws it.',
    fix: 'Check the name with kafka-transactions.sh list; ids are forgotten after transactional.id.expiration.ms.',
  },
  TRANSACTIONAL_ID_AUTHORIZATION_FAILED: {
    means: 'The principal may not use this transactional.id.',
    when: 'The coordinator asks the authorizer for Write (and TwoPhaseCommit, where that is asked for) on the TransactionalId.',
    client: 'The producer throws it and is done.',
    fix: 'kafka-acls.sh --add --allow-principal … --operation Write --transactional-id …',
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
