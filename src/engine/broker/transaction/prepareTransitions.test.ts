import { describe, expect, test } from 'vitest';
import {
  newTransaction,
  prepareAbortOrCommit,
  prepareAddPartitions,
  prepareComplete,
  prepareDead,
  prepareFenceProducerEpoch,
  prepareIncrementProducerEpoch,
  prepareProducerIdRotation,
} from './prepareTransitions.ts';
import { TransactionMetadata } from './TransactionMetadata.ts';

const FRESH = newTransaction(1000, 60_000, 5);
const ONGOING = {
  ...FRESH,
  txnState: 'Ongoing',
  producerEpoch: 4,
  lastProducerEpoch: 3,
  topicPartitions: ['t-0'],
  txnStartTimestamp: 20,
} as const;

test('[T6] a new id gets epoch 0, whether or not its producer names one of its own', () => {
  for (const expected of [null, 9]) {
    const transit = prepareIncrementProducerEpoch(FRESH, 30_000, expected, 7);
    expect(transit).toMatchObject({ producerEpoch: 0, lastProducerEpoch: -1, txnTimeoutMs: 30_000 });
  }
});

test('[T6] a fence that could not be written raises the epoch no further', () => {
  expect(prepareFenceProducerEpoch(ONGOING, false).producerEpoch).toBe(5);
  expect(prepareFenceProducerEpoch(ONGOING, true).producerEpoch).toBe(4);
});

test('[T8] another producer id begins at epoch 0, and the old one is remembered for who asks again', () => {
  const current = { ...ONGOING, txnState: 'CompleteAbort', producerEpoch: 32_767 } as const;
  const rotated = { producerId: 2000, prevProducerId: 1000, producerEpoch: 0, txnState: 'Empty' };
  expect(prepareProducerIdRotation(current, 2000, 1, false, 9)).toMatchObject({
    ...rotated,
    lastProducerEpoch: -1,
  });
  expect(prepareProducerIdRotation(current, 2000, 1, true, 9)).toMatchObject({
    ...rotated,
    lastProducerEpoch: 32_767,
  });
});

describe('partitions', () => {
  test('[T10] the first ones begin the transaction, later ones join it', () => {
    const complete = { ...ONGOING, txnState: 'CompleteCommit', topicPartitions: [] } as const;
    const begun = prepareAddPartitions(complete, ['t-1'], 2, 100);
    expect(begun).toMatchObject({ txnState: 'Ongoing', topicPartitions: ['t-1'], txnStartTimestamp: 100 });
    const joined = prepareAddPartitions(begun, ['t-0', 't-1'], 2, 200);
    expect(joined).toMatchObject({ topicPartitions: ['t-1', 't-0'], txnStartTimestamp: 100 });
  });

  test('[T14] stay until the end is complete', () => {
    const prepared = prepareAbortOrCommit(ONGOING, 'PrepareAbort', 0, -1, false, 30);
    expect(prepared).toMatchObject({ topicPartitions: ['t-0'], producerEpoch: 4, txnStartTimestamp: 20 });
    expect(prepareComplete(prepared, 40)).toMatchObject({ txnState: 'CompleteAbort', topicPartitions: [] });
  });
});

test('[T17] an abort of nothing starts when it is asked for', () => {
  const empty = { ...FRESH, producerEpoch: 0 };
  const prepared = prepareAbortOrCommit(empty, 'PrepareAbort', 2, -1, true, 30);
  expect(prepared).toMatchObject({ producerEpoch: 1, lastProducerEpoch: 0, txnStartTimestamp: 30 });
});

describe('a transition', () => {
  const transaction = (): TransactionMetadata => new TransactionMetadata('id', ONGOING);

  test('[T2] keeps others waiting until it is completed', () => {
    const entry = transaction();
    const transit = entry.prepareTransitionTo(
      prepareAbortOrCommit(ONGOING, 'PrepareCommit', 2, -1, false, 30),
    );
    expect(entry.state).toBe('Ongoing');
    expect(() => entry.prepareTransitionTo(prepareAddPartitions(ONGOING, ['t-9'], 2, 31))).toThrow();
    entry.completeTransitionTo(transit);
    expect([entry.state, entry.isPending]).toEqual(['PrepareCommit', false]);
  });

  test('[T2] is refused from where it may not come', () => {
    expect(() => transaction().prepareTransitionTo(prepareDead(ONGOING))).toThrow();
    const init = prepareIncrementProducerEpoch(ONGOING, 1, null, 1)!;
    expect(() => transaction().prepareTransitionTo(init)).toThrow();
  });

  test('[T2] must fit what it started from', () => {
    const commit = prepareAbortOrCommit(ONGOING, 'PrepareCommit', 2, -1, false, 30);
    const wrong = [
      { ...commit, producerId: 1001 },
      { ...commit, lastProducerEpoch: 2 },
      { ...commit, topicPartitions: [] },
      { ...commit, topicPartitions: ['t-1'] },
      { ...commit, txnTimeoutMs: 1 },
      { ...commit, txnStartTimestamp: 21 },
      { ...commit, txnState: 'PrepareAbort' } as const,
    ];
    for (const transit of wrong) {
      const entry = transaction();
      entry.prepareTransitionTo(commit);
      expect(() => entry.completeTransitionTo(transit)).toThrow();
    }
    const entry = transaction();
    expect(() => entry.completeTransitionTo(commit)).toThrow();
  });

  test('[T15] a marker that is written strikes its partition off', () => {
    const entry = transaction();
    entry.current = { ...ONGOING, txnState: 'PrepareCommit', topicPartitions: ['t-0', 't-1'] };
    entry.removePartition('t-0');
    expect(entry.current.topicPartitions).toEqual(['t-1']);
  });
});
