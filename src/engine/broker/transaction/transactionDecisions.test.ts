import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../protocol/Errors.ts';
import type { KafkaError } from '../../protocol/Errors.ts';
import { coordinatorErrorOfAppend } from '../coordinator/coordinatorErrorOfAppend.ts';
import { verifyPartitions } from './decideAddPartitions.ts';
import { newTransaction } from './prepareTransitions.ts';
import { reactToMarkerError } from './reactToMarkerError.ts';
import { isTimedOut, isTransactionalIdExpired, NO_TRANSACTION_TIMEOUT_MS } from './transactionExpiry.ts';

const ERRORS = Object.keys(ERROR_CODES) as KafkaError[];

test('[T3] what an append that failed becomes for the client; all others as they are', () => {
  const mapped = ERRORS.filter((error) => coordinatorErrorOfAppend(error) !== error);
  expect(Object.fromEntries(mapped.map((error) => [error, coordinatorErrorOfAppend(error)]))).toEqual({
    UNKNOWN_TOPIC_OR_PARTITION: 'COORDINATOR_NOT_AVAILABLE',
    NOT_ENOUGH_REPLICAS: 'COORDINATOR_NOT_AVAILABLE',
    NOT_ENOUGH_REPLICAS_AFTER_APPEND: 'COORDINATOR_NOT_AVAILABLE',
    REQUEST_TIMED_OUT: 'COORDINATOR_NOT_AVAILABLE',
    NOT_LEADER_OR_FOLLOWER: 'NOT_COORDINATOR',
    KAFKA_STORAGE_ERROR: 'NOT_COORDINATOR',
    MESSAGE_TOO_LARGE: 'UNKNOWN_SERVER_ERROR',
    RECORD_LIST_TOO_LARGE: 'UNKNOWN_SERVER_ERROR',
  });
});

test('[T15] what a leader answers to a marker', () => {
  const by = (reaction: string) => ERRORS.filter((error) => reactToMarkerError(error) === reaction).sort();
  expect(by('done')).toEqual(['NONE', 'UNSUPPORTED_FOR_MESSAGE_FORMAT', 'UNSUPPORTED_VERSION']);
  expect(by('retry')).toEqual([
    'KAFKA_STORAGE_ERROR',
    'NOT_ENOUGH_REPLICAS',
    'NOT_ENOUGH_REPLICAS_AFTER_APPEND',
    'NOT_LEADER_OR_FOLLOWER',
    'REQUEST_TIMED_OUT',
    'UNKNOWN_TOPIC_OR_PARTITION',
  ]);
  expect(by('cancel')).toEqual(['INVALID_PRODUCER_EPOCH', 'TRANSACTION_COORDINATOR_FENCED']);
});

test('[T10] who asks for an unknown id about any partition hears so for each', () => {
  const asked = { producerId: 1, producerEpoch: 0, partitions: ['a-0', 'b-0'] };
  expect(verifyPartitions(null, asked).map(({ error }) => error)).toEqual([
    'INVALID_PRODUCER_ID_MAPPING',
    'INVALID_PRODUCER_ID_MAPPING',
  ]);
});

const ONGOING = {
  ...newTransaction(1000, 60_000, 0),
  producerEpoch: 0,
  txnState: 'Ongoing',
  txnStartTimestamp: 30_000,
  txnLastUpdateTimestamp: 40_000,
} as const;

test('[T20] only an open transaction times out, strictly after its time, counted from its first partition', () => {
  expect(isTimedOut(ONGOING, null, 90_000)).toBe(false);
  expect(isTimedOut(ONGOING, null, 90_001)).toBe(true);
  expect(isTimedOut(ONGOING, 'Ongoing', 90_001)).toBe(false);
  expect(isTimedOut({ ...ONGOING, txnTimeoutMs: NO_TRANSACTION_TIMEOUT_MS }, null, 1e13)).toBe(false);
  for (const txnState of [
    'Empty',
    'PrepareCommit',
    'PrepareAbort',
    'CompleteCommit',
    'CompleteAbort',
  ] as const)
    expect(isTimedOut({ ...ONGOING, txnState }, null, 1e9)).toBe(false);
});

test('[T5] an id that rests is forgotten once its time is over', () => {
  const by = (
    txnState: 'Empty' | 'CompleteCommit' | 'CompleteAbort' | 'Ongoing' | 'PrepareAbort',
    nowMs: number,
  ) => isTransactionalIdExpired({ ...ONGOING, txnState }, null, 1000, nowMs);
  for (const state of ['Empty', 'CompleteCommit', 'CompleteAbort'] as const)
    expect([by(state, 40_999), by(state, 41_000)]).toEqual([false, true]);
  for (const state of ['Ongoing', 'PrepareAbort'] as const) expect(by(state, 1e9)).toBe(false);
  expect(isTransactionalIdExpired({ ...ONGOING, txnState: 'Empty' }, 'Ongoing', 1000, 1e9)).toBe(false);
});
