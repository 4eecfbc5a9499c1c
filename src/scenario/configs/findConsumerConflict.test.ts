import { expect, test } from 'vitest';
import { findConsumerConflict } from './findConsumerConflict.ts';

test('a consumer does not start when it would commit without a group, or heartbeat slower than its session', () => {
  expect(findConsumerConflict({})).toBeNull();
  expect(findConsumerConflict({ 'enable.auto.commit': 'true' })).toEqual({
    name: 'enable.auto.commit',
    other: 'group.id',
  });
  expect(findConsumerConflict({ 'enable.auto.commit': 'true', 'group.id': 'g' })).toBeNull();
  expect(findConsumerConflict({ 'group.id': 'g', 'session.timeout.ms': '3000' })).toEqual({
    name: 'heartbeat.interval.ms',
    other: 'session.timeout.ms',
  });
  expect(findConsumerConflict({ 'session.timeout.ms': '3000' })).toBeNull();
});
