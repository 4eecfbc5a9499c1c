import { describe, expect, test } from 'vitest';
import type { KafkaError } from '../../../protocol/Errors.ts';
import { failedBatchError } from './failedBatchError.ts';
import { transactionalReaction } from './transactionalReaction.ts';
import type { TransactionalRequestKind } from './transactionalReaction.ts';

const REQUESTS: readonly TransactionalRequestKind[] = [
  'FindCoordinator',
  'InitProducerId',
  'AddPartitionsToTxn',
  'AddOffsetsToTxn',
  'TxnOffsetCommit',
  'EndTxn',
];

/** In a word: what is done, and with an error what the application gets. */
function reactionTo(request: TransactionalRequestKind, error: KafkaError, isAbort = false): string {
  const reaction = transactionalReaction(request, error, isAbort);
  if (!('error' in reaction)) return reaction.kind;
  const { name, cause } = reaction.error;
  return `${reaction.kind} ${name}${cause === null ? '' : `(${cause})`}`;
}

describe('what a transactional producer makes of an error', () => {
  const table: [KafkaError, ...string[]][] = [
    ['NONE', 'done', 'done', 'done', 'done', 'done', 'done'],
    ['NOT_COORDINATOR', 'retry', 'lookUp', 'lookUp', 'lookUp', 'lookUp', 'lookUp'],
    ['COORDINATOR_NOT_AVAILABLE', 'retry', 'lookUp', 'lookUp', 'lookUp', 'lookUp', 'lookUp'],
    ['COORDINATOR_LOAD_IN_PROGRESS', 'retry', 'retry', 'retry', 'retry', 'retry', 'retry'],
    ['CONCURRENT_TRANSACTIONS', 'retry', 'retry', 'retrySoon', 'retry', 'retry', 'retry'],
    ['REQUEST_TIMED_OUT', 'retry', 'retry', 'retry', 'retry', 'lookUp', 'retry'],
    ['UNKNOWN_TOPIC_OR_PARTITION', 'retry', 'retry', 'retry', 'retry', 'retry', 'retry'],
    [
      'PRODUCER_FENCED',
      'fatal KafkaException(PRODUCER_FENCED)',
      ...Array.from({ length: 5 }, () => 'fatal PRODUCER_FENCED'),
    ],
    [
      'INVALID_PRODUCER_EPOCH',
      'fatal KafkaException(INVALID_PRODUCER_EPOCH)',
      ...Array.from({ length: 5 }, () => 'fatal PRODUCER_FENCED'),
    ],
    [
      'INVALID_TXN_STATE',
      'fatal KafkaException(INVALID_TXN_STATE)',
      'fatal KafkaException(INVALID_TXN_STATE)',
      'fatal INVALID_TXN_STATE',
      'fatal INVALID_TXN_STATE',
      'fatal KafkaException(INVALID_TXN_STATE)',
      'fatal INVALID_TXN_STATE',
    ],
    [
      'INVALID_PRODUCER_ID_MAPPING',
      'fatal KafkaException(INVALID_PRODUCER_ID_MAPPING)',
      'fatal KafkaException(INVALID_PRODUCER_ID_MAPPING)',
      'fatal INVALID_PRODUCER_ID_MAPPING',
      'fatal INVALID_PRODUCER_ID_MAPPING',
      'fatal KafkaException(INVALID_PRODUCER_ID_MAPPING)',
      'fatal INVALID_PRODUCER_ID_MAPPING',
    ],
    [
      'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
      'fatal TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
      'abortable TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
      ...Array.from({ length: 4 }, () => 'fatal TRANSACTIONAL_ID_AUTHORIZATION_FAILED'),
    ],
    ['TRANSACTION_ABORTABLE', ...Array.from({ length: 6 }, () => 'abortable TRANSACTION_ABORTABLE')],
    [
      'UNKNOWN_PRODUCER_ID',
      'fatal KafkaException(UNKNOWN_PRODUCER_ID)',
      'fatal KafkaException(UNKNOWN_PRODUCER_ID)',
      'abortableIfPossible UNKNOWN_PRODUCER_ID',
      'abortableIfPossible UNKNOWN_PRODUCER_ID',
      'fatal KafkaException(UNKNOWN_PRODUCER_ID)',
      'abortableIfPossible UNKNOWN_PRODUCER_ID',
    ],
    [
      'OPERATION_NOT_ATTEMPTED',
      'fatal KafkaException(OPERATION_NOT_ATTEMPTED)',
      'fatal KafkaException(OPERATION_NOT_ATTEMPTED)',
      'abortable KafkaException(OPERATION_NOT_ATTEMPTED)',
      'fatal KafkaException(OPERATION_NOT_ATTEMPTED)',
      'fatal KafkaException(OPERATION_NOT_ATTEMPTED)',
      'fatal KafkaException(OPERATION_NOT_ATTEMPTED)',
    ],
  ];

  test.each(table)('[T21] %s', (error, ...expected) => {
    expect(REQUESTS.map((request) => reactionTo(request, error))).toEqual(expected);
  });

  test('[T9] a transaction.timeout.ms that the broker refuses is the end of the producer', () => {
    expect(reactionTo('InitProducerId', 'INVALID_TRANSACTION_TIMEOUT')).toBe(
      'fatal KafkaException(INVALID_TRANSACTION_TIMEOUT)',
    );
  });

  test('[T19] a consumer that its group does not know fails the transaction, not the producer', () => {
    expect(reactionTo('TxnOffsetCommit', 'ILLEGAL_GENERATION')).toBe(
      'abortable CommitFailedException(ILLEGAL_GENERATION)',
    );
    expect(reactionTo('TxnOffsetCommit', 'UNKNOWN_MEMBER_ID')).toBe(
      'abortable CommitFailedException(UNKNOWN_MEMBER_ID)',
    );
    expect(reactionTo('TxnOffsetCommit', 'FENCED_INSTANCE_ID')).toBe('abortable FENCED_INSTANCE_ID');
  });

  test('[T21] an abort that would have to be aborted is fatal', () => {
    expect(reactionTo('EndTxn', 'TRANSACTION_ABORTABLE', true)).toBe(
      'fatal KafkaException(TRANSACTION_ABORTABLE)',
    );
  });
});

test('[T21] a record that could not be sent is to be aborted, and only a producer that is nobody any more is done', () => {
  const abortable = (name: string, cause: string | null = null) => ({
    isFatal: false,
    error: { name, cause },
  });
  const fatal = (name: string) => ({ isFatal: true, error: { name, cause: null } });
  expect(failedBatchError('INVALID_PRODUCER_EPOCH')).toEqual(abortable('INVALID_PRODUCER_EPOCH'));
  expect(failedBatchError('OUT_OF_ORDER_SEQUENCE_NUMBER')).toEqual(abortable('OUT_OF_ORDER_SEQUENCE_NUMBER'));
  expect(failedBatchError('MESSAGE_TOO_LARGE')).toEqual(abortable('MESSAGE_TOO_LARGE'));
  // What might have passed, and what the coordinator did not expect, come to the application as that it must abort (KIP-1050).
  for (const error of [
    'TimeoutException',
    'BufferExhaustedException',
    'NOT_ENOUGH_REPLICAS',
    'INVALID_TXN_STATE',
  ])
    expect(failedBatchError(error)).toEqual(abortable('TRANSACTION_ABORTABLE', error));
  expect(failedBatchError('PRODUCER_FENCED')).toEqual(fatal('PRODUCER_FENCED'));
  expect(failedBatchError('INVALID_PRODUCER_ID_MAPPING')).toEqual(fatal('INVALID_PRODUCER_ID_MAPPING'));
});
