import { expect, test } from 'vitest';
import { afterCall, endsAtUs, isAborted, roomIn } from './TransactionPlan.ts';
import type { TransactionPlan } from './TransactionPlan.ts';

const plan = (changes: Partial<TransactionPlan>): TransactionPlan => ({
  records: null,
  lastsUs: 0,
  abortEvery: null,
  restartAfterUs: null,
  ...changes,
});

test('a transaction ends when it has its records, and not before it has lasted its time', () => {
  const ends = (changes: Partial<TransactionPlan>, sent: number) => endsAtUs(plan(changes), 1000, sent);
  expect(ends({ records: 3 }, 2)).toBe(Infinity);
  expect(ends({ records: 3 }, 3)).toBe(1000);
  expect(ends({ records: 3, lastsUs: 50 }, 3)).toBe(1050);
  expect(ends({ lastsUs: 50 }, 1)).toBe(1050);
  expect(roomIn(plan({ records: 3 }), 2)).toBe(1);
  expect(roomIn(plan({ lastsUs: 50 }), 2)).toBe(Infinity);
});

test('every n-th transaction is aborted', () => {
  const aborted = (abortEvery: number | null) =>
    [1, 2, 3, 4, 5, 6].filter((n) => isAborted(plan({ abortEvery }), n));
  expect(aborted(null)).toEqual([]);
  expect(aborted(1)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(aborted(3)).toEqual([3, 6]);
});

test('[T21] an application calls again what timed out, aborts after an exception, and closes where an abort cannot help', () => {
  expect(afterCall('commitTransaction', null)).toBe('goOn');
  expect(afterCall('commitTransaction', 'TimeoutException')).toBe('again');
  expect(afterCall('commitTransaction', 'INVALID_PRODUCER_EPOCH')).toBe('abort');
  expect(afterCall('send', 'KafkaException')).toBe('abort');
  expect(afterCall('commitTransaction', 'PRODUCER_FENCED')).toBe('close');
  expect(afterCall('abortTransaction', 'KafkaException')).toBe('close');
  expect(afterCall('abortTransaction', 'TimeoutException')).toBe('again');
  expect(afterCall('initTransactions', 'KafkaException')).toBe('close');
  expect(afterCall('sendOffsetsToTransaction', 'CommitFailedException')).toBe('abort');
  expect(afterCall('sendOffsetsToTransaction', 'TimeoutException')).toBe('abort');
  expect(afterCall('sendOffsetsToTransaction', 'FENCED_INSTANCE_ID')).toBe('close');
});
