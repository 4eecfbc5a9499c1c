import { expect, test } from 'vitest';
import type { ShareView } from '../../bridge/frame.ts';
import { countStates, shareRows } from './shareRows.ts';

const SHARE: ShareView = {
  group: 'workers',
  isLoading: false,
  startOffset: 7,
  endOffset: 40,
  deliveryCountLimit: 5,
  maxRecordLocks: 2000,
  members: [{ memberId: 'm1', client: 'worker-1' }],
  runs: [
    {
      firstOffset: 7,
      lastOffset: 7,
      state: 'ACQUIRED',
      deliveryCount: 2,
      memberId: 'm1',
      lockEndsUs: 30_000_000,
    },
    {
      firstOffset: 8,
      lastOffset: 39,
      state: 'ACKNOWLEDGED',
      deliveryCount: 1,
      memberId: '',
      lockEndsUs: null,
    },
    {
      firstOffset: 40,
      lastOffset: 40,
      state: 'ACQUIRED',
      deliveryCount: 1,
      memberId: 'm2',
      lockEndsUs: 5_000_000,
    },
  ],
  moreRuns: 0,
};

test('rows name the client that holds records, and how long its lock lasts', () => {
  const rows = shareRows(SHARE, 12_000_000);
  expect(rows.map(({ holder, lockLeftUs, width }) => [holder, lockLeftUs, width])).toEqual([
    ['worker-1', 18_000_000, 1],
    ['', null, 12],
    ['m2', 0, 1],
  ]);
  expect(countStates(rows)).toEqual([
    ['ACQUIRED', 2],
    ['ACKNOWLEDGED', 32],
  ]);
});
