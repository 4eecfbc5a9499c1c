import { expect, test } from 'vitest';
import { assignmentChange, givenUpBeforeJoin } from './assignmentChange.ts';

test('[consumer-rebalance-protocol] before it joins again an eager member revokes all, a cooperative one only what it subscribes to no longer', () => {
  const owned = ['a-0', 'b-0'];
  const isA = (name: string): boolean => name.startsWith('a-');
  expect(givenUpBeforeJoin(owned, 'EAGER', false, isA)).toEqual({ how: 'revoked', partitions: owned });
  expect(givenUpBeforeJoin(owned, 'COOPERATIVE', false, isA)).toEqual({
    how: 'revoked',
    partitions: ['b-0'],
  });
  expect(givenUpBeforeJoin(owned, 'COOPERATIVE', true, isA)).toEqual({ how: 'lost', partitions: owned });
  expect(givenUpBeforeJoin(owned, 'EAGER', true, isA)).toEqual({ how: 'lost', partitions: owned });
});

test('[consumer-rebalance-protocol] a cooperative member revokes what it was not given again; an eager one owned nothing any more', () => {
  expect(assignmentChange(['a-0', 'a-1'], ['a-1', 'a-2'], 'COOPERATIVE')).toEqual({
    added: ['a-2'],
    revoked: ['a-0'],
  });
  expect(assignmentChange([], ['a-1', 'a-2'], 'EAGER')).toEqual({ added: ['a-1', 'a-2'], revoked: [] });
});
