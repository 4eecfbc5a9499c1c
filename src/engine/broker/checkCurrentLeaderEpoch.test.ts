import { expect, test } from 'vitest';
import { checkCurrentLeaderEpoch } from './checkCurrentLeaderEpoch.ts';

test('[E7] an older epoch is fenced, a newer one unknown, the same or none is fine', () => {
  expect(checkCurrentLeaderEpoch(4, 5)).toBe('FENCED_LEADER_EPOCH');
  expect(checkCurrentLeaderEpoch(6, 5)).toBe('UNKNOWN_LEADER_EPOCH');
  expect(checkCurrentLeaderEpoch(5, 5)).toBe('NONE');
  expect(checkCurrentLeaderEpoch(0, 0)).toBe('NONE');
  expect(checkCurrentLeaderEpoch(null, 5)).toBe('NONE');
});
