import { expect, test } from 'vitest';
import { controlBatch } from '../../storage/controlBatch.ts';
import { assignOffsets } from '../../storage/RecordBatch.ts';
import type { RecordBatch } from '../../storage/RecordBatch.ts';
import { hiddenBatches } from './hiddenBatches.ts';

function data(baseOffset: number, producerId: number, isTransactional = true): RecordBatch {
  const batch = { baseOffset, count: 1, sizeBytes: 70, leaderEpoch: 0, maxTimestampMs: 0, producerId };
  const sent = { ...batch, producerEpoch: 0, baseSequence: 0, origin: 0, firstOrdinal: baseOffset };
  return isTransactional ? { ...sent, isTransactional: true } : sent;
}

function marker(baseOffset: number, producerId: number, type: 'ABORT' | 'COMMIT'): RecordBatch {
  return assignOffsets(controlBatch(producerId, 0, { type, coordinatorEpoch: 0 }, 0), baseOffset, 0);
}

/** The log of the sheet: A and B side by side, A is aborted, B committed, and A writes once more. */
const LOG = [
  data(0, 1),
  data(1, 2),
  data(2, 1),
  marker(3, 1, 'ABORT'),
  data(4, 2),
  marker(5, 2, 'COMMIT'),
  data(6, 1),
  data(7, 3, false),
];

test.each([
  ['read_uncommitted, which is told of no transactions', undefined, [3, 5]],
  ['none of them aborted', [], [3, 5]],
  ['the first of producer 1 aborted', [{ producerId: 1, firstOffset: 0 }], [0, 2, 3, 5]],
  [
    'both of producer 1 aborted',
    [
      { producerId: 1, firstOffset: 6 },
      { producerId: 1, firstOffset: 0 },
    ],
    [0, 2, 3, 5, 6],
  ],
  ['a transaction that began before what was read', [{ producerId: 2, firstOffset: -9 }], [1, 3, 4, 5]],
] as const)('[T27] %s', (_name, aborted, hidden) => {
  const found = hiddenBatches(LOG, aborted);
  expect(found?.flatMap((isHidden, offset) => (isHidden ? [offset] : []))).toEqual(hidden);
});

test('[T27] a marker that was cleaned to its header ends no transaction', () => {
  const [first, second, third] = LOG as [RecordBatch, RecordBatch, RecordBatch];
  const contents = {
    keys: [],
    contentBytes: [],
    timestampDeltasMs: [],
    baseTimestampMs: 0,
    tombstones: [],
    offsetDeltas: [],
    deleteHorizonMs: null,
  };
  const emptied = { ...marker(1, 1, 'ABORT'), contents };
  expect(hiddenBatches([first, emptied, third], [{ producerId: 1, firstOffset: 0 }])).toEqual([
    true,
    true,
    true,
  ]);
  expect(hiddenBatches([second], undefined)).toBeNull();
  expect(hiddenBatches([data(0, 1, false)], [{ producerId: 1, firstOffset: 0 }])).toBeNull();
});
