import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bumpedProducerEpoch,
  decrementSequence,
  incrementSequence,
  lastSequence,
  outOfOrderAction,
  type OutOfOrderBatch,
} from './sequence.ts';

const MAX = 2_147_483_647;

test('[ID2] 2147483647 is followed by 0', () => {
  expect(incrementSequence(MAX, 1)).toBe(0);
  expect(incrementSequence(MAX - 10, 20)).toBe(9);
  expect(lastSequence(MAX - 1, 2)).toBe(MAX);
  expect(lastSequence(MAX - 1, 4)).toBe(1);
  expect(lastSequence(7, 1)).toBe(7);
});

test('[ID2] counting is modulo 2^31, and back again', () => {
  fc.assert(
    fc.property(fc.nat(MAX), fc.nat(MAX), (sequence, count) => {
      const next = incrementSequence(sequence, count);
      expect(next).toBe((sequence + count) % (MAX + 1));
      expect(decrementSequence(next, count)).toBe(sequence);
    }),
  );
});

describe('OUT_OF_ORDER_SEQUENCE_NUMBER', () => {
  const batches: OutOfOrderBatch[] = Array.from({ length: 32 }, (_, bits) => ({
    transactional: (bits & 1) > 0,
    isNextSequence: (bits & 2) > 0,
    sequenceHasBeenReset: (bits & 4) > 0,
    hasUnresolvedSequence: (bits & 8) > 0,
    followsUnresolvedSequence: (bits & 24) === 24,
  }));

  test('[ID8] an earlier batch that may still fill the gap means retry', () => {
    const waiting = batches.filter((batch) => !batch.hasUnresolvedSequence && !batch.isNextSequence);
    expect(new Set(waiting.map(outOfOrderAction))).toEqual(new Set(['retry']));
  });

  test('[ID8] without one the sequence is broken: new epoch, or the transaction fails', () => {
    const broken = batches.filter(
      (batch) => !batch.hasUnresolvedSequence && batch.isNextSequence && !batch.sequenceHasBeenReset,
    );
    expect(broken.length).toBeGreaterThan(0);
    for (const batch of broken) {
      expect(outOfOrderAction(batch)).toBe(batch.transactional ? 'fail' : 'bumpEpochAndRetry');
    }
  });

  test('[ID8] after a batch of unknown fate only its successor raises the epoch', () => {
    for (const batch of batches.filter((one) => one.hasUnresolvedSequence)) {
      const idempotent = batch.followsUnresolvedSequence ? 'bumpEpochAndRetry' : 'retry';
      expect(outOfOrderAction(batch)).toBe(batch.transactional ? 'fail' : idempotent);
    }
  });

  test('[ID8] a batch numbered anew since it was sent is just sent again', () => {
    for (const batch of batches.filter((one) => one.sequenceHasBeenReset && !one.hasUnresolvedSequence)) {
      expect(outOfOrderAction(batch)).toBe('retry');
    }
  });
});

test('[ID8] epoch 32767 is the last of a producer id', () => {
  expect(bumpedProducerEpoch(0)).toBe(1);
  expect(bumpedProducerEpoch(32_766)).toBe(32_767);
  expect(bumpedProducerEpoch(32_767)).toBeNull();
});
