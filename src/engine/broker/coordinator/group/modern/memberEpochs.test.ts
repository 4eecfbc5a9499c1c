import { expect, test } from 'vitest';
import { newConsumerGroup, type ConsumerGroup } from './ConsumerGroup.ts';
import { newMember } from './ConsumerGroupMember.ts';
import { commitEpochError, fetchEpochError, heartbeatEpochError } from './memberEpochs.ts';

const member = {
  ...newMember('m'),
  memberEpoch: 5,
  previousMemberEpoch: 3,
  assignedPartitions: ['t-0', 't-1'],
};

test.each([
  ['joins', 0, null, 'NONE'],
  ['its own epoch', 5, null, 'NONE'],
  ['a newer one', 6, ['t-0'], 'FENCED_MEMBER_EPOCH'],
  ['the previous one, with what it was given', 3, ['t-0', 't-1'], 'NONE'],
  ['the previous one, with less', 3, ['t-1'], 'NONE'],
  ['the previous one, with nothing', 3, [], 'NONE'],
  ['the previous one, with more', 3, ['t-0', 't-2'], 'FENCED_MEMBER_EPOCH'],
  ['the previous one, without saying what it has', 3, null, 'FENCED_MEMBER_EPOCH'],
  ['one between them', 4, ['t-0'], 'FENCED_MEMBER_EPOCH'],
  ['one before them', 2, ['t-0'], 'FENCED_MEMBER_EPOCH'],
] as const)('[consumer-group-heartbeat] a heartbeat with %s', (_name, epoch, owned, expected) => {
  expect(heartbeatEpochError(member, epoch, owned)).toBe(expected);
});

const empty = newConsumerGroup('g');
const group: ConsumerGroup = { ...empty, members: new Map([['m', member]]) };

test.each([
  ['of nobody, while the group is empty', empty, '', -1, 'NONE'],
  ['of nobody, while it is not', group, '', -1, 'UNKNOWN_MEMBER_ID'],
  ['of a member under its epoch', group, 'm', 5, 'NONE'],
  ['of a member under the one before', group, 'm', 3, 'STALE_MEMBER_EPOCH'],
  ['of a member under a newer one', group, 'm', 6, 'STALE_MEMBER_EPOCH'],
  ['of somebody else', group, 'x', 5, 'UNKNOWN_MEMBER_ID'],
] as const)('[consumer-group-commit] a commit %s', (_name, to, memberId, memberEpoch, expected) => {
  const commit = { memberId, groupInstanceId: null, memberEpoch, isTransactional: false };
  expect(commitEpochError(to, commit)).toBe(expected);
});

test('[consumer-group-commit] a producer that knows no member commits for any group', () => {
  const commit = { memberId: '', groupInstanceId: null, memberEpoch: -1, isTransactional: true };
  expect(commitEpochError(group, commit)).toBe('NONE');
  expect(commitEpochError(group, { ...commit, memberEpoch: 4, memberId: 'm' })).toBe('STALE_MEMBER_EPOCH');
});

test.each([
  [null, -1, 'NONE'],
  ['m', 5, 'NONE'],
  ['m', 4, 'STALE_MEMBER_EPOCH'],
  ['x', 5, 'UNKNOWN_MEMBER_ID'],
] as const)('[consumer-group-commit] %s asks for offsets under epoch %i', (memberId, epoch, expected) => {
  expect(fetchEpochError(group, memberId, epoch)).toBe(expected);
});
