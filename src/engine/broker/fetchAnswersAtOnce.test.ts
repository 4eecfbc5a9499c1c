import { expect, test } from 'vitest';
import { fetchAnswersAtOnce } from './fetchAnswersAtOnce.ts';
import type { FetchFirstLook } from './fetchAnswersAtOnce.ts';

const IDLE: FetchFirstLook = {
  maxWaitMs: 500,
  minBytes: 1,
  partitionCount: 1,
  readableBytes: 0,
  hasError: false,
  hasDivergingEpoch: false,
  hasPreferredReadReplica: false,
};

test('[F4] a fetch that finds nothing is parked', () => {
  expect(fetchAnswersAtOnce(IDLE)).toBe(false);
  expect(fetchAnswersAtOnce({ ...IDLE, minBytes: 100, readableBytes: 99 })).toBe(false);
});

test.for<[string, Partial<FetchFirstLook>]>([
  ['it does not want to wait', { maxWaitMs: 0 }],
  ['it asks for no partition', { partitionCount: 0 }],
  ['there is a byte to read', { readableBytes: 1 }],
  ['there are as many bytes as it asks for', { minBytes: 100, readableBytes: 100 }],
  ['it is content with nothing', { minBytes: 0 }],
  ['a partition has an error', { hasError: true }],
  ['a log diverges', { hasDivergingEpoch: true }],
  ['a nearer replica was chosen', { hasPreferredReadReplica: true }],
])('[F4] a fetch is answered at once when %s', ([, change]) => {
  expect(fetchAnswersAtOnce({ ...IDLE, ...change })).toBe(true);
});
