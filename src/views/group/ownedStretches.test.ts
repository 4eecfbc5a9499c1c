import { expect, test } from 'vitest';
import type { GroupHistory } from './groupHistory.ts';
import { ownedStretches } from './ownedStretches.ts';

const HISTORY: GroupHistory = {
  groupId: 'g',
  members: [{ clientId: 'reader-1', letter: 'A', steps: [], waits: [] }],
  states: [],
  partitions: [
    {
      partition: 'p-0',
      bars: [
        { fromUs: 10, toUs: 20, owner: 'reader-1' },
        { fromUs: 20, toUs: 30, owner: null },
        { fromUs: 30, toUs: null, owner: 'reader-2' },
      ],
    },
    { partition: 'p-1', bars: [{ fromUs: 5, toUs: 12, owner: 'reader-1' }] },
  ],
};

test('everyStretchIsThereTheNewestFirstAndWhoHasNoLetterIsThereByName', () => {
  expect(ownedStretches(HISTORY, { fromUs: 0, toUs: 40 })).toEqual([
    { partition: 'p-0', owner: { clientId: 'reader-2', letter: '' }, fromUs: 30, toUs: 40 },
    { partition: 'p-0', owner: null, fromUs: 20, toUs: 30 },
    { partition: 'p-0', owner: { clientId: 'reader-1', letter: 'A' }, fromUs: 10, toUs: 20 },
    { partition: 'p-1', owner: { clientId: 'reader-1', letter: 'A' }, fromUs: 5, toUs: 12 },
  ]);
});

test('whatLiesOutsideOfTheTimeShownIsCutOffOrLeftOut', () => {
  expect(ownedStretches(HISTORY, { fromUs: 12, toUs: 25 })).toEqual([
    { partition: 'p-0', owner: null, fromUs: 20, toUs: 25 },
    { partition: 'p-0', owner: { clientId: 'reader-1', letter: 'A' }, fromUs: 12, toUs: 20 },
  ]);
});
