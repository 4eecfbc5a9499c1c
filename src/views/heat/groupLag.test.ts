import { expect, test } from 'vitest';
import type { GroupView } from '../../bridge/frame.ts';
import { chosenGroup, groupLagOf } from './groupLag.ts';
import { columnsOf, FOLLOWER, LEADER } from './HeatTestContext.ts';

const COLUMNS = columnsOf({
  'pay-0': [
    { broker: 2, flags: FOLLOWER },
    { broker: 1, flags: LEADER },
  ],
  'pay-1': [{ broker: 2, flags: LEADER }],
  // Nobody leads it: up to where the group may read is not known.
  'pay-2': [{ broker: 3, flags: 0 }],
});
const group = (groupId: string, committed: GroupView['committed']) => ({ groupId, committed }) as GroupView;

test.each<[string, GroupView | null, readonly number[]]>([
  ['no group', null, [-1, -1, -1]],
  ['a group that committed nothing', group('a', []), [-1, -1, -1]],
  [
    'up to the high watermark of the leader, 90',
    group('a', [{ partition: 'pay-0', offset: 60 }]),
    [30, -1, -1],
  ],
  [
    'never less than nothing, and of what is led alone',
    group('a', [
      { partition: 'pay-1', offset: 95 },
      { partition: 'pay-2', offset: 1 },
      { partition: 'gone-0', offset: 1 },
    ]),
    [-1, 0, -1],
  ],
])('%s', (_, one, lags) => {
  expect([...groupLagOf(COLUMNS, one)]).toEqual(lags);
});

test('the first group is looked at until another is chosen', () => {
  const groups = [group('a', []), group('b', [])];
  expect(chosenGroup(groups, null)?.groupId).toBe('a');
  expect(chosenGroup(groups, 'b')?.groupId).toBe('b');
  expect(chosenGroup(groups, 'gone')?.groupId).toBe('a');
  expect(chosenGroup([], 'a')).toBeNull();
});
