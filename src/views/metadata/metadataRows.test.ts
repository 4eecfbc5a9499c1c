import { expect, test } from 'vitest';
import type { MetadataLogView } from '../../bridge/frame.ts';
import { metadataRows, selectMetadataLog } from './metadataRows.ts';

const view = (highWatermark: number): MetadataLogView => ({
  kind: 'metadataLog',
  key: 'metadata-log',
  controller: 101,
  endOffset: 6,
  highWatermark,
  lastEpoch: 2,
  records: [
    { offset: 0, lastOffset: 0, epoch: 1, type: 'LeaderChangeMessage', fields: [['leaderId', '101']] },
    { offset: 1, lastOffset: 3, epoch: 1, type: 'NoOpRecord', fields: [] },
    { offset: 4, lastOffset: 4, epoch: 2, type: 'TopicRecord', fields: [['name', 'refunds']] },
    { offset: 5, lastOffset: 5, epoch: 2, type: 'NoOpRecord', fields: [] },
  ],
});

const told = (highWatermark: number) =>
  metadataRows(view(highWatermark)).map(({ offset, committed, endsUncommitted }) => [
    offset,
    committed,
    endsUncommitted,
  ]);

test('lists the newest first, and draws the high watermark under the oldest that is not committed', () => {
  expect(told(4)).toEqual([
    [5, false, false],
    [4, false, true],
    [1, true, false],
    [0, true, false],
  ]);
});

test('draws no line where all is committed, and one at the end where nothing shown is', () => {
  expect(told(6).some(([, , line]) => line)).toBe(false);
  expect(told(0).at(-1)).toEqual([0, false, true]);
});

test('finds the log among the entities', () => {
  expect(selectMetadataLog(new Map([['metadata-log', view(6)]]))?.controller).toBe(101);
  expect(selectMetadataLog(new Map())).toBeNull();
});
