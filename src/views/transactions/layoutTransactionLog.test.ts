import { expect, it } from 'vitest';
import type { TransactionBatchView } from '../../shared/RunQuestions.ts';
import { layoutTransactionLog } from './layoutTransactionLog.ts';

const batch = (baseOffset: number, producerId: number, what: TransactionBatchView['what']) => ({
  baseOffset,
  count: 1,
  producerId,
  producerEpoch: 0,
  what,
});

const log = (batches: readonly TransactionBatchView[], before = 0) => ({
  broker: 1,
  logEndOffset: batches.length,
  highWatermark: batches.length - 1,
  lastStableOffset: 1,
  batches,
  before,
});

it('has a bracket for each transaction, one lane a producer, and the lines between batches', () => {
  const layout = layoutTransactionLog(
    log([
      batch(0, -1, 'plain'),
      batch(1, 7, 'committed'),
      batch(2, 8, 'open'),
      batch(3, 7, 'commitMarker'),
      batch(4, 7, 'aborted'),
      batch(5, 7, 'abortMarker'),
    ]),
  );
  expect(layout.brackets.map(({ lane, from, to, state }) => [lane, from, to, state])).toEqual([
    [0, 1, 3, 'committed'],
    [1, 2, 2, 'open'],
    [0, 4, 5, 'aborted'],
  ]);
  expect(layout).toMatchObject({ lanes: 2, lastStable: 1, highWatermark: 5 });
});

it('draws a transaction that began before as cut, and none for a marker without records', () => {
  expect(layoutTransactionLog(log([batch(0, 7, 'commitMarker')], 3)).brackets).toMatchObject([
    { from: 0, to: 0, isCut: true },
  ]);
  expect(layoutTransactionLog(log([batch(0, 7, 'abortMarker')])).brackets).toEqual([]);
});
