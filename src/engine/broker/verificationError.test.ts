import { expect, test } from 'vitest';
import { ERROR_CODES } from '../protocol/Errors.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import { addsPartitions, verificationError } from './verificationError.ts';

const TRANSLATED: readonly (readonly [KafkaError, KafkaError, KafkaError, KafkaError])[] = [
  ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH', 'INVALID_PRODUCER_EPOCH', 'INVALID_PRODUCER_EPOCH'],
  ['TRANSACTION_ABORTABLE', 'INVALID_TXN_STATE', 'TRANSACTION_ABORTABLE', 'TRANSACTION_ABORTABLE'],
  ['NETWORK_EXCEPTION', 'NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS'],
  ['COORDINATOR_LOAD_IN_PROGRESS', 'NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS'],
  ['COORDINATOR_NOT_AVAILABLE', 'NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS'],
  ['NOT_COORDINATOR', 'NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS'],
  ['CONCURRENT_TRANSACTIONS', 'NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS', 'CONCURRENT_TRANSACTIONS'],
];

test('[T11] errors of the coordinator reach a producer by the version of its request', () => {
  for (const error of Object.keys(ERROR_CODES) as KafkaError[]) {
    const known = TRANSLATED.find(([name]) => name === error);
    const expected = known?.slice(1) ?? [error, error, error];
    expect(
      [10, 11, 12].map((version) => verificationError(error, version)),
      error,
    ).toEqual(expected);
  }
});

test('[T11] from version 12 on the leader adds partitions itself, and a request without a version is older', () => {
  expect([10, 11, 12, 13].map((version) => addsPartitions(version))).toEqual([false, false, true, true]);
  expect(addsPartitions()).toBe(false);
  expect(verificationError('CONCURRENT_TRANSACTIONS')).toBe('NOT_ENOUGH_REPLICAS');
  expect(verificationError('TRANSACTION_ABORTABLE')).toBe('TRANSACTION_ABORTABLE');
});
