import { expect, test } from 'vitest';
import { positionCheck, validatePosition } from './validatePosition.ts';

test('[E8] a position is asked about when the leader or its epoch is another, and only if a record before it is known', () => {
  const known = { leader: 1, leaderEpoch: 4 };
  const cases = [
    [7, known, { leader: 1, leaderEpoch: 4 }, 'known'],
    [null, known, { leader: 1, leaderEpoch: 4 }, 'known'],
    [4, known, { leader: 2, leaderEpoch: 5 }, 'validate'],
    [4, known, { leader: 1, leaderEpoch: 5 }, 'validate'],
    [4, known, { leader: 2, leaderEpoch: 4 }, 'validate'],
    [null, known, { leader: 2, leaderEpoch: 5 }, 'take'],
    [null, null, { leader: 2, leaderEpoch: 5 }, 'take'],
    [4, null, { leader: 2, leaderEpoch: 5 }, 'validate'],
  ] as const;
  for (const [offsetEpoch, positionLeader, leader, expected] of cases)
    expect(positionCheck(offsetEpoch, positionLeader, leader), JSON.stringify(leader)).toBe(expected);
});

test('[E8] an epoch that ends before the position means that the log was cut there', () => {
  expect(validatePosition(15, { epoch: 3, endOffset: 10 })).toEqual({
    kind: 'truncated',
    offset: 10,
    offsetEpoch: 3,
  });
  expect(validatePosition(15, { epoch: 3, endOffset: 15 })).toEqual({ kind: 'valid' });
  expect(validatePosition(15, { epoch: 3, endOffset: 20 })).toEqual({ kind: 'valid' });
  expect(validatePosition(15, { epoch: -1, endOffset: -1 })).toEqual({ kind: 'lost' });
  expect(validatePosition(0, { epoch: -1, endOffset: -1 })).toEqual({ kind: 'lost' });
});
